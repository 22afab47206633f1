"""What can happen: the base of all events, and the one event by which cards change places."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from barons_core.engine.choices import Demand, Seats

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.statics import Spoken
    from barons_core.model.definitions import Source, Trigger
    from barons_core.model.state import Effect

Flow = Generator[Demand, Any, Any]


class Event:
    """Something that happens at a moment: who does it, what made it happen, and the event that it is part of.

    Subclasses set `key` and add what was used as attributes. `frozen` holds the triggers that matched before
    the commit, where that is what counts. Sources of a kind in `ignoring` do not hear it. `ending` are the effects
    that last until it is over.
    """

    key: str = ""
    ignoring: frozenset[str] = frozenset()
    frozen: dict[str, list[tuple[Source, Trigger]]] | None = None
    replacements: tuple[Any, ...] = ()
    ending: Sequence[Effect] = ()
    prevented: Sequence[Spoken] = ()
    own: ClassVar[Any] = None  # A subclass may define own(self, g), a generator: the card's own section.

    def __init__(self, actor: int | None = None, source: Source | None = None,
                 cause: Event | None = None) -> None:
        self.actor = actor
        self.source = source
        self.cause = cause

    @property
    def affected(self) -> int | None:
        """Whose choice it is in which order replacements apply."""
        return self.actor

    def looks_back(self, g: Game) -> bool:
        """Return whether triggers match on the position before the commit."""
        return False

    def still_possible(self, g: Game) -> bool:
        """Return whether it can happen and changes anything, after all else that has happened since it was meant to."""
        return True

    def arguments(self) -> tuple[Any, ...]:
        """Return what a `forbid` of this event is matched on."""
        return (self.actor,)

    def speaker(self, g: Game) -> Source | None:
        """Return the card of the event, whose triggers marked `own` are heard even if it is not in force."""
        return None

    def commit(self, g: Game) -> None:
        """Change the state."""


class Move(Event):
    """A card changes places: draw, discard, place, return, take, give, move and the like, as `key` says.

    `frm` and `to` are zones, `pos` a position if `to` is a board, `owner` the seat that had the card (None:
    nobody). `seen_by` are seats that see the card beside those who see it anyway (None: all).
    """

    def __init__(self, key: str, card: int, frm: int, to: int, *, pos: int = 0, face_down: bool = False,
                 way: int = 0, under: bool = False, owner: int | None = None, seen_by: Seats = (),
                 actor: int | None = None, source: Source | None = None, cause: Event | None = None) -> None:
        self.actor = actor
        self.source = source
        self.cause = cause
        self.key = key
        self.card = card
        self.frm = frm
        self.to = to
        self.pos = pos
        self.face_down = face_down
        self.way = way
        self.under = under
        self.owner = owner
        self.seen_by = seen_by

    @property
    def affected(self) -> int | None:
        return self.actor if self.owner is None else self.owner

    def looks_back(self, g: Game) -> bool:
        return g.layout.is_board(self.frm)

    def still_possible(self, g: Game) -> bool:
        board = g.layout.board_of[self.to]
        return g.state.where[self.card] != self.to if board < 0 else self.pos not in g.state.boards[board]

    def arguments(self) -> tuple[Any, ...]:
        return (self.actor, self.card)

    def commit(self, g: Game) -> None:
        g.put(self.key, self.actor, self.card, self.to, self.pos, self.face_down, self.way, self.under, self.seen_by)
