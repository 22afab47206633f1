"""The rules of Barons as the engine calls them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from barons_core.native import mypyc_attr
from barons_core.rules import uses, written
from barons_core.rules.building import AdditionPhase
from barons_core.rules.connection import speakers
from barons_core.rules.hooks import Hook, abilities
from barons_core.rules.kinds import kind
from barons_core.rules.plays import PASS, PlaysPhase
from barons_core.rules.setup import set_up
from barons_core.rules.taxing import TaxPhase
from barons_core.rules.turn import IDLE, Phase, first_turn, next_phase, table

if TYPE_CHECKING:
    from barons_core.engine.choices import Demand
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Abilities, Place, Source


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
        turn, state = _turn(g), g.state
        part = turn.parts[state.phase]
        asked = part.phase.choice(g, state.seat, part.limit)
        return uses.beside(g, state.seat, part.name, asked) if turn.beside else asked

    def run(self, g: Game, answer: Any) -> Flow | None:
        turn, state = _turn(g), g.state
        beside, part = turn.beside, turn.parts[state.phase]
        if answer is not None:
            # Somebody could do something this turn.
            state.counters[IDLE] = -1
            used = uses.picked(g, answer) if beside else None
            if used is not None:
                return uses.carry_out(g, state.seat, used)
        goes_on = answer is not None and answer not in PASSES
        if goes_on:
            flow = part.phase.run(g, state.seat, answer)
            if flow is not None:
                return _to_its_end(g, flow)
        if beside or state.effects:
            uses.end_action(g)
        # Where nothing more may be done in this phase the question need not even be put together.
        if goes_on and (beside or not part.phase.spent(g, state.seat, part.limit)):
            return None
        return next_phase(g, len(turn.parts))

    def kind(self, g: Game, card: int) -> str:
        return kind(g, card)

    def speakers(self, g: Game) -> tuple[list[Source], list[Source]]:
        return speakers(g)

    def abilities(self, hook: str, function: Hook, place: Place, events: Iterable[str]) -> Abilities | None:
        """Return what a plugin's implementation of a hook says in a game, None for a hook that these rules lack."""
        return abilities(hook, function, place, events)


class Part:
    """One part of a turn: its phase, and how often something may be done in it (0: as often as one likes)."""

    __slots__ = ("limit", "name", "phase")

    def __init__(self, name: str, limit: int) -> None:
        self.name = name
        self.phase = PHASES[name]
        self.limit = limit


class Turn:
    """The parts of a turn, and whether anything can be used beside them."""

    __slots__ = ("beside", "parts")

    def __init__(self, g: Game) -> None:
        self.parts = [Part(name, limit) for name, limit in table(g)]
        self.beside = bool(uses.written(g))


def _turn(g: Game) -> Turn:
    """Find out once a content what its turns are made of."""
    turn: Turn | None = g.content.kept.get(TURN)
    if turn is None:
        turn = g.content.kept[TURN] = Turn(g)
    return turn


def _to_its_end(g: Game, flow: Flow) -> Flow:
    yield from flow
    uses.end_action(g)
