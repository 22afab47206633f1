"""Check what lies at some paths: files, packs, folders of packs. Whatever is wrong becomes a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from barons_core.deck_lines import told_apart
from barons_core.files import other_sort, read_text
from barons_core.idle_lines import idle_reports
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.reports import Report, sort_reports
from barons_core.language.words import Vocabulary
from barons_core.loading import Library, deck_faults, sound_packs
from barons_core.merging import clash_reports
from barons_core.packs import MANIFEST, Pack, PackError, all_packs, files_below, given_pack, require_extended
from barons_core.plugins import built_in, words

__all__ = ["check_paths"]

Item = TypeVar("Item")
# What lies beside cards and is read by other commands.
NO_CARDS = {".scenario": "this is a file of scenarios, not of cards", ".record": "this is the record of a game",
            ".toml": "this is no file of cards; a manifest is checked with its folder"}


def check_paths(paths: Sequence[Path] = (), packs: Sequence[Path] = ()) -> list[Report]:
    """Return the faults of what lies at the paths, by default of all packs and those of the folders.

    All packs at hand are read with them, so that cards may name cards of other packs; one that is installed and broken
    is left out, and faults of others are reported only where something at the paths has brought them about. Those of
    the folders count in any case: somebody has asked for them.
    """
    reader = _Reader()
    context = reader.at_hand(packs, sound=bool(paths))
    found = [source for path in _each_once(paths, Path) for source in reader.at(path)]
    asked = _each_once(found, lambda source: Path(source.name)) if paths else context
    own = {Path(source.name).resolve() for source in asked}
    # A folder that somebody works on counts in place of what was installed from it.
    packs_asked = {source.pack for source in asked if source.pack} if paths else set()
    others = [source for source in context
              if Path(source.name).resolve() not in own and (source.pack not in packs_asked or not source.pack)]
    lacking = reader.lacking()
    # What such a pack builds on is not there: whatever else it lacks may be of that.
    names = {source.name for source in asked if source.pack not in lacking}
    # Built-in packs are sound: what is wrong with one is the doing of what lies at the paths.
    names |= {source.name for source in others if source.pack in reader.built_in() | reader.lying_in(packs)}
    every = faults_of((*reader.packs, *reader.asked), [*others, *asked])
    faults = [report for report in every if report.span.file in names]
    return sort_reports(dict.fromkeys([*reader.reports, *faults]))


def faults_of(packs: Sequence[Pack], sources: Sequence[SourceFile]) -> list[Report]:
    """Return all that is wrong with some texts, or strange: with each declaration, and with the decks of rulesets."""
    checked = check_declarations(sources, Vocabulary.of(*words()))
    texts = {source.name: source.text for source in sources}
    books = told_apart(Library(tuple(packs), checked, checked.vocabulary, {}, texts))
    decks = deck_faults(books, books.rulesets().values())
    return sort_reports([*checked.reports, *clash_reports(checked), *decks, *idle_reports(books)])


def _each_once(items: Iterable[Item], place: Callable[[Item], Path]) -> list[Item]:
    """Return the first item of each place, however the place is written."""
    first: dict[Path, Item] = {}
    for item in items:
        first.setdefault(place(item).resolve(), item)
    return list(first.values())


class _Reader:
    """Reads card files; what cannot be read becomes a report."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.packs: list[Pack] = []
        self.asked: list[Pack] = []

    def built_in(self) -> frozenset[str]:
        """Return the names of the built-in packs."""
        return frozenset(pack.name for pack in self.packs if pack.plugin in built_in())

    def lying_in(self, folders: Sequence[Path]) -> frozenset[str]:
        """Return the names of the packs in some folders."""
        places = {folder.resolve() for folder in folders}
        return frozenset(pack.name for pack in self.packs if pack.folder.resolve() in places)

    def at_hand(self, folders: Sequence[Path], sound: bool) -> list[SourceFile]:
        """Return the card files of all packs at hand, or of those that are not left out for faults in their text."""
        try:
            self.packs = all_packs(folders)
        except PackError as error:
            self.reports.extend(error.reports)
            self.packs = all_packs()
        if sound:
            self.packs = list(sound_packs(self.packs, folders))
        return [source for pack in self.packs for source in self._files(pack.cards, pack.name)]

    def at(self, path: Path) -> list[SourceFile]:
        """Return the card files at a path: itself, those of the pack there, or all in a folder that is no pack.

        What lies one level below a folder may be packs; the other files in it are cards without one.
        """
        if path.is_file() and path.suffix in NO_CARDS:
            self.reports.append(other_sort(path, NO_CARDS[path.suffix]))
            return []
        if not path.is_dir():
            return self._files([path])
        alone = (path / MANIFEST).exists()
        folders = [path] if alone else _folders(path)
        packs = [pack for folder in folders or [path] for pack in self._pack(folder)]
        loose = [] if alone else self._loose(path, folders)
        return [source for pack in packs for source in self._files(pack.cards, pack.name)] + self._files(loose)

    def _pack(self, folder: Path) -> Iterator[Pack]:
        try:
            pack = given_pack(folder)
            self.asked.append(pack)
            yield pack
        except PackError as error:
            self.reports.extend(error.reports)

    def lacking(self) -> frozenset[str]:
        """Return the names of the packs at the paths that extend some which are not there, and report that."""
        found: set[str] = set()
        for pack in self.asked:
            try:
                require_extended(pack, [*self.packs, *self.asked])
            except PackError as error:
                self.reports.extend(error.reports)
                found.add(pack.name)
        return frozenset(found)

    def _loose(self, folder: Path, packs: Sequence[Path]) -> list[Path]:
        """Return the card files of a folder that is no pack, but not those of the packs in it."""
        try:
            return [file for file in files_below(folder, packs) if file.suffix == ".barons"]
        except PackError as error:
            self.reports.extend(error.reports)
            return []

    def _files(self, paths: Sequence[Path], pack: str = "") -> list[SourceFile]:
        texts = {path: read_text(path) for path in paths}
        self.reports += [text for text in texts.values() if isinstance(text, Report)]
        return [SourceFile(str(path), text, pack) for path, text in texts.items() if isinstance(text, str)]


def _folders(path: Path) -> list[Path]:
    """Return the packs that lie in a folder; a link to one is not followed."""
    return sorted(each.parent for each in path.glob(f"*/{MANIFEST}") if not each.parent.is_symlink())
