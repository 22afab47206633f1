"""The third phase: one taxation, chosen land by land, and the cards it draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from barons_core.engine.choices import Selection
from barons_core.engine.log import Entry
from barons_core.rules.connection import NOTHING
from barons_core.rules.events import Tax, Taxed
from barons_core.rules.kinds import LAND
from barons_core.rules.regions import COLORS, FOREIGN, PASS, SIZE, TAX, TOGETHER, Taxation, taxations
from barons_core.rules.turn import Phase, done, note

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.boards import Board

TAXES: Final = "taxes"
DRAW: Final = "draw"
TAX_KEYS: Final = (SIZE, COLORS, FOREIGN, TOGETHER)
OF: Final = "of"


class TaxPhase(Phase):
    """Taxing is optional (BAR-TURN-05) and happens as often as the turn table says.

    BAR-TAX-01, BAR-PAPALDECREE-09.
    """

    def choice(self, g: Game, seat: int, limit: int) -> Selection | None:
        """Return what may be taxed, None if nothing may."""
        if self.spent(g, seat, limit):
            return None
        found = taxations(g, seat)
        if not found:
            return None
        return found[0] if len(found) == 1 and found[0].holder == seat else TaxQuestion(found)

    def spent(self, g: Game, seat: int, limit: int) -> bool:
        return done(g, TAXES) >= limit

    def run(self, g: Game, seat: int, answer: tuple[Any, ...]) -> Flow | None:
        """Carry out the taxation."""
        holder, ignoring = seat, NOTHING
        *places, (_, uses) = answer
        if isinstance(places[-1], tuple):
            _, holder, ignoring = places.pop()
        note(g, TAXES)
        if g.state.effects:
            g.spend(TAX_KEYS, partial(_possible, g, seat, holder, tuple(places), uses))
        return tax(g, seat, holder, places, uses, ignoring)


class TaxQuestion(Selection):
    """The steps of choosing where a card opens other baronies: `of` whom, unless at home, then those of one taxation.

    Elements are ("of", seat, ignored kinds) and those of a taxation; none is a pass.
    """

    __slots__ = ("found", "others", "own")

    def __init__(self, found: list[Taxation]) -> None:
        super().__init__(found[0].player, TAX, TAX, empty=PASS)
        # If there is anything to tax at home that stands first.
        self.own = found[0] if found[0].holder == found[0].player else None
        self.found = found
        self.others = found if self.own is None else found[1:]

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if not picked:
            at_home: Sequence[Any] = () if self.own is None else self.own.more(NOTHING)
            return [*at_home, *[(OF, one.holder, one.ignoring) for one in self.others]], True
        if type(picked[0]) is int:
            return ([], False) if self.own is None else self.own.step(picked)
        for one in self.others:
            if one.holder == picked[0][1]:
                options, may_stop = one.step(picked[1:])
                return options, may_stop and len(picked) > 1
        return [], False

    def render(self, element: Any) -> str:
        one = self.found[0]
        if isinstance(element, tuple) and element[0] == OF:
            return f"of {one.g.seat_label(element[1])}"
        return one.render(element)

    def arrange(self, picked: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the elements of an answer: places in order, whose they are, and as what they are taxed."""
        if isinstance(picked[0], int):
            return self.found[0].arrange(picked)
        *places, uses = self.found[0].arrange(picked[1:])
        return (*places, picked[0], uses)


def tax(
    g: Game, seat: int, holder: int, places: Sequence[int], uses: Sequence[int], ignoring: frozenset[str] = NOTHING
) -> Flow | None:
    """Draw a card for each land, in the order of their places, then whatever else the taxation gives.

    `uses` are the colors as which the lands at those places are taxed.

    BAR-TAX-06, BAR-TAX-08, BAR-TAX-12; the order is that of BAR-OPEN-67: lands, "when", then "after" triggers
    of the taxer, then of the others clockwise. Cards of ignored kinds do nothing (BAR-PAPALDECREE-02,
    BAR-COOPER-07).
    """
    if g.log.on:
        g.log.later(_line, g.board, g.content.colors, seat, holder, places, uses)
    if g.quiet(Tax.key, Taxed.key, DRAW):
        _draw_quietly(g, seat, uses)
        return None
    cells = g.state.boards[holder]
    types = {cells[pos]: color for pos, color in zip(places, uses, strict=True)}
    return _tax(g, seat, Tax(seat, holder, types, ignoring))


def _tax(g: Game, seat: int, event: Tax) -> Flow:
    yield from g.moment("before", event)
    if g.quiet(DRAW):
        event.drawn += [(color, LAND) for color in _draw_quietly(g, seat, [*event.types.values()])]
    else:
        yield from g.within(event, _draw_for_lands(g, seat, event))
    yield from g.moment("when", event)
    yield from g.moment("after", event)
    if Taxed.key in g.heard or g.state.effects:
        yield from g.moment("after", Taxed(event))


def _possible(g: Game, seat: int, holder: int, places: tuple[int, ...], use: tuple[int, ...]) -> bool:
    """Tell whether a taxation is one of those that the rules and what is in force allow."""
    return any(one.holder == holder and use in one.uses(frozenset(places)) for one in taxations(g, seat))


def _line(
    board: Board, colors: Sequence[str], seat: int, holder: int, places: Iterable[int], uses: Iterable[int]
) -> Entry:
    lands = [f"{board.label(pos)} as {colors[color]}" for pos, color in zip(places, uses, strict=True)]
    return Entry("tax", {"player": seat, "holder": holder, "lands": lands})


def _draw_quietly(g: Game, seat: int, colors: Sequence[int]) -> Sequence[int]:
    """Draw a card of each of those colors; return the colors of those that there were."""
    one, count = colors[0], len(colors)
    if colors.count(one) == count <= len(g.state.zones[one]):
        g.draw_quietly(seat, count, one)
        return colors
    return [color for color in colors if g.draw_quietly(seat, 1, color)]


def _draw_for_lands(g: Game, seat: int, event: Tax) -> Flow:
    for color in event.types.values():
        drawn = yield from g.draw(None, seat, 1, color, event)
        if drawn:
            event.drawn.append((color, LAND))
