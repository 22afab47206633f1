from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from barons_core.engine.fingerprints import fingerprint, plain
from barons_core.engine.game import Game
from barons_core.engine.records import Record, RecordError, replay
from tests.engine.toy import content, random_game


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
    record = Record.of(game)

    assert Record.parse(record.text()) == record
    assert Record.parse(record.text()).text() == record.text()
    assert Record.parse(record.text().replace("\n", "\r\n")) == record


def test_a_replay_stops_where_an_answer_is_none_any_more(game: Game) -> None:
    record = Record.of(game)
    answers = (*record.answers[:7], "draw nothing", *record.answers[8:])

    with pytest.raises(RecordError, match="step 8: the packs or the engine have drifted"):
        replay(Record(record.ruleset, record.players, record.seed, answers), content())


def test_a_replay_stops_where_a_mark_differs(game: Game) -> None:
    record = Record.of(game)
    marks = {**record.fingerprints, 10: "0" * 16}

    with pytest.raises(RecordError, match="step 10: the position is another"):
        replay(replace(record, fingerprints=marks), content())


def test_a_replay_refuses_other_packs_and_settings(game: Game) -> None:
    record = Record.of(game)

    with pytest.raises(RecordError, match="pack toy: recorded with none, now abc"):
        replay(record, content(hashes={"toy": "abc"}))
    with pytest.raises(RecordError, match="setting x: recorded with none, now yes"):
        replay(record, content(settings={"x": "yes"}))


@pytest.mark.parametrize(("text", "message"), [
    ("hello", "line 1"),
    ("game record 1\nwhatever", "line 2: 'whatever'"),
    ("game record 1\nruleset toy\nseed x\nanswers\n", "head"),
    ("game record 1\nruleset toy\nanswers\n", "head"),
])
def test_a_text_that_is_no_record_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Record.parse(text)


def test_a_fingerprint_does_not_depend_on_the_order_of_sets() -> None:
    assert plain({3, 1, 2}) == plain({1, 2, 3}) == "{1,2,3}"
    with pytest.raises(TypeError):
        plain(object())
