"""How Barons writes cards of a hand in the ids of options: with the color only where it tells copies apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.rulesets import Content

NONE: frozenset[str] = frozenset()


def titles_of_several_colors(g: Game, cards: Iterable[int]) -> frozenset[str]:
    """Return the titles of which those cards hold copies of more than one color."""
    able = _numbers_of_several_colors(g.content)
    index = g.index
    several = [card for card in cards if index[card] in able]
    if len(several) < 2:
        return NONE
    first: dict[str, int] = {}
    found = set()
    for card in several:
        title, color = g.title(card), g.color[card]
        if first.setdefault(title, color) != color:
            found.add(title)
    return frozenset(found)


def _numbers_of_several_colors(content: Content) -> frozenset[int]:
    """Return the numbers of the definitions of which there are copies in several colors."""
    known: frozenset[int] | None = content.kept.get("of several colors")
    if known is None:
        swapped = {swap.added_title for swap in content.ruleset.swaps}
        known = content.kept["of several colors"] = frozenset(
            number for number, definition in enumerate(content.definitions)
            if len(definition.colors) > 1 or definition.title in swapped
        )
    return known


def in_hand(g: Game, card: int, of_several_colors: frozenset[str]) -> str:
    """Return `"Title"`, or `"Title" red` where copies of several colors are in the hand."""
    title = g.definition[card].title
    if title in of_several_colors:
        return f'"{title}" {g.color_label(g.color[card])}'
    return f'"{title}"'
