"""A transcript tells what was there, what was asked, what happened and why, and nothing that changes by itself."""

import re
from collections.abc import Mapping
from pathlib import Path

from barons_core.model.definitions import Source
from barons_core.model.rulesets import Content
from barons_core.model.views import Seen
from barons_core.testing.scenario_run import Scenario
from barons_core.testing.transcript import cards_text, cell_text, event_text
from tests.rules.builders import card, content, cost, trigger

SCENARIO = """\
scenario "a bell rings":
    P1 barony:
        |     .      | land yellow |   .
        | land green | Castle      | "Bell"
    P1 holds 2 "Hut green"
    P2 holds 3 yellow
    deck red exactly red
    turn of P1, tax
    P1: tax (0,1) as yellow
    P1: draw red
    undo
    P1: no
    snapshot
"""

TEXT = """building "Bell" in red x3:
    cost 1 green
    when you tax a pasture:
        may draw 1 red
"""


def load_from(file: Path) -> Content:
    """Return content with a card whose code carries the lines of a card file."""
    file.write_text(TEXT)
    code = compile("\n\n\ndef ring(g, s, e): yield from g.draw(s, s.you, 1, 0)\n", str(file), "exec")
    names: dict[str, object] = {}
    exec(code, names)

    def run(g: object, s: Source, e: object) -> object:
        if (yield from g.confirm(s, s.you, "draw red")):  # type: ignore[attr-defined]
            yield from names["ring"](g, s, e)  # type: ignore[operator]

    return content(card("building", "Bell", "red", 3, (cost("1 green"),), triggers=(trigger("when", "tax", run),)))


def transcript(tmp_path: Path) -> str:
    made = load_from(tmp_path / "bell.barons")

    def load(ruleset: str, settings: Mapping[str, str]) -> Content:
        return made

    [scenario] = Scenario.load(SCENARIO)
    [taken] = scenario.run(load)
    return taken.text


BEGINNING = """\
P1 holds 2 green "Hut green"
            -1            0          1
    1 |     .      | land yellow |   .
    0 | land green | Castle      | "Bell"
P2 holds 3 yellow "Hut yellow"
          0
    0 | Castle
turn of P1, tax"""


def test_a_transcript_begins_with_the_position(tmp_path: Path) -> None:
    assert transcript(tmp_path).split("\n\n")[0] == BEGINNING


def test_an_event_names_the_card_and_the_line_of_its_text(tmp_path: Path) -> None:
    text = transcript(tmp_path)

    assert '\nP1: draw red\n  draw: P1, red "' in text
    assert re.search(r'red deck -> hand of P1  <- "Bell": may draw 1 red\n', text)


def test_an_undone_answer_stays_in_the_story(tmp_path: Path) -> None:
    parts = transcript(tmp_path).split("\n\n")

    assert parts[3] == "undo"
    assert "P1: no" in parts[4].split("\n")


def test_nothing_in_it_changes_by_itself(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()

    assert transcript(tmp_path / "a") == transcript(tmp_path / "b")
    assert str(tmp_path) not in transcript(tmp_path)


def test_cards_are_written_as_a_scenario_names_them() -> None:
    hand = [Seen("green", None), Seen("green", None), Seen("red", "Bell"), Seen("red", "Hut"), Seen("red", "Hut")]

    assert cards_text(hand) == '2 green, red "Bell", 2 red "Hut"'
    assert cards_text([]) == "no cards"
    assert cell_text(Seen("red", "Bell", True)) == "land red"
    assert (cell_text(Seen("red", "Bell")), cell_text(Seen(None, "Castle"))) == ('"Bell"', "Castle")


def test_events_are_told_in_a_fixed_order() -> None:
    data = {"to": "hand of P1", "frm": "red deck", "card": 'red "Bell"', "player": "P1", "why": ["a", "b"]}

    assert event_text("draw", data) == 'draw: P1, red "Bell", red deck -> hand of P1, why a b'
    assert event_text("end", {}) == "end"
