"""How Barons writes cards of a hand in the ids of options: with the color only where it tells copies apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.rulesets import Content

SEVERAL: Final = "of several colors"


def in_hand(g: Game, card: int, offered: Callable[[], Iterable[int]]) -> str:
    """Return `"Title"`, or `"Title" red` where copies of several colors are among the cards offered.

    What is offered is asked only for a card of which there are such copies.
    """
    index, color = g.index, g.color
    number = index[card]
    name = f'"{g.definition[card].title}"'
    if number in (g.content.kept.get(SEVERAL) or _numbers_of_several_colors(g.content)):
        for other in offered():
            if index[other] == number and color[other] != color[card]:
                return f"{name} {g.color_label(color[card])}"
    return name


def _numbers_of_several_colors(content: Content) -> frozenset[int]:
    """Find out once a content of which definitions, by number, there are copies in several colors."""
    added = {line.added_title for line in content.ruleset.deck_lines}
    known = content.kept[SEVERAL] = frozenset(
        number for number, definition in enumerate(content.definitions)
        if len(definition.colors) > 1 or definition.title in added
    )
    return known
