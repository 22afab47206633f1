"""A game in the terminal: people who share the screen, and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from barons_core.cli import screen
from barons_core.cli.keeper import CannotKeep, Keeper
from barons_core.cli.script import option_said
from barons_core.cli.seats import Seat, bots_for, people, turn_limit
from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.log import told
from barons_core.referee import BotFailure, Referee, past
from barons_core.replays import FaultyRecord
from barons_core.testing.transcript import event_text, omniscient

if TYPE_CHECKING:
    from barons_core.engine.choices import Choice
    from barons_core.engine.game import Game
    from barons_core.model.views import Seen

HELP = """\
  a number or an option   choose it; a whole answer such as `lay "..." at (1,0)` works too
  undo                    take your last answer back
  look                    draw everything again
  show TITLE              read what a card does
  save FILE, load FILE    keep the whole game in a file (secrets too), or go on with one
  help                    show this
  quit                    leave the game"""


LEAVING = ("quit", "exit")
NEEDED = {"save": "a FILE", "load": "a FILE", "show": "the TITLE of a card"}


class Session:
    """One game: asks people, lets bots play, and shows each person what that person may know.

    `ask` prints a prompt and returns a line; it raises EOFError when there is no more.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], console: Console, ask: Callable[[str], str],
                 keeper: Keeper | None = None, who: Sequence[int] = (), turns: int | None = None) -> None:
        self.turns = turns
        self.console = console
        self.ask = ask
        self.keeper = keeper or Keeper()
        self.referee = Referee()
        self._sit_down(game, seats, who)

    def _sit_down(self, game: Game, seats: Sequence[Seat], who: Sequence[int]) -> None:
        """Begin with a game as it stands."""
        self.bots = bots_for(seats, game.seed)
        self.limit = turn_limit(seats, self.turns)
        self.game = game
        self.seats = seats
        self.people = people(seats)
        self.holder = self.people[0] if len(self.people) == 1 else -1
        self.read = [0] * len(seats)
        self.who = list(who)
        self.steps = 0
        self.drawn: object = None

    def run(self) -> bool:
        """Play until the game is over or somebody leaves; return whether everything went well."""
        if self.people:
            self.say("Type the number of an option, or help for what else there is.")
        try:
            while (choice := self.game.choice) is not None and not past(self.game, self.limit):
                self._turn(choice)
        except (EOFError, _Left):
            self.say("the game is left")
            return not self.keeper.failed
        except BotFailure as failure:
            self.keeper.fail(f"the game is left: {failure}", self.game, self.seats)
            return False
        finally:
            self.keeper.close(self.game)
        self._end()
        return self.game.fault is None and not self.keeper.failed

    def _turn(self, choice: Choice) -> None:
        if choice.player in self.bots:
            self._bot(choice)
            return
        self._hand_over(choice.player)
        self._person(choice)

    def say(self, text: str) -> None:
        """Print a line as it is."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _bot(self, choice: Choice) -> None:
        before = len(self.game.answers)
        self.referee.answer(self.game, self.bots[choice.player], choice)
        self._noted(choice.player, before)

    # What people see

    def _hand_over(self, seat: int) -> None:
        """Clear the screen before somebody else looks at it."""
        if seat == self.holder:
            return
        self._clear()
        if self.ask(f"The screen is for {self.seats[seat]} now. Press Enter. ").strip().casefold() in LEAVING:
            raise _Left
        self._clear()
        self.holder = seat
        self.drawn = None

    def _clear(self) -> None:
        """Clear a terminal, and what can be scrolled back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.clear()

    def _person(self, choice: Choice) -> None:
        """Show one person what has happened and what is asked, and take an answer."""
        self._news(choice.player)
        self._draw(choice.player)
        self.say(f"{self.seats[choice.player]}, {choice.prompt}:")
        for number, text in enumerate(choice.ids(), 1):
            self.say(f"  {number:>2}  {text}")
        self._command(choice, self.ask("> ").strip())

    def _news(self, seat: int) -> None:
        events = self._events(seat)
        for key, data in events[self.read[seat]:]:
            self.say(f"  {event_text(key, data)}")
        self.read[seat] = len(events)

    def _events(self, seat: int) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return what this person may know to have happened; where bots play alone, nobody has secrets."""
        if self.people:
            return self.game.events(seat)
        return [(entry.key, told(self.game, entry.data)) for entry in self.game.log.entries]

    def _draw(self, seat: int) -> None:
        """Draw boards, hand and piles, unless nothing of them has changed."""
        view = self.game.view(seat) if self.people else omniscient(self.game)
        now = (seat, view.boards, view.hands, view.piles, view.decks)
        if now == self.drawn:
            return
        self.drawn = now
        names = [str(one) for one in self.seats]
        for number in [*range(seat + 1, len(names)), *range(seat + 1)]:
            whose = names[number] + (" (you)" if number == seat and self.people else "")
            self._barony(view.boards[number])
            self.console.print(screen.hand(view.hands[number], f"{whose} holds"))
        self.console.print(screen.piles(view, self.game.content.colors))

    def _barony(self, cells: Mapping[int, Seen]) -> None:
        self.console.print()
        for line in screen.barony(self.game.board, cells, self.console.width):
            self.console.print(line)
        if known := screen.hidden(self.game.board, cells):
            self.say(known)

    def _end(self) -> None:
        """Show how the game has ended."""
        self.drawn = None
        seat = max(self.holder, 0)
        self._news(seat)
        self._draw(seat)
        if self.game.fault is not None:
            self.keeper.fail(f"the game has stopped: {self.game.fault}", self.game, self.seats)
        elif not self.game.over:
            self.say(f"the game is left: it is not over after {self.limit} turns")
        elif self.game.winners:
            self.say(f"{' and '.join(str(self.seats[winner]) for winner in self.game.winners)} won")

    # What people say

    def _command(self, choice: Choice, text: str) -> None:
        word, _, rest = ("", "", "") if text in choice.ids() else text.partition(" ")
        match word.casefold(), rest.strip():
            case "quit" | "exit", "":
                raise _Left
            case "help" | "?", "":
                self.say(HELP)
            case "look", "":
                self.drawn = None
            case "undo", "":
                self._undo(choice.player)
            case "save" | "load" | "show" as what, "":
                self.say(f"{what} needs {NEEDED[what]}: {what} ...")
            case "save" | "load" as what, name:
                self._keep(what, name)
            case "show", title:
                self._show(title)
            case _ if text:
                self._try(choice, text)

    def _show(self, title: str) -> None:
        """Show what a card does."""
        from barons_core.cli.show import UnknownCard, described

        try:
            self.say("\n".join(described(_unquoted(title), self.game.content, self.keeper.packs)))
        except UnknownCard as error:
            self.say(str(error.args[0]))

    def _keep(self, what: str, name: str) -> None:
        """Save the game to a file, or go on with the one in a file."""
        path = Path(_unquoted(name)).expanduser()
        try:
            if what == "save":
                self.keeper.save(path, self.game, self.seats)
                self.say(f"saved in {path}")
                return
            left = self.game
            self._sit_down(*self.keeper.load(path))
        except (CannotKeep, FaultyRecord, ValueError) as error:
            self.say(str(error))
            return
        self.say(f"loaded from {path}")
        self.keeper.move_on(left, self.game, self.seats)
        if self.keeper.failed:
            self.say(self.keeper.failed)

    def _try(self, choice: Choice, text: str) -> None:
        try:
            self._answer(choice.player, option_said(choice, text))
        except IllegalAnswer as error:
            problem = f"there is no option {text}" if text.isdecimal() else str(error).splitlines()[0]
            self.say(f"{problem}{'' if problem.endswith('?') else '.'} Type help for what can be typed.")

    def _answer(self, seat: int, answer: int | str) -> None:
        before = len(self.game.answers)
        self.game.answer(answer)
        self._noted(seat, before)

    def _noted(self, seat: int, before: int) -> None:
        """Remember who has answered, and keep it in the record."""
        given = len(self.game.answers) - before
        self._record()
        self.steps = 0 if given else self.steps + 1
        self.who += [seat] * given

    def _record(self) -> None:
        told = self.keeper.failed
        self.keeper.note(self.game)
        if self.keeper.failed != told:
            self.say(self.keeper.failed)

    def _undo(self, seat: int) -> None:
        """Take back the small steps of an answer, or the last answer of this person and what bots have done since."""
        count = 0 if self.steps else self._since(seat)
        if count is None:
            self.say("there is nothing of yours to take back")
            return
        if count and len(self.people) > 1 and not self._agreed():
            return
        self.game.undo(count)
        self._record()
        self.steps = 0
        del self.who[len(self.game.answers):]
        self.read = [min(read, len(self.game.events(number))) for number, read in enumerate(self.read)]
        self.say("taken back")

    def _since(self, seat: int) -> int | None:
        """Return how many answers there are from this person's last one on."""
        if seat not in self.who:
            return None
        return self.who[::-1].index(seat) + 1

    def _agreed(self) -> bool:
        """Ask everybody: what has been seen cannot be unseen."""
        return self.ask("Does everybody at the table agree? [y/N] ").strip().lower() in ("y", "yes")


def _unquoted(text: str) -> str:
    """Return a title or the name of a file without the quotes around it."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] and text[0] in "\"'" else text


class _Left(Exception):
    """Somebody has left the game."""
