"""The lines of rulesets about single cards in decks: what they add to, and whether their order matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
    """Return a library whose rulesets tell which of the cards that swaps and inclusions bring they have anyway.

    A ruleset brings in what its pack declares, and the packs that this extends; but a card that a swap brings into a
    deck, of a ruleset of the card's own pack, waits for that swap: for itself, and for what includes it.
    """
    packs = {title: books.pack_of(card.file) for card in books.checked.cards for title in names_of(card)}
    known = books.declared()
    titles = {line.added_title for node in known.values() for line in node.deck_lines} & packs.keys()
    own = {card.title: dict.fromkeys(card.colors, card.copies) for card in books.checked.cards if card.title in titles}
    told: list[RulesetNode] = []
    for node in books.checked.rulesets:
        pack = books.pack_of(node.file)
        there = books.extended([pack]) | {pack}
        waiting = _waiting(books, [known[name] for name in parts([PurePath(node.file).stem], known)], packs)
        brought = frozenset(title for title in titles - waiting if packs[title] in there)
        told.append(replace(node, brings=brought, repeats=_repeated(node, own)))
    return replace(books, checked=replace(books.checked, rulesets=tuple(told)))


def _waiting(books: Library, nodes: Iterable[RulesetNode], packs: Mapping[str, str]) -> set[str]:
    """Return the titles that swaps of some rulesets bring in from these rulesets' own packs."""
    return {line.added_title for node in nodes for line in node.deck_lines
            if isinstance(line, Swap) and line.added_title != line.removed_title
            and packs.get(line.added_title) == books.pack_of(node.file)}  # fmt: skip


def _repeated(node: RulesetNode, own: Mapping[str, Mapping[int, int]]) -> frozenset[str]:
    """Return the titles of which a ruleset includes as many copies in the same decks as the card's own line says."""
    included: dict[str, Counter[int]] = {}
    for line in node.deck_lines:
        if isinstance(line, Inclusion):
            included.setdefault(line.added_title, Counter())[line.color] += line.added
    return frozenset(title for title, copies in included.items() if copies == own.get(title))


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
