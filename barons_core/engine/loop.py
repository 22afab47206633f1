"""The loop of a game: ask, carry out, ask again; and how it stops, goes back and branches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from barons_core.engine.choices import Choice, Demand
from barons_core.engine.faults import BudgetExceeded, Ended, Fault, blamed, chain_of, in_a_line, let_interrupt
from barons_core.engine.history import History, Snapshot
from barons_core.engine.moves import Moves
from barons_core.engine.rules import Rules
from barons_core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Loop(Moves):
    """Between two plays the position alone says what comes next, and no generator is alive.

    A snapshot is taken every so many turns. `edited`: somebody has written to the state, so that seed and
    answers do not tell how the game came here. While something is carried out or worked out the game is busy: what
    cards and plugins do then must not answer, copy or take back, or it would be done again inside itself.
    """

    __slots__ = ("_boundaries", "_busy", "_choice", "_demand", "_flow", "_forced", "_halt", "_history", "_ids",
                 "_moves", "_picked", "edited", "every", "fault")

    fault: Fault | None
    every: int
    _history: History

    def _start(self) -> None:
        self.edited = False
        self._busy = False
        self._halt: int | None = None
        self._ids: list[str] = []
        self._moves: list[Any] = []
        self._history = History(Snapshot(self.state.clone(), 0, 0, True), self.every)
        self._clear()
        self._guarded(self._begin)

    def _clear(self) -> None:
        """Forget everything that is under way."""
        self._flow: Generator[Demand, Any, Any] | None = None
        self._demand: Demand | None = None
        self._choice: Choice | None = None
        self._picked: tuple[Any, ...] = ()
        self._forced: Any = None
        self._boundaries = 0
        self.queue = None
        self.current = None
        self.work = 0
        self.depth = 0
        self.trail = []
        self.fault = None
        self.forget()

    def _begin(self) -> None:
        self._flow = self.rules.setup(self.game)
        self._run(None)

    def _resume(self) -> None:
        """Go on from a boundary."""
        if self.state.over:
            return
        demand = self.rules.choice(self.game)
        if demand is None or not self._ask(demand):
            self._run(None if demand is None else self._forced)

    def _record(self, text: str, move: Any) -> None:
        self._ids.append(text)
        self._moves.append(move)
        self._busy = True
        try:
            self._run(move)
        except BaseException as error:
            self._caught(error)
        finally:
            self._busy = False

    def _guarded(self, act: Callable[..., None]) -> None:
        self._busy = True
        try:
            act()
        except BaseException as error:
            self._caught(error)
        finally:
            self._busy = False

    def _need_rest(self, what: str) -> None:
        if self._busy:
            raise RuntimeError(f"a game cannot be {what} while it carries something out")

    def _caught(self, error: BaseException) -> None:
        """End the game, stop where a replay was to stop, or put the game back if something is wrong."""
        match error:
            case Ended():
                self._stop()
            case _Halted():
                # What was asked is answered, and what comes after is not repeated.
                self._demand = self._choice = None
            case _:
                let_interrupt(error)
                self._fail(error)

    def _run(self, sent: Any) -> None:
        """Go on with an answer until somebody must be asked or the game is over."""
        rules: Rules = self.rules
        game: Any = self
        state = self.state
        flow = self._flow
        unasked = 0
        while True:
            if flow is None:
                flow = self._flow = rules.run(game, sent)
                sent = None
            demand = None
            if flow is not None:
                try:
                    demand = flow.send(sent)
                except StopIteration:
                    flow = self._flow = None
            if flow is None:
                self._boundary()
                if state.over:
                    self._stop()
                    return
                demand = rules.choice(game)
            sent = None
            if demand is not None:
                if self._ask(demand):
                    return
                sent = self._forced
            unasked += 1
            if unasked > self.budget:
                about = self._about(demand)
                raise BudgetExceeded(f"more than {self.budget} steps of which nobody is asked: {about}")

    def _about(self, demand: Demand | None) -> str:
        where = f"turn {self.state.turn}, phase {self.state.phase}"
        return where if demand is None else f"{where}, {demand.prompt}"

    def _boundary(self) -> None:
        """Note that the position now stands for itself; take a snapshot if a turn begins."""
        self.work = 0
        # A reaction that caught an exception has left these as they were deep inside.
        self.depth = 0
        self.current = None
        if self.trail:
            self.trail.clear()
        self._boundaries += 1
        if self.state.turn >= self._history.due:
            self._history.add(Snapshot(self.state.clone(), len(self._moves), len(self.log)))
            self._boundaries = 0
        if self._halt is not None and self._halt == self._boundaries:
            raise _Halted

    def _ask(self, demand: Demand) -> bool:
        """Put a question; return False if it leaves one answer only, which is then in `_forced`."""
        self._demand = demand
        if isinstance(demand, Choice):
            self._choice = demand
            self._picked = ()
            if len(demand.options) > 1:
                return True
            self._forced = demand.options[0]
            return False
        self._picked, self._choice = demand.forced(())
        if self._choice is not None:
            return True
        self._forced = demand.canonical(self._picked)
        return False

    def _stop(self) -> None:
        """End: nobody is asked any more."""
        self._flow = None
        self._demand = None
        self._choice = None
        self._picked = ()
        self.queue = None
        self.log.release()

    def _fail(self, error: BaseException, *said: str) -> None:
        """Put the game back at its last boundary and say why it has stopped, perhaps in the middle of an answer."""
        place, pack = blamed(error, self.content)
        fault = Fault(in_a_line(error), place, chain_of(self, self.current), (*self._ids, *said),
                      pack)
        snapshot, moves, ids, boundaries = self._history.last, self._moves, self._ids, self._boundaries
        self._replay(snapshot, moves[snapshot.answers:], ids[snapshot.answers:], boundaries)
        self._flow = None
        self._demand = None
        self._choice = None
        self._picked = ()
        self.fault = fault

    def _go_back(self, answers: int) -> None:
        moves, ids = self._moves[:answers], self._ids[:answers]
        snapshot = self._history.back_to(answers)
        self._replay(snapshot, moves[snapshot.answers:], ids[snapshot.answers:])

    def _replay(self, snapshot: Snapshot, moves: Sequence[Any], ids: Sequence[str],
                halt: int | None = None) -> None:
        """Go back to a snapshot and carry out answers again, unobserved.

        `halt` at that many boundaries after it.
        """
        watch, self.log.watch = self.log.watch, None
        version = self.state.version
        self.log.cut(snapshot.entries)
        self.state = snapshot.state.clone()
        # Versions only grow, so that nothing derived from the abandoned future can be taken for the present.
        self.state.version = version + 1
        self._moves = self._moves[:snapshot.answers]
        self._ids = self._ids[:snapshot.answers]
        self._clear()
        self._halt = halt
        if halt != 0:
            self._guarded(self._begin if snapshot.setup else self._resume)
            self._repeat(moves, ids)
        self._halt = None
        self.log.watch = watch

    def _repeat(self, moves: Sequence[Any], ids: Sequence[str]) -> None:
        for move, text in zip(moves, ids, strict=True):
            if self._choice is None:
                return
            self._record(text, move)

    def _branch(self, new: Loop) -> None:
        """Make `new`, which still shares everything with this game, independent of it."""
        new.observers = ()  # type: ignore[attr-defined]
        new._history = self._history.copy()
        new._moves = self._moves[:]
        new._ids = self._ids[:]
        picked, fault = self._picked, self.fault
        if self._flow is None:
            self._branch_here(new)
        else:
            new.log = self.log.copy(self._history.last.entries)
            new._go_back(len(new._moves))
        new.fault = fault
        if picked and new.game.choice is not None:
            demand = new._demand
            assert demand is not None and not isinstance(demand, Choice)
            new._picked, new._choice = demand.forced(picked)

    def _branch_here(self, new: Loop) -> None:
        new.state = self.state.clone()
        new.log = self.log.copy(len(self.log))
        new._demand = None
        new._choice = None
        new._picked = ()
        new.trail = []
        new.forget()

    def _rebase(self) -> None:
        self.state.touch()
        self._moves = []
        self._ids = []
        self.edited = True
        self.log.cut(len(self.log))
        self._clear()
        self._history = History(Snapshot(self.state.clone(), 0, len(self.log)), self.every)
        self._guarded(self._resume)


class _Halted(Exception):
    """The boundary is reached at which a replay was to stop."""
