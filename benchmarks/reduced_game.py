"""The reduced Barons, once as card text played by the ordinary game, with the light player of `hand_written.py`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import compress, count
from operator import itemgetter
from pathlib import Path
from statistics import mean
from typing import Any

from barons_core import loading, plugins
from barons_core.engine import game as game_module
from barons_core.engine.choices import DONE, Choice
from barons_core.engine.game import Game
from barons_core.hookspecs import hookimpl
from barons_core.language.words import Kind, Word
from barons_core.model.rulesets import Content
from barons_core.rules import BaronsRules
from barons_core.simulation import SNAPSHOTS
from benchmarks import hand_written
from benchmarks.measure import Row, interleaved

GAMES = 50
ROUNDS = 11
PACK = Path(__file__).parent / "reduced"
TURNS = 300
# The speed that is promised is that of the compiled core; the plain one shall not fall back.
LEAST = 0.12 if game_module.__file__.endswith(".py") else 0.3
SIZE = "size of a tax"
WHAT = itemgetter(0)


class ReducedRules:
    """The plugin that brings the pack, to be played by the rules of Barons, with cards that are good for nothing."""

    @hookimpl
    def barons_packs(self) -> tuple[Path, ...]:
        return (PACK,)

    @hookimpl
    def barons_rules(self) -> dict[str, Callable[[], BaronsRules]]:
        return {"reduced": BaronsRules}

    @hookimpl
    def barons_words(self) -> tuple[Word, ...]:
        return (Kind("filler", "A card to pay with and to lay.", 'filler "Title" in red x5:', stays=False),)


def content() -> Content:
    """Return the reduced game, loaded by the ordinary door."""
    manager = plugins.manager()
    manager.register(ReducedRules(), "reduced")
    # Packs that were read before do not know of this one, and those read after shall not.
    loading.forget()
    try:
        return loading.content("reduced")
    finally:
        manager.unregister(name="reduced")
        loading.forget()


def playout(content: Content, seed: int, players: int = 2) -> tuple[int, int]:
    """Play one game as `simulate` does, without a log; return the numbers of choices and of turns."""
    game = Game(content, players, seed, log=False, every=SNAPSHOTS)
    player = Light(game, random.Random(seed).random)
    choices = 0
    state, answer, choose = game.state, game.answer, player.choose
    while (choice := game.choice) is not None and state.turn <= TURNS:
        answer(choose(choice))
        choices += 1
    return choices, state.turn


class Light:
    """The policy of `light` in `hand_written.py`, on our choices; returns the index of an option."""

    def __init__(self, game: Game, chance: Callable[[], float]) -> None:
        self.game = game
        self.chance = chance

    def choose(self, choice: Choice) -> int:
        prompt, options = choice.prompt, choice.options
        if prompt == "tax":
            if options[-1] is DONE:
                return self.tax(choice.player, options)
            return int(self.chance() * (len(options) - 1))
        if prompt == "add" and options[-1] is DONE:
            return self.add(choice.player, options)
        if prompt == "play" and self.chance() < 0.7:
            return len(options) - 1
        return int(self.chance() * len(options))

    def add(self, seat: int, options: Sequence[Any]) -> int:
        """Build what can be built, else lay a card of the color that the hand holds most of, but no church."""
        game, additions = self.game, options[:-1]
        whats = list(map(WHAT, additions))
        if "build" in whats:
            return whats.index("build")
        held, color, definition = game.state.tally[seat], game.color, game.definition
        most = max(held)
        laid = [number for number, (_, card, _) in enumerate(additions)
                if held[color[card]] == most and definition[card].kind != "building"]
        return laid[int(self.chance() * len(laid))] if laid else int(self.chance() * len(options))

    def tax(self, seat: int, options: Sequence[Any]) -> int:
        """Begin with a land of a largest region of the color that the hand holds least of."""
        game = self.game
        state = game.state
        lands = options[:-1]
        colors = list(map(game.color.__getitem__, map(state.boards[seat].__getitem__, lands)))
        scarce = min(sorted(set(colors)), key=state.tally[seat].__getitem__)
        places = set(compress(lands, map(scarce.__eq__, colors)))
        chosen = largest(places, game.parameter(SIZE, 4, seat))
        return options.index(chosen[int(self.chance() * len(chosen))])


def largest(left: set[int], limit: int) -> list[int]:
    """Return the lands that lie in largest regions, all those counting alike that are at least as large as the limit.

    `left` is used up.
    """
    best, found = 0, []
    while left:
        region = [left.pop()]
        for pos in region:
            near = left.intersection((pos + 1, pos + 1024, pos - 1, pos - 1024)) if left else None
            if near:
                left -= near
                region += near
        size = min(limit, len(region))
        if size > best:
            best, found = size, region
        elif size == best:
            found += region
    return found


def rows() -> Iterator[Row]:
    """Yield the row; the two play games of the same length, or the comparison would mean nothing."""
    reduced = content()
    lengths: tuple[list[int], list[int]] = ([], [])
    seeds = count()

    def ours() -> None:
        lengths[0].extend([playout(reduced, next(seeds))[1] for _ in range(GAMES)])

    def by_hand() -> None:
        lengths[1].extend([hand_written.playout(next(seeds))[1] for _ in range(4 * GAMES)])

    ours_time, hand_time = interleaved([ours, by_hand], ROUNDS)
    turns, hand_turns = mean(lengths[0]), mean(lengths[1])
    if abs(turns / hand_turns - 1) > 0.05:
        raise AssertionError(f"the games differ in length: {turns:.1f} and {hand_turns:.1f} turns on average")
    note = f"({GAMES / ours_time:.0f} and {4 * GAMES / hand_time:.0f} games/s; {turns:.1f} and {hand_turns:.1f} turns)"
    yield Row("a reduced Barons", "hand_written.py", hand_time / 4 / ours_time, "x", LEAST, 0.5, True, note)
