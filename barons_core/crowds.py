"""Games of too many cards: which rulesets would have them, and where the number is written that makes them too many."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from barons_core.files import start_of
from barons_core.language.codes import code
from barons_core.language.reports import Report
from barons_core.model.definitions import Place
from barons_core.model.rulesets import in_decks

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.language.tree import CardNode
    from barons_core.loading import Library

MAX_CARDS = 1_000

TOO_MANY_CARDS = code(
    "BC089",
    "a game of too many cards",
    f"The decks of one game hold at most {MAX_CARDS:,} cards, so that questions stay short and games fast.",
    'building "Watchtower" in each deck x1000:\n    cost 1 red\n',
    'building "Watchtower" in each deck x4:\n    cost 1 red\n',
)


def crowd_reports(books: Library) -> Iterator[Report]:
    """Yield a report for each ruleset that can be played by itself and would have too many cards."""
    for node in books.rulesets().values():
        if node.players and node.turn and (report := crowd_report(books, node, books.packs_of(node))):
            yield report


def crowd_report(books: Library, node: RulesetNode, packs: Collection[str]) -> Report | None:
    """Return what is wrong if a ruleset, with all cards of some packs, has more cards than can be played with.

    It stands where the number is written: in the pack that extends the most others, for these are sound without it,
    and there at the largest number.
    """
    cards = [card for card in books.checked.cards if books.pack_of(card.file) in packs]
    decks = max((_decks(cards, node, seats) for seats in _seats(node)), key=lambda decks: sum(decks.values()))
    count = sum(decks.values())
    if count <= MAX_CARDS:
        return None
    written = _written(cards, node)
    sizes: dict[Place, int] = {}
    for entry, copies in decks.items():
        place = written.get(entry) or written[entry[0], -1]
        sizes[place] = sizes.get(place, 0) + copies
    largest = max(sizes, key=lambda place: (_height(books, place), sizes[place], -place.line))
    message = f"the decks of {node.title!r} would hold {count:,} cards; a game has at most {MAX_CARDS:,}"
    return Report(TOO_MANY_CARDS.code, message, start_of(largest.file, largest.line),
                  help="use fewer packs at once, or fewer copies; this number is the largest")


def _seats(node: RulesetNode) -> Iterator[int]:
    """Yield the numbers of players for which the decks may differ, the most first."""
    low, high = node.players or (1, 1)
    yield from range(high, low - 1, -1) if any(swap.players is not None for swap in node.swaps) else [high]


def _decks(cards: Collection[CardNode], node: RulesetNode, seats: int) -> dict[tuple[str, int], int]:
    """Return the copies of each title in each deck, under the titles that the cards' packs give."""
    copies = {each.title: each.value for each in node.amendments if each.field == "copies"}
    colors = {each.title: each.value[0] for each in node.amendments if each.field == "deck"}
    amended = ((card.title, colors.get(card.title, card.colors), copies.get(card.title, card.copies))
               for card in cards)
    return in_decks(amended, node.inclusions, node.swaps, seats)


def _written(cards: Collection[CardNode], node: RulesetNode) -> dict[tuple[str, int], Place]:
    """Return where the number of a title in a deck is written, or, for the deck -1, that in all others."""
    places = {(card.title, -1): Place(card.file, card.token.line) for card in cards}
    for field in ("deck", "copies"):
        places |= {(each.title, -1): each.place for each in node.amendments if each.field == field}
    places |= {(each.title, each.color): each.place for each in node.inclusions}
    return places | {(each.added_title, each.color): each.place for each in node.swaps}


def _height(books: Library, place: Place) -> int:
    """Return on how many packs the one of a place builds; what belongs to no pack builds on all of them."""
    pack = books.pack_of(place.file)
    known = {each.name for each in books.packs}
    return len(books.extended([pack])) if pack in known else len(known) + 1
