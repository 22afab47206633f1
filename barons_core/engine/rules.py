"""What the engine asks of the rules of a game."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Protocol

from barons_core.model.definitions import Source

if TYPE_CHECKING:
    from barons_core.engine.choices import Choice, Demand, Selection
    from barons_core.engine.game import Game

Flow = Generator["Choice | Selection", Any, Any]


class Rules(Protocol):
    """The rules of a game: an object without state of its own, shared by all games."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Templates of the ids of its own options."""

    @property
    def events(self) -> frozenset[str]:
        """The keys of its own lines in the log."""

    def setup(self, g: Game) -> Flow:
        """Bring all cards from the box to where they begin; then set seat, turn and phase."""

    def choice(self, g: Game) -> Demand | None:
        """Return what is asked in the position between two plays; None: nothing, `run(g, None)` goes on."""

    def run(self, g: Game, answer: Any) -> Flow | None:
        """Carry out the answer to `choice`: an option, or the tuple of elements of a selection.

        Return what is still to be done, None if nothing is: where nobody has to be asked no generator is needed.
        """

    def kind(self, g: Game, card: int) -> str:
        """Return what a card is where it is."""

    def speakers(self, g: Game) -> tuple[list[Source], list[Source]]:
        """Return the cards whose abilities are in force, and those of which only statics with `cut_off_too` are.

        In a stable order. May not ask for statics itself. A speaker stays the same object until it has other
        abilities: as long as all do, what they say is not collected anew.
        """
