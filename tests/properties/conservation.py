"""Every card is somewhere exactly once, and all that the state keeps about it agrees."""

from __future__ import annotations

from collections import Counter

from barons_core.engine.game import Game


def check_conservation(game: Game) -> None:
    """Check zones, boards, places, counts, faces and knowledge of one position."""
    every_card_once(game)
    colors_stay_apart(game)
    counts_agree(game)
    faces_and_ways_fit(game)
    what_lies_open_is_known(game)


def every_card_once(game: Game) -> None:
    state, layout = game.state, game.layout
    lying = [(card, zone, 0) for zone, cards in enumerate(state.zones) for card in cards]
    for seat, board in enumerate(state.boards):
        lying += [(card, layout.board(seat), pos) for pos, card in board.items()]

    assert sorted(card for card, _, _ in lying) == list(range(len(game.definition)))
    assert all(state.where[card] == zone and state.at[card] == pos for card, zone, pos in lying)
    assert not any(state.zones[layout.board(seat)] for seat in range(game.seats))


def colors_stay_apart(game: Game) -> None:
    """Decks and piles hold one color each, and of each color there are as many cards as were made."""
    layout, state = game.layout, game.state
    for color in range(layout.colors):
        for zone in (layout.deck(color), layout.pile(color)):
            assert all(game.color[card] == color for card in state.zones[zone])
    made = Counter[int]()
    for entry in game.content.deck_list(game.seats):
        made[entry.color] += entry.copies
    there = Counter(game.color[card] for card, zone in enumerate(state.where) if zone != layout.box)

    assert there == {**made, -1: game.seats}


def counts_agree(game: Game) -> None:
    state, layout = game.state, game.layout
    for seat in range(game.seats):
        held = Counter(game.color[card] for card in state.zones[layout.hand(seat)])
        assert state.tally[seat] == [held[color] for color in range(layout.colors)]


def faces_and_ways_fit(game: Game) -> None:
    state, layout = game.state, game.layout
    for card, zone in enumerate(state.where):
        assert layout.is_board(zone) or not state.down[card]
        assert state.way[card] < max(1, len(game.definition[card].ways))
        assert not (layout.is_deck(zone) and state.way[card])
    if game.at_boundary:
        assert not state.zones[layout.limbo]


def what_lies_open_is_known(game: Game) -> None:
    """Everybody knows what lies face up, and everybody their own hand and face-down lands."""
    state, layout = game.state, game.layout
    for card, zone in enumerate(state.where):
        seat = layout.seat_of(zone)
        if layout.is_pile(zone) or (layout.is_board(zone) and not state.down[card]):
            assert state.known[card] == game.everyone
        elif seat is not None:
            assert state.known[card] >> seat & 1
