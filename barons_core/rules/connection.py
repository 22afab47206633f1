"""Who is next to whom, what is linked to a castle, what is live: the one loop of the rules.

Corners count for a player as long as a live source says so; whether the source is live may hang on those
corners. The loop is taken at its greatest fixed point: a source once in play keeps itself alive
(BAR-STABLES-08, BAR-OPEN-43).
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from barons_core.model.definitions import Section, Source
from barons_core.rules.kinds import CASTLE, LAND, holder, land_types
from barons_core.rules.widening import Widening, candidates

if TYPE_CHECKING:
    from barons_core.engine.game import Game

NOTHING: Final[frozenset[Any]] = frozenset()
# What is ignored "but for adjacency" still says who is next to whom.
KEPT: Final = "adjacency"
Adjacency = Callable[[int], tuple[int, ...]]


class Barony:
    """What follows from the cards of one barony and whether corners count there.

    It grows with the barony; after any other change it is made anew. `up` are the face-up cards with their places,
    sorted by place. Who spoke in `before` is the same object still.
    """

    __slots__ = (
        "_lands", "_places", "_titles", "_usable", "corners", "cut_off", "known_frontier", "links", "live", "size",
        "up", "version",
    )  # fmt: skip

    links: set[int]
    up: list[tuple[int, int]]
    live: list[Source]
    cut_off: list[Source]
    known_frontier: tuple[int, ...] | None
    _usable: list[tuple[int, Section]] | None
    _lands: dict[int, int] | None
    _places: list[int] | None
    _titles: dict[str, list[int]] | None

    def __init__(self, g: Game, seat: int, corners: bool, before: Barony | None) -> None:
        cells = g.state.boards[seat]
        self.version = g.state.board_versions[seat]
        self.corners = corners
        self.size = len(cells)
        self.links = links_of(g, cells, corners)
        self.known_frontier = None
        self._lands = None
        self._places = None
        self._turned_up(g, seat, before)

    def grew(self, g: Game, seat: int) -> bool:
        """Take in the one card that has come, if it is linked and links nothing else; return whether it was that.

        Corners must not count.
        """
        state, links, size = g.state, self.links, self.size
        cells = state.boards[seat]
        if state.board_versions[seat] != self.version + 1 or len(cells) != size + 1:
            return False
        new, card = next(reversed(cells.items()))
        around = g.board.neighbors(new)
        if links.isdisjoint(around):
            return False
        if len(links) < size and any(near in cells and near not in links for near in around):
            return False
        self.version += 1
        self.size = size + 1
        links.add(new)
        if self.known_frontier is not None:
            self.known_frontier = _grown(self.known_frontier, new, around, cells)
        if self._lands is not None and (types := land_types(g, card)):
            # A new dict: somebody may still hold the lands as they were.
            self._lands = {**self._lands, new: _mask(types)}
            if self._places is not None:
                self._places = self._places[:]
                insort(self._places, new)
        if not state.down[card]:
            self._turned_up(g, seat, self)
        return True

    def _turned_up(self, g: Game, seat: int, before: Barony | None) -> None:
        """Find out what the face-up cards are and which of them speak."""
        cells, down = g.state.boards[seat], g.state.down
        self.up = [(pos, cells[pos]) for pos in sorted(cells) if not down[cells[pos]]]
        self.live, self.cut_off = _speakers(g, seat, self, before)
        self._usable = None
        self._titles = None

    def frontier(self, g: Game, seat: int) -> tuple[int, ...]:
        """Return the empty spaces at which a new card would be linked, sorted."""
        if self.known_frontier is None:
            self.known_frontier = _spaces_around(g, self.links, g.state.boards[seat], self.corners)
        return self.known_frontier

    def lands(self, g: Game, seat: int) -> dict[int, int]:
        """Return the linked lands by place, each with its types as a mask."""
        if self._lands is None:
            self._lands = lands_among(g, seat, self.links)
        return self._lands

    def places(self, g: Game, seat: int) -> list[int]:
        """Return the places of the linked lands, sorted."""
        if self._places is None:
            self._places = sorted(self.lands(g, seat))
        return self._places

    def titles(self, g: Game) -> dict[str, list[int]]:
        """Return the titles of the face-up cards, each with those that have it."""
        if self._titles is None:
            definition, way = g.definition, g.state.way
            self._titles = {}
            for _, card in self.up:
                self._titles.setdefault(definition[card].ways[way[card]].title, []).append(card)
        return self._titles

    def usable(self, g: Game, seat: int) -> list[tuple[int, Section]]:
        """Return the live cards that can be activated, sorted by place, each with that section."""
        if self._usable is None:
            self._usable = _usable(g, self)
        return self._usable


class Network:
    """All baronies at one version of boards and effects, who speaks in them, and what widens adjacency.

    As long as the same cards speak the lists of them are the same objects too.
    """

    __slots__ = ("baronies", "speakers", "version", "widening")

    def __init__(self, version: int, baronies: list[Barony], widening: list[Widening]) -> None:
        self.version = version
        self.baronies = baronies
        self.widening = widening
        self._listen()

    def keep_up(self, g: Game) -> None:
        """Take over what has changed, where nothing widens adjacency: a barony follows from its own board alone."""
        versions = g.state.board_versions
        heard_anew = False
        for seat, before in enumerate(self.baronies):
            if before.version != versions[seat]:
                live, cut_off = before.live, before.cut_off
                now = before if before.grew(g, seat) else Barony(g, seat, False, before)
                self.baronies[seat] = now
                if now.live is not live or now.cut_off is not cut_off:
                    heard_anew = True
        if heard_anew:
            self._listen()
        self.version = g.state.version

    def _listen(self) -> None:
        live = [source for barony in self.baronies for source in barony.live]
        cut_off = [source for barony in self.baronies for source in barony.cut_off]
        self.speakers = live, cut_off


def network(g: Game) -> Network:
    """Return the links of all baronies as they are now, computed once for each version of boards and effects.
    """
    known: Network | None = g.cache.get("network")
    if known is not None and known.version == g.state.version:
        return known
    widening = candidates(g)
    if known is None or widening or known.widening:
        known = g.cache["network"] = _solve(g, known, widening)
    else:
        known.keep_up(g)
    return known


def linked(g: Game, seat: int) -> AbstractSet[int]:
    """Return the positions of a barony that hang together with its castle, by its owner's adjacency.

    BAR-ADJ-02.
    """
    return network(g).baronies[seat].links


def linked_ignoring(g: Game, seat: int, ignoring: frozenset[str]) -> AbstractSet[int]:
    """Return what would be linked if sources of those kinds widened nothing.

    BAR-PAPALDECREE-08, BAR-OPEN-10.
    """
    barony = network(g).baronies[seat]
    if not barony.corners or corners_count(g, seat, ignoring):
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


def speakers(g: Game) -> tuple[list[Source], list[Source]]:
    """Return the face-up cards with abilities, seat by seat and sorted by place: those that are live, those cut off.

    BAR-KNIGHT-16: some abilities of cards that are cut off hold all the same.
    """
    return network(g).speakers


def _speakers(
    g: Game, seat: int, barony: Barony, before: Barony | None
) -> tuple[list[Source], list[Source]]:
    """Return the face-up cards with abilities, live and cut off; who spoke before is the same object still."""
    definition, way, links = g.definition, g.state.way, barony.links
    known = {} if before is None else {source.card: source for source in before.live + before.cut_off}
    live: list[Source] = []
    cut_off: list[Source] = []
    for pos, card in barony.up:
        ways = definition[card].ways
        if ways and not ways[way[card]].abilities.empty:
            source = known.get(card) if len(ways) == 1 else None
            speaker = source or Source(card, seat, (), definition[card].kind)
            (live if pos in links else cut_off).append(speaker)
    return live, cut_off


def usable(g: Game, seat: int) -> list[tuple[int, Section]]:
    """Return the live cards of a barony that can be activated, sorted by place, each with that section."""
    return network(g).baronies[seat].usable(g, seat)


def _usable(g: Game, barony: Barony) -> list[tuple[int, Section]]:
    links, way = barony.links, g.state.way
    found = []
    for pos, card in barony.up:
        ways = g.definition[card].ways
        section = ways[way[card]].section("activate") if ways and pos in links else None
        if section is not None:
            found.append((card, section))
    return found


def lands_among(g: Game, seat: int, places: AbstractSet[int]) -> dict[int, int]:
    """Return the lands of a barony at some places, each with its types as a mask (BAR-TAX-05)."""
    down, color, definition = g.state.down, g.color, g.definition
    lands: dict[int, int] = {}
    for pos, card in g.state.boards[seat].items():
        if pos not in places:
            continue
        if down[card]:
            if color[card] >= 0:
                lands[pos] = 1 << color[card]
        elif definition[card].kind == LAND and (types := land_types(g, card)):
            lands[pos] = _mask(types)
    return lands


@cache
def _mask(colors: tuple[int, ...]) -> int:
    """Return a number with the bit of each color set."""
    return sum(1 << color for color in set(colors))


def frontier(g: Game, seat: int) -> tuple[int, ...]:
    """Return the empty spaces at which a new card would be linked, sorted (BAR-ADJ-05, BAR-STABLES-12)."""
    barony = network(g).baronies[seat]
    return barony.known_frontier if barony.known_frontier is not None else barony.frontier(g, seat)


def adjacency(g: Game, asker: int, ignoring: frozenset[str] = NOTHING) -> Adjacency:
    """Return the function from a position to those next to it, as that player sees it now: for use in loops."""
    board = g.board
    if asker < 0 or not network(g).baronies[asker].corners or not corners_count(g, asker, ignoring):
        return board.neighbors
    return lambda pos: board.neighbors(pos) + board.corners(pos)


def adjacent_places(g: Game, asker: int, pos: int, ignoring: frozenset[str] = NOTHING) -> tuple[int, ...]:
    """Return the positions next to one, as that player sees it (BAR-ADJ-01, BAR-STABLES-01, BAR-STABLES-14).
    """
    if corners_count(g, asker, ignoring):
        return g.board.neighbors(pos) + g.board.corners(pos)
    return g.board.neighbors(pos)


def corners_count(g: Game, asker: int, ignoring: frozenset[str] = NOTHING, without: int = -1) -> bool:
    """Tell whether corners count for that player, leaving out sources of some kinds or one source card."""
    if asker < 0:
        return False
    barony = network(g).baronies[asker]
    if not barony.corners or ((not ignoring or KEPT in ignoring) and without < 0):
        return barony.corners
    return any(
        item.serves(g, asker)
        for item in network(g).widening
        if item.source.kind not in ignoring and item.source.card != without
    )


def links_of(g: Game, cells: dict[int, int], corners: bool, lifted: int = -1) -> set[int]:
    """Return the positions linked to the castle on a board, one card perhaps lifted off it."""
    root = _root(g, cells)
    if root is None or cells[root] == lifted:
        return set()
    neighbors, corner_places = g.board.neighbors, g.board.corners
    left = set(cells)
    left.discard(root)
    if lifted >= 0:
        left.discard(g.state.at[lifted])
    found, waiting = {root}, [root]
    while waiting:
        pos = waiting.pop()
        near = left.intersection(neighbors(pos))
        if corners:
            near |= left.intersection(corner_places(pos))
        if near:
            left -= near
            found |= near
            waiting += near
    return found


def frontier_without(g: Game, seat: int, lifted: int) -> tuple[int, ...]:
    """Return where a lifted card of the barony may be put down linked, its old space excepted.

    Corners count if a source other than the lifted card made them count just before (BAR-OPEN-44,
    BAR-OPEN-66). A lifted castle need only touch a card of its barony (BAR-OPEN-14).
    """
    corners = corners_count(g, seat, without=lifted)
    cells = {pos: card for pos, card in g.state.boards[seat].items() if card != lifted}
    if g.definition[lifted].kind == CASTLE:
        touched: AbstractSet[int] = cells.keys()
    else:
        touched = links_of(g, cells, corners)
    return tuple(pos for pos in _spaces_around(g, touched, cells, corners) if pos != g.state.at[lifted])


def _root(g: Game, cells: dict[int, int]) -> int | None:
    definition = g.definition
    for pos, card in cells.items():
        if definition[card].kind == CASTLE:
            return pos
    return None


def _spaces_around(g: Game, links: AbstractSet[int], cells: dict[int, int], corners: bool) -> tuple[int, ...]:
    neighbors, corner_places = g.board.neighbors, g.board.corners
    spaces: set[int] = set()
    for pos in links:
        spaces.update(neighbors(pos))
        if corners:
            spaces.update(corner_places(pos))
    return tuple(sorted(spaces.difference(cells)))


def _grown(frontier: tuple[int, ...], new: int, around: tuple[int, ...], cells: dict[int, int]) -> tuple[int, ...]:
    """Return the frontier once one place of it is filled."""
    spaces = list(frontier)
    del spaces[bisect_left(spaces, new)]
    for near in around:
        if near not in cells:
            place = bisect_left(spaces, near)
            if place == len(spaces) or spaces[place] != near:
                spaces.insert(place, near)
    return tuple(spaces)


def _solve(g: Game, before: Network | None, widening: list[Widening]) -> Network:
    old = [None] * g.seats if before is None else before.baronies
    while True:
        corners = _seats_served(g, widening)
        baronies = [_barony(g, seat, seat in corners, old[seat]) for seat in range(g.seats)]
        alive = [item for item in widening if _holds(item, baronies)]
        if len(alive) == len(widening):
            return Network(g.state.version, baronies, widening)
        widening = alive


def _barony(g: Game, seat: int, corners: bool, before: Barony | None) -> Barony:
    if before is None:
        return Barony(g, seat, corners, None)
    if before.corners == corners and before.version == g.state.board_versions[seat]:
        return before
    if not corners and not before.corners and before.grew(g, seat):
        return before
    return Barony(g, seat, corners, before)


def _holds(item: Widening, baronies: list[Barony]) -> bool:
    return item.pos is None or item.pos in baronies[item.source.you].links


def _seats_served(g: Game, widening: list[Widening]) -> frozenset[int]:
    if not widening:
        return NOTHING
    seats = range(len(g.state.boards))
    return frozenset(seat for seat in seats if any(item.serves(g, seat) for item in widening))
