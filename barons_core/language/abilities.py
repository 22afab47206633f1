"""Abilities: triggers, and the lines that start with `let`, `allow` or `forbid`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from barons_core.language.layers import layer_reports
from barons_core.language.phrases import Phrases
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, Scope, span_of
from barons_core.language.syntax import Phrase, Statement
from barons_core.language.templates import NO_STOPS
from barons_core.language.tree import (
    AbilityNode,
    AllowNode,
    Argument,
    Constant,
    Expression,
    ForbidNode,
    LetNode,
    Node,
    Pattern,
    Role,
    Select,
    They,
    TriggerNode,
    Union,
    You,
)
from barons_core.language.words import LAYERS, EventWord, Parameter, Permission, Quantity, literals, template

if TYPE_CHECKING:
    from barons_core.language.bodies import Bodies

_OPERATORS = ("be at least", "be at most", "rise by", "fall by", "include", "exclude", "be")
_OPERATOR_WORDS = frozenset(text.split()[0] for text in _OPERATORS)
Found = tuple[Parameter | Quantity, list[tuple[str, Expression]]]
_OP_NAMES = {"be at least": "at least", "be at most": "at most", "rise by": "rise", "fall by": "fall"}
_ANYWHERE = ("cut", "off", "or", "not")


class AbilityReader:
    """Reads triggers and statics."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.vocabulary = bodies.scope.vocabulary

    def read(self, statement: Statement, scope: Scope) -> list[AbilityNode]:
        found = self.bodies.attempt(lambda: list(self._read(statement, scope)))
        return found or []

    def _read(self, statement: Statement, scope: Scope) -> Iterator[AbilityNode]:
        if statement.kind == "trigger":
            yield self._trigger(statement, scope)
            return
        words, anywhere = self._anywhere(statement.words)
        inner = scope.child()
        match statement.key.text:
            case "let":
                yield self._let(statement, words, anywhere, inner)
            case "allow":
                yield self._allow(statement, words, anywhere, inner)
            case "forbid":
                yield from self._forbid(statement, words, anywhere, inner)
            case _:
                raise Fault(
                    Report("BC213", f"'{statement.key.text}' may not stand here", span_of(scope.file, statement.key)), 0
                )

    def _anywhere(self, words: Phrase) -> tuple[Phrase, bool]:
        """Cut off a closing `, cut off or not`."""
        if tuple(word.text for word in words[-4:]) == _ANYWHERE and len(words) > 5 and words[-5].kind == "comma":
            return words[:-5], True
        return words, False

    def _condition(self, statement: Statement, scope: Scope) -> Node | None:
        return Phrases(statement.condition, scope).condition() if statement.condition else None

    # -------------------------------------------------------------------------------- triggers
    def _trigger(self, statement: Statement, scope: Scope) -> TriggerNode:
        moment = "instead" if statement.key.text == "instead of" else statement.key.text
        form = "gerund" if moment == "instead" else "finite"
        inner = scope.child(names=dict(scope.names), kind=moment)
        pattern = Phrases(statement.words, inner, statement.key).event(form)
        inner = inner.child(event=pattern.event, mentions=[*inner.mentions, *_mentions(pattern)])
        condition = self.bodies.condition(statement.condition, inner) if statement.condition else None
        body = self.bodies.steps.read(statement.body, inner)
        self.bodies.steps.check_names(inner, scope)
        return TriggerNode(statement.key, moment, pattern, condition, tuple(body))

    # -------------------------------------------------------------------------------- let
    def _let(self, statement: Statement, words: Phrase, anywhere: bool, scope: Scope) -> LetNode:
        phrases = Phrases(words, scope, statement.key)
        found = phrases.first_of(self._parameters(phrases))
        if found is None:
            raise self._no_parameter(phrases)
        word, arguments = found
        mentions = [(value.noun.spelling, Argument(value.type, False, name, value.noun.spelling))
                    for name, value in arguments if isinstance(value, Select)]  # fmt: skip
        scope.mentions.extend(mentions)
        operator = next((text for text in _OPERATORS if phrases.accept(text)), None)
        if operator is None:
            fix = did_you_mean(phrases.peek(), ["be", "rise", "fall", "include", "exclude"])
            known = (not phrases.done and phrases.peek() in phrases.known_words()) or phrases.done
            raise phrases.fault(
                "BC140" if known or not fix else "BC101",
                "it is not said what becomes of it" if phrases.done else f"'{phrases.peek()}' does not fit here",
                fix="" if phrases.done else fix,
                help="say 'be', 'be at least', 'be at most', 'rise by', 'fall by', 'include' or 'exclude'",
            )
        op = _OP_NAMES.get(operator, operator)
        value, detail = self._value(phrases, word, op)
        phrases.finish()
        condition = self._condition(statement, scope)
        node = LetNode(statement.key, word, tuple(arguments), op, value, detail, condition, anywhere)
        for report in layer_reports(node, (*statement.condition, *statement.words), scope.file):
            raise Fault(report, 0)
        return node

    def _parameters(self, phrases: Phrases) -> Iterator[Callable[[], Found]]:
        for word in self.vocabulary.parameters:
            for text in word.template.split(" | "):
                yield partial(self._parameter, phrases, word, text)
        for quantity in self.vocabulary.quantities:
            yield partial(self._quantity, phrases, quantity)

    def _parameter(self, phrases: Phrases, word: Parameter, text: str) -> Found:
        return word, list(phrases.match(template(text), _OPERATOR_WORDS, True).items())

    def _quantity(self, phrases: Phrases, word: Quantity) -> Found:
        owner = phrases.owner(pattern=True)
        for part in word.spelling.split():
            phrases.literal((part,))
        return word, [("player", owner)]

    def _no_parameter(self, phrases: Phrases) -> Fault:
        return phrases.unknown("a parameter", [])

    def _value(
        self, phrases: Phrases, word: Parameter | Quantity, op: str
    ) -> tuple[Expression, Expression | str | None]:
        numeric = isinstance(word, Quantity) or word.type == "Number"
        if numeric != (op not in ("include", "exclude")):
            raise phrases.fault(
                "BC141",
                f"'{op}' does not fit {word.spelling}",
                token=phrases.words[phrases.at - 1],
                help="numbers rise, fall and are at least or at most; sets include and exclude",
            )
        if not numeric:
            assert isinstance(word, Parameter)
            if op not in word.said:
                raise phrases.fault(
                    "BC141",
                    f"'{op}' does not fit {word.spelling}",
                    token=phrases.words[phrases.at - 1],
                    help=f"here one may say {' or '.join(word.said)}",
                )
            return phrases.expression(word.type), None
        value = phrases.sum()
        if phrases.accept("of your choice"):
            return value, "choice"
        if phrases.accept("of"):
            detail = phrases.expression("Color")
            return value, detail
        return value, None

    # -------------------------------------------------------------------------------- allow and forbid
    def _allow(self, statement: Statement, words: Phrase, anywhere: bool, scope: Scope) -> AllowNode:
        phrases = Phrases(words, scope, statement.key)
        who = phrases.expression("Player", frozenset({"to"}), pattern=True)
        phrases.literal(("to",))
        phrases.scope = _their(phrases.scope, who, "who")
        found = phrases.first_of([lambda w=word: self._permission(phrases, w) for word in self.vocabulary.permissions])  # type: ignore[misc]
        if found is None:
            raise phrases.unknown("something to allow", [])
        word, arguments, ignoring = found
        scope.mentions.extend(
            (v.noun.spelling, Argument(v.type, False, n, v.noun.spelling))
            for n, v in arguments
            if isinstance(v, Select)
        )
        condition = self._condition(statement, scope)
        return AllowNode(statement.key, word, who, tuple(arguments), ignoring, condition, anywhere)

    def _permission(
        self, phrases: Phrases, word: Permission
    ) -> tuple[Permission, list[tuple[str, Expression]], Constant | None]:
        values = phrases.match(template(word.template), pattern=True)
        ignoring = None
        if phrases.accept(", ignoring", "ignoring"):
            ignoring = self._ignoring(phrases)
        phrases.finish()
        return word, list(values.items()), ignoring

    def _ignoring(self, phrases: Phrases) -> Constant:
        """Read kinds, perhaps `but for LAYER`: what their cards say about that layer counts all the same."""
        kinds = phrases.kinds()
        assert isinstance(kinds, Constant)
        if not phrases.accept("but for"):
            return kinds
        layer = phrases.peek()
        if layer not in LAYERS[:1]:
            raise phrases.unknown(f"'{LAYERS[0]}'", LAYERS[:1])
        phrases.take()
        return Constant("Kind", False, kinds.value | {layer}, f"{kinds.text} but for {layer}")

    def _forbid(self, statement: Statement, words: Phrase, anywhere: bool, scope: Scope) -> Iterator[ForbidNode]:
        phrases = Phrases(words, scope, statement.key)
        subject = self._subject(phrases)
        phrases.literal(("to",))
        condition = self._condition(statement, scope)
        first = True
        while True:
            event, roles = self._forbidden(phrases, subject)
            yield ForbidNode(statement.key, event, roles, condition, anywhere, first)
            first = False
            if not phrases.accept("or to", "or"):
                break
        phrases.finish()

    def _subject(self, phrases: Phrases) -> Expression:
        stops = frozenset({"to"})
        start = phrases.at
        if phrases.peek() == "you":
            phrases.take()
            return You("Player", False)
        try:
            return phrases.expression("Player", stops, pattern=True)
        except Fault as first:
            phrases.at = start
            try:
                return phrases.expression("Card", stops, pattern=True)
            except Fault as second:
                raise (second if second.reach > first.reach else first) from None

    def _forbidden(self, phrases: Phrases, subject: Expression) -> tuple[EventWord, tuple[tuple[str, Expression], ...]]:
        words = [
            word for word in self.vocabulary.events if word.base and phrases.peek() in literals(template(word.base))[:1]
        ]
        if not words:
            raise phrases.unknown(
                "something to forbid", [literals(template(w.base))[0] for w in self.vocabulary.events if w.base]
            )
        found = phrases.first_of([lambda w=word: self._forbidden_as(phrases, w, subject) for word in words])  # type: ignore[misc]
        assert found is not None
        return found

    def _forbidden_as(
        self, phrases: Phrases, word: EventWord, subject: Expression
    ) -> tuple[EventWord, tuple[tuple[str, Expression], ...]]:
        role = word.subjects.get(subject.type)
        if role is None:
            raise phrases.fault(
                "BC142",
                f"{_a(subject.type)} does not {word.spelling}",
                token=phrases.words[0],
                help=f"{word.spelling} is done by {' or '.join(_a(name) for name in word.subjects)}",
            )
        phrases.scope = _their(phrases.scope, subject, role)
        values = phrases.match(template(word.base), frozenset({"or"}) & NO_STOPS, pattern=True)
        return word, ((role, subject), *values.items())


def _their(scope: Scope, who: Expression, role: str) -> Scope:
    """Return the scope behind an indefinite player: `their` means whoever of them it is."""
    several = isinstance(who, Select | Union) and who.type == "Player"
    return scope.child(they=They("Player", False, role)) if several else scope


def _mentions(pattern: Pattern) -> Iterator[tuple[str, Expression]]:
    """Yield what `that NOUN` may mean in the body of a trigger."""
    for attribute, value in pattern.roles:
        parts = value.parts if isinstance(value, Union) else (value,)
        kind = pattern.event.roles[attribute]
        for part in parts:
            if isinstance(part, Select):
                yield (
                    part.noun.spelling,
                    Role(kind.rstrip("s"), kind.endswith("s"), attribute, f"that {part.noun.spelling}"),
                )


def _a(type_name: str) -> str:
    return f"a {type_name.lower()}"
