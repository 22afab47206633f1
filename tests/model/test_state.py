from __future__ import annotations

import pytest

from barons_core.model.layout import Layout
from barons_core.model.state import Effect, State


@pytest.fixture
def state() -> State:
    return State(Layout(2, 3), (0, 0, 1, 1, -1))


def test_zones_do_not_overlap_and_tell_what_they_are() -> None:
    layout = Layout(2, 3)
    zones = [layout.deck(0), layout.deck(1), layout.pile(0), layout.pile(1),
             *[layout.hand(s) for s in range(3)], *[layout.board(s) for s in range(3)],
             layout.limbo, layout.box]

    assert zones == list(range(layout.size))
    assert [layout.name(z) for z in zones] == ["deck"] * 2 + ["pile"] * 2 + ["hand"] * 3 + ["board"] * 3 + [
        "limbo", "box"]
    assert [layout.color_of(z) for z in zones] == [0, 1, 0, 1] + [None] * 8
    assert [layout.seat_of(z) for z in zones] == [None] * 4 + [0, 1, 2] * 2 + [None] * 2
    assert layout.hand_of == [-1] * 4 + [0, 1, 2] + [-1] * 5
    assert layout.hand_bit == [0] * 4 + [1, 2, 4] + [0] * 5
    assert layout.board_of == [-1] * 7 + [0, 1, 2] + [-1] * 2
    assert [layout.is_deck(z) for z in zones] == [True] * 2 + [False] * 10
    assert [layout.is_pile(z) for z in zones] == [False] * 2 + [True] * 2 + [False] * 8


def test_all_cards_begin_in_the_box(state: State) -> None:
    assert state.zones[state.layout.box] == [0, 1, 2, 3, 4]


def test_a_moved_card_is_found_from_both_sides(state: State) -> None:
    layout = state.layout
    state.move(2, layout.hand(1))
    state.move(3, layout.board(0), pos=7, down=1, way=1)

    assert state.zones[layout.hand(1)] == [2]
    assert (state.where[2], state.tally[1]) == (layout.hand(1), [0, 1])
    assert state.boards[0] == {7: 3}
    assert (state.where[3], state.at[3], state.down[3], state.way[3]) == (layout.board(0), 7, 1, 1)

    state.move(3, layout.pile(1))
    assert state.boards[0] == {}
    assert (state.down[3], state.way[3]) == (0, 0)


def test_the_top_is_the_end_and_under_is_the_beginning(state: State) -> None:
    for card in (0, 1):
        state.move(card, 0)
    state.move(2, 0, under=True)

    assert state.zones[0] == [2, 0, 1]


@pytest.mark.parametrize(("n", "dealt"), [(0, []), (1, [1]), (2, [1, 0]), (3, [1, 0])])
def test_cards_are_dealt_from_the_top_as_far_as_they_go(state: State, n: int, dealt: list[int]) -> None:
    hand = state.layout.hand(2)
    state.unpack()

    assert state.deal(0, 2, n) == state.zones[hand] == dealt
    assert state.zones[0] == [0, 1][:2 - len(dealt)]
    assert state.tally[2] == [len(dealt), 0]
    assert all(state.where[card] == hand and state.known[card] == 1 << 2 for card in dealt)


@pytest.mark.source
def test_a_card_is_dealt_as_it_is_moved(state: State) -> None:
    state.unpack()
    moved = state.clone()

    for card in state.deal(1, 0, 2):
        moved.move(card, moved.layout.hand(0))
        moved.known[card] |= 1
    assert all(getattr(state, slot) == getattr(moved, slot) for slot in State.__slots__)


def test_cards_without_a_color_stay_in_the_box(state: State) -> None:
    state.unpack()

    assert state.zones[:2] == [[0, 1], [2, 3]]
    assert state.zones[state.layout.box] == [4]
    assert state.where == [0, 0, 1, 1, state.layout.box]


def test_only_the_board_has_a_new_version(state: State) -> None:
    state.move(0, state.layout.hand(0))
    assert state.version == 0
    state.move(0, state.layout.board(0), 1)
    state.turn_over(0, 1)
    assert state.version == 2


def test_a_clone_shares_nothing_that_changes(state: State) -> None:
    state.move(0, state.layout.board(0), 1)
    clone = state.clone()

    state.move(0, state.layout.hand(0))
    state.known[0] = 7
    state.effects.append(Effect(0, 0, 0, 0, (), ("turn",)))
    state.counters["x"] = 1
    state.seat = 2

    assert clone.boards[0] == {1: 0}
    assert clone.zones[clone.layout.hand(0)] == []
    assert clone.tally[0] == [0, 0]
    assert (clone.known[0], clone.effects, clone.counters, clone.seat) == (0, [], {}, 0)


@pytest.mark.source
def test_every_slot_is_cloned(state: State) -> None:
    clone = state.clone()

    for name in State.__slots__:
        ours, theirs = getattr(state, name), getattr(clone, name)
        assert ours == theirs
        assert ours is not theirs or isinstance(ours, (int, tuple, Layout))


def test_all_cards_of_a_zone_move_in_their_order(state: State) -> None:
    state.move(0, state.layout.pile(0))
    state.move(1, state.layout.pile(0))
    state.move_all(state.layout.pile(0), state.layout.deck(0))

    assert state.zones[state.layout.deck(0)] == [0, 1]
    assert state.zones[state.layout.pile(0)] == []
    assert state.where[:2] == [state.layout.deck(0)] * 2


def test_each_board_counts_its_own_changes(state: State) -> None:
    state.move(0, state.layout.board(1), 1)
    state.turn_over(0, 1)
    state.move(1, state.layout.board(2), 1)

    assert state.board_versions == [0, 2, 1]
