"""Who is next to whom, what is linked, what is live; and the one loop in it."""

import pytest

from barons_core.rules.connection import (
    adjacent_places,
    frontier,
    frontier_without,
    is_connected,
    is_live,
    linked,
    linked_ignoring,
)
from barons_core.rules.placement import legal_places
from tests.rules.builders import at, card, game, places, static

YARD = card("building", "Yard", "green", statics=(
    static("adjacent", "include", lambda g, s, asker: asker == s.you),
))
MILE = card("action", "Mile", "blue")
ROW = {"(0,0)": "Castle", "(1,0)": "land blue", "(2,0)": "land blue", "(4,0)": "land red"}


@pytest.mark.ruling("BAR-ADJ-02", "BAR-ADJ-04")
def test_only_what_hangs_together_with_the_castle_is_linked() -> None:
    g = game(boards=[ROW])

    assert places(g, linked(g, 0)) == ["(0,0)", "(1,0)", "(2,0)"]
    assert not is_connected(g, at(g, 0, "(4,0)"))


@pytest.mark.ruling("BAR-ADJ-01")
def test_corners_are_not_adjacent() -> None:
    g = game(boards=[{"(0,0)": "Castle", "(1,1)": "land red"}])

    assert places(g, linked(g, 0)) == ["(0,0)"]
    assert g.board.parse("(1,1)") not in adjacent_places(g, 0, 0)


@pytest.mark.ruling("BAR-FAQ-01", "BAR-LAND-12")
def test_live_is_linked_and_face_up() -> None:
    g = game(boards=[{"(1,0)": "Hut red", "(0,1)": "land red: Hut red", "(5,5)": "Hut blue"}])

    assert is_live(g, at(g, 0, "(1,0)"))
    assert not is_live(g, at(g, 0, "(0,1)"))
    assert not is_live(g, at(g, 0, "(5,5)"))


@pytest.mark.ruling("BAR-ADJ-03")
def test_a_knight_is_a_link_too() -> None:
    from tests.rules.builders import knight

    g = game(knight("Sir"), boards=[{"(1,0)": "Sir", "(2,0)": "land red"}])

    assert is_connected(g, at(g, 0, "(2,0)"))


@pytest.mark.ruling("BAR-STABLES-12", "BAR-STABLES-14")
def test_a_live_source_makes_corners_count_for_its_owner_alone() -> None:
    board = {"(1,0)": "Yard", "(1,1)": "land red"}
    g = game(YARD, boards=[board, {"(1,0)": "land red", "(2,1)": "land red"}])

    assert g.board.parse("(1,1)") in adjacent_places(g, 0, 0)
    assert g.board.parse("(1,1)") not in adjacent_places(g, 1, 0)
    assert g.board.parse("(2,1)") not in linked(g, 1)
    assert g.board.parse("(2,2)") in frontier(g, 0)
    assert g.board.parse("(2,2)") not in frontier(g, 1)


@pytest.mark.ruling("BAR-STABLES-08", "BAR-OPEN-43")
def test_a_source_may_hang_on_the_corners_that_it_grants() -> None:
    g = game(YARD, boards=[{"(0,0)": "Castle", "(1,1)": "Yard"}])

    assert is_live(g, at(g, 0, "(1,1)"))


@pytest.mark.ruling("BAR-STABLES-15")
def test_a_source_that_is_cut_off_widens_nothing() -> None:
    g = game(YARD, boards=[{"(0,0)": "Castle", "(2,2)": "Yard", "(1,-1)": "land red"}])

    assert places(g, linked(g, 0)) == ["(0,0)"]


@pytest.mark.ruling("BAR-STABLES-07", "BAR-OPEN-64")
def test_a_source_not_yet_in_play_does_not_help_its_own_placing() -> None:
    g = game(YARD, boards=[{"(0,0)": "Castle", "(2,2)": "Yard"}], hands=[["Yard"]])
    new = g.state.zones[g.layout.hand(0)][0]

    assert legal_places(g, 0, new, face_down=True) == frontier(g, 0)
    assert g.board.parse("(1,1)") not in frontier(g, 0)


@pytest.mark.ruling("BAR-OPEN-44", "BAR-OPEN-66")
def test_corners_count_for_a_lifted_card_unless_it_is_their_source() -> None:
    g = game(YARD, boards=[{"(0,0)": "Castle", "(1,0)": "land red", "(2,0)": "Yard", "(0,1)": "land red"}])
    bridge, yard = at(g, 0, "(1,0)"), at(g, 0, "(2,0)")

    assert g.board.parse("(1,1)") in frontier_without(g, 0, bridge)
    assert g.board.parse("(-1,-1)") in frontier_without(g, 0, bridge)
    assert g.board.parse("(-1,-1)") not in frontier_without(g, 0, yard)


@pytest.mark.ruling("BAR-OPEN-14")
def test_a_lifted_castle_may_go_wherever_it_touches_its_barony() -> None:
    g = game(boards=[{"(0,0)": "Castle", "(1,0)": "land red", "(5,0)": "land blue"}])
    castle = at(g, 0, "(0,0)")

    found = places(g, frontier_without(g, 0, castle))

    assert "(6,0)" in found
    assert "(2,0)" in found
    assert "(0,0)" not in found
    assert "(0,1)" not in found


@pytest.mark.ruling("BAR-PAPALDECREE-08", "BAR-OPEN-10")
def test_what_is_ignored_widens_nothing() -> None:
    g = game(YARD, boards=[{"(1,0)": "Yard", "(1,1)": "land red", "(2,2)": "land red"}])

    assert len(linked(g, 0)) == 4
    assert places(g, linked_ignoring(g, 0, frozenset({"building"}))) == ["(0,0)", "(1,0)", "(1,1)"]
    assert len(linked_ignoring(g, 0, frozenset({"action"}))) == 4


def test_links_follow_the_castle_and_every_move() -> None:
    g = game(boards=[ROW])
    castle, far = at(g, 0, "(0,0)"), at(g, 0, "(4,0)")

    g.state.move(castle, g.layout.board(0), g.board.parse("(5,0)"))

    assert places(g, linked(g, 0)) == ["(4,0)", "(5,0)"]
    assert is_connected(g, far)


def test_a_copy_keeps_its_own_links() -> None:
    g = game(boards=[ROW])
    twin = g.copy()
    bridge = at(g, 0, "(1,0)")

    g.state.move(bridge, g.layout.pile(1))

    assert len(linked(twin, 0)) == 3
    assert len(linked(g, 0)) == 1
