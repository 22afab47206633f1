"""The hook points of Barons for Python plugins: each becomes an ability, heard and asked like those of card text."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from inspect import isgenerator
from typing import TYPE_CHECKING, Any, Final

from barons_core.engine.choices import Choice, Selection
from barons_core.engine.events import Event
from barons_core.engine.faults import Misuse
from barons_core.model.definitions import Abilities, Place, Static, Trigger
from barons_core.rules.prices import ATTACK as ATTACK_COST
from barons_core.rules.prices import CARD as CARD_COST
from barons_core.rules.regions import SIZE

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Source

Hook = Callable[..., Any]
Binding = Callable[[Hook, Place, Iterable[str]], Abilities]

EVENTS: Final = ("activate", "add", "attack", "build", "discard", "draw", "eliminate", "end of turn", "give", "move",
                 "place", "play", "remove", "return", "start of turn", "step", "swap", "take", "tax", "taxed")
"""The keys of all events of the rules; a pack's own events are those of its words."""
ANY: Final = "any"


def abilities(hook: str, function: Hook, place: Place, events: Iterable[str] = ()) -> Abilities | None:
    """Return what an implementation of a hook says in a game, None for a hook that is none of the rules.

    The function takes all arguments of the hook, in order. `events` are the keys of the events that packs add.
    """
    binding = _BINDINGS.get(hook)
    return None if binding is None else binding(function, place, events)


def _reacting(key: str, function: Hook, place: Place, events: Iterable[str]) -> Abilities:
    return Abilities(triggers=(_trigger(key, function, place),))


def _reacting_to_all(function: Hook, place: Place, events: Iterable[str]) -> Abilities:
    return Abilities(triggers=tuple([_trigger(key, function, place) for key in sorted({*EVENTS, *events})]))


def _trigger(key: str, function: Hook, place: Place) -> Trigger:
    def run(g: Game, s: Source, e: Event) -> Flow:
        reaction = function(g, e)
        if isgenerator(reaction):
            yield from _asking(reaction, place)
        elif reaction is not None:
            raise Misuse(f"a reaction is nothing or a generator, not {reaction!r}", place)

    return Trigger("when", key, place, run)


def _asking(reaction: Generator[Any, Any, Any], place: Place) -> Flow:
    """Carry out a reaction; what it yields must be a question."""
    answer = None
    while True:
        try:
            demand = reaction.send(answer)
        except StopIteration:
            return
        if not isinstance(demand, Choice | Selection):
            raise Misuse(f"a reaction yields questions, as `yield from game.pick(...)` does, not {demand!r}", place)
        answer = yield demand


def _changing_costs(function: Hook, place: Place, events: Iterable[str]) -> Abilities:
    def of_card(g: Game, s: Source, seat: int, card: int, verb: str) -> Mapping[int | None, int]:
        return _by_color(g, function(g, seat, card, verb, None), place)

    def of_attack(g: Game, s: Source, seat: int, knight: int, target: int) -> Mapping[int | None, int]:
        return _by_color(g, function(g, seat, knight, "attack", target), place)

    return Abilities((Static(CARD_COST, "change", place, value=of_card),
                      Static(ATTACK_COST, "change", place, value=of_attack)))


def _by_color(g: Game, amounts: Any, place: Place) -> dict[int | None, int]:
    """Return amounts by the number of a color, in the order of the colors, None for any color."""
    colors: dict[str, int | None] = {color: number for number, color in enumerate(g.content.colors)}
    colors[ANY] = None
    given = {} if amounts is None else amounts
    if not isinstance(given, Mapping) or not all(type(amount) is int for amount in given.values()):
        raise Misuse(f"a cost changes by numbers of cards for some colors, not by {amounts!r}", place)
    for name in given:
        if name not in colors:
            raise Misuse(f"a cost changes by cards of {', '.join(colors)}, not of {name!r}", place)
    return {number: given[name] for name, number in colors.items() if name in given}


def _changing_tax(function: Hook, place: Place, events: Iterable[str]) -> Abilities:
    def value(g: Game, s: Source, seat: int) -> int:
        amount = function(g, seat)
        if amount is not None and type(amount) is not int:
            raise Misuse(f"the size of a tax changes by a number, not by {amount!r}", place)
        return amount or 0

    return Abilities((Static(SIZE, "change", place, value=value),))


def _forbidding(key: str, function: Hook, place: Place, events: Iterable[str]) -> Abilities:
    def detail(g: Game, s: Source, *arguments: int) -> str:
        reason = function(g, *arguments)
        if reason is not None and not isinstance(reason, str):
            raise Misuse(f"a reason is a text, or None where there is none, not {reason!r}", place)
        return reason or ""

    def match(g: Game, s: Source, *arguments: int) -> bool:
        return detail(g, s, *arguments) != ""

    return Abilities((Static(key, "forbid", place, match=match, detail=detail),))


_BINDINGS: Final[Mapping[str, Binding]] = {
    "barons_on_tax": partial(_reacting, "tax"),
    "barons_on_attack": partial(_reacting, "attack"),
    "barons_on_place": partial(_reacting, "place"),
    "barons_on_draw": partial(_reacting, "draw"),
    "barons_on_discard": partial(_reacting, "discard"),
    "barons_on_event": _reacting_to_all,
    "barons_modify_cost": _changing_costs,
    "barons_modify_tax": _changing_tax,
    "barons_placement_legality": partial(_forbidding, "place"),
    "barons_attack_legality": partial(_forbidding, "attack"),
}
HOOKS: Final = tuple(_BINDINGS)
