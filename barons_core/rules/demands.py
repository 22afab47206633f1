"""How many cards a demand to discard takes, once everything that lowers it is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from barons_core.engine.choices import Choice
from barons_core.rules.kinds import ACTION

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Source

Slot = tuple[int | None, int]
DEMAND: Final = "cards discarded from hand for an action"
DEMAND_OF_EACH: Final = "cards of each color discarded from hand for an action"


def lowered(g: Game, s: Source, actor: int, slots: Sequence[Slot]) -> Flow:
    """Return the slots of a demand after what lowers it; its payer says which of them lose a card.

    Costs are no demand, and neither is what a building asks for (BAR-GUARDIANKNIGHT-02, BAR-CHURCH-11).
    """
    left = within_reach(g, actor, slots)
    if s.kind != ACTION:
        return left
    left = within_reach(g, actor, _of_each(g, s, actor, left))
    total = sum(n for _, n in left)
    change = g.parameter(DEMAND, total, actor, s.card) - total
    g.spend((DEMAND,), lambda: g.parameter(DEMAND, total, actor, s.card))
    if change > 0:
        return within_reach(g, actor, [*left, (None, change)])
    for _ in range(-change):
        left = yield from _spare(g, s, actor, left)
    return left


def _of_each(g: Game, s: Source, actor: int, slots: Sequence[Slot]) -> list[Slot]:
    """Return the slots, each changed by what holds for every color that is asked for."""
    if not g.statics(DEMAND_OF_EACH):
        return list(slots)
    return [(color, g.parameter(DEMAND_OF_EACH, n, actor, s.card)) for color, n in slots]


def within_reach(g: Game, actor: int, slots: Sequence[Slot]) -> list[Slot]:
    """Return the slots cut to what the hand holds (BAR-FAMINE-03, BAR-OPEN-23)."""
    have = list(g.state.tally[actor])
    found: list[Slot] = []
    for color, n in slots:
        if color is not None and n > 0:
            found.append((color, min(n, have[color])))
            have[color] -= found[-1][1]
    for color, n in slots:
        if color is None and n > 0:
            found.append((None, min(n, sum(have))))
            have = [sum(have) - found[-1][1]]
    return [slot for slot in found if slot[1]]


def _spare(g: Game, s: Source, actor: int, slots: Sequence[Slot]) -> Flow:
    spared = 0
    if len(slots) > 1:
        spared = yield Choice(actor, f'"{g.title(s.card)}"', range(len(slots)),
                              lambda number: f"spare {_name(g, slots[number])}")
    left = [(color, n - (number == spared)) for number, (color, n) in enumerate(slots)]
    return [slot for slot in left if slot[1]]


def _name(g: Game, slot: Slot) -> str:
    return "any" if slot[0] is None else g.color_label(slot[0])
