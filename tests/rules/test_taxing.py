"""What may be taxed together, and the cards that a taxation draws."""

from collections.abc import Generator
from typing import Any

import pytest

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.game import Game
from barons_core.rules import verbs
from barons_core.rules.regions import Taxation, taxations
from tests.rules.builders import BLUE, GREEN, RED, YELLOW, card, counts, game, ids, knight, static, trigger

LINE = {"(0,1)": "land yellow", "(0,2)": "land yellow", "(0,3)": "land yellow", "(0,4)": "land yellow",
        "(0,5)": "land yellow", "(0,6)": "land yellow"}
MARSH = card("land", "Marsh", "yellow", types=(BLUE, YELLOW))
WOOD = card("land", "Wood", "green", types=(RED, GREEN))
GATE = card("building", "Gate", "red", statics=(
    static("tax lands", "allow", lambda g, s, taxer, land: taxer == s.you and _next(g, s, land)),))
YARD = card("building", "Yard", "green", statics=(
    static("adjacent", "include", lambda g, s, asker: asker == s.you),))
PERMIT = card("building", "Permit", "blue", statics=(
    static("tax a region of", "allow", lambda g, s, taxer, holder: taxer == s.you,
           lambda *_: frozenset({"building"})),))


def _next(g: Game, s: Any, land: int) -> bool:
    from barons_core.rules import queries

    return queries.next_to(g, s, s.card, land)


def own(g: Game) -> Taxation:
    return taxations(g, 0)[0]


def picked(g: Game, *places: str) -> frozenset[int]:
    return frozenset(g.board.parse(place) for place in places)


def taxed(g: Game, *places: str) -> list[tuple[int, ...]]:
    """Return the ways in which those places may be taxed together."""
    return own(g).uses(picked(g, *places))


def bonus(color: int) -> Any:
    def run(g: Game, s: Any, e: Any) -> Generator[Any, Any, None]:
        yield from verbs.draw(g, s, s.you, 1, color)

    return run


@pytest.mark.ruling("BAR-TAX-02", "BAR-TAX-06", "BAR-TAX-07")
def test_one_to_four_lands_give_a_card_each() -> None:
    g = game(boards=[LINE], phase="tax")

    g.answer("tax (0,2) (0,1) as yellow")

    assert g.answers == ["tax (0,1) (0,2) as yellow"]
    assert counts(g, 0) == [0, 0, 0, 2]
    four = game(boards=[LINE], phase="tax")
    assert taxed(four, "(0,1)", "(0,2)", "(0,3)", "(0,4)") == [(YELLOW,) * 4]
    assert taxed(four, "(0,1)", "(0,2)", "(0,3)", "(0,4)", "(0,5)") == []


@pytest.mark.ruling("BAR-TAX-03", "BAR-TAX-10", "BAR-TAX-11")
def test_a_region_hangs_together_by_edges_and_without_the_castle() -> None:
    g = game(boards=[{"(1,0)": "land red", "(0,1)": "land red", "(-1,0)": "land red"}], phase="tax")

    assert taxed(g, "(1,0)", "(0,1)") == []
    assert taxed(g, "(1,0)", "(-1,0)") == []
    with pytest.raises(IllegalAnswer):
        g.answer("tax (1,0) (0,1) as red")


@pytest.mark.ruling("BAR-TAX-04", "BAR-TAX-05", "BAR-BUILD-09", "BAR-KNIGHT-28")
def test_only_linked_lands_are_taxed_and_buildings_break_regions() -> None:
    board = {"(1,0)": "land red", "(2,0)": "Hut red", "(3,0)": "land red", "(9,9)": "land red"}
    g = game(boards=[board], phase="tax")

    assert sorted(own(g).lands) == sorted(picked(g, "(1,0)", "(3,0)"))
    assert taxed(g, "(1,0)", "(3,0)") == []


@pytest.mark.ruling("BAR-TAX-01", "BAR-TURN-05", "BAR-TURN-07")
def test_one_taxation_a_turn_or_none_ends_the_turn() -> None:
    g = game(boards=[LINE, LINE], phase="tax")

    g.answer("pass")

    assert g.state.seat == 1
    assert counts(g, 0) == [0, 0, 0, 0]


@pytest.mark.ruling("BAR-TAX-08", "BAR-TAX-09", "BAR-LAND-07", "BAR-WETLANDS-01", "BAR-WETLANDS-02")
def test_a_land_of_two_types_is_used_as_one_of_them() -> None:
    g = game(MARSH, boards=[{"(0,1)": "Marsh", "(0,2)": "land blue", "(1,1)": "land yellow"}], phase="tax")

    assert taxed(g, "(0,1)") == [(BLUE,), (YELLOW,)]
    assert taxed(g, "(0,1)", "(0,2)") == [(BLUE, BLUE)]
    assert taxed(g, "(0,1)", "(0,2)", "(1,1)") == []


@pytest.mark.ruling("BAR-LAND-08")
def test_face_down_it_has_the_type_of_its_color_alone() -> None:
    g = game(MARSH, boards=[{"(0,1)": "land yellow: Marsh"}], phase="tax")

    assert taxed(g, "(0,1)") == [(YELLOW,)]


@pytest.mark.ruling("BAR-CHURCH-04", "BAR-CHURCH-05")
def test_the_size_of_a_tax_may_be_raised_by_a_live_card() -> None:
    spire = card("building", "Spire", "red", statics=(
        static("size of a tax", "at least", None, lambda *_: 5),))
    assert own(game(spire, boards=[{**LINE, "(1,0)": "Spire"}], phase="tax")).size == 5
    assert own(game(spire, boards=[{**LINE, "(9,9)": "Spire"}], phase="tax")).size == 4


@pytest.mark.ruling("BAR-TOWNHALL-01", "BAR-TOWNHALL-04", "BAR-TOWNHALL-05", "BAR-OPEN-17")
def test_two_colors_may_alternate_and_a_special_land_counts_as_it_is_used() -> None:
    board = {"(1,0)": "Hall", "(0,1)": "land green", "(0,2)": "land blue", "(0,3)": "land green",
             "(-1,1)": "Wood", "(-1,2)": "land yellow"}
    hall = card("building", "Hall", "green", statics=(
        static("colors of a tax", "at least", None, lambda *_: 2),))
    g = game(hall, WOOD, boards=[board], phase="tax")

    assert taxed(g, "(0,1)", "(0,2)", "(0,3)") == [(GREEN, BLUE, GREEN)]
    assert taxed(g, "(-1,1)", "(0,1)", "(0,2)") == [(GREEN, GREEN, BLUE)]
    assert taxed(g, "(-1,1)", "(-1,2)", "(0,1)", "(0,2)") == []
    assert taxed(g, "(-1,1)", "(0,1)") == [(RED, GREEN), (GREEN, GREEN)]


@pytest.mark.ruling("BAR-DROUGHT-05", "BAR-DROUGHT-08", "BAR-OPEN-30")
def test_a_forbidden_land_joins_nothing() -> None:
    from barons_core.rules.kinds import land_types

    dry = card("building", "Dry", "red", statics=(
        static("tax", "forbid", lambda g, s, taxer, land: BLUE in land_types(g, land)),))
    board = {"(1,0)": "Dry", "(0,1)": "land yellow", "(0,2)": "Marsh", "(0,3)": "land yellow"}
    g = game(dry, MARSH, boards=[board], phase="tax")

    assert taxed(g, "(0,1)", "(0,3)") == []
    assert g.board.parse("(0,2)") not in own(g).lands


@pytest.mark.ruling("BAR-TOLLBRIDGE-01", "BAR-TOLLBRIDGE-02", "BAR-TOLLBRIDGE-03", "BAR-OPEN-35")
def test_a_card_may_open_the_lands_next_to_it_of_any_colors() -> None:
    board = {"(1,0)": "land red", "(2,0)": "Gate", "(3,0)": "land blue", "(2,1)": "Wood", "(2,2)": "land red"}
    g = game(GATE, WOOD, boards=[board], phase="tax")

    assert taxed(g, "(1,0)", "(3,0)") == [(RED, BLUE)]
    assert taxed(g, "(1,0)", "(2,1)", "(3,0)") == [(RED, RED, BLUE), (RED, GREEN, BLUE)]
    assert taxed(g, "(1,0)", "(3,0)", "(2,2)") == []
    g.answer("tax (1,0) (2,1) (3,0) as red green blue")
    assert counts(g, 0) == [1, 1, 1, 0]


@pytest.mark.ruling("BAR-TOLLBRIDGE-04", "BAR-TOLLBRIDGE-06")
def test_corners_widen_what_a_card_opens() -> None:
    around = {"(1,0)": "land red", "(1,1)": "land blue", "(1,-1)": "land green", "(2,0)": "Gate"}
    plain = game(GATE, boards=[around], phase="tax")
    wide = game(GATE, YARD, boards=[{**around, "(0,1)": "Yard"}], phase="tax")

    assert taxed(plain, "(1,-1)", "(1,0)", "(1,1)") == []
    assert taxed(wide, "(1,-1)", "(1,0)", "(1,1)") == [(GREEN, RED, BLUE)]


@pytest.mark.ruling("BAR-STABLES-01", "BAR-CULTURALUNITY-01", "BAR-CULTURALUNITY-04", "BAR-CULTURALUNITY-05")
def test_any_colors_and_corners_join_the_starting_lands() -> None:
    unity = card("building", "Unity", "red", statics=(
        static("colors of a tax", "at least", None, lambda *_: 4),))
    lands = {"(0,1)": "land yellow", "(1,0)": "land blue", "(0,-1)": "land green", "(-1,0)": "land red"}
    four = ("(0,1)", "(1,0)", "(0,-1)", "(-1,0)")
    plain = game(unity, boards=[{**lands, "(2,0)": "Unity"}], phase="tax")
    wide = game(unity, YARD, boards=[{**lands, "(2,0)": "Unity", "(0,2)": "Yard"}], phase="tax")

    assert taxed(plain, *four) == []
    assert taxed(wide, *four) == [(RED, GREEN, YELLOW, BLUE)]


@pytest.mark.ruling("BAR-PAPALDECREE-01", "BAR-PAPALDECREE-05", "BAR-PAPALDECREE-06", "BAR-PAPALDECREE-07")
def test_a_region_of_another_barony_may_be_opened() -> None:
    other = {"(1,0)": "land blue", "(2,0)": "land blue", "(9,9)": "land blue"}
    g = game(PERMIT, boards=[{"(1,0)": "Permit", "(0,1)": "land red"}, other], phase="tax")

    assert ids(g) == ["(0,1)", "of P2", "pass"]
    g.answer("tax (1,0) (2,0) of P2 as blue")

    assert g.answers == ["tax (1,0) (2,0) of P2 as blue"]
    assert counts(g, 0) == [0, 2, 0, 0]
    assert len(g.state.boards[1]) == 4


@pytest.mark.ruling("BAR-PAPALDECREE-02", "BAR-PAPALDECREE-08", "BAR-PAPALDECREE-10", "BAR-OPEN-10")
def test_ignored_cards_neither_widen_nor_raise_nor_react() -> None:
    mill = card("building", "Sawpit", "red", statics=(static("size of a tax", "rise", None, lambda *_: 1),),
                triggers=(trigger("when", "tax", bonus(RED)),))
    other = {"(1,0)": "land blue", "(2,1)": "land blue", "(0,1)": "Yard", "(-1,0)": "Gate"}
    mine = {"(1,0)": "Permit", "(0,1)": "Sawpit", "(0,2)": "Yard", "(-1,0)": "land green"}
    g = game(PERMIT, mill, YARD, GATE, boards=[mine, other], phase="tax")
    home, abroad = taxations(g, 0)

    assert (home.size, abroad.size) == (5, 4)
    assert sorted(abroad.lands) == [g.board.parse("(1,0)")]
    g.answer("tax (1,0) of P2 as blue")
    assert counts(g, 0) == [0, 1, 0, 0]


@pytest.mark.ruling("BAR-OPEN-67", "BAR-TAX-12")
def test_lands_draw_first_then_triggers_and_a_short_pile_ends_it() -> None:
    mill = card("building", "Sawpit", "red", triggers=(trigger("when", "tax", bonus(YELLOW)),))
    g = game(mill, boards=[{**LINE, "(1,0)": "Sawpit"}], phase="tax",
             decks={"yellow": ["Hut yellow"]}, piles={"yellow": ["Hut yellow"] * 2}, exact=["yellow"])

    g.answer("tax (0,1) (0,2) as yellow")

    assert counts(g, 0) == [0, 0, 0, 3]
    assert not g.state.zones[g.layout.deck(YELLOW)] and not g.state.zones[g.layout.pile(YELLOW)]


@pytest.mark.ruling("BAR-COOPER-05", "BAR-COOPER-06", "BAR-OPEN-18", "BAR-OPEN-72")
def test_the_event_knows_what_was_drawn_and_by_whom() -> None:
    seen: list[Any] = []

    def look(g: Game, s: Any, e: Any) -> Generator[Any, Any, None]:
        seen.append(list(e.drawn))
        return
        yield

    mill = card("building", "Sawpit", "red", triggers=(trigger("when", "tax", bonus(BLUE)),))
    ear = card("building", "Ear", "green", triggers=(trigger("after", "tax", look),))
    g = game(mill, ear, boards=[{"(0,1)": "land red", "(1,0)": "Sawpit"}, {"(1,0)": "Ear"}], phase="tax")

    g.answer("tax (0,1) as red")

    assert seen == [[(RED, "land"), (BLUE, "building")]]


def test_a_knight_breaks_a_region() -> None:
    board = {"(1,0)": "land red", "(2,0)": "Sir", "(3,0)": "land red"}
    g = game(knight("Sir"), boards=[board], phase="tax")

    assert taxed(g, "(1,0)", "(3,0)") == []
