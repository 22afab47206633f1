from __future__ import annotations

from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.model.definitions import Abilities, Static
from tests.engine.toy import HERE, Script, card, content, find, put


def static(key: str, op: str, value: int | None = None, **more: Any) -> Static:
    return Static(key, op, HERE, value=None if value is None else lambda g, s, *a: value, **more)


def game(*statics: Static, **more: Any) -> Game:
    g = Game(content(card("Sun", statics=statics, **more), rules=Script(lambda g: iter(()))), 2, 1)
    put(g, "Sun", 0, 1)
    return g


def test_without_a_word_a_parameter_is_its_base() -> None:
    assert game().parameter("size", 4) == 4
    assert game().parameter("size", -4) == 0


@pytest.mark.parametrize(("statics", "expected"), [
    ([("rise", 2), ("be", 1)], 3), ([("at least", 5)], 5), ([("at least", 3)], 4), ([("at most", 3)], 3),
    ([("at most", 3), ("at least", 6)], 3), ([("fall", 9), ("rise", 1)], 0),
    ([("fall", 3), ("at least", 5)], 2), ([("fall", 9), ("rise", 7)], 2),
])
def test_changes_apply_in_a_fixed_order_and_are_floored_once(statics: list[Any], expected: int) -> None:
    g = game(*[static("size", op, n) for op, n in statics])

    assert g.parameter("size", 4) == expected


def test_a_number_is_a_list_of_steps() -> None:
    steps = game(static("size", "rise", 2), static("size", "fall", 9)).parameter_steps("size", 4)

    assert [(step.static.op, step.before, step.after) for step in steps] == [("rise", 4, 6), ("fall", 6, -3)]


def test_forbid_beats_allow() -> None:
    both = game(static("walk", "allow"), static("walk", "forbid"))
    one = game(static("walk", "allow"))

    assert both.allowed("walk") == []
    assert len(both.forbidden("walk")) == 1
    assert len(one.allowed("walk")) == 1 and one.forbidden("walk") == []


def test_match_reads_the_arguments() -> None:
    g = game(static("walk", "forbid", match=lambda g, s, seat: seat == s.you))

    assert len(g.forbidden("walk", 0)) == 1
    assert g.forbidden("walk", 1) == []


def test_a_source_of_an_ignored_kind_is_left_out() -> None:
    g = game(static("size", "rise", 2), kind="star")

    assert g.parameter("size", 4, ignoring=frozenset({"star"})) == 4
    assert g.parameter("size", 4, ignoring=frozenset({"moon"})) == 6


def test_what_is_in_force_follows_the_board() -> None:
    g = game(static("size", "rise", 2))
    assert g.parameter("size", 4) == 6

    second = put(g, "Sun", 1, 1)
    assert g.parameter("size", 4) == 8
    g.state.turn_over(second, 1)
    assert g.parameter("size", 4) == 6


def test_an_effect_speaks_with_what_it_captured() -> None:
    block = Abilities(statics=(Static("size", "rise", HERE, value=lambda g, s: s.env[0]),))
    g = game(blocks=[block])
    source = g.source(find(g, "Sun", 0), 1)

    g.add_effect(source, 0, (3,), ("turn",))
    assert g.parameter("size", 4) == 7
    g.expire("turn", 0)
    assert g.parameter("size", 4) == 4


def test_cards_that_are_cut_off_say_only_what_is_marked_so() -> None:
    class CutOff(Script):
        def speakers(self, g: Game) -> Any:
            live, cut_off = super().speakers(g)
            return cut_off, live

    sun = card("Sun", statics=(static("size", "rise", 2), static("size", "rise", 5, cut_off_too=True)))
    g = Game(content(sun, rules=CutOff(lambda g: iter(()))), 2, 1)
    put(g, "Sun", 0, 1)

    assert g.parameter("size", 4) == 9


def test_nothing_derived_from_an_undone_future_is_believed() -> None:
    def play(g: Game) -> Any:
        put(g, "Sun", 0, g.state.turn)
        g.parameter("size", 4)
        yield from ()

    sun = card("Sun", statics=(static("size", "rise", 2),))
    g = Game(content(sun, rules=Script(play)), 2, 1)
    g.answer("go")
    assert g.parameter("size", 4) == 6
    g.undo()
    assert g.parameter("size", 4) == 4
    g.answer("stop")
    assert g.parameter("size", 4) == 4


def test_a_ruleset_speaks_too() -> None:
    from dataclasses import replace

    plain = content(rules=Script(lambda g: iter(())))
    ruleset = replace(plain.ruleset, abilities=Abilities(statics=(static("size", "be", 9),)))
    g = Game(replace(plain, ruleset=ruleset), 2, 1)

    assert g.parameter("size", 4) == 9


def test_forbids_tells_whether_there_is_a_reason() -> None:
    g = game(static("jump", "forbid", match=lambda g, s, who: who == 1))

    assert (g.forbids("jump", 1), g.forbids("jump", 0), g.forbids("run", 1)) == (True, False, False)
    assert not g.forbids("jump", 1, ignoring=frozenset({g.definition[find(g, "Sun")].kind}))


def test_what_changes_a_number_stands_in_the_order_in_which_it_applies() -> None:
    g = game(static("n", "fall", 1), static("n", "allow"), static("n", "be", 5), static("n", "rise", 2))

    assert [spoken.op for _, spoken in g.statics("n")] == ["be", "rise", "fall", "allow"]
