"""Rulesets that amend cards of other packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from barons_core.loading import content
from barons_core.model.definitions import CardDefinition

MANIFEST = 'name = "amended"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\n'
TEXT = """
ruleset "Amended":
    includes barons
    amend "Mill" cost 1 blue or 2 red, 1 green
    amend "Cathedral" cost none
    amend "Mill" copies 4
    amend "Port" deck green
    amend "Armored Knight" cost high 2 red, 2 yellow
"""


@pytest.fixture
def cards(tmp_path: Path) -> dict[str, CardDefinition]:
    (tmp_path / "pack.toml").write_text(MANIFEST)
    (tmp_path / "amended.barons").write_text(TEXT)
    return {card.title: card for card in content("amended", [tmp_path]).definitions}


def prices(card: CardDefinition, way: int = 0, label: str = "") -> list[tuple[int, ...]]:
    return [price.amounts for cost in card.ways[way].costs if cost.label == label for price in cost.prices]


def test_a_cost_is_amended_with_its_alternatives(cards: dict[str, CardDefinition]) -> None:
    assert prices(cards["Mill"]) == [(0, 1, 0, 0), (2, 0, 1, 0)]


def test_a_cost_with_a_label_leaves_the_other_alone(cards: dict[str, CardDefinition]) -> None:
    assert prices(cards["Armored Knight"], label="high") == [(2, 0, 0, 2)]
    assert prices(cards["Armored Knight"], label="low") == [(1, 0, 0, 0)]


def test_the_title_of_a_way_amends_that_way_only(cards: dict[str, CardDefinition]) -> None:
    assert prices(cards["Church/Cathedral"], way=1) == [(0, 0, 0, 0)]
    assert prices(cards["Church/Cathedral"], way=0) == [(1, 1, 1, 1)]


def test_copies_and_deck_are_amended(cards: dict[str, CardDefinition]) -> None:
    assert cards["Mill"].copies == 4
    assert cards["Port"].colors == (2,)
