"""Which lands may be taxed together, and as what: regions of one barony, and groups that a card opens."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from barons_core.rules.connection import NOTHING, adjacency, linked, linked_ignoring
from barons_core.rules.kinds import land_types

if TYPE_CHECKING:
    from barons_core.engine.game import Game

TAX_SIZE = 4
TAX_COLORS = 1


class Taxation:
    """What one player may tax in one barony, fixed as the question is asked.

    `lands` maps the place of each taxable land to a bit mask of its types. Forbidden lands are left out
    before anything is traced, so they join nothing (BAR-DROUGHT-05, BAR-DROUGHT-08, BAR-OPEN-30).
    """

    __slots__ = ("_near", "colors", "groups", "holder", "ignoring", "lands", "masks", "size", "taxer")

    def __init__(self, g: Game, taxer: int, holder: int, ignoring: frozenset[str]) -> None:
        self.taxer = taxer
        self.holder = holder
        self.ignoring = ignoring
        self.lands = _taxable(g, taxer, holder, ignoring)
        self.size: int = g.parameter("size of a tax", TAX_SIZE, taxer, ignoring=ignoring)
        self.colors: int = g.parameter("colors of a tax", TAX_COLORS, taxer, ignoring=ignoring)
        self.masks = _color_masks(len(g.content.colors), self.colors)
        self.groups = _groups(g, taxer, holder, self.lands, ignoring)
        around = adjacency(g, taxer, ignoring)
        lands = self.lands
        self._near = {pos: [near for near in around(pos) if near in lands] for pos in lands}

    def more(self, picked: frozenset[int]) -> list[int]:
        """Return the places that may be taxed together with those picked, sorted."""
        if not picked:
            return self._first()
        found = set(self._growth(picked))
        for group in self.groups:
            if picked <= group:
                found |= group - picked
        return sorted(found)

    def uses(self, picked: frozenset[int]) -> list[tuple[int, ...]]:
        """Return the ways to use the lands picked: for each place, in sorted order, the color it is taxed as.

        One land is used as one type (BAR-TAX-08, BAR-TAX-09, BAR-TOLLBRIDGE-03, BAR-CULTURALUNITY-03), a
        region as no more types than the tax has colors (BAR-TAX-01, BAR-TOWNHALL-04, BAR-TOWNHALL-05,
        BAR-OPEN-17).
        """
        masks = [self.lands[pos] for pos in sorted(picked)]
        if any(picked <= group for group in self.groups):
            return list(product(*(_bits(mask) for mask in masks)))
        if not self.is_region(picked):
            return []
        if self.colors == 1:
            common = masks[0]
            for mask in masks:
                common &= mask
            return [(color,) * len(masks) for color in _bits(common)]
        return [use for use in product(*(_bits(mask) for mask in masks)) if len(set(use)) <= self.colors]

    def is_region(self, picked: frozenset[int]) -> bool:
        """Tell whether the places hang together and are neither too many nor of too many types.

        BAR-TAX-02, BAR-TAX-03, BAR-TAX-10, BAR-TAX-11, BAR-TOWNHALL-02, BAR-TOWNHALL-03,
        BAR-CULTURALUNITY-02.
        """
        return 0 < len(picked) <= self.size and self._fits(picked) and self._hangs_together(picked)

    def _first(self) -> list[int]:
        if self.size > 0 and self.colors > 0:
            return sorted(self.lands)
        return sorted({pos for group in self.groups for pos in group})

    def _growth(self, picked: frozenset[int]) -> list[int]:
        if len(picked) >= self.size or not self.is_region(picked):
            return []
        around = {near for pos in picked for near in self._near[pos]} - picked
        return [pos for pos in around if self._fits(picked | {pos})]

    def _fits(self, picked: frozenset[int]) -> bool:
        lands = self.lands
        return any(all(lands[pos] & mask for pos in picked) for mask in self.masks)

    def _hangs_together(self, picked: frozenset[int]) -> bool:
        start = next(iter(picked))
        found = {start}
        stack = [start]
        while stack:
            for near in self._near[stack.pop()]:
                if near in picked and near not in found:
                    found.add(near)
                    stack.append(near)
        return len(found) == len(picked)


def taxations(g: Game, taxer: int) -> list[Taxation]:
    """Return what the player may tax: the own barony, and those that a card opens (BAR-PAPALDECREE-01, -07).
    """
    found = [Taxation(g, taxer, taxer, NOTHING)]
    if g.statics("tax a region of"):
        for holder in range(len(g.state.boards)):
            ignoring = None if holder == taxer else _foreign(g, taxer, holder)
            if ignoring is not None:
                found.append(Taxation(g, taxer, holder, ignoring))
    return [one for one in found if one.more(frozenset())]


def _foreign(g: Game, taxer: int, holder: int) -> frozenset[str] | None:
    """Return the kinds that a tax of another barony ignores, None if it is not allowed (BAR-OPEN-10)."""
    if g.forbidden("tax a region of", taxer, holder):
        return None
    found: list[frozenset[str]] = [
        NOTHING if static.value is None else static.value(g, source, taxer, holder)
        for source, static in g.matching("tax a region of", "allow", taxer, holder)
    ]
    return min(found, key=len, default=None)


def _taxable(g: Game, taxer: int, holder: int, ignoring: frozenset[str]) -> dict[int, int]:
    """Return linked lands that are not forbidden, with their types.

    BAR-TAX-04, BAR-TAX-05, BAR-PAPALDECREE-05.
    """
    links = linked_ignoring(g, holder, ignoring) if ignoring else linked(g, holder)
    limited = bool(g.statics("tax"))
    down, color = g.state.down, g.color
    lands: dict[int, int] = {}
    for pos, card in g.state.boards[holder].items():
        if pos not in links or (limited and g.forbidden("tax", taxer, card, ignoring=ignoring)):
            continue
        if down[card]:
            lands[pos] = 1 << color[card]
        elif types := land_types(g, card):
            lands[pos] = sum(1 << one for one in set(types))
    return lands


def _groups(
    g: Game, taxer: int, holder: int, lands: dict[int, int], ignoring: frozenset[str]
) -> list[frozenset[int]]:
    """Return groups of lands that a card lets its owner tax freely, of any colors and without limit.

    BAR-TOLLBRIDGE-01 to -06 and BAR-OPEN-34, -35: any choice among those lands.
    """
    if not g.statics("tax lands", ignoring):
        return []
    groups: dict[int, set[int]] = {}
    for pos in lands:
        card = g.state.boards[holder][pos]
        for source, _ in g.matching("tax lands", "allow", taxer, card, ignoring=ignoring):
            groups.setdefault(source.card, set()).add(pos)
    return [frozenset(group) for group in groups.values()]


def _color_masks(colors: int, most: int) -> list[int]:
    size = min(colors, most)
    return [sum(1 << color for color in some) for some in combinations(range(colors), size)] if size else []


def _bits(mask: int) -> list[int]:
    return [color for color in range(mask.bit_length()) if mask >> color & 1]
