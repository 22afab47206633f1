"""Which cards knights may attack."""

import pytest

from barons_core.engine.game import Game
from barons_core.rules.protection import attackable, exposed, is_protected, is_surrounded
from tests.rules.builders import at, card, game, knight, static

SIR = knight("Sir")
DAME = knight("Dame", "blue")
SHRINE = card("building", "Shrine", "blue", statics=(
    static("attack", "forbid", lambda g, s, seat, knight, target: target == s.card, cut_off_too=True),
))
WALL = card("building", "Rampart", "blue", statics=(
    static("attack", "forbid", lambda g, s, seat, knight, target: (
        seat != s.you and target != s.card and g.rules.kind(g, target) == "building"
        and g.state.where[target] == g.layout.board(s.you))),
))
YARD = card("building", "Yard", "green", statics=(
    static("adjacent", "include", lambda g, s, asker: asker == s.you),
    static("protect", "forbid", lambda g, s, guard, guarded: guarded == s.card),
))
RING = {"(2,1)": "land red", "(3,0)": "land red", "(2,-1)": "land red", "(1,0)": "land red"}


def targets(g: Game, attacker: int = 0) -> list[str]:
    label = g.board.label
    return [f"P{g.layout.seat_of(g.state.where[c]) + 1} {label(g.state.at[c])}" for c in attackable(g, attacker, -1)]


@pytest.mark.ruling("BAR-KNIGHT-13", "BAR-KNIGHT-14")
def test_a_castle_protects_the_cards_next_to_it() -> None:
    g = game(boards=[{}, {"(1,0)": "land red", "(2,0)": "land red"}])

    assert targets(g) == ["P2 (2,0)"]


@pytest.mark.ruling("BAR-KNIGHT-10", "BAR-KNIGHT-11")
def test_a_knight_protects_its_neighbors_not_itself() -> None:
    g = game(SIR, boards=[{}, {"(1,0)": "land red", "(2,0)": "Sir", "(3,0)": "Hut red"}])

    assert targets(g) == ["P2 (2,0)"]


@pytest.mark.ruling("BAR-KNIGHT-12")
def test_two_knights_side_by_side_protect_each_other() -> None:
    g = game(SIR, DAME, boards=[{}, {"(1,0)": "land red", "(2,0)": "Sir", "(3,0)": "Dame"}])

    assert targets(g) == []


@pytest.mark.ruling("BAR-KNIGHT-26", "BAR-KNIGHT-27", "BAR-OPEN-01")
def test_a_knight_that_is_cut_off_protects_nothing() -> None:
    board = {"(5,0)": "Sir", "(6,0)": "Hut red"}

    assert targets(game(SIR, boards=[{}, board])) == ["P2 (5,0)", "P2 (6,0)"]
    assert targets(game(SIR, boards=[{}, board], settings={"cut-off knights protect": "yes"})) == ["P2 (5,0)"]


@pytest.mark.ruling("BAR-KNIGHT-22", "BAR-KNIGHT-23", "BAR-KNIGHT-15")
def test_nothing_of_ones_own_protects_from_oneself_but_the_castle_is_no_target() -> None:
    g = game(SIR, boards=[{"(1,0)": "land red", "(0,1)": "Sir"}])

    assert targets(g) == ["P1 (0,1)", "P1 (1,0)"]


@pytest.mark.ruling("BAR-KNIGHT-17", "BAR-KNIGHT-18", "BAR-KNIGHT-24")
def test_a_card_without_an_empty_edge_is_surrounded_from_everybody() -> None:
    g = game(boards=[{**RING, "(2,0)": "Hut red"}])
    middle = at(g, 0, "(2,0)")

    assert is_surrounded(g, 0, middle)
    assert middle not in exposed(g, 0)
    assert middle not in exposed(g, 1)


@pytest.mark.ruling("BAR-STABLES-04", "BAR-STABLES-05", "BAR-STABLES-10", "BAR-OPEN-57")
def test_an_attacker_for_whom_corners_count_needs_one_empty_position_of_eight() -> None:
    g = game(YARD, boards=[{"(1,0)": "Yard"}, {**RING, "(2,0)": "Hut red"}, {}], seats=3)
    middle = at(g, 1, "(2,0)")

    assert not is_surrounded(g, 0, middle)
    assert middle in exposed(g, 0)
    assert middle not in exposed(g, 2)


@pytest.mark.ruling("BAR-STABLES-11", "BAR-STABLES-06")
def test_eight_filled_positions_surround_from_everybody() -> None:
    corners = {"(1,1)": "land blue", "(3,1)": "land blue", "(3,-1)": "land blue", "(1,-1)": "land blue"}
    g = game(YARD, boards=[{"(1,0)": "Yard"}, {**RING, **corners, "(2,0)": "Hut red"}])

    assert is_surrounded(g, 0, at(g, 1, "(2,0)"))


@pytest.mark.ruling("BAR-STABLES-02", "BAR-STABLES-03", "BAR-STABLES-09")
def test_corners_widen_what_the_owner_protects_but_not_the_card_that_renounces_it() -> None:
    g = game(YARD, SIR, boards=[{}, {
        "(1,0)": "Yard", "(1,1)": "land red", "(0,-1)": "Sir", "(-1,-2)": "land blue"}])

    assert is_protected(g, at(g, 1, "(1,1)"))
    assert is_protected(g, at(g, 1, "(-1,-2)"))
    assert not is_protected(g, at(g, 1, "(1,0)"))


@pytest.mark.ruling("BAR-KNIGHT-16")
def test_an_immunity_may_hold_even_cut_off() -> None:
    g = game(SIR, SHRINE, boards=[{}, {"(5,0)": "Shrine"}])
    shrine = at(g, 1, "(5,0)")

    assert shrine in exposed(g, 0)
    assert shrine not in attackable(g, 0, shrine)


@pytest.mark.ruling("BAR-CITYWALL-01", "BAR-CITYWALL-03", "BAR-CITYWALL-06", "BAR-CITYWALL-07")
def test_a_forbidding_card_must_be_live_and_binds_enemies() -> None:
    live = game(WALL, boards=[{}, {"(1,0)": "land red", "(2,0)": "Rampart", "(3,0)": "Hut red"}])
    cut_off = game(WALL, boards=[{}, {"(5,0)": "Rampart", "(6,0)": "Hut red"}])

    assert [live.title(one) for one in attackable(live, 0, 0)] == ["Rampart"]
    assert at(live, 1, "(3,0)") in attackable(live, 1, 0)
    assert at(cut_off, 1, "(6,0)") in attackable(cut_off, 0, 0)


@pytest.mark.ruling("BAR-KNIGHT-30")
def test_protection_is_judged_anew_after_every_event() -> None:
    g = game(SIR, boards=[{}, {"(1,0)": "land red", "(2,0)": "Sir", "(3,0)": "Hut red"}])
    assert at(g, 1, "(3,0)") not in exposed(g, 0)

    g.state.move(at(g, 1, "(2,0)"), g.layout.pile(0))

    assert at(g, 1, "(3,0)") in exposed(g, 0)
