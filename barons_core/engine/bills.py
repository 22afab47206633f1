"""Bills: what is to be paid after all increases and reductions, and whether cards can pay it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from barons_core.model.definitions import Price

ANY: Final = -1
SAME: Final = -2


class Bill(NamedTuple):
    """A number of cards for each color, `any` cards of any color, and `same` cards that share one color."""

    amounts: tuple[int, ...]
    any: int = 0
    same: int = 0

    @property
    def total(self) -> int:
        return sum(self.amounts) + self.any + self.same

    @property
    def wanted(self) -> Sequence[tuple[int, int]]:
        """The colors of which any cards are due, each with its number."""
        return [(color, amount) for color, amount in enumerate(self.amounts) if amount]

    def colors(self) -> Sequence[int]:
        """Return the colors of cards that can pay some of the bill."""
        if self.any or self.same:
            return range(len(self.amounts))
        return [color for color, _ in self.wanted]

    def parts(self) -> list[int]:
        """Return what the bill has something of: colors, ANY, SAME."""
        parts = [color for color, _ in self.wanted]
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


def payable_less(bill: Bill, n: int, have: Sequence[int]) -> bool:
    """Return whether a bill can be paid once `n` of its cards, of the payer's choice, fall away.

    What the hand is short of must fall away. Beyond that a card that shares its color with others eases paying most,
    and any card more than one of a color; so nothing needs to be tried out.
    """
    amounts = tuple(map(min, bill.amounts, have))
    n -= sum(bill.amounts) - sum(amounts)
    if n < 0:
        return False
    same = max(0, bill.same - n)
    free = max(0, bill.any - max(0, n - bill.same))
    return (not same and not free) or affordable(Bill(amounts, free, same), have)


def payable_with(bill: Bill, n: int, other: Bill, m: int, have: Sequence[int]) -> bool:
    """Return whether two bills can be paid together once `n` cards of the one and `m` of the other fall away."""
    falling = _Falling(_by_part(bill), n, _by_part(other), m)
    for color, held in enumerate(have):
        if not falling.take(color, max(0, falling.parts[color] - held)):
            return False
    falling.most(SAME)
    # Where cards must still share a color, it may be any of the colors of which further cards fall away.
    return any(falling.copy().pays(color, have) for color in range(len(have)))


class _Falling:
    """Two bills paid together, and what may still fall away of each; `parts` is what is left of both."""

    def __init__(self, one: dict[int, int], n: int, other: dict[int, int], m: int) -> None:
        self.one, self.other = one, other
        self.parts = {part: amount + self.other[part] for part, amount in self.one.items()}
        self.gone = dict.fromkeys(self.parts, 0)
        self.n, self.m = n, m

    def copy(self) -> _Falling:
        new = _Falling(self.one, self.n, self.other, self.m)
        new.parts, new.gone = self.parts.copy(), self.gone.copy()
        return new

    def take(self, part: int, amount: int) -> bool:
        """Let so many cards of a part fall away; return whether that may be."""
        if amount > self._open(part):
            return False
        self.parts[part] -= amount
        self.gone[part] += amount
        return True

    def most(self, part: int) -> None:
        """Let as many cards of a part fall away as may."""
        self.take(part, self._open(part))

    def pays(self, color: int, have: Sequence[int]) -> bool:
        """Let all fall away that may, of that color first; return whether the rest can be paid."""
        for part in (color, ANY, *range(len(have))):
            self.most(part)
        amounts = tuple([self.parts[each] for each in range(len(have))])
        return affordable(Bill(amounts, self.parts[ANY], self.parts[SAME]), have)

    def _open(self, part: int) -> int:
        """Return how many more cards of a part may fall away, whichever bill they belong to."""
        gone = self.gone[part]
        # What one bill cannot lose, the other must.
        rest_n = self.n - sum([max(0, self.gone[each] - self.other[each]) for each in self.gone])
        rest_m = self.m - sum([max(0, self.gone[each] - self.one[each]) for each in self.gone])
        return min(self.parts[part], self.n + self.m - sum(self.gone.values()),
                   max(0, self.other[part] - gone) + rest_n, max(0, self.one[part] - gone) + rest_m)


def _by_part(bill: Bill) -> dict[int, int]:
    return {**dict(enumerate(bill.amounts)), ANY: bill.any, SAME: bill.same}


def counts(colors: Sequence[int], cards: Iterable[int], size: int) -> list[int]:
    """Return how many of the cards have each color."""
    result = [0] * size
    for card in cards:
        if colors[card] >= 0:
            result[colors[card]] += 1
    return result
