"""How Barons writes cards of a hand in the ids of options: with the color only where it tells copies apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from barons_core.engine.game import Game


def titles_of_several_colors(g: Game, cards: Iterable[int]) -> frozenset[str]:
    """Return the titles of which those cards hold copies of more than one color."""
    first: dict[str, int] = {}
    found = set()
    for card in cards:
        title, color = g.title(card), g.color[card]
        if first.setdefault(title, color) != color:
            found.add(title)
    return frozenset(found)


def in_hand(g: Game, card: int, of_several_colors: frozenset[str]) -> str:
    """Return `"Title"`, or `"Title" red` where copies of several colors are in the hand."""
    title = g.title(card)
    if title in of_several_colors:
        return f'"{title}" {g.color_label(g.color[card])}'
    return f'"{title}"'
