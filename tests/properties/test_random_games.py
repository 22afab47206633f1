"""A bounded share of the random games: each property at sampled positions, for every number of players."""

from __future__ import annotations

import pytest

from tests.properties.catalog import PROPERTIES, try_game
from tests.properties.games import RULESETS, SEATS

NAMES = (*PROPERTIES, "payments")
GAMES = {"barons41": 2}
MOST_GAMES = 5
CASES = [(ruleset, players, seed) for ruleset in RULESETS for players in SEATS
         for seed in range(GAMES.get(ruleset, MOST_GAMES))]  # fmt: skip
TURNS = 60


@pytest.mark.parametrize(("ruleset", "players", "seed"), CASES)
def test_all_properties_hold(ruleset: str, players: int, seed: int) -> None:
    tally = try_game(ruleset, players, 1_000 + seed, TURNS, NAMES)

    assert tally.failures == []
    assert tally.tried["conservation"] == tally.positions > 50


@pytest.mark.parametrize("name", [name for name, each in PROPERTIES.items() if each.share < 0.05])
def test_each_rare_property_is_tried_often_enough(name: str) -> None:
    """The rare ones once more by themselves, so that no share of the suite leaves one of them out."""
    scale = 0.1 / PROPERTIES[name].share
    tried = 0
    for seed in range(4):
        tally = try_game("directors_cut", 2 + seed, 2_000 + seed, 40, (name,), scale)
        assert tally.failures == []
        tried += tally.tried[name]

    assert tried >= 10
