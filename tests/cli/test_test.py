"""`barons test` runs scenario files, and nothing else that lies beside them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.citations import ROOT

PASSING = 'scenario "it begins":\n    turn of P1\n    expect turn of P1\n'
FAILING = 'scenario "it ends":\n    turn of P1\n    expect turn of P2\n'
SNAPSHOT = 'scenario "it is drawn":\n    turn of P1\n    expect turn of P1\n    snapshot\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with Python and settings in it that must not be touched."""
    (tmp_path / "conftest.py").write_text("raise SystemExit('conftest.py was run')\n", "utf-8")
    (tmp_path / "test_trap.py").write_text("raise SystemExit('test_trap.py was run')\n", "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n", "utf-8")
    return tmp_path


def ran(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `barons test` in the folder."""
    command = [sys.executable, "-m", "barons_core", "test", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_scenarios_that_pass_end_with_0(folder: Path) -> None:
    (folder / "sound.scenario").write_text(PASSING, "utf-8")

    done = ran(folder, ".")

    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr
    assert not list(folder.rglob(".pytest_cache"))


def test_a_scenario_that_fails_ends_with_1(folder: Path) -> None:
    (folder / "wrong.scenario").write_text(PASSING + FAILING, "utf-8")

    done = ran(folder, "wrong.scenario")

    assert (done.returncode, "1 failed, 1 passed" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "wrong.scenario:6" in done.stdout


def test_scenarios_can_be_picked_by_their_titles(folder: Path) -> None:
    (folder / "both.scenario").write_text(PASSING + FAILING, "utf-8")

    assert ran(folder, "-k", "begins", ".").returncode == 0


def test_snapshots_are_compared_and_written_on_demand(folder: Path) -> None:
    (folder / "drawn.scenario").write_text(SNAPSHOT, "utf-8")

    assert ran(folder, ".").returncode == 1
    assert ran(folder, ".", "--snapshot-update").returncode == 0
    assert ran(folder, ".").returncode == 0


def test_no_scenario_is_wrong_use(folder: Path) -> None:
    done = ran(folder, ".")

    assert done.returncode == 2
    assert "no scenario file" in done.stderr


def test_a_pack_that_is_not_there_is_blamed_itself_not_a_scenario(folder: Path) -> None:
    (folder / "sound.scenario").write_text(PASSING, "utf-8")

    done = ran(folder, "sound.scenario", "--pack", "nope")

    assert done.returncode == 2
    assert "nope" in done.stderr
    assert "sound.scenario" not in done.stdout + done.stderr


@pytest.mark.parametrize(("text", "arguments", "hint"), [
    ("", [], "no scenario in these files"),
    ("# a remark\n", [], "no scenario in these files"),
    (PASSING, ["-k", "zzz"], "No scenario has 'zzz' in its title."),
    (PASSING, ["-k", "it begns"], "Did you mean 'begins'?"),
    (PASSING, ["-k", "begins or ends"], "No scenario has 'begins or ends' in its title."),
])
def test_where_nothing_is_run_it_is_said_why(folder: Path, text: str, arguments: list[str], hint: str) -> None:
    (folder / "some.scenario").write_text(text, "utf-8")

    done = ran(folder, "some.scenario", *arguments)

    assert done.returncode == 2
    assert hint in " ".join(done.stderr.split())


def test_programs_get_each_scenario_with_its_outcome(folder: Path) -> None:
    (folder / "both.scenario").write_text(PASSING + FAILING, "utf-8")
    (folder / "faulty.scenario").write_bytes(b"\xff")

    done = ran(folder, ".", "--format", "json")
    found = json.loads(done.stdout)

    assert done.returncode == 1
    assert (found["passed"], found["failed"]) == (1, 1)
    assert [(one["title"], one["file"], one["line"], one["outcome"]) for one in found["scenarios"]] == [
        ("it begins", "both.scenario", 1, "passed"), ("it ends", "both.scenario", 4, "failed")]
    assert "both.scenario:6" in found["scenarios"][1]["message"] and found["scenarios"][0]["message"] == ""
    assert [one["file"] for one in found["faults"]] == ["faulty.scenario"]
    assert "BC092" in found["faults"][0]["message"]


def test_programs_get_what_could_be_picked(folder: Path) -> None:
    (folder / "both.scenario").write_text(PASSING + FAILING, "utf-8")

    done = ran(folder, ".", "--format", "json", "-k", "IT BEGINS")

    assert done.returncode == 0
    assert [one["title"] for one in json.loads(done.stdout)["scenarios"]] == ["it begins"]


@pytest.mark.parametrize("named", ["wrong.scenario", "."])
def test_a_failure_outside_the_working_folder_is_named_by_its_path(folder: Path, named: str) -> None:
    """A file that is named itself, and one that is found below a folder."""
    (folder / "wrong.scenario").write_text(FAILING, "utf-8")
    (folder / "here").mkdir()

    done = ran(folder / "here", str(folder / named))

    assert done.returncode == 1, done.stdout + done.stderr
    assert f"FAILED {folder.as_posix()}/wrong.scenario::it ends" in done.stdout
