"""The edition of a ruleset: its cards and its own lines as its players see them.

A ruleset may take single cards from packs that it does not otherwise use, make a card of one way of another card, amend
cards, and give colors other names. All of that is done on the checked trees, so that rules text and behaviour follow
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from barons_core.language.amend import amended, new_titles, retitled
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.tree import CardNode, Constant, CostNode, Lasting, Node, WayNode
from barons_core.language.words import Value, Vocabulary, Word

N = TypeVar("N", bound=Node)


@dataclass(frozen=True)
class Edition:
    """The cards of a ruleset as they are declared and as they are played, in one order; the ruleset; its vocabulary.

    `missing` are titles that the ruleset takes from cards with faults.
    """

    declared: tuple[CardNode, ...]
    cards: tuple[CardNode, ...]
    ruleset: RulesetNode
    vocabulary: Vocabulary
    missing: tuple[str, ...] = ()


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
    declared = tuple(card for card in found.values() if not _gone(amended(card, node.amendments), node))
    colors = dict(node.renames)
    played = tuple(recolored(_amended(card, node), colors) for card in declared)
    words = Vocabulary(tuple(_with_name(word, colors) for word in vocabulary.words))
    missing = tuple(title for title in taken if title not in found)
    return Edition(declared, played, _ruleset(node, colors), words, missing)


def _amended(card: CardNode, node: RulesetNode) -> CardNode:
    """Return a card as a ruleset amends it; a part answers to the new title of its whole."""
    titles = new_titles(node.amendments)
    return replace(amended(card, node.amendments), whole=titles.get(card.whole, card.whole))


def _taken(node: RulesetNode) -> dict[str, dict[int, int]]:
    """Return the titles that a ruleset brings in by itself, each with its copies by deck."""
    taken: dict[str, dict[int, int]] = {}
    for swap in node.swaps:
        taken.setdefault(swap.added_title, {})[swap.color] = swap.added
    for each in node.inclusions:
        taken.setdefault(each.title, {})[each.color] = each.copies
    return taken


def _in_decks(card: CardNode, decks: Mapping[int, int], every: int) -> CardNode:
    """Return a card in other decks; where its numbers came from says nothing about those that take their place."""
    colors, copies = tuple(sorted(decks)), max(decks.values())
    changed = {"deck"} if colors != card.colors else set()
    changed |= {"copies"} if copies != card.copies else set()
    sources = tuple(pair for pair in card.sources if pair[0] not in changed)
    return replace(card, colors=colors, copies=copies, each_deck=len(colors) == every, sources=sources)


def _gone(card: CardNode, node: RulesetNode) -> bool:
    """Tell whether swaps leave no copy of a card in any deck, whatever the number of players."""
    left = dict.fromkeys(card.colors, card.copies)
    for swap in node.swaps:
        if swap.players is None and swap.removed_title == card.title and swap.color in left:
            left[swap.color] -= swap.removed
    return bool(left) and all(copies <= 0 for copies in left.values())


def _ruleset(node: RulesetNode, colors: Mapping[str, str]) -> RulesetNode:
    """Return a ruleset whose lines call cards and colors as its players do."""
    titles = new_titles(node.amendments)
    swaps = (replace(swap, removed_title=titles.get(swap.removed_title, swap.removed_title),
                     added_title=titles.get(swap.added_title, swap.added_title)) for swap in node.swaps)  # fmt: skip
    return replace(
        node,
        abilities=tuple(recolored(retitled(ability, titles), colors) for ability in node.abilities),
        swaps=tuple(swaps),
        inclusions=tuple(replace(each, title=titles.get(each.title, each.title)) for each in node.inclusions),
    )


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
            if isinstance(node, Lasting) and node.block >= 0 and node.block not in used:
                used.add(node.block)
                waiting.extend(card.blocks[node.block])
    return tuple(block if number in used else () for number, block in enumerate(card.blocks))


# ------------------------------------------------------------------------------------------------ colors
def recolored(node: N, colors: Mapping[str, str]) -> N:
    """Return a node in which every color has its new name; the node itself if nothing has."""
    if not colors:
        return node
    changes = {item.name: _recolored(getattr(node, item.name), colors) for item in fields(node)}
    match node:
        case CostNode(prices=prices):
            changes["prices"] = tuple(tuple((n, colors.get(word, word)) for n, word in price) for price in prices)
        case Constant(type="Color", text=text):
            changes["text"] = colors.get(text, text)
    if all(value is getattr(node, name) or value == getattr(node, name) for name, value in changes.items()):
        return node
    return replace(node, **changes)


def _recolored(value: Any, colors: Mapping[str, str]) -> Any:
    if isinstance(value, Node):
        return recolored(value, colors)
    if isinstance(value, tuple):
        return tuple(_recolored(item, colors) for item in value)
    return value


def _with_name(word: Word, colors: Mapping[str, str]) -> Word:
    color = isinstance(word, Value) and word.type == "Color"
    return replace(word, spelling=colors[word.spelling]) if color and word.spelling in colors else word
