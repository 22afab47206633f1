"""Keep a game that is played: its record while it goes on, and saving and loading it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import rich_click as click

from barons_core.cli.seats import BOT, Seat, people
from barons_core.engine.records import FIRST, Record
from barons_core.recording import Recorder, begin_new, keep_whole, write_whole

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.rulesets import Content


class Loaded(NamedTuple):
    """A game from a record: who sits where, and who gave each answer."""

    game: Game
    seats: list[Seat]
    who: list[int]


class CannotKeep(Exception):
    """A game that cannot be saved; the message says why."""


class Keeper:
    """Writes the record of a game into a folder, if there is one; a disk that is full does not end the game."""

    def __init__(self, packs: Sequence[Path] = (), folder: Path | None = None) -> None:
        self.packs = packs
        self.folder = folder
        self.failed = ""
        self._recorder: Recorder | None = None

    def begin(self, game: Game, seats: Sequence[Seat]) -> Path | None:
        """Begin the record and return its file; OSError if it cannot be written."""
        if self.folder is None:
            return None
        bots = bots_of(seats)
        path = begin_new(self.folder, _name(game), Record.of(game, bots).body())
        self._recorder = Recorder(path, game, bots)
        return self._recorder.path

    def move_on(self, left: Game, game: Game, seats: Sequence[Seat]) -> None:
        """End the record of a game that is left for another one, and begin that one's."""
        if self._recorder is None:
            return
        self.close(left)
        self._guarded(lambda game: self.begin(game, seats), game)

    def note(self, game: Game) -> None:
        """Write what has been answered or taken back since the last time."""
        if self._recorder is not None:
            self._guarded(self._recorder.note, game)

    def close(self, game: Game) -> None:
        if self._recorder is not None:
            self._guarded(self._recorder.close, game)
        self._recorder = None

    def _guarded(self, act: Callable[[Game], object], game: Game) -> None:
        try:
            act(game)
        except OSError as error:
            self._recorder = None
            self.failed = f"the record ends here: {error.filename}: {(error.strerror or '').lower()}"

    def fail(self, what: str, game: Game, seats: Sequence[Seat]) -> None:
        """Tell that a game has failed; a record that is kept in no folder is written into this one."""
        click.echo(what, err=True)
        if self.folder is not None:
            return
        try:
            path = keep_whole(Path(), _name(game), Record.of(game, bots_of(seats)).text())
        except OSError as error:
            self.failed = f"the record cannot be kept: {error.filename}: {(error.strerror or '').lower()}"
            click.echo(self.failed, err=True)
            return
        click.echo(f"record {path}", err=True)

    def save(self, path: Path, game: Game, seats: Sequence[Seat]) -> None:
        """Write the record of a game to a file, over an older record but over nothing else."""
        try:
            if path.exists() and not _is_record(path):
                raise CannotKeep(f"{path} is no record and is not overwritten")
            write_whole(path, Record.of(game, bots_of(seats)).text())
        except OSError as error:
            raise CannotKeep(f"{path} cannot be written: {(error.strerror or '').lower()}") from None

    def load(self, path: Path) -> Loaded:
        """Return the game in a file; FaultyRecord if there is none, or if it goes another way than it was recorded.

        Who plays is not told which line is wrong: the answers of the others stand there.
        """
        from barons_core.engine.replays import Drift
        from barons_core.replays import FaultyRecord, drift_report, open_record, untold

        told_by = f"by `barons replay {shlex.quote(str(path))}`"
        try:
            record, content = open_record(path, self.packs)
        except FaultyRecord as error:
            raise FaultyRecord(untold(error.report, told_by)) from None
        try:
            return _loaded(record, content)
        except Drift as drift:
            report = drift_report(path, drift)
            raise FaultyRecord(untold(report, told_by) if people(seats_of(record)) else report) from None


def _name(game: Game) -> str:
    """Return how the record of a game is called."""
    return f"{game.content.ruleset.name}-{game.seats}p-seed{game.seed}"


def bots_of(seats: Sequence[Seat]) -> list[str]:
    """Return who plays for each seat, as a record says it."""
    return [f"{BOT}{seat.bot}" if seat.bot else "" for seat in seats]


def seats_of(record: Record) -> list[Seat]:
    """Return who sits where in a recorded game."""
    bots = record.bots or ("",) * len(record.players)
    return [Seat(f"P{number}", name, bot.removeprefix(BOT))
            for number, (name, bot) in enumerate(zip(record.players, bots, strict=True), 1)]


def _loaded(record: Record, content: Content) -> Loaded:
    from barons_core.engine.replays import steps

    played = list(steps(record, content))
    return Loaded(played[-1][0], seats_of(record), [step.player for _, step in played[1:]])


def _is_record(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.read(len(FIRST)) == FIRST.encode()
