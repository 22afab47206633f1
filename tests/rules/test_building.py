"""The second phase: lands and buildings."""

from collections.abc import Generator
from typing import Any

import pytest

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.game import Game
from barons_core.rules import verbs
from tests.rules.builders import (
    BLUE,
    RED,
    at,
    card,
    cost,
    counts,
    game,
    hand,
    ids,
    pile,
    section,
    static,
    trigger,
    way,
)

MARSH = card("land", "Marsh", "yellow", costs=(cost("2 yellow", "1 blue"),), types=(BLUE, RED))
LODGE = card("building", "Lodge", "green", costs=(cost(""),), statics=(
    static("additions taken by a building", "be", lambda g, s, seat: seat == s.you, lambda *_: 0),))
SHED = card("building", "Shed", "green", costs=(cost(""),))
BARN = card("building", "Barn", "green", costs=(cost(""),))


def wins(g: Game, s: Any, e: Any, paid: Any) -> Generator[Any, Any, None]:
    yield from verbs.win(g, s, s.you)


def drops(g: Game, s: Any, e: Any, paid: Any) -> Generator[Any, Any, None]:
    yield from verbs.discard_hand(g, s, s.you)


def draws(g: Game, s: Any, e: Any) -> Generator[Any, Any, None]:
    yield from verbs.draw(g, s, s.you, 1, RED)


def additions(g: Game) -> list[str]:
    return [one for one in ids(g) if one != "pass"]


@pytest.mark.ruling("BAR-LAND-02", "BAR-LAND-03", "BAR-LAND-04")
def test_any_card_is_laid_face_down_for_nothing() -> None:
    g = game(boards=[{}], hands=[["Hut red"]], phase="addition")

    assert ids(g) == ['lay "Hut red"', "pass"]
    g.answer('lay "Hut red" at (1,0)')

    assert g.state.down[at(g, 0, "(1,0)")]
    assert g.answers == ['lay "Hut red" at (1,0)']


@pytest.mark.ruling("BAR-LAND-05", "BAR-TURN-04")
def test_a_land_must_be_linked_and_may_be_left_out() -> None:
    g = game(boards=[{}], hands=[["Hut red"]], phase="addition")

    with pytest.raises(IllegalAnswer):
        g.answer('lay "Hut red" at (1,1)')
    g.answer("pass")
    assert hand(g, 0) == ["Hut red"]


@pytest.mark.ruling("BAR-BUILD-01", "BAR-COST-01", "BAR-COST-02", "BAR-COST-04")
def test_a_building_is_paid_from_the_rest_of_the_hand_and_placed_face_up() -> None:
    alone = game(boards=[{}], hands=[["Hut red"]], phase="addition")
    g = game(boards=[{}], hands=[["Hut red", "Hut red"]], phase="addition")

    assert 'build "Hut red"' not in ids(alone)
    g.answer('build "Hut red" at (1,0)')

    assert not g.state.down[at(g, 0, "(1,0)")]
    assert pile(g, RED) == ["Hut red"]
    assert hand(g, 0) == []


@pytest.mark.ruling("BAR-LAND-01")
def test_one_land_or_one_building() -> None:
    g = game(SHED, boards=[{"(0,1)": "land red"}], hands=[["Hut red", "Shed"]], phase="addition")

    g.answer('lay "Hut red" at (1,0)')

    assert not [one for one in ids(g) if one.startswith(("lay", "build"))]


@pytest.mark.ruling("BAR-LAND-06", "BAR-LAND-08", "BAR-COST-05", "BAR-MASONSLODGE-04")
def test_a_special_land_comes_face_up_for_its_cost_or_face_down_for_nothing() -> None:
    g = game(MARSH, LODGE, boards=[{"(1,0)": "Lodge"}], hands=[["Marsh", "blue", "red"]], phase="addition")

    assert 'lay "Marsh"' in ids(g)
    g.answer('lay "Marsh" face up at (0,1)')

    assert not g.state.down[at(g, 0, "(0,1)")]
    assert counts(g, 0) == [1, 0, 0, 0]
    assert not [one for one in ids(g) if one.startswith("lay")]


@pytest.mark.ruling("BAR-MASONSLODGE-01", "BAR-MASONSLODGE-02", "BAR-MASONSLODGE-06")
def test_buildings_may_take_no_addition_and_come_in_any_order() -> None:
    g = game(LODGE, SHED, BARN, boards=[{}], hands=[["Lodge", "Shed", "Barn", "red"]], phase="addition")

    g.answer('build "Lodge" at (1,0)')
    g.answer('lay "Hut red" at (0,1)')
    g.answer('build "Shed" at (-1,0)')
    assert ids(g) == ['build "Barn"', "pass"]
    g.answer('build "Barn" at (0,-1)')

    assert len(g.state.boards[0]) == 5


@pytest.mark.ruling("BAR-MASONSLODGE-05", "BAR-OPEN-15")
def test_a_land_laid_before_leaves_no_room_for_the_card_that_would_allow_more() -> None:
    g = game(LODGE, boards=[{"(0,1)": "land red"}], hands=[["Lodge", "red"]], phase="addition")

    g.answer('lay "Hut red" at (1,0)')

    assert not [one for one in ids(g) if one.startswith("build")]


@pytest.mark.ruling("BAR-OPEN-15")
def test_a_land_that_links_such_a_card_may_be_followed_by_buildings() -> None:
    g = game(LODGE, SHED, boards=[{"(2,0)": "Lodge"}], hands=[["Shed", "red"]], phase="addition")

    assert 'build "Shed"' in ids(g)
    g.answer('lay "Hut red" at (1,0)')

    assert ids(g) == ['build "Shed"', "pass"]


@pytest.mark.ruling("BAR-BARNRAISING-06", "BAR-OPEN-06", "BAR-CHURCH-02", "BAR-CHURCH-03")
def test_the_cards_own_section_comes_before_every_trigger() -> None:
    spire = card("building", "Spire", "green", costs=(cost(""),), sections=(section("build", drops),))
    keen = card("building", "Keen", "red", triggers=(trigger("when", "add", draws),))
    g = game(spire, keen, boards=[{"(1,0)": "Keen"}], hands=[["Spire", "blue", "yellow"]], phase="addition")

    g.answer('build "Spire" at (0,1)')

    assert counts(g, 0) == [1, 0, 0, 0]


@pytest.mark.ruling("BAR-CATHEDRAL-02", "BAR-CATHEDRAL-03", "BAR-OPEN-12", "BAR-OPEN-13", "BAR-WIN-01")
def test_a_way_with_a_condition_and_a_build_section_that_wins() -> None:
    def has_chapel(g: Game, s: Any) -> bool:
        return any(g.title_in_play(one) == "Chapel" for one in g.state.boards[s.you].values())

    ways = (way("Chapel", cost("")), way("Minster", cost("1 red"), condition=has_chapel,
                                         sections=(section("build", wins),)))
    chapel = card("building", "Chapel/Minster", "each", 3, ways=ways)
    keen = card("building", "Keen", "red", triggers=(trigger("when", "add", draws),))
    without = game(chapel, boards=[{}], hands=[["red: Chapel/Minster", "red"]], phase="addition")
    g = game(chapel, keen, boards=[{"(1,0)": "Chapel/Minster as Chapel", "(0,1)": "Keen"}],
             hands=[["green: Chapel/Minster", "red: Hut red"]], phase="addition")

    assert 'build "Chapel/Minster" as Minster' not in ids(without)
    assert 'build "Chapel/Minster" as Chapel' not in ids(g)
    g.answer('build "Chapel/Minster" as Minster at (-1,0)')

    assert g.over and g.winners == (0,)
    assert counts(g, 0) == [0, 0, 0, 0]


def test_colors_are_named_where_copies_differ() -> None:
    chapel = card("building", "Chapel", "each", 3, costs=(cost("2 red"),))
    g = game(chapel, boards=[{}], hands=[["red: Chapel", "green: Chapel"]], phase="addition")

    assert ids(g) == ['lay "Chapel" red', 'lay "Chapel" green', "pass"]


@pytest.mark.ruling("BAR-GUILDHALL-01", "BAR-GUILDHALL-03", "BAR-GUILDHALL-05", "BAR-COST-12")
def test_a_reduction_of_buildings_leaves_lands_alone_and_stops_at_nothing() -> None:
    guild = card("building", "Guild", "green", statics=(
        static("cost of a card", "fall", lambda g, s, seat, c, verb: verb == "build" and seat == s.you,
               lambda *_: 1, detail="choice"),))
    hands = [["Hut red", "Shed", "Marsh"]]
    g = game(guild, SHED, MARSH, boards=[{"(1,0)": "Guild"}], hands=hands, phase="addition")

    assert ids(g) == ['lay "Hut red"', 'build "Hut red"', 'lay "Shed"', 'build "Shed"', 'lay "Marsh"', "pass"]


@pytest.mark.ruling("BAR-BARNRAISING-07", "BAR-BARNRAISING-09", "BAR-OPEN-11")
def test_a_land_laid_is_added_and_heard_once() -> None:
    keen = card("building", "Keen", "blue", triggers=(
        trigger("when", "add", draws, match=lambda g, s, e: e.actor == s.you),))
    g = game(keen, boards=[{"(1,0)": "Keen"}], hands=[["Hut red"]], phase="addition")

    g.answer('lay "Hut red" at (0,1)')

    assert counts(g, 0) == [1, 0, 0, 0]
