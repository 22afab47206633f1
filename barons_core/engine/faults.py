"""What stops a game: a chain of events without end, or an exception in what a pack has written."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from barons_core.model.definitions import Place

if TYPE_CHECKING:
    from barons_core.engine.events import Event
    from barons_core.engine.table import Table


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a game has stopped: what went wrong, where, in which chain of events, after which answers.

    The place is the innermost line of a card file, else of Python; the chain begins with the innermost event.
    """

    message: str
    place: Place
    chain: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    def __str__(self) -> str:
        chain = "".join(f"\n  in {link}" for link in self.chain)
        return f"{self.place.file}:{self.place.line}: {self.message}{chain}"


class BudgetExceeded(RuntimeError):
    """More events in one play than the budget of the game allows."""


class Ended(Exception):
    """The game is over: whatever is still running stops here."""


def place_of(error: BaseException) -> Place:
    """Return the innermost line of a file that is not Python in a traceback, else the innermost line."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return Place("", 0)
    written = [frame for frame in frames if not frame.filename.endswith(".py")]
    frame = (written or frames)[-1]
    return Place(frame.filename, frame.lineno or 0)


def chain_of(table: Table, event: Event | None) -> tuple[str, ...]:
    """Return an event and its causes as text, the innermost first."""
    links: list[str] = []
    while event is not None and len(links) < 20:
        links.append(name_of(table, event))
        event = event.cause
    return tuple(links)


def name_of(table: Table, event: Event) -> str:
    """Return an event as text: its key and the card that made it happen."""
    return event.key if event.source is None else f'{event.key} by "{table.title(event.source.card)}"'


def cycle_in(trail: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest period with which a trail of names ends (repeated at least once), or nothing."""
    for size in range(1, len(trail) // 2 + 1):
        if all(trail[-1 - i] == trail[-1 - i - size] for i in range(len(trail) - size)):
            return tuple(trail[-size:])
    return ()
