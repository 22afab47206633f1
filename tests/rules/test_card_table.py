"""The cards as text against the table of titles: deck, kind, copies, cost, and where each number comes from."""

from __future__ import annotations

import csv

import pytest

from barons_core.language.tree import CardNode
from barons_core.loading import library
from tests.citations import ROOT

with (ROOT / "docs" / "rulings" / "tables" / "cards.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
CARDS = {card.title: card for card in library().checked.cards}
COLORS = library().vocabulary.colors
PACKS = {"core": "barons", "two-player": "two_player", "directors-cut": "directors_cut"}


def test_every_title_of_the_table_is_there_and_its_packs_have_no_other() -> None:
    told = {card.title for card in CARDS.values()
            if card.kind != "castle" and library().pack_of(card.file) in PACKS.values()}  # fmt: skip

    assert told == {row["title"] for row in ROWS}


@pytest.mark.ruling("BAR-CARD-01")
@pytest.mark.parametrize("row", ROWS, ids=[row["title"] for row in ROWS])
def test_a_card_is_as_the_table_says(row: dict[str, str]) -> None:
    card = CARDS[row["title"]]

    assert card.kind == row["kind"]
    assert card.copies == int(row["copies"])
    assert ("all" if card.each_deck else COLORS[card.colors[0]]) == row["deck"]
    assert costs(card) == cost_column(row["cost"])
    assert dict(card.sources) == {key: row[f"{key}_source"] for key in ("cost", "copies", "kind", "deck")}
    assert library().pack_of(card.file) == PACKS[row["set"]]


def costs(card: CardNode) -> set[tuple[str, frozenset[tuple[int, str]]]]:
    """Return each price of a card with the label or way that it belongs to."""
    several = len(card.ways) > 1
    return {
        (way.title.lower() if several else cost.label, frozenset(price))
        for way in card.ways
        for cost in way.costs
        for price in cost.prices
    }


def cost_column(text: str) -> set[tuple[str, frozenset[tuple[int, str]]]]:
    """Read a cell such as `2 red | yellow` or `low: blue; high: blue+red`."""
    found: set[tuple[str, frozenset[tuple[int, str]]]] = set()
    for part in text.split("; "):
        label, _, prices = part.rpartition(": ")
        for price in prices.split(" | "):
            found.add((label.lower(), frozenset(filter(None, map(amount, price.split("+"))))))
    return found


def amount(text: str) -> tuple[int, str] | None:
    number, _, color = text.rpartition(" ")
    return None if text == "none" else (int(number or 1), color)
