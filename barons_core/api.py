"""What the package offers to Python, all of it: `barons_core` names the same, each loaded when it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from barons_core import loading
from barons_core.bots import Bot
from barons_core.checking import check_paths, faults_of
from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.choices import Choice
from barons_core.engine.game import Game
from barons_core.engine.records import Record, RecordError
from barons_core.engine.replays import Drift
from barons_core.files import need_path
from barons_core.hookspecs import hookimpl
from barons_core.language.check import SourceFile
from barons_core.language.reports import Report
from barons_core.loading import FaultyPack, content, library
from barons_core.model.rulesets import Content
from barons_core.model.views import View
from barons_core.packs import Pack, PackError, all_packs, given_folders
from barons_core.replays import FaultyRecord, replay
from barons_core.simulation import simulate
from barons_core.testing.scenario_failure import ScenarioError, ScenarioFailure
from barons_core.testing.scenario_run import Scenario

__all__ = [
    "Bot", "Choice", "Content", "Drift", "FaultyPack", "FaultyRecord", "Game", "IllegalAnswer", "Pack", "PackError",
    "Record", "RecordError", "Report", "Scenario", "ScenarioError", "ScenarioFailure", "View", "allow_python",
    "check", "hookimpl", "load_packs", "replay", "ruleset", "simulate",
]

TEXT = "<text>"


def load_packs(folders: Sequence[Path | str] = ()) -> list[Pack]:
    """Return the packs at hand: built-in, installed, and those in some folders.

    Raises PackError, whose `reports` say what is wrong, for a folder that holds no sound pack.

    >>> [pack.name for pack in load_packs()]
    ['barons', 'barons41', 'directors_cut', 'two_player']
    """
    paths = given_folders(folders)
    found = all_packs(paths)
    sound = {pack.name for pack in library(paths).packs}
    return [pack for pack in found if pack.name in sound]


def allow_python(allowed: bool = True) -> None:
    """Let packs in folders bring Python from now on, in this process; installed packs always may.

    >>> allow_python(False)
    """
    loading.allow_python(allowed)


def ruleset(name: str, settings: Mapping[str, str] | None = None, *, packs: Sequence[Path | str] = ()) -> Content:
    """Return what a ruleset plays with: its cards, compiled, its colors, its rules and settings.

    Several names joined by `+` are put together. `packs` are folders, besides the packs at hand. Raises LookupError
    for an unknown ruleset (it suggests one), ValueError for an unknown setting, FaultyPack (a ValueError with
    `reports`) for cards that have faults and for rulesets that do not go together.

    >>> barons = ruleset("barons")
    >>> barons.colors
    ('red', 'blue', 'green', 'yellow')
    >>> barons.ruleset.players
    (2, 6)
    """
    return content(name, given_folders(packs), settings)


def check(text: Path | str, packs: Sequence[Path | str] = ()) -> list[Report]:
    """Return the faults of a text in the card language, or of what lies at a path: a file, a pack, a folder of packs.

    A `str` is a text, a `Path` is a path. Cards may name the cards of all packs at hand and of those in some folders.

    >>> check('building "Hut" in red x4:\\n    cost 1 red\\n')
    []
    >>> report = check('building "Hut" in purple x4:\\n    cost 1 red\\n')[0]
    >>> report.message, report.span.line, report.span.column
    ("'purple' is no color", 1, 19)
    """
    folders = given_folders(packs)
    if not isinstance(text, Path | str):
        raise TypeError(f"what is checked is a text (str), or what lies at a Path, not {text!r}")
    if isinstance(text, Path):
        return check_paths([need_path(text)], folders)
    at_hand = loading.sound_packs(all_packs(folders), folders)
    known = [source for pack in at_hand for source in pack.sources()]
    return [report for report in faults_of(at_hand, [*known, SourceFile(TEXT, text)]) if report.span.file == TEXT]
