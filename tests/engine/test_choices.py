from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from barons_core.engine.answers import IllegalAnswer, whole_of
from barons_core.engine.choices import Choice, Selection
from barons_core.engine.game import Game
from tests.engine.toy import Script, content


def path(picked: tuple[int, ...]) -> tuple[list[int], bool]:
    """Numbers 1 to 5 that hang together: each further one is next to one picked; at most three."""
    if len(picked) == 3:
        return [], True
    near = [n for n in range(1, 6) if n not in picked and (not picked or {n - 1, n + 1} & set(picked))]
    return near, bool(picked)


class Numbers(Selection):
    """A question whose steps are those of a function."""

    def __init__(self, step: Any, verb: str, **more: Any) -> None:
        super().__init__(0, "which", verb, **more)
        self.steps = step

    def step(self, picked: tuple[Any, ...]) -> tuple[Any, bool]:
        options, may_stop = self.steps(picked)
        return options, may_stop

    def render(self, element: Any) -> str:
        return f"({element})"


def asking(answers: list[Any], **more: Any) -> Game:
    def play(g: Game) -> Any:
        step, verb = more.pop("step", path), more.pop("verb", "take")
        answers.append((yield Numbers(step, verb, **more)))

    game = Game(content(rules=Script(play)), 2, 1)
    game.answer("go")
    return game


def test_a_choice_without_an_option_is_a_fault_of_whoever_asks() -> None:
    with pytest.raises(ValueError, match="needs an option"):
        Choice(0, "what", [], str)


def test_ids_are_rendered_when_somebody_reads_them() -> None:
    def render(option: int) -> str:
        raise AssertionError

    choice = Choice(0, lambda: 1 / 0, [1, 2], render)  # type: ignore[arg-type, return-value]

    assert choice.options == [1, 2]


@pytest.mark.parametrize("order", list(permutations([2, 3, 4])))
def test_small_steps_and_whole_ids_record_the_same_answer(order: tuple[int, ...]) -> None:
    whole: list[Any] = []
    small: list[Any] = []
    one, other = asking(whole), asking(small)

    one.answer("take " + " ".join([f"({n})" for n in order]))
    feasible = abs(order[0] - order[1]) == 1
    for n in order if feasible else (3, *[n for n in order if n != 3]):
        other.answer(f"({n})")

    assert one.answers == other.answers == ["go", "take (2) (3) (4)"]
    assert whole == small == [(2, 3, 4)]


def test_an_answer_ends_with_done() -> None:
    answers: list[Any] = []
    game = asking(answers)

    game.answer("(3)")
    assert game.choice is not None and game.choice.ids() == ["(2)", "(4)", "done"]
    game.answer("done")

    assert game.answers == ["go", "take (3)"]


def test_a_whole_id_may_replace_the_steps_taken_so_far() -> None:
    game = asking([])
    game.answer("(1)")

    game.answer("take (5) (4)")

    assert game.answers[1:] == ["take (4) (5)"]


@pytest.mark.parametrize("answer", ["take (1) (3)", "take (6)", "take", "(1) (2)", "done", "take (1) (1)"])
def test_a_whole_id_that_no_steps_lead_to_is_illegal(answer: str) -> None:
    game = asking([])

    with pytest.raises(IllegalAnswer, match=r"\(1\)"):
        game.answer(answer)
    assert game.answers == ["go"]


def test_a_step_with_one_option_is_taken_without_asking() -> None:
    answers: list[Any] = []
    steps = {(): ([1, 2], False), (1,): ([7], False), (1, 7): ([8, 9], False), (2,): ([9], False)}
    game = asking(answers, step=lambda picked: steps.get(picked, ([], True)), ordered=True)

    game.answer("(1)")
    assert game.choice is not None and game.choice.ids() == ["(8)", "(9)"]
    game.answer("(9)")

    assert answers == [(1, 7, 9)]
    assert game.answers[1:] == ["take (1) (7) (9)"]


def test_a_whole_id_may_leave_out_what_is_forced() -> None:
    steps = {(): ([1, 2], False), (1,): ([7], False), (1, 7): ([8, 9], False), (2,): ([9], False)}
    game = asking([], step=lambda picked: steps.get(picked, ([], True)), ordered=True)

    game.answer("take (1) (9)")

    assert game.answers[1:] == ["take (1) (7) (9)"]


def test_a_selection_with_one_answer_is_not_asked_nor_recorded() -> None:
    answers: list[Any] = []
    game = asking(answers, step=lambda picked: ([1], False) if not picked else ([], True))

    assert answers == [(1,)]
    assert game.answers == ["go"]


def test_an_ordered_selection_keeps_its_order() -> None:
    game = asking([], ordered=True)

    game.answer("take (4) (3)")

    assert game.answers[1:] == ["take (4) (3)"]


def test_the_empty_answer_has_a_name() -> None:
    answers: list[Any] = []
    game = asking(answers, step=lambda picked: ([1, 2], True) if not picked else ([], True), empty="pass")

    assert game.choice is not None and game.choice.ids() == ["(1)", "(2)", "pass"]
    game.answer("pass")

    assert answers == [()]
    assert game.answers[1:] == ["pass"]


def test_without_a_verb_the_elements_are_the_id() -> None:
    words = {(): (["lay", "pass"], False), ("lay",): (["at (0,1)", "at (1,0)"], False)}
    game = asking([], step=lambda picked: words.get(picked, ([], True)), verb="", ordered=True)

    game.answer("(lay) (at (1,0))")

    assert game.answers[1:] == ["(lay) (at (1,0))"]


def test_a_copy_in_the_middle_of_a_selection_is_there_too() -> None:
    game = asking([])
    game.answer("(3)")

    copy = game.copy()
    assert copy.choice is not None and copy.choice.ids() == ["(2)", "(4)", "done"]
    copy.answer("(2)")
    copy.answer("done")

    assert copy.answers[1:] == ["take (2) (3)"]
    assert game.choice is not None and game.choice.ids() == ["(2)", "(4)", "done"]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_small_steps_record_the_whole_id_gives_the_same(seed: int) -> None:
    random = Random(seed)
    game = asking([])
    while len(game.answers) < 2 and game.choice is not None:
        game.answer(int(random.random() * len(game.choice.options)))

    other = asking([])
    other.answer(game.answers[1])

    assert other.answers == game.answers


class Names(Selection):
    """Two of some names, of which one begins another."""

    NAMES = ("a", "b", "b of c", "a of c")

    def __init__(self, ordered: bool) -> None:
        super().__init__(0, "which", "take", ordered)

    def step(self, picked: tuple[Any, ...]) -> tuple[Any, bool]:
        left = [n for n in range(len(self.NAMES)) if n not in picked]
        return (left if len(picked) < 2 else ()), len(picked) == 2

    def render(self, element: Any) -> str:
        return self.NAMES[element]


@pytest.mark.parametrize("ordered", [False, True])
def test_a_whole_id_means_what_it_was_made_of(ordered: bool) -> None:
    """What stands around a name that is found in it does not make another one."""
    selection = Names(ordered)
    for picked in permutations(range(4), 2):
        elements = selection.canonical(picked)
        found = whole_of(selection, selection.whole(elements))

        assert found is not None and selection.canonical(found) == elements
