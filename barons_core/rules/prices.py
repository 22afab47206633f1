"""What cards cost in Barons: printed, then changed by what is in force, paid through the engine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from barons_core.engine import bills, costs
from barons_core.engine.costs import NO_ADJUSTMENTS, Adjustment
from barons_core.model.definitions import Price

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import CardDefinition, Cost, Source, Way
    from barons_core.model.rulesets import Content

CARD: Final = "cost of a card"
ATTACK: Final = "cost of an attack"
LEAST: Final = "least that a card costs"


def in_reach(g: Game, seat: int, cards: list[int]) -> list[int]:
    """Return those of some cards of a hand of whose printed price the rest of the hand has enough of each color.

    A quick look that saves the thorough one: what is left out cannot be paid. All stay where something changes prices.
    """
    if not cards or g.statics(CARD):
        return cards
    least = g.content.kept.get(LEAST) or _least(g.content)
    have, index, color = g.state.tally[seat], g.index, g.color
    found = []
    for card in cards:
        for wanted, amount in least[index[card]]:
            if have[wanted] < amount + (wanted == color[card]):
                break
        else:
            found.append(card)
    return found


def _least(content: Content) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Find out once a content, for each definition, what it costs at least of each color, however it is played."""
    known: tuple[tuple[tuple[int, int], ...], ...]
    known = content.kept[LEAST] = tuple([_cheapest(definition) for definition in content.definitions])
    return known


def _cheapest(definition: CardDefinition) -> tuple[tuple[int, int], ...]:
    prices = [price.amounts for way in definition.ways for cost in way.costs for price in cost.prices]
    if not prices or not all(way.costs for way in definition.ways):
        return ()
    return tuple([(color, amount) for color, amount in enumerate(map(min, zip(*prices, strict=True))) if amount])


def affordable_ways(g: Game, seat: int, card: int, verb: str) -> list[tuple[int, Way]]:
    """Return the ways of a card, with their numbers, that can be paid from the rest of the hand.

    BAR-COST-01, BAR-COST-02, BAR-COST-07.
    """
    changes = costs.adjustments(g, CARD, seat, card, verb)
    have = costs.purse(g, seat, (card,))
    found = []
    for number, way in enumerate(g.definition[card].ways):
        payable = not way.costs
        for cost in way.costs:
            payable = payable or costs.payable_from(g, seat, cost.prices, changes, have)
        if payable:
            found.append((number, way))
    return found


def prices_payable(g: Game, seat: int, prices: Sequence[Price], without: Collection[int] = ()) -> bool:
    """Tell whether one of the prices of an ability can be paid."""
    return costs.payable(g, seat, prices, NO_ADJUSTMENTS, without)


def pay_for(g: Game, s: Source, card: int, way: int, verb: str, cost: Cost | None = None) -> Flow:
    """Pay one cost of a card (by default its first) in full and nothing more; return the cards paid.

    BAR-COST-03, BAR-COST-04, BAR-COST-05, BAR-COST-08, BAR-COST-09, BAR-GUILDHALL-06, BAR-OPEN-25,
    BAR-OPEN-68.
    """
    printed = g.definition[card].ways[way].costs
    if not printed:
        return []
    chosen = printed[0] if cost is None else cost
    changes = costs.adjustments(g, CARD, s.you, card, verb)
    payment = yield from costs.pay(g, s, s.you, chosen.prices, changes, (card,))
    g.spend((CARD,), lambda: _asked(chosen.prices[payment.price], costs.adjustments(g, CARD, s.you, card, verb)))
    return payment.cards


def _asked(price: Price, changes: Sequence[Adjustment]) -> tuple[bills.Bill, int]:
    """Return what a price comes to: its bill, and how many cards of it fall away at choice."""
    bill, free = costs.due(price, changes)
    return bill, min(free, bill.total)


def still_payable(g: Game, seat: int, card: int, way: Way, verb: str, cost: Cost | None = None) -> bool:
    """Tell whether a card is still in hand and payable, after what others have done before it is played."""
    if g.state.where[card] == g.layout.hand(seat):
        chosen = way.costs[:1] if cost is None else (cost,)
        changes = costs.adjustments(g, CARD, seat, card, verb)
        if not chosen or costs.payable(g, seat, chosen[0].prices, changes, (card,)):
            return True
    g.log("cannot pay", player=seat, card=card)
    return False


def pay_prices(g: Game, s: Source, prices: Sequence[Price]) -> Flow:
    """Pay one of the prices of an ability; return the cards paid."""
    payment = yield from costs.pay(g, s, s.you, prices)
    return payment.cards


def surcharge(g: Game, seat: int, knight: int, target: int) -> tuple[Adjustment, ...]:
    """Return what an attack on that target costs beyond the knight.

    BAR-ARMORY-05, -06, -09, BAR-OPEN-36, -37.
    """
    return costs.adjustments(g, ATTACK, seat, knight, target)


def surcharge_payable(g: Game, seat: int, changes: Sequence[Adjustment]) -> bool:
    return not changes or costs.payable(g, seat, (nothing(g),), changes)


def pay_surcharge(g: Game, s: Source, knight: int, target: int) -> Flow:
    """Pay for the target in a second payment of its own (BAR-OPEN-36)."""
    changes = surcharge(g, s.you, knight, target)
    if changes:
        yield from costs.pay(g, s, s.you, (nothing(g),), changes)
        g.spend((ATTACK,), lambda: _asked(nothing(g), surcharge(g, s.you, knight, target)))


def payable_together(
    g: Game, seat: int, card: int, prices: Sequence[Price], changes: Sequence[Adjustment],
    extra: Sequence[Adjustment],
) -> bool:
    """Tell whether some payment of a card leaves enough for a surcharge (BAR-KNIGHT-07, BAR-ARMORY-07)."""
    have = costs.purse(g, seat, (card,))
    more, fewer = costs.due(nothing(g), extra)
    for price in prices:
        bill, free = costs.due(price, changes)
        if bills.payable_with(bill, free, more, fewer, have):
            return True
    return False


def nothing(g: Game) -> Price:
    """Return the price of a thing that costs nothing by itself."""
    price: Price | None = g.content.kept.get("nothing")
    if price is None:
        price = g.content.kept["nothing"] = Price((0,) * len(g.content.colors))
    return price
