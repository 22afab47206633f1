"""Words that no built-in card uses yet, each on a made-up card."""

from barons_core.engine.game import Game
from barons_core.testing.position import Piece, set_position
from tests.properties.made_up import with_cards

CARDS = """
action "Census" in red x3:
    cost none
    play:
        if count(your connected lands) = 2:
            draw 1 red
        if count(your face-down lands) = 3:
            draw 1 blue

action "Dig" in red x3:
    cost none
    play:
        choose a card of your barony except a castle as buried
        discard the card on the space of buried

building "Well" in red x3:
    cost none
    activate:
        choose a space next to this as spot
        discard the card on spot

building "Drain" in green x3:
    cost none
    after you discard a card:
        draw 1 yellow

building "Yard" in green x3:
    cost none
    after you build a building:
        draw 1 green

building "Spring" in blue x3:
    cost none
    after an enemy draws a card:
        draw 1 green

building "Lighthouse" in blue x3:
    cost none
    when you begin a turn:
        draw 1 blue

building "Tollgate" in red x3:
    cost none
    when an enemy ends a turn:
        draw 1 red

action "Purge" in red x3:
    cost none
    play:
        discard a card from your hand

action "Truce" in blue x3:
    cost none
    play:
        until the end of your next turn:
            forbid all players to play actions
"""
LANDS = {"(0,1)": Piece(color="yellow", down=True), "(0,2)": Piece(color="blue", down=True),
         "(3,3)": Piece(color="red", down=True)}  # fmt: skip


def game(*titles: str, board: dict[str, Piece] | None = None, other: dict[str, Piece] | None = None) -> Game:
    """Return a game whose active player holds some cards and has some in play."""
    g = Game(with_cards(CARDS), 2, 1)
    hands = {0: [Piece(title) for title in titles], 1: [Piece("Census")]}
    set_position(g, boards={0: board or {}, 1: other or {}}, hands=hands)
    return g


def colors(g: Game, seat: int = 0) -> list[str]:
    """Return the colors of the cards that a player holds."""
    return sorted(g.content.colors[g.color[card]] for card in g.state.zones[g.layout.hand(seat)])


def ids(g: Game) -> list[str]:
    """Return what may be answered."""
    return g.choice.ids() if g.choice is not None else []


def answer(g: Game, *answers: str) -> None:
    for one in answers:
        g.answer(one)


def finish_turn(g: Game) -> None:
    """End the turn of the active player: no play, a land laid, no tax."""
    assert g.choice is not None
    seat = g.choice.player
    while g.choice is not None and g.choice.player == seat:
        lays = [one for one in ids(g) if one.startswith("lay")]
        g.answer("pass" if "pass" in ids(g) else (lays or ids(g))[0])


def test_connected_and_face_down_lands_are_counted() -> None:
    g = game("Census", board=LANDS)
    g.answer('play "Census"')

    assert colors(g) == ["blue", "red"]


def test_the_space_of_a_card_is_where_it_lies() -> None:
    g = game("Dig", board={"(0,1)": Piece("Mill"), "(1,0)": Piece("Forge")})
    answer(g, 'play "Dig"', 'choose "Forge" at (1,0)')

    assert {g.title(card) for card in range(len(g.color)) if g.state.where[card] == g.layout.board(0)} == {
        "Castle",
        "Mill",
    }


def test_a_space_next_to_a_card_is_chosen() -> None:
    g = game(board={"(0,1)": Piece("Well"), "(0,2)": Piece("Mill"), "(1,0)": Piece("Forge")})
    g.answer('activate "Well" at (0,1)')

    assert sorted(ids(g)) == ["choose (-1,1)", "choose (0,0)", "choose (0,2)", "choose (1,1)"]


def test_building_is_an_event() -> None:
    g = game("Well", board={"(0,1)": Piece("Yard")})
    answer(g, 'build "Well"', "at (1,0)")

    assert colors(g) == ["green"]


def test_discarding_is_an_event() -> None:
    g = game("Purge", "Mill", board={"(0,1)": Piece("Drain")})
    answer(g, 'play "Purge"', 'discard red "Mill"')

    assert colors(g) == ["yellow", "yellow"]


def test_drawing_is_an_event_for_others() -> None:
    g = game("Census", board=LANDS, other={"(0,1)": Piece("Spring")})
    g.answer('play "Census"')

    assert colors(g, 1) == ["green", "green", "red"]


def test_the_beginning_and_the_end_of_a_turn_are_events() -> None:
    g = game("Mill", board={"(0,1)": Piece("Lighthouse")}, other={"(0,1)": Piece("Tollgate")})
    finish_turn(g)

    assert colors(g) == ["red"] and colors(g, 1) == ["red", "red"]

    finish_turn(g)

    assert colors(g) == ["blue", "red"]


def test_a_truce_lasts_to_the_end_of_the_next_turn() -> None:
    g = game("Truce", "Census", "Mill", "Forge")
    g.answer('play "Truce"')
    seen = []
    for _ in range(4):
        assert g.choice is not None
        seen.append((g.choice.player, 'play "Census"' in ids(g)))
        finish_turn(g)

    assert seen == [(0, False), (1, False), (0, False), (1, True)]
