"""The positions at the start of turns, kept so that going back and copying need no long replay."""

from __future__ import annotations

from typing import Final, NamedTuple

from barons_core.model.state import State
from barons_core.native import mypyc_attr

_KEPT: Final = 12


class Snapshot(NamedTuple):
    """A position at a boundary; `answers` and `entries` tell how long the lists of answers and log were.

    `setup`: the game goes on from here with its setup.
    """

    state: State
    answers: int
    entries: int
    setup: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class History:
    """The first snapshot of a game and its latest ones, oldest first. Their states are never written to.

    One is `due` at the first boundary of that turn: `every` so many turns, and as soon as the setup is over.
    """

    __slots__ = ("due", "every", "snapshots")

    def __init__(self, first: Snapshot, every: int) -> None:
        self.snapshots = [first]
        self.every = every
        self._count_from(first)

    @property
    def last(self) -> Snapshot:
        return self.snapshots[-1]

    @property
    def first(self) -> Snapshot:
        return self.snapshots[0]

    def add(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; one with the same number of answers is replaced."""
        if len(self.snapshots) > 1 and self.last.answers == snapshot.answers:
            self.snapshots.pop()
        self.snapshots.append(snapshot)
        if len(self.snapshots) > _KEPT:
            del self.snapshots[1]
        self._count_from(snapshot)

    def back_to(self, answers: int) -> Snapshot:
        """Drop the snapshots made after that many answers and return the last one left."""
        while self.last.answers > answers:
            self.snapshots.pop()
        self._count_from(self.last)
        return self.last

    def copy(self) -> History:
        new = History.__new__(History)
        new.snapshots = self.snapshots[:]
        new.every, new.due = self.every, self.due
        return new

    def _count_from(self, snapshot: Snapshot) -> None:
        self.due = 0 if snapshot.setup else snapshot.state.turn + self.every
