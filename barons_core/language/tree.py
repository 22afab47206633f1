"""The checked tree: what a card means, each word resolved and typed. The compiler and the rules text read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from barons_core.frozen import frozen
from barons_core.language.syntax import Token
from barons_core.language.words import (
    Adjective,
    Boundary,
    Condition,
    EventWord,
    Noun,
    Parameter,
    Permission,
    Property,
    Qualifier,
    Quantity,
    Verb,
)

UNKNOWN = "?"
N = TypeVar("N", bound="Node")


@frozen
class Node:
    """The base of all nodes."""

    def children(self) -> Iterator[Node]:
        """Yield the nodes right below this one, in the order of their fields."""
        names: tuple[str, ...] = self.__match_args__
        for name in names:
            yield from _nodes(getattr(self, name))

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children():
            yield from child.walk()


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def rewritten(node: N, changed: Callable[[Node], Mapping[str, Any]]) -> N:
    """Return a node with what is to be changed of it and of all nodes below it; the node itself if nothing is."""
    names: tuple[str, ...] = node.__match_args__
    changes = {name: _rewritten(getattr(node, name), changed) for name in names}
    changes |= changed(node)
    if all(value is getattr(node, name) or value == getattr(node, name) for name, value in changes.items()):
        return node
    return replace(node, **changes)


def _rewritten(value: Any, changed: Callable[[Node], Mapping[str, Any]]) -> Any:
    if isinstance(value, Node):
        return rewritten(value, changed)
    if isinstance(value, tuple):
        return tuple(_rewritten(item, changed) for item in value)
    return value


# ------------------------------------------------------------------------------------------------ expressions
@frozen
class Expression(Node):
    """Something with a value: `type` is its type's name in the singular, `many` tells a list."""

    type: str
    many: bool


@frozen
class Self(Expression):
    """`this`: the card that speaks."""


@frozen
class You(Expression):
    """`you`: the controller of the card that speaks."""


@frozen
class They(Expression):
    """The player whose turn it is inside `each player`, or whom a `with` is about."""

    variable: str


@frozen
class It(Expression):
    """`its`: the card that fills a slot of the same statement."""

    slot: str


@frozen
class Local(Expression):
    """A name that `as NAME` or `name NAME =` has bound; `per_player` names have one value a player."""

    name: str
    per_player: bool
    shown: str = ""


@frozen
class Role(Expression):
    """A role of the event that the block answers: `the played card`, `that card`."""

    attribute: str
    label: str


@frozen
class Argument(Expression):
    """What a parameter is asked of: `that card` behind `on your card`."""

    name: str
    label: str


@frozen
class Constant(Expression):
    """A value that stands in the text: a color, a number, a set of kinds."""

    value: Any
    text: str


@frozen
class Apply(Expression):
    """A property or quantity of other values."""

    word: Property | Quantity
    arguments: tuple[Expression, ...]


@frozen
class Calculation(Expression):
    """A sum or difference."""

    operator: str
    left: Expression
    right: Expression


@frozen
class Tally(Expression):
    """`count(...)`, `most(...)`, `least(...)`, `colors(...)`."""

    function: str
    of: Expression


@frozen
class Qualified(Node):
    """A qualifier with its values; `negated` for `not under a castle`."""

    word: Qualifier
    values: tuple[Expression, ...]
    negated: bool = False

    @property
    def definite(self) -> bool:
        """Tell whether each value is one thing that is known, not whatever fits a noun phrase or any of several."""
        return not any(several(value) for value in self.values)

    @property
    def lists(self) -> bool:
        """Tell whether all that it is true of can be listed, from its values."""
        return (
            self.word.domain is not None
            and self.negated == self.word.negative
            and not any(isinstance(value, Select) and value.perhaps_none for value in self.values)
        )


@frozen
class Select(Expression):
    """A noun phrase that stands for whatever fits it: `a live card of a player`.

    `bound` is "", at least, at most, exactly, all but, up to or any number; `number` its number.
    `parts` are the titles by which rules text says `title` where that card is there in parts only.
    """

    noun: Noun
    title: str
    determiner: str
    bound: str
    number: Expression | None
    adjectives: tuple[Adjective | Constant, ...]
    qualifiers: tuple[Qualified, ...]
    excluded: Expression | None = None
    plural: bool = False
    parts: tuple[str, ...] = ()

    @property
    def zoned(self) -> bool:
        """Tell whether the phrase says where the things are."""
        return any(item.word.zone for item in self.qualifiers)

    @property
    def perhaps_none(self) -> bool:
        """Tell whether no thing at all may be as many as the phrase says: `at most 2 cards`."""
        if self.number is None:
            return self.bound != ""
        certain = isinstance(self.number, Constant) and self.number.value > 0
        return not certain or self.bound not in ("", "at least", "exactly")

    @property
    def source(self) -> Qualified | None:
        """Return the qualifier from which the things are listed, None if the noun lists them or nothing does.

        One with an indefinite value takes the union of as many lists: the noun is asked before it, if the qualifier can
        be looked up from each thing.
        """
        listing = [item for item in self.qualifiers if item.lists]
        for item in listing:
            if item.definite:
                return item
        return next((item for item in listing if self.noun.domain is None or item.word.others is None), None)

    @property
    def listed(self) -> bool:
        """Tell whether the things can be listed."""
        return self.noun.domain is not None or self.source is not None


@frozen
class Some(Expression):
    """A number of things out of a list: `1 of seen`."""

    number: Expression
    of: Expression


@frozen
class Union(Expression):
    """`this and the card on spot`."""

    parts: tuple[Expression, ...]
    joint: str


def several(value: Expression) -> bool:
    """Tell whether a phrase may stand for more than one thing."""
    return value.many or isinstance(value, Select | Some | Union)


# ------------------------------------------------------------------------------------------------ conditions
@frozen
class Test(Node):
    """A condition word with its values."""

    word: Condition
    values: tuple[Expression, ...]


@frozen
class Fits(Node):
    """`X is live`, `X is a card`, `X is not on a card`."""

    subject: Expression
    adjective: Adjective | None
    qualifier: Qualified | None
    noun: Select | None
    negated: bool


@frozen
class Holds(Node):
    """`you have a live "Title"`."""

    player: Expression
    things: Select
    negated: bool


@frozen
class Exists(Node):
    """A noun phrase by itself: there is one."""

    things: Expression


@frozen
class Compare(Node):
    """Two sums."""

    operator: str
    left: Expression
    right: Expression


@frozen
class SettingIs(Node):
    """`setting "NAME" is VALUE`: known before a game begins; `default` counts where nothing is decided."""

    name: str
    value: str
    default: str
    negated: bool


@frozen
class Joined(Node):
    """Conditions joined by `and` or by `or`."""

    joint: str
    parts: tuple[Node, ...]


# ------------------------------------------------------------------------------------------------ statements
@frozen
class Step(Node):
    """A statement; `token` is the word it starts with."""

    token: Token


@frozen
class Do(Step):
    """A verb with its actor and values; `name` keeps what it handled."""

    verb: Verb
    actor: Expression
    values: tuple[tuple[str, Expression | None], ...]
    name: str = ""
    optional: bool = False
    spoken_actor: bool = False


@frozen
class Choose(Step):
    """`choose ... as NAME`."""

    actor: Expression
    of: Expression
    name: str
    optional: bool = False


@frozen
class MayBlock(Step):
    """`may:` with a block."""

    body: tuple[Step, ...]


@frozen
class OneOf(Step):
    """`choose one of:`; each choice is a statement."""

    options: tuple[Step, ...]
    optional: bool


@frozen
class IfStep(Step):
    """`if`, with an optional `else`."""

    condition: Node
    body: tuple[Step, ...]
    otherwise: tuple[Step, ...]


@frozen
class Each(Step):
    """`each player at once` or `in turn order`."""

    players: Select
    at_once: bool
    you_last: bool
    condition: Node | None
    body: tuple[Step, ...]


@frozen
class Named(Step):
    """`name NAME = value`: a sum, or things as they are when the line is reached."""

    name: str
    value: Expression


@frozen
class Lasting(Step):
    """A scope: abilities that are in force for a time; `captured` are the names whose values it keeps."""

    scope: str
    boundary: Boundary | None
    player: Expression | None
    event: Pattern | None
    once: bool
    block: int
    captured: tuple[Local | Role | They, ...]
    abilities: tuple[AbilityNode, ...]


# ------------------------------------------------------------------------------------------------ abilities
@frozen
class Pattern(Node):
    """An event word with what its roles must fit."""

    event: EventWord
    roles: tuple[tuple[str, Expression], ...]
    text: str = ""


@frozen
class AbilityNode(Node):
    """The base of what a card does while it is live."""

    token: Token

    @property
    def about_you(self) -> bool:
        """Tell whether it speaks of `you`: in a ruleset, that is every player."""
        return any(isinstance(node, You) for node in self.walk())


@frozen
class TriggerNode(AbilityNode):
    """`before`, `when`, `after`, `instead of`."""

    moment: str
    pattern: Pattern
    condition: Node | None
    body: tuple[Step, ...]
    once: bool = False

    @property
    def about_itself(self) -> bool:
        """Tell whether the event is about the card that speaks: it is heard though the card is not in play."""
        return any(isinstance(wanted, Self) for _, wanted in self.pattern.roles)


@frozen
class LetNode(AbilityNode):
    """`let PARAMETER OP VALUE`."""

    word: Parameter | Quantity
    arguments: tuple[tuple[str, Expression], ...]
    op: str
    value: Expression
    detail: Expression | str | None
    condition: Node | None
    cut_off_too: bool


@frozen
class AllowNode(AbilityNode):
    """`allow PLAYER to ...`."""

    word: Permission
    who: Expression
    arguments: tuple[tuple[str, Expression], ...]
    ignoring: Constant | None
    condition: Node | None
    cut_off_too: bool


@frozen
class ForbidNode(AbilityNode):
    """`forbid SUBJECT to ...`: one node an event."""

    event: EventWord
    roles: tuple[tuple[str, Expression], ...]
    condition: Node | None
    cut_off_too: bool
    first: bool = True


@frozen
class CostNode(Node):
    """A cost line: label, and alternatives of (number, color or word); `file` where it is not the card's own."""

    token: Token
    label: str
    prices: tuple[tuple[tuple[int, str], ...], ...]
    name: str = ""
    file: str = ""


@frozen
class SectionNode(Node):
    """A block that a player starts, or that runs as the card is played."""

    token: Token
    kind: str
    argument: str
    condition: Node | None
    needs: Node | None
    cost: CostNode | None
    body: tuple[Step, ...]


@frozen
class WayNode(Node):
    """One way to play a card."""

    token: Token
    title: str
    condition: Node | None
    needs: Node | None
    costs: tuple[CostNode, ...]
    types: tuple[Noun, ...]
    sections: tuple[SectionNode, ...]
    abilities: tuple[AbilityNode, ...]


@frozen
class CardNode(Node):
    """A checked card; `whole` is the title of the card of which it is one way only."""

    token: Token
    file: str
    title: str
    kind: str
    colors: tuple[int, ...]
    each_deck: bool
    copies: int
    ways: tuple[WayNode, ...]
    blocks: tuple[tuple[AbilityNode, ...], ...]
    last_line: int = 0
    sources: tuple[tuple[str, str], ...] = ()
    whole: str = ""
