"""Read text that somebody else wrote: every way in which that can fail is a report."""

from __future__ import annotations

import errno
import os
import shlex
import stat
from collections.abc import Callable
from pathlib import Path

from barons_core.language.codes import code
from barons_core.language.reports import Report, Span, did_you_mean

MAX_BYTES = 4_000_000
NOT_PLAIN = "it is no plain file"
EMPTY_PATH = "an empty text is no path; the working folder is written '.'"

_CARD = 'building "Watchtower" in red x4:\n    cost 1 red\n'

MISSING = code(
    "BC090",
    "a file or folder that is not there",
    "Nothing lies at that path. A path is read from the folder in which the command is given.",
    "barons check my_crads",
    "barons check my_cards",
    wrong_use=True,
)
OTHER_SORT = code(
    "BC087",
    "a file of another sort",
    "`check` reads cards, rulesets and the folders of packs, `test` scenarios, `replay` records, and `--pack` takes "
    "the folder of a pack, in which its manifest lies. A table of cards is a file, never a folder.",
    "barons check my_pack/mill.scenario",
    "barons test my_pack/mill.scenario",
    wrong_use=True,
)
UNREADABLE = code(
    "BC091",
    "a file that cannot be read",
    "The system refuses to open it, or it is no plain file: a link that leads nowhere, a device, a pipe.",
    "barons check /dev/null",
    "barons check my_cards",
)
NOT_TEXT = code(
    "BC092",
    "a file that is not text",
    "Cards are UTF-8 text. This file holds bytes that UTF-8 text never has; it is another sort of file, or it was "
    "saved with another encoding.",
    'building "Ch\\xe2teau" in red x4:\n    cost 1 red\n',
    'building "Château" in red x4:\n    cost 1 red\n',
)
TOO_LARGE = code(
    "BC093",
    "a file or folder that is too large",
    f"A file may hold {MAX_BYTES:,} bytes; a pack a few thousand files, and card files of two and a half million "
    "bytes. More is hardly cards.",
    "a file of several megabytes",
    _CARD,
)


def start_of(path: Path | str, line: int = 1, column: int = 1) -> Span:
    """Return the span of one character of a file, by default its first."""
    return Span(str(path), line, column, line, column + 1)


def need_path(given: Path | str) -> Path:
    """Return the path that a caller from Python names; ValueError for what no file or folder can be called."""
    text = str(given)
    if not text:
        raise ValueError(EMPTY_PATH)
    try:
        whole = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        whole = False
    if not whole:
        raise ValueError(f"no file or folder can be called {text!r}")
    path = Path(given)
    try:
        os.stat(path.absolute())
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise ValueError(f"no file or folder can be called {text[:40]!r}...: file name too long") from None
    return path


def read_text(path: Path) -> str | Report:
    """Return the text of a plain file, or the report that says why there is none."""
    return _text(path, _bytes)


def read_stream(path: Path) -> str | Report:
    """Return the text of a file, pipe or device, which is waited for, or the report that says why there is none."""
    return _text(path, _streamed)


def _text(path: Path, read: Callable[[Path], bytes]) -> str | Report:
    try:
        data = read(path)
    except (FileNotFoundError, NotADirectoryError):
        return missing(path)
    except IsADirectoryError:
        return Report(OTHER_SORT.code, f"{path} is a folder, where a file is needed", start_of(path),
                      help="name a file in it")
    except OSError as error:
        return unreadable(path, (error.strerror or str(error)).lower())
    if len(data) > MAX_BYTES:
        return Report(TOO_LARGE.code, f"this file is larger than {MAX_BYTES:,} bytes", start_of(path),
                      help="cards and scenarios may be split into several files")
    return _decoded(path, data)


def missing(path: Path) -> Report:
    """Return the report of a path at which nothing lies."""
    return Report(MISSING.code, f"there is no file or folder {path}", start_of(path),
                  help=f"paths are read from {Path.cwd()}" if not path.is_absolute() else "", fix=_beside(path))


def other_sort(path: Path, message: str) -> Report:
    """Return the report of a file that something else reads, and what does."""
    file, folder = shlex.quote(str(path)), shlex.quote(str(path.parent))
    readers = {".barons": f"barons check {file}", ".scenario": f"barons test {file}",
               ".record": f"barons replay {file}", ".toml": f"barons check {folder}"}
    advice = readers.get(path.suffix)
    return Report(OTHER_SORT.code, message, start_of(path), help=f"it is read by `{advice}`" if advice else "")


def _beside(path: Path) -> str:
    """Return the path of what lies there under nearly that name."""
    try:
        near = did_you_mean(path.name, sorted(os.listdir(path.parent)))
    except OSError:
        return ""
    return str(path.with_name(near)) if near else ""


def _bytes(path: Path) -> bytes:
    with open(path, "rb", opener=_open) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, NOT_PLAIN)
        return file.read(MAX_BYTES + 1)


def _streamed(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


def _open(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def unreadable(path: Path, reason: str) -> Report:
    """Return the report of a file that is there and cannot be read."""
    return Report(UNREADABLE.code, f"this file cannot be read: {reason}", start_of(path))


def _decoded(path: Path, data: bytes) -> str | Report:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _place(path, data[: error.start])
        return Report(NOT_TEXT.code, f"byte 0x{data[error.start]:02x} is not UTF-8 text", place,
                      help="save the file as UTF-8")
    if "\0" in text:
        return Report(NOT_TEXT.code, "this file holds zero bytes: it is not text",
                      _place(path, data[: data.index(0)]))
    return text


def _place(path: Path, before: bytes) -> Span:
    """Return the place behind the bytes before it."""
    lines = before.decode("utf-8").split("\n")
    return start_of(path, len(lines), len(lines[-1]) + 1)
