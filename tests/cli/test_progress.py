"""A long simulation shows on a terminal how far it is, how fast, and how long it will take; nowhere else."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.citations import ROOT

SIMULATE = ["simulate", "barons", "--games", "12", "--players", "2", "--turns", "20"]
COMMAND = [sys.executable, "-m", "barons_core", *SIMULATE]


def read_all(number: int) -> str:
    """Return everything that is written into a terminal until nobody holds its other end."""
    text = b""
    while True:
        try:
            part = os.read(number, 10_000)
        except OSError:
            return text.decode()
        if not part:
            return text.decode()
        text += part


@pytest.fixture
def openpty() -> Callable[[], tuple[int, int]]:
    return pytest.importorskip("pty").openpty  # type: ignore[no-any-return]


def test_a_terminal_shows_rate_and_time_left(openpty: Callable[[], tuple[int, int]]) -> None:
    ours, theirs = openpty()
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    with subprocess.Popen(COMMAND, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, env=environment) as running:
        os.close(theirs)
        shown = read_all(ours)
        assert running.stdout is not None
        out = running.stdout.read().decode()
    os.close(ours)

    assert running.returncode == 0
    assert "12/12" in shown and "games a second" in shown and "time left" in shown
    assert out.startswith("games     12,")


def test_elsewhere_nothing_is_shown() -> None:
    done = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True)

    assert done.stderr == ""
