"""Tables as spreadsheets write them: every dialect is read, cells come back as they were, no cell is a formula."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barons_core.spreadsheets import RUN, FaultySheet, Sheet, cell_name, harmless, parse_sheet, understood

KNOWN = ("Title", "Cost", "Copies")
CHARACTERS = st.characters(blacklist_categories=["Cs"], blacklist_characters="\0\ufeff")
CELLS = st.text(CHARACTERS, max_size=12) | st.sampled_from([
    "=1+1", "'=x", "''=x", "''", "'tis", "'", "-5", "+", "@a", "\t=a", "\r", "\n=b", 'say "no"', "a,b;c\td", "",
    " ", "Title", "é", "\uff1d1",
])  # fmt: skip


def parsed(text: str) -> Sheet:
    return parse_sheet(text, "cards.csv", KNOWN, "Title")


@settings(deadline=None)
@given(cell=CELLS)
def test_a_cell_that_is_made_harmless_is_understood(cell: str) -> None:
    assert understood(harmless(cell)) == cell
    assert harmless(cell)[:1] not in set(RUN)


@settings(deadline=None)
@given(cell=CELLS)
def test_what_was_written_once_stays_as_it_is(cell: str) -> None:
    """A cell that is harmless already, by us or by somebody else, is not touched; neither are words in apostrophes."""
    written = harmless(cell)

    assert harmless(understood(written)) == written
    assert cell[:1] in set(RUN) or harmless(understood(cell)) == cell


@settings(deadline=None)
@given(rows=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5), separator=st.sampled_from(",;\t"),
       line_end=st.sampled_from(["\n", "\r\n"]), mark=st.sampled_from(["", "\ufeff"]))
def test_a_table_comes_back_as_it_was(rows: list[tuple[str, str, str]], separator: str, line_end: str,
                                      mark: str) -> None:
    sheet = Sheet(("Title", "Cost", "Notes"), tuple(rows), separator, line_end, mark)

    assert parsed(sheet.text()) == sheet


@settings(deadline=None)
@given(rows=st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_no_cell_of_a_file_begins_a_formula(rows: list[tuple[str, str]]) -> None:
    text = Sheet(("Title", "Notes"), tuple(rows)).text()

    assert not [cell for row in csv.reader(StringIO(text, newline="")) for cell in row if cell[:1] in set(RUN)]


@pytest.mark.parametrize("text", [
    "Title,Cost\nMill,1 red\n", "Title;Cost\r\nMill;1 red\r\n", "Title\tCost\nMill\t1 red",
    "\ufeffTitle,Cost\nMill,1 red\n",
    '"Title","Cost"\n"Mill","1 red"\n', "title , COST\nMill,1 red\n", "Title,Cost\rMill,1 red\r",
])  # fmt: skip
def test_every_dialect_is_read(text: str) -> None:
    sheet = parsed(text)

    assert (sheet.column("Title"), sheet.column("Cost")) == (0, 1)
    assert sheet.rows == (("Mill", "1 red"),)


def test_the_first_row_decides_what_separates() -> None:
    assert parsed("Title;Cost\nMill;1 red, 1 blue\n").rows == (("Mill", "1 red, 1 blue"),)


def test_a_short_row_is_filled_and_an_empty_one_is_counted() -> None:
    assert parsed("Title,Cost\n\nMill\n").rows == (("", ""), ("Mill", ""))


@pytest.mark.parametrize(("text", "place", "says"), [
    ("", (1, 1), "no column Title"),
    ("Cost,Copies\n", (1, 1), "no column Title"),
    ("Ttile,Cost\n", (1, 1), "cell A1"),
    ("Title,Csot\n", (1, 2), "cell B1"),
    ("Title,Cost,cost\n", (1, 3), "stands twice"),
    ("Title,Cost\nMill,1 red,1 blue\n", (2, 3), "cell C2"),
    ('Title,Cost\nMill,"1 red\n', (2, 1), "row 2 cannot be read"),
    ('Title,Cost\nMill,"1" red\n', (2, 1), "row 2 cannot be read"),
    ("Title,Cost\nMill," + "x" * 200_000, (2, 2), "cell B2: it has 200,000 characters"),
    ("Title," + "x" * 200_000 + "\nMill,1", (1, 2), "cell B1: it has 200,000 characters"),
    ('Title,Cost\nMill,"1\n' + "Port,1 red\n" * 50_000 + 'Port,"1"\n', (2, 1), "row 2 cannot be read"),
    ('Title,Cost\nMill,"1\n' + "Port,1 red\n" * 50_000, (2, 1), "row 2 cannot be read"),
])  # fmt: skip
def test_what_is_no_table_is_reported(text: str, place: tuple[int, int], says: str) -> None:
    with pytest.raises(FaultySheet) as caught:
        parsed(text)

    [report] = caught.value.reports
    assert (report.span.line, report.span.column) == place
    assert says in report.message


def test_all_faults_of_a_table_are_reported() -> None:
    with pytest.raises(FaultySheet) as caught:
        parsed("Ttile,Csot\nMill,1 red,x\nPort,1 red,x\n")

    assert [str(report.span) for report in caught.value.reports] == [
        "cards.csv:1:1", "cards.csv:1:2", "cards.csv:2:3", "cards.csv:3:3",
    ]  # fmt: skip


@pytest.mark.parametrize(("row", "column", "name"), [(1, 1, "A1"), (3, 26, "Z3"), (3, 27, "AA3"), (9, 703, "AAA9")])
def test_a_cell_is_called_as_in_a_spreadsheet(row: int, column: int, name: str) -> None:
    assert cell_name(row, column) == name
