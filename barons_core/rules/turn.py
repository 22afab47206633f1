"""The turn table: which phase comes next, whose turn it is, and what is counted for one turn only."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from barons_core.engine.events import Event

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow

TURN = "this turn"
IDLE = "turns without a question"
DEFAULT_TABLE = (("plays", 0), ("addition", 1), ("tax", 1))


class Boundary(Event):
    """A turn starts or ends; `actor` is whose turn it is."""


class TurnStart(Boundary):
    key = "start of turn"


class TurnEnd(Boundary):
    key = "end of turn"


def table(g: Game) -> tuple[tuple[str, int], ...]:
    """Return the phases of a turn with their limits (BAR-TURN-01)."""
    return g.content.ruleset.turn or DEFAULT_TABLE


def phase_now(g: Game) -> tuple[str, int]:
    return (g.content.ruleset.turn or DEFAULT_TABLE)[g.state.phase]


def tally(g: Game, what: Hashable) -> int:
    """Return how often something has happened this turn."""
    return g.state.counters.get((TURN, what), 0)


def count(g: Game, what: Hashable) -> None:
    """Count something for this turn."""
    g.state.counters[TURN, what] = tally(g, what) + 1


def first_turn(g: Game) -> Flow:
    """Begin the first turn with the seat that the setup has found."""
    g.state.turn = 1
    g.state.phase = 0
    yield from _start(g)


def next_phase(g: Game) -> Flow:
    """Go on to the next phase, after the last one to the player on the left (BAR-TURN-02, BAR-TURN-06)."""
    state = g.state
    if state.effects:
        g.expire("phase")
    if state.phase + 1 < len(table(g)):
        state.phase += 1
        return
    if TurnEnd.key in g.heard:
        yield from g.perform(TurnEnd(state.seat))
    _watch_for_the_end(g)
    g.expire("turn", state.seat)
    for key in [key for key in state.counters if isinstance(key, tuple) and key[0] == TURN]:
        del state.counters[key]
    state.seat = (state.seat + 1) % g.seats
    state.turn += 1
    state.phase = 0
    yield from _start(g)


def busy(g: Game) -> None:
    """Note that somebody could do something this turn."""
    g.state.counters[IDLE] = -1


def _watch_for_the_end(g: Game) -> None:
    """End a game in which nobody has been able to do anything for two rounds: nothing can change any more."""
    idle = g.state.counters.get(IDLE, 0) + 1
    g.state.counters[IDLE] = idle
    if idle > 2 * g.seats:
        g.finish(())


def _start(g: Game) -> Flow:
    """Start a turn: effects that last until then end before anything else (BAR-PRAYER-06, BAR-DROUGHT-03)."""
    g.log("turn", player=g.state.seat, turn=g.state.turn)
    g.expire("start of turn", g.state.seat)
    if TurnStart.key in g.heard:
        yield from g.perform(TurnStart(g.state.seat))
