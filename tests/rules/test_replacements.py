"""Made-up cards that put something in the place of a draw or a discard, and faces that no printed card has."""

from __future__ import annotations

from pathlib import Path

import pytest

from barons_core.loading import content
from barons_core.testing.scenario_run import Scenario

MANIFEST = 'name = "house"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\n'
CARDS = """
building "Well" in red x4:
    cost none
    instead of you drawing a card:
        may discard 1 of red from your hand

action "Tumble" in red x4:
    cost none
    play:
        choose an enemy as rival
        choose a card of the barony of rival as prey
        place prey face down in your barony
        may discard 1 of red

action "Toll" in red x4:
    cost none
    play:
        choose an enemy as rival
        rival discards 2 of any color

action "Errand" in red x4:
    cost none
    play:
        once this turn:
            let the size of your tax be at least 5

ruleset "House":
    includes barons
"""
SCENARIOS = """
scenario "a Well gives a red card for a draw":
    players P1, P2
    P1 barony:
        | "Well" | Castle | land blue
    P1 holds 1 red
    turn of P1, tax
    P1: tax (1,0) as blue
    P1: discard red
    expect P1 holds 0 cards

scenario "of any color means of one color, which the discarder picks":
    players P1, P2
    P1 barony:
        | land red | Castle | land blue
    P1 holds "Toll"
    P2 holds 2 red, 2 blue
    turn of P1
    P1: play "Toll"
    expect P2 is asked:
        discard red
        discard blue
        discard green
        discard yellow
    P2: discard blue
    expect P2 holds 2 red, no blue

scenario "what holds once this turn ends with the turn":
    players P1, P2
    P1 barony:
        | land red | land red | land red | land red | land red | Castle
    P1 holds "Errand"
    P2 holds "Mill"
    deck red "Mill"
    turn of P1
    P1: play "Errand"
    legal P1: tax (-5,0) (-4,0) (-3,0) (-2,0) (-1,0) as red
    P1: tax (-1,0) as red
    P2: pass
    P1: pass
    illegal P1: tax (-5,0) (-4,0) (-3,0) (-2,0) (-1,0) as red
    legal P1: tax (-4,0) (-3,0) (-2,0) (-1,0) as red

scenario "a castle laid face down is a land of no color":
    players P1, P2
    P1 barony:
        | land red | Castle | land blue
    P1 holds "Tumble"
    P2 holds 1 red
    turn of P1
    P1: play "Tumble"
    P1: place (2,0)
    illegal P1: tax (2,0) as red
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack.toml").write_text(MANIFEST)
    (tmp_path / "house.barons").write_text(CARDS)
    return tmp_path


def test_the_scenarios_of_made_up_replacements_hold(pack: Path) -> None:
    for scenario in Scenario.load(SCENARIOS):
        scenario.run(lambda ruleset, settings: content("house", [pack], settings))
