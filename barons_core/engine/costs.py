"""Costs: alternatives, then increases, then reductions, floored once, then the cards are chosen."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from barons_core.engine import bills
from barons_core.engine.bills import ANY, Bill, affordable
from barons_core.engine.choices import Choice, Demand, Selection
from barons_core.engine.slots import Wallet
from barons_core.model.definitions import Price, Source, Static

if TYPE_CHECKING:
    from barons_core.engine.events import Event
    from barons_core.engine.game import Game


class Adjustment(NamedTuple):
    """An increase or reduction of a price by `amount` cards.

    `color` is theirs; None means any card where the price rises, and the payer's choice where it falls.
    """

    op: str
    amount: int
    color: int | None
    source: Source
    static: Static


class Payment(NamedTuple):
    """The cards that paid, and which of the prices it was."""

    cards: list[int]
    price: int


class PriceStep(NamedTuple):
    """One step of how a price comes about: who changes it (None: the printed price) and the bill after it."""

    adjustment: Adjustment | None
    bill: Bill


NO_ADJUSTMENTS: Final[tuple[Adjustment, ...]] = ()


def adjustments(g: Game, key: str, *args: Any,
                ignoring: frozenset[str] = frozenset()) -> tuple[Adjustment, ...]:
    """Return what the statics in force with that key change in a cost: the increases first."""
    spoken = g.statics(key, ignoring) if key in g.said else ()
    if not spoken:
        return NO_ADJUSTMENTS
    result = []
    # They stand in the order in which they apply: the increases first.
    for s, static in spoken:
        if static.op in ("rise", "fall") and (static.match is None or static.match(g, s, *args)):
            amount = static.value(g, s, *args) if static.value else 1
            color = static.detail(g, s, *args) if callable(static.detail) else None
            result.append(Adjustment(static.op, amount, color, s, static))
        elif static.op == "change" and (static.match is None or static.match(g, s, *args)):
            result += _changes(s, static, static.value(g, s, *args) if static.value else {})
            result.sort(key=_falls)
    return tuple(result)


def _changes(s: Source, static: Static, amounts: Mapping[int | None, int]) -> Iterator[Adjustment]:
    """Yield the adjustments of a change by color: more cards above zero, fewer below."""
    for color, amount in amounts.items():
        if amount:
            yield Adjustment("rise" if amount > 0 else "fall", abs(amount), color, s, static)


def _falls(change: Adjustment) -> bool:
    return change.op == "fall"


def price_steps(price: Price, changes: Sequence[Adjustment]) -> list[PriceStep]:
    """Return how a price comes about: printed, then each increase, then each reduction of a given color.

    Reductions at choice are steps too, with the bill as it is before the payer has chosen.
    """
    bill = Bill(price.amounts, price.any, price.same)
    steps = [PriceStep(None, bill)]
    for change in changes:
        part = ANY if change.color is None else change.color
        if change.op == "rise":
            bill = bill.plus(part, change.amount)
        elif change.color is not None:
            bill = bill.plus(part, -min(change.amount, bill.amounts[part]))
        steps.append(PriceStep(change, bill))
    return steps


def due(price: Price, changes: Sequence[Adjustment]) -> tuple[Bill, int]:
    """Return the bill of a price and how many of its cards fall away at the payer's choice."""
    if not changes:
        return Bill(price.amounts, price.any, price.same), 0
    free = sum(change.amount for change in changes if change.op == "fall" and change.color is None)
    return price_steps(price, changes)[-1].bill, free


def purse(g: Game, seat: int, without: Collection[int] = ()) -> list[int]:
    """Return the number of cards of each color with which a seat can pay."""
    have = g.state.tally[seat]
    if not without:
        return have
    have = have[:]
    hand, where, color = g.layout.hand0 + seat, g.state.where, g.color
    for card in without:
        own = color[card]
        if own >= 0 and where[card] == hand:
            have[own] -= 1
    return have


def payable(g: Game, seat: int, prices: Sequence[Price], changes: Sequence[Adjustment] = NO_ADJUSTMENTS,
            without: Collection[int] = ()) -> bool:
    """Return whether a seat can pay one of the prices from hand, leaving the cards of `without` aside."""
    return payable_from(g, seat, prices, changes, purse(g, seat, without))


def payable_from(g: Game, seat: int, prices: Sequence[Price], changes: Sequence[Adjustment],
                 have: Sequence[int]) -> bool:
    """Return whether a seat can pay one of the prices with that many cards of each color."""
    for price in prices:
        if changes or price.tokens:
            if _possible(g, seat, price, changes, have):
                return True
        elif affordable(price, have):
            return True
    return False


def _possible(g: Game, seat: int, price: Price, changes: Sequence[Adjustment], have: Sequence[int]) -> bool:
    if price.tokens and any(g.state.counters.get((name, seat), 0) < n for name, n in price.tokens):
        return False
    if not changes:
        return affordable(price, have)
    bill, free = due(price, changes)
    if not free:
        return affordable(bill, have)
    return bills.payable_less(bill, free, have)


def pay(g: Game, s: Source | None, seat: int, prices: Sequence[Price],
        changes: Sequence[Adjustment] = NO_ADJUSTMENTS, without: Collection[int] = (), purpose: str = "",
        cause: Event | None = None) -> Generator[Demand, Any, Payment]:
    """Let a seat pay one of the prices and discard the cards for it.

    The caller has made sure that it is payable (ValueError if not). `purpose` is what the question says.
    """
    prompt = purpose or (f'"{g.title(s.card)}"' if s is not None else "pay")
    have = purse(g, seat, without)
    open_ = [n for n, price in enumerate(prices) if payable_from(g, seat, (price,), changes, have)]
    if not open_:
        raise ValueError(f"{prompt}: {g.names[seat]} can pay none of the prices")
    number = open_[0]
    if len(open_) > 1:
        number = yield Choice(seat, prompt, open_, lambda n: f"cost {price_label(g.content.colors, prices[n])}")
    bill, free = due(prices[number], changes)
    if free:
        bill = yield from _drop(g, seat, bill, free, have, prompt)
    cards: list[int] = []
    if bill.total:
        hand, color = g.state.zones[g.layout.hand(seat)], g.color
        wanted = bill.colors()
        able = [card for card in hand if color[card] in wanted and card not in without]
        if len(able) == bill.total:
            # All of them pay, in the order of a selection.
            cards = sorted(able)
        else:
            asked = Wallet(g, seat, prompt, "pay", g.preferred(able), bill)
            asked.audience = g.private(seat, able)
            picked = yield asked
            cards = list(picked)
    for name, n in prices[number].tokens:
        g.state.counters[name, seat] -= n
    yield from g.discard(s, cards, seat, cause)
    return Payment(cards, number)


def _drop(g: Game, seat: int, bill: Bill, free: int, have: Sequence[int],
          prompt: str) -> Generator[Demand, Any, Bill]:
    n = min(free, bill.total)
    if not n:
        return bill
    drop = Drop(g, seat, prompt, bill, n, have)
    picked = yield drop
    return drop.after(picked)


class Drop(Selection):
    """Which cards of a bill fall away: only such ways are offered that leave a bill the payer can pay."""

    __slots__ = ("bill", "g", "have", "n")

    def __init__(self, g: Game, seat: int, prompt: str, bill: Bill, n: int, have: Sequence[int]) -> None:
        super().__init__(seat, prompt, "drop")
        self.g = g
        self.bill = bill
        self.n = n
        self.have = tuple(have)

    def after(self, picked: Sequence[int]) -> Bill:
        bill = self.bill
        for part in picked:
            bill = bill.less(part)
        return bill

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        left = self.n - len(picked)
        if not left:
            return (), True
        bill = self.after(picked)
        return [part for part in bill.parts() if self._open(bill.less(part), left - 1)], False

    def render(self, element: Any) -> str:
        return _PARTS.get(element) or self.g.color_label(element)

    def arrange(self, picked: tuple[Any, ...]) -> list[Any]:
        return sorted(picked, key=_in_bill)

    def _open(self, bill: Bill, left: int) -> bool:
        return bills.payable_less(bill, left, self.have)


def _in_bill(part: int) -> tuple[bool, int]:
    return part < 0, abs(part)


_PARTS: Final = {ANY: "any", bills.SAME: "same"}


def price_label(colors: Sequence[str], price: Price) -> str:
    """Return how a price is written, color by color, or `none`."""
    parts = [f"{n} {colors[color]}" for color, n in enumerate(price.amounts) if n]
    parts += [f"{price.any} any"] * bool(price.any) + [f"{price.same} of one color"] * bool(price.same)
    parts += [f"{n} {name}" for name, n in price.tokens]
    return ", ".join(parts) or "none"
