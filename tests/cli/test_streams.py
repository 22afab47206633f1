"""Any output and any encoding will do: what cannot be written is replaced, what is closed is told."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.citations import ROOT

MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\ndescription = "häuser 🏰"\n'
ROWS = [("packs --pack päck🏰", "latin-1"), ("demo", "latin-1"), ("play --help", "cp437"), ("check päck🏰", "ascii"),
        ("show 🏰", "ascii"), ("check \udcff.barons", "utf-8")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "päck🏰").mkdir()
    (tmp_path / "päck🏰/pack.toml").write_text(MANIFEST, "utf-8")
    return tmp_path


def ran(folder: Path, command: str, encoding: str, redirection: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run a command in a shell whose streams have an encoding, or are closed."""
    line = f'"{sys.executable}" -m barons_core {command} {redirection}'
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    return subprocess.run(os.fsencode(line), shell=True, cwd=folder, capture_output=True, env=environment)


@pytest.mark.parametrize(("command", "encoding"), ROWS)
def test_what_an_encoding_lacks_is_replaced(command: str, encoding: str, folder: Path) -> None:
    done = ran(folder, command, encoding)

    assert done.returncode in (0, 1, 2), done.stderr
    assert b"fault of barons" not in done.stderr
    assert done.stdout or done.stderr


def test_data_for_programs_lose_nothing(folder: Path) -> None:
    found = [json.loads(ran(folder, "packs --pack päck🏰 --format json", encoding).stdout.decode(encoding))
             for encoding in ("cp437", "utf-8")]

    assert found[0] == found[1]
    assert found[0][-1]["description"] == "häuser 🏰"


@pytest.mark.parametrize("command", ["words --format json", "play barons --players A,B", "--help"])
def test_a_closed_output_is_told(command: str, folder: Path) -> None:
    done = ran(folder, command, "utf-8", ">&-")

    assert (done.returncode, done.stderr.decode()) == (2, "barons: the output: it is closed\n")


@pytest.mark.parametrize(("command", "code"), [("words", 0), ("words zzz", 2), ("check nowhere.barons", 2)])
def test_without_a_stream_for_messages_data_stay_data(command: str, code: int, folder: Path) -> None:
    with_messages, without = ran(folder, command, "utf-8"), ran(folder, command, "utf-8", "2>&-")

    assert without.returncode == with_messages.returncode == code
    assert without.stdout == with_messages.stdout


def test_what_is_typed_may_be_no_text(folder: Path) -> None:
    pty = pytest.importorskip("pty")
    mine, theirs = pty.openpty()
    os.write(mine, b"\xff\nquit\n")
    shown = Thread(target=drain, args=(mine,))
    shown.start()
    done = subprocess.run([sys.executable, "-m", "barons_core", "play", "barons", "--players", "A,bot:light"],
                          stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, cwd=ROOT, timeout=60,
                          env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"})
    os.close(theirs)
    shown.join()
    os.close(mine)

    assert (done.returncode, b"fault of barons" in done.stderr) == (0, False), done.stderr


def drain(terminal: int) -> None:
    """Read what a terminal shows until nobody writes to it any more."""
    with suppress(OSError):
        while os.read(terminal, 4096):
            pass


def test_a_closed_input_is_no_terminal(folder: Path) -> None:
    done = ran(folder, "play barons --players A,B", "utf-8", "<&-")

    assert done.returncode == 2
    assert "no terminal to play in" in done.stderr.decode()


@pytest.mark.parametrize("command", [
    "--help", "words", "packs", "packs --format json", "rulesets barons", "show Mill", "check nowhere --format json",
    "diff barons barons41", "test {tests}/action.scenario", "demo", "replay game.record --format json",
    "simulate barons --players 2 --games 1 --turns 2", "play barons --players bot:light,bot:light --turns 1",
])  # fmt: skip
def test_a_reader_who_has_gone_is_not_missed(command: str, folder: Path) -> None:
    """Nothing is said, and the code tells of no findings: `| head` reads what it wants."""
    (folder / "game.record").write_text('game record 1\nruleset barons\nplayer "A"\nplayer "B"\nseed 7\nanswers\n')
    mine, theirs = os.pipe()
    os.close(mine)
    line = command.format(tests=ROOT / "tests/scenarios").split()
    done = subprocess.run([sys.executable, "-m", "barons_core", *line], stdin=subprocess.DEVNULL, stdout=theirs,
                          stderr=subprocess.PIPE, cwd=folder, text=True,
                          env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)})
    os.close(theirs)

    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr and "fault of barons" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no file that is always full")
@pytest.mark.parametrize("command", ["words", "words zzz", "check nowhere", "check päck🏰", "show nowhere",
                                     "--nonsense", "replay nowhere", "simulate nowhere", "packs --pack nowhere",
                                     "play barons --players A,B", "simulate barons --games 1 --players 2"])
def test_messages_that_cannot_be_written_change_nothing_else(command: str, folder: Path) -> None:
    read, full = ran(folder, command, "utf-8"), ran(folder, command, "utf-8", "2>/dev/full")

    assert (full.returncode, full.stderr) == (read.returncode, b"")
    assert [line for line in full.stdout.splitlines() if not line.startswith(b"time")] == [
        line for line in read.stdout.splitlines() if not line.startswith(b"time")]
