"""Read and write tables as spreadsheets do: CSV whose first row names the columns.

Comma, semicolon and tab separate cells, whichever the first row shows; a byte-order mark, any line ends and quoted line
breaks are understood, and kept when a file is written anew. A cell that a spreadsheet would run as a formula is written
with an apostrophe before it, which is taken off when it is read.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

from barons_core.files import read_text
from barons_core.frozen import frozen
from barons_core.language.codes import code
from barons_core.language.reports import MAX_FAULTS, Report, Span, did_you_mean, sort_reports, too_many_faults

SEPARATORS = ",;\t"
MARK = "\ufeff"
RUN = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""With these signs a spreadsheet begins a formula, or may come to do so once it has trimmed or widened the cell."""
QUOTE = "'"
LONGEST_CELL = 100_000

NO_TABLE = code(
    "BC084",
    "a file that is no table of cards",
    "A table of cards is CSV, UTF-8, with commas, semicolons or tabs between the cells. Its first row names the "
    "columns, each once, `Title` among them; no later row has more cells. A cell has at most "
    f"{LONGEST_CELL:,} characters. Rows and columns are counted as in a spreadsheet.",
    "Ttile,Cost\nMill,1 red\n",
    "Title,Cost\nMill,1 red\n",
)


class FaultySheet(ValueError):
    """A table that cannot be used; `reports` tells each wrong cell, with row and column for line and column.

    Of very many it tells the first.
    """

    def __init__(self, reports: Sequence[Report]) -> None:
        super().__init__(f"{reports[0].span}: {reports[0].message}")
        found = sort_reports(reports)
        self.reports = (*found[:MAX_FAULTS], *(too_many_faults(report.span) for report in found[MAX_FAULTS:][:1]))


@frozen
class Sheet:
    """A table: the names of its columns, and its rows, each with as many cells; and how its file is written."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    separator: str = ","
    line_end: str = "\n"
    mark: str = ""

    def column(self, name: str) -> int | None:
        """Return the number of the column of that name, whatever its case, or None."""
        names = [folded(column) for column in self.columns]
        return names.index(folded(name)) if folded(name) in names else None

    def text(self) -> str:
        """Return the table as a file holds it; reading it gives the same table."""
        lines = [_line([harmless(cell) for cell in row], self.separator) for row in (self.columns, *self.rows)]
        return self.mark + "".join(line + self.line_end for line in lines)


def _line(cells: Sequence[str], separator: str) -> str:
    """Return a row without its end. The writer quotes both signs of a line end only if both end its lines."""
    out = StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerow(cells)
    return out.getvalue().removesuffix("\r\n")


def folded(name: str) -> str:
    """Return a name as it is compared: without case and needless spaces."""
    return " ".join(name.split()).casefold()


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula, so that it can be told from one that is written so."""
    return QUOTE + cell if _begins_formula(cell.lstrip(QUOTE)) else cell


def understood(cell: str) -> str:
    """Return what a cell says, without the apostrophe that makes it harmless."""
    return cell[1:] if cell[:1] == QUOTE and _begins_formula(cell.lstrip(QUOTE)) else cell


def _begins_formula(cell: str) -> bool:
    return bool(cell) and cell[0] in RUN


def cell_name(row: int, column: int) -> str:
    """Return how a spreadsheet calls a cell: `E3` for row 3, column 5."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def read_sheet(path: Path, known: Sequence[str], needed: str) -> Sheet:
    """Return the table in a file; FaultySheet tells all that is wrong with it.

    `known` are the names of columns that mean something, `needed` the one that must be there; other columns may be.
    """
    text = read_text(path)
    if isinstance(text, Report):
        raise FaultySheet([text])
    return parse_sheet(text, str(path), known, needed)


def parse_sheet(text: str, file: str, known: Sequence[str], needed: str) -> Sheet:
    """Return the table that a text holds, as `read_sheet` does."""
    mark = MARK if text.startswith(MARK) else ""
    text = text.removeprefix(MARK)
    separator = max(SEPARATORS, key=lambda sign: _known_columns(text, sign, known))
    rows = [[understood(cell) for cell in row] for row in _rows(text, separator, file)]
    header, *rest = rows or [[]]
    reports = [*_long_cells(rows, file)] or [*_header_faults(header, file, known, needed),
                                             *_long_rows(rest, len(header), file)]  # fmt: skip
    if reports:
        raise FaultySheet(reports)
    width = len(header)
    first, _, _ = text.partition("\n")
    filled = tuple(tuple(row[:width] + [""] * (width - len(row))) for row in rest)
    return Sheet(tuple(header), filled, separator, "\r\n" if first.endswith("\r") else "\n", mark)


def _known_columns(text: str, separator: str, known: Sequence[str]) -> int:
    """Return how many columns of a known name the first row has, read with that separator."""
    try:
        with _cells_of_any_length(text):
            header = next(csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True), [])
    except csv.Error:
        return 0
    return len({folded(understood(name)) for name in header} & set(map(folded, known)))


def _rows(text: str, separator: str, file: str) -> list[list[str]]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    try:
        with _cells_of_any_length(text):
            rows.extend(reader)
    except csv.Error as error:
        place = Span(file, len(rows) + 1, 1, len(rows) + 1, 2)
        help = "a cell with quotes in it is written in quotes, each of its own quotes twice"
        raise FaultySheet([Report(NO_TABLE.code, f"row {len(rows) + 1} cannot be read: {error}", place, help=help)]) \
            from None
    return rows


@contextmanager
def _cells_of_any_length(text: str) -> Iterator[None]:
    """Let the reader read cells as long as a text, for it could not say which one is too long."""
    before = csv.field_size_limit(max(len(text), 1))
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _long_cells(rows: Sequence[Sequence[str]], file: str) -> Iterator[Report]:
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row, 1):
            if len(cell) > LONGEST_CELL:
                message = f"cell {cell_name(number, column)}: it has {len(cell):,} characters, more than it may have"
                yield Report(NO_TABLE.code, message, Span(file, number, column, number, column + 1),
                             help=f"a cell holds at most {LONGEST_CELL:,} characters; if it is not meant to be long, "
                                  "a quote before or in it stands alone")


def _header_faults(header: Sequence[str], file: str, known: Sequence[str], needed: str) -> Iterator[Report]:
    names = [folded(name) for name in header]
    by_name: Mapping[str, str] = {folded(name): name for name in known}
    missing = [name for name in known if folded(name) not in names]
    # In a table of very many columns it is not looked for what each of them may mean.
    meant = {number: _meant(name.strip(), missing) for number, name in enumerate(header[:MAX_FAULTS], 1)
             if folded(name) not in by_name}  # fmt: skip
    for number, name in enumerate(names, 1):
        cell = cell_name(1, number)
        place = Span(file, 1, number, 1, number + 1)
        if name in by_name and name in names[: number - 1]:
            yield Report(NO_TABLE.code, f"cell {cell}: the column {by_name[name]} stands twice", place)
        if near := meant.get(number):
            yield Report(NO_TABLE.code, f"cell {cell}: there is no column {header[number - 1]!r}, but one that is "
                         "spelled nearly so", place, fix=near)
    if folded(needed) not in names and needed not in meant.values():
        yield Report(NO_TABLE.code, f"the first row names no column {needed}", Span(file, 1, 1, 1, 2),
                     help=f"it names columns such as {', '.join(known)}")


def _meant(name: str, missing: Sequence[str]) -> str:
    """Return the column that somebody may have meant, in the singular or plural too, or ""."""
    same = [known for known in missing if _stems(known) == _stems(name)]
    return same[0] if same else did_you_mean(name, missing)


def _stems(name: str) -> list[str]:
    """Return the words of a name without the ending that tells one from many."""
    return [re.sub(r"(?<=.)(ies|y|s)$", "", word) for word in folded(name).split()]


def _long_rows(rows: Sequence[Sequence[str]], width: int, file: str) -> Iterator[Report]:
    for number, row in enumerate(rows, 2):
        extra = [column for column in range(width + 1, len(row) + 1) if row[column - 1].strip()]
        if extra:
            cell = cell_name(number, extra[0])
            yield Report(NO_TABLE.code, f"cell {cell}: this row has more cells than the first row has columns",
                         Span(file, number, extra[0], number, extra[0] + 1),
                         help="a cell with a separator in it must stand in quotes")
