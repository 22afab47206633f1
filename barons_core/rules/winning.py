"""How a game of Barons ends: somebody wins at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from barons_core.engine.game import Game


def win(g: Game, seat: int) -> None:
    """End the game: nobody draws, triggers or moves any more.

    BAR-WIN-01, BAR-OPEN-12, BAR-USURPTHETHRONE-01.
    """
    g.finish((seat,))
