"""Games that are played are recorded, saved and loaded."""

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from barons_core.cli.guard import run
from barons_core.cli.keeper import Keeper
from barons_core.cli.seats import read_seats
from barons_core.cli.session import Session
from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.loading import content
from tests.cli.test_play import Table

Printed = pytest.CaptureFixture[str]


def test_a_game_is_saved_and_goes_on_from_there(tmp_path: Path) -> None:
    file = tmp_path / "my.record"
    saved = Table("Ann,bot:light", ["choose red", f"save {file}", "1", "quit"])
    loaded = Table("Ann,bot:light", ["choose blue", f"load {file}", "quit"])

    assert f"saved in {file}" in saved.text
    assert f"loaded from {file}" in loaded.text
    assert loaded.game.answers[0] == "choose blue"
    assert loaded.session.game.answers == list(Record.parse(file.read_text("utf-8")).answers)
    assert [str(seat) for seat in loaded.session.seats] == ["P1 Ann", "P2 (light)"]
    assert loaded.session.who[0] == 0


@pytest.mark.parametrize("quote", ['"', "'"])
def test_quotes_around_the_name_of_a_file_are_none_of_it(quote: str, tmp_path: Path,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Table("Ann,bot:light", ["choose red", f"save {quote}my game.record{quote}", "quit"])
    table = Table("Ann,bot:light", ["choose blue", f"load {quote}my game.record{quote}", "quit"])

    assert os.listdir() == ["my game.record"]
    assert table.session.game.answers[0] == "choose red"


def test_what_was_loaded_can_be_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "my.record"
    Table("Ann,bot:light", ["choose red", f"save {file}", "quit"])
    table = Table("Ann,bot:light", [f"load {file}", "undo", "quit"])

    assert "taken back" in table.text
    assert table.session.game.answers == []


@pytest.mark.parametrize(("text", "message"), [
    ("hello\n", "my.record:1:1: this is no record"),
    ("game record 7\n", "version '7'"),
    ("game record 1\nruleset brons\nplayer \"A\"\nseed 1\nanswers\n", "did you mean barons?"),
    ("game record 1\nruleset barons\nplayer \"A\"\nseed 1\nanswers\n", "2 to 6 players"),
    ("game record 1\nruleset barons\nplayer \"A\" bot:lihgt\nplayer \"B\"\nseed 1\nanswers\n",
     "did you mean 'light'?"),
    ("game record 1\nruleset barons\nplayer \"A\"\nplayer \"B\"\nseed 1\nanswers\n  fly\n",
     "my.record:1:1: the game goes another way than it was recorded; where, is told by `barons replay "),
])
def test_a_bad_record_leaves_the_game_as_it_was(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "my.record"
    file.write_text(text)
    table = Table("Ann,bot:light", ["choose red", f"load {file}", "quit"])

    assert message in table.text
    assert table.session.game is table.game
    assert table.game.answers[0] == "choose red"


def test_a_file_that_is_no_record_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann")
    table = Table("Ann,bot:light", [f"save {file}", f"save {tmp_path}/no/such/folder", "quit"])

    assert "is no record and is not overwritten" in table.text
    assert "cannot be written: no such file or directory" in table.text
    assert file.read_text() == "Dear Ann"


def test_the_record_of_a_game_is_up_to_date(tmp_path: Path) -> None:
    seats = read_seats("Ann,bot:light")
    keeper = Keeper((), tmp_path)
    game = Game(content("barons"), [seat.name for seat in seats], 3)
    path = keeper.begin(game, seats)
    assert path is not None
    answers = iter(["choose red", "undo", "choose blue", "1"])

    def ask(prompt: str) -> str:
        record = Record.parse(path.read_text("utf-8"))
        assert list(record.answers) == game.answers
        return next(answers, "quit")

    with open(tmp_path / "screen", "w", encoding="utf-8") as screen:
        assert Session(game, seats, Console(file=screen), ask, keeper).run()
    assert path.read_text("utf-8") == Record.of(game, ["", "bot:light"]).text()


def test_a_script_is_recorded_and_a_saved_game_goes_on_by_script(tmp_path: Path, capsys: Printed) -> None:
    script = tmp_path / "script.txt"
    script.write_text("choose red\n")
    play = ["play", "barons", "--players", "Ann,Ben", "--seed", "3", "--script", str(script), "--record"]

    assert run([*play, str(tmp_path / "games")]) == 0
    assert run([*play, str(tmp_path / "games")]) == 0
    files = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert files == ["barons-2p-seed3-2.record", "barons-2p-seed3.record"]
    script.write_text("choose blue\n")
    loaded = ["play", "--load", str(tmp_path / "games" / files[0]), "--script", str(script)]
    assert run([*loaded, "--record", str(tmp_path / "more")]) == 0
    record = Record.parse((tmp_path / "more/barons-2p-seed3.record").read_text("utf-8"))
    assert record.answers == ("choose red", "choose blue")
    assert record.players == ("Ann", "Ben")


def test_a_full_disk_ends_the_record_and_not_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                     capsys: Printed) -> None:
    def full(self: object, text: str) -> None:
        raise OSError(28, "No space left on device", "games/a.record")

    monkeypatch.setattr("barons_core.recording.Recorder._write", full)
    script = tmp_path / "script.txt"
    script.write_text("choose red\nchoose blue\n")

    assert run(["play", "barons", "--players", "Ann,Ben", "--script", str(script), "--record", str(tmp_path)]) == 1
    caught = capsys.readouterr()
    assert "P2 Ben (choose): choose blue" in caught.out
    assert "the record ends here: games/a.record: no space left on device" in caught.err


def test_a_game_that_is_loaded_has_a_record_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "my.record"
    Table("Cay,bot:random,bot:light", ["choose red", f"save {file}", "quit"])
    seats = read_seats("Ann,bot:light")
    keeper = Keeper((), tmp_path / "games")
    game = Game(content("barons"), [seat.name for seat in seats], 9)
    keeper.begin(game, seats)
    lines = iter(["choose blue", f"load {file}", "1", "quit"])
    with open(tmp_path / "screen", "w", encoding="utf-8") as screen:
        Session(game, seats, Console(file=screen), lambda prompt: next(lines), keeper).run()
    records = {path.name: Record.parse(path.read_text("utf-8")) for path in (tmp_path / "games").iterdir()}

    assert {name: (record.bots, record.end) for name, record in records.items()} == {
        "barons-2p-seed9.record": (("", "bot:light"), "open"),
        "barons-3p-seed3.record": (("", "bot:random", "bot:light"), "open"),
    }
    assert records["barons-2p-seed9.record"].answers == tuple(game.answers)


class Raising:
    """A bot that fails."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, look: object, choice: object) -> int:
        raise ZeroDivisionError("no way")


def stop_at_a_fault(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let cards fail as soon as somebody taxes; return a bot."""
    monkeypatch.setattr("barons_core.rules.taxing.tax", lambda *arguments: 1 // 0)
    return "light"


def refuse(path: Path, text: str) -> None:
    """Fail as a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def break_bots(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let there be one bot, which fails; return it."""
    monkeypatch.setattr("barons_core.simulation.bot_makers", lambda: {"bad": Raising})
    return "bad"


@pytest.mark.source
@pytest.mark.parametrize("script", [[], ["--script", os.devnull]], ids=["without a script", "with a script"])
@pytest.mark.parametrize(("fail", "told", "end"), [
    (stop_at_a_fault, "the game has stopped: ", "stopped"),
    (break_bots, "the bot of P1, asked 'choose', raised ZeroDivisionError: no way", "open"),
])  # fmt: skip
def test_the_record_of_a_game_that_fails_is_kept(
    fail: Callable[[pytest.MonkeyPatch], str], told: str, end: str, script: list[str], tmp_path: Path,
    capsys: Printed, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """In the working folder, or where it is kept anyway; what has failed is no part of what is played."""
    bot = fail(monkeypatch)
    monkeypatch.chdir(tmp_path)
    command = ["play", "barons", "--players", f"bot:{bot},bot:{bot}", "--seed", "1", *script]

    assert run(command) == 1
    said = capsys.readouterr()
    assert told in said.err and told not in said.out
    assert said.err.splitlines()[-1] == "record barons-2p-seed1.record"
    assert Record.parse(Path("barons-2p-seed1.record").read_text("utf-8")).end == end

    assert run([*command, "--record", "games"]) == 1
    assert capsys.readouterr().err.count("record ") == 1
    assert [path.name for path in tmp_path.rglob("*.record")].count("barons-2p-seed1.record") == 2
    assert len(list(tmp_path.rglob("*"))) == 3


def test_a_record_that_cannot_be_kept_is_told(tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = break_bots(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("barons_core.recording.write_whole", refuse)

    assert run(["play", "barons", "--players", f"bot:{bot},bot:{bot}", "--seed", "1"]) == 1
    assert "the record cannot be kept: barons-2p-seed1.record: no space left on device" in capsys.readouterr().err


@pytest.mark.source
def test_a_script_that_goes_on_after_a_fault_is_told_of_the_fault(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_at_a_fault(monkeypatch)
    monkeypatch.chdir(tmp_path)
    Path("answers").write_text("1\n" * 100)

    assert run(["play", "barons", "--players", "Ann,bot:light", "--seed", "1", "--script", "answers"]) == 1
    said = capsys.readouterr()
    assert "the game has stopped: " in said.err and "comes after the end" not in said.err
    assert said.err.splitlines()[-1] == "record barons-2p-seed1.record"
    assert Record.parse(Path("barons-2p-seed1.record").read_text("utf-8")).end == "stopped"


SIMULATED = ["simulate", "barons", "--players", "2", "--games", "3", "--seed", "1"]
FIRST = "barons-2p-seed1-game0"


@pytest.mark.source
@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("fail", [stop_at_a_fault, break_bots])
def test_of_many_games_the_record_of_the_first_that_fails_is_kept(
    fail: Callable[[pytest.MonkeyPatch], str], form: str, tmp_path: Path, capsys: Printed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """By default, in the working folder, over no other file; the same one is kept once."""
    command = [*SIMULATED, "--bots", fail(monkeypatch), "--format", form]
    monkeypatch.chdir(tmp_path)
    Path(f"{FIRST}.record").write_text("a file of somebody")
    Path(f"{FIRST}-2.record").symlink_to("nowhere")

    for _ in range(2):
        assert run(command) == 1
        said = capsys.readouterr()
        assert said.err.splitlines()[-1] == f"record {FIRST}-3.record"
        assert f"{FIRST}-3.record" in said.out and "faulted" in said.out
    assert Path(f"{FIRST}.record").read_text() == "a file of somebody"
    assert sorted(os.listdir()) == [f"{FIRST}-2.record", f"{FIRST}-3.record", f"{FIRST}.record"]
    assert run(["replay", f"{FIRST}-3.record"]) in (0, 1)


@pytest.mark.source
def test_where_the_record_of_a_failed_game_cannot_be_kept_the_games_go_on(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = stop_at_a_fault(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("barons_core.recording.os.access", lambda path, mode: False)

    assert run([*SIMULATED, "--bots", bot]) == 1
    said = capsys.readouterr()
    assert "games     3" in said.out and "faulted 3" in said.out
    assert said.err.splitlines()[-1] == "the record cannot be kept: .: permission denied"
    assert os.listdir() == []


def test_a_bot_that_fails_ends_the_game_of_a_person(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_bots(monkeypatch)
    monkeypatch.chdir(tmp_path)
    Table("Ann,bot:bad", ["choose red"])

    said = capsys.readouterr().err.splitlines()
    told = r"the game is left: the bot of P2, asked '\w+', raised ZeroDivisionError: no way \(.*test_keeping.py:\d+\)"
    assert re.fullmatch(told, said[0])
    assert said[1:] == ["record barons-2p-seed3.record"]
    assert Record.parse(Path("barons-2p-seed3.record").read_text("utf-8")).answers == ("choose red",)


@pytest.mark.source
def test_why_a_folder_is_needed_before_any_game_is_told(tmp_path: Path, capsys: Printed,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("barons_core.recording.os.access", lambda path, mode: Path(path) == Path("games"))
    stop = ["simulate", "barons", "--games", "1", "--turns", "3", "--until-failure"]

    assert run(stop) == 2
    told = "barons: .: permission denied; the record of a game that fails is to be kept there\n"
    assert capsys.readouterr().err == told
    assert run([*stop, "--record", "games"]) == 0
    assert os.listdir() == ["games"] and os.listdir("games")
