"""Scenarios are played against made-up cards: what holds passes, what does not says so at its line."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from barons_core.model.rulesets import Content, Setting
from barons_core.testing.scenario_failure import ScenarioError, ScenarioFailure
from barons_core.testing.scenario_run import Scenario, Taken
from tests.rules.builders import HERE, RED, card, content, cost, trigger


def ring(g: Any, s: Any, e: Any) -> Any:
    if (yield from g.confirm(s, s.you, "draw red")):
        yield from g.draw(s, s.you, 1, RED)


def crack(g: Any, s: Any, e: Any) -> Any:
    raise ZeroDivisionError("the bell is cracked")
    yield


BELL = card("building", "Bell", "red", 3, (cost("1 green"),), triggers=(trigger("when", "tax", ring),))
CRACKED = card("building", "Cracked Bell", "red", 3, (cost("1 green"),), triggers=(trigger("when", "tax", crack),))

FIELD = """\
    P1 barony:
        |     .      | land yellow |   .
        | land green | Castle      | "Bell"
    P1 holds "Hut red", 2 green, blue "Hut blue"
    P2 holds 3 yellow
"""


def load(ruleset: str, settings: Mapping[str, str]) -> Content:
    if ruleset != "barons":
        raise LookupError(f"no pack has a ruleset called {ruleset!r}")
    made_up = content(BELL, CRACKED, settings=dict(settings))
    ruled = Setting("bells ring", ("yes", "no"), "BAR-BELL-01", HERE)
    object.__setattr__(made_up.ruleset, "settings", (ruled,))
    return made_up


def play(lines: str, field: str = FIELD) -> tuple[Taken, ...]:
    """Play a scenario of those statements below a position."""
    body = "".join(f"    {line}\n" for line in lines.strip("\n").split("\n"))
    [scenario] = Scenario.load(f'scenario "x":\n{field}{body}')
    return scenario.run(load)


def failure(lines: str, field: str = FIELD) -> ScenarioFailure:
    with pytest.raises(ScenarioFailure) as caught:
        play(lines, field)
    return caught.value


def test_a_position_is_set_and_seen() -> None:
    play("""
turn of P1, plays
expect P1 holds "Hut red", 2 green, 4 cards
expect P1 holds exactly 2 green, "Hut red", blue "Hut blue"
expect P1 holds no "Bell", no yellow
expect P1 has Castle at (0,0)
expect P1 has land green at (-1,0)
expect P1 has "Bell" at (1,0)
expect P1 has "Bell"
expect P1 has no "Hut red"
expect P1 has nothing at (1,1)
expect P2 has Castle at (0,0)
expect turn of P1
""")


def test_play_goes_on_by_answers() -> None:
    play("""
turn of P1, addition
legal P1:
    lay "Hut red" at (1,1)
    pass
illegal P1:
    build "Hut red" at (1,1)
    lay "Hut red" at (2,2)
P1: lay "Hut red" at (1,1)
expect P1 has land red at (1,1)
expect P1 has land red "Hut red" at (1,1)
expect P1 holds 3 cards
expect event place of P1 red (1,1)
expect no event draw
expect game goes on
""")


def test_a_large_answer_may_be_given_in_small_steps() -> None:
    play('turn of P1, addition\nP1: lay "Hut red"\nP1: at (1,1)\nexpect P1 has land red at (1,1)')


def test_a_question_is_expected_and_answered() -> None:
    play("""
turn of P1, taxing
P1: tax (0,1) as yellow
expect P1 is asked "Bell":
    no
    draw red
expect P2 is not asked
P1: draw red
expect 1 event draw of P1 red
expect P1 holds 1 yellow, 2 red
""")


def test_players_see_what_they_may() -> None:
    play("""
turn of P1, addition
expect P2 sees P1 holds 4 cards
expect P2 sees P1 holds 2 green
expect P2 does not see P1 holds "Hut red"
expect P2 does not see "Hut red"
expect P1 sees "Hut red"
P1: lay "Hut red" at (1,1)
expect P2 sees P1 has land red at (1,1)
expect P2 does not see P1 has land red "Hut red" at (1,1)
expect P1 sees P1 has land red "Hut red" at (1,1)
expect P2 sees event place of P1 red
expect P2 does not see event place "Hut red"
expect P1 sees event place "Hut red"
""")


def test_decks_and_piles_are_set_from_the_top() -> None:
    play("""
deck yellow exactly 2 yellow
pile red "Bell", red
turn of P1, taxing
expect deck yellow has 2 cards
expect pile red has 2 cards
expect pile red top "Bell"
P1: tax (0,1) as yellow
P1: no
expect deck yellow has 1 card
""")


def test_an_answer_is_taken_back() -> None:
    play("""
turn of P1, addition
P1: lay "Hut red" at (1,1)
undo
expect P1 holds "Hut red"
P1: lay "Hut red" at (0,-1)
expect P1 has nothing at (1,1)
""")


def test_a_copy_is_played_along() -> None:
    play("""
turn of P1, taxing
P1: tax (0,1) as yellow
copy
P1: draw red
expect P1 holds 2 red
""")


def test_without_a_position_a_game_begins_with_its_setup() -> None:
    lines = """
expect P1 is asked:
    choose red
    choose blue
    choose green
    choose yellow
legal P2: choose red
"""

    assert failure(lines, "").report.code == "SC103"
    play("P1: choose red\nP2: choose blue\nexpect P1 holds 2 red", "")


def test_a_setting_decides_a_ruling() -> None:
    play('setting "bells ring" is no\nturn of P1\nexpect turn of P1')


def test_transcripts_are_taken_where_the_scenario_says_so() -> None:
    taken = play("turn of P1, addition\nsnapshot\nP1: pass\nsnapshot")

    assert [each.span.line for each in taken] == [8, 10]
    assert taken[1].text.startswith(taken[0].text.split("\n\n")[0])


FAILURES = [
    ("an unknown title", 'P1 adds "Bel" at (5,5)\nturn of P1\nP1: pass', "SC101", 7, "there is no title 'Bel'"),
    ("an unknown color", "P2 adds land rot at (1,0)\nP1: pass", "SC101", 7, "there is no color 'rot'"),
    ("an unknown phase", "turn of P1, sleeping\nP1: pass", "SC101", 7, "there is no phase 'sleeping'"),
    ("an unknown title expected", 'turn of P1\nexpect P1 holds "Bel"', "SC101", 8, "there is no title 'Bel'"),
    ("a misspelt illegal answer", 'turn of P1\nillegal P1: build "Bel"', "SC101", 8, "there is no title 'Bel'"),
    ("an unknown setting", 'setting "bells rin" is no\nP1: pass', "SC101", 7, "there is no setting 'bells rin'"),
    ("an unknown value", 'setting "bells ring" is maybe\nP1: pass', "SC101", 7, "there is no value 'maybe'"),
    ("an unknown ruleset", "ruleset bells\nP1: pass", "SC101", 7, "no pack has a ruleset called 'bells'"),
    ("too many cards", 'pile red 3 "Bell"\nP1: pass', "SC102", 7, 'Made up has no further red "Bell" for 2 players'),
    ("too many players", "players P1, P2, P3, P4, P5, P6, P7\nP1: pass", "SC102", 7, "Made up is for 2 to 6 players"),
    ("another player", "turn of P1, addition\nP2: pass", "SC103", 8, "P2 is not asked; P1 is:"),
    ("no option", "turn of P1, addition\nP1: pas", "SC104", 8, "`pas` is no option of P1; these are:"),
    ("an illegal answer", "turn of P1, addition\nlegal P1: draw red", "SC105", 8, "illegal: draw red"),
    ("a legal answer", "turn of P1, addition\nillegal P1: pass", "SC105", 8, "legal: pass"),
    ("another hand", "turn of P1\nexpect P2 holds 2 yellow", "SC106", 8, 'P2 holds 3 yellow "Hut yellow"'),
    ("another card", 'turn of P1\nexpect P1 has "Bell" at (0,1)', "SC106", 8, "P1 has land yellow at (0,1)"),
    ("a hidden card", 'turn of P1\nexpect P2 sees "Hut red"', "SC106", 8, 'P2 sees: "Hut red" is not seen'),
    ("a card in the open", 'turn of P1\nexpect P2 does not see "Bell"', "SC106", 8, "P2 does see this"),
    ("another pile", "turn of P1\nexpect pile red has 1 card", "SC106", 8, "pile red has no cards"),
    ("no such event", "turn of P1\nexpect event draw", "SC106", 8, "nothing has happened"),
    ("another turn", "turn of P1, tax\nexpect turn of P2", "SC106", 8, "it is the turn of P1, tax"),
    ("no winner", "turn of P1\nexpect winner P1", "SC106", 8, "the game goes on"),
    ("other options", "turn of P1, addition\nexpect P1 is asked:\n    pass", "SC106", 8, "offered too: lay"),
    ("an open question", "turn of P1, tax\nP1: tax (0,1) as yellow", "SC107", 8, "the scenario ends while P1 is asked"),
    ("half an answer", 'turn of P1, addition\nP1: lay "Hut red"', "SC107", 8, "the scenario ends while P1 is asked"),
    ("nothing to undo", "turn of P1\nundo\nP1: pass", "SC110", 8, "there is no answer to take back"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "code", "line", "message"), [pytest.param(*row[1:], id=row[0]) for row in FAILURES])
def test_what_does_not_hold_is_said_at_its_line(lines: str, code: str, line: int, message: str) -> None:
    report = failure(lines).report

    assert (report.code, report.span.line) == (code, line)
    assert report.message.startswith(message)


def test_a_fault_of_a_card_fails_the_scenario_with_its_place() -> None:
    report = failure(
        'P1 adds "Cracked Bell" at (2,0)\nturn of P1, tax\nP1: tax (0,1) as yellow\nP1: first "Cracked Bell"'
    ).report

    assert (report.code, report.span.line) == ("SC108", 10)
    assert "the bell is cracked" in report.message
    assert report.notes[0].startswith("at ")


def test_a_wrong_answer_prints_what_was_asked_and_the_nearest_option() -> None:
    lines = "turn of P1, tax\nP1: tax (0,1) as yellow\nP1: draw rde"

    [scenario] = Scenario.load('scenario "x":\n' + FIELD + "".join(f"    {line}\n" for line in lines.split("\n")))
    with pytest.raises(ScenarioFailure) as caught:
        scenario.run(load)

    assert caught.value.text(scenario.source) == (
        "<text>:9:5: error[SC104]: `draw rde` is no option of P1; these are:\n"
        "9 |     P1: draw rde\n"
        "  |     ^^^^^^^^^^^^\n"
        "  did you mean `P1: draw red`?\n"
        "\n"
        '    expect P1 is asked "Bell":\n'
        "        draw red\n"
        "        no\n"
    )


RUNG = "turn of P1, tax\nP1: tax (0,1) as yellow\n"
STILL_ASKED = '    expect P1 is asked "Bell":\n        draw red\n        no\n'


@pytest.mark.parametrize("expected", [
    "P1 holds exactly 3 red", "P2 holds 9 yellow", 'P1 has "Bell" at (0,1)', "pile red has 1 card", "turn of P2",
    "winner P1", "no event tax", "P2 sees P1 holds 1 card", "P1 does not see P2 holds 3 cards",
])  # fmt: skip
def test_an_expectation_that_fails_tells_what_is_still_asked(expected: str) -> None:
    unmet = failure(f"{RUNG}expect {expected}\nP1: no")

    assert unmet.report.code == "SC106"
    assert unmet.report.notes == ('P1 is still asked "Bell": draw red, no',)
    assert unmet.text("").endswith(STILL_ASKED)


def test_what_is_asked_is_told_once_if_it_is_what_was_expected() -> None:
    unmet = failure(f'{RUNG}expect P1 is asked "Gong"\nP1: no')

    assert unmet.report.notes == ()
    assert unmet.text("").count("is asked \"Bell\":") == 1


def test_between_two_plays_no_question_is_open() -> None:
    assert failure(f"{RUNG}P1: no\nexpect P1 holds 9 red").report.notes == ()


def test_of_many_options_the_first_are_noted_and_all_can_be_pasted() -> None:
    unmet = failure('turn of P1, addition\nP1: lay "Hut red"\nexpect P1 holds 9 red\nundo')
    options = len(unmet.paste) - 2

    assert options > 6
    assert unmet.report.notes[0].endswith(f" and {options - 6} more")


@pytest.mark.parametrize(
    "lines",
    [
        "turn of P1, tax\nP1: tax (0,1) as yellow",
        "turn of P1, addition\nexpect P1 holds 7 cards",
        "turn of P1, addition\nexpect P1 has nothing at (0,1)",
        "turn of P1, addition\nexpect deck red has 7 cards",
        'turn of P1, addition\npile red "Bell"\nexpect pile red top "Hut red"',
        "turn of P1, addition\nexpect winner P1",
        "turn of P1, addition\nexpect turn of P2",
        "turn of P1, addition\nexpect P2 is asked",
    ],
)
def test_what_a_failure_prints_can_be_pasted(lines: str) -> None:
    failed = failure(lines)
    kept = [line for line in lines.split("\n") if not line.startswith("expect")]
    end = ["P1: no"] if failed.report.code == "SC107" else []

    assert failed.paste
    play("\n".join([*kept, *failed.paste, *end]))


def test_a_text_with_faults_is_refused_with_all_of_them() -> None:
    with pytest.raises(ScenarioError) as caught:
        Scenario.load('scenario "x":\n    trun of P1\n    P1 pass\n')

    assert [report.code for report in caught.value.reports] == ["SC005", "SC006"]
    assert "did you mean `turn`?" in str(caught.value)


def test_scenarios_are_loaded_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bells.scenario"
    path.write_text('scenario "a":\n    ruling BAR-A-01\n    P1: pass\nscenario "b":\n    P1: pass\n    snapshot\n')

    first, second = Scenario.load(path)

    assert (first.title, first.line, first.rulings, first.takes_snapshot) == ("a", 1, ("BAR-A-01",), False)
    assert (second.title, second.line, second.rulings, second.takes_snapshot) == ("b", 4, (), True)
