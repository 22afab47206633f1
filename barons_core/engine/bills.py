"""Bills: what is to be paid after all increases and reductions, and whether cards can pay it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from barons_core.model.definitions import Price

ANY = -1
SAME = -2


class Bill(NamedTuple):
    """A number of cards for each color, `any` cards of any color, and `same` cards that share one color."""

    amounts: tuple[int, ...]
    any: int = 0
    same: int = 0

    @property
    def total(self) -> int:
        return sum(self.amounts) + self.any + self.same

    def colors(self) -> Sequence[int]:
        """Return the colors of cards that can pay some of the bill."""
        if self.any or self.same:
            return range(len(self.amounts))
        return [color for color, amount in enumerate(self.amounts) if amount]

    def parts(self) -> list[int]:
        """Return what the bill has something of: colors, ANY, SAME."""
        parts = [color for color, amount in enumerate(self.amounts) if amount]
        return parts + [ANY] * bool(self.any) + [SAME] * bool(self.same)

    def less(self, part: int) -> Bill:
        """Return the bill with one card less of a part."""
        return self.plus(part, -1)

    def plus(self, part: int, n: int = 1) -> Bill:
        """Return the bill with `n` cards more of a part."""
        if part == ANY:
            return self._replace(any=self.any + n)
        if part == SAME:
            return self._replace(same=self.same + n)
        amounts = list(self.amounts)
        amounts[part] += n
        return self._replace(amounts=tuple(amounts))


def fits(bill: Bill | Price, left: Sequence[int], picked: Sequence[int]) -> bool:
    """Return whether cards already picked, by color, and some of those left can pay a bill exactly."""
    open_ = bill.any + bill.same
    extra = 0
    spare = [0] * len(left)
    over = [0] * len(left)
    for color, amount in enumerate(bill.amounts):
        gap = amount - picked[color]
        if gap > left[color]:
            return False
        spare[color] = left[color] - gap if gap > 0 else left[color]
        if gap < 0:
            over[color] = -gap
            extra -= gap
    if extra > open_ or extra + sum(spare) < open_:
        return False
    return not bill.same or any(over[c] + spare[c] >= bill.same and extra - over[c] <= bill.any
                                for c in range(len(left)))


def affordable(bill: Bill | Price, have: Sequence[int]) -> bool:
    """Return whether a hand with that many cards of each color can pay a bill or printed price."""
    for color, amount in enumerate(bill.amounts):
        if have[color] < amount:
            return False
    if not bill.any and not bill.same:
        return True
    return fits(bill, have, (0,) * len(have))


@lru_cache(maxsize=4096)
def reduced(bill: Bill, n: int) -> frozenset[Bill]:
    """Return all bills left when `n` cards of the payer's choice fall away, or all if there are fewer."""
    bills: set[Bill] = {bill}
    for _ in range(min(n, bill.total)):
        bills = {each.less(part) for each in bills for part in each.parts()}
    return frozenset(bills)


def counts(colors: Sequence[int], cards: Iterable[int], size: int) -> list[int]:
    """Return how many of the cards have each color."""
    result = [0] * size
    for card in cards:
        if colors[card] >= 0:
            result[colors[card]] += 1
    return result
