"""The first phase: actions and abilities; and how turns and phases follow one another."""

from collections.abc import Generator
from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.rules import queries, verbs
from barons_core.rules.connection import linked
from tests.rules.builders import (
    BLUE,
    RED,
    card,
    content,
    cost,
    counts,
    game,
    hand,
    ids,
    knight,
    noop,
    pile,
    section,
    static,
    trigger,
    way,
)


def draws(g: Game, s: Any, e: Any, paid: Any) -> Generator[Any, Any, None]:
    yield from verbs.draw(g, s, s.you, 1, BLUE)


ODE = card("action", "Ode", "red", costs=(cost("1 red"),), sections=(section("play", draws),))
SONG = card("action", "Song", "green", sections=(section("play", noop),))
WELL = card("building", "Well", "blue", sections=(section("activate", draws, cost=cost("1 green")),))


@pytest.mark.ruling("BAR-ACTION-03", "BAR-OPEN-02")
def test_an_action_is_paid_discarded_and_then_carried_out() -> None:
    seen: list[Any] = []

    def look(g: Game, s: Any, e: Any, paid: Any) -> Generator[Any, Any, None]:
        seen.append((hand(g, 0), pile(g, RED), [g.title(one) for one in paid]))
        return
        yield

    ode = card("action", "Ode", "red", costs=(cost("1 red"),), sections=(section("play", look),))
    g = game(ode, boards=[{}], hands=[["Ode", "red: Hut red", "green: Hut green"]])

    g.answer('play "Ode"')

    assert seen == [(["Hut green"], ["Hut red", "Ode"], ["Hut red"])]


@pytest.mark.ruling("BAR-COST-06", "BAR-COST-07", "BAR-COST-08")
def test_only_what_can_be_paid_is_offered_and_no_more_is_paid() -> None:
    assert ids(game(SONG, boards=[{}], hands=[["Song"]])) == ['play "Song"', "pass"]
    assert 'play "Ode"' not in ids(game(ODE, boards=[{}], hands=[["Ode", "green"]]))
    g = game(ODE, boards=[{}], hands=[["Ode", "red", "red"]])

    while g.state.phase == 0 and counts(g, 0)[RED] > 1:
        g.answer(0)

    assert counts(g, 0) == [1, 1, 0, 0]


@pytest.mark.ruling("BAR-ACTION-01", "BAR-ACTION-04")
def test_any_number_of_actions_may_be_played() -> None:
    g = game(SONG, boards=[{}], hands=[["Song", "Song"]])

    g.answer('play "Song"')
    g.answer('play "Song"')

    assert pile(g, 2) == ["Song", "Song"]


@pytest.mark.ruling("BAR-ACTION-05", "BAR-ACTION-06", "BAR-ACTION-02")
def test_an_ability_works_once_a_turn_for_each_card() -> None:
    spring = card("building", "Spring", "blue", sections=(section("activate", draws),))
    hands = [["green", "green", "Song"]]
    g = game(WELL, spring, SONG, boards=[{"(1,0)": "Well", "(0,1)": "Spring"}], hands=hands)

    assert ids(g) == ['play "Song"', 'activate "Spring" at (0,1)', 'activate "Well" at (1,0)', "pass"]
    g.answer('activate "Well" at (1,0)')
    while 'activate "Spring" at (0,1)' not in ids(g):
        g.answer(0)

    assert 'activate "Well" at (1,0)' not in ids(g)


@pytest.mark.ruling("BAR-ACTION-07", "BAR-ACTION-09")
def test_only_own_live_cards_are_used() -> None:
    g = game(WELL, boards=[{"(5,5)": "Well"}, {"(1,0)": "Well"}], hands=[["green"]])

    assert not [one for one in ids(g) if one.startswith("activate")]


@pytest.mark.ruling("BAR-ACTION-11")
def test_a_condition_is_checked_at_the_moment_of_use() -> None:
    def by_a_mine(g: Game, s: Any) -> bool:
        return queries.next_to_a(g, s, s.card, lambda other: queries.has_type(g, s, other, RED))

    well = card("building", "Well", "blue", sections=(section("activate", draws, condition=by_a_mine),))

    mine = game(well, boards=[{"(1,0)": "Well", "(2,0)": "land red"}], hands=[["green"]])
    river = game(well, boards=[{"(1,0)": "Well", "(2,0)": "land blue"}], hands=[["green"]])

    assert ids(mine) == ['activate "Well" at (1,0)', "pass"]
    assert not [one for one in ids(river) if one.startswith("activate")]


@pytest.mark.ruling("BAR-PRAYER-01", "BAR-PRAYER-04")
def test_plays_and_abilities_may_be_forbidden_but_not_laying() -> None:
    ban = card("building", "Ban", "red", statics=(static("play", "forbid"), static("activate", "forbid")))
    g = game(ban, ODE, SONG, WELL, knight("Sir"), boards=[{"(1,0)": "Well", "(0,1)": "Ban"}],
             hands=[["Song", "Sir", "blue", "green"]])

    assert g.state.phase == 1
    assert 'lay "Song"' in ids(g)


@pytest.mark.ruling("BAR-TURN-01", "BAR-TURN-02", "BAR-TURN-03", "BAR-TURN-06")
def test_phases_and_turns_follow_in_order() -> None:
    board = {"(1,0)": "land red"}
    g = game(SONG, boards=[board] * 3, hands=[["Song"]] * 3, seats=3, seat=2)
    seen = []

    for _ in range(9):
        seen.append((g.state.seat, g.state.phase))
        g.answer("pass")

    assert seen == [(seat, phase) for seat in (2, 0, 1) for phase in range(3)]


@pytest.mark.ruling("BAR-BUILD-07", "BAR-TURN-02")
def test_what_is_built_cannot_be_used_in_the_same_turn() -> None:
    g = game(WELL, boards=[{"(1,0)": "land red"}], hands=[["Well", "green", "green"]], phase="addition")

    g.answer('build "Well" at (0,1)')

    assert not [one for one in ids(g) if one.startswith("activate")]


def test_a_card_with_several_ways_names_the_way() -> None:
    ways = (way("Up", sections=(section("play", noop),)), way("Down", sections=(section("play", noop),)))
    g = game(card("action", "Up/Down", "red", ways=ways), boards=[{}], hands=[["Up/Down"]])

    assert ids(g) == ['play "Up/Down" as Up', 'play "Up/Down" as Down', "pass"]


def test_own_triggers_and_others_hear_a_play() -> None:
    def gain(color: int) -> Any:
        def run(g: Game, s: Any, e: Any) -> Generator[Any, Any, None]:
            yield from verbs.draw(g, s, s.you, 1, color)

        return run

    song = card("action", "Song", "green", sections=(section("play", noop),),
                triggers=(trigger("after", "play", gain(RED), own=True),))
    ear = card("building", "Ear", "blue", triggers=(trigger("when", "play", gain(BLUE)),))
    g = game(song, ear, boards=[{"(1,0)": "Ear"}], hands=[["Song"]])

    g.answer('play "Song"')

    assert counts(g, 0) == [1, 1, 0, 0]


def test_a_game_in_which_nobody_can_do_anything_ends() -> None:
    g = game(boards=[{}, {}])

    assert g.over
    assert g.winners == ()


@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_every_card_and_every_link(seed: int) -> None:
    from random import Random

    cards = (knight("Sir"), knight("Dame", "blue"), ODE, SONG, WELL,
             card("building", "Yard", "green", 3, (cost("1 green"),), statics=(
                 static("adjacent", "include", lambda g, s, asker: asker == s.you),)))
    g = Game(content(*cards), 2 + seed % 3, seed)
    random = Random(seed)
    everything = sorted(range(len(g.color)))

    for _ in range(600):
        choice = g.choice
        if choice is None:
            break
        g.answer(random.randrange(len(choice.options)))
        lying = [one for zone in g.state.zones for one in zone]
        lying += [one for cells in g.state.boards for one in cells.values()]
        assert sorted(lying) == everything
    twin = g.copy()

    assert g.fault is None
    assert [linked(g, seat) for seat in range(g.seats)] == [linked(twin, seat) for seat in range(g.seats)]
