"""Which further elements a selection may take, so that every prefix can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from barons_core.engine import bills
from barons_core.engine.bills import Bill
from barons_core.engine.choices import Prompt, Selection

if TYPE_CHECKING:
    from barons_core.engine.asking import Asking


class AnyOf(Selection):
    """Between `low` and `high` of the candidates; of equal cards one is offered at a time."""

    __slots__ = ("candidates", "g", "high", "kind", "low", "none_too")

    def __init__(self, g: Asking, who: int, prompt: Prompt, verb: str, kind: str, candidates: Sequence[Any], low: int,
                 high: int) -> None:
        super().__init__(who, prompt, verb)
        self.g = g
        self.kind = kind
        self.candidates = candidates
        self.low = min(low, len(candidates))
        self.high = min(high, len(candidates))
        self.none_too = False

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if len(picked) >= self.high:
            return (), True
        may_stop = len(picked) >= self.low or (self.none_too and not picked)
        left = [x for x in self.candidates if x not in picked]
        if not may_stop and len(picked) + len(left) == self.low:
            return left[:1], False
        return self.g.distinct(left, self.player) if self.kind == "Card" else left, may_stop

    def render(self, element: Any) -> str:
        return self.g.label_among(self.kind, element, self.candidates, self.player)

    def arrange(self, picked: tuple[Any, ...]) -> list[Any]:
        return self.g.as_seen(picked, self.player) if self.kind == "Card" else sorted(picked)


class Wallet(Selection):
    """Cards that pay a bill exactly, color by color, those of any color last; what is forced is not asked."""

    __slots__ = ("bill", "cards", "g", "have", "high", "low", "none_too", "wanted")

    def __init__(self, g: Asking, who: int, prompt: Prompt, verb: str, cards: Sequence[int], bill: Bill) -> None:
        super().__init__(who, prompt, verb)
        self.g = g
        self.cards = cards
        self.bill = bill
        self.wanted = bill.wanted
        self.low = self.high = bill.total
        self.none_too = False
        self.have = bills.counts(g.color, cards, g.layout.colors)

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if len(picked) == self.high:
            return (), True
        may_stop = self.none_too and not picked
        paid = bills.counts(self.g.color, picked, len(self.have))
        colors, due = self._due(paid)
        color = self.g.color
        cards = [card for card in self.cards if color[card] in colors and card not in picked]
        if not may_stop and len(cards) == due:
            return cards[:1], False
        return self.g.distinct(cards, self.player), may_stop

    def render(self, element: Any) -> str:
        return self.g.card_label_among(element, self.cards, self.player)

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
