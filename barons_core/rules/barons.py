"""The rules of Barons as the engine calls them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from barons_core.native import mypyc_attr
from barons_core.rules import uses, written
from barons_core.rules.building import AdditionPhase
from barons_core.rules.connection import speakers
from barons_core.rules.hooks import Hook, abilities
from barons_core.rules.kinds import kind
from barons_core.rules.plays import PASS, PlaysPhase
from barons_core.rules.setup import set_up
from barons_core.rules.taxing import TaxPhase
from barons_core.rules.turn import IDLE, first_turn, next_phase, table

if TYPE_CHECKING:
    from barons_core.engine.choices import Demand
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Abilities, Place, Source


class Phase(Protocol):
    """One line of the turn table."""

    def choice(self, g: Game, seat: int, limit: int) -> Demand | None:
        """Return what the player may do, None if nothing."""

    def run(self, g: Game, seat: int, answer: Any) -> Flow | None:
        """Carry out an answer that is no pass; return what is still to be done, None if nothing is."""

    def spent(self, g: Game, seat: int, limit: int) -> bool:
        """Return whether nothing more may be done because so much has been done in this part of the turn."""


TURN: Final = "parts of a turn"
PHASES: Final[dict[str, Phase]] = {"plays": PlaysPhase(), "addition": AdditionPhase(), "tax": TaxPhase(),
                            "action": uses.ActionPhase()}

# What says that a player does no more in a phase: an option, or no element of a selection.
PASSES: Final[tuple[Any, ...]] = (PASS, (), uses.PASS)


@mypyc_attr(allow_interpreted_subclasses=True)
class BaronsRules:
    """Barons: a turn of three phases (BAR-TURN-01), each a row of the ruleset's turn table."""

    answers: ClassVar[tuple[str, ...]] = written.ANSWERS
    events: ClassVar[frozenset[str]] = written.EVENTS

    def setup(self, g: Game) -> Flow:
        yield from set_up(g)
        yield from first_turn(g)

    def choice(self, g: Game) -> Demand | None:
        parts, beside = g.content.kept.get(TURN) or _turn(g)
        state = g.state
        name, phase, limit = parts[state.phase]
        asked = phase.choice(g, state.seat, limit)
        return uses.beside(g, state.seat, name, asked) if beside else asked

    def run(self, g: Game, answer: Any) -> Flow | None:
        parts, beside = g.content.kept.get(TURN) or _turn(g)
        state = g.state
        if answer is not None:
            # Somebody could do something this turn.
            state.counters[IDLE] = -1
            used = uses.picked(g, answer) if beside else None
            if used is not None:
                return uses.carry_out(g, state.seat, used)
        goes_on = answer is not None and answer not in PASSES
        if goes_on:
            _, phase, limit = parts[state.phase]
            flow = phase.run(g, state.seat, answer)
            if flow is not None:
                return _to_its_end(g, flow)
        if beside or state.effects:
            uses.end_action(g)
        # Where nothing more may be done in this phase the question need not even be put together.
        if goes_on and (beside or not phase.spent(g, state.seat, limit)):
            return None
        return next_phase(g, len(parts))

    def kind(self, g: Game, card: int) -> str:
        return kind(g, card)

    def speakers(self, g: Game) -> tuple[list[Source], list[Source]]:
        return speakers(g)

    def abilities(self, hook: str, function: Hook, place: Place, events: Iterable[str]) -> Abilities | None:
        """Return what a plugin's implementation of a hook says in a game, None for a hook that these rules lack."""
        return abilities(hook, function, place, events)


def _turn(g: Game) -> tuple[tuple[tuple[str, Phase, int], ...], bool]:
    """Find out once a content the parts of a turn with their limits, and whether anything can be used beside them."""
    parts = tuple([(name, PHASES[name], limit) for name, limit in table(g)])
    known = g.content.kept[TURN] = parts, bool(uses.written(g))
    return known


def _to_its_end(g: Game, flow: Flow) -> Flow:
    yield from flow
    uses.end_action(g)
