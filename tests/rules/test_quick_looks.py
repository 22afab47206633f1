"""A quick look says what the thorough one says."""

from __future__ import annotations

import pytest

from barons_core.engine.game import Game
from barons_core.rules.prices import affordable_ways, in_reach
from barons_core.rules.protection import attackable, is_attackable
from tests.properties.games import RULESETS, walk


def hand(g: Game, seat: int) -> list[int]:
    return g.state.zones[g.layout.hand(seat)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_out_of_reach_cannot_be_paid(ruleset: str) -> None:
    left_out = 0
    for g in walk(ruleset, 3, 13, 60):
        cards = hand(g, g.state.seat)
        out = set(cards).difference(in_reach(g, g.state.seat, cards))
        left_out += len(out)
        for card in out:
            for verb in ("play", "build", "lay"):
                assert affordable_ways(g, g.state.seat, card, verb) == []
    assert left_out


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_card_is_attackable_if_it_is_among_the_targets(ruleset: str) -> None:
    for number, g in enumerate(walk(ruleset, 3, 14, 60)):
        knights = [card for card in hand(g, g.state.seat) if g.definition[card].kind == "knight"]
        if number % 3 or not knights:
            continue
        targets = attackable(g, g.state.seat, knights[0])

        alone = [card for board in g.state.boards for _, card in sorted(board.items())
                 if is_attackable(g, g.state.seat, knights[0], card)]
        assert alone == targets


@pytest.mark.parametrize("ruleset", RULESETS)
def test_of_equal_cards_of_a_hand_the_one_stays_that_most_players_know(ruleset: str) -> None:
    for g in walk(ruleset, 3, 15, 60):
        for seat in range(g.seats):
            cards = hand(g, seat)
            kinds = [g.kin[card] for card in g.distinct(cards, seat)]

            assert kinds == sorted({g.kin[card] for card in cards})
            for card in g.distinct(cards, seat):
                seen = g.state.known[card].bit_count()
                assert all(seen >= g.state.known[other].bit_count() for other in cards if g.kin[other] == g.kin[card])
