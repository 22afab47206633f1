"""What holds once ends with its first user: a trigger that acts, a number that applies, a permission that is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from barons_core.language.words import Parameter, Permission
from barons_core.loading import content
from barons_core.testing.scenario_run import Scenario
from tests.language.built_in import vocabulary

MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\ndescription = "Made-up cards."\n'
RULESET = """
ruleset "House":
    includes barons
    turn:
        plays
        1 addition
        3 tax

action "Levy" in red x4:
    cost none
    play:
        choose an enemy as rival
        rival discards 2 of red

action "Wreck" in red x4:
    cost none
    play:
        choose a building of your barony as ruin
        discard ruin

knight "Raider" in red x4:
    cost low none
    cost high 1 blue

building "Hovel" in red x4:
    cost none

building "Scales" in red x4:
    cost none
    activate:
        once this turn:
            let the size of your tax be at least 5

building "Bridge" in blue x4:
    cost none
    allow you to tax any lands next to this, of any colors, unconnected, without limit

building "Hut" in red x4:
    cost 1 red

building "Shed" in blue x4:
    cost 1 red
"""
CARD = 'action "Errand" in red x4:\n    cost none\n    play:\n        once this turn:\n            {}\n'

# For each word that can be spent: a line of a once scope, and a game in which it serves once and no more.
USES = {
    "the size of a tax": (
        "let the size of your tax be at least 5",
        """
    P1 barony:
        | land red | land red | land red | land red | land red | Castle
    P1 holds "Errand"
    turn of P1
    P1: play "Errand"
    P1: tax (-2,0) (-1,0) as red
    P1: tax (-5,0) (-4,0) (-3,0) (-2,0) (-1,0) as red
    illegal P1: tax (-5,0) (-4,0) (-3,0) (-2,0) (-1,0) as red
""",
    ),
    "the colors of a tax": (
        "let the number of colors of your tax be at least 2",
        """
    P1 barony:
        | land red | land blue | Castle
    P1 holds "Errand"
    deck red "Mill"
    deck blue "Tithe"
    turn of P1
    P1: play "Errand"
    P1: tax (-2,0) (-1,0) as red blue
    illegal P1: tax (-2,0) (-1,0) as red blue
""",
    ),
    "the cards discarded for an action": (
        "let the number of cards an enemy discards from hand for an action fall by 1",
        """
    P1 holds "Errand", "Levy", "Levy"
    P2 holds 5 "Mill"
    turn of P1
    P1: play "Errand"
    P1: play "Levy"
    expect P2 holds 4 red
    P1: play "Levy"
    expect P2 holds 2 red
""",
    ),
    "the cost of what is played": (
        "let the cost of actions you play fall by 1 of your choice",
        """
    P1 holds "Errand", "Prayer", "Prayer", 1 blue
    turn of P1
    P1: play "Errand"
    P1: play "Prayer"
    expect P1 holds "Prayer", 1 blue
    illegal P1: play "Prayer"
""",
    ),
    "the cost of what is built": (
        "let the cost of buildings you build fall by 1 of your choice",
        """
    P1 barony:
        | land red | "Mason's Lodge" | Castle
    P1 holds "Errand", "Hut", "Shed"
    turn of P1
    P1: play "Errand"
    P1: build "Hut" at (1,0)
    expect P1 holds "Shed"
    illegal P1: build "Shed"
""",
    ),
    "the cost of an attack": (
        "let the cost of an attack by you on a land rise by 1 of green",
        """
    P1 holds "Errand", 2 "Raider", 1 green
    P2 barony:
        | land red | land red | land red | Castle
    turn of P1
    P1: play "Errand"
    P1: play "Raider" to attack
    P1: attack land red at (-3,0) of P2
    expect P1 holds no green
    P1: play "Raider" to attack
""",
    ),
    "trade with": (
        "allow you to trade with an enemy",
        """
    P1 holds "Errand", "Mill", "Cooper"
    P2 holds "Port", "Tavern"
    turn of P1
    illegal P1: trade with P2
    P1: play "Errand"
    P1: trade with P2
    P1: offer red "Mill" named
    P1: ask blue
    P2: give blue "Port"
    illegal P1: trade with P2
""",
    ),
    "tax a region of": (
        "allow you to tax a region of an enemy, ignoring buildings",
        """
    P1 barony:
        | land red | Castle
    P2 barony:
        | land blue | Castle
    P1 holds "Errand"
    deck blue "Tithe"
    turn of P1
    P1: play "Errand"
    P1: tax of P2 (-1,0) as blue
    illegal P1: tax (-1,0) of P2 as blue
    legal P1: tax (-1,0) as red
""",
    ),
    "tax any lands": (
        "allow you to tax any lands next to your castle, of any colors, unconnected, without limit",
        """
    P1 barony:
        | land red | Castle | land blue
    P1 holds "Errand"
    deck red "Mill"
    deck blue "Tithe"
    turn of P1
    P1: play "Errand"
    P1: tax (-1,0) (1,0) as red blue
    illegal P1: tax (-1,0) (1,0) as red blue
    legal P1: tax (-1,0) as red
""",
    ),
}


def _run(tmp_path: Path, line: str, game: str, players: str = "P1, P2") -> None:
    (tmp_path / "pack.toml").write_text(MANIFEST)
    (tmp_path / "house.barons").write_text(CARD.format(line) + RULESET)
    [scenario] = Scenario.load(f'scenario "once":\n    players {players}' + game)
    scenario.run(lambda ruleset, settings: content("house", [tmp_path], settings))


def test_every_word_that_can_be_spent_is_tried_here() -> None:
    words = [word for word in vocabulary().words if isinstance(word, Parameter | Permission) and word.spent]

    assert [word.spelling for word in words] == list(USES)


@pytest.mark.parametrize("word", USES)
def test_a_word_serves_its_first_user_only(word: str, tmp_path: Path) -> None:
    _run(tmp_path, *USES[word])


TRIGGER = """
    P1 barony:
        | land red | land blue | Castle
    P1 holds "Errand"
    deck red "Mill", "Forge", "Outpost"
    deck blue "Tithe", "Port"
    turn of P1
    P1: play "Errand"
    P1: tax (-2,0) as red
    expect P1 holds 1 red, 1 green
    P1: tax (-1,0) as blue
    expect P1 holds 1 red, 1 green, 1 blue
"""


def test_a_trigger_acts_once(tmp_path: Path) -> None:
    _run(tmp_path, "when you tax at least 1 lands:\n                draw 1 green", TRIGGER)


INSTEAD = """
    P1 barony:
        | land red | land blue | Castle
    P1 holds "Errand"
    deck red "Mill"
    deck blue "Tithe"
    deck green "Cooper", "Tavern"
    turn of P1
    P1: play "Errand"
    P1: tax (-2,0) as red
    P1: no
    P1: tax (-1,0) as blue
    P1: draw green
    expect P1 holds 1 red, 1 green
"""


def test_a_replacement_that_was_declined_is_not_spent(tmp_path: Path) -> None:
    _run(tmp_path, "instead of you drawing a card:\n                may draw 1 green", INSTEAD)


BOTH = """
    P1 barony:
        | "Market" | Castle
    P1 holds "Errand", "Wreck", "Mill", "Cooper"
    P2 holds "Port", "Tavern"
    turn of P1
    P1: play "Errand"
    P1: trade with P2
    P1: offer red "Mill" named
    P1: ask blue
    P2: give blue "Port"
    P1: play "Wreck"
    expect P1 has no "Market"
    legal P1: trade with P2
"""


def test_a_permission_that_something_else_gives_too_is_not_spent(tmp_path: Path) -> None:
    _run(tmp_path, "allow you to trade with an enemy", BOTH, "P1, P2, P3")


DEAR = """
    P1 barony:
        | "Mason's Lodge" | Castle
    P1 holds "Errand", "Hovel", "Hut", "Shed"
    turn of P1
    P1: play "Errand"
    P1: build "Hovel" at (1,0)
    P1: build "Hut" at (0,1)
    expect P1 holds "Shed"
    illegal P1: build "Shed"
"""


def test_a_price_that_stays_the_same_spends_nothing(tmp_path: Path) -> None:
    _run(tmp_path, "let the cost of buildings you build fall by 1 of your choice", DEAR)


DECLINED = """
    P1 barony:
        | land red | land blue | Castle
    P1 holds "Errand"
    deck green "Cooper", "Tavern"
    turn of P1
    P1: play "Errand"
    P1: tax (-2,0) as red
    P1: no
    P1: tax (-1,0) as blue
    P1: draw green
    P1: tax (-2,0) as red
    expect P1 holds 2 red, 1 green, 1 blue
"""


def test_a_trigger_that_was_declined_is_not_spent(tmp_path: Path) -> None:
    _run(tmp_path, "when you tax at least 1 lands:\n                may draw 1 green", DECLINED)


CHAIN = """
    P1 holds "Errand", "Levy"
    P2 holds 2 "Mill"
    deck red "Mill", "Forge", "Outpost"
    deck green "Cooper", "Tavern"
    turn of P1
    P1: play "Errand"
    P1: play "Levy"
    expect P1 holds 1 green
"""


@pytest.mark.parametrize("body", [
    "draw 1 green",
    "each player at once:\n                    draw 1 green",
    "draw 1 green\n                this turn:\n                    let the size of your tax be at least 5",
], ids=["verb", "at once", "scope"])  # fmt: skip
def test_a_trigger_does_not_set_itself_off(body: str, tmp_path: Path) -> None:
    _run(tmp_path, f"after an enemy discards a card:\n                {body}", CHAIN)


IGNORED = """
    P1 barony:
        | "Scales" | land red | land red | land red | land red | land red | Castle
    P2 barony:
        | land blue | Castle
    P1 holds "Papal Decree"
    turn of P1
    P1: activate "Scales" at (-6,0)
    P1: play "Papal Decree"
    P1: tax of P2 (-1,0) as blue
    P1: tax (-5,0) (-4,0) (-3,0) (-2,0) (-1,0) as red
"""
BRIDGES = """
    P1 barony:
        | land red | "Bridge" | Castle | land blue
    P1 holds "Errand"
    turn of P1
    P1: play "Errand"
    P1: tax (-2,0) as red
    P1: tax (-2,0) (1,0) as red blue
    illegal P1: tax (-2,0) (1,0) as red blue
"""


def test_a_taxation_that_ignores_a_card_does_not_spend_what_it_started(tmp_path: Path) -> None:
    _run(tmp_path, "let the size of your tax be at least 2", IGNORED)


def test_what_else_allows_a_part_of_a_taxation_does_not_save_it(tmp_path: Path) -> None:
    _run(tmp_path, "allow you to tax any lands of your barony, of any colors, unconnected, without limit", BRIDGES)
