from __future__ import annotations

from typing import Any

import pytest

from barons_core.engine.game import Game
from tests.engine.toy import Script, content, find, put


def played(play: Any, *hand: str, seats: int = 3, seed: int = 1) -> Game:
    game = Game(content(rules=Script(play, hand)), seats, seed)
    game.answer("go")
    assert game.fault is None
    return game


def titles(g: Game, seat: int, viewer: int) -> list[str | None]:
    return [seen.title for seen in g.view(viewer).hands[seat]]


@pytest.mark.parametrize(("deck", "pile", "due", "drawn", "deck_after"), [
    (0, 0, 2, 0, 0), (0, 3, 1, 1, 2), (1, 3, 1, 1, 0), (1, 3, 2, 2, 2), (2, 0, 4, 2, 0), (4, 2, 4, 4, 0),
])
def test_a_deck_is_made_anew_only_on_need(deck: int, pile: int, due: int, drawn: int,
                                          deck_after: int) -> None:
    def play(g: Game) -> Any:
        cards = g.state.zones[0][:]
        for card in cards[:len(cards) - deck]:
            g.state.move(card, g.layout.box)
        for card in cards[:pile]:
            g.state.move(card, g.layout.pile(0))
        yield from g.draw(None, 0, due, 0)

    game = played(play)

    assert len(game.state.zones[game.layout.hand(0)]) == drawn
    assert len(game.state.zones[0]) == deck_after
    assert len(game.state.zones[game.layout.pile(0)]) == (0 if deck < due else pile)


def test_a_drawn_card_is_known_to_its_player_alone() -> None:
    game = played(lambda g: g.draw(None, 1, 1, 0))

    (card,) = game.state.zones[game.layout.hand(1)]
    assert game.state.known[card] == 0b010
    assert game.events(1)[-1] == ("draw", {"player": "P2", "card": game.printed(card), "frm": "amber deck",
                                           "to": "hand of P2"})
    assert game.events(0)[-1] == ("draw", {"player": "P2", "color": "amber", "frm": "amber deck",
                                           "to": "hand of P2"})


def test_a_discarded_card_is_known_to_all() -> None:
    game = played(lambda g: g.discard(None, g.state.zones[g.layout.hand(0)], 0), "Ash", "Cedar")

    assert [seen.title for seen in game.view(2).piles[0]] == ["Ash"]
    assert [seen.title for seen in game.view(2).piles[1]] == ["Cedar"]


def test_a_shuffle_makes_all_forget() -> None:
    def play(g: Game) -> Any:
        g.reveal(g.state.zones[0][-1])
        g.shuffle(0)
        yield from ()

    game = played(play)

    assert not any(game.state.known[card] for card in game.state.zones[0])


def test_shuffles_of_one_purpose_do_not_shift_those_of_another() -> None:
    def plain(g: Game) -> Any:
        g.shuffle(0)
        yield from ()

    def more(g: Game) -> Any:
        g.shuffle(1)
        g.random_seat([0, 1], "who")
        g.shuffle(1)
        g.shuffle(0)
        yield from ()

    assert played(plain).state.zones[0] == played(more).state.zones[0]
    assert played(plain).state.zones[0] != played(plain, seed=2).state.zones[0]


def test_the_second_shuffle_is_another_than_the_first() -> None:
    def play(g: Game) -> Any:
        g.shuffle(0)
        g.state.counters["same"] = int(sorted(before := g.state.zones[0][:]) == before)
        g.state.zones[0].sort()
        g.shuffle(0)
        g.state.counters["again"] = int(g.state.zones[0] == before)
        yield from ()

    game = played(play)

    assert (game.state.counters["same"], game.state.counters["again"]) == (0, 0)


def laid(hidden: str) -> Game:
    """P1 holds an Ash that P2 has seen and a Birch; one of them goes face down onto the board."""
    def play(g: Game) -> Any:
        hand = g.layout.hand(0)
        g.reveal(find(g, "Ash", hand), [1])
        card = find(g, hidden, hand)
        yield from g.move(None, "place", card, g.layout.board(0), actor=0, pos=1, face_down=True)

    return played(play, "Ash", "Birch")


def test_two_worlds_that_differ_in_a_card_laid_face_down_look_the_same() -> None:
    one, other = laid("Ash"), laid("Birch")

    for seat in (1, 2):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat) == other.events(seat)
    assert one.view(0) != other.view(0)


def test_what_is_known_stays_known_where_nothing_can_be_mistaken() -> None:
    def play(g: Game) -> Any:
        hand = g.layout.hand(0)
        for card in g.state.zones[hand]:
            g.reveal(card, [1])
        cedar = find(g, "Cedar", hand)
        yield from g.move(None, "place", cedar, g.layout.board(0), actor=0, pos=1, face_down=True)

    game = played(play, "Ash", "Birch", "Cedar")

    assert titles(game, 0, 1) == ["Ash", "Birch"]
    assert game.view(1).boards[0][1].title == "Cedar"
    assert game.view(2).boards[0][1].title is None


def test_a_given_card_is_known_to_both_hands() -> None:
    def play(g: Game) -> Any:
        yield from g.move(None, "give", find(g, "Ash", g.layout.hand(0)), g.layout.hand(1), actor=0)

    game = played(play, "Ash")

    assert titles(game, 1, 0) == [None, "Ash"]
    assert titles(game, 1, 1) == ["Ash", "Ash"]
    assert titles(game, 1, 2) == [None, None]


def test_a_move_to_a_taken_position_is_refused() -> None:
    game = Game(content(rules=Script(lambda g: iter(()))), 2, 1)
    put(game, "Ash", 0, 1)

    with pytest.raises(ValueError, match="position 1 of board 0 is taken"):
        put(game, "Birch", 0, 1)


def test_a_view_names_no_card_by_number() -> None:
    game = played(lambda g: g.draw(None, 1, 2, 0), "Ash")

    assert "Ash" in str(game.view(0).hand)
    assert [seen.color for seen in game.view(0).hands[1]] == ["amber"] * 3
    assert titles(game, 1, 0) == [None, None, None]
