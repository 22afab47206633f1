"""The edition of a ruleset: its cards and its own lines as its players see them.

A ruleset may take single cards from packs that it does not otherwise use, make a card of one way of another card, give
cards other titles and colors other names. All of that is done on the checked trees, so that rules text and behaviour
follow alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.tree import CardNode, Constant, CostNode, Lasting, Node, SectionNode, Select, WayNode
from barons_core.language.words import Value, Vocabulary, Word

T = TypeVar("T")


@dataclass(frozen=True)
class Edition:
    """The cards of a ruleset in order, the ruleset, and the vocabulary with its names of colors."""

    cards: tuple[CardNode, ...]
    ruleset: RulesetNode
    vocabulary: Vocabulary


def edition(
    node: RulesetNode, cards: Iterable[CardNode], every: Iterable[CardNode], vocabulary: Vocabulary
) -> Edition:
    """Return the edition of a ruleset from the cards of its packs; `every` are those of all packs."""
    found = {card.title: card for card in cards}
    known = {card.title: card for card in every} | found
    for title, colors in _taken(node).items():
        if title in found:
            continue
        card = known.get(title) or _part(title, known.values())
        if card is not None:
            each_deck = len(colors) == len(vocabulary.colors)
            found[title] = replace(card, colors=colors, each_deck=each_deck)
    names = _Names(
        {each.title: each.value for each in node.amendments if each.field == "title"}, dict(node.renames)
    )
    words = Vocabulary(tuple(names.word(word) for word in vocabulary.words))
    return Edition(tuple(names.card(card) for card in found.values()), names.ruleset(node), words)


def _taken(node: RulesetNode) -> dict[str, tuple[int, ...]]:
    """Return the titles that a ruleset brings in by itself, each with its decks."""
    taken: dict[str, list[int]] = {}
    for title, color in (
        *((swap.added_title, swap.color) for swap in node.swaps),
        *((each.title, each.color) for each in node.inclusions),
    ):
        taken.setdefault(title, []).append(color)
    return {title: tuple(sorted(set(colors))) for title, colors in taken.items()}


# ------------------------------------------------------------------------------------------------ parts of cards
def _part(title: str, cards: Iterable[CardNode]) -> CardNode | None:
    """Return the card that is one way of another and has the title of that way."""
    for card in cards:
        for way in card.ways:
            if way.title == title:
                return replace(card, title=title, ways=(way,), blocks=_blocks(card, way), whole=card.title)
    return None


def _blocks(card: CardNode, way: WayNode) -> tuple[tuple[Any, ...], ...]:
    """Return the blocks of a card, those that a way never starts emptied: their numbers stay."""
    waiting: list[Node] = [way]
    used: set[int] = set()
    while waiting:
        for node in waiting.pop().walk():
            if isinstance(node, Lasting | SectionNode) and node.block >= 0 and node.block not in used:
                used.add(node.block)
                waiting.extend(card.blocks[node.block])
    return tuple(block if number in used else () for number, block in enumerate(card.blocks))


# ------------------------------------------------------------------------------------------------ names
@dataclass(frozen=True)
class _Names:
    """New names for titles and for colors."""

    titles: Mapping[str, str]
    colors: Mapping[str, str]

    def card(self, card: CardNode) -> CardNode:
        return self._renamed(card) if self.titles or self.colors else card

    def ruleset(self, node: RulesetNode) -> RulesetNode:
        """Return a ruleset whose lines call the cards by their new titles."""
        return replace(
            node,
            abilities=tuple(map(self._renamed, node.abilities)),
            swaps=tuple(
                replace(each, removed_title=self._title(each.removed_title), added_title=self._title(each.added_title))
                for each in node.swaps
            ),
            inclusions=tuple(replace(each, title=self._title(each.title)) for each in node.inclusions),
            amendments=tuple(self._amendment(each) for each in node.amendments),
        )

    def word(self, word: Word) -> Word:
        new = isinstance(word, Value) and word.type == "Color" and self.colors.get(word.spelling)
        return replace(word, spelling=new) if new else word

    def _amendment(self, amendment: Any) -> Any:
        """Return an amendment of the card as it is called now, with the colors as they are called now."""
        value = amendment.value
        if amendment.field == "cost":
            value = value[0], tuple(map(self._price, value[1]))
        return replace(amendment, title=self._title(amendment.title), value=value)

    def _title(self, title: str) -> str:
        return self.titles.get(title, title)

    def _price(self, price: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
        return tuple((number, self.colors.get(word, word)) for number, word in price)

    def _renamed(self, node: T) -> T:
        """Return a node with all nodes below it that bear names exchanged; those without names stay the same."""
        if isinstance(node, tuple):
            return tuple(map(self._renamed, node))  # type: ignore[return-value]
        if not isinstance(node, Node) or not is_dataclass(node):
            return node
        below = {field.name: getattr(node, field.name) for field in fields(node)}
        changed: dict[str, Any] = {
            name: self._renamed(value) for name, value in below.items() if isinstance(value, Node | tuple)
        }
        match node:
            case CardNode() | WayNode() | Select():
                changed["title"] = self._title(node.title)
            case CostNode():
                changed["prices"] = tuple(map(self._price, node.prices))
            case Constant(type="Color"):
                changed["text"] = self.colors.get(node.text, node.text)
        new = {name: value for name, value in changed.items() if value != below[name]}
        return replace(node, **new) if new else node
