"""Open records and play them again with the packs at hand; whatever is wrong with them becomes a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from barons_core.engine.game import Game
from barons_core.engine.records import Record, RecordError
from barons_core.engine.replays import Drift
from barons_core.engine.replays import replay as play_again
from barons_core.files import read_text, start_of
from barons_core.language.codes import code
from barons_core.language.reports import Report, did_you_mean
from barons_core.loading import content, library
from barons_core.model.rulesets import Content

__all__ = ["FaultyRecord", "content_of", "drift_report", "read_record", "replay"]

_HEAD = 'game record 1\nruleset barons\nplayer "Ann"\nplayer "Ben"\nseed 7\nanswers\n'

FOREIGN = code(
    "BC080",
    "a file that is no record",
    "A record of a game is a text whose first line says so. `--record` and the command `save` of a game write some.",
    "hello\n",
    _HEAD,
)
FUTURE = code(
    "BC081",
    "a record of a later version",
    "The record was written by a later barons, in a form that this one does not know. Update it.",
    _HEAD.replace("record 1", "record 9"),
    _HEAD,
)
BROKEN = code(
    "BC082",
    "a record with a line that does not belong",
    "A record has a head (ruleset, players, seed and what they were played with), a line `answers`, then an answer a "
    "line, each with two spaces before it, and marks of positions, which begin with @. A record may break off behind "
    "its head: then it holds what was played.",
    _HEAD.replace("seed 7", "seed seven"),
    _HEAD,
)
DRIFT = code(
    "BC083",
    "a game that goes another way than its record",
    "Played again, the game differs at the step that is told: an answer is no longer among the options, or the "
    "position is another. What has changed since is listed: cards, packs, settings, the engine. Play it with the packs "
    "it was recorded with, or record the game anew.",
    f"{_HEAD}  choose purple\n",
    f"{_HEAD}  choose red\n",
)
_KINDS = {"foreign": FOREIGN, "future": FUTURE, "broken": BROKEN, "drift": DRIFT}


class FaultyRecord(Exception):
    """A record that cannot be read; `report` says why."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"{report.span}: {report.message}")
        self.report = report


def read_record(path: Path) -> Record:
    """Return the record in a file; FaultyRecord if there is none."""
    text = read_text(path)
    if isinstance(text, Report):
        raise FaultyRecord(text)
    try:
        return Record.parse(text)
    except RecordError as error:
        place = start_of(path, max(error.line, 1))
        raise FaultyRecord(Report(_KINDS[error.kind].code, error.message, place)) from None


def drift_report(path: Path, drift: Drift) -> Report:
    """Return the report of a record that the packs do not lead through: the step, and what has changed."""
    place = start_of(path, _line_of(path, drift.step), 3)
    return Report(DRIFT.code, f"step {drift.step}: {drift.differs}", place, notes=tuple(drift.changes))


def _line_of(path: Path, step: int) -> int:
    """Return the line of an answer; step 0 stands in the line above the first."""
    text = read_text(path)
    lines = text.split("\n") if isinstance(text, str) else []
    start = lines.index("answers") if "answers" in lines else 0
    answers = [number for number, line in enumerate(lines, 1) if number > start and line.startswith("  ")]
    return answers[step - 1] if 0 < step <= len(answers) else start + 1


def content_of(record: Record, packs: Sequence[Path] = ()) -> Content:
    """Return what a record is played with; LookupError for a pack that is not at hand, and as `content` does."""
    known = {pack.name for pack in library(packs).packs}
    missing = sorted(set(record.packs) - known)
    if missing:
        near = did_you_mean(missing[0], known)
        hint = f"; did you mean {near}?" if near else ""
        raise LookupError(f"the record was played with the pack {missing[0]!r}, which is not at hand{hint}; give its "
                          f"folder with --pack")
    return content(record.ruleset, packs, record.settings)


def replay(record: Record | Path | str, packs: Sequence[Path | str] = (), to: int | None = None) -> Game:
    """Play a record, or the one in a file, again, up to a step, and return the game.

    Digests that differ are no reason to refuse: the game is played until something differs. Raises RecordError, which
    names that step, in what it differs, and what has changed since; FaultyRecord for a file that holds no record.

    >>> from barons_core import Game, Record, ruleset
    >>> game = Game(ruleset("barons"), 2, seed=1)
    >>> game.answer("choose red")
    >>> replay(Record.of(game)).answers
    ['choose red']
    """
    found = record if isinstance(record, Record) else read_record(Path(record))
    return play_again(found, content_of(found, [Path(folder) for folder in packs]), to)
