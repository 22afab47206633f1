"""Claims: what a verb takes, asks for or fills, and whether several players may do so at once.

All choose before anything happens, so that two who choose from one thing may choose the same. What is a player's own
cannot be claimed twice: each has another.
"""

from __future__ import annotations

from collections.abc import Mapping

from barons_core.language.scope import Scope
from barons_core.language.tree import UNKNOWN, Apply, Do, Expression, It, Local, Select, Some, They, Union
from barons_core.language.words import ACTOR

Values = Mapping[str, Expression | None]


def contested(step: Do, scope: Scope) -> bool:
    """Tell whether a verb claims anything that is not the own of the player inside `each`."""
    values = dict(step.values)
    claimed = (values.get(name) or step.actor if name != ACTOR else step.actor for name in step.verb.claimed)
    return not all(own(value, scope, values) for value in claimed)


def own(value: Expression, scope: Scope, values: Values | None = None) -> bool:
    """Tell whether a value surely belongs to the player inside `each`; `values` are those of the same line."""
    match value:
        case They(variable=variable):
            return variable == "they"
        case Local(name=name):
            return name in scope.names and scope.names[name].own
        case It(slot=slot):
            other = (values or {}).get(slot)
            return other is not None and own(other, scope, values)
        case Some(of=of):
            return own(of, scope, values)
        case Union(parts=parts):
            return all(own(part, scope, values) for part in parts)
        case Select(qualifiers=qualifiers):
            places = [item for item in qualifiers if item.word.zone and not item.negated]
            return any(_all_own(item.values, scope, values) for item in places)
        case Apply(type=type, arguments=arguments):
            return type != "Player" and _handed_on(type, arguments) and _all_own(arguments, scope, values)
    return value.type == UNKNOWN


def _handed_on(type: str, arguments: tuple[Expression, ...]) -> bool:
    """Tell whether what is made of own things is own too: not the deck of a card, which is everybody's."""
    return type == "Card" or all(argument.type == "Player" for argument in arguments)


def _all_own(found: tuple[Expression, ...], scope: Scope, values: Values | None) -> bool:
    things = [each for each in found if each.type != "Number"]
    return bool(things) and all(own(each, scope, values) for each in things)
