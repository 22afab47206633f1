"""How a game begins."""

import pytest

from barons_core.engine.game import Game
from barons_core.rules.setup import alphabetical
from tests.rules.builders import COLORS, card, content, cost, counts

NAMES = tuple(card("building", title, color, 3, (cost(""),))
              for title, color in (("Famous", "red"), ("Elder", "blue"), ("Dale", "green")))


def start(seats: int = 2, seed: int = 1) -> Game:
    return Game(content(*NAMES), seats, seed)


def decided(g: Game) -> Game:
    for color in ("red", "blue", "green")[:g.seats]:
        g.answer(f"choose {color}")
    return g


@pytest.mark.ruling("BAR-SETUP-01", "BAR-SETUP-08", "BAR-SETUP-09", "BAR-SETUP-10", "BAR-OPEN-54")
def test_each_barony_is_a_castle_with_a_land_of_each_color_around_it() -> None:
    g = start()
    colors = {"(0,1)": "yellow", "(1,0)": "blue", "(0,-1)": "green", "(-1,0)": "red"}

    for cells in g.state.boards:
        assert g.definition[cells[0]].kind == "castle"
        assert {g.board.label(p): COLORS[g.color[c]] for p, c in cells.items() if p} == colors
        assert all(g.state.down[c] for p, c in cells.items() if p)
    for color in range(4):
        assert {g.color[c] for c in g.state.zones[g.layout.deck(color)]} == {color}


@pytest.mark.ruling("BAR-FAQ-07", "BAR-FAQ-08", "BAR-OPEN-56")
def test_the_owner_alone_knows_the_starting_lands() -> None:
    g = start()
    place = g.board.parse("(1,0)")

    assert g.view(0).boards[0][place].title is not None
    assert g.view(1).boards[0][place].title is None
    assert g.view(1).boards[0][place].color == "blue"


@pytest.mark.ruling("BAR-SETUP-12", "BAR-SETUP-13", "BAR-OPEN-31")
def test_all_pick_a_deck_before_anybody_draws() -> None:
    g = start()

    g.answer("choose red")
    assert counts(g, 0) == [0, 0, 0, 0]
    assert not [key for key, _ in g.events(1) if key == "draw"]
    g.answer("choose red")

    assert len([key for key, _ in g.events(0) if key == "draw"]) == 6


@pytest.mark.ruling("BAR-SETUP-14", "BAR-SETUP-15")
def test_each_discards_one_of_three_face_up() -> None:
    g = decided(start())
    while g.state.phase < 0:
        g.answer(0)

    assert counts(g, 0) == [2, 0, 0, 0]
    assert counts(g, 1) == [0, 2, 0, 0]
    assert len(g.state.zones[g.layout.pile(0)]) == len(g.state.zones[g.layout.pile(1)]) == 1


@pytest.mark.ruling("BAR-SETUP-16", "BAR-SETUP-17", "BAR-OPEN-22")
@pytest.mark.parametrize("seed", range(8))
def test_the_alphabetically_first_discard_starts(seed: int) -> None:
    g = decided(start(3, seed))
    while g.state.phase < 0:
        g.answer(0)
    titles = [alphabetical(g.title(g.state.zones[g.layout.pile(color)][0])) for color in range(3)]

    assert titles[g.state.seat] == min(titles)
    assert g.state.turn == 1


@pytest.mark.ruling("BAR-SETUP-17", "BAR-OPEN-22")
def test_a_tie_is_drawn_among_those_who_tie() -> None:
    from barons_core.rules.setup import starter

    found = set()
    for seed in range(12):
        g = start(3, seed)
        one, other = [c for c in range(len(g.color)) if g.title(c) == "Dale"][:2]
        later = next(c for c in range(len(g.color)) if g.title(c) == "Hut red")
        found.add(starter(g, {0: [one], 1: [later], 2: [other]}))

    assert found == {0, 2}


@pytest.mark.ruling("BAR-OPEN-21")
def test_spaces_signs_and_case_do_not_count_in_the_alphabet() -> None:
    titles = ["Forge", "Forest Brook", "armory", "Armored Knight", "King's Tax", "Kings"]

    assert sorted(titles, key=alphabetical) == [
        "Armored Knight", "armory", "Forest Brook", "Forge", "Kings", "King's Tax"]


@pytest.mark.ruling("BAR-SETUP-07", "BAR-OPEN-55")
def test_seven_players_are_too_many() -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        start(7)
