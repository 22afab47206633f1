"""Whatever a bot does wrong is its failure: the game stops there, and its record is kept."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.loading import content
from barons_core.referee import BotFailure, play_game
from barons_core.simulation import simulate

Act = Callable[[], Any]


class Acting:
    """A bot that takes the first option a few times, then does something else."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.calls = 0

    def choose(self, look: Any, choice: Any) -> Any:
        self.calls += 1
        return self.act() if self.calls > 5 else 0


def endless() -> None:
    while True:
        pass


def asleep() -> None:
    time.sleep(3)


def stubborn() -> None:
    end = time.monotonic() + 3
    while time.monotonic() < end:
        try:
            time.sleep(0.01)
        except BaseException:
            continue


def failing() -> None:
    raise ZeroDivisionError("no\nway")


WRONG: dict[str, tuple[Act, str]] = {
    "raises": (failing, "raised ZeroDivisionError: no way"),
    "raises StopIteration": (lambda: next(iter(())), "raised StopIteration"),
    "an index too large": (lambda: 10_000, "answered 10000, which is none of"),
    "a negative index": (lambda: -1, "answered -1, which is none of"),
    "an unknown id": (lambda: "fly away", "answered 'fly away', which is none of"),
    "nothing": (lambda: None, "answered None, which is neither an index nor an id"),
    "a float": (lambda: 0.0, "answered 0.0, which is neither"),
    "a truth": (lambda: True, "answered True, which is neither"),
    "a list": (lambda: [0], "answered [0], which is neither"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("seconds", [None, 5.0])
def test_a_wrong_answer_is_the_failure_of_the_bot(wrong: str, seconds: float | None) -> None:
    act, message = WRONG[wrong]
    game = Game(content("barons"), 2, 1, log=False)
    with pytest.raises(BotFailure) as caught:
        play_game(game, [Acting(act), Acting(act)], seconds=seconds)

    assert message in str(caught.value)
    assert str(caught.value).startswith("the bot of P")
    assert game.fault is None and game.choice is not None


@pytest.mark.parametrize("act", [endless, asleep, stubborn])
def test_a_bot_that_takes_too_long_fails(act: Act) -> None:
    game = Game(content("barons"), 2, 1, log=False)
    began = time.monotonic()
    with pytest.raises(BotFailure, match=r"did not answer within 0\.2 seconds"):
        play_game(game, [Acting(act), Acting(act)], seconds=0.2)

    assert time.monotonic() - began < 2


def test_a_time_limit_changes_nothing_for_a_quick_bot() -> None:
    assert counted(simulate("barons", players=2, games=2, seconds=30)) == counted(
        simulate("barons", players=2, games=2))


def counted(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if "second" not in key}


@pytest.fixture
def acting(monkeypatch: pytest.MonkeyPatch) -> Callable[[Act], None]:
    """Return a function that lets a bot `acting` do something."""

    def set_up(act: Act) -> None:
        monkeypatch.setattr("barons_core.simulation.bot_makers", lambda: {"acting": lambda seed: Acting(act)})

    return set_up


@pytest.mark.parametrize("how", ["here", "workers", "threads"])
def test_a_simulation_counts_it_as_a_fault_and_goes_on(how: str, acting: Callable[[Act], None]) -> None:
    acting(endless)
    more: dict[str, Any] = {"workers": {"jobs": 2}, "threads": {"executor": ThreadPoolExecutor(2)}}.get(how, {})

    result = simulate("barons", players=2, games=3, bots=["acting"], seconds=0.1, **more)

    assert (result["games"], result["faulted"]) == (3, 3)
    assert [fault["game"] for fault in result["faults"]] == [0, 1, 2]
    assert all("did not answer" in fault["message"] for fault in result["faults"])


def test_the_record_of_a_failure_is_kept(tmp_path: Path, acting: Callable[[Act], None],
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    acting(failing)
    monkeypatch.chdir(tmp_path)

    result = simulate("barons", players=2, games=30, bots=["acting"], until_failure=True, jobs=2)

    assert (result["games"], result["faulted"], result["faults"][0]["game"]) == (1, 1, 0)
    record = Record.parse(Path(result["faults"][0]["record"]).read_text("utf-8"))
    assert len(record.answers) >= 5
    assert record.bots == ("bot:acting", "bot:acting")
    assert [each.name for each in tmp_path.iterdir() if "game0." in each.name]


class First:
    """A bot that takes the first option, always."""

    def choose(self, look: Any, choice: Any) -> int:
        return 0


def test_a_turn_without_end_is_the_failure_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.referee.PER_TURN", 300)

    with pytest.raises(BotFailure, match="has not come to an end: 300 answers in turn"):
        play_game(Game(content("barons"), 2, 1), [First(), First()], turns=100)


class Careless(First):
    """A bot that spoils the question it was asked."""

    def choose(self, look: Any, choice: Any) -> int:
        last = len(choice.options) - 1
        choice.options.clear()
        choice.player = 5
        return last


def test_a_bot_may_spoil_what_it_is_asked() -> None:
    game = Game(content("barons"), 2, 1)

    assert play_game(game, [Careless(), Careless()], turns=5) > 5
    assert game.fault is None


class Reader:
    """A bot that notes what it is told of a question, and answers with an id."""

    def __init__(self) -> None:
        self.told: list[tuple[int, str, list[str], list[Any]]] = []

    def choose(self, look: Any, choice: Any) -> str:
        ids = choice.ids()
        self.told.append((choice.player, choice.prompt, ids, choice.options))
        return str(ids[len(self.told) % len(ids)])


def test_a_bot_reads_what_the_game_asks_and_no_numbers_of_cards() -> None:
    game, reader = Game(content("barons"), 2, 1), Reader()
    asked: list[tuple[int, str, list[str], list[Any]]] = []
    branch = game.copy()
    play_game(game, [reader, reader], turns=8)
    for _, _, ids, _ in reader.told:
        choice = branch.choice
        assert choice is not None
        asked.append((choice.player, choice.prompt, choice.ids(), list(range(len(choice.options)))))
        branch.answer(ids[len(asked) % len(ids)])

    assert reader.told == asked
    assert any(ids[-1] == "pass" for _, _, ids, _ in asked)


@pytest.mark.parametrize("maker", [First, dict.fromkeys], ids=["no seed", "no number"])
def test_a_bot_that_cannot_be_made_is_named(maker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.simulation.bot_makers", lambda: {"odd": maker})

    with pytest.raises(ValueError, match=r"the bot 'odd' cannot be made: TypeError: .* the seed of its random choices"):
        simulate("barons", players=2, games=1, bots=["odd"])
