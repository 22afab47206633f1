"""The full game for two, uniformly random, against pyminion: choices with two options or more a second."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.rulesets import Content
from benchmarks import dominion
from benchmarks.measure import Row, interleaved

TURNS = 300
GAMES = 6
ROUNDS = 9


def rows() -> Iterator[Row]:
    """Yield the row."""
    barons = content("barons")
    made = [0, 0]
    seeds = count()

    def ours() -> None:
        made[0] += sum(playout(barons, next(seeds)) for _ in range(GAMES))

    def theirs() -> None:
        made[1] += sum(dominion.playout(next(seeds)) for _ in range(4 * GAMES))

    times = interleaved([ours, theirs], ROUNDS)
    ours_a_second, theirs_a_second = (n / (ROUNDS + 1) / time for n, time in zip(made, times, strict=True))
    note = f"({ours_a_second:.0f} and {theirs_a_second:.0f} choices/s; {len(dominion.broken)} of theirs broke)"
    yield Row("the full game for two", "pyminion", ours_a_second / theirs_a_second, "x", 0.5, 1.0, True, note)


def playout(content: Content, seed: int) -> int:
    """Play one game and return the number of choices."""
    game = Game(content, 2, seed, log=False, every=10)
    chance = random.Random(seed).random
    choices = 0
    while (choice := game.choice) is not None and game.state.turn <= TURNS:
        game.answer(int(chance() * len(choice.options)))
        choices += 1
    return choices
