"""Scenarios are read whole or reported, fault by fault, at their places."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barons_core.language.codes import CODES
from barons_core.language.reports import render_plain
from barons_core.testing import scenario_codes
from barons_core.testing.scenario_parse import ParsedScenarios, parse_scenarios, scenario_parser
from barons_core.testing.scenario_syntax import (
    Adds,
    Asked,
    Cards,
    Cell,
    Copy,
    Drawing,
    Expectation,
    Fact,
    GoesOn,
    Hand,
    Happened,
    Has,
    Holds,
    Legality,
    Move,
    Rulings,
    Size,
    Stack,
    Statement,
    Title,
    Top,
    TurnOf,
    Winners,
)
from barons_core.testing.scenario_words import SCENARIO_WORDS, reference

WHOLE = """\
# A comment.
scenario "a hut pays":
    ruling BAR-HUT-01, BAR-HUT-09
    players P1, P2
    P1 barony:
        |     .     | land yellow | land yellow "Hut"
        # half way down
        | land red  | Castle      | land blue

        |     .     | "Hut"       | "Hall" as "Big Hall" |
    P1 holds "Loss", 2 green, green "Hall"
    deck yellow "Loss", 2 yellow
    turn of P1, tax
    illegal P1: tax (0,1) (1,-1) as yellow
    P1: tax (0,1) (1,1) as yellow   # the region
    expect P1 is asked "Hut # 1":
        draw yellow
        no
    P1: draw yellow
    snapshot
"""


def statement(line: str) -> Statement:
    """Return the one statement, which must be sound."""
    parsed = parse_scenarios(f'scenario "x":\n    {line}\n    legal P1: pass\n')
    assert not parsed.reports, parsed.reports
    return parsed.scenarios[0].statements[0]


def fact(line: str) -> Fact:
    found = statement(line)
    assert isinstance(found, Expectation)
    return found.fact


def faults(text: str) -> list[tuple[str, int]]:
    return [(report.code, report.span.line) for report in parse_scenarios(text).reports]


def printed(text: str) -> str:
    parsed = parse_scenarios(text, "x.scenario")
    return "\n".join(render_plain(report, text) for report in parsed.reports)


def test_a_whole_scenario_is_read() -> None:
    parsed = parse_scenarios(WHOLE)

    assert not parsed.reports
    [scenario] = parsed.scenarios
    assert (scenario.title, scenario.span.line) == ("a hut pays", 2)
    assert [type(each).__name__ for each in scenario.statements] == [
        "Rulings", "Players", "Drawing", "Hand", "Stack", "Turn",
        "Legality", "Move", "Expectation", "Move", "TakeSnapshot",
    ]  # fmt: skip


def test_a_drawing_is_placed_by_its_castle() -> None:
    drawing = parse_scenarios(WHOLE).scenarios[0].statements[2]

    assert isinstance(drawing, Drawing)
    assert drawing.placed() == {
        "(0,1)": Cell(color="yellow", down=True),
        "(1,1)": Cell("Hut", "yellow", down=True),
        "(-1,0)": Cell(color="red", down=True),
        "(0,0)": Cell(center=True),
        "(1,0)": Cell(color="blue", down=True),
        "(0,-1)": Cell("Hut"),
        "(1,-1)": Cell("Hall", way="Big Hall"),
    }


def test_an_answer_is_taken_as_it_is() -> None:
    moves = [each for each in parse_scenarios(WHOLE).scenarios[0].statements if isinstance(each, Move)]
    strange = statement('P1: first "a # b" (2) of P2: x, "y"   # a comment')

    assert [move.answer for move in moves] == ["tax (0,1) (1,1) as yellow", "draw yellow"]
    assert isinstance(strange, Move)
    assert strange.answer == 'first "a # b" (2) of P2: x, "y"'


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ('P1 holds "A"', (Cards(None, "", "A"),)),
        ("P1 holds 2 green", (Cards(2, "green"),)),
        ('P1 holds 2 green "A", red "B"', (Cards(2, "green", "A"), Cards(None, "red", "B"))),
        ("P1 holds no cards", (Cards(0),)),
    ],
)
def test_cards_are_numbers_colors_and_titles(line: str, cards: tuple[Cards, ...]) -> None:
    hand, expected = statement(line), fact(f"expect {line}")

    assert isinstance(hand, Hand)
    assert hand.cards == cards
    assert expected == Holds(0, cards)


def test_decks_and_piles_are_listed_from_the_top() -> None:
    lines = ['deck red "A", 2 red', "deck red exactly 2 red", "deck red empty", 'pile red "A"']
    stacks = [statement(line) for line in lines]

    assert all(isinstance(stack, Stack) for stack in stacks)
    assert [(s.zone, s.cards, s.exactly) for s in stacks if isinstance(s, Stack)] == [
        ("deck", (Cards(None, "", "A"), Cards(2, "red")), False),
        ("deck", (Cards(2, "red"),), True),
        ("deck", (), True),
        ("pile", (Cards(None, "", "A"),), False),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("expect P1 is asked", Asked(0, True)),
        ('expect P1 is asked "A"', Asked(0, True, "A")),
        ("expect P1 is asked:\n        a b\n        no", Asked(0, True, None, ("a b", "no"))),
        ("expect P2 is not asked", Asked(1, False)),
        ('expect P1 holds exactly "exactly"', Holds(0, (Cards(None, "", "exactly"),), True)),
        ('expect P1 holds "exactly"', Holds(0, (Cards(None, "", "exactly"),))),
        ('expect P1 has "A" at (0,-1)', Has(0, Cell("A"), "(0,-1)")),
        ("expect P1 has land red at ( 0, 1)", Has(0, Cell(color="red", down=True), "(0,1)")),
        ('expect P1 has no "A"', Has(0, Cell("A"), "", False)),
        ("expect P1 has nothing at (2,2)", Has(0, None, "(2,2)")),
        ("expect deck red has 3 cards", Size("deck", "red", 3)),
        ("expect pile red has no cards", Size("pile", "red", 0)),
        ('expect pile red top "A", "B"', Top("pile", "red", ("A", "B"))),
        ("expect event draw of P1 yellow", Happened("draw", None, ("of P1", "yellow"))),
        ('expect no event "nothing to draw"', Happened("nothing to draw", 0, ())),
        ('expect 2 events attack of P1 P2 "A" (0,1)', Happened("attack", 2, ("of P1", "P2", '"A"', "(0,1)"))),
        ("expect winner P1, P2", Winners((0, 1))),
        ("expect game goes on", GoesOn()),
        ("expect turn of P2, plays", TurnOf(1, "plays")),
        ("expect P2 sees P1 holds 6 cards", Holds(0, (Cards(6),))),
        ('expect P2 does not see "A"', Title("A")),
    ],
)
def test_facts_are_read(line: str, expected: Fact) -> None:
    assert fact(line) == expected


def test_who_sees_is_kept_beside_the_fact() -> None:
    plain, sees, not_ = (
        statement(line) for line in ("expect game goes on", 'expect P2 sees "A"', 'expect P2 does not see "A"')
    )

    assert [(e.seer, e.sees) for e in (plain, sees, not_) if isinstance(e, Expectation)] == [
        (None, True), (1, True), (1, False),
    ]  # fmt: skip


def test_several_answers_can_be_legal_or_not() -> None:
    one, two = statement("legal P1: a b"), statement("illegal P1:\n        a\n        b (0,1)")

    assert isinstance(one, Legality) and (one.legal, one.answers) == (True, ("a b",))
    assert isinstance(two, Legality) and (two.legal, two.answers) == (False, ("a", "b (0,1)"))


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    assert parse_scenarios("\ufeff" + WHOLE.replace("\n", "\r\n")) == parse_scenarios(WHOLE)


HEAD = 'scenario "x":\n'
MOVE = "    P1: pass\n"

MALFORMED = [
    ("a tab", f"{HEAD}\tP1: pass\n", "SC001", 2),
    ("a control character", f"{HEAD}    P1: pa\u200bss\n", "SC001", 2),
    ("a line that falls back half a level", f"{HEAD}    turn of P1\n  P1: pass\n", "SC002", 3),
    ("a block that goes deeper", f"{HEAD}    legal P1:\n        a\n            b\n", "SC002", 4),
    ("a header without quotes", f"scenario x:\n{MOVE}", "SC003", 1),
    ("a header without a colon", f'scenario "x"\n{MOVE}', "SC003", 1),
    ("a misspelt header", f'scenaro "x":\n{MOVE}', "SC003", 1),
    ("a statement before any header", MOVE, "SC003", 1),
    ("no statement", HEAD, "SC004", 1),
    ("nothing asserted", f"{HEAD}    turn of P1\n", "SC004", 1),
    ("a misspelt statement", f"{HEAD}    plyers P1, P2\n{MOVE}", "SC005", 2),
    ("an unknown word", f"{HEAD}    turn for P1\n{MOVE}", "SC006", 2),
    ("an expectation without expect", f'{HEAD}    P1 has "A" at (0,1)\n{MOVE}', "SC006", 2),
    ("too much", f"{HEAD}    seed 3 4\n{MOVE}", "SC006", 2),
    ("a place without parentheses", f'{HEAD}    expect P1 has "A" at 0,1\n', "SC006", 2),
    ("options behind the colon", f"{HEAD}    expect P1 is asked: no\n", "SC006", 2),
    ("a bad row", f"{HEAD}    P1 barony:\n        | Castle\n        Castle\n{MOVE}", "SC006", 4),
    ("a statement cut short", f"{HEAD}    turn of\n{MOVE}", "SC007", 2),
    ("a missing list", f"{HEAD}    deck red\n{MOVE}", "SC007", 2),
    ("an open quote", f'{HEAD}    P1 holds "A\n{MOVE}', "SC008", 2),
    ("an open quote in an answer", f'{HEAD}    P1: play "A\n', "SC008", 2),
    ("typographic quotes", f"{HEAD}    P1 holds “A”\n{MOVE}", "SC008", 2),
    ("a missing block", f"{HEAD}    P1 barony:\n{MOVE}", "SC009", 2),
    ("a missing colon", f"{HEAD}    P1 barony\n        | Castle\n{MOVE}", "SC009", 2),
    ("a missing colon before options", f'{HEAD}    expect P1 is asked "A"\n        no\n', "SC009", 2),
    ("a block that nothing opens", f"{HEAD}    undo\n        x\n{MOVE}", "SC009", 2),
    ("a ragged row", f"{HEAD}    P1 barony:\n        | Castle | .\n        | .\n{MOVE}", "SC010", 4),
    ("no castle", f"{HEAD}    P1 barony:\n        | land red\n{MOVE}", "SC011", 2),
    ("two castles", f"{HEAD}    P1 barony:\n        | Castle | Castle\n{MOVE}", "SC011", 3),
    ("a player too many", f"{HEAD}    turn of P3\n{MOVE}", "SC012", 2),
    ("a player nobody knows", f"{HEAD}    expect P1 is asked\n    expect P2 sees P4 holds 1 card\n", "SC012", 3),
    ("players out of order", f"{HEAD}    players P2, P1\n{MOVE}", "SC012", 2),
    ("two turns", f"{HEAD}    turn of P1\n    turn of P2\n{MOVE}", "SC013", 3),
    ("two hands of one player", f'{HEAD}    P1 holds "A"\n    P2 holds "A"\n    P1 holds "B"\n{MOVE}', "SC013", 4),
    ("a position too late", f'{HEAD}{MOVE}    P1 holds "A"\n', "SC014", 3),
    ("two scenarios of one title", f"{HEAD}{MOVE}{HEAD}{MOVE}", "SC015", 3),
    ("an endless line", f"{HEAD}    P1: {'tax ' * 600}\n", "SC016", 2),
    ("two cards on one space", f'{HEAD}    P1 adds "A" at (1,0)\n    P1 adds "B" at (1,0)\n{MOVE}', "SC017", 3),
    ("cards of no color", f"{HEAD}    P1 holds 2 cards\n{MOVE}", "SC018", 2),
    ("a card in the wrong pile", f'{HEAD}    pile red blue "A"\n{MOVE}', "SC018", 2),
    ("a hand of too many cards", f"{HEAD}    P1 holds 10000000 red\n{MOVE}", "SC019", 2),
    ("a hand of too many cards in all", f"{HEAD}    P1 holds {', '.join(['600 red'] * 200)}\n{MOVE}", "SC019", 2),
    ("a deck of too many cards", f"{HEAD}    deck red exactly 1001 red\n{MOVE}", "SC019", 2),
    ("a pile of too many cards", f"{HEAD}    pile red {'9' * 1900} red\n{MOVE}", "SC019", 2),
    ("too many cards expected", f"{HEAD}    expect P1 holds 1001 red\n", "SC019", 2),
    ("too many cards seen", f"{HEAD}    expect P1 sees P2 holds exactly 1001 red\n", "SC019", 2),
    ("a size too large", f"{HEAD}    expect deck red has 1001 cards\n", "SC019", 2),
    ("too many events expected", f"{HEAD}    expect 10001 events draw\n", "SC019", 2),
]  # fmt: skip


def test_as_many_cards_and_events_as_a_game_may_have_can_be_spoken_of() -> None:
    lines = "    P1 holds 600 red, 400 blue\n    expect deck red has 1000 cards\n    expect 10000 events draw\n"

    assert faults(f"{HEAD}{lines}") == []


@pytest.mark.parametrize(("text", "code", "line"), [pytest.param(*row[1:], id=row[0]) for row in MALFORMED])
def test_a_malformed_scenario_is_reported_at_its_line(text: str, code: str, line: int) -> None:
    parsed = parse_scenarios(text)

    assert faults(text) == [(code, line)]
    assert all(report.help or report.fix for report in parsed.reports if code not in ("SC011", "SC017"))
    assert len(parsed.scenarios) == (1 if code == "SC015" else 0)


def test_a_report_shows_the_word_and_what_was_meant() -> None:
    text = f"{HEAD}    expect P1 is asekd\n"

    assert printed(text) == (
        "x.scenario:2:18: error[SC006]: 'asekd' is not expected here\n"
        "2 |     expect P1 is asekd\n"
        "  |                  ^^^^^\n"
        "  help: expected 'asked' or 'not'\n"
        "  did you mean `asked`?\n"
    )


def test_every_fault_is_reported_and_hides_no_other() -> None:
    text = f'{HEAD}    trun of P1\n    seed x\n    P1: pass\n\nscenario "y":\n{MOVE}\nbla\n{HEAD[:-3]}z":\n    undoo\n'

    assert faults(text) == [("SC005", 2), ("SC006", 3), ("SC003", 9), ("SC005", 11)]
    assert [scenario.title for scenario in parse_scenarios(text).scenarios] == ["y"]


def reported_code(found: ParsedScenarios) -> set[str]:
    return {report.code for report in found.reports}


@pytest.mark.parametrize("name", sorted(name for name in CODES if name.startswith("SC0")))
def test_each_code_has_a_wrong_example_and_a_right_one(name: str) -> None:
    assert reported_code(parse_scenarios(CODES[name].wrong)) == {name}
    assert not parse_scenarios(CODES[name].right).reports


def test_the_codes_of_scenarios_are_all_registered() -> None:
    registered = {entry.code for entry in vars(scenario_codes).values() if hasattr(entry, "explanation")}

    assert registered == {name for name in CODES if name.startswith("SC")}


@pytest.mark.parametrize("word", SCENARIO_WORDS, ids=lambda word: word.word)
def test_the_example_of_each_word_is_a_statement(word: object) -> None:
    example = getattr(word, "example").replace("\n", "\n    ")  # noqa: B009
    players = "" if example.startswith("players") else "    players P1, P2\n"
    text = f"{HEAD}{players}    {example}\n"

    assert reported_code(parse_scenarios(text)) <= {"SC004"}
    assert getattr(word, "meaning").endswith(".")  # noqa: B009


def test_every_word_of_the_grammar_is_in_the_reference() -> None:
    patterns = [terminal.pattern.value for terminal in scenario_parser().terminals]
    keywords = {match[0] for pattern in patterns if (match := re.match(r"[a-zA-Z]+(?=\\b$)", pattern))}

    assert len(keywords) >= 40
    assert {word for word in keywords if not re.search(rf"\b{word}\b", reference())} <= {"card", "to"}


def test_nothing_is_said_of_a_sound_file_without_scenarios() -> None:
    assert parse_scenarios("# nothing yet\n\n") == ParsedScenarios((), ())


@settings(deadline=None)
@given(st.data())
def test_no_damage_makes_the_parser_fail(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(WHOLE)))
    end = data.draw(st.integers(start, min(len(WHOLE), start + 30)))
    inserted = data.draw(st.text(alphabet=' \n\t:|"(),.#Pa1', max_size=4))
    text = WHOLE[:start] + inserted + WHOLE[end:]

    parsed = parse_scenarios(text)

    lines = text.count("\n") + 1
    assert all(1 <= report.span.line <= lines for report in parsed.reports)
    assert all(render_plain(report, text) for report in parsed.reports)


@pytest.mark.parametrize("blank", ["\t", " \t ", "\v", "\u3000", "\u2003\t", "\x0c\x0c"], ids=ascii)
@pytest.mark.parametrize("before", ["", "\n", "# a comment\n"], ids=ascii)
def test_a_first_line_of_odd_blanks_is_reported(before: str, blank: str) -> None:
    parsed = parse_scenarios(before + blank + "\n" + WHOLE)

    assert [report.code for report in parsed.reports] == ["SC001"]
    assert len(parsed.scenarios) == len(parse_scenarios(WHOLE).scenarios)


def test_rulings_and_added_cards_are_read() -> None:
    rulings, adds = statement("ruling BAR-A-01, BAR-B-02"), statement('P2 adds land red "A" at (3,-1)')

    assert isinstance(rulings, Rulings) and rulings.ids == ("BAR-A-01", "BAR-B-02")
    assert isinstance(adds, Adds) and (adds.player, adds.cell, adds.place) == (1, Cell("A", "red", down=True), "(3,-1)")
    assert isinstance(statement("copy"), Copy)
