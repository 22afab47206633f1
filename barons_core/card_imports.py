"""A table of cards as the amendments by which it differs from the cards.

The language is the only judge of what a cell may say: each cell that differs becomes an amendment, all of them are
checked as a ruleset would be, and what is wrong is told of the cell that it came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from barons_core.card_sheets import (
    COLUMNS,
    ENTERED,
    FIELDS,
    LOST_CELL,
    SOURCES,
    TEXT,
    TITLE,
    cell_report,
    cells_of,
    column_number,
    cost_name,
)
from barons_core.crowds import crowd_report
from barons_core.deck_lines import told_apart
from barons_core.files import read_text
from barons_core.frozen import frozen
from barons_core.language.amend import amended, names_of
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.codes import code
from barons_core.language.deck_numbers import DeckNumbers, deck_numbers
from barons_core.language.known import near_title
from barons_core.language.origins import ORIGINS
from barons_core.language.prices import payments
from barons_core.language.reports import MAX_FAULTS, Report, did_you_mean
from barons_core.language.tree import CardNode
from barons_core.language.words import Vocabulary
from barons_core.loading import FaultyPack, Library, PlayedCards, names_in
from barons_core.model.rulesets import Amendment
from barons_core.plugins import words
from barons_core.ruleset_decks import decks_in
from barons_core.shortages import is_playable, shortages
from barons_core.spreadsheets import FaultySheet, Sheet, folded

LONGEST_CELL = 400
MADE_HERE = "# Made by `barons import csv`, whose --force writes over this file; lines of your own go into another.\n"

WRONG_CELL = code(
    "BC085",
    "a cell that cannot be used",
    "A cell of a table of cards says something that no card can have, or that this card cannot have. An empty cell "
    "says nothing: the card stays as it is.",
    "Title,Cost\nMill,1 rde\n",
    "Title,Cost\nMill,1 red\n",
)


@frozen
class Change:
    """A line of a ruleset that amends a card: the card's title, what it amends, and the line."""

    title: str
    field: str
    line: str


@frozen
class _Cell:
    """A cell that says something of a card: its place, the field it is about and the amendment that it asks for."""

    row: int
    column: int
    card: int
    field: str
    line: str


@frozen
class _Decided:
    """A cell about copies or decks that lines of the ruleset decide: its place, card and field, and what it says."""

    row: int
    column: int
    card: int
    field: str
    said: str


@frozen
class _Written:
    """A cell about a card: its place, what it says, what the cards say, and whether it tells a source."""

    row: int
    column: int
    said: str
    now: str
    is_source: bool


def changes_of(
    sheet: Sheet, file: str, name: str, played: PlayedCards, earlier: PlayedCards | None = None
) -> list[Change]:
    """Return the amendments by which a table differs from the cards of a ruleset, for a ruleset of that name.

    `earlier` are the cards that the table was written from, if they are others: what follows in them from another card
    may stand as it was. FaultySheet tells every wrong cell, FaultyPack why no ruleset can have that name or be over
    these.
    """
    return _Import(sheet, file, name, played, earlier).changes()


def lost_cells(sheet: Sheet, file: str, played: PlayedCards) -> list[Report]:
    """Return a report for each cell that somebody has changed and that the cards do not say yet.

    What follows from another card's cell is none: it cannot be entered, and becomes what the cards say.
    """
    cards = {card.title: cells_of(card, played) for card in played.edition.cards}
    written = [cell for cell in _written(sheet, cards) if folded(cell.said) not in ("", folded(cell.now))]
    if not written:
        return []
    name = "as_entered"
    while name in played.books.declared():
        name += "_too"
    otherwise = _Import(sheet, file, name, played).otherwise()
    return [cell_report(LOST_CELL.code, f"it says {cell.said!r}, but the cards say {cell.now!r}", file, cell.row,
                        cell.column + 1, help="import the table first, or write over it with --force")
            for cell in written if cell.is_source or (cell.row, cell.column) in otherwise]  # fmt: skip


def _written(sheet: Sheet, cards: Mapping[str, Mapping[str, str]]) -> Iterator[_Written]:
    title = column_number(sheet, TITLE)
    for row, cells in enumerate(sheet.rows, 2):
        for name, now in cards.get(cells[title].strip(), {}).items():
            column = sheet.column(name)
            is_source = name in SOURCES.values()
            # That something was entered stands in the table only once the cards say so.
            if column is not None and name != TEXT and not (is_source and now == ENTERED):
                yield _Written(row, column, cells[column], now, is_source)


def unread_columns(sheet: Sheet) -> list[str]:
    """Return the columns that mean nothing to us."""
    known = {folded(name) for name in COLUMNS}
    return [column for column in sheet.columns if column.strip() and folded(column) not in known]


def pack_text(name: str, played: PlayedCards, changes: Sequence[Change]) -> dict[str, str]:
    """Return the files of a pack with a ruleset of that name that makes these changes to another ruleset."""
    extends = sorted({*_packs_named(played), *(_packs_of(played, changes) & played.packs)})
    manifest = [f'name = "{name}"', 'version = "1"', "language = 1",
                "extends = [" + ", ".join(f'"{pack}"' for pack in extends) + "]",
                f'description = "What differs from {played.name}, entered in a spreadsheet."']
    lines = [*_head(name, played.name), *(f"    {change.line}" for change in changes)]
    return {"pack.toml": "\n".join(manifest) + "\n", f"{name}.barons": MADE_HERE + "\n".join(lines) + "\n"}


def is_made_here(folder: Path) -> bool:
    """Tell whether the pack in a folder is one that an import has made, so that another may write over it."""
    text = read_text(folder / f"{folder.name}.barons")
    return isinstance(text, str) and text.startswith(MADE_HERE)


def packs_in(played: PlayedCards) -> frozenset[str]:
    """Return the packs that the ruleset of a table and its cards come from, and those that these extend."""
    cards = {played.books.pack_of(card.file) for card in played.edition.cards}
    return played.books.extended(cards) | played.books.packs_of(played.ruleset)


def _packs_named(played: PlayedCards) -> set[str]:
    """Return the packs of the rulesets that are named for a table."""
    known = played.books.declared()
    return {played.books.pack_of(known[name].file) for name in names_in(played.name)}


def _packs_of(played: PlayedCards, changes: Sequence[Change]) -> set[str]:
    titles = {change.title for change in changes}
    return {played.books.pack_of(card.file) for card in played.edition.cards if card.title in titles}


def _head(name: str, ruleset: str) -> list[str]:
    title = name.replace("_", " ").capitalize()
    return [f'ruleset "{title}":', *(f"    includes {part}" for part in names_in(ruleset))]


class _Import:
    """Reads one table against the cards of a ruleset."""

    def __init__(
        self, sheet: Sheet, file: str, name: str, played: PlayedCards, earlier: PlayedCards | None = None
    ) -> None:
        self.sheet = sheet
        self.file = file
        self.name = name
        self.played = played
        self.vocabulary = played.edition.vocabulary
        self.colors = dict(zip(self.vocabulary.colors, played.books.vocabulary.colors, strict=True))
        self.numbers = {card.title: number for number, card in enumerate(played.edition.cards)}
        self.reports: list[Report] = []
        self.earlier = earlier.numbers if earlier else {}
        self.cells: list[_Cell] = []
        self.decided: list[_Decided] = []
        self.amendments: dict[int, Amendment] = {}
        self.rows: dict[str, int] = {}
        self.origins: dict[int, dict[str, str]] = {}

    def changes(self) -> list[Change]:
        """Return the changes, or raise FaultySheet."""
        self._read()
        self._refuse_faults()
        changes = self._differing()
        # What is written is what was checked, the sources among it.
        column = column_number(self.sheet, TITLE)
        self._check([(change.line, self.rows[change.title], column) for change in changes])
        self._refuse_faults()
        return changes

    def otherwise(self) -> frozenset[tuple[int, int]]:
        """Return row and column of each cell that says something else than the cards, or nothing sound."""
        with suppress(FaultySheet, FaultyPack):
            self._read()
        wrong = {(report.span.line, report.span.column - 1) for report in self.reports}
        if wrong:
            # A ruleset with a fault says nothing: what the sound cells say is seen without the others.
            self.cells = [cell for cell in self.cells if (cell.row, cell.column) not in wrong]
            with suppress(FaultySheet, FaultyPack):
                self._check_cells()
        differing = {(cell.row, cell.column) for number, cell in enumerate(self.cells) if self._differs(number)}
        following = {(cell.row, cell.column) for cell in self.decided if self._numbers_of(cell).of_another}
        return frozenset((wrong | differing) - following)

    def _read(self) -> None:
        """Note what all cells say, and what is wrong with them."""
        for row, card in self._rows():
            self.rows[self.played.edition.cards[card].title] = row
            self._row(row, card)
        books = self._check_cells()
        after = deck_numbers(books.edition_with(books.ruleset(self.name), self.played.packs)) if books else None
        for cell in self.decided:
            self._require_decided(cell, after)

    def _refuse_faults(self) -> None:
        if self.reports:
            raise FaultySheet(self.reports)

    # -------------------------------------------------------------------------------- rows and cells
    def _rows(self) -> Iterator[tuple[int, int]]:
        """Yield the number of each row that names a card, with the card's number."""
        column = column_number(self.sheet, TITLE)
        first: dict[str, int] = {}
        for row, cells in enumerate(self.sheet.rows, 2):
            title = cells[column].strip()
            if not any(cell.strip() for cell in cells):
                continue
            if title not in self.numbers:
                self._fail(row, column, *self._unknown(title))
            elif title in first:
                self._fail(row, column, f"the title stands in row {first[title]} already")
            else:
                first[title] = row
                yield row, self.numbers[title]

    def _unknown(self, title: str) -> tuple[str, str]:
        """Return what is wrong with a title that no card has, and the one that somebody may have meant."""
        if not title:
            return "the title is missing", ""
        said = f"no card has the title {title!r}"
        for declared, card in zip(self.played.edition.declared, self.played.edition.cards, strict=True):
            if title != declared.title and title in (*names_of(declared), *names_of(card)):
                return f"{said}: it is a way of {card.title!r}", card.title
        if now := self.played.former.get(title):
            return f"{said}: here it is called {' and '.join(map(repr, now))}", now[0] if len(now) == 1 else ""
        return said, near_title(title, frozenset(self.numbers))

    def _row(self, row: int, card: int) -> None:
        now = cells_of(self.played.edition.cards[card], self.played)
        readers = {"deck": self._one_line, "kind": self._one_line, "copies": self._one_line, "cost": self._costs}
        for name, read in readers.items():
            column = self.sheet.column(name)
            said = self._said(row, column)
            if column is not None and said and said != folded(now[name.capitalize()]):
                read(row, column, card, name, said)
        self.origins[card] = dict(self._origins(row))

    def _said(self, row: int, column: int | None) -> str:
        """Return what a cell says, as it is compared."""
        return "" if column is None else folded(self.sheet.rows[row - 2][column])

    def _origins(self, row: int) -> Iterator[tuple[str, str]]:
        """Yield field and source for each cell that tells one."""
        for name, heading in SOURCES.items():
            column = self.sheet.column(heading)
            said = self._said(row, column)
            if column is None or not said:
                continue
            if said in ORIGINS:
                yield name, said
            else:
                self._fail(row, column, f"{said!r} is no source", did_you_mean(said, ORIGINS),
                           f"one of {', '.join(ORIGINS)}")

    def _one_line(self, row: int, column: int, card: int, name: str, said: str) -> None:
        """Note the one amendment that a cell asks for."""
        if name in ("copies", "deck") and self._is_decided(name, card):
            self.decided.append(_Decided(row, column, card, name, said))
        elif line := self._words(row, column, said, self._known(name)):
            title = self.played.edition.declared[card].title
            self.cells.append(_Cell(row, column, card, name, f'amend "{title}" {name} {line}'))

    def _is_decided(self, name: str, card: int) -> bool:
        """Tell whether lines say how many copies of a card lie in which deck; a swap of every copy just follows."""
        numbers = self.played.numbers.get(self.played.edition.cards[card].title)
        return numbers is not None and not (numbers.follows and name == "copies")

    def _require_decided(self, cell: _Decided, after: Mapping[str, DeckNumbers] | None) -> None:
        """Refuse a cell that says another number than the lines that decide it, before the table's changes or after.

        One that follows from another card may also stand as the table was written before that card was changed.
        As long as other cells are wrong, nobody knows what follows from them: `after` is None.
        """
        decided, title = self._numbers_of(cell), self.played.edition.cards[cell.card].title
        others = [self.earlier, after or {}] if decided.of_another else []
        known = [decided, *(numbers[title] for numbers in others if title in numbers)]
        if any(self._says(cell, numbers) for numbers in known) or (decided.of_another and after is None):
            return
        place = decided.place
        line = self.played.books.line(place.file, place.line)
        self._fail(cell.row, cell.column,
                   f"{line!r} has a say in how many there are and where, at {place.file}:{place.line}",
                   help="leave the cell as it is, and change that line; or add to it in a ruleset of your own")

    def _numbers_of(self, cell: _Decided) -> DeckNumbers:
        return self.played.numbers[self.played.edition.cards[cell.card].title]

    def _says(self, cell: _Decided, numbers: DeckNumbers) -> bool:
        """Tell whether a cell says these numbers, in whatever order."""
        colors = self.vocabulary.colors
        if cell.field == "copies":
            return numbers.said_by(cell.said, [folded(color) for color in colors])
        decks = {folded(colors[color]) for color in numbers.colors}
        return set(re.split(" and |, ?", cell.said)) == decks or (cell.said == "each" and len(decks) == len(colors))

    def _costs(self, row: int, column: int, card: int, name: str, said: str) -> None:
        """Note an amendment for each cost in a cell: `1 red or 2 blue`, or `low: 1 red; high: 2 red`."""
        declared, titled = self.played.edition.declared[card], self.played.edition.cards[card]
        slots: dict[str, str] = {}
        for way, new in zip(declared.ways, titled.ways, strict=True):
            for cost in way.costs:
                target = way.title if len(declared.ways) > 1 else declared.title
                slots[folded(cost_name(titled, new.title, cost.label))] = f'amend "{target}" cost {cost.label}'.rstrip()
        if not slots:
            self._fail(row, column, f"{titled.title!r} has no cost that could be amended")
            return
        for slot, price in self._split(row, column, said, list(slots)):
            line = self._words(row, column, price, self._known("cost"))
            if line:
                self.cells.append(_Cell(row, column, card, f"{name} {slot}".strip(), f"{slots[slot]} {line}"))

    def _split(self, row: int, column: int, said: str, slots: Sequence[str]) -> list[tuple[str, str]]:
        """Cut a cell into its costs, each with the name that stands before it."""
        if list(slots) == [""]:
            return [("", said)]
        names = "|".join(re.escape(slot) for slot in sorted(slots, key=len, reverse=True))
        found: list[tuple[str, str]] = []
        at = 0
        while at < len(said):
            match = re.compile(rf" ?({names}) ?:([^;]*)(;|$)").match(said, at)
            if match is None or match[1] in dict(found):
                form = "; ".join(f"{slot}: ..." for slot in slots)
                self._fail(row, column, f"it is not said which cost {said[at:].strip()!r} is", help=f"write '{form}'")
                return []
            found.append((match[1], match[2]))
            at = match.end()
        return found

    # -------------------------------------------------------------------------------- words
    def _known(self, name: str) -> list[str]:
        """Return the words that may stand in a cell about that field, besides numbers."""
        match name:
            case "deck":
                return [*self.vocabulary.colors, "each", "and"]
            case "kind":
                return list(self.vocabulary.kinds)
            case "cost":
                parts = (word for text in payments(self.vocabulary) for word in text.split())
                return [*dict.fromkeys(parts), "or", "none"]
            case _:
                return []

    def _words(self, row: int, column: int, said: str, known: Sequence[str]) -> str:
        """Return the words of a cell as packs write them, colors not renamed; "" if one cannot stand there."""
        if len(said) > LONGEST_CELL:
            self._fail(row, column, f"it is longer than {LONGEST_CELL} characters")
            return ""
        found = re.findall(r"[0-9]+|,|[^0-9,\s]+", said)
        for word in found:
            if word not in known and not re.fullmatch(r"[0-9]+|,", word):
                help = f"one of {', '.join(known)}" if known else "a number must stand here"
                self._fail(row, column, f"{word!r} does not fit here", did_you_mean(word, known), help)
                return ""
        if not found:
            self._fail(row, column, f"{said!r} says nothing")
        return " ".join(self.colors.get(word, word) for word in found).replace(" ,", ",")

    # -------------------------------------------------------------------------------- checking
    def _check_cells(self) -> Library | None:
        return self._check([(cell.line, cell.row, cell.column) for cell in self.cells])

    def _check(self, lines: Sequence[tuple[str, int, int]]) -> Library | None:
        """Return the packs with a ruleset of some lines, each with row and column of the cell that it came from.

        If some are wrong, that is noted of the cells, and None is returned; else `amendments` has what each says.
        """
        head = _head(self.name, self.played.name)
        text = "\n".join([*head, *(f"    {line}" for line, _, _ in lines), ""])
        file = f"{self.name}.barons"
        sources = [source for pack in self.played.books.packs for source in pack.sources()]
        checked = check_declarations([*sources, SourceFile(file, text, self.name)], Vocabulary.of(*words()))
        self._tell([report for report in checked.reports if report.severity == "error"], file, lines)
        said = next((node.amendments for node in checked.rulesets if node.file == file), ())
        self.amendments = {amendment.place.line - len(head) - 1: amendment for amendment in said}
        if self.reports:
            return None
        books = told_apart(replace(self.played.books, checked=checked))
        self._require_sound(books, file, lines)
        return None if self.reports else books

    def _tell(self, reports: Iterable[Report], file: str, lines: Sequence[tuple[str, int, int]]) -> None:
        """Tell what is wrong with some lines of a file of the cells that they came from.

        FaultyPack tells what is wrong with its head, which no cell has brought about.
        """
        first = len(_head(self.name, self.played.name)) + 1
        for report in (report for report in reports if report.span.file == file):
            if report.span.line < first:
                raise FaultyPack(self.name, [report], f"no ruleset can be called {self.name!r}: {report.message}")
            _, row, column = lines[report.span.line - first]
            self._fail(row, column, *map(self._seen, (report.message, report.fix, report.help)))

    def _seen(self, said: str) -> str:
        """Return what is said in words of packs with the colors as the players see them; titles in quotes stay."""
        names = {declared: shown for shown, declared in self.colors.items()}
        parts = said.split('"')
        parts[::2] = [re.sub(r"\w+", lambda word: names.get(word[0], word[0]), part) for part in parts[::2]]
        return '"'.join(parts)

    def _require_sound(self, books: Library, file: str, lines: Sequence[tuple[str, int, int]]) -> None:
        """Tell of cells that leave a swap too few cards, or that make too many for a game.

        Raises FaultyPack if no cell does.
        """
        node = books.ruleset(self.name)
        if not is_playable(node):
            return
        decks = decks_in(books, node, self.played.packs)
        for report in filter(None, [*shortages(decks), crowd_report(decks)]):
            if report.span.file != file or report.span.line <= len(_head(self.name, self.played.name)):
                raise FaultyPack(books.pack_of(report.span.file), [report])
            self._tell([report], file, lines)

    def _fail(self, row: int, column: int, message: str, fix: str = "", help: str = "") -> None:
        """Note a wrong cell; where there are too many, raise FaultySheet at once."""
        self.reports.append(cell_report(WRONG_CELL.code, message, self.file, row, column + 1, fix, help))
        if len(self.reports) > MAX_FAULTS:
            raise FaultySheet(self.reports)

    # -------------------------------------------------------------------------------- what differs
    def _differing(self) -> list[Change]:
        """Return the changes of all cards, in the order of the table; those that change nothing are left out."""
        changed: dict[int, list[tuple[str, str]]] = {card: [] for card in self.origins}
        for number, cell in enumerate(self.cells):
            if self._differs(number):
                changed[cell.card].append((cell.field, cell.line))
        return [change for card in changed for change in self._changes(card, changed[card])]

    def _differs(self, number: int) -> bool:
        """Tell whether a cell that was checked says something else than its card."""
        before, card = self.played.ruleset.amendments, self.played.edition.declared[self.cells[number].card]
        now = self.amendments.get(number)
        return now is None or _essence(amended(card, (*before, now))) != _essence(amended(card, before))

    def _changes(self, card: int, lines: Sequence[tuple[str, str]]) -> Iterator[Change]:
        shown, title = self.played.edition.cards[card].title, self.played.edition.declared[card].title
        yield from (Change(shown, name.split()[0], line) for name, line in lines)
        now, fields = dict(self.played.edition.cards[card].sources), {name.split()[0] for name, _ in lines}
        sources = []
        for name in FIELDS:
            told = self.origins[card].get(name, "")
            if told and told != now.get(name):
                sources.append(f"{name} {told}")
            elif name in fields:
                sources.append(f"{name} {ENTERED}")
        if sources:
            yield Change(shown, "sources", f'amend "{title}" sources {", ".join(sources)}')


def _essence(card: CardNode) -> tuple[object, ...]:
    """Return what a table says of a card, without the order in which it is said."""
    costs = [(number, cost.label, frozenset(tuple(sorted(price)) for price in cost.prices))
             for number, way in enumerate(card.ways) for cost in way.costs]
    return frozenset(card.colors), card.kind, card.copies, tuple(costs)
