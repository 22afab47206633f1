"""The one gate for placement, whatever the route into a barony."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from barons_core.rules.connection import frontier, frontier_without, network
from barons_core.rules.kinds import FACE_UP_KINDS, title_in_play

if TYPE_CHECKING:
    from barons_core.engine.game import Game

RESERVED: Final = "title reserved by"
CUT_OFF_TITLES: Final = "cut-off cards count for the title limit"
REPEAT: Final = "repeat a title"


def legal_places(
    g: Game, seat: int, card: int, face_down: bool, cut_off_ok: bool = False, way: int | None = None
) -> tuple[int, ...]:
    """Return the spaces of a barony where a card may be put, sorted; () if it may not be put there at all.

    Empty space, linked once placed (BAR-ADJ-05, BAR-LAND-05, BAR-KNIGHT-09, BAR-BUILD-01,
    BAR-KNIGHTOFTHEWOODS-03, BAR-CRUSADINGKNIGHT-08), title limit (BAR-BUILD-02). `way` is the way in which it
    comes face up, by default the one it has.
    """
    if not face_down and not facing_allowed(g, seat, card, face_down, way):
        return ()
    if cut_off_ok:
        spaces = spaces_anywhere(g, seat)
    elif g.state.where[card] == g.layout.board0 + seat:
        spaces = frontier_without(g, seat, card)
    else:
        spaces = frontier(g, seat)
    return _not_forbidden(g, seat, card, spaces) if g.statics("place") else spaces


def may_place_at(
    g: Game, seat: int, card: int, pos: int, face_down: bool, cut_off_ok: bool = False, way: int | None = None
) -> bool:
    """Tell whether a card may be put on that very space (BAR-LAND-13, BAR-BUILD-08, BAR-CROPROTATION-05)."""
    if pos in g.state.boards[seat]:
        return False
    if not cut_off_ok:
        return pos in legal_places(g, seat, card, face_down, way=way)
    return facing_allowed(g, seat, card, face_down, way) and bool(_not_forbidden(g, seat, card, (pos,)))


def facing_allowed(g: Game, seat: int, card: int, face_down: bool, way: int | None = None) -> bool:
    """Tell whether the card may lie there with that face: any card face down, no title twice face up.

    BAR-LAND-09.
    """
    if face_down:
        return True
    definition = g.definition[card]
    if definition.kind not in FACE_UP_KINDS:
        return False
    title = definition.ways[g.state.way[card] if way is None else way].title
    return title_free(g, seat, title, card) or may_repeat(g, seat, card)


def may_repeat(g: Game, seat: int, card: int) -> bool:
    """Tell whether the title limit is lifted for that card in that barony (B41-BUILD-01, B41-OPEN-05)."""
    return REPEAT in g.said and bool(g.allowed(REPEAT, seat, card))


def title_free(g: Game, seat: int, title: str, but: int = -1) -> bool:
    """Tell whether no other face-up card of the barony, linked or not, has that title.

    BAR-BUILD-02, BAR-BUILD-03, BAR-LAND-10, BAR-KNIGHT-25, BAR-FAQ-02, BAR-CHURCH-07, BAR-CATHEDRAL-04. A
    knight that will be placed once its attack is over keeps its title to itself (BAR-KNIGHTOFTHEWOODS-07,
    BAR-OPEN-05).
    """
    if copy_in_barony(g, seat, title, but) is not None:
        return False
    reserved = g.state.counters.get((RESERVED, seat), 0) - 1
    return reserved < 0 or reserved == but or title_in_play(g, reserved) != title


def copy_in_barony(g: Game, seat: int, title: str, but: int = -1) -> int | None:
    """Return the face-up card of the barony with that title, if there is one.

    A cut-off card is in the barony still, unless a table decides otherwise (BAR-OPEN-01).
    """
    barony = network(g).baronies[seat]
    alike = barony.titles(g).get(title)
    if alike is None:
        return None
    linked_only = g.content.settings.get(CUT_OFF_TITLES) == "no"
    for card in alike:
        if card != but and not (linked_only and g.state.at[card] not in barony.links):
            return card
    return None


def spaces_anywhere(g: Game, seat: int) -> tuple[int, ...]:
    """Return the empty spaces that touch any card of the barony by an edge, cut off or not."""
    cells = g.state.boards[seat]
    neighbors = g.board.neighbors
    return tuple(sorted({near for pos in cells for near in neighbors(pos) if near not in cells}))


def would_link(g: Game, seat: int, pos: int) -> bool:
    """Tell whether a card put on that space, empty or not, would be linked."""
    return pos in network(g).baronies[seat].links or pos in frontier(g, seat)


def _not_forbidden(g: Game, seat: int, card: int, spaces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(g.unforbidden("place", spaces, seat, card))
