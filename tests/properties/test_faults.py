"""A fault in a card stops its game, names where and why, and keeps the record; other games go on."""

from __future__ import annotations

from typing import Any

import pytest

from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.engine.replays import replay
from barons_core.language.words import Property, Verb, Word
from barons_core.model.rulesets import Content
from tests.properties.conservation import check_conservation
from tests.properties.games import Table
from tests.properties.made_up import FILE, in_play, with_cards

SPRING = 'building "Spring" in red x4:\n    cost none\n    after you discard a card:\n        draw 1 red\n'
DRAIN = 'building "Drain" in blue x4:\n    cost none\n    after you draw a card:\n        discard the drawn card\n'
BOMB = 'building "Bomb" in red x40:\n    cost none\n    when you tax:\n        draw 1 blue\n        explode\n'
RIDDLE = 'building "Riddle" in red x40:\n    cost none\n    when you tax:\n        draw 1 of the hue of this\n'


def explode(g: Game, s: Any, actor: int) -> Any:
    """Fail as a faulty word of a pack does."""
    raise ZeroDivisionError("boom")
    yield


def ask(g: Game, s: Any, card: int) -> int:
    raise KeyError(card)


WORDS: tuple[Word, ...] = (
    Verb("explode", "Fail.", "explode", template="explode/explodes", run=explode),
    Property("hue", "Fail.", "draw 1 of the hue of this", template="the hue of {card:Card}", type="Color", run=ask),
)


@pytest.fixture(scope="module")
def endless() -> Content:
    return with_cards(SPRING + DRAIN)


def test_cards_that_feed_each_other_stop_the_game_and_the_cycle_is_named(endless: Content) -> None:
    game = in_play(endless, "Spring", "Drain")
    before = fingerprint(game.state)

    game.answer("tax (0,1) as yellow")

    assert game.fault is not None and game.choice is None and not game.over
    assert 'again and again: draw by "Spring" -> discard by "Drain"' in game.fault.message
    assert game.fault.place.file == FILE
    assert game.fault.answers == ("tax (0,1) as yellow",)
    assert fingerprint(game.state) == before
    check_conservation(game)


def test_one_half_of_a_cycle_is_harmless(endless: Content) -> None:
    for title in ("Spring", "Drain"):
        game = in_play(endless, title)
        game.answer("tax (0,1) as yellow")
        assert game.fault is None


@pytest.mark.parametrize(("text", "title", "line"), [(BOMB, "Bomb", 5), (RIDDLE, "Riddle", 4)])
def test_a_word_that_raises_stops_the_game_at_its_last_boundary(text: str, title: str, line: int) -> None:
    found = with_cards(text, WORDS)
    game, other = in_play(found, title), in_play(found)
    before = fingerprint(game.state)
    game.answer("tax (0,1) as yellow")
    other.answer("tax (0,1) as yellow")

    assert game.fault is not None
    assert (game.fault.place.file, game.fault.place.line) == (FILE, line)
    assert fingerprint(game.state) == before
    assert other.fault is None and other.choice is not None


def test_the_record_of_a_stopped_game_is_kept_and_stops_again() -> None:
    """In games played from the beginning, of which some come upon the faulty card and some do not."""
    found = with_cards(BOMB, WORDS)
    stopped = 0
    for seed in range(12):
        game = Game(found, 2, seed)
        table = Table(game, seed)
        while game.choice is not None and game.state.turn < 25:
            game.answer(table.pick())
        again = replay(Record.parse(Record.of(game).text()), found)
        assert (again.fault is None) == (game.fault is None)
        assert str(again.fault) == str(game.fault)
        assert fingerprint(again.state) == fingerprint(game.state)
        stopped += game.fault is not None

    assert 0 < stopped < 12


def test_undo_takes_a_fault_back_and_the_game_goes_on() -> None:
    game = in_play(with_cards(BOMB, WORDS), "Bomb")
    game.answer("tax (0,1) as yellow")
    game.undo(0)

    assert game.fault is None and game.choice is not None
    game.answer("pass")
    assert game.fault is None
