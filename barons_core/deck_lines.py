"""The lines of rulesets about single cards in decks: what they add to, and whether they find what they take."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from barons_core.crowds import numbers_of_players
from barons_core.language.amend import names_of
from barons_core.language.codes import code
from barons_core.language.decks import decks_of
from barons_core.language.reports import Report
from barons_core.merging import parts
from barons_core.model.rulesets import Swap

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.loading import Library

TOO_FEW_CARDS = code(
    "BC064",
    "a swap of more cards than there are",
    "A swap takes as many cards out of a deck as it says. The deck has fewer of that title, or none, whatever the "
    "number of players. What swaps before this one took is gone, and what a deck gets by inclusions counts.",
    """\
building "Watchtower" in red x4:
    cost 1 red

ruleset "House":
    includes barons
    replace 9 "Watchtower" with 9 "Beacon" in red
""",
    """\
building "Watchtower" in red x4:
    cost 1 red

ruleset "House":
    includes barons
    replace 4 "Watchtower" with 4 "Beacon" in red
""",
)


# ------------------------------------------------------------------------------------------------ what they add to
def told_apart(books: Library) -> Library:
    """Return a library whose rulesets tell the cards that are in a deck only by their swaps and inclusions.

    A ruleset adds to the decks of what it builds on: of the packs that it or its pack names. The cards that its own
    pack declares are in the decks as well, but for those that it swaps in: they wait for that.
    """
    packs = {title: books.pack_of(card.file) for card in books.checked.cards for title in names_of(card)}
    known = books.declared()
    rulesets = tuple(_told_apart(books, node, known, packs) for node in books.checked.rulesets)
    return replace(books, checked=replace(books.checked, rulesets=rulesets))


def _told_apart(
    books: Library, node: RulesetNode, known: dict[str, RulesetNode], packs: dict[str, str]
) -> RulesetNode:
    if not node.swaps and not node.inclusions:
        return node
    own, name = books.pack_of(node.file), PurePath(node.file).stem
    below = {books.pack_of(known[part].file) for part in parts([name], known) if part != name}
    under = below | books.extended(below) | (books.extended([own]) - {own})
    swaps = (replace(one, apart=packs.get(one.added_title) not in under) for one in node.swaps)
    inclusions = (replace(one, apart=packs.get(one.title) not in under | {own}) for one in node.inclusions)
    return replace(node, swaps=tuple(swaps), inclusions=tuple(inclusions))


# ------------------------------------------------------------------------------------------------ what they take
def shortage_reports(books: Library) -> Iterator[Report]:
    """Yield a report for each swap that finds too few cards in a ruleset that can be played by itself."""
    for node in books.rulesets().values():
        if node.players and node.turn:
            yield from shortages(books, node, books.packs_of(node))


def shortages(books: Library, node: RulesetNode, packs: Collection[str]) -> Iterator[Report]:
    """Yield a report for each swap of a ruleset, with all cards of some packs, that finds too few in every game.

    Swaps of a ruleset below it that can be played by itself are left to that one: there they are sound or told.
    """
    missing = _missing(books, node, packs)
    if not missing or _has_gaps(books, node):
        return
    known = {title for card in books.checked.cards for title in names_of(card)}
    elsewhere = _told_below(books, node)
    for place in dict.fromkeys(swap.place for swap in missing):
        lines = {swap: there for swap, there in missing.items() if swap.place == place}
        swap = next(iter(lines))
        if swap.removed_title in known and place.file not in elsewhere:
            colors = books.vocabulary.colors
            counted = ", ".join(f"{there} in {colors[one.color]}" for one, there in lines.items())
            yield Report(TOO_FEW_CARDS.code, f'{swap.removed} "{swap.removed_title}" cannot be replaced: there are '
                         f"{counted}", books.statement(place),
                         help="name a deck that has the card, and no more copies than it has")  # fmt: skip


def _missing(books: Library, node: RulesetNode, packs: Collection[str]) -> dict[Swap, int]:
    """Return the swaps that find too few cards in every game in which they hold, with the most that they find."""
    if not node.swaps:
        return {}
    # A text that lies in no pack has its cards beside it.
    packs = {*packs, *(books.pack_of(books.declared()[name].file) for name in node.made_of)}
    cards = [card for card in books.checked.cards if books.pack_of(card.file) in packs]
    found: dict[Swap, int] = {}
    enough: set[Swap] = set()
    for seats in numbers_of_players(node):
        short = dict(decks_of(cards, node, seats).short)
        found |= {swap: max(there, found.get(swap, 0)) for swap, there in short.items()}
        enough |= {swap for swap in node.swaps if swap.players in (None, seats) and swap not in short}
    return {swap: found[swap] for swap in node.swaps if swap in found and swap not in enough}


def _has_gaps(books: Library, node: RulesetNode) -> bool:
    """Tell whether a ruleset includes one that has faults, so that it is not known what its decks hold."""
    known = books.declared()
    return any(name not in known for part in node.made_of for name in known[part].includes)


def _told_below(books: Library, node: RulesetNode) -> set[str]:
    """Return the files of all rulesets of which a smaller one is made that can be played by itself."""
    known = books.declared()
    made = books.rulesets()
    below = (made[name] for name in node.made_of if made[name].players and made[name].turn)
    return {known[part].file for one in below if set(one.made_of) < set(node.made_of) for part in one.made_of}
