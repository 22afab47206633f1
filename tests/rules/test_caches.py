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
            barony.titles(g), [card for card, _ in barony.usable(g, seat)])


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


@pytest.mark.parametrize("players", SEATS)
def test_who_speaks_in_all_baronies_is_who_speaks_in_each(players: int) -> None:
    for g in walk("directors_cut", players, 9, 40):
        now = network(g)
        live, cut_off = now.speakers

        assert live == [source for barony in now.baronies for source in barony.live]
        assert cut_off == [source for barony in now.baronies for source in barony.cut_off]


def test_nothing_is_said_but_what_a_game_expects() -> None:
    for g in walk("directors_cut", 3, 10, 60):
        spoken = [g.abilities_of(source.card).statics for sources in g.rules.speakers(g) for source in sources]

        assert {static.key for statics in spoken for static in statics} <= g.said


def test_a_copy_finds_what_its_game_has_kept() -> None:
    for number, g in enumerate(walk("directors_cut", 3, 11, 60)):
        if number % 7:
            continue
        branch = g.copy()
        choice, same = g.choice, branch.choice

        assert choice is not None and same is not None
        assert choice.ids() == same.ids()
        assert said(branch) == said(g)


def test_only_what_nobody_notices_is_carried_out_without_events() -> None:
    keys = ("draw", "discard", "place", "add", "tax", "taxed", "eliminate")
    for g in walk("directors_cut", 3, 12, 60):
        for key in keys:
            noticed = any(g.listeners(moment, key) for moment in ("before", "instead", "when", "after"))

            assert not (g.quiet(key) and (noticed or g.statics(key) or g.state.effects))
        assert g.quiet(*keys) == all(g.quiet(key) for key in keys)


def said(g: Game) -> list[object]:
    keys = ("attack", "tax", "size of a tax", "cost of a card", "protect")
    return [[(source.card, source.you, static.place) for source, static in g.statics(key)] for key in keys]
