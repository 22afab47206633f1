"""A pack is a folder: a manifest, files of cards and rulesets, scenarios. Nothing outside the folder is read."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from barons_core.files import NOT_PLAIN, TOO_LARGE, UNREADABLE, need_path, read_text, start_of
from barons_core.frozen import frozen
from barons_core.language.check import SourceFile
from barons_core.language.codes import code
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.manifests import MANIFEST, Manifest, PackError, fault, is_name, linked
from barons_core.plugins import PYTHON, LeftOut, ask_all, built_in, folders, manager

__all__ = ["MANIFEST", "Pack", "PackError", "all_packs", "files_below", "find_pack", "given_folders", "given_pack",
           "load_pack", "require_extended", "with_what_they_extend"]

MAX_FILES = 2_000
MAX_TEXT = 2_500_000
MAX_SCENARIOS = 1_000_000
MAX_DEPTH = 8
MAX_RULESETS = 60

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
BROKEN_PYTHON = code(
    "BC099",
    "the Python of a pack that cannot be loaded",
    "The Python of a pack in a folder is loaded with `--allow-python`. It failed, or it does not fit the hooks: "
    "`docs/plugins.md` lists them.",
    "@hookimpl\ndef barons_wrods():\n    return []\n",
    "@hookimpl\ndef barons_words():\n    return []\n",
)
NO_RULESET_NAME = code(
    "BC078",
    "a file whose name is no name of a ruleset",
    "A ruleset is called like its file, on the command line and by other rulesets: lower-case letters, digits and _, "
    "and a letter first.",
    "# the file My Rules.barons\n",
    "# the file my_rules.barons\n",
)
ODD_NAME = code(
    "BC077",
    "a file name that a terminal obeys",
    "The name of a file or folder stands in reports. A character that is no sign, but an order to a terminal, does not "
    "belong there.",
    "# the file cards\\n.barons\n",
    "# the file cards.barons\n",
)
_RULESET = re.compile(r"^ruleset\b", re.M)
ENDINGS = (".barons", ".scenario", ".py")


@frozen
class Pack:
    """One pack: what its manifest says, and its files in sorted order.

    `plugin` is the plugin that brings it, or that its own Python is; "" for a folder of text alone.
    """

    name: str
    version: str
    language: int
    folder: Path
    extends: tuple[str, ...] = ()
    description: str = ""
    cards: tuple[Path, ...] = ()
    scenarios: tuple[Path, ...] = ()
    python: tuple[Path, ...] = ()
    plugin: str = ""

    def sources(self) -> list[SourceFile]:
        """Return the texts of the card files; raise PackError at one that cannot be read."""
        return [self._source(path) for path in self.cards]

    def hash(self) -> str:
        """Return a digest of name, version, all card files and, if it is loaded, all Python: what a game depends on."""
        digest = blake2b(f"{self.name} {self.version}".encode(), digest_size=8)
        for path in (*self.cards, *(self.python if self.plugin else ())):
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + _text(path).encode() + b"\0")
        return digest.hexdigest()

    def _source(self, path: Path) -> SourceFile:
        return SourceFile(str(path), _text(path), self.name)


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise PackError if there is none or its manifest is wrong."""
    manifest = Manifest(folder)
    files = files_below(folder)
    _check_rulesets(folder, [file for file in files if file.suffix == ".barons"])
    return Pack(
        name=manifest.name,
        version=manifest.version,
        language=manifest.language,
        folder=folder,
        extends=manifest.extends,
        description=manifest.description,
        cards=tuple(file for file in files if file.suffix == ".barons"),
        scenarios=tuple(file for file in files if file.suffix == ".scenario"),
        python=tuple(file for file in files if file.suffix == ".py"),
    )


def given_folders(packs: Sequence[Path | str]) -> list[Path]:
    """Return the folders that a caller from Python names; TypeError for one alone, and for what are none.

    ValueError for what no folder can be called.
    """
    if isinstance(packs, str | Path) or not isinstance(packs, Iterable):
        raise TypeError(f"packs are a list of folders, such as ['my_pack'], not {packs!r}")
    for folder in packs:
        if not isinstance(folder, str | Path):
            raise TypeError(f"packs are a list of folders, such as ['my_pack']; {folder!r} is none")
    return [need_path(folder) for folder in packs]


def _check_rulesets(folder: Path, files: Iterable[Path]) -> None:
    """Raise PackError if rulesets are more than can be held against each other in a short time, or have no names."""
    texts = {file: read_text(file) for file in files}
    counts = {file: len(_RULESET.findall(text)) for file, text in texts.items() if isinstance(text, str)}
    if sum(counts.values()) > MAX_RULESETS:
        raise fault(TOO_LARGE, f"this pack has more than {MAX_RULESETS} rulesets", start_of(folder))
    wrong = [Report(NO_RULESET_NAME.code, f"{file.stem!r} is no name of a ruleset", start_of(file),
                    help="give the file a name of lower-case letters, digits and _")
             for file, count in counts.items() if count and not is_name(file.stem)]
    if wrong:
        raise PackError(*wrong)


def given_pack(folder: Path) -> Pack:
    """Return the pack in a folder that somebody named, with its Python as a plugin if that is allowed.

    Raises PackError also if that Python is broken.
    """
    pack = load_pack(folder)
    adopted = manager().adopt(pack.name, folder)
    ask_all()
    if manager().python_allowed and folder / PYTHON in pack.python and pack.name in manager().failures:
        # Who asked for the folder is told at once; then it is no plugin that has been left out in silence.
        raise fault(BROKEN_PYTHON, manager().failures.pop(pack.name), _broken_at(pack))
    return replace(pack, plugin=pack.name) if adopted else pack


def _broken_at(pack: Pack) -> Span:
    """Return the line at which the Python of a pack in a folder is broken, by default its first."""
    place = manager().places.pop(pack.name, None)
    file = next((path for path in pack.python if place and path.resolve() == Path(place.file).resolve()), None)
    text = read_text(file) if file else ""
    lines = text.splitlines() if isinstance(text, str) else []
    if place is None or file is None or not 1 <= place.line <= len(lines):
        return start_of(pack.folder / PYTHON)
    line = lines[place.line - 1]
    return Span(str(file), place.line, len(line) - len(line.lstrip()) + 1, place.line, len(line) + 1)


def all_packs(folders: Sequence[Path] = ()) -> list[Pack]:
    """Return the packs that plugins bring, then those of the folders; a folder given twice counts once.

    Raises PackError for a folder that holds no sound pack. A plugin's broken pack is left out and stands among the
    manager's failures.
    """
    found = {pack.folder.resolve(): pack for pack in _installed()}
    given = [folder for folder in folders if folder.resolve() not in found]
    added = {folder.resolve(): given_pack(folder) for folder in given}
    names = {pack.name for pack in added.values()}
    # A folder that somebody works on counts in place of what was installed from it.
    kept = {place: pack for place, pack in found.items() if pack.name not in names or pack.plugin in built_in()}
    found = kept | added
    packs = list(found.values())
    _refuse_same_names(packs)
    for folder in given:
        require_extended(found[folder.resolve()], packs)
    return packs


def find_pack(name: str, packs: Iterable[Pack], asked: Span | None = None) -> Pack:
    """Return the pack of that name; raise PackError, at the place that asked for it, if there is none."""
    known = {pack.name: pack for pack in packs}
    if name in known:
        return known[name]
    raise fault(NO_SUCH_PACK, f"there is no pack {name!r}", asked or start_of(MANIFEST),
                 f"give its folder by `--pack`; at hand are {', '.join(sorted(known)) or 'none'}",
                did_you_mean(name, known))


def require_extended(pack: Pack, packs: Iterable[Pack]) -> None:
    """Raise PackError if a pack extends some that are not among the packs."""
    reports: list[Report] = []
    others = [other for other in packs if other.name != pack.name]
    for name in pack.extends:
        try:
            find_pack(name, others, Manifest(pack.folder).place("extends"))
        except PackError as error:
            reports += error.reports
    if reports:
        raise PackError(*reports)


def _installed() -> list[Pack]:
    """Return the packs that plugins bring; one that cannot be read, or not be with the others, is left out."""
    brought = list(_readable())
    found: dict[str, Pack] = {}
    for pack in sorted(brought, key=_claim):
        try:
            _refuse_same_names([*found.values(), pack])
            found[pack.name] = pack
        except PackError as error:
            manager().broken[pack.folder] = LeftOut(pack.plugin, str(error))
    return with_what_they_extend([pack for pack in brought if found[pack.name] is pack])


def _readable() -> Iterator[Pack]:
    """Yield the packs that plugins bring and that can be read."""
    for name, brought in folders():
        for folder in brought:
            try:
                yield _sound(folder, name)
            except PackError as error:
                manager().broken[folder] = LeftOut(name, str(error))


def _claim(pack: Pack) -> tuple[bool, bool]:
    """Return a key by which the first of the packs with one name is the one that keeps it.

    A built-in one does, else that of the plugin of this name: no other can take it by what its manifest says.
    """
    return pack.plugin not in built_in(), pack.plugin != pack.name


def _sound(folder: Path, plugin: str) -> Pack:
    """Return the pack of a plugin; raise PackError also if one of its files cannot be read."""
    pack = replace(load_pack(folder), plugin=plugin)
    pack.sources()
    return pack


def with_what_they_extend(packs: Sequence[Pack], asked: Collection[Path] = ()) -> list[Pack]:
    """Return the packs without those that extend one which is not there, and without those that extend these.

    For a pack in a folder that was asked for PackError is raised instead.
    """
    left = []
    for pack in packs:
        try:
            require_extended(pack, packs)
            left.append(pack)
        except PackError as error:
            if pack.folder.resolve() in asked:
                raise
            manager().broken[pack.folder] = LeftOut(pack.plugin, str(error))
    return left if len(left) == len(packs) else with_what_they_extend(left, asked)


def _text(path: Path) -> str:
    text = read_text(path)
    if isinstance(text, Report):
        raise PackError(text)
    return text


def _refuse_same_names(packs: Sequence[Pack]) -> None:
    first: dict[str, Pack] = {}
    for pack in packs:
        other = first.setdefault(pack.name, pack)
        if other is not pack:
            raise fault(SAME_NAME, f"there is another pack {pack.name!r}", start_of(pack.folder / MANIFEST),
                        f"the other one lies in {other.folder}")


def files_below(folder: Path, without: Collection[Path] = ()) -> list[Path]:
    """Return the files of cards, scenarios and Python of a folder in sorted order, `without` some folders in it.

    Raises PackError if they are too many or too large, or at a link, which could lead outside the folder.
    """
    found = sorted(path for path in _walk(folder, 0, without) if path.suffix in ENDINGS)
    if len(found) > MAX_FILES:
        raise fault(TOO_LARGE, f"this pack has more than {MAX_FILES:,} files", start_of(folder))
    for what, ending, most in (("card files", ".barons", MAX_TEXT), ("scenarios", ".scenario", MAX_SCENARIOS)):
        if sum(path.stat().st_size for path in found if path.suffix == ending) > most:
            raise fault(TOO_LARGE, f"the {what} of this pack hold more than {most:,} bytes", start_of(folder))
    return found


def _walk(folder: Path, depth: int, without: Collection[Path]) -> Iterator[Path]:
    """Yield all files below a folder; raise PackError at a link to a folder, and at what stands for a file of cards."""
    if depth > MAX_DEPTH:
        raise fault(TOO_LARGE, f"folders are nested more than {MAX_DEPTH} deep", start_of(folder))
    for entry in _entries(folder):
        if not entry.name.isprintable() and (entry.is_dir() or entry.name.endswith(ENDINGS)):
            raise fault(ODD_NAME, f"something here is called {entry.name!r}", start_of(folder), "give it another name")
        if entry.is_symlink():
            if entry.is_dir() or entry.name.endswith(ENDINGS):
                raise linked(Path(entry.path))
        elif not entry.is_dir():
            if entry.name.endswith(ENDINGS) and not entry.is_file():
                raise fault(UNREADABLE, f"this file cannot be read: {NOT_PLAIN}", start_of(entry.path))
            yield folder / entry.name
        elif not entry.name.startswith((".", "__")) and folder / entry.name not in without:
            yield from _walk(folder / entry.name, depth + 1, without)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return list(os.scandir(folder))
    except OSError as error:
        raise fault(UNREADABLE, f"this folder cannot be read: {error.strerror}", start_of(folder)) from None
