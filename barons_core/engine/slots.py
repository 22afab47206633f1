"""Which further elements a selection may take, so that every prefix can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from barons_core.engine import bills
from barons_core.engine.bills import Bill

if TYPE_CHECKING:
    from barons_core.engine.asking import Asking


class AnyOf:
    """Between `low` and `high` of the candidates; of equal cards one is offered at a time."""

    def __init__(self, g: Asking, candidates: Sequence[Any], low: int, high: int, who: int,
                 cards: bool) -> None:
        self.g = g
        self.candidates = candidates
        self.low = min(low, len(candidates))
        self.high = min(high, len(candidates))
        self.who = who
        self.cards = cards
        self.none_too = False

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if len(picked) >= self.high:
            return (), True
        may_stop = len(picked) >= self.low or (self.none_too and not picked)
        left = [x for x in self.candidates if x not in picked]
        if not may_stop and len(picked) + len(left) == self.low:
            return left[:1], False
        return self.g.distinct(left, self.who) if self.cards else left, may_stop


class Wallet:
    """Cards that pay a bill exactly, color by color, those of any color last; what is forced is not asked."""

    def __init__(self, g: Asking, cards: Sequence[int], bill: Bill, who: int) -> None:
        self.g = g
        self.cards = cards
        self.bill = bill
        self.wanted = bill.wanted
        self.low = self.high = bill.total
        self.who = who
        self.none_too = False
        self.have = bills.counts(g.color, cards, g.layout.colors)

    def step(self, picked: tuple[int, ...]) -> tuple[Sequence[int], bool]:
        if len(picked) == self.high:
            return (), True
        may_stop = self.none_too and not picked
        paid = bills.counts(self.g.color, picked, len(self.have))
        colors, due = self._due(paid)
        color = self.g.color
        cards = [card for card in self.cards if color[card] in colors and card not in picked]
        if not may_stop and len(cards) == due:
            return cards[:1], False
        return self.g.distinct(cards, self.who), may_stop

    def _due(self, paid: Sequence[int]) -> tuple[Sequence[int], int]:
        """Return the colors of the cards that may come next, and how many cards are due of them."""
        for color, amount in self.wanted:
            if paid[color] < amount:
                return (color,), amount - paid[color]
        return [color for color in range(len(paid)) if self._takes(color, paid)], self.high - sum(paid)

    def _takes(self, color: int, paid: Sequence[int]) -> bool:
        if paid[color] >= self.have[color]:
            return False
        more = list(paid)
        more[color] += 1
        left = [h - p for h, p in zip(self.have, more, strict=True)]
        return bills.fits(self.bill, left, more)


def slots_bill(slots: Sequence[tuple[int | None, int]], have: Sequence[int]) -> Bill:
    """Return slots, each a color (None: any) and a number, as a bill, as far as the cards there fill them."""
    amounts = [0] * len(have)
    free = 0
    for color, number in slots:
        if color is None:
            free += number
        else:
            amounts[color] += number
    amounts = [min(amount, there) for amount, there in zip(amounts, have, strict=True)]
    return Bill(tuple(amounts), min(free, sum(have) - sum(amounts)))
