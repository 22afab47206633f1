"""Cards as a table for a spreadsheet: a card a row, with the source of each number and the generated rules text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from barons_core.language.codes import code
from barons_core.language.reports import Report, Span
from barons_core.language.text import cost_words, rules_text
from barons_core.language.tree import CardNode
from barons_core.language.words import Vocabulary
from barons_core.loading import PlayedCards
from barons_core.spreadsheets import FaultySheet, Sheet, cell_name, folded

TITLE = "Title"
TEXT = "Text"
FIELDS = ("deck", "kind", "copies", "cost")
SOURCES = {name: f"{name.capitalize()} source" for name in FIELDS}
ENTERED = "entered"
COLUMNS = (TITLE, *(name.capitalize() for name in FIELDS), *SOURCES.values(), TEXT)

LOST_CELL = code(
    "BC086",
    "a cell that would be lost",
    "A table is written over one whose cells say something else than the cards do. Import it first, so that the cards "
    "say the same, or let it be written over with `--force`.",
    "Title,Cost\nMill,9 red\n",
    "Title,Cost\nMill,\"1 red, 1 yellow\"\n",
)


def sheet_of(played: PlayedCards) -> Sheet:
    """Return the cards of a ruleset, as it plays with them, a card a row."""
    rows = [cells_of(card, played) for card in played.edition.cards]
    return Sheet(COLUMNS, tuple(tuple(cells[name] for name in COLUMNS) for cells in rows))


def written_over(new: Sheet, old: Sheet, file: str, lost: Iterable[Report] = ()) -> Sheet:
    """Return a table with the columns, the rows' order and the form of an older one, its further columns kept.

    FaultySheet tells the rows that no card has any more, and the cells that would be `lost`.
    """
    titles = [row[column_number(old, TITLE)] for row in old.rows]
    cards = {row[0]: dict(zip(new.columns, row, strict=True)) for row in new.rows}
    reports = [*_wrong_titles(old, file, cards), *lost]
    if reports:
        raise FaultySheet(reports)
    columns = (*old.columns, *(name for name in new.columns if old.column(name) is None))
    names = {folded(name): name for name in new.columns}
    known = [names.get(folded(column), "") for column in columns]
    kept = {title.strip(): row for title, row in zip(titles, old.rows, strict=True)}
    order = [*filter(None, map(str.strip, titles)), *(title for title in cards if title not in kept)]
    rows = tuple(
        tuple(cards[title][name] if name else _cell(kept.get(title, ()), number) for number, name in enumerate(known))
        for title in order
    )
    return replace(old, columns=columns, rows=rows)


def cells_of(card: CardNode, played: PlayedCards) -> dict[str, str]:
    """Return what stands in each column for a card.

    Where swaps and inclusions decide how many there are, decks and copies are those that are played with.
    """
    vocabulary, sources = played.edition.vocabulary, dict(card.sources)
    numbers = played.numbers.get(card.title)
    colors, copies = card.colors, str(card.copies)
    if numbers is not None and not numbers.follows:
        colors = numbers.colors
        copies = str(numbers.copies) if numbers.copies is not None else numbers.in_words(vocabulary.colors)
        # Where the card's own number came from says nothing about another one.
        changed = {"deck": colors != card.colors, "copies": numbers.copies != card.copies}
        sources = {field: source for field, source in sources.items() if not changed.get(field)}
    return {
        TITLE: card.title,
        "Deck": _deck(colors, vocabulary),
        "Kind": card.kind,
        "Copies": copies,
        "Cost": "; ".join(f"{name}: {cost}" if name else cost for name, cost in _costs(card)),
        **{column: sources.get(name, "") for name, column in SOURCES.items()},
        TEXT: rules_text(card, vocabulary),
    }


def _deck(colors: Sequence[int], vocabulary: Vocabulary) -> str:
    if len(colors) == len(vocabulary.colors):
        return "each"
    return " and ".join(vocabulary.colors[color] for color in colors)


def _costs(card: CardNode) -> Iterator[tuple[str, str]]:
    """Yield each cost with the name by which a cell tells it from the card's others: way, label, both or neither."""
    for way in card.ways:
        for cost in way.costs:
            yield cost_name(card, way.title, cost.label), cost_words(cost)


def cost_name(card: CardNode, way: str, label: str) -> str:
    return " ".join([*([way] if len(card.ways) > 1 else []), *([label] if label else [])])


def _wrong_titles(old: Sheet, file: str, cards: Mapping[str, object]) -> Iterator[Report]:
    """Yield a report for each row whose further cells would be lost: no card, or another row, has its title."""
    number = column_number(old, TITLE)
    seen: set[str] = set()
    for row, cells in enumerate(old.rows, 2):
        title = cells[number].strip()
        if any(cells) and title not in cards:
            yield cell_report(LOST_CELL.code, f"no card has the title {title!r}", file, row, number + 1,
                              help="mend the title, or take the row out")
        elif title in seen:
            yield cell_report(LOST_CELL.code, f"the title {title!r} stands in a row above already", file, row,
                              number + 1, help="take one of the two rows out")
        seen.update([title] if title else [])


def column_number(sheet: Sheet, name: str) -> int:
    """Return the number of a column that is there."""
    number = sheet.column(name)
    assert number is not None
    return number


def _cell(row: Sequence[str], number: int) -> str:
    return row[number] if number < len(row) else ""


def cell_report(code: str, message: str, file: str, row: int, column: int, fix: str = "", help: str = "") -> Report:
    """Return a report about a cell; row and column count from 1, and are its line and column."""
    place = Span(file, row, column, row, column + 1)
    return Report(code, f"cell {cell_name(row, column)}: {message}", place, fix=fix, help=help)
