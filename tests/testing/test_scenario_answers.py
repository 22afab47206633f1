"""A test that cannot fail is none: a misspelt event, or an illegal answer that no question could have, is a fault."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from barons_core.engine.log import LINES
from barons_core.language.reports import Span
from barons_core.rules.written import EVENTS
from barons_core.testing.scenario_answers import check_answer, vocabulary
from barons_core.testing.scenario_parse import parse_scenarios
from barons_core.testing.scenario_run import Scenario
from barons_core.testing.scenario_syntax import Word
from barons_core.testing.transcript import winner_text
from tests.properties.games import walk, walk_rich
from tests.sources import MODULES, place, tree
from tests.testing.test_scenario_run import failure, play

HERE = Span("x.scenario", 1, 1, 1, 2)
NEVER = [
    ("an event", "expect no event darw of P1", "darw", "there is no event 'darw'", "draw"),
    (
        "an event of several words",
        'expect no event "nothing to darw"',
        '"nothing to darw"',
        "there is no event",
        "nothing to draw",
    ),
    ("a color of an event", "expect no event draw of P1 rde", "rde", "'rde'", "red"),
    ("a zone of an event", "expect 0 events draw hnad", "hnad", "'hnad'", "hand"),
    ("a title without quotes", "expect no event draw Bell", "Bell", "'Bell'", '"Bell"'),
    ("what nobody sees", "expect P2 does not see event darw", "darw", "there is no event 'darw'", "draw"),
    ("a title of an event", 'expect no event draw "Bel"', '"Bel"', "there is no title 'Bel'", "Bell"),
    ("a color in a hand", "expect P1 holds no rde", "rde", "there is no color 'rde'", "red"),
    ("a verb of the rules", "illegal P1: tx (0,1) as red", "tx", "no option has the word 'tx'", "tax"),
    ("a verb of a card", "illegal P1: darw red", "darw", "no option has the word 'darw'", "draw"),
    ("a color of a card's verb", "illegal P1: discard rde", "rde", "no option has the word 'rde'", "red"),
    ("a word of the rules", "illegal P1: tax (0,1) a red", "tax (0,1) a red", "no option reads like", ""),
    ("an answer cut short", "illegal P1: tax (0,1)", "tax (0,1)", "no option reads like `tax (0,1)`", ""),
    ("a place cut short", 'illegal P1: lay "Bell" at (0)', 'lay "Bell" at (0)', "no option reads like", ""),
    ("a mode", 'illegal P1: play "Bell" to atack', "atack", "no option has the word 'atack'", "attack"),
    ("a title of an answer", 'illegal P1: build "Bel" at (0,1)', '"Bel"', "there is no title 'Bel'", "Bell"),
    ("one of several", "illegal P1:\n    pass\n    tx (0,1) as red", "tx", "no option has the word 'tx'", "tax"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "word", "message", "fix"), [row[1:] for row in NEVER], ids=[row[0] for row in NEVER])
def test_what_never_is_fails_at_its_place(lines: str, word: str, message: str, fix: str) -> None:
    report = failure(f"turn of P1, addition\n{lines}").report

    source = [*"xxxxxxx", *(f"    {line}" for line in lines.split("\n"))][report.span.line - 1]
    marked = source[report.span.column - 1 : report.span.end_column - 1]
    assert report.code in ("SC101", "SC112")
    assert message in report.message
    assert marked in (word, word.strip('"'))
    assert report.fix == fix


def test_what_could_be_passes() -> None:
    play("""
turn of P1, addition
expect no event draw of P1 red
expect no event discard "Bell" hand
expect no event "nothing to draw"
expect P2 does not see event reveal
illegal P1:
    tax (0,1) (1,1) of P2 as red
    tax (0,1) as red
    as red blue
    trade with P2
    build "Bell" red as Great Bell at (1,2)
    build "Bell"
    lay "Bell" face up at (1,1)
    attack land red at (0,1) of P2
    pay red "Bell" blue "Hut blue"
    cost 1 red, 2 blue
    discard red "Bell"
    offer red "Bell" named
    draw 1 yellow
    no
""")


def test_a_player_who_is_not_in_the_game_is_in_no_event() -> None:
    [report] = parse_scenarios('scenario "x":\n    turn of P1\n    expect no event draw of P3\n').reports

    assert (report.code, report.message) == ("SC012", "there is no P3 in this game")


PLACES = [
    ("P1 barony:\n        | .        | land green\n        | land rde | Castle", "rde"),
    ('P1 barony:\n        | Castle | "Bel"', '"Bel"'),
    ('P1 adds "Bell" as "Bel" at (1,1)', '"Bel"'),
    ("P1 holds 2 green, 1 rde", "rde"),
    ("deck rde empty", "rde"),
    ('pile red "Hut red", "Bel"', '"Bel"'),
    ("turn of P1, sleeping", "sleeping"),
    ('setting "bells rin" is no', '"bells rin"'),
    ('setting "bells ring" is maybe', "maybe"),
    ("ruleset bells", "bells"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "word"), PLACES, ids=[word for _, word in PLACES])
def test_an_unknown_name_is_marked_itself(lines: str, word: str) -> None:
    report = failure(f"{lines}\nP1: pass", "").report

    text = f'scenario "x":\n{"".join(f"    {line}" + chr(10) for line in f"{lines}".split(chr(10)))}'
    marked = text.split("\n")[report.span.line - 1][report.span.column - 1 : report.span.end_column - 1]
    assert (report.code, marked) == ("SC101", word)


def test_a_game_may_end_without_a_winner() -> None:
    failed = failure("turn of P1\nexpect no winner")

    assert failed.report.message == "the game goes on"
    assert winner_text(()) == "no winner"
    assert [scenario.title for scenario in Scenario.load(f'scenario "x":\n    expect {winner_text(())}\n')] == ["x"]


@cache
def declared() -> frozenset[str]:
    """Return the keys of all events that are declared."""
    words = vocabulary()
    return LINES | EVENTS | {word.key for word in words.events} | {key for verb in words.verbs for key in verb.makes}


def logged() -> Iterator[tuple[str, str]]:
    """Yield each key with which a part of the core logs something, and where."""
    for path in MODULES.values():
        for node in ast.walk(tree(path)):
            match node:
                case ast.Call(func=ast.Attribute(attr="log"), args=[ast.Constant(value=str(key)), *_]):
                    yield key, place(path, node.lineno)


def test_every_line_of_a_log_is_declared() -> None:
    found = list(logged())

    assert len(found) >= 15
    assert [f"{key} at {where}" for key, where in found if key not in declared()] == []


@pytest.mark.parametrize("ruleset", ["directors_cut", "barons41"])
@pytest.mark.parametrize("seed", range(2))
def test_every_option_and_event_of_a_game_reads_like_one(ruleset: str, seed: int) -> None:
    for play_of in (walk, walk_rich):
        game = None
        for game in play_of(ruleset, 3, seed, 30):
            assert game.choice is not None
            for option in {" ".join(text.split()) for text in game.choice.ids()}:
                check_answer(game.content, Word.at(option, HERE))
        assert game is not None
        for answer in game.answers:
            check_answer(game.content, Word.at(answer, HERE))
        assert {entry.key for entry in game.log} <= declared()
