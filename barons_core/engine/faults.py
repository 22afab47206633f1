"""What stops a game: a chain of events without end, or an exception in what a pack has written."""

from __future__ import annotations

import traceback
from bdb import BdbQuit
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from barons_core.frozen import frozen
from barons_core.model.definitions import Place

if TYPE_CHECKING:
    from barons_core.engine.events import Event
    from barons_core.engine.table import Table
    from barons_core.model.rulesets import Content

INTERRUPTS: Final = (KeyboardInterrupt, BdbQuit)
"""What is no fault of the code in which it comes up: somebody stops everything, at the keyboard or in a debugger."""


@frozen
class Fault:
    """Why a game has stopped: what went wrong, where, in which chain of events, after which answers.

    The place is the innermost line of a card file, else of a pack's Python, else of any; the chain begins with the
    innermost event. `pack` is the pack or plugin in whose code it went wrong, "" for none.
    """

    message: str
    place: Place
    chain: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    pack: str = ""

    @property
    def told(self) -> str:
        """What went wrong, and in whose code."""
        return f"{self.message} (in the pack {self.pack})" if self.pack else self.message

    def __str__(self) -> str:
        chain = "".join(f"\n  in {link}" for link in self.chain)
        return f"{self.place.file}:{self.place.line}: {self.told}{chain}"


class BudgetExceeded(RuntimeError):
    """More events in one play than the budget of the game allows."""


class Misuse(ValueError):
    """A function of a plugin that returned what nobody can use; `place` is where it is written."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


class Ended(Exception):
    """The game is over: whatever is still running stops here."""


MAX_MESSAGE: Final = 300


def let_interrupt(error: BaseException) -> None:
    """Raise an interrupt again. Whatever else the code of a pack or a bot raises is its fault, of whatever class.

    Some are no `Exception`: an exit, a test that is skipped, a task that is cancelled. So where such code is called,
    every exception is caught, and this decides.
    """
    if isinstance(error, INTERRUPTS):
        raise error


def in_a_line(error: BaseException) -> str:
    """Return an exception as one line, which is cut if it is long; the text of one that cannot say it is left out."""
    try:
        text = " ".join(str(error).split())
    except BaseException as another:
        let_interrupt(another)
        text = "(it has no text)"
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return line if len(line) <= MAX_MESSAGE else f"{line[:MAX_MESSAGE]}..."


def blamed(error: BaseException, content: Content) -> tuple[Place, str]:
    """Return the line of a traceback that tells most (see Fault), and the pack or plugin whose code came last."""
    if isinstance(error, Misuse):
        return error.place, content.owner(error.place.file)
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return Place("", 0), ""
    owners = [content.owner(frame.filename) for frame in frames]
    written = [frame for frame in frames if not frame.filename.endswith(".py")]
    foreign = [frame for frame, owner in zip(frames, owners, strict=True) if owner]
    frame = (written or foreign or frames)[-1]
    return Place(frame.filename, frame.lineno or 0), next(filter(None, reversed(owners)), "")


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
