"""Play a game from a file of answers, one a line, and print what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from barons_core.cli.keeper import Keeper
from barons_core.cli.seats import Seat, bots_for, turn_limit
from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.log import told
from barons_core.referee import BotFailure, Referee, past
from barons_core.testing.transcript import event_text

if TYPE_CHECKING:
    from barons_core.engine.choices import Choice
    from barons_core.engine.game import Game


class ScriptError(Exception):
    """An answer that is none; the message says in which line, and what the options were."""


class GameFailed(ScriptError):
    """A game that has stopped at a fault, or whose bot has failed: nothing that the script could help."""


def read_script(text: str) -> Iterator[tuple[int, str]]:
    """Yield line number and answer of each line that holds one; `#` starts a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        answer = _uncommented(line).strip()
        if answer:
            yield number, answer


def _uncommented(line: str) -> str:
    """Return the line up to the first # outside quotes."""
    quoted = False
    for place, sign in enumerate(line):
        quoted ^= sign == '"'
        if sign == "#" and not quoted:
            return line[:place]
    return line


def option_said(choice: Choice, text: str) -> int | str:
    """Return the index of the option whose number, from 1 on, is said; anything else as it is."""
    numbers = {str(number): number - 1 for number in range(1, len(choice.options) + 1)}
    return text if text in choice.ids() else numbers.get(text, text)


class Transcript:
    """A game that a script plays; bots answer for their own seats, and what they choose is not told."""

    def __init__(self, game: Game, seats: Sequence[Seat], console: Console, keeper: Keeper | None = None,
                 turns: int | None = None) -> None:
        self.game = game
        self.seats = seats
        self.bots = bots_for(seats, game.seed)
        self.console = console
        self.keeper = keeper or Keeper()
        self.referee = Referee()
        self.limit = turn_limit(seats, turns)
        self.told = 0

    def play(self, name: str, text: str) -> None:
        """Play all answers; raise ScriptError at the first that is no option."""
        try:
            self._play(name, text)
        except BotFailure as failure:
            raise GameFailed(str(failure)) from None
        finally:
            self.keeper.close(self.game)
        if self.keeper.failed:
            raise ScriptError(self.keeper.failed)

    def _play(self, name: str, text: str) -> None:
        self._bots()
        self._news(0)
        for number, answer in read_script(text):
            self._answer(name, number, answer)
            self._bots()
        self._end()

    def _answer(self, name: str, number: int, answer: str) -> None:
        choice = self._asked()
        if choice is None:
            self._need_no_fault()
            raise ScriptError(f"{name}:{number}: {answer!r} comes after the end of the game")
        said = option_said(choice, answer)
        try:
            self.game.answer(said)
        except IllegalAnswer as error:
            raise ScriptError(f"{name}:{number}: {error}") from None
        self.keeper.note(self.game)
        option = choice.ids()[said] if isinstance(said, int) else said
        self._say(f"{self.seats[choice.player]} ({choice.prompt}): {option}")
        self._news(choice.player)

    def _asked(self) -> Choice | None:
        """Return what is asked, None if nothing is, or nothing any more after so many turns."""
        return None if past(self.game, self.limit) else self.game.choice

    def _bots(self) -> None:
        while (choice := self._asked()) is not None and choice.player in self.bots:
            self.referee.answer(self.game, self.bots[choice.player], choice)
            self.keeper.note(self.game)

    def _news(self, seat: int) -> None:
        """Print what has happened, as the player who has answered may know it."""
        entries = self.game.log.entries
        for entry in entries[self.told:]:
            data = entry.seen_by(seat)
            if data is not None:
                self._say(f"    {event_text(entry.key, told(self.game, data))}")
        self.told = len(entries)

    def _end(self) -> None:
        choice = self._asked()
        self._news(0 if choice is None else choice.player)
        if choice is not None:
            self._say(f"{self.seats[choice.player]} ({choice.prompt}) may answer:")
            for text in choice.ids():
                self._say(f"    {text}")
            return
        self._need_no_fault()
        if not self.game.over:
            self._say(f"the game is left: it is not over after {self.limit} turns")
            return
        self._say(f"{' and '.join(str(self.seats[winner]) for winner in self.game.winners) or 'nobody'} won")

    def _need_no_fault(self) -> None:
        if self.game.fault is not None:
            raise GameFailed(f"the game has stopped: {self.game.fault}")

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)
