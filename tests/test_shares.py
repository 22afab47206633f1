"""Shares come back in order, and one whose worker has died is played again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from barons_core.engine.records import Record
from barons_core.shares import Share, WorkersDied, play_shares
from barons_core.simulation import simulate
from tests.citations import ROOT


def shares(count: int) -> Iterator[Share]:
    return (Share(8 * number, 8) for number in range(count))


def first(share: Share) -> int:
    return share.first


def die_once(flag: Path, share: Share) -> int:
    """Kill the worker that plays the third share, the first time."""
    if share.first == 16 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return share.first


def die(share: Share) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_shares_come_back_in_order(jobs: int) -> None:
    assert list(play_shares(first, shares(40), jobs)) == [8 * number for number in range(40)]


def test_the_share_of_a_killed_worker_is_played_again(tmp_path: Path) -> None:
    flag = tmp_path / "killed"

    assert list(play_shares(partial(die_once, flag), shares(20), 2)) == [8 * number for number in range(20)]
    assert flag.exists()


def test_workers_that_die_again_and_again_are_told() -> None:
    with pytest.raises(WorkersDied, match="games 0 to 7 have died 3 times"):
        list(play_shares(die, shares(3), 2))


def test_an_executor_of_somebody_else_is_not_shut_down() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert list(play_shares(first, shares(5), 1, executor)) == [0, 8, 16, 24, 32]
        assert executor.submit(first, Share(1, 1)).result() == 1


class Broken(Executor):
    """An executor that never works."""

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        raise BrokenExecutor


def test_a_broken_executor_of_somebody_else_is_told() -> None:
    with pytest.raises(WorkersDied, match="executor is broken"):
        list(play_shares(first, shares(3), 1, Broken()))


def test_few_shares_are_under_way_at_any_time() -> None:
    taken: list[int] = []

    def noted() -> Iterator[Share]:
        for share in shares(10_000):
            taken.append(share.first)
            yield share

    with ThreadPoolExecutor(1) as executor:
        found = play_shares(first, noted(), 1, executor)
        next(found)
        assert len(taken) <= 4 * (os.cpu_count() or 1)


class Interrupted(Executor):
    """An executor whose first share is still under way at ctrl-C, while others are done."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if arguments[0].first:
            future.set_result(function(*arguments))
        else:
            future.set_exception(KeyboardInterrupt())
        return future


def test_what_is_done_at_an_interrupt_is_not_lost() -> None:
    done = []

    with pytest.raises(KeyboardInterrupt):
        for each in play_shares(first, shares(3), 1, Interrupted()):
            done.append(each)

    assert done == [8, 16]


LEFT_ALONE = """
import os, signal, sys, time
from barons_core.shares import Share, play_shares

def slow(share):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(60)

for _ in play_shares(slow, [Share(0, 1), Share(1, 1)], 2):
    pass
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_workers_end_with_the_process_that_started_them(how: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", LEFT_ALONE], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                          preexec_fn=_hear_signals) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(how)

    # The pipe to the standard output closes as the last worker ends: `with` has waited for the parent only.
    for _ in range(200):
        if not any(Path(f"/proc/{worker}/stat").exists() and _runs(worker) for worker in workers):
            return
        time.sleep(0.05)
    raise AssertionError("a worker lives on")


def _runs(worker: int) -> bool:
    """Tell whether a process is alive: one that has ended may still wait to be counted."""
    try:
        return Path(f"/proc/{worker}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Killer:
    """A bot that kills its process once."""

    flag = ""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, look: Any, choice: Any) -> int:
        if not os.path.exists(self.flag):
            Path(self.flag).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.seed % len(choice.options)


def test_a_simulation_whose_worker_is_killed_has_the_same_result(tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.simulation.bot_makers", lambda: {"killer": Killer})
    Killer.flag = str(tmp_path / "killed")
    plan: dict[str, Any] = {"players": 2, "games": 20, "bots": ["killer"], "turns": 5, "jobs": 2}

    killed = simulate("barons", **plan, record=tmp_path / "one")
    again = simulate("barons", **plan, record=tmp_path / "two")

    assert {k: v for k, v in killed.items() if "second" not in k} == {
        k: v for k, v in again.items() if "second" not in k}
    assert texts(tmp_path / "one") == texts(tmp_path / "two")
    assert len(texts(tmp_path / "one")) == 20


def test_a_game_that_is_played_again_is_written_over_its_own_record_alone(tmp_path: Path,
                                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.simulation.bot_makers", lambda: {"killer": Killer})
    plan: dict[str, Any] = {"players": 2, "games": 20, "bots": ["killer"], "turns": 5, "record": tmp_path / "games"}
    Killer.flag = str(tmp_path)
    simulate("barons", **plan)
    before = texts(tmp_path / "games")
    Killer.flag = str(tmp_path / "killed")
    simulate("barons", **plan, jobs=2)

    assert Path(Killer.flag).exists() and len(before) == 20
    assert texts(tmp_path / "games") == before | {
        name.replace(".record", "-2.record"): text for name, text in before.items()}


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_done_and_ends_with_130(tmp_path: Path, jobs: str) -> None:
    command = [sys.executable, "-m", "barons_core", "simulate", "barons", "--games", "100000", "--players", "2",
               "--jobs", jobs, "--record", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True, preexec_fn=_hear_signals) as running:
        try:
            wait_for_files(tmp_path, 50)
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()

    assert running.returncode == 130
    assert out.startswith("games  ") and "games     0" not in out
    assert err.strip().splitlines()[-1] == "stopped"
    assert "Traceback" not in err


def _hear_signals() -> None:
    """Let a process be interrupted or hung up even where these tests run in the background, deaf to both."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def test_a_killed_simulation_leaves_readable_records(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "barons_core", "simulate", "barons", "--games", "1000", "--record", str(tmp_path)]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_files(tmp_path, 3)
    running.kill()
    running.wait()

    records = [Record.parse(path.read_text("utf-8")) for path in tmp_path.glob("*.record")]
    assert len(records) >= 3
    assert [record.end for record in records].count("") <= 1


def wait_for_files(folder: Path, count: int) -> None:
    """Wait until so many records have been begun."""
    end = time.monotonic() + 60
    while len(list(folder.glob("*.record"))) < count and time.monotonic() < end:
        time.sleep(0.02)
