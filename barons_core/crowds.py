"""Games of too many cards: which rulesets would have them, and where the number is written that makes them too many."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from barons_core.language.codes import code
from barons_core.language.reports import Report
from barons_core.model.definitions import Place
from barons_core.model.rulesets import EVERY, DeckLine, Decks

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.language.tree import CardNode
    from barons_core.loading import Library
    from barons_core.ruleset_decks import RulesetDecks

MAX_CARDS = 1_000

TOO_MANY_CARDS = code(
    "BC089",
    "a game of too many cards",
    f"The decks of one game hold at most {MAX_CARDS:,} cards, so that questions stay short and games fast.",
    'building "Watchtower" in each deck x1000:\n    cost 1 red\n',
    'building "Watchtower" in each deck x4:\n    cost 1 red\n',
)


def crowd_report(decks: RulesetDecks) -> Report | None:
    """Return what is wrong if a ruleset has more cards than can be played with.

    It stands where the number is written: in the pack that extends the most others, for these are sound without it,
    and there at the largest number.
    """
    numbers, game = max(reversed(decks.games), key=lambda each: sum(each[1].copies.values()))
    count = sum(game.copies.values())
    if count <= MAX_CARDS:
        return None
    sizes = _sizes(decks.cards, decks.node, numbers[0], game)
    largest = max(sizes, key=lambda place: (_height(decks.books, place), sizes[place], -place.line))
    message = f"the decks of {decks.node.title!r} would hold {count:,} cards; a game has at most {MAX_CARDS:,}"
    return Report(TOO_MANY_CARDS.code, message, decks.books.statement(largest),
                  help="use fewer packs at once, or fewer copies; this number is the largest")


def _sizes(cards: Collection[CardNode], node: RulesetNode, seats: int, decks: Decks) -> dict[Place, int]:
    """Return how many cards of some decks each line brings: a swap, an inclusion, an amendment, or a card itself."""
    replaced: dict[DeckLine, int] = {swap: there for swap, there in decks.found if swap.removed == EVERY}
    sizes: dict[Place, int] = {}
    own = dict(decks.copies)
    for line in node.deck_lines:
        if not line.holds(seats):
            continue
        entry, copies = (line.added_title, line.color), replaced.get(line, line.added)
        sizes[line.place] = sizes.get(line.place, 0) + copies
        own[entry] = own.get(entry, 0) - copies
    written = {card.title: Place(card.file, card.token.line) for card in cards}
    for field in ("deck", "copies"):
        written |= {each.title: each.place for each in node.amendments if each.field == field}
    for (title, _), copies in own.items():
        if copies > 0:
            sizes[written[title]] = sizes.get(written[title], 0) + copies
    return sizes


def _height(books: Library, place: Place) -> int:
    """Return on how many packs the one of a place builds; what belongs to no pack builds on all of them."""
    pack = books.pack_of(place.file)
    known = {each.name for each in books.packs}
    return len(books.extended([pack])) if pack in known else len(known) + 1
