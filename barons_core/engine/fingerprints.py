"""A short mark of a position: equal positions have equal marks, on any machine and in any process."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from barons_core.model.state import State


def fingerprint(state: State) -> str:
    """Return a mark of 16 hexadecimal digits of everything in a state except its versions."""
    return blake2b(rendering(state).encode(), digest_size=8).hexdigest()


def rendering(state: State) -> str:
    """Return a state as text, the same for equal positions."""
    parts: list[Any] = [
        ["zones", *state.zones],
        ["boards", *[sorted(board.items()) for board in state.boards]],
        ["down", *state.down],
        ["way", *state.way],
        ["known", *state.known],
        ["effects", *state.effects],
        ["counters", *sorted([plain(item) for item in state.counters.items()])],
        ["this turn", *sorted([plain(item) for item in state.this_turn.items()])],
        ["turn", state.seat, state.phase, state.turn, state.over, state.winners],
    ]
    return "\n".join([plain(part) for part in parts])


def plain(value: Any) -> str:
    """Return a plain value as text; sets are sorted, so that hashing leaves no trace.

    TypeError for anything else.
    """
    match value:
        case None | bool() | int() | str():
            return repr(value)
        case tuple() | list():
            return f"[{','.join([plain(each) for each in value])}]"
        case set() | frozenset():
            return f"{{{','.join(sorted([plain(each) for each in value]))}}}"
        case dict():
            return plain(sorted([plain(item) for item in value.items()]))
    raise TypeError(f"a state holds plain values only, not {value!r}")
