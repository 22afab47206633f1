"""The word `remote`: how far a card lies from the center of its barony."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from barons_core.language.words import Adjective, Word

if TYPE_CHECKING:
    from barons_core import Game


def _remote(g: Game, s: Any, card: int) -> bool:
    """Tell whether a card in play lies neither on the space of the castle nor on one that shares an edge with it."""
    if not g.in_play(card):
        return False
    castle = g.board.parse("(0,0)")
    place = g.state.at[card]
    return place != castle and place not in g.board.neighbors(castle)


WORDS: tuple[Word, ...] = (
    Adjective(
        "remote",
        "In play, and not next to the center of its barony.",
        "when you tax at least 2 remote lands:",
        test=_remote,
    ),
)
