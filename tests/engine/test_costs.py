from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from operator import add
from random import Random
from typing import Any

import pytest

from barons_core.engine import costs
from barons_core.engine.bills import Bill, affordable, payable_less, payable_with
from barons_core.engine.game import Game
from barons_core.model.definitions import Price, Static
from tests.engine.toy import HERE, Script, card, content, put

RED, BLUE, GREEN = range(3)


def paying(prices: list[Price], *hand: str, statics: tuple[Static, ...] = (),
           without: Any = None) -> tuple[Game, list[costs.Payment]]:
    paid: list[costs.Payment] = []

    def play(g: Game) -> Any:
        put(g, "Till", 0, 1)
        changes = costs.adjustments(g, "cost of a card", 0)
        aside = g.state.zones[g.layout.hand(0)][:without] if without else ()
        if costs.payable(g, 0, prices, changes, aside):
            paid.append((yield from costs.pay(g, None, 0, prices, changes, aside)))

    till = card("Till", copies=1, statics=statics)
    extra = [card("Amber", (0,), 9), card("Cyan", (1,), 9), card("Plum", (2,), 9)]
    game = Game(content(till, *extra, rules=Script(play, hand)), 2, 1)
    game.answer("go")
    assert game.fault is None, game.fault
    return game, paid


def fall(n: int, color: int | None = None) -> Static:
    detail = "choice" if color is None else lambda g, s, *a: color
    return Static("cost of a card", "fall", HERE, value=lambda g, s, *a: n, detail=detail)


def rise(n: int, color: int) -> Static:
    return Static("cost of a card", "rise", HERE, value=lambda g, s, *a: n, detail=lambda g, s, *a: color)


def ids(game: Game) -> list[str]:
    assert game.choice is not None
    return game.choice.ids()


def test_a_forced_payment_is_not_asked() -> None:
    game, paid = paying([Price((1, 1, 0))], "Ash", "Cedar", "Plum")

    assert [game.title(c) for c in paid[0].cards] == ["Ash", "Cedar"]
    assert game.answers == ["go"]


def test_cards_of_the_right_color_are_offered() -> None:
    game, paid = paying([Price((1, 1, 0))], "Ash", "Birch", "Cedar")
    assert ids(game) == ['amber "Ash"', 'amber "Birch"']

    game.answer('pay cyan "Cedar" amber "Birch"')

    assert game.answers[-1] == 'pay amber "Birch" cyan "Cedar"'
    assert [game.title(c) for c in game.state.zones[game.layout.pile(RED)]] == ["Birch"]
    assert len(paid) == 1


def test_a_price_that_cannot_be_paid_is_not_payable() -> None:
    assert paying([Price((2, 0, 0))], "Ash", "Cedar")[1] == []


def test_cards_left_aside_do_not_pay() -> None:
    assert paying([Price((2, 0, 0))], "Ash", "Birch", without=1)[1] == []


def test_alternatives_are_asked_only_if_several_can_be_paid() -> None:
    prices = [Price((2, 0, 0)), Price((0, 1, 0))]
    one, paid = paying(prices, "Ash", "Cedar")
    both, _ = paying(prices, "Ash", "Birch", "Cedar")

    assert (paid[0].price, one.answers) == (1, ["go"])
    assert ids(both) == ["cost 2 amber", "cost 1 cyan"]


def test_nothing_is_asked_for_a_price_of_nothing() -> None:
    assert paying([Price((0, 0, 0))])[1] == [costs.Payment([], 0)]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_price_never_falls_below_nothing(n: int) -> None:
    game, paid = paying([Price((1, 0, 0))], "Plum", statics=(fall(n),))

    assert paid == [costs.Payment([], 0)]
    assert len(game.state.zones[game.layout.hand(0)]) == 1


def test_the_payer_chooses_which_card_falls_away_if_it_matters() -> None:
    game, _ = paying([Price((1, 1, 0))], "Ash", "Cedar", statics=(fall(1),))
    assert ids(game) == ["amber", "cyan"]

    game.answer("drop cyan")

    assert game.answers == ["go", "drop cyan"]
    assert len(game.state.zones[game.layout.pile(RED)]) == 1


def test_only_what_can_be_paid_then_falls_away() -> None:
    game, paid = paying([Price((1, 1, 0))], "Ash", statics=(fall(1),))

    assert game.answers == ["go"]
    assert [game.title(c) for c in paid[0].cards] == ["Ash"]


def test_two_reductions_are_one_answer() -> None:
    game, paid = paying([Price((1, 1, 1))], "Ash", "Cedar", "Plum", statics=(fall(1), fall(1)))

    game.answer("drop plum amber")

    assert game.answers[-1] == "drop amber plum"
    assert [game.title(c) for c in paid[0].cards] == ["Cedar"]


def test_an_increase_comes_before_a_reduction() -> None:
    _, paid = paying([Price((0, 0, 0))], "Ash", statics=(fall(1), rise(1, RED)))

    assert paid == [costs.Payment([], 0)]


def test_a_reduction_of_a_color_spares_the_others() -> None:
    _, paid = paying([Price((1, 1, 0))], "Cedar", statics=(fall(2, RED),))

    assert len(paid[0].cards) == 1


def test_a_price_is_a_list_of_steps() -> None:
    def play(g: Game) -> Any:
        put(g, "Till", 0, 1)
        steps = costs.price_steps(Price((1, 0, 0)), costs.adjustments(g, "cost of a card", 0))
        g.log("steps", bills=[tuple(step.bill) for step in steps])
        yield from ()

    till = card("Till", copies=1, statics=(fall(1), fall(3, RED), rise(2, RED)))
    game = Game(content(till, rules=Script(play)), 2, 1)
    game.answer("go")

    assert [e.data["bills"] for e in game.log if e.key == "steps"] == [
        [((1, 0, 0), 0, 0), ((3, 0, 0), 0, 0), ((3, 0, 0), 0, 0), ((0, 0, 0), 0, 0)]]


def test_same_asks_for_cards_of_one_color() -> None:
    game, paid = paying([Price((0, 0, 0), same=2)], "Ash", "Birch", "Cedar", "Cyan", "Plum")
    assert ids(game) == ['amber "Ash"', 'amber "Birch"', 'cyan "Cedar"', 'cyan "Cyan"']

    game.answer('cyan "Cyan"')

    assert [game.title(c) for c in paid[0].cards] == ["Cedar", "Cyan"]


def test_any_takes_whatever_is_left() -> None:
    game, paid = paying([Price((1, 0, 0), any=1)], "Ash", "Cedar", "Plum")
    assert ids(game) == ['cyan "Cedar"', 'plum "Plum"']

    game.answer('plum "Plum"')

    assert [game.title(c) for c in paid[0].cards] == ["Ash", "Plum"]


def test_tokens_are_paid_from_the_counters() -> None:
    def play(g: Game) -> Any:
        g.state.counters["coin", 0] = 2
        price = [Price((0, 0, 0), tokens=(("coin", 2),))]
        assert costs.payable(g, 0, price) and not costs.payable(g, 1, price)
        yield from costs.pay(g, None, 0, price)
        assert not costs.payable(g, 0, price)

    game = Game(content(rules=Script(play)), 2, 1)
    game.answer("go")

    assert game.fault is None
    assert game.state.counters["coin", 0] == 0


def by_hand(bill: Bill, have: tuple[int, ...]) -> bool:
    """Whether some set of cards pays a bill, by trying all of them."""
    cards = [color for color, n in enumerate(have) for _ in range(n)]
    return any(pays(bill, Counter(chosen)) for chosen in combinations(cards, bill.total))


def pays(bill: Bill, chosen: Counter[int]) -> bool:
    rest = Counter(chosen)
    for color, amount in enumerate(bill.amounts):
        rest[color] -= amount
    one_color = not bill.same or any(rest[c] >= bill.same for c in range(3))
    return min(rest.values(), default=0) >= 0 and one_color


def test_affordable_is_what_some_set_of_cards_pays() -> None:
    for *amounts, free, same in product(range(2), range(2), range(2), range(3), range(3)):
        bill = Bill(tuple(amounts), free, same)
        for have in product(range(4), range(3), range(3)):
            assert affordable(bill, have) == by_hand(bill, have), (bill, have)


def reduced(bill: Bill, n: int) -> set[Bill]:
    """Return all bills left when `n` cards of the payer's choice fall away, or all if there are fewer."""
    found = {bill}
    for _ in range(min(n, bill.total)):
        found = {each.less(part) for each in found for part in each.parts()}
    return found


def test_what_is_left_of_a_bill_is_payable_if_any_way_to_reduce_it_is() -> None:
    for *amounts, free, same in product(range(4), range(3), range(3), range(4)):
        bill = Bill(tuple(amounts), free, same)
        for n, *have in product(range(5), range(4), range(3)):
            expected = any(affordable(each, have) for each in reduced(bill, n))
            assert payable_less(bill, n, have) == expected, (bill, n, have)


def test_two_bills_are_payable_if_any_way_to_reduce_both_is() -> None:
    dice = Random(1)
    for _ in range(4_000):
        one, other = (Bill((dice.randrange(4), dice.randrange(3)), dice.randrange(3), dice.randrange(3)) for _ in "ab")
        n, m, have = dice.randrange(4), dice.randrange(4), [dice.randrange(5), dice.randrange(4)]
        together = [Bill(tuple(map(add, a.amounts, b.amounts)), a.any + b.any, a.same + b.same)
                    for a in reduced(one, n) for b in reduced(other, m)]
        assert payable_with(one, n, other, m, have) == any(affordable(each, have) for each in together)


def test_large_bills_and_reductions_take_no_time() -> None:
    """As somebody may write them who means no good."""
    large = Bill((99, 99, 99), 10**9, 99)

    assert not payable_less(large, 99, [300] * 3)
    assert payable_less(large, 10**9 + 99, [300] * 3)
    assert not payable_with(large, 99, large, 10**9, [300] * 3)
