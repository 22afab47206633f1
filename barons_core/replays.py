"""Open records and play them again with the packs at hand; whatever is wrong with them becomes a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from barons_core.engine.game import Game
from barons_core.engine.records import Record, RecordError
from barons_core.engine.replays import Drift
from barons_core.engine.replays import replay as play_again
from barons_core.files import need_path, read_text, start_of
from barons_core.language.codes import code
from barons_core.language.reports import Report, did_you_mean
from barons_core.loading import FaultyPack, content, library
from barons_core.model.rulesets import Content
from barons_core.packs import given_folders

__all__ = ["FaultyRecord", "content_of", "drift_report", "open_record", "read_record", "replay"]

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
INCOMPLETE = code(
    "BC076",
    "a record whose head is not whole",
    "The head of a record has one line with its ruleset, one with its seed, one for each player, and ends with a line "
    "`answers`. Without these nothing can be played: the rest of the file is lost, or was never written. Nor can it if "
    "one of them stands twice.",
    "game record 1\nruleset barons\n",
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
NOT_AT_HAND = code(
    "BC088",
    "a record of what is not at hand",
    "The head of the record asks for a ruleset, a pack, a setting or a number of players that the packs at hand do not "
    "have. Give the folder of the pack it was played with by `--pack`.",
    _HEAD.replace("barons", "brons"),
    _HEAD,
    wrong_use=True,
)
# What of a record may be told to one of its players.
_UNTOLD = {BROKEN.code: "a line of this record does not belong where it stands",
           DRIFT.code: "the game goes another way than it was recorded"}
_KINDS = {"foreign": FOREIGN, "future": FUTURE, "incomplete": INCOMPLETE, "broken": BROKEN, "drift": DRIFT}


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


def open_record(path: Path, packs: Sequence[Path] = ()) -> tuple[Record, Content]:
    """Return the record in a file and what it is played with; FaultyRecord, at its line, for what is not at hand."""
    record = read_record(path)
    try:
        found = content_of(record, packs)
        Game(found, record.players, record.seed, log=False)
    except FaultyPack:
        raise
    except (LookupError, ValueError) as error:
        message = str(error.args[0])
        place = start_of(path, _asking_line(path, message))
        raise FaultyRecord(Report(NOT_AT_HAND.code, message, place)) from None
    return record, found


def _asking_line(path: Path, message: str) -> int:
    """Return the line of the head whose name the message quotes, or else that of the first player."""
    lines = list(enumerate(_lines(path), 1))
    asking = [number for number, line in lines if any(repr(name) in message for name in _named(line))]
    players = [number for number, line in lines if line.startswith("player ")]
    return [*asking, *players, 1][0]


def _named(line: str) -> tuple[str, ...]:
    """Return the names that a line of a head asks for."""
    word, _, rest = line.partition(" ")
    match word:
        case "ruleset":
            return (rest, *rest.split("+"))
        case "pack":
            return (rest.rpartition(" ")[0],)
        case "setting":
            return (rest.partition(" = ")[0],)
    return ()


def drift_report(path: Path, drift: Drift, with_line: bool = True) -> Report:
    """Return the report of a record that the packs do not lead through: the step, and what has changed.

    Without a line it stands at the beginning of the file: a line is an answer, which may be a secret.
    """
    place = start_of(path, _line_of(path, drift.step), 3) if with_line else start_of(path)
    return Report(DRIFT.code, f"step {drift.step}: {drift.differs}", place, notes=tuple(drift.changes))


def untold(report: Report, told_by: str) -> Report:
    """Return the report of a record without the line and what stands there: an answer, or the seed, may be a secret.

    `told_by` says who is told all of it. What lies in no line of a record, or is
    missing there, is no secret.
    """
    if report.code not in _UNTOLD:
        return report
    return replace(report, message=f"{_UNTOLD[report.code]}; where, is told {told_by}",
                   span=start_of(report.span.file))


def _line_of(path: Path, step: int) -> int:
    """Return the line of an answer; step 0 stands in the line above the first."""
    lines = _lines(path)
    start = lines.index("answers") if "answers" in lines else 0
    answers = [number for number, line in enumerate(lines, 1) if number > start and line.startswith("  ")]
    return answers[step - 1] if 0 < step <= len(answers) else start + 1


def _lines(path: Path) -> list[str]:
    """Return the lines of a file, none if it cannot be read any more."""
    text = read_text(path)
    return text.split("\n") if isinstance(text, str) else []


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
    names that step, in what it differs, and what has changed since; FaultyRecord for a file that holds no record, or
    the record of what is not at hand; ValueError for a step that is no whole number from 0.

    >>> from barons_core import Game, Record, ruleset
    >>> game = Game(ruleset("barons"), 2, seed=1)
    >>> game.answer("choose red")
    >>> replay(Record.of(game)).answers
    ['choose red']
    """
    folders = given_folders(packs)
    if to is not None and (type(to) is not int or to < 0):
        raise ValueError(f"a record is played up to a step, a whole number from 0, not {to!r}")
    if isinstance(record, Record):
        return play_again(record, content_of(record, folders), to)
    if not isinstance(record, Path | str):
        raise TypeError(f"what is played again is a Record, or the path of one, not {record!r}")
    return play_again(*open_record(need_path(record), folders), to)
