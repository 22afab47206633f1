"""The turn table: which phase comes next, whose turn it is, and what is counted for one turn only."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Final

from barons_core.rules.events import TurnEnd, TurnStart

if TYPE_CHECKING:
    from barons_core.engine.choices import Demand
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow

_STARTS: Final = TurnStart.key
_ENDS: Final = TurnEnd.key
# Counts turns in which nobody was asked anything, from -1 on: the turn of an answer does not count.
IDLE: Final = "turns without a question"
DEFAULT_TABLE: Final = (("plays", 0), ("addition", 1), ("tax", 1))


class Phase:
    """What can be done in one part of a turn, and how."""

    def choice(self, g: Game, seat: int, limit: int) -> Demand | None:
        """Return what the player may do, None if nothing."""
        raise NotImplementedError

    def run(self, g: Game, seat: int, answer: Any) -> Flow | None:
        """Carry out an answer that is no pass; return what is still to be done, None if nothing is."""
        raise NotImplementedError

    def spent(self, g: Game, seat: int, limit: int) -> bool:
        """Return whether nothing more may be done because so much has been done in this part of the turn."""
        raise NotImplementedError


def table(g: Game) -> tuple[tuple[str, int], ...]:
    """Return the phases of a turn with their limits (BAR-TURN-01)."""
    return g.content.ruleset.turn or DEFAULT_TABLE


def tally(g: Game, what: Hashable) -> int:
    """Return how often something has happened this turn."""
    return g.state.this_turn.get(what, 0)


def count(g: Game, what: Hashable) -> None:
    """Count something for this turn."""
    this_turn = g.state.this_turn
    this_turn[what] = this_turn.get(what, 0) + 1


def done(g: Game, what: Hashable) -> int:
    """Return how often something has been done in this phase; a phase that stands twice in a turn begins anew."""
    state = g.state
    return state.this_turn.get((state.phase, what), 0) if state.this_turn else 0


def note(g: Game, what: Hashable) -> None:
    """Count something against the limit of this phase."""
    state = g.state
    key = state.phase, what
    state.this_turn[key] = state.this_turn.get(key, 0) + 1


def first_turn(g: Game) -> Flow:
    """Begin the first turn with the seat that the setup has found."""
    g.state.turn = 1
    g.state.phase = 0
    _start(g)
    if _STARTS in g.heard:
        yield from g.perform(TurnStart(g.state.seat))


def next_phase(g: Game, phases: int) -> Flow | None:
    """Go on to the next of so many phases, after the last to the player on the left (BAR-TURN-02, BAR-TURN-06)."""
    state = g.state
    if state.effects:
        g.expire("phase")
    if state.phase + 1 < phases:
        state.phase += 1
        return None
    if _ENDS in g.heard or _STARTS in g.heard:
        return _next_turn_heard(g)
    _end(g)
    _start(g)
    return None


def _next_turn_heard(g: Game) -> Flow:
    if _ENDS in g.heard:
        yield from g.perform(TurnEnd(g.state.seat))
    _end(g)
    _start(g)
    if _STARTS in g.heard:
        yield from g.perform(TurnStart(g.state.seat))


def _end(g: Game) -> None:
    """End a turn: what was counted for it is forgotten, and the player on the left is next."""
    state = g.state
    # A game in which nobody has been able to do anything for two rounds is over: nothing can change any more.
    idle = state.counters[IDLE] = state.counters.get(IDLE, 0) + 1
    if idle > 2 * g.seats:
        g.finish(())
    if state.effects:
        g.expire("turn", state.seat)
    state.this_turn.clear()
    state.seat = (state.seat + 1) % g.seats
    state.turn += 1
    state.phase = 0


def _start(g: Game) -> None:
    """Start a turn: effects that last until then end before anything else (BAR-PRAYER-06, BAR-DROUGHT-03)."""
    if g.log.on:
        g.log("turn", player=g.state.seat, turn=g.state.turn)
    if g.state.effects:
        g.expire("start of turn", g.state.seat)
