"""The benchmarks run; what they measure is no part of the suite."""

from __future__ import annotations

import pytest

from benchmarks import compiled, hand_written, memory, reduced_game, run, unheard
from benchmarks.measure import Row, interleaved


def test_the_reduced_game_is_played_to_its_end() -> None:
    content = reduced_game.content()

    assert all(0 < reduced_game.playout(content, seed)[1] <= reduced_game.TURNS for seed in range(5))


def test_the_yardstick_is_played_to_its_end() -> None:
    assert all(hand_written.playout(seed)[2] >= 0 for seed in range(5))


def test_a_knight_that_is_cut_off_protects_nothing_in_the_yardstick() -> None:
    game = hand_written.Game(2, hand_written.random.Random(1), 10)
    player, center = game.players[0], hand_written.CENTER
    player.cells = {center: hand_written.CASTLE << 8 | 255, center + 3: hand_written.KNIGHT << 8 | 8, center + 4: 0}
    player.recompute()

    assert hand_written.attackable(player, False) == [center + 3, center + 4]


def test_a_row_says_whether_it_passes() -> None:
    slow = Row("ours", "theirs", 0.2, "x", 0.3, 0.5, True)
    quick = Row("ours", "theirs", 0.2, "x", 0.3, 0.1)

    assert (slow.passes, quick.passes) == (False, True)
    assert [row.line().split()[0] for row in (slow, quick)] == ["FAILS", "ok"]


def test_each_of_several_is_timed_once_a_round() -> None:
    calls: list[str] = []
    interleaved([lambda: calls.append("a"), lambda: calls.append("b")], 2)

    assert calls == ["a", "b"] * 3


def test_abilities_and_the_unheard_event_are_measured() -> None:
    assert [row.what for row in compiled.rows(rounds=2)] == ["Port compiled", "Tithe compiled"]
    assert next(unheard.rows(times=10, rounds=1)).unit == "x"


def test_the_memory_of_a_long_simulation_is_measured() -> None:
    assert next(memory.rows(2, 4)).passes


@pytest.mark.parametrize("wanted", [["nope"], ["memory", "nope"], ["measure"], [""]])
def test_a_row_that_is_not_there_is_told_before_anything_is_measured(wanted: list[str],
                                                                     capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(wanted) == 2
    said = capsys.readouterr()
    assert said.out == "" and f"there is no row {wanted[-1]!r}; there are reduced_game, " in said.err
