"""The one gate for placement."""

import pytest

from barons_core.engine.game import Game
from barons_core.rules.placement import legal_places, may_place_at, title_free
from tests.rules.builders import at, card, cost, game, knight, places, way

WAYS = (way("Chapel", cost("")), way("Minster", cost("")))
CHAPEL = card("building", "Chapel/Minster", "each", 3, ways=WAYS)


def in_hand(g: Game, seat: int = 0, n: int = 0) -> int:
    return g.state.zones[g.layout.hand(seat)][n]


@pytest.mark.ruling("BAR-ADJ-05", "BAR-LAND-05", "BAR-KNIGHT-09")
def test_a_card_must_be_linked_once_placed() -> None:
    g = game(boards=[{"(3,0)": "land red"}], hands=[["Hut red"]])

    found = places(g, legal_places(g, 0, in_hand(g), face_down=True))

    assert found == ["(-1,0)", "(0,-1)", "(0,1)", "(1,0)"]


@pytest.mark.ruling("BAR-ADJ-05")
def test_a_gap_between_the_linked_part_and_another_may_be_filled() -> None:
    g = game(boards=[{"(2,0)": "land red"}], hands=[["Hut red"]])

    assert may_place_at(g, 0, in_hand(g), g.board.parse("(1,0)"), face_down=True)
    assert not may_place_at(g, 0, in_hand(g), g.board.parse("(3,0)"), face_down=True)


@pytest.mark.ruling("BAR-BUILD-02", "BAR-FAQ-02", "BAR-LAND-09")
def test_no_title_lies_twice_face_up_even_if_one_is_cut_off() -> None:
    g = game(boards=[{"(5,5)": "Hut red", "(1,0)": "land blue: Hut blue"}], hands=[["Hut red", "Hut blue"]])
    red, blue = g.state.zones[g.layout.hand(0)]

    assert legal_places(g, 0, red, face_down=False) == ()
    assert legal_places(g, 0, red, face_down=True)
    assert legal_places(g, 0, blue, face_down=False)


@pytest.mark.ruling("BAR-BUILD-03")
def test_the_title_limit_is_one_of_each_barony() -> None:
    g = game(boards=[{}, {"(1,0)": "Hut red"}], hands=[["Hut red"]])

    assert legal_places(g, 0, in_hand(g), face_down=False)


@pytest.mark.ruling("BAR-CHURCH-07", "BAR-CATHEDRAL-04", "BAR-OPEN-13")
def test_the_title_that_counts_is_that_of_the_way() -> None:
    g = game(CHAPEL, boards=[{"(1,0)": "Chapel/Minster as Chapel"}], hands=[["Chapel/Minster"]])

    assert legal_places(g, 0, in_hand(g), face_down=False, way=0) == ()
    assert legal_places(g, 0, in_hand(g), face_down=False, way=1)


@pytest.mark.ruling("BAR-LAND-13", "BAR-BUILD-08")
def test_a_filled_space_takes_nothing() -> None:
    g = game(boards=[{"(1,0)": "land red"}], hands=[["Hut red"]])

    assert not may_place_at(g, 0, in_hand(g), g.board.parse("(1,0)"), face_down=True, cut_off_ok=True)


@pytest.mark.ruling("BAR-CROPROTATION-05")
def test_a_card_may_be_put_cut_off_where_that_is_said() -> None:
    g = game(hands=[["Hut red"]])

    assert may_place_at(g, 0, in_hand(g), g.board.parse("(7,7)"), face_down=True, cut_off_ok=True)
    assert not may_place_at(g, 0, in_hand(g), g.board.parse("(7,7)"), face_down=True)


def test_an_action_never_lies_face_up() -> None:
    g = game(card("action", "Ode", "red"), hands=[["Ode"]])

    assert legal_places(g, 0, in_hand(g), face_down=False) == ()


@pytest.mark.ruling("BAR-KNIGHTOFTHEWOODS-07", "BAR-OPEN-05")
def test_a_knight_still_to_be_placed_keeps_its_title_to_itself() -> None:
    g = game(knight("Sir"), boards=[{}, {"(1,0)": "Sir"}], hands=[["Sir"]])
    playing, other = in_hand(g), at(g, 1, "(1,0)")

    g.state.move(playing, g.layout.limbo)
    g.state.counters["title reserved by", 0] = playing + 1

    assert not title_free(g, 0, "Sir", other)
    assert title_free(g, 0, "Sir", playing)


@pytest.mark.ruling("BAR-KNIGHTOFTHEWOODS-06", "BAR-CRUSADINGKNIGHT-06")
def test_an_own_card_goes_to_another_space_linked_without_it() -> None:
    g = game(boards=[{"(1,0)": "land red", "(2,0)": "land blue"}])

    found = places(g, legal_places(g, 0, at(g, 0, "(1,0)"), face_down=True))

    assert found == ["(-1,0)", "(0,-1)", "(0,1)"]
