from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from barons_core.engine.fingerprints import fingerprint, plain
from barons_core.engine.game import Game
from barons_core.engine.marks import PARTS, differing, mark
from barons_core.engine.records import Record, RecordError
from barons_core.engine.replays import Drift, changes, replay, steps
from tests.engine.toy import content, random_game

HEAD = 'game record 1\nruleset toy\nplayer "Ann"\nseed 1\nanswers\n'


@pytest.fixture
def game() -> Game:
    return random_game(Game(content(), ["Ann \"A\"", "Ben"], 3), Random(4), 45)


def test_a_replay_has_the_same_fingerprint(game: Game) -> None:
    record = Record.of(game)

    again = replay(Record.parse(record.text()), content())

    assert fingerprint(again.state) == fingerprint(game.state)
    assert again.answers == game.answers
    assert again.names == game.names


def test_the_text_of_a_record_holds_all_of_it(game: Game) -> None:
    record = Record.of(game, ["", "bot:light"])

    assert Record.parse(record.text()) == record
    assert Record.parse(record.text()).text() == record.text()
    assert Record.parse(record.text().replace("\n", "\r\n")) == record
    assert set(record.fingerprints) == set(range(len(record.answers) + 1))
    assert record.end in ("over", "open")


def test_a_replay_stops_at_the_step_that_is_asked_for(game: Game) -> None:
    assert replay(Record.of(game), content(), to=7).answers == game.answers[:7]


def test_each_step_tells_who_was_asked_what(game: Game) -> None:
    told = [step for _, step in steps(Record.of(game), content())]

    assert [step.number for step in told] == list(range(len(game.answers) + 1))
    assert [step.answer for step in told[1:]] == game.answers
    assert {step.player for step in told[1:]} <= {0, 1}


def test_a_replay_stops_where_an_answer_is_none_any_more(game: Game) -> None:
    record = Record.of(game)
    answers = (*record.answers[:7], "draw nothing", *record.answers[8:])

    with pytest.raises(Drift, match=r"step 8: .*'draw nothing' is not among the options") as caught:
        replay(Record(record.ruleset, record.players, record.seed, answers), content())
    assert caught.value.step == 8


def test_a_replay_stops_where_a_mark_differs_and_tells_in_what(game: Game) -> None:
    record = Record.of(game)
    digests = record.fingerprints[10].split()
    marks = {**record.fingerprints, 10: " ".join(["0000", *digests[1:-1], "0000"])}

    with pytest.raises(Drift, match="step 10: the position is another than the recorded one in: hands, turn"):
        replay(replace(record, fingerprints=marks), content())


def test_other_digests_alone_are_no_reason_to_stop(game: Game) -> None:
    record = replace(Record.of(game), engine="0.0", packs={"toy": "abc"}, settings={"x": "yes"})

    assert replay(record, content()).answers == game.answers


def test_a_drift_tells_what_has_changed(game: Game) -> None:
    now = content(digests={"Sword": "1", "Shield": "2"}, engine="2", settings={"x": "no"})
    record = replace(Record.of(game), engine="1", packs={"toy": "abc"}, settings={"x": "yes"},
                     cards={"Sword": "0", "Bow": "3"})
    told = changes(record, Game(now, 2, 1))

    assert told[:3] == ["engine: recorded with 1, now 2", "setting x: recorded with yes, now no",
                        "pack toy: recorded with abc, now none"]
    assert 'card "Bow" is gone' in told


def test_a_replay_needs_the_ruleset_of_the_record(game: Game) -> None:
    with pytest.raises(RecordError, match="of 'other'"):
        replay(replace(Record.of(game), ruleset="other"), content())


def test_a_game_that_was_stopped_must_stop_again(game: Game) -> None:
    with pytest.raises(Drift, match="now it goes on"):
        replay(replace(Record.of(game), end="stopped"), content())


@pytest.mark.parametrize(("text", "message", "kind"), [
    ("", "line 1", "foreign"),
    ("hello", "line 1", "foreign"),
    ("hello\nworld\n", "line 1", "foreign"),
    ("game record 2\nanswers\n", "line 1: this is a record of version '2'", "future"),
    ("game record 10\nanswers\n", "reads version 1; update it", "future"),
    ("game record 0\nanswers\n", "line 1: this is no record of a game", "foreign"),
    ("game record x\nanswers\n", "line 1: this is no record of a game", "foreign"),
    ("game record -2\nanswers\n", "line 1: this is no record of a game", "foreign"),
    ("game record \nanswers\n", "line 1: this is no record of a game", "foreign"),
    ("2\nanswers\n", "line 1: this is no record of a game", "foreign"),
    ("game record 1\nwhatever\n", "line 2: 'whatever'", "broken"),
    ("game record 1", "line 1: the record breaks off within its first line", "incomplete"),
    ("game re", "line 1: the record breaks off within its first line", "incomplete"),
    (HEAD.replace("seed 1", "seed 1\nseed 1"), "2 lines 'seed'", "incomplete"),
    ("game record 1\nruleset toy\n", "line 2: the record breaks off within its head", "incomplete"),
    (HEAD.replace("seed 1", "seed x"), "line 4: 'x' is no seed", "broken"),
    (HEAD.replace("seed 1\n", ""), "0 lines 'seed'", "incomplete"),
    (HEAD.replace('player "Ann"\n', ""), "no player", "incomplete"),
    (HEAD.replace('"Ann"', "Ann"), "line 3: 'Ann' does not begin with a quoted name", "broken"),
    (HEAD.replace('"Ann"', '"A\\u001b[2J"'), "line 3", "broken"),
    (HEAD.replace("seed", "setting x\nseed"), "line 4: 'x' is no setting", "broken"),
    (HEAD.replace("seed", "pack x\nseed"), "line 4: 'x' is no pack", "broken"),
    (HEAD + "no spaces\n", "line 6: 'no spaces' is no answer", "broken"),
    (HEAD + "end well\n", "line 6: 'end well' is no end", "broken"),
    (HEAD + "end over 0 x\n  more\n", "line 7: nothing may stand behind the end", "broken"),
])
def test_a_text_that_is_no_record_is_refused(text: str, message: str, kind: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        Record.parse(text)
    assert caught.value.kind == kind


def test_a_record_may_break_off_at_any_sign_behind_its_head(game: Game) -> None:
    text = Record.of(game).text()
    start = text.index("\nanswers\n") + len("\nanswers\n")
    for size in range(start, len(text), 7):
        record = Record.parse(text[:size])

        assert record.end == ""
        assert record.answers == tuple(game.answers[:len(record.answers)])
        assert record.cut == (text[size - 1] != "\n")


def test_a_record_that_breaks_off_in_its_head_is_none(game: Game) -> None:
    text = Record.of(game).text()
    for size in range(text.index("\nanswers\n")):
        with pytest.raises(RecordError):
            Record.parse(text[:size])


def test_a_record_tells_that_it_was_edited(game: Game) -> None:
    text = Record.of(game).text()

    assert not Record.parse(text).edited
    assert Record.parse(text.replace('"Ben"', '"Eve"')).edited


def test_marks_name_the_parts_that_differ(game: Game) -> None:
    one = mark(game.state)
    game.state.turn += 1

    assert differing(one, mark(game.state)) == ["turn"]
    assert differing(one, one) == []
    assert differing("x", one) == list(PARTS)


def test_a_fingerprint_does_not_depend_on_the_order_of_sets() -> None:
    assert plain({3, 1, 2}) == plain({1, 2, 3}) == "{1,2,3}"
    with pytest.raises(TypeError):
        plain(object())
