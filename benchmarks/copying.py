"""A copy at a boundary, against a clone of the same position written by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.state import State
from benchmarks.measure import Row, interleaved, repeated


def rows() -> Iterator[Row]:
    """Yield the row."""
    game = _game()
    ours, by_hand = interleaved([repeated(game.copy, 300), repeated(lambda: ByHand(game.state), 300)], 15)
    note = f"({ours / 300 * 1e6:.1f} and {by_hand / 300 * 1e6:.1f} microseconds)"
    yield Row("a copy at a boundary", "a clone by hand", ours / by_hand, "x", 4.0, 2.0, note=note)


def _game() -> Game:
    """Return a game for two after thirty turns, between two plays."""
    game = Game(content("barons"), 2, 3)
    chance = random.Random(3).random
    while (choice := game.choice) is not None and (game.state.turn < 30 or not game.at_boundary):
        game.answer(int(chance() * len(choice.options)))
    return game


class ByHand:
    """The position as somebody would keep it who writes this one game: decks, piles, hands, boards, faces."""

    __slots__ = ("boards", "counters", "down", "effects", "known", "phase", "seat", "turn", "way", "zones")

    def __init__(self, of: State) -> None:
        self.zones = [zone[:] for zone in of.zones]
        self.boards = [board.copy() for board in of.boards]
        self.down = of.down[:]
        self.way = of.way[:]
        self.known = of.known[:]
        self.effects = of.effects[:]
        self.counters = of.counters.copy()
        self.seat = of.seat
        self.phase = of.phase
        self.turn = of.turn
