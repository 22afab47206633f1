"""Trades as a written protocol."""

import pytest

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.game import Game
from tests.rules.builders import card, counts, game, hand, ids, static

STALL = card("building", "Stall", "blue", statics=(
    static("trade with", "allow", lambda g, s, seat, partner: seat == s.you),))


def table(mine: list[str], theirs: list[str], seats: int = 2) -> Game:
    return game(STALL, boards=[{"(1,0)": "Stall"}], hands=[mine, theirs], seats=seats)


def proposed(g: Game, offer: str, ask: str) -> Game:
    g.answer("trade with P2")
    if any(one.startswith(("red", "blue", "green", "yellow")) for one in ids(g)):
        g.answer(f"offer {offer}")
    g.answer(f"ask {ask}")
    return g


@pytest.mark.ruling("BAR-MARKET-01", "BAR-MARKET-02", "BAR-OPEN-20", "BAR-FAQ-05")
def test_a_trade_needs_a_live_card_that_allows_it_and_cards_on_both_sides() -> None:
    assert "trade with P2" in ids(table(["red"], ["blue"]))
    assert "trade with P2" not in ids(table(["red"], []))
    assert "trade with P2" not in ids(game(boards=[{}], hands=[["red"], ["blue"]]))
    assert "trade with P2" not in ids(game(STALL, boards=[{"(5,5)": "Stall"}], hands=[["red"], ["blue"]]))


@pytest.mark.ruling("BAR-MARKET-04", "BAR-MARKET-07")
def test_both_sides_move_when_the_partner_gives_what_is_asked() -> None:
    g = proposed(table(["red: Hut red"], ["blue", "green", "blue"]), 'red "Hut red" unnamed', "blue green")

    assert g.choice is not None and g.choice.player == 1
    g.answer('give blue "Hut blue" green "Hut green"')

    assert counts(g, 0) == [0, 1, 1, 0]
    assert counts(g, 1) == [1, 1, 0, 0]


@pytest.mark.ruling("BAR-MARKET-05")
def test_what_is_given_fits_what_is_asked() -> None:
    g = proposed(table(["red: Hut red"], ["blue", "green"]), 'red "Hut red" unnamed', "blue")

    with pytest.raises(IllegalAnswer):
        g.answer('give green "Hut green"')


@pytest.mark.ruling("BAR-MARKET-05")
def test_a_title_that_is_said_is_known_one_that_is_not_said_is_not() -> None:
    said = proposed(table(["red: Hut red"], ["blue"]), 'red "Hut red" named', "blue")
    unsaid = proposed(table(["red: Hut red"], ["blue"]), 'red "Hut red" unnamed', "blue")

    assert [one.title for one in said.view(1).hands[0]] == ["Hut red"]
    assert [one.title for one in unsaid.view(1).hands[0]] == [None]
    assert unsaid.choice is not None and "Hut red" not in unsaid.choice.prompt


@pytest.mark.ruling("BAR-MARKET-07")
def test_a_declined_proposal_is_not_made_again_while_the_hands_stay() -> None:
    g = proposed(table(["red: Hut red"], ["blue", "green"]), 'red "Hut red" unnamed', "blue")
    g.answer("decline")

    assert hand(g, 0) == ["Hut red"]
    g.answer("trade with P2")
    g.answer('offer red "Hut red" unnamed')
    with pytest.raises(IllegalAnswer):
        g.answer("ask blue")
    g.answer("ask green")
    assert g.choice is not None and g.choice.player == 1


@pytest.mark.ruling("BAR-MARKET-03")
def test_several_trades_in_one_turn() -> None:
    g = proposed(table(["red: Hut red"], ["blue", "green"]), 'red "Hut red" unnamed', "blue")
    g.answer('give blue "Hut blue"')

    assert "trade with P2" in ids(g)


@pytest.mark.ruling("BAR-OPEN-59")
def test_third_players_see_neither_offer_nor_cards() -> None:
    g = proposed(table(["red: Hut red"], ["blue"], seats=3), 'red "Hut red" named', "blue")

    assert g.view(2).asked is None
    g.answer('give blue "Hut blue"')

    assert all(one.title is None for one in (*g.view(2).hands[0], *g.view(2).hands[1]))
    assert "Hut red" not in str(g.events(2))
