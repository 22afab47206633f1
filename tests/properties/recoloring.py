"""The same game with the colors exchanged: in the text of all cards, and in everything that lies on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any
from unittest import mock

from barons_core import plugins
from barons_core.deck_lines import told_apart
from barons_core.engine import randomness
from barons_core.engine.choices import Choice
from barons_core.engine.fingerprints import rendering
from barons_core.engine.game import Game
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.compile import compile_card
from barons_core.language.words import Vocabulary
from barons_core.loading import Library, content, library
from barons_core.model.rulesets import Content
from barons_core.model.state import State
from barons_core.rules.proposals import DECLINED
from barons_core.rules.vocabulary.structure import COLORS, LAND_NAMES
from tests.properties.words import renamed

Order = tuple[int, ...]


@dataclass(frozen=True)
class Recoloring:
    """A permutation: the color `n` becomes the color `order[n]`; `colors` are what they are called."""

    order: Order
    colors: tuple[str, ...] = COLORS

    @property
    def names(self) -> dict[str, str]:
        """Return how words change: colors, and the lands named for them."""
        pairs = [(self.colors[n], self.colors[new]) for n, new in enumerate(self.order)]
        lands = [(LAND_NAMES[COLORS[n]], LAND_NAMES[COLORS[new]]) for n, new in enumerate(self.order)]
        return dict([*pairs, *lands, *[(f"{a}s", f"{b}s") for a, b in lands]])

    def color(self, number: int) -> int:
        return self.order[number] if number >= 0 else number


@cache
def recolored(ruleset: str, order: Order) -> Content:
    """Return the content of a ruleset, its cards compiled anew from recolored text."""
    plain = content(ruleset)
    books = _library(Recoloring(order))
    found = books.edition(ruleset)
    cards = tuple(compile_card(card, found.vocabulary, books.pack_of(card.file)) for card in found.cards)
    assert [card.title for card in cards] == [card.title for card in plain.definitions]
    lines = replace(plain.ruleset, deck_lines=found.ruleset.deck_lines, gone=found.gone)
    return replace(plain, definitions=cards, ruleset=lines)


def _library(change: Recoloring) -> Library:
    sources = [SourceFile(source.name, _text(source.text, change.names), source.pack)
               for pack in library().packs for source in pack.sources()]  # fmt: skip
    checked = check_declarations(sources, Vocabulary.of(*plugins.words()))
    assert not [report for report in checked.reports if report.severity == "error"]
    return told_apart(replace(library(), checked=checked, vocabulary=checked.vocabulary))


def _text(text: str, names: Mapping[str, str]) -> str:
    kept = ("#", "    rename ")
    lines = [line if line.startswith(kept) else renamed(line, names) for line in text.split("\n")]
    return "\n".join(lines)


class Table:
    """A game and its recolored twin."""

    def __init__(self, game: Game, order: Order) -> None:
        self.change = Recoloring(order, game.content.colors)
        self.straight = game.copy()
        self.cards = _twins(game, recolored(game.content.ruleset.name, order), self.change)
        with self.chance():
            self.twin = self._twin()

    def _twin(self) -> Game:
        game = self.straight
        twin = Game(recolored(game.content.ruleset.name, self.change.order), game.seats, game.seed)
        state = self.turned(game.state)
        state.color = twin.color
        twin.state = state
        twin.rebase()
        return twin

    def chance(self) -> AbstractContextManager[Any]:
        """Let the twin's shuffles of a color fall as those of the color that it stands for."""
        back = {new: old for old, new in self.change.names.items()}
        real = randomness.generator

        def generator(seed: int, purpose: str, n: int) -> Random:
            return real(seed, renamed(purpose, back), n)

        return mock.patch.object(randomness, "generator", generator)

    def play(self, random: Random, answers: int) -> int:
        """Answer both games alike, a whole answer at a time, and compare; return how many answers that were."""
        for number in range(answers):
            self.compare()
            if self.straight.choice is None:
                return number
            before = len(self.straight.answers)
            while self.straight.choice is not None and len(self.straight.answers) == before:
                self.straight.answer(int(random.random() * len(self.straight.choice.options)))
            with self.chance():
                self.twin.answer(self._twin_answer(renamed(self.straight.answers[-1], self.change.names)))
        return answers

    def _twin_answer(self, text: str) -> str:
        """Return how the twin writes an answer: the parts of a cost stand in the order of the colors."""
        assert self.twin.choice is not None
        return next((other for other in self.twin.choice.ids() if _words(other) == _words(text)), text)

    def compare(self) -> None:
        """Check that the twin is in the recolored position, and asks the same."""
        assert self.straight.fault is None and self.twin.fault is None
        assert _plain(self.turned(self.straight.state)) == _plain(self.twin.state)
        one, two = self.straight.choice, self.twin.choice
        assert (one is None) == (two is None)
        if one is None or two is None:
            return
        assert one.player == two.player
        if isinstance(self.straight._demand, Choice):
            names = self.change.names
            assert sorted(_words(renamed(text, names)) for text in one.ids()) == sorted(map(_words, two.ids()))

    def turned(self, state: State) -> State:
        """Return a state with every card exchanged for its twin."""
        new = state.clone()
        zones = [self._zone(zone) for zone in range(len(state.zones))]
        for zone, cards in enumerate(state.zones):
            new.zones[zones[zone]] = [self.cards[card] for card in cards]
        new.boards = [{pos: self.cards[card] for pos, card in board.items()} for board in state.boards]
        for card, twin in enumerate(self.cards):
            new.where[twin] = zones[state.where[card]]
            new.at[twin], new.down[twin], new.way[twin] = state.at[card], state.down[card], state.way[card]
            new.known[twin] = state.known[card]
        new.tally = [[counts[self.change.order.index(color)] for color in range(len(counts))]
                     for counts in state.tally]  # fmt: skip
        new.effects = [effect._replace(card=self.cards[effect.card], env=self._env(effect.env))
                       for effect in state.effects]  # fmt: skip
        new.counters = dict(self._counter(*item) for item in state.counters.items())
        new.this_turn = dict(self._counter(*item) for item in state.this_turn.items())
        return new

    def _env(self, env: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what a lasting effect has captured; in these packs that is a color or nothing."""
        return tuple(self.change.color(value) for value in env)

    def _zone(self, zone: int) -> int:
        layout = self.straight.layout
        color = layout.color_of(zone)
        if color is None:
            return zone
        new = self.change.color(color)
        return layout.deck(new) if layout.is_deck(zone) else layout.pile(new)

    def _counter(self, key: Any, value: int) -> tuple[Any, int]:
        match key:
            case ("random", purpose):
                return ("random", renamed(purpose, self.change.names)), value
            case ("used", card):
                return ("used", self.cards[card]), value
            case ("title reserved by", _):
                return key, self.cards[value - 1] + 1
        return key, value


def _twins(game: Game, twin: Content, change: Recoloring) -> list[int]:
    """Return for each card its twin: of the same definition, of the other color, in the same place among its like."""
    index, color = _supply(twin, game.seats)
    found = defaultdict(list)
    for card, pair in enumerate(zip(index, color, strict=True)):
        found[pair].append(card)
    seen: dict[tuple[int, int], int] = defaultdict(int)
    cards = []
    for number, old in zip(game.index, game.color, strict=True):
        pair = number, change.color(old)
        cards.append(found[pair][seen[pair]])
        seen[pair] += 1
    return cards


def _supply(twin: Content, seats: int) -> tuple[Sequence[int], Sequence[int]]:
    game = Game(twin, seats, 0, log=False)
    return game.index, game.color


def _plain(state: State) -> str:
    """Return a state as text, without declined proposals and the order of hands, in which colors have an order."""
    new = state.clone()
    new.counters = {key: n for key, n in new.counters.items() if not (isinstance(key, tuple) and key[0] == DECLINED)}
    for seat in range(state.layout.seats):
        new.zones[state.layout.hand(seat)].sort()
    return rendering(new)


def _words(text: str) -> list[str]:
    return sorted(text.replace(",", " ").split())


def check_colors(game: Game, random: Random, answers: int = 25) -> None:
    """Check that a game goes on in the same way when the colors are exchanged."""
    order = _ORDERS[int(random.random() * len(_ORDERS))]
    Table(game, order).play(random, answers)


_ORDERS: tuple[Order, ...] = ((1, 0, 2, 3), (3, 2, 1, 0), (1, 2, 3, 0), (2, 0, 3, 1))
