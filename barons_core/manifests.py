"""The manifest of a pack: a few lines of TOML, each checked, each fault told with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from barons_core.files import TOO_LARGE, missing, other_sort, read_text, start_of
from barons_core.language.codes import Code, code
from barons_core.language.parse import LANGUAGE_VERSION
from barons_core.language.pieces import is_unseen
from barons_core.language.reports import Report, Span, did_you_mean

MANIFEST = "pack.toml"
# A manifest is a few lines. What TOML allows beyond that takes a reader quadratic time.
MAX_CHARACTERS = 16_000
MAX_LINES = 200
MAX_LINE = 2_000

Value = TypeVar("Value", str, int, list[Any])

_RIGHT = 'name = "my_pack"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\ndescription = "Two new knights."\n'
_LINES = {line.split()[0]: line for line in _RIGHT.splitlines()}
_READ = "1" if LANGUAGE_VERSION == 1 else f"1 to {LANGUAGE_VERSION}"
_NAME = re.compile(r"[a-z][a-z0-9_]*")

NO_MANIFEST = code(
    "BC094",
    "a folder without a manifest",
    f"A pack is a folder with a file `{MANIFEST}` that says its name, version and language.",
    "my_pack/knights.barons",
    f"my_pack/{MANIFEST}\nmy_pack/knights.barons",
)
BAD_MANIFEST = code(
    "BC095",
    "a manifest that cannot be used",
    "The manifest is TOML. `name` (lower-case letters, digits and _), `version` (text) and `language` (a number) "
    "must be there; `extends` (a list of pack names) and `description` may be; nothing else.",
    'name = "My Pack"\n',
    _RIGHT,
)
LEADS_OUTSIDE = code(
    "BC096",
    "a link within a pack",
    "A pack is read as it lies in its folder. A link could lead outside it, so links are not followed.",
    "my_pack/knights.barons -> ../knights.barons",
    "my_pack/knights.barons",
)


class PackError(Exception):
    """A pack that cannot be loaded; `reports` say what is wrong with it, and where."""

    def __init__(self, *reports: Report) -> None:
        super().__init__("; ".join(map(_told, reports)))
        self.reports = reports


def _told(report: Report) -> str:
    return f"{report.span}: {report.message}" + (f" ({report.help})" if report.help else "")


def is_name(name: str) -> bool:
    """Tell whether a pack may be called so."""
    return _NAME.fullmatch(name) is not None


def fault(kind: Code, message: str, place: Span, remedy: str = "", fix: str = "") -> PackError:
    """Return the error to raise for one fault of a pack."""
    return PackError(Report(kind.code, message, place, help=remedy, fix=fix))


class Manifest:
    """The manifest of the pack in a folder, without a fault; else PackError tells all of them."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / MANIFEST
        self.text = _text(folder, self.path)
        _refuse_large(self.path, self.text)
        self.data = _toml(self.path, self.text)
        if reports := tuple(self._faults()):
            raise PackError(*reports)

    def _faults(self) -> Iterator[Report]:
        """Yield what is wrong with each entry, and each that there is none; a misspelt one is not missing too."""
        unknown = [key for key in self.data if key not in _LINES]
        meant = {key: did_you_mean(key, [name for name in _LINES if name not in self.data]) for key in unknown}
        for key in unknown:
            yield from fault(BAD_MANIFEST, f"a manifest has no `{repr(key)[1:-1]}`", self.place(key),
                             f"it has {', '.join(_LINES)}", meant[key]).reports
        for key in _LINES:
            if key in meant.values():
                continue
            try:
                getattr(self, key)
            except PackError as error:
                yield from error.reports

    @property
    def name(self) -> str:
        name = self._value("name", str)
        if not is_name(name):
            raise self._wrong("name", f"{name!r} is no name of a pack",
                              "a name starts with a lower-case letter and has lower-case letters, digits and _ only")
        return name

    @property
    def version(self) -> str:
        return self._printable("version", self._value("version", str))

    @property
    def language(self) -> int:
        version = self._value("language", int)
        if not 1 <= version <= LANGUAGE_VERSION:
            raise self._wrong("language", f"this pack is written in version {version} of the card language",
                              f"this barons reads version {_READ}; update it")
        return version

    @property
    def extends(self) -> tuple[str, ...]:
        names: list[Any] = self._value("extends", list, [])
        for name in names:
            if not isinstance(name, str) or not is_name(name):
                raise self._wrong("extends", f"{name!r} is no name of a pack", "packs are named here, not paths")
            if name == self.data.get("name"):
                raise self._wrong("extends", f"the pack {name!r} extends itself", "name the packs it builds on")
        return tuple(names)

    @property
    def description(self) -> str:
        return self._printable("description", self._value("description", str, ""))

    def place(self, key: str) -> Span:
        """Return the line that gives a key."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if re.match(rf"\s*{re.escape(key)}\s*=", line):
                return Span(str(self.path), number, 1, number, len(line) + 1)
        return start_of(self.path)

    def _printable(self, key: str, text: str) -> str:
        """Return a text that is printed as it stands; refuse what a terminal would obey, and what nobody sees."""
        unseen = next((sign for sign in text if is_unseen(sign)), "")
        if unseen:
            raise self._wrong(key, f"`{key}` holds a character that nobody sees, U+{ord(unseen):04X}",
                              "write it in one line of plain text")
        return text

    def _value(self, key: str, sort: type[Value], default: Value | None = None) -> Value:
        """Return one entry; without a default it must be there."""
        value = self.data.get(key, default)
        if value is None:
            raise self._wrong(key, f"the manifest has no `{key}`", f"add a line `{_LINES[key]}`")
        if not isinstance(value, sort) or isinstance(value, bool):
            raise self._wrong(key, f"`{key}` is {value!r}", f"write it as `{_LINES[key]}`")
        return value

    def _wrong(self, key: str, message: str, remedy: str) -> PackError:
        return fault(BAD_MANIFEST, message, self.place(key), remedy)


def linked(path: Path) -> PackError:
    """Return the error to raise at a link."""
    return fault(LEADS_OUTSIDE, f"{path.name} is a link; links are not followed", start_of(path),
                 "put the file itself there")


def _text(folder: Path, path: Path) -> str:
    """Return the text of the manifest."""
    if not folder.exists():
        raise PackError(missing(folder))
    if not folder.is_dir():
        raise PackError(replace(other_sort(folder, "this is a file; a pack is a folder"), help=_folder_of(folder)))
    if path.is_symlink():
        raise linked(path)
    if not path.exists():
        raise fault(NO_MANIFEST, f"there is no {MANIFEST} in {folder}", start_of(path),
                    f"write one that starts with `{_LINES['name']}`; `barons explain {NO_MANIFEST.code}` shows more")
    text = read_text(path)
    if isinstance(text, Report):
        raise PackError(text)
    return text


def _folder_of(path: Path) -> str:
    """Return the advice to name the folder of a file, if that is a pack."""
    return f"name its folder, {path.parent}" if (path.parent / MANIFEST).is_file() else ""


def _refuse_large(path: Path, text: str) -> None:
    """Raise PackError for a text that is more than a few lines."""
    lines = text.splitlines()
    if len(text) > MAX_CHARACTERS or len(lines) > MAX_LINES:
        raise fault(TOO_LARGE, f"a manifest has at most {MAX_CHARACTERS:,} characters and {MAX_LINES} lines",
                    start_of(path), f"it needs no more than {', '.join(_LINES)}")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise fault(TOO_LARGE, f"a line of a manifest has at most {MAX_LINE:,} characters", start_of(path, number))


def _toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (1, 1)
        problem = str(error).partition(" (at ")[0]
    except RecursionError:
        line, column, problem = 1, 1, "its lists lie too deep within each other"
    except ValueError:
        # What Python says of a number of very many digits.
        line, column, problem = 1, 1, "a number in it is too long"
    raise fault(BAD_MANIFEST, f"this is no TOML: {problem}", start_of(path, line, column))
