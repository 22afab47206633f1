"""A record in a file is there whole or not at all, and a kill at any moment leaves what was played."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.engine.replays import replay
from barons_core.loading import content
from barons_core.recording import Recorder, begin_new, need_folder, write_new, write_whole
from tests.citations import ROOT


def new_game() -> Game:
    return Game(content("barons"), 2, 3)


def played(game: Game, recorder: Recorder, answers: int) -> None:
    """Take the first option so many times."""
    for _ in range(answers):
        game.answer(0)
        recorder.note(game)


def test_the_file_is_up_to_date_after_each_answer(tmp_path: Path) -> None:
    game, path = new_game(), tmp_path / "a.record"
    recorder = Recorder(path, game, ["", "bot:light"])
    for _ in range(25):
        played(game, recorder, 1)
        record = Record.parse(path.read_text("utf-8"))

        assert record.answers == tuple(game.answers)
        assert record.end == "" and not record.cut


def test_a_closed_record_is_the_record_of_the_game(tmp_path: Path) -> None:
    game, path = new_game(), tmp_path / "a.record"
    recorder = Recorder(path, game)
    played(game, recorder, 25)
    recorder.close(game)
    found = Record.parse(path.read_text("utf-8"))

    assert path.read_text("utf-8") == Record.of(game).text()
    assert not found.edited
    assert replay(found, content("barons")).answers == game.answers
    assert [each.name for each in tmp_path.iterdir()] == ["a.record"]


def test_what_is_taken_back_is_taken_out(tmp_path: Path) -> None:
    game, path = new_game(), tmp_path / "a.record"
    recorder = Recorder(path, game)
    played(game, recorder, 12)
    game.undo(5)
    recorder.note(game)

    assert Record.parse(path.read_text("utf-8")).answers == tuple(game.answers)
    game.answer(1)
    recorder.close(game)
    assert path.read_text("utf-8") == Record.of(game).text()


def test_a_record_can_begin_in_the_middle_of_a_game(tmp_path: Path) -> None:
    game = new_game()
    for _ in range(6):
        game.answer(0)
    recorder = Recorder(tmp_path / "a.record", game)
    played(game, recorder, 3)
    recorder.close(game)

    assert (tmp_path / "a.record").read_text("utf-8") == Record.of(game).text()


KILLED = """
import os, signal, sys
from pathlib import Path
from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.recording import Recorder
game = Game(content("barons"), 2, 3)
recorder = Recorder(Path(sys.argv[1]), game)
for number in range(100):
    if len(game.answers) == 20:
        os.kill(os.getpid(), signal.SIGKILL)
    game.answer(0)
    recorder.note(game)
"""


def test_a_kill_leaves_a_readable_record_of_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT)
    record = Record.parse(path.read_text("utf-8"))

    assert done.returncode < 0
    assert len(record.answers) == 20 and record.end == ""
    assert replay(record, content("barons")).answers == list(record.answers)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.record"
    write_whole(path, "before\n")
    monkeypatch.setattr("barons_core.recording.os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(path, "after\n")

    assert caught.value.filename == str(path)
    assert path.read_text("utf-8") == "before\n"
    assert list(tmp_path.iterdir()) == [path]


def full(*arguments: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class FullDisk:
    """A file on a disk that takes a part of a line and then no more."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def write(self, data: bytes) -> int:
        return int(self.file.write(data[:5]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    game, path = new_game(), tmp_path / "a.record"
    recorder = Recorder(path, game)
    played(game, recorder, 5)
    recorder._file = FullDisk(recorder._file)  # type: ignore[assignment]
    game.answer(0)
    with pytest.raises(OSError, match="No space left") as caught:
        recorder.note(game)
    record = Record.parse(path.read_text("utf-8"))

    assert caught.value.filename == str(path)
    assert (record.answers, record.cut) == (tuple(game.answers[:-1]), False)


def test_a_folder_that_cannot_be_made_names_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError) as caught:
        need_folder(tmp_path / "file" / "games")

    assert caught.value.filename == str(tmp_path / "file" / "games")


def test_no_record_is_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "games"

    assert [begin_new(folder, "barons", text).name for text in "ab"] == ["barons.record", "barons-2.record"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"barons.record": "a", "barons-2.record": "b"}


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_new_file_is_written_whole_and_over_nothing(tmp_path: Path, links: bool,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on a disk on which a file has one name only; a link that leads nowhere is something, too."""
    if not links:
        monkeypatch.setattr("barons_core.recording.os.link", no_links)
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "folder").mkdir()

    assert write_new(tmp_path / "a", "one\n")
    for taken in ("a", "link", "folder"):
        assert not write_new(tmp_path / taken, "two\n")
    assert (tmp_path / "a").read_text() == "one\n"
    assert sorted(os.listdir(tmp_path)) == ["a", "folder", "link"]


def no_links(*arguments: Any) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


def test_a_new_file_that_the_system_refuses_names_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.recording.os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_new(tmp_path / "a", "one\n")

    assert caught.value.filename == str(tmp_path / "a") and os.listdir(tmp_path) == []
