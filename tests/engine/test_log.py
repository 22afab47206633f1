"""Lines that are made when somebody reads them are the lines that would have been made at once."""

from __future__ import annotations

from random import Random
from typing import Any

from barons_core.engine.game import Game
from barons_core.engine.log import Entry, Log
from barons_core.model.layout import Layout
from tests.engine.toy import content, random_game


def test_a_log_read_now_and_then_is_the_one_read_at_the_end() -> None:
    now_and_then, at_the_end = Game(content(), 3, 5), Game(content(), 3, 5)
    chance = Random(1)
    for _ in range(60):
        random_game(now_and_then, chance, 1)
        assert len(list(now_and_then.log)) == len(now_and_then.log)
    random_game(at_the_end, Random(1), 60)

    assert now_and_then.log.entries == at_the_end.log.entries
    assert now_and_then.answers == at_the_end.answers


def test_an_observer_hears_the_lines_that_are_read_later() -> None:
    heard: list[Entry] = []
    game = random_game(Game(content(), 3, 5, observers=[lambda g, entry: heard.append(entry)]), Random(2), 60)

    assert heard
    assert game.log.entries == heard


def test_a_log_that_was_read_and_cut_makes_its_new_lines_too() -> None:
    log = Log(Layout(3, 2), (0, 1, 2))
    for card in (0, 1):
        log.moved("draw", 0, card, card, 6, 0b01)
    read = log.entries[0]
    log.cut(1)
    log.moved("discard", 0, 2, 6, 5, 0b11)
    copied = log.copy(2)

    assert log.entries == copied.entries == [read, Entry("discard", {"player": 0, "card": 2, "frm": 6, "to": 5})]


def test_a_line_tells_others_the_color_alone() -> None:
    log = Log(Layout(3, 2), (0, 1, 2))
    log.moved("draw", 1, 2, 2, 7, 0b10)
    (entry,) = log
    shown: list[Any] = [entry.seen_by(seat) for seat in (0, 1)]

    assert shown == [{"player": 1, "color": 2, "frm": 2, "to": 7}, {"player": 1, "card": 2, "frm": 2, "to": 7}]
