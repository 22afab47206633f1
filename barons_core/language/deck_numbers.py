"""How many copies of each card the decks of a ruleset hold, where swaps and inclusions have a say in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from barons_core.language.decks import in_words
from barons_core.language.editions import Edition
from barons_core.model.definitions import Place
from barons_core.model.rulesets import EVERY, MAX_PLAYERS, DeckLine, Swap, in_decks, spanned

NO_DECK = -1
_SPAN = re.compile("([0-9]{1,4})(?: to ([0-9]{1,4}))?")
_SAID = re.compile(
    r"(?P<copies>none|[0-9]{1,4}|[0-9]{1,4} in [^\s,;]+(?:, ?[0-9]{1,4} in [^\s,;]+)*)"
    r"(?: with (?P<players>[0-9]{1,4}(?: to [0-9]{1,4})?(?: or [0-9]{1,4}(?: to [0-9]{1,4})?)*) players?)?"
)


@dataclass(frozen=True)
class DeckNumbers:
    """The copies of one card by deck, for numbers of players; `place` is the last line that has a say in them.

    `follows`: the card's own line says the number, in games in which no swap replaces every copy. `of_another`: a swap
    of every copy of another card brings some, so that the number follows from that card's.
    """

    games: tuple[tuple[tuple[int, ...], Mapping[int, int]], ...]
    place: Place
    follows: bool
    of_another: bool = False

    @property
    def colors(self) -> tuple[int, ...]:
        """Return the decks that have the card in some game."""
        return tuple(sorted({color for _, decks in self.games for color in decks}))

    @property
    def copies(self) -> int | None:
        """Return the one number that each of the decks has in each game, None if there are several."""
        counts = {decks.get(color, 0) for _, decks in self.games for color in self.colors}
        return counts.pop() if len(counts) == 1 else None

    def in_words(self, colors: Sequence[str]) -> str:
        """Return the numbers by deck, and by the number of players if that makes a difference."""
        said = []
        for seats, decks in self.games:
            numbers = ", ".join(f"{copies} in {colors[color]}" for color, copies in sorted(decks.items())) or "none"
            said.append(f"{numbers} with {in_words(seats)}" if len(self.games) > 1 else numbers)
        return "; ".join(said)

    def said_by(self, words: str, colors: Sequence[str]) -> bool:
        """Tell whether words such as `in_words` gives say these numbers, in any order; one alone is each deck's."""
        games = {players: dict(decks) for seats, decks in self.games for players in seats}
        told: dict[int, dict[int, int]] = {}
        for part in words.split(";"):
            match = _SAID.fullmatch(part.strip())
            if match is None:
                return False
            decks = self._decks_said(match["copies"], colors)
            spans = [(int(low), int(high or low)) for low, high in _SPAN.findall(match["players"] or "")]
            seats = [players for players in games if not spans or any(low <= players <= high for low, high in spans)]
            if told.keys() & set(seats):
                return False
            told |= dict.fromkeys(seats, decks)
        return told == games

    def _decks_said(self, words: str, colors: Sequence[str]) -> dict[int, int]:
        if words.isdecimal():
            return dict.fromkeys(self.colors, int(words))
        said = [part.strip().split(" in ") for part in words.split(",") if part != "none"]
        return {colors.index(color) if color in colors else NO_DECK: int(copies) for copies, color in said}


def deck_numbers(found: Edition) -> dict[str, DeckNumbers]:
    """Return the numbers of those cards, by their titles, about which a swap or inclusion says something."""
    node = found.ruleset
    cards = [*((card.title, card.colors, card.copies) for card in found.cards), *found.gone]
    players = spanned(node.players or (1, MAX_PLAYERS))
    games = {seats: in_decks(cards, node.deck_lines, seats).copies for seats in players}
    numbers: dict[str, DeckNumbers] = {}
    for card in found.cards:
        lines = [line for line in node.deck_lines if card.title in _titles(line)]
        if lines:
            own = dict.fromkeys(card.colors, card.copies)
            told = _grouped({seats: _of(card.title, copies) for seats, copies in games.items()})
            follows = all(_replaces_every(line, card.title) for line in lines) and own in [decks for _, decks in told]
            of_another = any(_takes_every(line) and line.added_title == card.title for line in lines)
            numbers[card.title] = DeckNumbers(told, lines[-1].place, follows, of_another)
    return numbers


def _titles(line: DeckLine) -> tuple[str, ...]:
    return (line.added_title, line.removed_title) if isinstance(line, Swap) else (line.added_title,)


def _replaces_every(line: DeckLine, title: str) -> bool:
    return _takes_every(line) and line.added_title != title


def _takes_every(line: DeckLine) -> bool:
    return isinstance(line, Swap) and line.removed == EVERY


def _of(title: str, copies: Mapping[tuple[str, int], int]) -> dict[int, int]:
    return {color: number for (other, color), number in copies.items() if other == title}


def _grouped(games: Mapping[int, dict[int, int]]) -> tuple[tuple[tuple[int, ...], Mapping[int, int]], ...]:
    """Return the numbers of players with what the decks have then, those together that have the same."""
    groups: list[tuple[list[int], dict[int, int]]] = []
    for seats, decks in games.items():
        same = next((group for group, other in groups if other == decks), None)
        if same is not None:
            same.append(seats)
        else:
            groups.append(([seats], decks))
    return tuple((tuple(group), decks) for group, decks in groups)
