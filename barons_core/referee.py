"""Let bots play a game and hold them to its rules: what a bot does wrong is the bot's failure, never ours."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from traceback import extract_tb
from types import TracebackType
from typing import TYPE_CHECKING, Any

from barons_core.engine.choices import Choice
from barons_core.engine.faults import in_a_line, let_interrupt

if TYPE_CHECKING:
    from barons_core.bots import Bot, Look
    from barons_core.engine.game import Game

__all__ = ["TURNS", "BotFailure", "Referee", "past", "play_game"]

TURNS = 500
# Far more than any player needs to say in a turn. What can be done for ever is for its player to end.
PER_TURN = 5_000
_ANSWERS = (int, str)
_HERE = Path(__file__).parent


class BotFailure(Exception):
    """A bot that raised, gave an answer that is none, or took too long; the message says which."""


def play_game(game: Game, bots: Sequence[Bot], turns: int = TURNS, *, seconds: float | None = None,
              note: Callable[[Game], None] | None = None) -> int:
    """Let bots play until the game is over, has stopped, or has seen that many turns; return the number of choices.

    Raises BotFailure for a bot that does not answer as it should, or not within so many seconds. `note` is called
    after each answer.
    """
    choices = 0
    with Referee(seconds) as referee:
        while (choice := game.choice) is not None and not past(game, turns):
            referee.answer(game, bots[choice.player], choice)
            choices += 1
            if note is not None:
                note(game)
    return choices


def past(game: Game, turns: int | None) -> bool:
    """Return whether a game has gone on for more than so many turns."""
    return turns is not None and game.state.turn > turns


class Referee:
    """Asks bots. With a time limit each is asked in a thread of its own, so that nothing it does can hold us up."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._helper: _Helper | None = None
        self._turn = self._answers = 0

    def answer(self, game: Game, bot: Bot, choice: Choice) -> None:
        """Let a bot answer what is asked now; raise BotFailure if it cannot."""
        from barons_core.engine.answers import IllegalAnswer

        self._count(game, choice)
        player = choice.player
        answer = self._asked(bot, lambda: game.view(player), _as_told(choice))
        if type(answer) not in _ANSWERS:
            raise self._failure(choice, f"answered {_short(answer)}, which is neither an index nor an id")
        try:
            game.answer(answer)
        except IllegalAnswer:
            number = len(choice.options)
            raise self._failure(choice, f"answered {_short(answer)}, which is none of {number} options") from None

    def _count(self, game: Game, choice: Choice) -> None:
        if game.state.turn != self._turn:
            self._turn, self._answers = game.state.turn, 0
        self._answers += 1
        if self._answers > PER_TURN:
            raise self._failure(choice, f"has not come to an end: {PER_TURN} answers in turn {self._turn}")

    def __enter__(self) -> Referee:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._helper is not None:
            self._helper.stop()

    def _asked(self, bot: Bot, look: Look, choice: Choice) -> Any:
        try:
            return bot.choose(look, choice) if self.seconds is None else self._timed(bot, look, choice)
        except Empty:
            raise self._failure(choice, f"did not answer within {self.seconds:g} seconds") from None
        except BaseException as error:
            let_interrupt(error)
            raise self._failure(choice, f"raised {in_a_line(error)}{_where(error)}") from error

    def _timed(self, bot: Bot, look: Look, choice: Choice) -> Any:
        if self._helper is None:
            self._helper = _Helper()
        assert self.seconds is not None
        done, value = self._helper.call(partial(bot.choose, look, choice), self.seconds)
        if not done:
            raise value
        return value

    def _failure(self, choice: Choice, what: str) -> BotFailure:
        return BotFailure(f"the bot of P{choice.player + 1}, asked {choice.prompt!r}, {what}")


class _Helper:
    """A thread that makes calls for us; one that does not come back is left behind."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], Any], seconds: float) -> tuple[bool, Any]:
        """Return True and the result, or False and the exception; raise Empty when the time is up."""
        self._calls.put(function)
        try:
            return self._results.get(timeout=seconds)
        except Empty:
            self._interrupt()
            raise

    def stop(self) -> None:
        self._calls.put(None)

    def _work(self) -> None:
        while (function := self._calls.get()) is not None:
            try:
                result = True, function()
            except BaseException as error:
                # Also an interrupt: whoever has called decides.
                result = False, error
            self._results.put(result)

    def _interrupt(self) -> None:
        """Ask the thread to end, which it does as soon as it runs Python again."""
        self._calls.put(None)
        ident = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(SystemExit))


def _as_told(choice: Choice) -> Choice:
    """Return the choice as a bot gets it, who may do with it what it likes.

    Its options are numbers only: what they stand for in the game, as the number of a card, may be a secret.
    """
    options, render = choice.options, choice.render
    return Choice(choice.player, choice.prompt, list(range(len(options))),
                  lambda number: render(options[number]), choice.audience)


def _where(error: BaseException) -> str:
    """Return the line of a bot's file at which it has raised, in parentheses; "" if it has none."""
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).parent != _HERE]
    inner = [frame for frame in frames if frame.filename == frames[0].filename]
    return f" ({inner[-1].filename}:{inner[-1].lineno})" if inner else ""


def _short(value: object) -> str:
    try:
        return repr(value)[:60]
    except BaseException as error:
        let_interrupt(error)
        return f"a {type(value).__name__}"
