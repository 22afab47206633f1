"""What the public functions of Python say to arguments that are none."""

from collections.abc import Callable
from typing import Any

import pytest

import barons_core as bc

NAMES: list[Any] = ["Ann", ["A", "A"], ["", "B"], ["A\nB", "C"], [1, 2], []]
SEEDS: list[Any] = ["1", None, 1.5, True]


def game() -> bc.Game:
    return bc.Game(bc.ruleset("barons"), 2, 1)


@pytest.mark.source
@pytest.mark.parametrize("players", NAMES, ids=repr)
def test_names_that_no_record_could_hold(players: Any) -> None:
    with pytest.raises(ValueError, match="players are a number, or a list of names that differ"):
        bc.Game(bc.ruleset("barons"), players, 1)


@pytest.mark.source
@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_seeds_that_are_no_numbers(seed: Any) -> None:
    with pytest.raises(ValueError, match="the seed of a game is a whole number"):
        bc.Game(bc.ruleset("barons"), 2, seed)


@pytest.mark.source
@pytest.mark.parametrize("player", [-1, 2, "P1", True, None], ids=repr)
@pytest.mark.parametrize("ask", [bc.Game.view, bc.Game.events])
def test_players_that_do_not_play(ask: Callable[[bc.Game, Any], object], player: Any) -> None:
    with pytest.raises(ValueError, match="the players are 0 to 1"):
        ask(game(), player)


@pytest.mark.source
@pytest.mark.parametrize("answer", [True, 1.0, None, ["choose red"]], ids=repr)
def test_answers_that_are_neither_text_nor_number(answer: Any) -> None:
    asked = game()

    with pytest.raises(TypeError, match="an answer is the id or the index"):
        asked.answer(answer)

    assert asked.answers == []


def test_what_can_be_played_can_be_recorded_and_read() -> None:
    record = bc.Record.of(bc.Game(bc.ruleset("barons"), ['A "B"', "C, D", "ü 🏰"], -7))

    assert bc.Record.parse(record.text()).players == ('A "B"', "C, D", "ü 🏰")


def test_bots_are_a_list() -> None:
    with pytest.raises(ValueError, match=r"bots are a list of names, such as \['light'\]"):
        bc.simulate("barons", players=2, games=1, bots="light")


def test_a_record_may_be_named_by_a_path_in_text() -> None:
    with pytest.raises(bc.FaultyRecord):
        bc.replay("nowhere.record")
