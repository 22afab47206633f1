"""The lines of rulesets about single cards in decks: what they add to, whether they find what they take, the order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import PurePath
from typing import TYPE_CHECKING

from barons_core.crowds import numbers_of_players
from barons_core.language.amend import names_of
from barons_core.language.codes import code
from barons_core.language.decks import decks_of, in_words
from barons_core.language.reports import Report
from barons_core.merging import CLASH, lines_in_order, outermost, parts
from barons_core.model.definitions import Place
from barons_core.model.rulesets import EVERY, MAX_PLAYERS, DeckLine, Inclusion, Swap

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.language.tree import CardNode
    from barons_core.loading import Library

OF_DECKS = ("copies", "deck")
"""What an amendment may say that is about the decks."""
_Found = tuple[dict[tuple[str, int], int], tuple[Swap, ...]]

TOO_FEW_CARDS = code(
    "BC064",
    "a swap of more cards than there are",
    "A swap takes as many cards out of a deck as it says. The deck has fewer of that title, or none, with some number "
    "of players that the ruleset allows and that the swap speaks of. What lines before this one took is gone, what "
    "they brought counts, and so do amendments. It is told where the ruleset itself makes it so: at its swap, its "
    "amendment, or the line that includes the swap.",
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
    if not node.deck_lines:
        return node
    own, name = books.pack_of(node.file), PurePath(node.file).stem
    below = {books.pack_of(known[part].file) for part in parts([name], known) if part != name}
    under = below | books.extended(below) | (books.extended([own]) - {own})
    there = {Swap: under, Inclusion: under | {own}}
    lines = (replace(line, apart=packs.get(line.added_title) not in there[type(line)]) for line in node.deck_lines)
    return replace(node, deck_lines=tuple(lines))


# ------------------------------------------------------------------------------------------------ what they take
def shortage_reports(books: Library, nodes: Iterable[RulesetNode]) -> Iterator[Report]:
    """Yield a report for each swap that finds too few cards in one of some rulesets that can be played by itself.

    What is so already in a smaller ruleset is told there.
    """
    short = {PurePath(node.file).stem: _short(books, node, books.packs_of(node)) for node in nodes if is_playable(node)}
    made = books.rulesets() if any(short.values()) else {}
    for name in [name for name, found in short.items() if found]:
        node = made[name]
        for one in (made[one] for one in node.made_of if is_playable(made[one])):
            short.setdefault(PurePath(one.file).stem, _short(books, one, books.packs_of(one)))
        told = {swap for one in node.made_of if one != name for swap in short.get(one, ())}
        yield from _reports(books, node, {swap: games for swap, games in short[name].items() if swap not in told})


def is_playable(node: RulesetNode) -> bool:
    """Tell whether a ruleset can be played by itself: whether it says players and a turn."""
    return bool(node.players and node.turn)


def shortages(books: Library, node: RulesetNode, packs: Collection[str]) -> Iterator[Report]:
    """Yield a report for each swap of a ruleset, with all cards of some packs, that finds too few in some game."""
    yield from _reports(books, node, _short(books, node, packs))


def _reports(books: Library, node: RulesetNode, short: Mapping[Swap, Mapping[int, int]]) -> Iterator[Report]:
    known = {title for card in books.checked.cards for title in names_of(card)} if short else set()
    for place in dict.fromkeys(swap.place for swap in short):
        found = {swap: games for swap, games in short.items() if swap.place == place}
        if next(iter(found)).removed_title in known:
            yield _too_few(books, node, found)


def _short(books: Library, node: RulesetNode, packs: Collection[str]) -> dict[Swap, dict[int, int]]:
    """Return the swaps that find too few cards, with how many there are by the number of players.

    One that replaces every card is among them if it finds none in any game, and if it is the ruleset's own or if an
    amendment has put the cards into another deck.
    """
    if not any(isinstance(line, Swap) for line in node.deck_lines) or _has_gaps(books, node):
        return {}
    games = {seats: decks_of(_cards(books, node, packs), node, seats) for seats in sorted(numbers_of_players(node))}
    short: dict[Swap, dict[int, int]] = {}
    for seats, decks in games.items():
        for swap, there in decks.short():
            short.setdefault(swap, {})[seats] = there
    own = _own_file(books, node)
    moved = {change.title for change in node.amendments if change.field == "deck"}
    every = [(swap, there, seats) for seats, decks in games.items() for swap, there in decks.found
             if swap.removed == EVERY and (swap.place.file == own or swap.removed_title in moved)]  # fmt: skip
    at_work = {swap.place for swap, there, _ in every if there}
    for swap, there, seats in every:
        if swap.place not in at_work:
            short.setdefault(swap, {})[seats] = there
    return short


def _cards(books: Library, node: RulesetNode, packs: Collection[str]) -> list[CardNode]:
    """Return the cards that a ruleset has as a whole: those of its packs, and those beside a text in no pack."""
    packs = {*packs, *(books.pack_of(books.declared()[name].file) for name in node.made_of)}
    return [card for card in books.checked.cards if books.pack_of(card.file) in packs]


def _has_gaps(books: Library, node: RulesetNode) -> bool:
    """Tell whether a ruleset includes one that has faults, so that it is not known what its decks hold."""
    known = books.declared()
    return any(name not in known for part in node.made_of for name in known[part].includes)


# ------------------------------------------------------------------------------------------------ how it is told
def _too_few(books: Library, node: RulesetNode, found: Mapping[Swap, Mapping[int, int]]) -> Report:
    """Return the report of the swaps of one line, with how many cards each finds by the number of players."""
    swap = next(iter(found))
    number = "any" if swap.removed == EVERY else swap.removed
    counted = _counted(books, node, found)
    be = "is" if counted.startswith("1 ") else "are"
    message = f'{number} "{swap.removed_title}" cannot be replaced: there {be} {counted}'
    place, help = _to_blame(books, node, swap, {seats for games in found.values() for seats in games})
    labels = [(there, said) for there, said in _reasons(node, swap) if there != place]
    return Report(TOO_FEW_CARDS.code, message, books.statement(place),
                  labels=tuple((books.statement(there), said) for there, said in labels), help=help)  # fmt: skip


def _counted(books: Library, node: RulesetNode, found: Mapping[Swap, Mapping[int, int]]) -> str:
    """Return how many cards there are, in which deck, and with how many players if that makes a difference."""
    told: dict[str, list[int]] = {}
    for swap, games in found.items():
        for seats, there in games.items():
            told.setdefault(f"{there} in {books.vocabulary.colors[swap.color]}", []).append(seats)
    always = all(seats == _games(node, next(iter(found))) for seats in told.values())
    return ", ".join(said if always else f"{said} with {in_words(seats)}" for said, seats in told.items())


def _games(node: RulesetNode, swap: Swap) -> list[int]:
    return [seats for seats in sorted(numbers_of_players(node)) if swap.holds(seats)]


def _to_blame(books: Library, node: RulesetNode, swap: Swap, seats: Collection[int]) -> tuple[Place, str]:
    """Return the statement that makes a swap find too few cards, of the ruleset's own text if it can be; and a help."""
    title, color = swap.removed_title, books.vocabulary.colors[swap.color]
    own = _own_file(books, node)
    if swap.place.file == own:
        return swap.place, _help(node, swap, color, seats)
    if not own:
        return swap.place, "play them one at a time, or make a ruleset that includes what goes together"
    amending = [one for one in node.amendments if one.title == title and one.field in OF_DECKS
                and one.place.file == own]  # fmt: skip
    if amending:
        return amending[-1].place, f"leave in {color} what the lines that are included replace there, or exclude these"
    return _included_by(books, own, swap), \
        f"leave it out, or include before it what brings more \"{title}\" into {color}"


def _help(node: RulesetNode, swap: Swap, color: str, seats: Collection[int]) -> str:
    """Return what to write instead of a swap that finds too few cards with so many players."""
    sound = [number for number in _games(node, swap) if number not in seats]
    if swap.removed == EVERY or not sound:
        return "name a deck that has the card, and no more copies than the lines before have left"
    said = in_words(sound).removesuffix("s").removesuffix(" player")
    every = f"'replace every \"{swap.removed_title}\" with \"{swap.added_title}\" in {color}'"
    return f"write it below {' and '.join(_block(part) for part in said.split(' or '))}; or, if all are meant, {every}"


def _block(numbers: str) -> str:
    return f"'with {numbers} {'player' if numbers == '1' else 'players'}:'"


def _included_by(books: Library, file: str, swap: Swap) -> Place:
    """Return the first line of a ruleset that includes the ruleset of a swap, directly or not."""
    known, part = books.declared(), PurePath(swap.place.file).stem
    node = known[PurePath(file).stem]
    name = next(name for name in node.includes if part in parts([name], known))
    return dict(node.places)[f"includes {name}"]


def _own_file(books: Library, node: RulesetNode) -> str:
    """Return the file of the ruleset that includes all others that it is made of, "" if there is none."""
    names = _named(books, node)
    return books.declared()[names[0]].file if len(names) == 1 else ""


def _reasons(node: RulesetNode, swap: Swap) -> Iterator[tuple[Place, str]]:
    """Yield the places that have to do with the number of cards that a swap finds: its own, and what came before."""
    yield swap.place, "this swap finds too few"
    for change in node.amendments:
        if change.title == swap.removed_title and change.field in OF_DECKS:
            yield change.place, f"its {change.field} {'is' if change.field == 'deck' else 'are'} amended here"
    for line in node.deck_lines[:node.deck_lines.index(swap)]:
        if isinstance(line, Swap) and _entries(line)[0] == _entries(swap)[0] and overlap(line, swap):
            yield line.place, "this swap comes before it"


# ------------------------------------------------------------------------------------------------ their order
def order_clash(books: Library, node: RulesetNode, packs: Collection[str]) -> Report | None:
    """Return what is wrong if rulesets are put together of which it matters whose lines are carried out first.

    It does not if a ruleset that includes them has the same decks in whatever order it includes them.
    """
    names, known = _named(books, node), books.declared()
    if len(names) < 2 or _has_gaps(books, node):
        return None
    first = lines_in_order(names, known)
    cards, usual = _cards(books, node, packs), None
    for lines in dict.fromkeys(lines_in_order(order, known) for order in _orders(names)):
        if lines == first:
            continue
        usual = usual or _outcome(cards, node, first)
        other = _outcome(cards, node, lines)
        if other != usual and not all(any(short for _, short in found) for found in (usual, other)):
            return _order_matters(books, first, lines, _differing(usual, other))
    return None


def _named(books: Library, node: RulesetNode) -> list[str]:
    """Return the rulesets that were put together, without those that one of them includes."""
    return outermost([name for name in node.made_of if name not in node.includes], books.declared())


def _orders(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield orders in which each two names stand both ways around, before all others and behind them."""
    for one, other in permutations(names, 2):
        rest = [name for name in names if name not in (one, other)]
        yield (one, other, *rest)
        yield (*rest, one, other)


def _outcome(cards: Sequence[CardNode], node: RulesetNode, lines: Sequence[tuple[str, DeckLine]]) -> list[_Found]:
    """Return what the decks hold for each number of players if lines are carried out in that order, and who fails."""
    ordered = replace(node, deck_lines=tuple(line for _, line in lines))
    games = (decks_of(cards, ordered, seats) for seats in sorted(numbers_of_players(node)))
    return [(decks.copies, tuple(swap for swap, _ in decks.short())) for decks in games]


def _differing(one: Sequence[_Found], other: Sequence[_Found]) -> set[tuple[str, int]]:
    """Return the entries of decks in which two outcomes differ: where a swap fails, else where the numbers differ."""
    short = {(swap.removed_title, swap.color) for _, swaps in (*one, *other) for swap in swaps}
    return short or {entry for (before, _), (after, _) in zip(one, other, strict=True)
                     for entry in before.keys() | after.keys() if before.get(entry) != after.get(entry)}  # fmt: skip


def _order_matters(books: Library, first: Sequence[tuple[str, DeckLine]], other: Sequence[tuple[str, DeckLine]],
                   differing: Collection[tuple[str, int]]) -> Report:
    """Return the report of the first two lines that change places and are about one card in one deck."""
    behind = {line: number for number, line in enumerate(other)}
    pairs = [(one, two, entry) for one, two in combinations(first, 2) if behind[one] > behind[two]
             and overlap(one[1], two[1]) for entry in _entries(one[1]) if entry in _entries(two[1])]  # fmt: skip
    one, two, (title, color) = min(pairs, key=lambda pair: pair[2] not in differing)
    number = f'the number of "{title}" in {books.vocabulary.colors[color]}'
    message = f"'{one[0]}' and '{two[0]}' change {number}, and it matters which of them does so first"
    return Report(CLASH.code, message, books.statement(two[1].place),
                  labels=((books.statement(one[1].place), f"'{one[0]}' does it here"),),
                  help="play them one at a time, or make a ruleset that includes both in the order that is meant")


def _entries(line: DeckLine) -> tuple[tuple[str, int], ...]:
    """Return what a line is about: titles, each with the deck."""
    removed = [(line.removed_title, line.color)] if isinstance(line, Swap) else []
    return (*removed, (line.added_title, line.color))


def overlap(one: DeckLine, other: DeckLine) -> bool:
    """Tell whether there is a number of players for which two lines hold."""
    return any(one.holds(seats) and other.holds(seats) for seats in range(1, MAX_PLAYERS + 1))
