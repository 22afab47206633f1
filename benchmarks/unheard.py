"""The test whether anybody listens to an event that nobody listens to, against the call of an empty function."""

from __future__ import annotations

from collections.abc import Iterator

from barons_core.engine.events import Move
from barons_core.engine.game import Game
from benchmarks.measure import Row, interleaved
from benchmarks.reduced_game import content

TIMES = 200_000
ROUNDS = 15


def rows(times: int = TIMES, rounds: int = ROUNDS) -> Iterator[Row]:
    """Yield the row: both by difference to the empty loop around them."""
    game = Game(content(), 2, 1)
    event = Move("draw", 0, 0, game.layout.hand(0))
    assert event.key not in game.heard

    def nothing() -> None:
        for _ in range(times):
            pass

    def test() -> None:
        for _ in range(times):
            if event.key in game.heard:
                raise AssertionError

    def call() -> None:
        for _ in range(times):
            empty()

    around, tested, called = interleaved([nothing, test, call], rounds)
    yield Row("an event that nobody listens to", "an empty call", (tested - around) / (called - around), "x", 1.5, 1.0)


def empty() -> None:
    """Do nothing."""
