"""The lines of rulesets about single cards in decks: what they add to, and whether their order matters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import PurePath
from typing import TYPE_CHECKING

from barons_core.language.amend import names_of
from barons_core.language.decks import decks_of
from barons_core.language.reports import Report
from barons_core.merging import CLASH, lines_in_order, outermost, parts
from barons_core.model.rulesets import MAX_PLAYERS, DeckLine, Inclusion, Swap

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.loading import Library
    from barons_core.ruleset_decks import RulesetDecks

Outcome = list[tuple[dict[tuple[str, int], int], tuple[Swap, ...]]]
"""What the decks hold in each game, and which swaps find too few cards."""


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
    if not node.deck_lines:
        return node
    own, name = books.pack_of(node.file), PurePath(node.file).stem
    below = {books.pack_of(known[part].file) for part in parts([name], known) if part != name}
    under = below | books.extended(below) | (books.extended([own]) - {own})
    there = {Swap: under, Inclusion: under | {own}}
    lines = (replace(line, apart=packs.get(line.added_title) not in there[type(line)]) for line in node.deck_lines)
    return replace(node, deck_lines=tuple(lines))


# ------------------------------------------------------------------------------------------------ their order
def order_clash(found: RulesetDecks) -> Report | None:
    """Return what is wrong if rulesets are put together of which it matters whose lines are carried out first.

    It does not if a ruleset that includes them has the same decks in whatever order it includes them.
    """
    known, names = found.books.declared(), named(found.books, found.node)
    first = lines_in_order(names, known)
    others = {lines_in_order(order, known) for order in _orders(names)} - {first}
    usual = _outcome(found, first) if others else []
    for lines in sorted(others, key=lambda lines: [each for each, _ in lines]):
        other = _outcome(found, lines)
        if other != usual and not all(any(short for _, short in each) for each in (usual, other)):
            return _order_matters(found.books, first, lines, _differing(usual, other))
    return None


def named(books: Library, node: RulesetNode) -> list[str]:
    """Return the rulesets that were put together, without those that one of them includes."""
    return outermost([name for name in node.made_of if name not in node.includes], books.declared())


def _orders(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield orders in which each two names stand both ways around, before all others and behind them."""
    for one, other in permutations(names, 2):
        rest = [name for name in names if name not in (one, other)]
        yield (one, other, *rest)
        yield (*rest, one, other)


def _outcome(found: RulesetDecks, lines: Sequence[tuple[str, DeckLine]]) -> Outcome:
    """Return what comes of some lines that are carried out in that order."""
    ordered = replace(found.node, deck_lines=tuple(line for _, line in lines))
    games = (decks_of(found.cards, ordered, numbers[0]) for numbers, _ in found.games)
    return [(decks.copies, tuple(swap for swap, _ in decks.short())) for decks in games]


def _differing(one: Outcome, other: Outcome) -> set[tuple[str, int]]:
    """Return the entries of decks in which two outcomes differ: where a swap fails, else where the numbers differ."""
    short = {(swap.removed_title, swap.color) for _, swaps in (*one, *other) for swap in swaps}
    return short or {entry for (before, _), (after, _) in zip(one, other, strict=True)
                     for entry in before.keys() | after.keys() if before.get(entry) != after.get(entry)}  # fmt: skip


def _order_matters(books: Library, first: Sequence[tuple[str, DeckLine]], other: Sequence[tuple[str, DeckLine]],
                   differing: Collection[tuple[str, int]]) -> Report:
    """Return the report of the first two lines that change places and are about one card in one deck."""
    behind = {line: number for number, line in enumerate(other)}
    pairs = [(one, two, entry) for one, two in combinations(first, 2) if behind[one] > behind[two]
             and overlap(one[1], two[1]) for entry in entries(one[1]) if entry in entries(two[1])]  # fmt: skip
    one, two, (title, color) = min(pairs, key=lambda pair: pair[2] not in differing)
    number = f'the number of "{title}" in {books.vocabulary.colors[color]}'
    message = f"'{one[0]}' and '{two[0]}' change {number}, and it matters which of them does so first"
    return Report(CLASH.code, message, books.statement(two[1].place),
                  labels=((books.statement(one[1].place), f"'{one[0]}' does it here"),),
                  help="play them one at a time, or make a ruleset that includes both in the order that is meant")


def entries(line: DeckLine) -> tuple[tuple[str, int], ...]:
    """Return what a line is about: titles, each with the deck."""
    removed = [(line.removed_title, line.color)] if isinstance(line, Swap) else []
    return (*removed, (line.added_title, line.color))


def overlap(one: DeckLine, other: DeckLine) -> bool:
    """Tell whether there is a number of players for which two lines hold."""
    return any(one.holds(seats) and other.holds(seats) for seats in range(1, MAX_PLAYERS + 1))
