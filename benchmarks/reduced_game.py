"""The reduced Barons, once as card text played by the ordinary game, with the light player of `hand_written.py`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count
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
    """The policy of `light` in `hand_written.py`, on our choices; returns the index of an option.

    As the game by hand does, it keeps up what hangs together instead of looking for it in each turn.
    """

    def __init__(self, game: Game, chance: Callable[[], float]) -> None:
        self.chance = chance
        self.parameter, self.color, self.definition = game.parameter, game.color, game.definition
        self.tally = game.state.tally
        self.regions = [Regions(game, seat) for seat in range(game.seats)]

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
        color, definition, held, laid = self.color, self.definition, self.tally[seat], []
        most = max(held)
        for number, (what, card, _) in enumerate(options[:-1]):
            if what == "build":
                return number
            if held[color[card]] == most and definition[card].kind != "building":
                laid.append(number)
        return laid[int(self.chance() * len(laid))] if laid else int(self.chance() * len(options))

    def tax(self, seat: int, options: Sequence[Any]) -> int:
        """Begin with a land of a largest region of the color that the hand holds least of."""
        regions, held = self.regions[seat].now(options), self.tally[seat]
        some: list[list[int]] = []
        scarce = 0
        for color, of_color in enumerate(regions):
            if of_color and (not some or held[color] < scarce):
                some, scarce = of_color, held[color]
        size, most = self.parameter(SIZE, 4, seat), 0
        for region in some:
            if len(region) > most:
                most = len(region)
        if most > size:
            most = size
        lands = [pos for region in some if len(region) >= most for pos in region]
        return options.index(lands[int(self.chance() * len(lands))])


class Regions:
    """The lands of a barony that hang together, a list of regions for each color."""

    def __init__(self, game: Game, seat: int) -> None:
        state = game.state
        self.seat = seat
        self.versions, self.cells = state.board_versions, state.boards[seat]
        self.down, self.color = state.down, game.color
        self.version = -1
        self.count = 0
        self.lands: dict[int, int] = {}
        colors = game.content.colors
        self.regions: list[list[list[int]]] = [[] for _ in colors]
        self.region_at: list[dict[int, list[int]]] = [{} for _ in colors]

    def now(self, options: Sequence[Any]) -> list[list[list[int]]]:
        """Return them as they are; the options are all lands that may be taxed and one more."""
        version, count, cells, color = self.versions[self.seat], len(options), self.cells, self.color
        if version == self.version:
            return self.regions
        newest = next(reversed(cells))
        if version == self.version + 1 and count == self.count + 1 and self.down[cells[newest]]:
            self.take_in(newest, color[cells[newest]])
        elif version != self.version + 1 or count != self.count:
            self.catch_up({pos: color[cells[pos]] for pos in options[:-1]})
        self.version, self.count = version, count
        return self.regions

    def take_in(self, pos: int, color: int) -> None:
        """Put one land to those that it lies beside."""
        at, regions, region = self.region_at[color], self.regions[color], None
        for near in (pos + 1, pos - 1, pos + 1024, pos - 1024):
            beside = at.get(near)
            if beside is None or beside is region:
                continue
            if region is None:
                region = beside
                continue
            region += beside
            at.update(dict.fromkeys(beside, region))
            regions.remove(beside)
        if region is None:
            region = []
            regions.append(region)
        region.append(pos)
        at[pos] = region
        self.lands[pos] = color

    def catch_up(self, lands: dict[int, int]) -> None:
        """Take apart what hung together with lands that are gone, and put to the others whatever is new."""
        known = self.lands
        for pos, color in [*known.items()]:
            if lands.get(pos) == color or known.get(pos) != color:
                continue
            region = self.region_at[color][pos]
            self.regions[color].remove(region)
            for each in region:
                del self.region_at[color][each], known[each]
        for pos, color in lands.items():
            if pos not in known:
                self.take_in(pos, color)


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
