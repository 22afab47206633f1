"""What card text does and asks, called as compiled text calls it."""

from collections.abc import Callable, Generator
from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.model.definitions import Source
from barons_core.rules import queries, verbs
from tests.rules.builders import (
    BLUE,
    GREEN,
    RED,
    at,
    card,
    cost,
    counts,
    game,
    ids,
    knight,
    pile,
    section,
    static,
    way,
)

GUARD = knight("Guard", statics=(
    static("cards discarded from hand for an action", "fall", lambda g, s, seat, c: seat == s.you,
           lambda *_: 1),))


def played(run: Callable[..., Any], *cards: Any, **position: Any) -> Game:
    """Return a game just after an action that does `run` was played."""
    ode = card("action", "Ode", "yellow", sections=(section("play", run),))
    position["hands"] = [["Ode", *position.get("hands", [[]])[0]], *position.get("hands", [[]])[1:]]
    g = game(ode, *cards, **position)
    g.answer('play "Ode"')
    return g


def plain(verb: Callable[..., Any], *args: Any) -> Any:
    def run(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        yield from verb(g, s, s.you, *args)

    return run


@pytest.mark.ruling("BAR-GUARDIANKNIGHT-04", "BAR-OPEN-50", "BAR-TITHE-03")
def test_one_demand_with_several_slots_loses_one_card_that_its_payer_names() -> None:
    slots = [(RED, 1), (BLUE, 1), (GREEN, 1)]
    hands = [["red", "blue", "green"]]
    free = played(plain(verbs.discard_demand, slots), boards=[{}], hands=hands)
    g = played(plain(verbs.discard_demand, slots), GUARD, boards=[{"(1,0)": "Guard"}], hands=hands)

    assert counts(free, 0) == [0, 0, 0, 0]
    assert ids(g) == ["spare red", "spare blue", "spare green"]
    g.answer("spare blue")
    assert counts(g, 0) == [0, 1, 0, 0]


@pytest.mark.ruling("BAR-GUARDIANKNIGHT-05", "BAR-FAMINE-03", "BAR-COST-11")
def test_a_demand_takes_what_is_there_and_its_payer_chooses() -> None:
    none = played(plain(verbs.discard_demand, [(RED, 1)]), boards=[{}], hands=[["blue"]])
    saved = played(plain(verbs.discard_demand, [(RED, 1)]), GUARD, boards=[{"(1,0)": "Guard"}],
                   hands=[["red"]])
    asked = played(plain(verbs.discard_demand, [(None, 1)]), boards=[{}], hands=[["red", "blue"]])

    assert counts(none, 0) == [0, 1, 0, 0]
    assert counts(saved, 0) == [1, 0, 0, 0]
    assert ids(asked) == ['red "Hut red"', 'blue "Hut blue"']


@pytest.mark.ruling("BAR-GUARDIANKNIGHT-02", "BAR-CHURCH-11")
def test_what_is_no_demand_of_an_action_is_not_lowered() -> None:
    def drop(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        yield from verbs.discard_hand(g, s, s.you)

    spire = card("building", "Spire", "green", costs=(cost("1 red"),), sections=(section("build", drop),))
    g = game(spire, GUARD, boards=[{"(1,0)": "Guard"}], hands=[["Spire", "red", "blue"]], phase="addition")

    g.answer('build "Spire" at (0,1)')

    assert counts(g, 0) == [0, 0, 0, 0]


@pytest.mark.ruling("BAR-MONASTERY-02", "BAR-OPEN-32")
def test_a_pile_is_shuffled_under_its_deck() -> None:
    g = game(boards=[{}], decks={"red": ["Hut red"] * 2}, piles={"red": ["Hut red"] * 3}, exact=["red"],
             hands=[["blue"]])
    deck = list(g.state.zones[g.layout.deck(RED)])

    for _ in verbs.shuffle_pile_under(g, Source(-1, 0), 0, RED):
        pass

    assert g.state.zones[g.layout.deck(RED)][3:] == deck
    assert pile(g, RED) == []


@pytest.mark.ruling("BAR-WANDERINGKNIGHT-02", "BAR-WANDERINGKNIGHT-03", "BAR-BARNRAISING-09")
def test_a_card_moves_to_a_legal_space_and_keeps_its_face() -> None:
    def run(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        yield from verbs.move_card(g, s, s.you, at(g, 0, "(0,1)"))

    g = played(run, boards=[{"(0,1)": "land red", "(5,5)": "land blue"}])

    assert ids(g) == ["move to (-1,0)", "move to (0,-1)", "move to (1,0)"]
    g.answer("move to (1,0)")
    assert g.state.down[at(g, 0, "(1,0)")]


@pytest.mark.ruling("BAR-WANDERINGKNIGHT-04", "BAR-OPEN-14")
def test_a_castle_moves_next_to_any_card_of_its_barony() -> None:
    def run(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        yield from verbs.move_card(g, s, s.you, at(g, 0, "(0,0)"))

    g = played(run, boards=[{"(0,0)": "Castle", "(5,5)": "land blue"}])

    assert ids(g) == ["move to (4,5)", "move to (5,4)", "move to (5,6)", "move to (6,5)"]


@pytest.mark.ruling("BAR-WANDERINGKNIGHT-06")
def test_any_two_cards_of_a_barony_change_places() -> None:
    def run(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        yield from verbs.swap(g, s, s.you, at(g, 0, "(0,1)"), at(g, 0, "(5,5)"))

    g = played(run, boards=[{"(0,1)": "land red", "(5,5)": "Hut blue"}])

    assert g.title(at(g, 0, "(0,1)")) == "Hut blue"
    assert not g.state.down[at(g, 0, "(0,1)")]
    assert g.state.down[at(g, 0, "(5,5)")]


@pytest.mark.ruling("BAR-OUTPOST-03", "BAR-OUTPOST-05", "BAR-OUTPOST-07")
def test_a_card_is_put_down_unseen_in_place_of_another() -> None:
    def run(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        found = yield from verbs.due_card(g, s, s.you, BLUE)
        yield from verbs.replace_on(g, s, s.you, found, g.board.parse("(1,0)"))

    g = played(run, boards=[{"(1,0)": "Hut red"}])
    place = g.board.parse("(1,0)")

    assert pile(g, RED) == ["Hut red"]
    assert g.view(0).boards[0][place].title == "Hut blue"
    assert g.view(1).boards[0][place].title is None


@pytest.mark.ruling("BAR-COST-10", "BAR-OPEN-08")
def test_a_deck_is_made_anew_only_when_a_card_is_due() -> None:
    g = played(plain(verbs.draw, 3, RED), boards=[{}], decks={"red": ["Hut red"]}, piles={"red": ["Hut red"]},
               exact=["red"])

    assert counts(g, 0) == [2, 0, 0, 0]


@pytest.mark.ruling("BAR-OPEN-33", "BAR-SEARCHFORGOLD-05")
def test_any_printed_cost_may_match_any_other() -> None:
    sir = knight("Sir", low="1 green", high="1 green, 1 red")
    brook = card("land", "Brook", "blue", costs=(cost("2 blue", "1 green"),))
    free = card("action", "Free", "red", costs=(cost(""),))
    ways = (way("Bare"),)
    bare = card("action", "Bare", "red", ways=ways)
    g = game(sir, brook, free, bare, boards=[{}], hands=[["Sir", "Brook", "Free", "Bare"]])
    s = Source(-1, 0)
    one, other, none, nothing = g.state.zones[g.layout.hand(0)]

    assert queries.shares_printed_cost(g, s, one, other)
    assert not queries.shares_printed_cost(g, s, none, other)
    assert queries.shares_printed_cost(g, s, none, nothing)


@pytest.mark.ruling("BAR-TITHE-02", "BAR-KINGSTAX-03")
def test_the_card_that_speaks_does_not_count_in_its_hand() -> None:
    song = card("action", "Song", "green", sections=(section("play", plain(verbs.discard_hand)),))
    g = game(song, boards=[{}], hands=[["Song", "green"]])
    own = next(one for one in g.state.zones[g.layout.hand(0)] if g.title(one) == "Song")

    assert queries.count_in_hand(g, Source(own, 0), 0, GREEN) == 1
    assert len(queries.hand_cards(g, Source(own, 0), 0)) == 1
    assert queries.count_in_hand(g, Source(-1, 0), 0, GREEN) == 2


def test_a_title_face_up_is_that_of_the_way_and_face_down_there_is_none() -> None:
    chapel = card("building", "Chapel/Minster", "each", 3, ways=(way("Chapel"), way("Minster")))
    board = {"(1,0)": "Chapel/Minster as Chapel", "(0,1)": "land red: Chapel/Minster"}
    g = game(chapel, boards=[board], hands=[["red"]])
    s = Source(-1, 0)

    assert queries.way_title_is(g, s, at(g, 0, "(1,0)"), "Chapel")
    assert not queries.way_title_is(g, s, at(g, 0, "(1,0)"), "Chapel/Minster")
    assert not queries.way_title_is(g, s, at(g, 0, "(0,1)"), "Chapel/Minster")


def test_verbs_with_nothing_to_act_on_do_nothing() -> None:
    def run(g: Game, s: Source, e: Any, paid: Any) -> Generator[Any, Any, None]:
        yield from verbs.discard(g, s, s.you, [None])
        yield from verbs.take(g, s, s.you, [None])
        yield from verbs.give(g, s, s.you, [None], None)
        yield from verbs.return_to_hand(g, s, s.you, None)
        yield from verbs.move_card(g, s, s.you, None)
        yield from verbs.swap(g, s, s.you, None, None)
        yield from verbs.place_in_barony(g, s, s.you, None)
        yield from verbs.draw(g, s, s.you, 1, None)

    g = played(run, boards=[{}], hands=[["red"]])

    assert g.fault is None
    assert counts(g, 0) == [1, 0, 0, 0]
