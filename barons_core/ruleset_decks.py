"""What the decks of a ruleset hold for each number of players, worked out once for all that is to be said of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from barons_core.language.decks import decks_of
from barons_core.model.rulesets import DeckLine, Decks, Swap, spanned

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.language.tree import CardNode
    from barons_core.loading import Library


@dataclass(frozen=True)
class RulesetDecks:
    """A ruleset with its cards, and its decks for numbers of players, those together for which the same lines hold."""

    books: Library
    node: RulesetNode
    cards: tuple[CardNode, ...]
    games: tuple[tuple[tuple[int, ...], Decks], ...]

    def players_of(self, line: DeckLine) -> list[int]:
        """Return the numbers of players of the ruleset for which a line holds."""
        return [seats for numbers, _ in self.games for seats in numbers if line.holds(seats)]


def decks_in(books: Library, node: RulesetNode, packs: Collection[str]) -> RulesetDecks:
    """Return the decks of a ruleset with all cards of some packs, and with those beside a text in no pack."""
    known = books.declared()
    packs = {*packs, *(books.pack_of(known[name].file) for name in node.made_of)}
    cards = tuple(card for card in books.checked.cards if books.pack_of(card.file) in packs)
    games = tuple((numbers, decks_of(cards, node, numbers[0])) for numbers in numbers_of_players(node))
    return RulesetDecks(books, node, cards, games)


def numbers_of_players(node: RulesetNode) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of players that a ruleset allows, those together for which the same lines hold."""
    spans = sorted({line.players for line in node.deck_lines if isinstance(line, Swap) and line.players is not None})
    groups: dict[tuple[bool, ...], list[int]] = {}
    for seats in spanned(node.players or (1, 1)):
        groups.setdefault(tuple(seats in spanned(span) for span in spans), []).append(seats)
    yield from map(tuple, groups.values())
