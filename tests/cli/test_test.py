"""`barons test` runs scenario files, and nothing else that lies beside them."""

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

    assert done.returncode in (1, 2)
    assert "nope" in done.stderr
    assert "sound.scenario" not in done.stdout + done.stderr
