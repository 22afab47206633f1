from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from barons_core.engine.choices import Selection
from barons_core.engine.events import Event
from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.engine.replays import replay
from barons_core.model.definitions import Abilities, Place, Trigger
from tests.engine.toy import Script, ToyRules, card, content, put


class Bell(Event):
    """A made-up event that does nothing but ring."""

    key = "bell"

    def commit(self, g: Game) -> None:
        g.state.counters["rung"] = g.state.counters.get("rung", 0) + 1


def says(word: str, moment: str = "when", key: str = "bell", line: int = 1, then: Any = None,
         **more: Any) -> Trigger:
    def run(g: Game, s: Any, e: Any) -> Any:
        g.log("said", word=word, by=s.you)
        if then is not None:
            return (yield from then(g, s, e))
        yield from ()
        return True

    return Trigger(moment, key, Place("toy.cards", line), run, **more)


def rung(*cards: Any, layout: Any = (), event: Any = Bell, seats: int = 2, **more: Any) -> Game:
    def play(g: Game) -> Any:
        for title, seat, pos in layout:
            put(g, title, seat, pos)
        g.log("result", value=(yield from g.perform(event(0))))

    game = Game(content(*cards, rules=Script(play)), seats, 1, **more)
    game.answer("go")
    return game


def said(game: Game) -> list[str]:
    return [entry.data["word"] for entry in game.log if entry.key == "said"]


def results(game: Game) -> list[Any]:
    return [entry.data["value"] for entry in game.log if entry.key == "result"]


def test_the_moments_come_in_order() -> None:
    class Own(Bell):
        def own(self, g: Game) -> Any:
            g.log("said", word=f"own {g.state.counters.get('rung', 0)}")
            yield from ()

    triggers = [says("after", "after"), says("when", "when"), says("before", "before")]
    game = rung(card("Harp", triggers=triggers), layout=[("Harp", 0, 1)], event=Own)

    assert said(game) == ["before", "own 1", "when", "after"]


def test_an_event_to_which_nobody_listens_happens() -> None:
    game = rung()

    assert game.state.counters["rung"] == 1
    assert "bell" not in game.heard


def test_match_and_condition_decide_who_hears() -> None:
    yes, no = (lambda g, s, e: e.actor == 0), (lambda g, s, e: e.actor == 1)
    triggers = [says("a", match=yes), says("b", match=no), says("c", match=yes, condition=no)]
    game = rung(card("Harp", triggers=triggers), layout=[("Harp", 0, 1)])

    assert said(game) == ["a"]


def test_the_active_player_comes_first_then_the_seats() -> None:
    cards = [card("Harp", triggers=[says("harp")]), card("Lute", triggers=[says("lute")])]
    game = rung(*cards, layout=[("Lute", 2, 1), ("Harp", 1, 1), ("Lute", 0, 1)], seats=3)

    assert [(e.data["word"], e.data["by"]) for e in game.log if e.key == "said"] == [
        ("lute", 0), ("harp", 1), ("lute", 2)]


def test_a_player_orders_different_triggers() -> None:
    cards = [card("Harp", triggers=[says("harp")]), card("Lute", triggers=[says("lute")])]
    game = rung(*cards, layout=[("Harp", 1, 1), ("Lute", 1, 2), ("Harp", 1, 3)])
    assert game.choice is not None
    assert (game.choice.player, game.choice.ids()) == (1, ['first "Harp"', 'first "Lute"'])

    game.answer('first "Lute"')

    assert said(game) == ["lute", "harp", "harp"]


def test_two_triggers_of_one_card_are_told_apart() -> None:
    game = rung(card("Harp", triggers=[says("one"), says("two", line=2)]), layout=[("Harp", 0, 1)])

    assert game.choice is not None and game.choice.ids() == ['first "Harp"', 'first "Harp" (2)']
    game.answer('first "Harp" (2)')
    assert said(game) == ["two", "one"]


def test_triggers_of_one_title_are_told_apart_by_their_moments() -> None:
    """By a number only if these are alike as well."""
    heard = [replace(says(word, line=line), said=said) for line, (word, said) in enumerate([
        ("one", "when it rings"), ("two", "when it rings twice"), ("three", "when it rings")], 1)]
    game = rung(card("Harp", triggers=heard), card("Lute", triggers=[replace(says("lute"), said="when it rings")]),
                layout=[("Harp", 0, 1), ("Lute", 0, 2)])

    assert game.choice is not None and game.choice.ids() == [
        'first "Harp" (when it rings)', 'first "Harp" (when it rings twice)', 'first "Harp" (when it rings) (2)',
        'first "Lute"',
    ]  # fmt: skip
    game.answer('first "Harp" (when it rings twice)')
    game.answer('first "Lute"')
    game.answer('first "Harp" (when it rings) (2)')
    assert said(game) == ["two", "lute", "three", "one"]


def test_a_replaced_event_does_not_happen() -> None:
    game = rung(card("Harp", triggers=[says("instead", "instead")]), layout=[("Harp", 0, 1)])

    assert results(game) == [False]
    assert "rung" not in game.state.counters


def again(g: Game, s: Any, e: Any) -> Any:
    yield from g.perform(Bell(1))
    return True


def test_each_replacement_acts_once_however_the_event_comes_back() -> None:
    cards = [card(title, triggers=[says(title, "instead", then=again)]) for title in ("Harp", "Lute")]
    game = rung(*cards, layout=[("Harp", 0, 1), ("Lute", 1, 1)])
    assert game.choice is not None and game.choice.player == 0

    game.answer('first "Lute"')

    assert said(game) == ["Lute", "Harp"]
    assert game.state.counters["rung"] == 1


def test_a_replacement_may_decline() -> None:
    def decline(g: Game, s: Any, e: Any) -> Any:
        yield from ()
        return False

    game = rung(card("Harp", triggers=[says("no", "instead", then=decline)]), layout=[("Harp", 0, 1)])

    assert (said(game), results(game)) == (["no"], [True])


def test_a_card_hears_its_own_leaving() -> None:
    def play(g: Game) -> Any:
        harp = put(g, "Harp", 0, 1)
        yield from g.discard(None, [harp], 0)

    harp = card("Harp", triggers=[says("gone", key="discard")])
    game = Game(content(harp, rules=Script(play)), 2, 1)
    game.answer("go")

    assert said(game) == ["gone"]


def test_own_triggers_are_heard_from_a_card_that_is_not_in_force() -> None:
    class Strike(Bell):
        def speaker(self, g: Game) -> Any:
            return g.source(next(c for c in range(len(g.color)) if g.title(c) == "Harp"), 0)

    harp = card("Harp", triggers=[says("mine", own=True), says("other", line=2)])

    assert said(rung(harp, event=Strike)) == ["mine"]


def test_a_chain_without_end_stops_the_game_and_names_the_cycle() -> None:
    def ring(g: Game, s: Any, e: Any) -> Any:
        yield from g.perform(Bell(0, s))

    class Gong(Bell):
        key = "gong"

    def gong(g: Game, s: Any, e: Any) -> Any:
        yield from g.perform(Gong(0, s))

    cards = [card("Harp", triggers=[says("harp", then=gong)]),
             card("Lute", triggers=[says("lute", key="gong", then=ring)])]
    game = rung(*cards, layout=[("Harp", 0, 1), ("Lute", 0, 2)], budget=200)

    assert game.fault is not None
    assert 'bell by "Lute"' in game.fault.message and 'gong by "Harp"' in game.fault.message
    assert game.fault.message.count("->") == 1
    assert game.fault.answers == ("go",)
    assert game.choice is None and not game.over
    assert game.answers == []


def test_an_exception_stops_the_game_at_its_last_boundary() -> None:
    def broken(g: Game, s: Any, e: Any) -> Any:
        yield from g.draw(s, 0, 1, 0)
        raise KeyError("lost")

    game = rung(card("Harp", triggers=[says("x", then=broken)]), layout=[("Harp", 0, 1)])
    assert game.fault is not None

    assert "KeyError: 'lost'" in str(game.fault)
    assert game.fault.place.file.endswith("test_events.py")
    assert game.fault.chain == ("bell",)
    assert game.state.boards == [{}, {}]
    assert len(game.state.zones[game.layout.hand(0)]) == 0


def test_an_exception_that_is_caught_leaves_no_depth_behind() -> None:
    """What stops a chain of events in one play has no say in the next: between plays the position alone counts."""

    def broken(g: Game, s: Any, e: Any) -> Any:
        yield from ()
        raise KeyError("lost")

    def play(g: Game) -> Any:
        put(g, "Harp", 0, len(g.answers) + 1)
        try:
            yield from g.perform(Bell(0))
        except KeyError:
            g.log("said", word="caught")

    harp = card("Harp", triggers=[says("x", then=broken)], copies=80)
    game = Game(content(harp, rules=Script(play)), 2, 1)
    for _ in range(60):
        game.answer("go")

    assert game.fault is None
    assert (game.depth, game.current) == (0, None)


def test_a_fault_after_further_questions_goes_back_to_the_boundary_before_the_answer() -> None:
    class Breaking(ToyRules):
        def drop(self, g: Game, seat: int, n: int) -> Any:
            yield from super().drop(g, seat, n)
            if n == 2:
                raise KeyError("lost")

    game = Game(content(rules=Breaking()), 2, seed=3)
    while game.state.turn < 4:
        game.answer("draw amber" if game.at_boundary else 0)
    before = fingerprint(game.state)
    game.answer("all")
    while game.fault is None:
        game.answer(0)

    assert game.fault.answers[-2] == "all"
    assert game.fault.answers[-1].startswith("discard")
    assert game.answers == list(game.fault.answers[:-2])
    assert fingerprint(game.state) == before
    assert game.choice is None


def test_the_record_of_a_stopped_game_stops_again() -> None:
    harp = card("Harp", triggers=[says("x", then=lambda g, s, e: 1 / 0)])
    game = rung(harp, layout=[("Harp", 0, 1)])

    record = Record.of(game)
    again = replay(Record.parse(record.text()), game.content)

    assert record.answers == ("go",)
    assert again.fault == game.fault


def test_undo_takes_a_fault_back() -> None:
    game = rung(card("Harp", triggers=[says("x", then=lambda g, s, e: 1 / 0)]), layout=[("Harp", 0, 1)])

    game.undo(0)

    assert game.fault is None
    assert game.choice is not None and game.choice.ids() == ["go", "stop"]


def test_lasting_effects_listen_and_end() -> None:
    def play(g: Game) -> Any:
        harp = put(g, "Harp", 0, 1)
        for expiry in (("event", "bell", 0), ("turn",), ("start of turn", 1)):
            g.add_effect(g.source(harp, 0), 0, (), expiry)
        yield from g.perform(Bell(0))
        yield from g.perform(Bell(0))
        g.expire("turn", 0)
        yield from g.perform(Bell(0))
        g.expire("start of turn", 0)
        yield from g.perform(Bell(0))
        g.expire("start of turn", 1)
        yield from g.perform(Bell(0))

    harp = card("Harp", blocks=[Abilities(triggers=(says("x"),))])
    game = Game(content(harp, rules=Script(play)), 2, 1)
    game.answer("go")

    assert len(said(game)) == 3 + 2 + 1 + 1
    assert game.state.effects == []


@pytest.mark.parametrize("expiry", [
    ("action",), ("phase",), ("turn",), ("event", "x", 0), ("end of turn", 0)])
def test_nothing_outlives_the_turn_it_is_meant_for(expiry: tuple[Any, ...]) -> None:
    def play(g: Game) -> Any:
        g.add_effect(g.source(put(g, "Harp", 0, 1), 0), 0, (), expiry)
        g.expire("turn", 1 if expiry[0] == "end of turn" else 0)
        g.state.counters["left"] = len(g.state.effects)
        g.expire("turn", 0)
        yield from ()

    game = Game(content(card("Harp", blocks=[Abilities()]), rules=Script(play)), 2, 1)
    game.answer("go")

    assert game.state.effects == []
    assert game.state.counters["left"] == (1 if expiry[0] == "end of turn" else 0)


def test_a_game_in_which_nobody_is_ever_asked_is_stopped() -> None:
    class Idle(Script):
        def choice(self, g: Game) -> Any:
            return None if g.state.turn > 1 else super().choice(g)

    game = Game(content(rules=Idle(lambda g: iter(()))), 2, 1, budget=100)
    game.answer("stop")

    assert game.fault is not None
    assert "100 steps of which nobody is asked: turn" in game.fault.message


class Endless(Selection):
    def step(self, picked: tuple[Any, ...]) -> tuple[list[int], bool]:
        return [1], False

    def render(self, element: Any) -> str:
        return str(element)


def test_a_selection_without_end_is_stopped() -> None:
    def play(g: Game) -> Any:
        yield Endless(0, "on and on", "take")

    game = Game(content(rules=Script(play)), 2, 1)
    game.answer("go")

    assert game.fault is not None and "does not end" in game.fault.message
