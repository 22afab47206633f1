"""Knights: modes, order of a play, targets, surcharges, what becomes of the target and of the knight."""

from collections.abc import Generator
from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.rules import verbs
from tests.rules.builders import at, card, counts, game, hand, ids, knight, pile, static, trigger

SIR = knight("Sir")
OPEN = {"(1,0)": "land red", "(2,0)": "land green"}
CLOSED = {"(1,0)": "land red"}


def note(text: str) -> Any:
    def run(g: Game, s: Any, e: Any) -> Generator[Any, Any, None]:
        g.log("noted", text=text)
        return
        yield

    return run


def noted(g: Game) -> list[str]:
    return [data["text"] for key, data in g.events(0) if key == "noted"]


def steal(g: Game, s: Any, e: Any) -> Generator[Any, Any, bool]:
    if not (yield from g.confirm(s, s.you, "place it")):
        return False
    return bool((yield from verbs.place_in_barony(g, s, s.you, e.card)))


THIEF = knight("Thief", low="", high="", triggers=(trigger("instead", "eliminate", steal, own=True),))
TOLL = card("building", "Gate", "yellow", statics=(
    static("cost of an attack", "rise", lambda g, s, seat, knight, target: (
        seat != s.you and g.rules.kind(g, target) == "knight"
        and g.state.where[target] == g.layout.board(s.you)),
        detail=lambda g, s, seat, knight, target: g.color[target]),
))


@pytest.mark.ruling("BAR-KNIGHT-04", "BAR-KNIGHT-05", "BAR-KNIGHT-29")
def test_the_low_cost_buys_one_half_and_the_high_cost_both() -> None:
    low = game(SIR, boards=[{}, OPEN], hands=[["Sir", "blue"]])
    high = game(SIR, boards=[{}, OPEN], hands=[["Sir", "blue", "red"]])

    assert ids(low) == ['play "Sir" to attack', 'play "Sir" to defend', "pass"]
    assert ids(high) == [
        'play "Sir" to attack', 'play "Sir" to defend', 'play "Sir" to attack and defend', "pass"]


@pytest.mark.ruling("BAR-KNIGHT-07", "BAR-KNIGHT-08", "BAR-OPEN-04")
def test_without_a_target_a_knight_only_defends() -> None:
    g = game(SIR, boards=[{}, CLOSED], hands=[["Sir", "blue", "red"]])

    assert ids(g) == ['play "Sir" to defend', "pass"]


@pytest.mark.ruling("BAR-KNIGHT-19", "BAR-KNIGHT-20")
def test_a_low_cost_attack_discards_target_and_knight() -> None:
    g = game(SIR, boards=[{}, {**OPEN, "(3,0)": "land blue"}], hands=[["Sir", "blue: Hut blue"]])

    g.answer('play "Sir" to attack')
    assert ids(g) == ["attack land green at (2,0) of P2", "attack land blue at (3,0) of P2"]
    g.answer("attack land blue at (3,0) of P2")

    assert pile(g, 0) == ["Sir"]
    assert len(pile(g, 1)) == 2
    assert g.board.parse("(3,0)") not in g.state.boards[1]


@pytest.mark.ruling("BAR-KNIGHT-21", "BAR-KNIGHT-09")
def test_the_high_cost_attacks_and_then_places_the_knight() -> None:
    g = game(SIR, boards=[{}, OPEN], hands=[["Sir", "blue", "red", "green"]])

    g.answer('play "Sir" to attack and defend')
    assert ids(g) == ["place (-1,0)", "place (0,-1)", "place (0,1)", "place (1,0)"]
    g.answer("place (1,0)")

    assert g.title(at(g, 0, "(1,0)")) == "Sir"
    assert pile(g, 0) == ["Hut red"]


@pytest.mark.ruling("BAR-KNIGHT-06", "BAR-OPEN-03", "BAR-OPEN-39")
def test_the_order_of_a_knight_play() -> None:
    herald = knight("Herald", triggers=(
        trigger("when", "play", note("played"), match=lambda g, s, e: e.mode == "high"),
        trigger("when", "attack", note("attacked")),
        trigger("after", "eliminate", note("gone")),
        trigger("when", "place", note("placed"), match=lambda g, s, e: g.title(e.card) == "Sir"),
    ))
    sir = knight("Sir", triggers=(trigger("after", "play", note("after"), own=True),))
    g = game(herald, sir, boards=[{"(1,0)": "Herald"}, OPEN], hands=[["Sir", "blue", "red", "green"]])

    g.answer('play "Sir" to attack and defend')
    assert noted(g) == ["played"]
    assert ids(g) == ['attack "Herald" at (1,0)', "attack land green at (2,0) of P2"]
    g.answer("attack land green at (2,0) of P2")
    assert noted(g) == ["played", "gone", "attacked"]
    g.answer("place (0,1)")

    assert noted(g) == ["played", "gone", "attacked", "placed", "after"]


@pytest.mark.ruling("BAR-YELLOWKNIGHTS-02", "BAR-KNIGHTOFTHEWOODS-08")
def test_a_knight_in_hand_hears_nothing_but_its_own_play() -> None:
    herald = knight("Herald", low="", high="", triggers=(
        trigger("when", "play", note("other")), trigger("after", "play", note("own"), own=True)))
    g = game(herald, boards=[{}, OPEN], hands=[["Herald", "green"]])

    g.answer('play "Herald" to defend')
    g.answer("place (1,0)")

    assert noted(g) == ["own"]


@pytest.mark.ruling("BAR-KNIGHT-25", "BAR-OPEN-05")
def test_a_copy_in_the_own_barony_must_be_removed_by_the_attack_itself() -> None:
    g = game(SIR, boards=[{"(1,0)": "Sir"}, OPEN], hands=[["Sir", "blue", "red", "green"]])

    assert ids(g) == ['play "Sir" to attack', 'play "Sir" to attack and defend', "pass"]
    g.answer('play "Sir" to attack and defend')
    g.answer("place (0,1)")

    assert pile(g, 0) == ["Hut red", "Sir"]
    assert g.title(at(g, 0, "(0,1)")) == "Sir"


@pytest.mark.ruling("BAR-CRUSADINGKNIGHT-02", "BAR-CRUSADINGKNIGHT-05", "BAR-KNIGHTOFTHEWOODS-05")
def test_a_target_may_be_placed_instead_and_keeps_its_face() -> None:
    g = game(THIEF, boards=[{}, OPEN], hands=[["Thief", "green"]])
    land = at(g, 1, "(2,0)")

    g.answer('play "Thief" to attack')
    assert ids(g) == ["place it", "no"]
    g.answer("place it")
    g.answer("place (0,1)")

    assert at(g, 0, "(0,1)") == land
    assert g.state.down[land]


@pytest.mark.ruling("BAR-KNIGHTOFTHEWOODS-02", "BAR-OPEN-27")
def test_what_has_no_legal_place_is_eliminated_after_all() -> None:
    g = game(THIEF, SIR, boards=[{"(1,0)": "Sir"}, {"(5,0)": "Sir"}], hands=[["Thief", "green"]])

    g.answer('play "Thief" to attack')
    g.answer('attack "Sir" at (5,0) of P2')
    g.answer("place it")

    assert pile(g, 0) == ["Sir", "Thief"]


@pytest.mark.ruling("BAR-KNIGHTOFTHEWOODS-07")
def test_a_knight_that_will_be_placed_steals_no_copy_of_itself() -> None:
    g = game(THIEF, boards=[{}, {"(5,0)": "Thief"}], hands=[["Thief", "green"]])

    g.answer('play "Thief" to attack and defend')
    g.answer("place it")
    g.answer("place (1,0)")

    assert len(g.state.boards[1]) == 1
    assert pile(g, 0) == ["Thief"]


@pytest.mark.ruling("BAR-ARMORY-05", "BAR-ARMORY-06", "BAR-OPEN-36")
def test_a_target_may_cost_more_in_a_second_payment() -> None:
    board = {"(1,0)": "Gate", "(3,0)": "Sir", "(0,3)": "land blue"}
    g = game(SIR, TOLL, boards=[{}, board], hands=[["Sir", "blue", "red: Hut red", "green"]])

    g.answer('play "Sir" to attack')
    assert ids(g) == ["attack land blue at (0,3) of P2", 'attack "Sir" at (3,0) of P2']
    g.answer('attack "Sir" at (3,0) of P2')

    assert sorted(pile(g, 0)) == ["Hut red", "Sir", "Sir"]
    assert counts(g, 0) == [0, 0, 1, 0]


@pytest.mark.ruling("BAR-ARMORY-07", "BAR-KNIGHT-07")
def test_a_target_that_cannot_be_paid_for_is_none() -> None:
    board = {"(1,0)": "Gate", "(3,0)": "Sir"}
    poor = game(SIR, TOLL, boards=[{}, board], hands=[["Sir", "blue", "green"]])
    short = game(SIR, TOLL, boards=[{}, board], hands=[["Sir", "blue", "red"]])

    assert ids(poor) == ['play "Sir" to defend', "pass"]
    assert ids(short) == ['play "Sir" to attack', 'play "Sir" to defend', "pass"]


@pytest.mark.ruling("BAR-ARMORY-09")
def test_ones_own_knight_costs_nothing_more() -> None:
    g = game(SIR, TOLL, boards=[{"(1,0)": "Gate", "(0,1)": "Sir"}], hands=[["Sir", "blue", "green"]])

    g.answer('play "Sir" to attack')

    assert 'attack "Sir" at (0,1)' in ids(g)


@pytest.mark.ruling("BAR-OPEN-60", "BAR-ARMORY-01")
def test_who_was_live_as_the_attack_was_made_still_hears_of_it() -> None:
    camp = card("building", "Camp", "yellow", triggers=(
        trigger("after", "attack", note("attack"), match=lambda g, s, e: e.actor == s.you),))
    g = game(SIR, camp, boards=[{"(1,0)": "Camp"}], hands=[["Sir", "blue", "green"]])

    g.answer('play "Sir" to attack')

    assert noted(g) == ["attack"]
    assert pile(g, 3) == ["Camp"]


@pytest.mark.ruling("BAR-COMMANDINGKNIGHT-01", "BAR-COMMANDINGKNIGHT-02", "BAR-OPEN-68")
def test_a_reduction_drops_a_card_of_the_players_choice() -> None:
    banner = card("building", "Banner", "blue", statics=(
        static("cost of a card", "fall", lambda g, s, seat, c, verb: verb == "play", lambda *_: 1,
               detail="choice"),))
    g = game(SIR, banner, boards=[{"(1,0)": "Banner"}], hands=[["Sir", "blue", "red", "green"]])

    g.answer('play "Sir" to attack and defend')
    assert ids(g) == ["red", "blue"]
    g.answer("drop red")

    assert counts(g, 0) == [1, 0, 1, 0]


def test_the_whole_play_can_be_taken_back() -> None:
    g = game(SIR, boards=[{}, OPEN], hands=[["Sir", "blue", "red", "green"]])
    before = hand(g, 0)

    g.answer('play "Sir" to attack and defend')
    g.undo(1)

    assert hand(g, 0) == before
    assert len(ids(g)) == 4
