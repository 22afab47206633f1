"""Swaps that find too few cards: which they are, with how many players, and whose statement makes it so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from barons_core.deck_lines import entries, named, overlap
from barons_core.language.amend import names_of
from barons_core.language.codes import code
from barons_core.language.decks import in_words
from barons_core.language.reports import MAX_FAULTS, Report
from barons_core.merging import included_in
from barons_core.model.definitions import Place
from barons_core.model.rulesets import Swap
from barons_core.ruleset_decks import RulesetDecks, decks_in

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.loading import Library

OF_DECKS = ("copies", "deck")
"""What an amendment may say that is about the decks."""
MOST_REASONS = 4
Short = Mapping[Swap, Mapping[int, int]]
"""Swaps that find too few cards, each with how many there are by the number of players."""

TOO_FEW_CARDS = code(
    "BC064",
    "a swap of more cards than there are",
    "A swap takes as many cards out of a deck as it says. The deck has fewer of that title, or none, with some number "
    "of players that the ruleset allows and that the swap speaks of. What lines before this one took is gone, what "
    "they brought counts, and so do amendments. It is told where the ruleset itself makes it so: at its swap, its "
    "amendment, or the line that includes the swap. A swap of `every` copy takes as many as there are, be it none.",
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


def is_playable(node: RulesetNode) -> bool:
    """Tell whether a ruleset can be played by itself: whether it says players and a turn."""
    return bool(node.players and node.turn)


def shortage_reports(games: Iterable[RulesetDecks]) -> Iterator[Report]:
    """Yield a report for each swap that finds too few cards in one of some rulesets.

    What is so already in a smaller ruleset is told there. Of very many the first are told.
    """
    found = {PurePath(decks.node.file).stem: decks for decks in games}
    short = {name: _short(decks) for name, decks in found.items()}
    left = MAX_FAULTS
    for name in [name for name in found if short[name]]:
        books, node = found[name].books, found[name].node
        for one in node.made_of:
            if one not in short:
                smaller = books.ruleset(one)
                short[one] = _short(decks_in(books, smaller, books.packs_of(smaller))) if is_playable(smaller) else {}
        told = {swap for one in node.made_of if one != name for swap in short[one]}
        untold = {swap: numbers for swap, numbers in short[name].items() if swap not in told}
        for report in _Telling(found[name], untold).reports(left):
            left -= 1
            yield report


def shortages(decks: RulesetDecks) -> list[Report]:
    """Return a report for each swap of a ruleset that finds too few in some game."""
    return list(_Telling(decks, _short(decks)).reports(MAX_FAULTS))


def _short(decks: RulesetDecks) -> dict[Swap, dict[int, int]]:
    """Return the swaps that find too few cards, with how many there are by the number of players."""
    if has_gaps(decks):
        return {}
    short: dict[Swap, dict[int, int]] = {}
    for numbers, game in decks.games:
        for swap, there in game.short():
            short.setdefault(swap, {}).update(dict.fromkeys(numbers, there))
    return short


def has_gaps(decks: RulesetDecks) -> bool:
    """Tell whether a ruleset includes one that has faults, so that it is not known what its decks hold."""
    known = decks.books.declared()
    return any(name not in known for part in decks.node.made_of for name in known[part].includes)


def own_file(books: Library, node: RulesetNode) -> str:
    """Return the file of the ruleset that includes all others that it is made of, "" if there is none."""
    names = named(books, node)
    return books.declared()[names[0]].file if len(names) == 1 else ""


class _Telling:
    """Tells of the swaps of one ruleset that find too few cards."""

    def __init__(self, decks: RulesetDecks, short: Short) -> None:
        self.decks = decks
        self.short = short
        self.node = decks.node
        self.books = decks.books
        self.own = own_file(decks.books, decks.node) if short else ""
        self.before: dict[tuple[str, int], list[Swap]] = {}

    def reports(self, most: int) -> Iterator[Report]:
        """Yield a report for each line, at most so many."""
        by_place: dict[Place, dict[Swap, Mapping[int, int]]] = {}
        for swap, numbers in self.short.items():
            by_place.setdefault(swap.place, {})[swap] = numbers
        known = {title for card in self.books.checked.cards for title in names_of(card)} if by_place else set()
        for line in self.node.deck_lines if by_place else ():
            if isinstance(line, Swap):
                self.before.setdefault(entries(line)[0], []).append(line)
        for found in list(by_place.values())[:most]:
            if next(iter(found)).removed_title in known:
                yield self._report(found)

    def _report(self, found: Short) -> Report:
        """Return the report of the swaps of one line, with how many cards each finds by the number of players."""
        swap = next(iter(found))
        counted = self._counted(found)
        be = "is" if counted.startswith("1 ") else "are"
        message = f'{swap.removed} "{swap.removed_title}" cannot be replaced: there {be} {counted}'
        place, help = self._to_blame(swap, {seats for numbers in found.values() for seats in numbers})
        labels = tuple((self.books.statement(at), said) for at, said in self._reasons(swap) if at != place)
        return Report(TOO_FEW_CARDS.code, message, self.books.statement(place), labels=labels, help=help)

    def _counted(self, found: Short) -> str:
        """Return how many cards there are, in which deck, and with how many players if that makes a difference."""
        told: dict[str, list[int]] = {}
        for swap, numbers in found.items():
            for seats, there in numbers.items():
                told.setdefault(f"{there} in {self.books.vocabulary.colors[swap.color]}", []).append(seats)
        all_of_them = sorted(self.decks.players_of(next(iter(found))))
        always = all(sorted(seats) == all_of_them for seats in told.values())
        return ", ".join(said if always else f"{said} with {in_words(seats)}" for said, seats in told.items())

    def _to_blame(self, swap: Swap, seats: Collection[int]) -> tuple[Place, str]:
        """Return the statement that makes a swap find too few, of the ruleset's own text if it can be; and a help."""
        title, color = swap.removed_title, self.books.vocabulary.colors[swap.color]
        if swap.place.file == self.own:
            return swap.place, self._help(swap, color, seats)
        if not self.own:
            return swap.place, "play them one at a time, or make a ruleset that includes what goes together"
        amending = [one.place for one in self.node.amendments
                    if one.title == title and one.field in OF_DECKS and one.place.file == self.own]  # fmt: skip
        if amending:
            return amending[-1], f"leave in {color} what the lines that are included replace there, or exclude these"
        return self._included_by(swap), f"leave it out, or include before it what brings more \"{title}\" into {color}"

    def _help(self, swap: Swap, color: str, seats: Collection[int]) -> str:
        """Return what to write instead of a swap that finds too few cards with so many players."""
        sound = [number for number in self.decks.players_of(swap) if number not in seats]
        if not sound:
            return "name a deck that has the card, and no more copies than the lines before have left"
        said = in_words(sound).removesuffix("s").removesuffix(" player")
        every = f"'replace every \"{swap.removed_title}\" with \"{swap.added_title}\" in {color}'"
        return f"write it below {' and '.join(map(_block, said.split(' or ')))}; or, if all are meant, {every}"

    def _included_by(self, swap: Swap) -> Place:
        """Return the first line of the ruleset that includes the ruleset of a swap, directly or not."""
        known, part = self.books.declared(), PurePath(swap.place.file).stem
        node = known[PurePath(self.own).stem]
        name = next(name for name in node.includes if name == part or part in included_in(name, known))
        return dict(node.places)[f"includes {name}"]

    def _reasons(self, swap: Swap) -> Iterator[tuple[Place, str]]:
        """Yield the places that have to do with what a swap finds: its own, amendments, the last swaps before it."""
        yield swap.place, "this swap finds too few"
        for change in self.node.amendments:
            if change.title == swap.removed_title and change.field in OF_DECKS:
                yield change.place, f"its {change.field} {'is' if change.field == 'deck' else 'are'} amended here"
        takers = self.before[entries(swap)[0]]
        for line in [line for line in takers[:takers.index(swap)] if overlap(line, swap)][-MOST_REASONS:]:
            yield line.place, "this swap comes before it"


def _block(numbers: str) -> str:
    return f"'with {numbers} {'player' if numbers == '1' else 'players'}:'"
