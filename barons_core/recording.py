"""Write records to files: whole or not at all, and while a game is played, answer by answer."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import BinaryIO

from barons_core.engine.game import Game
from barons_core.engine.marks import mark
from barons_core.engine.records import Record, answer_line, answers_of, end_line, end_of, head_of, mark_line

__all__ = ["SUFFIX", "Recorder", "begin_new", "file_of", "free_number", "keep_whole", "need_folder", "write_new",
           "write_whole"]

SUFFIX = ".record"
# What a system answers where a file cannot have two names.
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)


class Recorder:
    """Keeps the record of a game in a file, a line an answer, so that a kill at any moment leaves what was played.

    The head appears whole; each further line is one write to the end of the file. `note` adds what is new; what was
    taken back is taken out by writing the file anew beside itself. OSError, with the file's name, for a full disk or a
    folder that cannot be written: the file then ends with the last whole line.
    """

    def __init__(self, path: Path, game: Game, bots: Sequence[str] = ()) -> None:
        self.path = path
        self.bots = tuple(bots)
        self._answers: tuple[str, ...] = ()
        self._file: BinaryIO | None = None
        self._begin(game)

    def note(self, game: Game) -> None:
        """Write the answers that have been given since the last time."""
        answers = answers_of(game)
        known = len(self._answers)
        if answers[:known] != self._answers:
            self._again(Record.of(game, self.bots))
        elif len(answers) > known:
            self._add(game, answers[known:])
        self._answers = answers

    def close(self, game: Game) -> None:
        """Write how the game was left, and no more."""
        self.note(game)
        self._write(end_line(end_of(game), len(self._answers), self._digest.hexdigest()))
        assert self._file is not None
        self._file.close()

    def _begin(self, game: Game) -> None:
        if answers_of(game):
            self._again(Record.of(game, self.bots))
            self._answers = answers_of(game)
            return
        start = "" if game.fault is not None else mark_line(mark(game.state))
        self._open(head_of(game, self.bots).head() + start)

    def _again(self, record: Record) -> None:
        """Write everything anew."""
        self._open(record.body())

    def _open(self, text: str) -> None:
        if self._file is not None:
            self._file.close()
        write_whole(self.path, text)
        self._digest = blake2b(text.encode(), digest_size=8)
        with named(self.path):
            self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115

    def _add(self, game: Game, answers: Sequence[str]) -> None:
        """Add answers; the position is known, and marked, behind the last of them."""
        text = "".join(map(answer_line, answers))
        self._write(text if game.fault is not None else text + mark_line(mark(game.state)))

    def _write(self, text: str) -> None:
        """Add whole lines, or nothing."""
        assert self._file is not None
        data = text.encode()
        size = os.fstat(self._file.fileno()).st_size
        with named(self.path):
            try:
                if self._file.write(data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError:
                with suppress(OSError):
                    self._file.truncate(size)
                raise
        self._digest.update(data)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, whatever stops us; OSError names the file."""
    beside = path.with_name(f".{path.name}.tmp")
    with named(path):
        try:
            with open(beside, "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise


def write_new(path: Path, text: str) -> bool:
    """Write a file, whole, where nothing lies yet; return whether nothing did. OSError names the file."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        write_whole(beside, text)
        try:
            os.link(beside, path)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            with open(path, "x", encoding="utf-8", newline="") as file:
                file.write(text)
    except FileExistsError:
        return False
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink()
    return True


def need_folder(folder: Path) -> None:
    """Make a folder if it is not there; OSError if nothing can be written in it."""
    with named(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def begin_new(folder: Path, name: str, text: str) -> Path:
    """Write the beginning of a record into the folder over nothing that lies there, and return its file."""
    need_folder(folder)
    return next(path for path in _paths(folder, name) if write_new(path, text))


def keep_whole(folder: Path, name: str, text: str) -> Path:
    """Write a record into the folder over nothing that lies there, and return its file; the same one is kept once."""
    need_folder(folder)
    data = text.encode()
    for path in _paths(folder, name):
        if write_new(path, text):
            return path
        if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
            return path
    raise AssertionError("there is always another path")


def file_of(name: str, number: int = 1) -> str:
    """Return the file of a record; of several with one name the second is numbered 2."""
    return f"{name}{SUFFIX}" if number == 1 else f"{name}-{number}{SUFFIX}"


def free_number(folder: Path, names: str, counted: range) -> int:
    """Return the first number under which none of some records lies in a folder: their names end with counted numbers.

    The folder may hold more records than can be remembered.
    """
    form = re.compile(rf"{re.escape(names)}(\d+)(?:-(\d+))?{re.escape(SUFFIX)}")
    with named(folder):
        found = (form.fullmatch(entry.name) for entry in os.scandir(folder))
        taken = {int(match[2] or 1) for match in found if match and int(match[1]) in counted}
    return next(number for number in count(1) if number not in taken)


def _paths(folder: Path, name: str) -> Iterator[Path]:
    """Yield the paths at which records of one name lie."""
    return (folder / file_of(name, number) for number in count(1))


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Let each OSError name this path, which is what somebody has asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
