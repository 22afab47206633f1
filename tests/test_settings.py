"""The settings of the built-in packs: each has a ruling of the ledger, and a scenario for each of its values."""

import re
from pathlib import Path
from random import Random

import pytest

from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.engine.replays import replay
from barons_core.loading import content, library
from barons_core.model.rulesets import Setting
from barons_core.testing.scenario_parse import parse_scenarios
from barons_core.testing.scenario_syntax import Rulings, UseSetting
from tests.citations import ROOT

SETTINGS = {setting.name: setting for node in library().rulesets().values() for setting in node.settings}
PLAYED = sorted(name for name, node in library().rulesets().items() if node.players and node.turn)
ASKED = re.compile(r'\bsetting "([^"]*)"')
SWITCHED = {
    "BAR-OPEN-01", "BAR-OPEN-07", "BAR-OPEN-10", "BAR-OPEN-17", "BAR-OPEN-18", "BAR-OPEN-33", "BAR-OPEN-36",
    "BAR-OPEN-37", "BAR-OPEN-38", "BAR-OPEN-39", "BAR-OPEN-40", "BAR-OPEN-45", "BAR-OPEN-46", "BAR-OPEN-47",
    "BAR-OPEN-50", "BAR-OPEN-58", "BAR-OPEN-61", "B41-OPEN-12",
}  # fmt: skip


def files() -> list[Path]:
    return sorted([*(ROOT / "tests/scenarios").glob("*.scenario"), *(ROOT / "barons_cards").rglob("*.scenario")])


def played() -> set[tuple[str, str, str]]:
    """Return setting, value and ruling of each scenario that says a setting."""
    found = set()
    for path in files():
        for scenario in parse_scenarios(path.read_text(encoding="utf-8"), str(path)).scenarios:
            rulings = [one for each in scenario.statements if isinstance(each, Rulings) for one in each.ids]
            found |= {(each.name, each.value, ruling) for each in scenario.statements
                      if isinstance(each, UseSetting) for ruling in rulings}  # fmt: skip
    return found


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_each_value_of_a_setting_has_a_scenario(setting: Setting) -> None:
    wanted = {(setting.name, value, setting.because) for value in setting.values}

    assert wanted - played() == set()


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_a_setting_stands_for_an_open_point_of_the_ledger(setting: Setting) -> None:
    ledger = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/rulings").glob("*.md")))

    assert re.search(rf"^\| {setting.because} \|", ledger, re.MULTILINE)
    assert len(set(setting.meanings)) == len(setting.values) >= 2


def test_the_open_points_that_a_table_may_decide() -> None:
    assert {setting.because for setting in SETTINGS.values()} >= SWITCHED


@pytest.mark.parametrize("ruleset", [*PLAYED, "barons41+directors_cut"])
def test_a_ruleset_has_each_setting_that_its_cards_ask_for(ruleset: str) -> None:
    """Also for a card that it takes from another pack: the table may decide it there too."""
    books = library()
    cards = books.edition(ruleset).declared
    asked = {name for card in cards for name in ASKED.findall(books.texts[card.file, card.token.line])}

    assert asked - {setting.name for setting in books.ruleset(ruleset).settings} == set()


@pytest.mark.parametrize("ruleset", ["directors_cut", "barons41"])
@pytest.mark.parametrize("value", [1, -1])
def test_games_with_other_values_are_played_copied_and_replayed(ruleset: str, value: int) -> None:
    known = library().ruleset(ruleset).settings
    chosen = {setting.name: setting.values[value] for setting in known if setting.name != "last ready"}
    game, dice = Game(content(ruleset, (), chosen), 3, 11), Random(value)
    for step in range(150):
        if game.choice is None:
            break
        if step % 10 == 0:
            _others_show_no_color(game)
        game.answer(dice.randrange(len(game.choice.options)))

    record = Record.parse(Record.of(game).text())
    assert record.settings == {**game.content.settings}
    assert replay(record, content(ruleset, (), record.settings)).answers == game.copy().answers == game.answers


def _others_show_no_color(game: Game) -> None:
    for seat in range(game.seats):
        others = [card for other, hand in enumerate(game.view(seat).hands) if other != seat for card in hand]
        assert all(card.color is None for card in others if card.title is None)
