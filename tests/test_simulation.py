"""Simulations give the same games whatever plays them, and count what happens."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from barons_core.engine.records import Record
from barons_core.shares import Share
from barons_core.simulation import CHUNK, Plan, Tally, play_one, play_some, simulate
from tests.citations import ROOT

TIMES = {"seconds", "choices_per_second", "games_per_second"}
GAMES = CHUNK + 2


def played(**changes: Any) -> dict[str, Any]:
    """Return the result of a small simulation without the times."""
    result = simulate("barons", **{"players": 3, "games": GAMES, "seed": 1, **changes})
    return {key: value for key, value in result.items() if key not in TIMES}


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """Return what one process finds."""
    return played()


def test_the_same_seed_gives_the_same_games_in_two_processes(alone: dict[str, Any]) -> None:
    assert played(jobs=2) == alone


def test_any_executor_will_do(alone: dict[str, Any]) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert played(executor=executor) == alone


def test_another_seed_gives_other_games(alone: dict[str, Any]) -> None:
    assert played(seed=2) != alone


def test_the_result_adds_up(alone: dict[str, Any]) -> None:
    assert alone["games"] == alone["finished"] == sum(alone["wins"]) == GAMES
    assert len(alone["wins"]) == 3
    assert alone["faulted"] == 0 and alone["faults"] == []
    assert 0 < alone["turns"]["p50"] <= alone["turns"]["p95"]
    assert alone["choices"] > GAMES * alone["turns"]["mean"]


def test_all_keys_are_there() -> None:
    result = simulate("barons", players=2, games=1)

    assert set(result) == {"games", "finished", "faulted", "wins", "turns", "choices", "faults", *TIMES}


def test_a_game_that_takes_too_long_is_unfinished_and_no_fault() -> None:
    result = played(games=2, turns=3)

    assert (result["games"], result["finished"], result["faulted"]) == (2, 0, 0)
    assert result["turns"] == {"mean": 3.0, "p50": 3, "p95": 3}


def test_bots_are_dealt_to_the_seats_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = []

    def noted(name: str, seed: int, seat: int) -> Any:
        seats.append((name, seat))
        return _First()

    monkeypatch.setattr("barons_core.simulation.make_bot", noted)
    play_one(Plan("barons", 3, bots=("light", "random"), turns=1), 0)

    assert seats == [("light", 0), ("random", 1), ("light", 2)]


class _First:
    """A bot that takes the first option."""

    def choose(self, look: Any, choice: Any) -> int:
        return 0


@pytest.mark.source
def test_a_fault_is_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.rules.taxing.tax", lambda *arguments: 1 // 0)

    result = played(games=2)

    assert result["faulted"] == 2
    assert "ZeroDivisionError" in result["faults"][0]["message"]


@pytest.mark.source
def test_only_who_asks_for_it_gets_a_file_of_the_first_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("barons_core.rules.taxing.tax", lambda *arguments: 1 // 0)
    monkeypatch.chdir(tmp_path)

    played(games=2)
    assert not list(tmp_path.iterdir())
    result = played(games=3, keep=tmp_path / "kept")
    assert [Path(one["record"]).name for one in result["faults"]] == ["barons-3p-seed1-game0.record", "", ""]
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["barons-3p-seed1-game0.record"]


def test_progress_is_told() -> None:
    told: list[int] = []
    played(turns=1, progress=told.append)

    assert told == list(range(1, GAMES + 1))


def test_parts_can_be_played_in_any_order() -> None:
    plan = Plan("barons", 2, seed=4, turns=5)
    whole, parts = play_some(plan, Share(0, 4)), Tally()
    for first in (2, 0):
        parts.add(play_some(plan, Share(first, 2)))

    assert parts == whole


@pytest.mark.parametrize("changes", [{"games": -1}, {"players": 0}, {"bots": ()}, {"bots": ("lite",)}, {"turns": 0}])
def test_what_makes_no_sense_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"positive|no bot|players"):
        played(**{"games": 1, **changes})


def recorded(folder: Path, **changes: Any) -> dict[str, Any]:
    return simulate("barons", **{"players": 2, "games": 3, "turns": 3, "record": folder, **changes})


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir() if path.is_file()}


def bots_in(folder: Path) -> dict[str, tuple[str, ...]]:
    return {name: Record.parse(text).bots for name, text in texts(folder).items()}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_second_run_in_the_same_folder_has_records_of_its_own(tmp_path: Path, jobs: int) -> None:
    recorded(tmp_path, jobs=jobs)
    before = texts(tmp_path)
    recorded(tmp_path, jobs=jobs, bots=["random"])
    recorded(tmp_path, jobs=jobs, games=1)
    recorded(tmp_path, jobs=jobs, seed=1, games=1)

    assert before.items() <= texts(tmp_path).items() and len(before) == 3
    light, random = ("bot:light",) * 2, ("bot:random",) * 2
    assert bots_in(tmp_path) == {
        **{f"barons-2p-seed0-game{game}.record": light for game in range(3)},
        **{f"barons-2p-seed0-game{game}-2.record": random for game in range(3)},
        "barons-2p-seed0-game0-3.record": light, "barons-2p-seed1-game0.record": light,
    }
    assert all(Record.parse(text).end for text in texts(tmp_path).values())


@pytest.mark.source
@pytest.mark.parametrize("number", [0, 2])
def test_no_file_of_somebody_is_written_over(tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be it in the way of the first game or of the last; all records of a run have one number, faults tell which."""
    monkeypatch.setattr("barons_core.rules.taxing.tax", lambda *arguments: 1 // 0)
    (tmp_path / f"barons-2p-seed0-game{number}.record").write_text("mine", "utf-8")
    (tmp_path / f"barons-2p-seed0-game{number}-2.record").mkdir()
    (tmp_path / f"barons-2p-seed0-game{number}-3.record").symlink_to("nowhere")
    (tmp_path / "barons-2p-seed0-game3.record").write_text("in nobody's way", "utf-8")

    result = recorded(tmp_path, turns=50)

    files = [tmp_path / f"barons-2p-seed0-game{game}-4.record" for game in range(3)]
    assert [one["record"] for one in result["faults"]] == list(map(str, files))
    assert (tmp_path / f"barons-2p-seed0-game{number}.record").read_text("utf-8") == "mine"
    assert sum(path.is_file() for path in tmp_path.iterdir()) == 5
    assert not os.path.lexists(tmp_path / "nowhere")


def test_where_no_game_is_played_no_record_is_begun(tmp_path: Path) -> None:
    recorded(tmp_path, games=0)

    assert os.listdir(tmp_path) == []


def test_runs_side_by_side_in_one_folder_have_records_of_their_own(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "barons_core", "simulate", "barons", "--players", "2", "--games", "3",
               "--turns", "3", "--record", str(tmp_path), "--bots"]
    running = [subprocess.Popen([*command, bot], cwd=ROOT, stdout=subprocess.DEVNULL) for bot in ("light", "random")]

    assert [each.wait(60) for each in running] == [0, 0]
    bots = bots_in(tmp_path)
    for ending in ("", "-2"):
        assert len({bots[f"barons-2p-seed0-game{game}{ending}.record"] for game in range(3)}) == 1
    assert len(bots) == 6 and len(set(bots.values())) == 2
