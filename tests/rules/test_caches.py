"""What is kept between two questions is what would be found anew."""

from __future__ import annotations

import pytest

from barons_core.engine.game import Game
from barons_core.rules.connection import Barony, network
from barons_core.rules.protection import exposed
from tests.properties.games import SEATS, walk


def facts(g: Game, barony: Barony, seat: int) -> tuple[object, ...]:
    speakers = [[(source.card, source.you, source.kind) for source in some]
                for some in (barony.live, barony.cut_off)]
    return (barony.links, barony.frontier(g, seat), barony.lands(g, seat), barony.up, speakers,
            [card for card, _ in barony.usable(g, seat)])


@pytest.mark.parametrize("players", SEATS)
def test_a_barony_that_grew_is_the_one_that_is_made_anew(players: int) -> None:
    for g in walk("directors_cut", players, 7, 80):
        for seat, barony in enumerate(network(g).baronies):
            fresh = Barony(g, seat, barony.corners, None)

            assert facts(g, barony, seat) == facts(g, fresh, seat)


@pytest.mark.parametrize("players", SEATS)
def test_what_is_exposed_and_said_is_what_a_game_finds_that_has_kept_nothing(players: int) -> None:
    for number, g in enumerate(walk("directors_cut", players, 8, 40)):
        if number % 5:
            continue
        kept = [exposed(g, seat) for seat in range(players)], said(g)
        g.forget()

        assert ([exposed(g, seat) for seat in range(players)], said(g)) == kept


def said(g: Game) -> list[object]:
    keys = ("attack", "tax", "size of a tax", "cost of a card", "protect")
    return [[(source.card, source.you, static.place) for source, static in g.statics(key)] for key in keys]
