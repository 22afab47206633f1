"""What a card is where it lies: its kind, its land types, its title in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.definitions import Section, Way

LAND: Final = "land"
BUILDING: Final = "building"
KNIGHT: Final = "knight"
CASTLE: Final = "castle"
ACTION: Final = "action"
FACE_UP_KINDS: Final = frozenset({LAND, BUILDING, KNIGHT, CASTLE})


def kind(g: Game, card: int) -> str:
    """Return the kind of the card: a card that lies face down is a land.

    BAR-LAND-03, BAR-CONQUERINGKNIGHT-03.
    """
    return LAND if g.state.down[card] else g.definition[card].kind


def land_types(g: Game, card: int) -> tuple[int, ...]:
    """Return the colors that a land in play counts as, () for anything else (BAR-LAND-03, BAR-LAND-07)."""
    state = g.state
    if state.down[card]:
        # A card of no color may be laid face down by a made-up effect; it is a land without a type.
        return (g.color[card],) if g.color[card] >= 0 else ()
    definition = g.definition[card]
    if definition.kind != LAND or holder(g, card) is None:
        return ()
    return definition.ways[state.way[card]].types


def title_in_play(g: Game, card: int) -> str:
    """Return the title of the way under which a face-up card lies in play (BAR-OPEN-13)."""
    return g.definition[card].ways[g.state.way[card]].title


def holds(g: Game, seat: int, card: int, part: Way | Section) -> bool:
    """Tell whether the condition and the needs of a way or section of a card hold now, for whoever plays it."""
    if part.condition is None and part.needs is None:
        return True
    s = g.source(card, seat)
    return (part.condition is None or part.condition(g, s)) and (part.needs is None or part.needs(g, s))


def holder(g: Game, card: int) -> int | None:
    """Return the seat in whose barony the card lies, linked or not (BAR-ADJ-04, BAR-OPEN-01)."""
    layout = g.layout
    zone = g.state.where[card]
    return zone - layout.board0 if layout.board0 <= zone < layout.limbo else None
