"""The third phase: one taxation, chosen land by land, and the cards it draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from barons_core.engine.choices import Selection
from barons_core.rules.connection import NOTHING
from barons_core.rules.events import Tax, Taxed
from barons_core.rules.kinds import LAND
from barons_core.rules.regions import COLORS, FOREIGN, SIZE, TOGETHER, Taxation, taxations
from barons_core.rules.turn import count, tally

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow

TAXES = "taxes"
PASS = "pass"
OF = "of"
_FAR = 1 << 60  # behind all places
AS = "as"


class TaxPhase:
    """Taxing is optional (BAR-TURN-05) and happens as often as the turn table says.

    BAR-TAX-01, BAR-PAPALDECREE-09.
    """

    def choice(self, g: Game, seat: int, limit: int) -> Selection | None:
        """Return what may be taxed, None if nothing may."""
        if tally(g, TAXES) >= limit:
            return None
        found = taxations(g, seat)
        if not found:
            return None
        asked = TaxQuestion(g, found)
        return Selection(seat, "tax", asked.step, "tax", render=asked.render, key=asked.key, empty=PASS)

    def run(self, g: Game, seat: int, answer: tuple[Any, ...]) -> Flow:
        """Carry out the taxation; return whether the phase goes on."""
        if not answer:
            return False
        holder, ignoring = seat, NOTHING
        uses: tuple[int, ...] = ()
        places = []
        for element in answer:
            if isinstance(element, int):
                places.append(element)
            elif element[0] == OF:
                _, holder, ignoring = element
            else:
                uses = element[1]
        places.sort()
        cells = g.state.boards[holder]
        types = {cells[pos]: color for pos, color in zip(places, uses, strict=True)}
        count(g, TAXES)
        if g.state.effects:
            _spend(g, Taxation(g, seat, holder, ignoring), frozenset(places))
        yield from tax(g, seat, holder, types, ignoring)
        return True


class TaxQuestion:
    """The steps of choosing: places, `of` another player, and `as` the colors, which ends it.

    Elements are places, ("of", seat, ignored kinds) and ("as", color of each place in sorted order); none
    is a pass.
    """

    def __init__(self, g: Game, found: list[Taxation]) -> None:
        self.g = g
        self.found = {one.holder: one for one in found}
        self.taxer = found[0].taxer

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if picked and isinstance(picked[-1], tuple) and picked[-1][0] == AS:
            return (), True
        places = frozenset([element for element in picked if isinstance(element, int)])
        # "of" is picked before any place.
        own = len(places) == len(picked)
        taxation = self.found.get(self.taxer if own else self._holder(picked))
        options: list[Any] = taxation.more(places) if taxation is not None else []
        if places and taxation is not None:
            options += [(AS, use) for use in taxation.uses(places)]
            return options, False
        if not picked and len(self.found) > (taxation is not None):
            others = [one for one in self.found.values() if one.holder != self.taxer]
            options += [(OF, one.holder, one.ignoring) for one in others]
        return options, not picked

    def render(self, element: Any) -> str:
        if isinstance(element, int):
            label: str = self.g.board.label(element)
            return label
        if element[0] == OF:
            return f"of {self.g.seat_label(element[1])}"
        return "as " + " ".join(self.g.color_label(color) for color in _short(element[1]))

    def key(self, element: Any) -> int:
        if isinstance(element, int):
            return element
        return 2 * _FAR if element[0] == AS else _FAR

    def _holder(self, picked: tuple[Any, ...]) -> int:
        for element in picked:
            if isinstance(element, tuple) and element[0] == OF:
                holder: int = element[1]
                return holder
        return self.taxer


def tax(g: Game, seat: int, holder: int, types: dict[int, int], ignoring: frozenset[str] = NOTHING) -> Flow:
    """Draw a card for each land, in the order of their places, then whatever else the taxation gives.

    BAR-TAX-06, BAR-TAX-08, BAR-TAX-12; the order is that of BAR-OPEN-67: lands, "when", then "after" triggers
    of the taxer, then of the others clockwise. Cards of ignored kinds do nothing (BAR-PAPALDECREE-02,
    BAR-COOPER-07).
    """
    event = Tax(seat, holder, types, ignoring)
    if g.log.on:
        at, label = g.state.at, g.board.label
        lands = [f"{label(at[land])} as {g.color_label(color)}" for land, color in types.items()]
        g.log("tax", player=seat, holder=holder, lands=lands)
    yield from g.moment("before", event)
    yield from g.within(event, _draw_for_lands(g, event))
    yield from g.moment("when", event)
    yield from g.moment("after", event)
    if Taxed.key in g.heard or g.state.effects:
        yield from g.moment("after", Taxed(event))


def _spend(g: Game, taxation: Taxation, places: frozenset[int]) -> None:
    """End what holds for one taxation only."""
    taxer, holder = taxation.taxer, taxation.holder
    if holder != taxer:
        g.spend(FOREIGN, taxer, holder)
    if taxation.is_region(places):
        g.spend(SIZE, taxer)
        g.spend(COLORS, taxer)
    else:
        g.spend(TOGETHER, taxer, g.state.boards[holder][min(places)])


def _draw_for_lands(g: Game, event: Tax) -> Flow:
    assert event.actor is not None
    for color in event.types.values():
        drawn = yield from g.draw(None, event.actor, 1, color, event)
        if drawn:
            event.drawn.append((color, LAND))


def _short(uses: tuple[int, ...]) -> tuple[int, ...]:
    return uses[:1] if len(set(uses)) == 1 else uses
