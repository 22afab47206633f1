"""A game: the loop that asks, takes answers and carries them out, and its copies and ways back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from barons_core.engine.answers import IllegalAnswer, option_of, pick_of, refusal, whole_of
from barons_core.engine.choices import DONE, Choice, Selection
from barons_core.engine.faults import let_interrupt
from barons_core.engine.log import Entry, told
from barons_core.engine.loop import Loop
from barons_core.model.rulesets import Content
from barons_core.model.views import View, look
from barons_core.native import mypyc_attr

Observer = Callable[["Game", Entry], None]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Loop):
    """One game of some content. `choice` is what is asked now; `answer` answers it.

    Between two plays the position alone says what comes next. In the middle of one, a generator of the rules
    waits for the answer. `players` are names; a number stands for P1, P2 and so on. Observers are called
    with each new entry of the log, never again while a copy or an undo replays. A snapshot is taken `every`
    so many turns: copies and undo are fast then, a long simulation is faster with few.
    """

    # Slots are what makes all those attributes quick to read.
    __slots__ = ("observers",)

    def __init__(self, content: Content, players: int | Sequence[str], seed: int, *,
                 observers: Sequence[Observer] = (), budget: int = 10_000, log: bool = True,
                 every: int = 4) -> None:
        if not isinstance(content, Content):
            raise TypeError(f"a game is made of what ruleset('barons') returns, not of {content!r}")
        number = players if isinstance(players, int) else len(_names(players))
        if type(seed) is not int:
            raise ValueError(f"the seed of a game is a whole number, not {seed!r}")
        _check_options(observers, budget, every)
        low, high = content.ruleset.players
        if not low <= number <= high:
            raise ValueError(f"{content.ruleset.title} is for {low} to {high} players, not {number}")
        names = _names(players)
        _check_seats(content, number)
        super().__init__(content, names, seed, log)
        self.budget = budget
        self.every = every
        self.observers = tuple(observers)
        if observers:
            self.log.watch = self._observe
        self._start()

    # What a player sees and does

    @property
    def choice(self) -> Choice | None:
        """What is asked now; None if the game is over or has stopped."""
        if self._choice is None and self._demand is None and not (self._busy or self.state.over or self.fault):
            self._guarded(self._put)
        return self._choice

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winners(self) -> tuple[int, ...]:
        return self.state.winners

    @property
    def at_boundary(self) -> bool:
        """Whether the game is between two plays: nobody is in the middle of an answer or its consequences."""
        return self._flow is None and not self._picked

    @property
    def answers(self) -> list[str]:
        """The recorded answers: the whole ids, in canonical order."""
        return self._ids[:]

    def view(self, player: int) -> View:
        """Return what one player, a number from 0, may know; raise ValueError for anybody else."""
        self._need(player)
        choice = self.choice
        asked = (choice.player, choice.prompt) if choice is not None and self._may_know(player, choice) else None
        return look(self.state, self.board, self.definition, self.content.colors, player, asked,
                    self.content.backs_hidden)

    def events(self, player: int) -> list[tuple[str, dict[str, Any]]]:
        """Return the log as one player may read it.

        Pairs of key and data, all of it text or plain numbers. Raises ValueError for anybody who does not play.
        """
        self._need(player)
        lines = ((entry.key, entry.seen_by(player)) for entry in self.log)
        return [(key, told(self.game, data)) for key, data in lines if data is not None]

    def answer(self, answer: int | str) -> None:
        """Answer the choice with an id, an index, or the whole id of a selection.

        Raises IllegalAnswer, which lists the options, for anything else (TypeError for what is no text and no whole
        number); the game is then as it was.
        """
        if type(answer) is not int and not isinstance(answer, str):
            raise TypeError(f"an answer is the id or the index of an option, not {answer!r}")
        self._need_rest("answered")
        choice = self._choice or self.choice
        if choice is None:
            raise IllegalAnswer("the game has stopped" if self.fault else "the game is over")
        demand = self._demand
        if not isinstance(demand, Selection):
            option = option_of(choice, answer)
            self._record(choice.render(option), option)
            return
        self._busy = True
        try:
            elements = self._selected(demand, choice, answer)
            if elements is None:
                return
            text = demand.whole(elements)
        except IllegalAnswer:
            raise
        except BaseException as error:
            let_interrupt(error)
            self._fail(error, _said(demand, self._picked, choice, answer))
            return
        finally:
            self._busy = False
        self._record(text, elements)

    def _put(self) -> None:
        """Put the question of the position between two plays."""
        demand = self.rules.choice(self)
        if demand is not None:
            self._ask(demand)

    def _selected(self, demand: Selection, choice: Choice, answer: int | str) -> tuple[Any, ...] | None:
        """Return the elements of a selection that an answer completes; None if it was a step, and more is asked."""
        if isinstance(answer, int):
            options = choice.options
            option = options[answer] if 0 <= answer < len(options) else option_of(choice, answer)
        elif answer == "done" or answer in choice.ids():
            option = pick_of(choice, answer)
        else:
            whole = whole_of(demand, answer)
            if whole is None:
                raise refusal(choice, f"{answer!r} is not among the options", answer)
            return demand.canonical(whole)
        if option is DONE:
            return demand.canonical(self._picked)
        picked, rest = demand.forced((*self._picked, option))
        if rest is None:
            return demand.canonical(picked)
        self._picked, self._choice = picked, rest
        return None

    # Copies and ways back

    def copy(self) -> Game:
        """Return an independent game in the same position, with the same future; nobody observes it."""
        self._need_rest("copied")
        new = Game.__new__(Game)
        self._share(new)
        self._branch(new)
        return new

    def _share(self, new: Game) -> None:
        """Hand everything to a copy that it does not make for itself; in one go, for that is quick."""
        new.content, new.rules, new.names, new.seats, new.seed = (
            self.content, self.rules, self.names, self.seats, self.seed)
        new.layout, new.board, new.index, new.color, new.kin, new.definition = (
            self.layout, self.board, self.index, self.color, self.kin, self.definition)
        new.said, new.heard, new.everyone = self.said, self.heard, self.everyone
        new._moments, new._own_moments = self._moments, self._own_moments
        new.meant = self.meant
        new.budget, new.every, new.edited, new.fault = self.budget, self.every, self.edited, self.fault
        new.state, new.log, new.queue, new.current = self.state, self.log, self.queue, self.current
        new.work, new.depth, new.trail = self.work, self.depth, self.trail
        new._busy = False
        new._flow, new._demand, new._choice, new._forced = self._flow, self._demand, self._choice, self._forced
        new._picked, new._boundaries, new._halt = self._picked, self._boundaries, self._halt

    def undo(self, n: int = 1) -> None:
        """Take back the last `n` recorded answers (and the small steps after them).

        Raises ValueError if there are not so many, or if they were given before the position was edited.
        """
        self._need_rest("undone")
        if type(n) is not int or not 0 <= n <= len(self._moves):
            raise ValueError(f"there are {len(self._moves)} answers to take back, not {n!r}")
        self._go_back(len(self._moves) - n)

    def rebase(self) -> None:
        """Begin anew from the state as it stands, after somebody has written to it.

        Between two plays, no history.
        """
        self._need_rest("edited")
        self._rebase()

    def _may_know(self, player: int, choice: Choice) -> bool:
        """Return whether a player may know of a question.

        One that comes from the position alone, between two plays, is left out where the cards of a hand allow nothing.
        """
        if player == choice.player:
            return True
        return self._flow is not None and (choice.audience is None or player in choice.audience)

    def _observe(self, entry: Entry) -> None:
        for observer in self.observers:
            observer(self, entry)

    def _need(self, player: int) -> None:
        if type(player) is not int or not 0 <= player < self.seats:
            raise ValueError(f"the players are 0 to {self.seats - 1}, not {player!r}")


def _names(players: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of the players; raise ValueError for what a record could not hold or tell apart."""
    if isinstance(players, int):
        return tuple([f"P{n + 1}" for n in range(players)])
    names = tuple(players) if isinstance(players, Iterable) and not isinstance(players, str) else ()
    sound = [name for name in names if isinstance(name, str) and name.strip() and name.isprintable()]
    if not names or len(set(sound)) < len(names):
        raise ValueError(f"players are a number, or a list of names that differ, not {players!r}")
    return names


def _check_options(observers: Sequence[Observer], budget: int, every: int) -> None:
    if not isinstance(observers, Iterable) or not all(callable(observer) for observer in observers):
        raise TypeError(f"observers are a list of functions, not {observers!r}")
    for name, number in (("budget", budget), ("every", every)):
        if type(number) is not int or number < 1:
            raise ValueError(f"{name!r} is a whole number from 1, not {number!r}")


def _check_seats(content: Content, seats: int) -> None:
    """Raise ValueError for a setting that is a seat which nobody has."""
    for name, value in content.settings.items():
        if value[:1] == "P" and value[1:].isdigit() and not 1 <= int(value[1:]) <= seats:
            raise ValueError(f"the setting {name!r} is {value}, but with {seats} players the last one is P{seats}")


def _said(demand: Selection, picked: tuple[Any, ...], choice: Choice, answer: int | str) -> str:
    """Return what of a selection was answered when carrying on with it failed."""
    if isinstance(answer, str) and answer != "done" and answer not in choice.ids():
        return answer
    option = choice.options[answer] if isinstance(answer, int) else pick_of(choice, answer)
    return demand.whole(picked if option is DONE else (*picked, option))
