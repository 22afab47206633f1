"""Which lands may be taxed together, and as what: regions of one barony, and groups that a card opens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from barons_core.engine.choices import Selection
from barons_core.rules.connection import NOTHING, adjacency, lands_among, linked_ignoring, network

if TYPE_CHECKING:
    from barons_core.engine.game import Game

TAX: Final = "tax"
PASS: Final = "pass"
SIZE: Final = "size of a tax"
COLORS: Final = "colors of a tax"
FOREIGN: Final = "tax a region of"
TOGETHER: Final = "tax lands"
TAX_SIZE: Final = 4
TAX_COLORS: Final = 1
AS: Final = "as"
Use: TypeAlias = tuple[str, tuple[int, ...]]
# What `_as_one` has found, for each mask and number; `cache` would take as long as finding it.
_AS_ONE: Final[dict[int, list[tuple[Use, ...]]]] = {}
_UNASKED: Final[tuple[frozenset[int], int]] = NOTHING, 0
ALTERNATING: Final = "colors of a tax may alternate"


class Taxation(Selection):
    """What one player may tax in one barony, fixed as the question is asked, and the steps of choosing from it.

    `lands` maps the place of each taxable land to a bit mask of its types. Forbidden lands are left out
    before anything is traced, so they join nothing (BAR-DROUGHT-05, BAR-DROUGHT-08, BAR-OPEN-30).
    """

    __slots__ = ("_around", "_asked", "_first", "colors", "g", "groups", "holder", "ignoring", "lands", "masks",
                 "parted", "size")

    def __init__(self, g: Game, taxer: int, holder: int, ignoring: frozenset[str]) -> None:
        super().__init__(taxer, TAX, TAX, empty=PASS)
        self.g = g
        self.holder = holder
        self.ignoring = ignoring
        self.lands = _taxable(g, taxer, holder, ignoring)
        said = g.said
        self.size: int = g.parameter(SIZE, TAX_SIZE, taxer, ignoring=ignoring)
        self.colors: int = g.parameter(COLORS, TAX_COLORS, taxer, ignoring=ignoring) if COLORS in said else TAX_COLORS
        self.masks = _color_masks(len(g.content.colors), self.colors) if self.colors != 1 else []
        # Where colors may not alternate the lands of each color hang together, unless any colors go (BAR-OPEN-17).
        self.parted = 1 < self.colors < len(g.content.colors) and g.content.settings.get(ALTERNATING) == "no"
        self.groups = _groups(g, taxer, holder, self.lands, ignoring) if TOGETHER in said else []
        self._around = adjacency(g, taxer, ignoring)
        # The places asked about last and what was found: each step of an answer asks twice.
        self._asked: tuple[frozenset[int], int] = _UNASKED
        if self.size > 0 and self.colors > 0:
            own = network(g).baronies[holder]
            self._first = own.places(g, holder) if self.lands is own.lands(g, holder) else sorted(self.lands)
        else:
            self._first = sorted({pos for group in self.groups for pos in group})

    def more(self, picked: frozenset[int]) -> list[int]:
        """Return the places that may be taxed together with those picked, sorted."""
        if not picked:
            return self._first
        found = self._growth(picked)
        for group in self.groups:
            if picked <= group:
                found |= group - picked
        return sorted(found)

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        """Return what may follow elements picked one after the other, and whether they may be all.

        Elements are places, then one way to use those picked, which ends it: ("as", color of each in sorted order).
        """
        if not picked:
            return self._first, True
        if type(picked[-1]) is tuple:
            return (), True
        if self.groups or self.colors != 1:
            places = frozenset(picked)
            return [*self.more(places), *[(AS, use) for use in self.uses(places)]], False
        # Each place was open when it was picked, so they hang together and are not too many.
        lands, types = self.lands, -1
        for pos in picked:
            types &= lands[pos]
        if len(picked) == self.size:
            return _as_one(types, len(picked)), False
        around = self._around
        options: list[Any] = []
        for pos in picked:
            for near in around(pos):
                if lands.get(near, 0) & types and near not in picked and near not in options:
                    options.append(near)
        if len(options) > 1:
            options.sort()
        for use in _as_one(types, len(picked)):
            options.append(use)
        return options, False

    def render(self, element: Any) -> str:
        """Return how an element is written in an id."""
        if isinstance(element, int):
            return self.g.board.label(element)
        return _as_colors(self.g.content.colors, element[1])

    def arrange(self, picked: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the elements of an answer: places in order, and as what they are taxed, which ends it."""
        return (*sorted(picked[:-1]), picked[-1])

    def uses(self, picked: frozenset[int]) -> list[tuple[int, ...]]:
        """Return the ways to use the lands picked: for each place, in sorted order, the color it is taxed as.

        One land is used as one type (BAR-TAX-08, BAR-TAX-09, BAR-TOLLBRIDGE-03, BAR-CULTURALUNITY-03), a
        region as no more types than the tax has colors (BAR-TAX-01, BAR-TOWNHALL-04, BAR-TOWNHALL-05,
        BAR-OPEN-17).
        """
        if self.groups and any(picked <= group for group in self.groups):
            return list(product(*self._types(picked)))
        types = self._region(picked)
        if not types:
            return []
        if self.colors == 1:
            return [use for _, use in _as_one(types, len(picked))]
        uses = product(*self._types(picked))
        return [use for use in uses if len(set(use)) <= self.colors and self._fits(picked, use)]

    def is_region(self, picked: frozenset[int]) -> bool:
        """Tell whether the places hang together and are neither too many nor of too many types.

        BAR-TAX-02, BAR-TAX-03, BAR-TAX-10, BAR-TAX-11, BAR-TOWNHALL-02, BAR-TOWNHALL-03,
        BAR-CULTURALUNITY-02.
        """
        return self._region(picked) != 0

    def _growth(self, picked: frozenset[int]) -> set[int]:
        fitting = self._region(picked)
        if len(picked) >= self.size or not fitting:
            return set()
        lands, around = self.lands, self._around
        found = {near for pos in picked for near in around(pos) if near in lands and lands[near] & fitting} - picked
        return {near for near in found if self.uses(picked | {near})} if self.parted else found

    def _region(self, picked: frozenset[int]) -> int:
        """Return the types that a land may have that joins a region, as a mask; 0 if this is no region."""
        if picked != self._asked[0]:
            fits = 0 < len(picked) <= self.size
            types = self._joined(picked) if fits else 0
            self._asked = picked, types if types and self._hangs_together(picked) else 0
        return self._asked[1]

    def _common(self, picked: frozenset[int]) -> int:
        """Return the types that all those lands have, as a mask."""
        lands, common = self.lands, -1
        for pos in picked:
            common &= lands[pos]
        return common

    def _joined(self, picked: frozenset[int]) -> int:
        """Return the types that a land may have to go with those lands, as a mask; 0 if theirs are too many."""
        if self.colors == 1:
            return self._common(picked)
        lands, joined = self.lands, 0
        for mask in self.masks:
            if all(lands[pos] & mask for pos in picked):
                joined |= mask
        return joined

    def _fits(self, picked: frozenset[int], use: tuple[int, ...]) -> bool:
        """Tell whether the lands of each color hang together by themselves, if they must."""
        if not self.parted:
            return True
        used = list(zip(sorted(picked), use, strict=True))
        return all(self._hangs_together(frozenset(pos for pos, as_ in used if as_ == color)) for color in set(use))

    def _types(self, picked: frozenset[int]) -> list[tuple[int, ...]]:
        return [_bits(self.lands[pos]) for pos in sorted(picked)]

    def _hangs_together(self, picked: frozenset[int]) -> bool:
        if len(picked) == 1:
            return True
        around = self._around
        waiting = [next(iter(picked))]
        left = set(picked)
        left.discard(waiting[0])
        while waiting and left:
            for near in around(waiting.pop()):
                if near in left:
                    left.discard(near)
                    waiting.append(near)
        return not left


def taxations(g: Game, taxer: int) -> list[Taxation]:
    """Return what the player may tax: the own barony, and those that a card opens (BAR-PAPALDECREE-01, -07).
    """
    own = Taxation(g, taxer, taxer, NOTHING)
    if FOREIGN not in g.said or not g.statics(FOREIGN):
        return [own] if own.more(NOTHING) else []
    found = [own]
    for holder in range(len(g.state.boards)):
        ignoring = None if holder == taxer else _foreign(g, taxer, holder)
        if ignoring is not None:
            found.append(Taxation(g, taxer, holder, ignoring))
    return [one for one in found if one.more(NOTHING)]


def _foreign(g: Game, taxer: int, holder: int) -> frozenset[str] | None:
    """Return the kinds that a tax of another barony ignores, None if it is not allowed (BAR-OPEN-10)."""
    if g.forbids(FOREIGN, taxer, holder):
        return None
    found: list[frozenset[str]] = [
        NOTHING if static.value is None else static.value(g, source, taxer, holder)
        for source, static in g.matching(FOREIGN, "allow", taxer, holder)
    ]
    return min(found, key=len, default=None)


def _taxable(g: Game, taxer: int, holder: int, ignoring: frozenset[str]) -> dict[int, int]:
    """Return linked lands that are not forbidden, with their types.

    BAR-TAX-04, BAR-TAX-05, BAR-PAPALDECREE-05.
    """
    barony = network(g).baronies[holder]
    lands = barony.lands(g, holder)
    if ignoring and (links := linked_ignoring(g, holder, ignoring)) is not barony.links:
        lands = lands_among(g, holder, links)
    if not g.statics("tax"):
        return lands
    cells, at = g.state.boards[holder], g.state.at
    open_ = g.unforbidden("tax", [cells[pos] for pos in lands], taxer, ignoring=ignoring)
    return {at[card]: lands[at[card]] for card in open_}


def _groups(
    g: Game, taxer: int, holder: int, lands: dict[int, int], ignoring: frozenset[str]
) -> list[frozenset[int]]:
    """Return groups of lands that a card lets its owner tax freely, of any colors and without limit.

    BAR-TOLLBRIDGE-01 to -06 and BAR-OPEN-34, -35: any choice among those lands.
    """
    if not g.statics(TOGETHER, ignoring):
        return []
    groups: dict[int, set[int]] = {}
    cells = g.state.boards[holder]
    for source, static in g.statics(TOGETHER, ignoring):
        if static.op != "allow":
            continue
        match = static.match
        some = {pos for pos in lands if match is None or match(g, source, taxer, cells[pos])}
        if some:
            groups.setdefault(source.card, set()).update(some)
    return [frozenset(group) for group in groups.values()]


def _color_masks(colors: int, most: int) -> list[int]:
    size = min(colors, most)
    return [sum(1 << color for color in some) for some in combinations(range(colors), size)] if size else []


def _as_one(mask: int, n: int) -> tuple[Use, ...]:
    """Return for each color of a mask the element that says that `n` lands are used as it."""
    by_number = _AS_ONE.get(mask)
    if by_number is None:
        by_number = _AS_ONE[mask] = []
    while len(by_number) <= n:
        lands = len(by_number)
        by_number.append(tuple([(AS, (color,) * lands) for color in _bits(mask)]))
    return by_number[n]


@cache
def _as_colors(names: tuple[str, ...], uses: tuple[int, ...]) -> str:
    """Return the colors as which lands are taxed in words: all of them, or the one if they are the same."""
    return " ".join([AS, *[names[color] for color in (uses[:1] if len(set(uses)) == 1 else uses)]])


@cache
def _bits(mask: int) -> tuple[int, ...]:
    return tuple([color for color in range(mask.bit_length()) if mask >> color & 1])
