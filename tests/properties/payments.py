"""What is paid is the printed price with all increases and reductions, computed once more by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from barons_core.engine import costs
from barons_core.engine.game import Game
from barons_core.model.definitions import Price, Source
from barons_core.rules import prices
from tests.properties import naive

ANY, SAME = "any", "same"
CHURCHES = ("Church/Cathedral", "Church", "Cathedral")
Parts = tuple[Any, ...]


class Ledger:
    """All payments made while it is open; each is checked as it is made."""

    def __init__(self) -> None:
        self.payments = 0
        self.target = -1

    @contextmanager
    def open(self) -> Iterator[Ledger]:
        """Look over the shoulder of everybody who pays."""
        pay, surcharge = costs.pay, prices.surcharge

        def watched(g: Game, s: Source, seat: int, printed: Sequence[Price], changes: Any = (),
                    without: Any = (), *rest: Any) -> Any:  # fmt: skip
            hand = list(g.state.zones[g.layout.hand(seat)])
            expected = [bills(price, *self.changes(g, s, seat, printed)) for price in printed]
            payment = yield from pay(g, s, seat, printed, changes, without, *rest)
            self.check(g, payment, expected[payment.price], set(hand) - set(without))
            return payment

        def aimed(g: Game, seat: int, knight: int, target: int) -> Any:
            self.target = target
            return surcharge(g, seat, knight, target)

        asked = [mock.patch(f"barons_core.rules.{module}.surcharge", aimed) for module in ("knights", "prices")]
        with mock.patch.object(costs, "pay", watched), asked[0], asked[1]:
            yield self

    def check(self, g: Game, payment: costs.Payment, expected: set[Parts], able: set[int]) -> None:
        """Check one payment: its cards come from the hand, and they are one of the bills that are right."""
        self.payments += 1
        cards = payment.cards
        assert len(set(cards)) == len(cards) and set(cards) <= able
        assert any(pays([g.color[card] for card in cards], bill) for bill in expected), (cards, expected)
        assert all(g.state.where[card] == g.layout.pile(g.color[card]) for card in cards)

    def changes(self, g: Game, s: Source, seat: int, printed: Sequence[Price]) -> tuple[list[Any], int]:
        """Return the cards by which a price rises, and by how many cards of choice it falls."""
        if any(printed is cost.prices for way in g.definition[s.card].ways for cost in way.costs):
            return [], falls(g, seat, s.card)
        if any(printed is section.cost.prices for way in g.definition[s.card].ways
               for section in way.sections if section.cost is not None):  # fmt: skip
            return [], 0
        return surcharges(g, seat, self.target), 0


def falls(g: Game, seat: int, card: int) -> int:
    """Return how many cards of choice fall away from the price of a card of the hand.

    BAR-GUILDHALL, BAR-HOLYKNIGHT, BAR-COMMANDINGKNIGHT.
    """
    kind = g.definition[card].kind
    if kind == "building":
        holy = len(naive.live(g, seat, "Holy Knight")) if g.title(card) in CHURCHES else 0
        return bool(naive.live(g, seat, "Guildhall")) + holy
    if kind == "knight":
        return sum(g.title(e.card) == "Commanding Knight" and e.you == seat for e in g.state.effects)
    return 0


def surcharges(g: Game, seat: int, target: int) -> list[int]:
    """Return the colors that an attack on a target costs (BAR-ARMORY)."""
    holder = g.layout.seat_of(g.state.where[target])
    if holder is None or holder == seat or naive.kind(g, target) != "knight":
        return []
    return [g.color[target]] * bool(naive.live(g, holder, "Armory"))


def bills(price: Price, rises: Sequence[Any] = (), falling: int = 0) -> set[Parts]:
    """Return every bill that a price may come to, each card of it a color, ANY or SAME."""
    parts = [color for color, amount in enumerate(price.amounts) for _ in range(amount)]
    found = {_sorted([*parts, *[ANY] * price.any, *[SAME] * price.same, *rises])}
    for _ in range(falling):
        found = {_sorted(bill[:n] + bill[n + 1:]) for bill in found for n in range(len(bill))} or {()}
    return found


def _sorted(parts: Sequence[Any]) -> Parts:
    return tuple(sorted(parts, key=str))


def pays(colors: Sequence[int], bill: Parts) -> bool:
    """Tell whether cards of those colors pay a bill exactly."""
    if len(colors) != len(bill):
        return False
    rest = Counter(colors)
    rest.subtract(part for part in bill if part not in (ANY, SAME))
    alike = bill.count(SAME)
    return min(rest.values(), default=0) >= 0 and (not alike or max(rest.values()) >= alike)


def payable(g: Game, seat: int, price: Price, falling: int, without: int) -> bool:
    """Tell by trying whether a hand without one card can pay a price."""
    hand = [g.color[card] for card in g.state.zones[g.layout.hand(seat)] if card != without]
    return any(_covers(hand, bill) for bill in bills(price, (), falling))


def _covers(hand: Sequence[int], bill: Parts) -> bool:
    rest = Counter(hand)
    rest.subtract(part for part in bill if part not in (ANY, SAME))
    alike, free = bill.count(SAME), bill.count(ANY)
    if min(rest.values(), default=0) < 0 or rest.total() < alike + free:
        return False
    return not alike or max(rest.values(), default=0) >= alike


def check_prices(game: Game) -> None:
    """Check for each card of the active hand whether it is payable, and that no price is below nothing."""
    seat = game.state.seat
    verbs = {"building": "build", "land": "lay", "knight": "play", "action": "play"}
    for card in list(game.state.zones[game.layout.hand(seat)]):
        definition = game.definition[card]
        verb = verbs[definition.kind]
        changes = costs.adjustments(game, prices.CARD, seat, card, verb)
        falling = falls(game, seat, card)
        for cost in (cost for way in definition.ways for cost in way.costs):
            assert all(min(costs.due(price, changes)[0].amounts) >= 0 for price in cost.prices)
            assert costs.payable(game, seat, cost.prices, changes, (card,)) == any(
                payable(game, seat, price, falling, card) for price in cost.prices)  # fmt: skip
