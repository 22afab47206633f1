"""Sections that a player starts from a card in play: `free:`, `action:` and `with a ...:`, on made-up cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from barons_core.loading import content
from barons_core.testing.scenario_run import Scenario

MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\ndescription = "Made-up cards."\n'
CARDS = """
building "Exchange" in red x4:
    cost none
    free:
        cost 1 red
        draw 1 blue

land "Spring" in blue x4:
    cost none
    counts as a river
    with a tax:
        cost 1 green
        this action:
            let the size of your tax be at most 1
        draw 1 yellow

knight "Herald" in green x3:
    cost low none
    cost high 1 red
    with a knight:
        draw 1 green
    with an action:
        draw 1 yellow
    with an addition, if you have at most 1 card in your hand:
        draw 1 blue

building "Court" in yellow x4:
    cost none
    action:
        draw 2 yellow
    action, if you have at least 3 cards in your hand:
        draw 1 red
    after you activate this:
        draw 1 green

building "Spender" in red x4:
    cost none
    with an addition:
        cost 1 red
        draw 1 yellow

building "Thief" in blue x4:
    cost none
    before you activate a building, if this is next to a mine:
        discard your hand

building "Tower" in yellow x4:
    cost none
    let the cost of an attack by an enemy on your land rise by 1 of red

knight "Squire" in red x4:
    cost low none
    cost high 1 red
    forbid knights to attack this
    with a knight:
        cost 1 red
        draw 1 blue

building "Mews" in green x4:
    cost none
    with a knight:
        needs a knight in your hand
        draw 1 blue

action "Shout" in red x4:
    cost none
    play:
        draw 1 red

ruleset "House":
    includes barons
    turn:
        plays
        1 action
        1 addition
        1 tax
"""
SCENARIOS = """
scenario "what is free is offered in every part of the turn, as long as it can be paid":
    players P1, P2
    P1 barony:
        | "Exchange" | Castle | land red
    P1 holds 3 "Mill"
    deck blue "Port", "Tithe", "Wandering Knight"
    turn of P1
    P1: use "Exchange" at (-1,0)
    P1: pass
    P1: use "Exchange" at (-1,0)
    expect P1 holds 1 red, 2 blue
    P1: pass
    P1: use "Exchange" at (-1,0)
    expect P1 holds 3 blue
    illegal P1: use "Exchange" at (-1,0)
    P1: pass
    legal P1: tax (1,0) as red

scenario "nothing free inside an action that something has joined":
    players P1, P2
    P1 barony:
        | "Spring" | Castle | land red | land red
        | . | "Exchange" | . | .
    P1 holds 1 red, 1 green
    deck yellow "Drought"
    turn of P1, tax
    legal P1: use "Exchange" at (0,-1)
    legal P1: tax (1,0) (2,0) as red
    P1: join with "Spring" at (-1,0)
    illegal P1: use "Exchange" at (0,-1)
    illegal P1: join with "Spring" at (-1,0)
    illegal P1: tax (1,0) (2,0) as red
    P1: tax (1,0) as red
    expect P1 holds 2 red, 1 yellow

scenario "what joins a knight is offered as it is paid, once":
    players P1, P2
    P1 barony:
        | "Herald" | Castle
    P1 holds "Herald"
    P2 barony:
        | land red | land blue | Castle
    deck green "Cooper"
    turn of P1
    P1: play "Herald" to attack
    expect P1 is asked "join":
        join with "Herald" at (-1,0)
        no
    P1: join with "Herald" at (-1,0)
    P1: attack land red at (-2,0) of P2
    expect P1 holds 1 green

scenario "what joins an action may be declined":
    players P1, P2
    P1 barony:
        | "Herald" | Castle
    P1 holds 2 "Shout"
    deck red "Mill", "Forge"
    deck yellow "Drought"
    turn of P1
    P1: play "Shout"
    P1: no
    P1: play "Shout"
    P1: join with "Herald" at (-1,0)
    expect P1 holds 2 red, 1 yellow

scenario "the part of the turn for actions takes one of several":
    players P1, P2
    P1 barony:
        | "Court" | Castle
    P1 holds 3 blue
    deck red "Mill"
    deck green "Cooper"
    turn of P1, action
    expect P1 is asked "action":
        act with "Court" at (-1,0) (1)
        act with "Court" at (-1,0) (2)
        pass
    P1: act with "Court" at (-1,0) (2)
    expect P1 holds 3 blue, 1 red, 1 green
    expect P1 is asked "add"

scenario "what joined an addition that can no longer be made does not hide what is free":
    players P1, P2
    P1 barony:
        | "Spender" | Castle | "Exchange"
    P1 holds 1 "Mill"
    P2 barony:
        | "Exchange" | Castle
    P2 holds 1 "Mill"
    deck yellow "Drought"
    turn of P1, addition
    P1: join with "Spender" at (-1,0)
    P1: lay "Drought" at (0,1)
    expect turn of P1, tax
    P1: pass
    legal P2: use "Exchange" at (-1,0)

scenario "an addition that something has joined is made":
    players P1, P2
    P1 barony:
        | "Spender" | Castle
    P1 holds 2 "Mill"
    deck yellow "Drought"
    turn of P1, addition
    legal P1: pass
    P1: join with "Spender" at (-1,0)
    illegal P1: pass
    legal P1: lay "Mill" at (0,1)

scenario "what cannot be paid any more does nothing":
    players P1, P2
    P1 barony:
        | land red | "Thief" | Castle | "Exchange"
    P1 holds 2 "Mill"
    turn of P1
    P1: use "Exchange" at (1,0)
    expect P1 holds no cards
    expect event "cannot pay"
    expect no event draw

scenario "what joins a knight leaves enough for its attack":
    players P1, P2
    P1 barony:
        | "Squire" | Castle
    P1 holds "Herald", 1 "Mill"
    P2 barony:
        | "Tower" | Castle | land blue | land blue
    turn of P1
    P1: play "Herald" to attack
    expect P1 holds no cards
    expect P2 has nothing at (2,0)

scenario "nobody else knows that something may join":
    players P1, P2
    P1 barony:
        | "Mews" | Castle
    P1 holds 2 "Herald"
    P2 barony:
        | land red | land blue | Castle
    turn of P1
    P1: play "Herald" to attack
    expect P1 is asked "join"
    expect P2 is not asked
    P1: no
    P1: attack land red at (-2,0) of P2

scenario "a card that is cut off offers nothing":
    players P1, P2
    P1 barony:
        | "Exchange" | . | Castle | land red
    P1 holds 3 "Mill"
    turn of P1
    illegal P1: use "Exchange" at (-2,0)
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack.toml").write_text(MANIFEST)
    (tmp_path / "house.barons").write_text(CARDS)
    return tmp_path


@pytest.mark.parametrize("scenario", Scenario.load(SCENARIOS), ids=lambda one: one.text.title)
def test_made_up_uses(scenario: Scenario, pack: Path) -> None:
    scenario.run(lambda ruleset, settings: content("house", [pack], settings))
