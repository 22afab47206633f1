"""Who is next to whom, what is linked to a castle, what is live: the one loop of the rules.

Corners count for a player as long as a live source says so; whether the source is live may hang on those
corners. The loop is taken at its greatest fixed point: a source once in play keeps itself alive
(BAR-STABLES-08, BAR-OPEN-43).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from barons_core.model.definitions import Section, Source
from barons_core.rules.kinds import CASTLE, holder
from barons_core.rules.widening import Widening, candidates

if TYPE_CHECKING:
    from barons_core.engine.game import Game

NOTHING: frozenset[Any] = frozenset()
Adjacency = Callable[[int], tuple[int, ...]]


class Barony:
    """Links and the spaces around them, good for as long as the cards of a barony lie where they lie."""

    __slots__ = ("_frontier", "cells", "corners", "links", "root")

    def __init__(self, g: Game, seat: int, corners: bool) -> None:
        cells = g.state.boards[seat]
        self.cells = list(cells)
        self.root = _root(g, cells)
        self.corners = corners
        self.links = links_of(g, cells, corners)
        self._frontier: tuple[int, ...] | None = None

    def still_holds(self, g: Game, seat: int, corners: bool) -> bool:
        """Tell whether the same spaces are filled and the castle lies where it lay."""
        cells = g.state.boards[seat]
        if self.corners != corners or self.cells != list(cells):
            return False
        return self.root is None or g.definition[cells[self.root]].kind == CASTLE

    def frontier(self, g: Game, seat: int) -> tuple[int, ...]:
        if self._frontier is None:
            self._frontier = _spaces_around(g, self.links, g.state.boards[seat], self.corners)
        return self._frontier


class Network:
    """The links of all baronies at one version of the boards, and the live sources that widen adjacency."""

    __slots__ = ("baronies", "board_version", "cut_off", "effect_version", "live", "usable", "widening")

    def __init__(self, versions: tuple[int, int], baronies: list[Barony], widening: list[Widening]) -> None:
        self.board_version, self.effect_version = versions
        self.baronies = baronies
        self.widening = widening
        self.live: list[Source] | None = None
        self.cut_off: list[Source] | None = None
        self.usable: dict[int, list[tuple[int, Section]]] = {}


def network(g: Game) -> Network:
    """Return the links of all baronies as they are now, computed once for each version of boards and effects.
    """
    state = g.state
    known: Network | None = g.cache.get("network")
    if (
        known is None
        or known.board_version != state.board_version
        or known.effect_version != state.effect_version
    ):
        known = g.cache["network"] = _solve(g, known)
    return known


def linked(g: Game, seat: int) -> frozenset[int]:
    """Return the positions of a barony that hang together with its castle, by its owner's adjacency.

    BAR-ADJ-02.
    """
    return network(g).baronies[seat].links


def linked_ignoring(g: Game, seat: int, ignoring: frozenset[str]) -> frozenset[int]:
    """Return what would be linked if sources of those kinds widened nothing.

    BAR-PAPALDECREE-08, BAR-OPEN-10.
    """
    barony = network(g).baronies[seat]
    if not barony.corners or not ignoring or corners_count(g, seat, ignoring):
        return barony.links
    return links_of(g, g.state.boards[seat], False)


def is_live(g: Game, card: int) -> bool:
    """Tell whether a card lies face up in a barony, linked to its castle (BAR-FAQ-01, BAR-LAND-12)."""
    state = g.state
    if state.down[card]:
        return False
    seat = holder(g, card)
    return seat is not None and state.at[card] in network(g).baronies[seat].links


def is_connected(g: Game, card: int) -> bool:
    """Tell whether a card of a barony is linked to its castle, face up or down."""
    seat = holder(g, card)
    return seat is not None and g.state.at[card] in network(g).baronies[seat].links


def live_sources(g: Game) -> list[Source]:
    """Return the live cards that have abilities, seat by seat and sorted by place."""
    net = network(g)
    if net.live is None:
        net.live = _speakers(g, net, True)
    return net.live


def cut_off_sources(g: Game) -> list[Source]:
    """Return the face-up cards with abilities that are cut off.

    BAR-KNIGHT-16: some of these hold all the same.
    """
    net = network(g)
    if net.cut_off is None:
        net.cut_off = _speakers(g, net, False)
    return net.cut_off


def _speakers(g: Game, net: Network, live: bool) -> list[Source]:
    down, definition, way = g.state.down, g.definition, g.state.way
    found = []
    for seat, cells in enumerate(g.state.boards):
        links = net.baronies[seat].links
        for pos in sorted(cells):
            card = cells[pos]
            if not down[card] and (pos in links) == live:
                ways = definition[card].ways
                if ways and not ways[way[card]].abilities.empty:
                    found.append(Source(card, seat, (), definition[card].kind))
    return found


def usable(g: Game, seat: int) -> list[tuple[int, Section]]:
    """Return the live cards of a barony that can be activated, sorted by place, each with that section."""
    net = network(g)
    found = net.usable.get(seat)
    if found is None:
        found = net.usable[seat] = _usable(g, seat, net.baronies[seat].links)
    return found


def _usable(g: Game, seat: int, links: frozenset[int]) -> list[tuple[int, Section]]:
    state, cells = g.state, g.state.boards[seat]
    found = []
    for pos in sorted(links):
        card = cells[pos]
        ways = g.definition[card].ways
        section = ways[state.way[card]].section("activate") if ways and not state.down[card] else None
        if section is not None:
            found.append((card, section))
    return found


def frontier(g: Game, seat: int) -> tuple[int, ...]:
    """Return the empty spaces at which a new card would be linked, sorted (BAR-ADJ-05, BAR-STABLES-12)."""
    return network(g).baronies[seat].frontier(g, seat)


def adjacency(g: Game, asker: int, ignoring: frozenset[str] = NOTHING) -> Adjacency:
    """Return the function from a position to those next to it, as that player sees it now: for use in loops."""
    board = g.board
    if not corners_count(g, asker, ignoring):
        return board.neighbors
    return lambda pos: board.neighbors(pos) + board.corners(pos)


def adjacent_places(g: Game, asker: int, pos: int, ignoring: frozenset[str] = NOTHING) -> tuple[int, ...]:
    """Return the positions next to one, as that player sees it (BAR-ADJ-01, BAR-STABLES-01, BAR-STABLES-14).
    """
    return adjacency(g, asker, ignoring)(pos)


def corners_count(g: Game, asker: int, ignoring: frozenset[str] = NOTHING, without: int = -1) -> bool:
    """Tell whether corners count for that player, leaving out sources of some kinds or one source card."""
    if asker < 0:
        return False
    barony = network(g).baronies[asker]
    if not barony.corners or (not ignoring and without < 0):
        return barony.corners
    return any(
        item.serves(g, asker)
        for item in network(g).widening
        if item.source.kind not in ignoring and item.source.card != without
    )


def links_of(g: Game, cells: dict[int, int], corners: bool, lifted: int = -1) -> frozenset[int]:
    """Return the positions linked to the castle on a board, one card perhaps lifted off it."""
    root = _root(g, cells)
    if root is None or cells[root] == lifted:
        return frozenset()
    gap = -1 if lifted < 0 else g.state.at[lifted]
    neighbors, corner_places = g.board.neighbors, g.board.corners
    found = {root}
    stack = [root]
    while stack:
        pos = stack.pop()
        for near in neighbors(pos) + corner_places(pos) if corners else neighbors(pos):
            if near in cells and near not in found and (lifted < 0 or near != gap):
                found.add(near)
                stack.append(near)
    return frozenset(found)


def frontier_without(g: Game, seat: int, lifted: int) -> tuple[int, ...]:
    """Return where a lifted card of the barony may be put down linked, its old space excepted.

    Corners count if a source other than the lifted card made them count just before (BAR-OPEN-44,
    BAR-OPEN-66). A lifted castle need only touch a card of its barony (BAR-OPEN-14).
    """
    corners = corners_count(g, seat, without=lifted)
    cells = {pos: card for pos, card in g.state.boards[seat].items() if card != lifted}
    if g.definition[lifted].kind == CASTLE:
        touched = frozenset(cells)
    else:
        touched = links_of(g, cells, corners)
    return tuple(pos for pos in _spaces_around(g, touched, cells, corners) if pos != g.state.at[lifted])


def _root(g: Game, cells: dict[int, int]) -> int | None:
    definition = g.definition
    for pos, card in cells.items():
        if definition[card].kind == CASTLE:
            return pos
    return None


def _spaces_around(g: Game, links: frozenset[int], cells: dict[int, int], corners: bool) -> tuple[int, ...]:
    neighbors, corner_places = g.board.neighbors, g.board.corners
    spaces: set[int] = set()
    for pos in links:
        spaces.update(neighbors(pos))
        if corners:
            spaces.update(corner_places(pos))
    return tuple(sorted(spaces.difference(cells)))


def _solve(g: Game, before: Network | None) -> Network:
    state = g.state
    old = before.baronies if before is not None else None
    widening = candidates(g)
    while True:
        corners = _seats_served(g, widening)
        baronies = [_barony(g, seat, seat in corners, old) for seat in range(len(state.boards))]
        alive = [item for item in widening if _holds(item, baronies)]
        if len(alive) == len(widening):
            return Network((state.board_version, state.effect_version), baronies, widening)
        widening = alive


def _barony(g: Game, seat: int, corners: bool, old: list[Barony] | None) -> Barony:
    if old is not None and old[seat].still_holds(g, seat, corners):
        return old[seat]
    return Barony(g, seat, corners)


def _holds(item: Widening, baronies: list[Barony]) -> bool:
    return item.pos is None or item.pos in baronies[item.source.you].links


def _seats_served(g: Game, widening: list[Widening]) -> frozenset[int]:
    if not widening:
        return NOTHING
    seats = range(len(g.state.boards))
    return frozenset(seat for seat in seats if any(item.serves(g, seat) for item in widening))
