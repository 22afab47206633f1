"""The edition of a ruleset: its cards and its own lines as its players see them.

A ruleset may take single cards from packs that it does not otherwise use, make a card of one way of another card, amend
cards, and give colors other names. All of that is done on the checked trees, so that rules text and behaviour follow
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from barons_core.language.amend import amended, names_of, new_titles, retitled
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.decks import gone
from barons_core.language.tree import CardNode, Constant, CostNode, Lasting, Node, Select, WayNode, rewritten
from barons_core.language.words import Value, Vocabulary, Word
from barons_core.model.rulesets import DeckLine, Inclusion, OwnCopies, Swap

N = TypeVar("N", bound=Node)


@dataclass(frozen=True)
class Edition:
    """The cards of a ruleset as they are declared and as they are played, in one order; the ruleset; its vocabulary.

    `missing` are titles that the ruleset takes from cards with faults; `called` has each title that no card has there
    any more with what stands in its place: the new one, or those of the parts of a card that is there in parts only.
    `gone` are the cards of which swaps leave no copy: they take part in what the decks hold, and in nothing else.
    """

    declared: tuple[CardNode, ...]
    cards: tuple[CardNode, ...]
    ruleset: RulesetNode
    vocabulary: Vocabulary
    missing: tuple[str, ...] = ()
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gone: tuple[OwnCopies, ...] = ()


def edition(
    node: RulesetNode, cards: Iterable[CardNode], every: Iterable[CardNode], vocabulary: Vocabulary
) -> Edition:
    """Return the edition of a ruleset from the cards of its packs; `every` are those of all packs."""
    found = {card.title: card for card in cards}
    known = {card.title: card for card in every} | found
    taken = _taken(node)
    for title, decks in taken.items():
        card = known.get(title) or _part(title, known.values())
        if title not in found and card is not None:
            found[title] = _in_decks(card, decks, len(vocabulary.colors))
            node = _apart(node, title)
    left_out = set(gone(found.values(), node))
    changed = {card.title: _amended(card, node) for card in found.values()}
    taken_away = tuple((card.title, card.colors, card.copies) for old, card in changed.items() if old in left_out)
    declared = tuple(card for card in found.values() if card.title not in left_out)
    colors, parts = dict(node.renames), _parts(declared, node)
    played = tuple(_in_parts(recolored(changed[card.title], colors), parts) for card in declared)
    words = Vocabulary(tuple(_with_name(word, colors) for word in vocabulary.words))
    called = parts | {old: parts.get(new, (new,)) for old, new in new_titles(node.amendments).items()}
    missing = tuple(title for title in taken if title not in found)
    return Edition(declared, played, _ruleset(node, colors, parts), words, missing, called, taken_away)


def _amended(card: CardNode, node: RulesetNode) -> CardNode:
    """Return a card as a ruleset amends it; a part answers to the new title of its whole."""
    titles = new_titles(node.amendments)
    return replace(amended(card, node.amendments), whole=titles.get(card.whole, card.whole))


def _taken(node: RulesetNode) -> dict[str, dict[int, int]]:
    """Return the titles that a ruleset brings in by itself, each with its copies by deck."""
    taken: dict[str, dict[int, int]] = {}
    for line in sorted(node.deck_lines, key=lambda line: isinstance(line, Inclusion)):
        taken.setdefault(line.added_title, {})[line.color] = max(line.added, 1)
    return taken


def _in_decks(card: CardNode, decks: Mapping[int, int], every: int) -> CardNode:
    """Return a card in other decks; where its numbers came from says nothing about those that take their place."""
    colors, copies = tuple(sorted(decks)), max(decks.values())
    changed = {"deck"} if colors != card.colors else set()
    changed |= {"copies"} if copies != card.copies else set()
    sources = tuple(pair for pair in card.sources if pair[0] not in changed)
    return replace(card, colors=colors, copies=copies, each_deck=len(colors) == every, sources=sources)


def _apart(node: RulesetNode, title: str) -> RulesetNode:
    """Return a ruleset that has a card by its swaps and inclusions alone, so that it has no number to amend."""
    return replace(
        node,
        deck_lines=tuple(replace(one, apart=one.apart or one.added_title == title) for one in node.deck_lines),
        amendments=tuple(one for one in node.amendments if one.title != title or one.field not in ("copies", "deck")),
    )


def _ruleset(node: RulesetNode, colors: Mapping[str, str], parts: Mapping[str, tuple[str, ...]]) -> RulesetNode:
    """Return a ruleset whose lines call cards and colors as its players do."""
    titles = new_titles(node.amendments)
    return replace(
        node,
        abilities=tuple(_in_parts(recolored(retitled(one, titles), colors), parts) for one in node.abilities),
        deck_lines=tuple(_called(line, titles) for line in node.deck_lines),
    )


def _called(line: DeckLine, titles: Mapping[str, str]) -> DeckLine:
    """Return a line about a deck with the new titles of its cards."""
    line = replace(line, added_title=titles.get(line.added_title, line.added_title))
    if isinstance(line, Swap):
        line = replace(line, removed_title=titles.get(line.removed_title, line.removed_title))
    return line


# ------------------------------------------------------------------------------------------------ parts of cards
def _part(title: str, cards: Iterable[CardNode]) -> CardNode | None:
    """Return the card that is one way of another and has the title of that way."""
    for card in cards:
        for way in card.ways:
            if way.title == title:
                return replace(card, title=title, ways=(way,), blocks=_blocks(card, way), whole=card.title)
    return None


def _parts(cards: Iterable[CardNode], node: RulesetNode) -> dict[str, tuple[str, ...]]:
    """Return the titles of cards that are there in parts only, each with those of its parts, as players see them."""
    titles = new_titles(node.amendments)
    there = {name for card in cards for name in names_of(card)}
    parts: dict[str, tuple[str, ...]] = {}
    for card in cards:
        if card.whole and card.whole not in there:
            whole = titles.get(card.whole, card.whole)
            parts[whole] = (*parts.get(whole, ()), titles.get(card.title, card.title))
    return parts


def _in_parts(node: N, parts: Mapping[str, tuple[str, ...]]) -> N:
    """Return a node in which what is said of a whole card names the parts of it that are there."""
    if not parts:
        return node

    def changed(inner: Node) -> dict[str, Any]:
        return {"parts": parts[inner.title]} if isinstance(inner, Select) and inner.title in parts else {}

    return rewritten(node, changed)


def as_whole(card: CardNode) -> CardNode:
    """Return a card that names other cards as wholes, for whoever compares it with one that does."""
    return rewritten(card, lambda inner: {"parts": ()} if isinstance(inner, Select) else {})


def _blocks(card: CardNode, way: WayNode) -> tuple[tuple[Any, ...], ...]:
    """Return the blocks of a card, those that a way never starts emptied: their numbers stay."""
    waiting: list[Node] = [way]
    used: set[int] = set()
    while waiting:
        for node in waiting.pop().walk():
            if isinstance(node, Lasting) and node.block >= 0 and node.block not in used:
                used.add(node.block)
                waiting.extend(card.blocks[node.block])
    return tuple(block if number in used else () for number, block in enumerate(card.blocks))


# ------------------------------------------------------------------------------------------------ colors
def recolored(node: N, colors: Mapping[str, str]) -> N:
    """Return a node in which every color has its new name; the node itself if nothing has."""
    if not colors:
        return node

    def changed(inner: Node) -> dict[str, Any]:
        match inner:
            case CostNode(prices=prices):
                return {"prices": tuple(tuple((n, colors.get(word, word)) for n, word in price) for price in prices)}
            case Constant(type="Color", text=text):
                return {"text": colors.get(text, text)}
            case _:
                return {}

    return rewritten(node, changed)


def _with_name(word: Word, colors: Mapping[str, str]) -> Word:
    color = isinstance(word, Value) and word.type == "Color"
    return replace(word, spelling=colors[word.spelling]) if color and word.spelling in colors else word
