"""Settings in text: a ruleset declares and decides them, card text asks for them, and code and rules text obey."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import barons_core as bc
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.reading import reading_text
from barons_core.language.text import rules_text
from barons_core.language.tree import CardNode
from barons_core.loading import content
from tests.language.built_in import vocabulary

SPEED = """\
ruleset "House":
    players 2 to 4
    setting "speed" slow or fast or none_at_all:
        because "BAR-OPEN-01"
        slow "one card"
        fast "two cards"
        none_at_all "no card"
    turn:
        plays
        1 tax
"""
TOWER = """\
building "Watchtower" in red x4:
    cost 1 red
    {}
"""
MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n'
FAST: Mapping[str, str] = {"speed": "fast"}


def card(body: str) -> CardNode:
    text = TOWER.format(body.strip().replace("\n", "\n    "))
    checked = check_declarations([SourceFile("house.barons", f"{SPEED}\n{text}")], vocabulary())
    assert not checked.reports
    return checked.cards[0]


def lines(body: str, settings: Mapping[str, str] = {}) -> str:
    return rules_text(card(body), vocabulary(), settings)


@pytest.mark.parametrize("body", [
    'let the size of your tax be 7, if setting "speed" is fast',
    'let the size of your tax be 7, if setting "speed" is not slow and setting "speed" is not none_at_all',
    'let the size of your tax be 7, if setting "speed" is none_at_all or setting "speed" is fast',
    'allow you to trade with a player, if setting "speed" is fast',
    'forbid enemies to attack this, if setting "speed" is fast',
    'when you tax, if setting "speed" is fast:\n    draw 1 red',
    'activate, if setting "speed" is fast:\n    draw 1 red',
    'activate:\n    if setting "speed" is fast:\n        draw 1 red',
    'activate:\n    this turn:\n        let the size of your tax be 7, if setting "speed" is fast',
    'activate:\n    may:\n        if setting "speed" is fast:\n            draw 1 red',
    'activate:\n    each player at once, if setting "speed" is fast:\n        draw 1 red',
])
def test_what_a_setting_rules_out_is_not_in_the_rules_text(body: str) -> None:
    without, with_it = lines(body), lines(body, FAST)

    assert len(without) < len(with_it)
    assert "setting" not in without + with_it


def test_of_two_branches_one_is_left() -> None:
    body = 'activate:\n    if setting "speed" is slow:\n        draw 1 red\n    else:\n        draw 2 blue'

    assert ("red" in lines(body), "blue" in lines(body)) == (True, False)
    assert ("red" in lines(body, FAST), "blue" in lines(body, FAST)) == (False, True)


def test_what_is_left_of_a_condition_is_said() -> None:
    body = 'when you tax, if setting "speed" is fast and this is next to a river:\n    draw 1 red'

    assert ", if this building is next to a river," in lines(body, FAST)


def test_a_condition_that_cannot_go_is_said_with_its_setting() -> None:
    body = 'as "Tower":\n    cost 1 red\nas "Ruin", if setting "speed" is fast:\n    cost 2 red'
    text = f'{SPEED}\nbuilding "Watchtower" in red x4:\n    {body}\n'.replace("\nas", "\n    as").replace(
        "\n    cost", "\n        cost")
    [found] = check_declarations([SourceFile("house.barons", text)], vocabulary()).cards

    assert 'the setting "speed" is fast' in rules_text(found, vocabulary())


def test_the_reading_says_what_is_asked() -> None:
    body = 'forbid enemies to attack this, if setting "speed" is not fast'

    assert body in reading_text(card(body), vocabulary())


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a pack with a setting that a card asks for, and a second ruleset that decides it."""
    pack = tmp_path / "house"
    pack.mkdir()
    (pack / "pack.toml").write_text(MANIFEST)
    (pack / "house.barons").write_text(SPEED)
    (pack / "cards.barons").write_text(TOWER.format('let the size of your tax be 7, if setting "speed" is fast'))
    (pack / "haste.barons").write_text('ruleset "Haste":\n    includes house\n    setting "speed" is fast\n')
    (pack / "rest.barons").write_text('ruleset "Rest":\n    includes haste\n    setting "speed" is none_at_all\n')
    return pack


def statics(pack: Path, ruleset: str, **settings: str) -> int:
    cards = content(ruleset, [pack], settings).definitions
    [tower] = [one for one in cards if one.title == "Watchtower"]
    return len(tower.ways[0].abilities.statics)


def test_the_first_value_counts_where_nothing_is_decided(house: Path) -> None:
    assert content("house", [house]).settings == {"speed": "slow"}
    assert statics(house, "house") == 0


def test_a_ruleset_decides_a_setting_of_another(house: Path) -> None:
    assert content("haste", [house]).settings == {"speed": "fast"}
    assert statics(house, "haste") == 1


def test_what_a_ruleset_says_itself_counts_before_what_it_includes(house: Path) -> None:
    assert content("rest", [house]).settings == {"speed": "none_at_all"}


def test_the_caller_decides_last(house: Path) -> None:
    assert content("haste", [house], {"speed": "slow"}).settings == {"speed": "slow"}
    assert (statics(house, "haste", speed="slow"), statics(house, "house", speed="fast")) == (0, 1)


def test_one_setting_stands_in_one_ruleset(house: Path) -> None:
    text = SPEED.replace("House", "Home")
    found = check_declarations([SourceFile("house.barons", SPEED), SourceFile("home.barons", text)], vocabulary())

    assert [(report.code, report.span.file, report.labels[0][0].file) for report in found.reports] == [
        ("BC201", "home.barons", "house.barons")]


@pytest.mark.parametrize("name", ["cut-off knights protct", "Cut-off knights protect", "cut off knights protect"])
@pytest.mark.parametrize("text", [
    'ruleset "Made up":\n    includes barons\n    setting "{}" is no\n',
    'building "Hut" in red x2:\n    cost 1 red\n    forbid enemies to attack this, if setting "{}" is no\n',
])  # fmt: skip
def test_a_setting_that_is_misspelt_has_its_name_suggested_and_need_not_be_declared(text: str, name: str) -> None:
    [report] = bc.check(text.format(name))

    assert (report.code, report.fix, report.help) == ("BC241", '"cut-off knights protect"', "")


def test_a_setting_that_is_like_no_other_is_to_be_declared() -> None:
    [report] = bc.check('ruleset "Made up":\n    includes barons\n    setting "xyzzy" is no\n')

    assert (report.fix, report.help) == ("", 'a ruleset declares it: setting "NAME" no or yes:')
