"""Marks of a position: one short digest a part, cheap enough to be taken after every answer."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from barons_core.engine.fingerprints import plain
from barons_core.model.state import State

PARTS: Final = ("hands", "boards", "decks", "piles", "cards known", "lasting effects", "counters", "turn")
"""What the digests of a mark stand for, in order."""


def mark(state: State) -> str:
    """Return a mark of a position: four hexadecimal digits for each of PARTS, the same on any machine."""
    layout, zones = state.layout, state.zones
    parts = (
        zones[layout.hand0:layout.board0],
        [[sorted(board.items()) for board in state.boards], bytes(state.down), bytes(state.way)],
        zones[:layout.pile0],
        [*zones[layout.pile0:layout.hand0], *zones[layout.limbo:]],
        state.known,
        plain(state.effects),
        plain([state.counters, state.this_turn]),
        [state.seat, state.phase, state.turn, state.over, state.winners],
    )
    return " ".join([blake2b(repr(part).encode(), digest_size=2).hexdigest() for part in parts])


def differing(recorded: str, present: str) -> list[str]:
    """Return the parts in which two marks differ, all of them if one is no mark."""
    one, two = recorded.split(" "), present.split(" ")
    if len(one) != len(PARTS):
        return list(PARTS)
    return [part for part, old, new in zip(PARTS, one, two, strict=True) if old != new]
