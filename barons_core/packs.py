"""A pack is a folder: a manifest, files of cards and rulesets, scenarios. Nothing outside the folder is read."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from barons_core.files import TOO_LARGE, UNREADABLE, missing, read_text, start_of
from barons_core.language.check import SourceFile
from barons_core.language.codes import code
from barons_core.language.parse import LANGUAGE_VERSION
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.plugins import manager

MANIFEST = "pack.toml"
MAX_FILES = 2_000
MAX_DEPTH = 8

_RIGHT = 'name = "my_pack"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\ndescription = "Two new knights."\n'
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
    "must be there; `extends` (a list of pack names) and `description` may be.",
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
NO_SUCH_PACK = code(
    "BC097",
    "a pack that is not there",
    "Packs are found by the name in their manifest: the built-in ones, the installed ones, and those of `--pack`.",
    'extends = ["brons"]\n',
    'extends = ["barons"]\n',
)
SAME_NAME = code(
    "BC098",
    "two packs with one name",
    "A pack is known by the name in its manifest, so that no two packs in use may have the same.",
    'name = "barons"\n',
    'name = "my_pack"\n',
)


@dataclass(frozen=True, slots=True)
class Pack:
    """One pack: what its manifest says, and its files in sorted order."""

    name: str
    version: str
    language: int
    folder: Path
    extends: tuple[str, ...] = ()
    description: str = ""
    cards: tuple[Path, ...] = ()
    scenarios: tuple[Path, ...] = ()

    def sources(self) -> list[SourceFile]:
        """Return the texts of the card files; raise PackError at one that cannot be read."""
        return [self._source(path) for path in self.cards]

    def hash(self) -> str:
        """Return a digest of name, version and all card files: what a game depends on."""
        digest = blake2b(f"{self.name} {self.version}".encode(), digest_size=8)
        for path, source in zip(self.cards, self.sources(), strict=True):
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + source.text.encode() + b"\0")
        return digest.hexdigest()

    def _source(self, path: Path) -> SourceFile:
        text = read_text(path)
        if isinstance(text, Report):
            raise PackError(text)
        return SourceFile(str(path), text, self.name)


class PackError(Exception):
    """A pack that cannot be loaded; `report` says what is wrong with it, and where."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"{report.span}: {report.message}" + (f" ({report.help})" if report.help else ""))
        self.report = report


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise PackError if there is none or its manifest is wrong."""
    text = _manifest(folder)
    path = folder / MANIFEST
    data = _toml(path, text)
    files = tuple(_files(folder))
    return Pack(
        name=_name(path, text, data),
        version=_value(path, text, data, "version", str),
        language=_language(path, text, data),
        folder=folder,
        extends=_extends(path, text, data),
        description=_value(path, text, data, "description", str, ""),
        cards=tuple(file for file in files if file.suffix == ".barons"),
        scenarios=tuple(file for file in files if file.suffix == ".scenario"),
    )


def all_packs(folders: Sequence[Path] = ()) -> list[Pack]:
    """Return the packs that plugins bring, then those of the folders; a folder given twice counts once.

    Raises PackError for a folder that holds no sound pack. A plugin's broken pack is left out and stands among the
    manager's failures.
    """
    found = {pack.folder.resolve(): pack for pack in _installed()}
    for folder in folders:
        if folder.resolve() not in found:
            found[folder.resolve()] = load_pack(folder)
    _refuse_same_names(list(found.values()))
    return list(found.values())


def _installed() -> Iterator[Pack]:
    plugins = manager()
    for name, folders in plugins.gather("barons_packs"):
        for folder in folders:
            try:
                yield load_pack(Path(folder))
            except PackError as error:
                plugins.failures[name] = str(error)


def _refuse_same_names(packs: Sequence[Pack]) -> None:
    first: dict[str, Pack] = {}
    for pack in packs:
        other = first.setdefault(pack.name, pack)
        if other is not pack:
            raise PackError(Report(SAME_NAME.code, f"there is another pack {pack.name!r}",
                                   start_of(pack.folder / MANIFEST), help=f"the other one lies in {other.folder}"))


def find_pack(name: str, packs: Iterable[Pack], asked: Span | None = None) -> Pack:
    """Return the pack of that name; raise PackError, at the place that asked for it, if there is none."""
    known = {pack.name: pack for pack in packs}
    if name in known:
        return known[name]
    near = did_you_mean(name, known)
    raise PackError(Report(NO_SUCH_PACK.code, f"there is no pack {name!r}", asked or start_of(MANIFEST), fix=near,
                           help=f"known packs: {', '.join(sorted(known)) or 'none'}"))


def _manifest(folder: Path) -> str:
    """Return the text of the manifest."""
    if not folder.exists():
        raise PackError(missing(folder))
    path = folder / MANIFEST
    if path.is_symlink():
        raise PackError(_link(path))
    if not path.exists():
        raise PackError(Report(NO_MANIFEST.code, f"there is no {MANIFEST} in {folder}", start_of(path),
                               help=f"write one: {_RIGHT.splitlines()[0]} and so on; see `barons explain BC094`"))
    text = read_text(path)
    if isinstance(text, Report):
        raise PackError(text)
    return text


def _toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (1, 1)
        problem = str(error).partition(" (at ")[0]
        raise PackError(Report(BAD_MANIFEST.code, f"this is no TOML: {problem}", start_of(path, line, column))) from None


def _value(path: Path, text: str, data: dict[str, Any], key: str, sort: type, default: Any = None) -> Any:
    """Return one entry of the manifest; without a default it must be there."""
    value = data.get(key, default)
    if value is None:
        raise _bad(path, text, "", f"the manifest has no `{key}`", f"add a line `{_example(key)}`")
    if not isinstance(value, sort) or isinstance(value, bool):
        raise _bad(path, text, key, f"`{key}` is {value!r}", f"write it as `{_example(key)}`")
    return value


def _example(key: str) -> str:
    lines = [line for line in _RIGHT.splitlines() if line.startswith(key)]
    return lines[0] if lines else f'{key} = "..."'


def _name(path: Path, text: str, data: dict[str, Any]) -> str:
    name: str = _value(path, text, data, "name", str)
    if not _NAME.fullmatch(name):
        raise _bad(path, text, "name", f"{name!r} is no name of a pack",
                   "a name starts with a lower-case letter and has lower-case letters, digits and _ only")
    return name


def _language(path: Path, text: str, data: dict[str, Any]) -> int:
    version: int = _value(path, text, data, "language", int)
    if not 1 <= version <= LANGUAGE_VERSION:
        raise _bad(path, text, "language", f"this pack is written in version {version} of the card language",
                   f"this barons reads versions 1 to {LANGUAGE_VERSION}; update it")
    return version


def _extends(path: Path, text: str, data: dict[str, Any]) -> tuple[str, ...]:
    names = _value(path, text, data, "extends", list, [])
    for name in names:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise _bad(path, text, "extends", f"{name!r} is no name of a pack", "packs are named here, not paths")
    return tuple(names)


def _bad(path: Path, text: str, key: str, message: str, remedy: str) -> PackError:
    """Return the error for one entry of a manifest, at its line."""
    for number, line in enumerate(text.splitlines(), 1):
        if key and re.match(rf"\s*{key}\s*=", line):
            span = Span(str(path), number, 1, number, len(line) + 1)
            return PackError(Report(BAD_MANIFEST.code, message, span, help=remedy))
    return PackError(Report(BAD_MANIFEST.code, message, start_of(path), help=remedy))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the card and scenario files of a folder in sorted order."""
    found = sorted(path for path in _walk(folder, 0) if path.suffix in (".barons", ".scenario"))
    if len(found) > MAX_FILES:
        raise PackError(Report(TOO_LARGE.code, f"this pack has more than {MAX_FILES:,} files", start_of(folder)))
    yield from found


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    """Yield all plain files below a folder; raise PackError at a link to a folder or to a file of cards."""
    if depth > MAX_DEPTH:
        raise PackError(Report(TOO_LARGE.code, f"folders are nested more than {MAX_DEPTH} deep", start_of(folder)))
    try:
        entries = list(os.scandir(folder))
    except OSError as error:
        raise PackError(Report(UNREADABLE.code, f"this folder cannot be read: {error.strerror}", start_of(folder))) from None
    for entry in entries:
        if entry.is_symlink():
            if entry.is_dir() or entry.name.endswith((".barons", ".scenario")):
                raise PackError(_link(Path(entry.path)))
        elif entry.is_dir():
            if not entry.name.startswith((".", "__")):
                yield from _walk(folder / entry.name, depth + 1)
        else:
            yield folder / entry.name


def _link(path: Path) -> Report:
    return Report(LEADS_OUTSIDE.code, f"{path.name} is a link; links are not followed", start_of(path),
                  help="put the file itself there")
