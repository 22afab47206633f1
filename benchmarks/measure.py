"""A row of the table, and how two things are timed against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

Timed = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """What was measured, against what, and what is wanted; `more` tells whether greater numbers are better."""

    what: str
    against: str
    value: float
    unit: str
    least: float
    goal: float
    more: bool = False
    note: str = ""

    @property
    def passes(self) -> bool:
        return self.reaches(self.least)

    def reaches(self, wanted: float) -> bool:
        return self.value >= wanted if self.more else self.value <= wanted

    def line(self) -> str:
        """Return the row as it is printed."""
        verdict = "goal" if self.reaches(self.goal) else "ok" if self.passes else "FAILS"
        bound = "at least" if self.more else "at most"
        wanted = f"{bound} {self.least:g}, goal {self.goal:g}"
        return f"{verdict:5s} {self.value:9.2f} {self.unit:3s} {wanted:24s} {self.what} / {self.against}  {self.note}"


def seconds(act: Timed) -> float:
    """Return the processor time that something takes."""
    began = process_time()
    act()
    return process_time() - began


def interleaved(acts: Sequence[Timed], rounds: int) -> list[float]:
    """Return the median processor time of each, taken in turn, so that a slow spell hits all of them alike."""
    for act in acts:
        act()
    taken = [[seconds(act) for act in acts] for _ in range(rounds)]
    return [median(column) for column in zip(*taken, strict=True)]


def repeated(act: Timed, times: int) -> Timed:
    """Return what does something so many times in a row."""

    def run() -> None:
        for _ in range(times):
            act()

    return run
