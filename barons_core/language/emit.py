"""Expressions and conditions as Python `ast` nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from barons_core.language.tree import (
    Apply,
    Argument,
    Calculation,
    Compare,
    Constant,
    Exists,
    Expression,
    Fits,
    Holds,
    It,
    Joined,
    Local,
    Node,
    Qualified,
    Role,
    Select,
    Self,
    SettingIs,
    Some,
    Tally,
    Test,
    They,
    Union,
    You,
    several,
)
from barons_core.language.words import EventWord, Property, Quantity

_OPERATORS: Mapping[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "<": ast.Lt,
    ">": ast.Gt,
    "<=": ast.LtE,
    ">=": ast.GtE,
}


def name(text: str) -> ast.expr:
    return ast.Name(id=text, ctx=ast.Load())


def const(value: Any) -> ast.expr:
    return ast.Constant(value=value)


def attribute(of: ast.expr, text: str) -> ast.expr:
    return ast.Attribute(value=of, attr=text, ctx=ast.Load())


def call(function: ast.expr, *arguments: ast.expr, **named: ast.expr) -> ast.expr:
    return ast.Call(
        func=function, args=list(arguments), keywords=[ast.keyword(arg=k, value=v) for k, v in named.items()]
    )


def equal(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])


def negate(value: ast.expr) -> ast.expr:
    return ast.UnaryOp(op=ast.Not(), operand=value)


def _loop(variable: str, over: ast.expr, tests: list[ast.expr]) -> ast.comprehension:
    return ast.comprehension(target=ast.Name(id=variable, ctx=ast.Store()), iter=over, ifs=tests, is_async=0)


def _number(item: Qualified) -> Select | Some | None:
    """Return the value of a qualifier that says of how many things it is to be true."""
    return next((v for v in item.values if isinstance(v, Select | Some) and v.number is not None), None)


def _weight(test: ast.expr) -> int:
    """Return about how long a test takes."""
    weight = 0
    for node in ast.walk(test):
        if isinstance(node, ast.Call):
            weight += 1
        elif isinstance(node, ast.GeneratorExp | ast.ListComp):
            weight += 20
    return weight


class Emitter:
    """Turns checked expressions into Python expressions; functions of words go into `namespace`."""

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {}
        self._functions: dict[int, str] = {}
        self._variables = 0
        self._env: Mapping[str, int] = {}
        self.slots: dict[str, ast.expr] = {}

    # -------------------------------------------------------------------------------- names
    def function(self, function: Any) -> ast.expr:
        """Return a name under which compiled code finds a function."""
        known = self._functions.get(id(function))
        if known is None:
            known = f"{getattr(function, '__name__', 'word').strip('<>')}_{len(self._functions)}"
            self._functions[id(function)] = known
            self.namespace[known] = function
        return name(known)

    def variable(self) -> str:
        self._variables += 1
        return f"x{self._variables}"

    @contextmanager
    def captured(self, env: Mapping[str, int]) -> Iterator[None]:
        """Read captured names from the source's environment for a while."""
        outer, self._env = self._env, env
        try:
            yield
        finally:
            self._env = outer

    def word(self, function: Any, *arguments: ast.expr) -> ast.expr:
        return call(self.function(function), name("g"), name("s"), *arguments)

    # -------------------------------------------------------------------------------- values
    def expression(self, node: Expression) -> ast.expr:
        """Return the Python expression for a value."""
        match node:
            case Self():
                return attribute(name("s"), "card")
            case You():
                return attribute(name("s"), "you")
            case They(variable=variable):
                return self._kept("they") if variable == "they" and "they" in self._env else name(variable)
            case It(slot=slot):
                return self.slots[slot]
            case Local():
                return self._local(node)
            case Role(attribute=text):
                return self._kept(f"e.{text}") if f"e.{text}" in self._env else attribute(name("e"), text)
            case Argument(name=text):
                return name(text)
            case Constant(value=value):
                return self._constant(value)
            case Apply(word=Quantity() as word, arguments=arguments):
                return call(attribute(name("g"), "quantity"), const(word.spelling), self.expression(arguments[0]))
            case Apply(word=Property() as word, arguments=arguments):
                return self.word(word.run, *(self.expression(a) for a in arguments))
            case Calculation(operator=operator, left=left, right=right):
                op = ast.Add() if operator == "+" else ast.Sub()
                return ast.BinOp(left=self.expression(left), op=op, right=self.expression(right))
            case Tally():
                return self._tally(node)
            case Select() | Some() | Union():
                return self.listed(node)
        raise AssertionError(node)

    def _kept(self, text: str) -> ast.expr:
        index = self._env[text]
        return ast.Subscript(value=attribute(name("s"), "env"), slice=const(index), ctx=ast.Load())

    def _local(self, node: Local) -> ast.expr:
        if node.name in self._env:
            return self._kept(node.name)
        if node.per_player:
            empty: ast.expr = (
                ast.List(elts=[], ctx=ast.Load()) if node.many else const(0 if node.type == "Number" else None)
            )
            return call(attribute(name(f"n_{node.name}"), "get"), name("they"), empty)
        return name(f"n_{node.name}")

    def _constant(self, value: Any) -> ast.expr:
        if isinstance(value, frozenset):
            key = "set_" + "_".join(sorted(value))
            self.namespace[key] = value
            return name(key)
        return const(value)

    def _tally(self, node: Tally) -> ast.expr:
        of = node.of
        if node.function in ("most", "least"):
            assert isinstance(of, Local)
            values = call(attribute(name(f"n_{of.name}"), "values"))
            return call(name("max" if node.function == "most" else "min"), values, default=const(0))
        if node.function == "colors":
            return call(attribute(name("g"), "count_colors"), self.listed(of))
        if of.type in ("Deck", "Pile", "Hand") and not of.many:
            return call(attribute(name("g"), "size_of"), const(of.type), self.expression(of))
        return call(name("len"), self.listed(of))

    def show(self, node: Expression, value: ast.expr) -> ast.expr:
        """Return an expression for the text that shows a value in an id."""
        return call(attribute(name("g"), "label"), const(node.type), value, attribute(name("s"), "you"))

    # -------------------------------------------------------------------------------- lists
    def listed(self, node: Expression) -> ast.expr:
        """Return an expression for the list of all things that a phrase stands for."""
        match node:
            case Select():
                return self._select_list(node)
            case Some(of=of):
                return self.listed(of)
            case Union(parts=parts):
                return self._joined_list(parts)
        value = self.expression(node)
        return value if node.many else ast.List(elts=[value], ctx=ast.Load())

    def _joined_list(self, parts: Sequence[Expression]) -> ast.expr:
        found = self.listed(parts[0])
        for part in parts[1:]:
            found = ast.BinOp(left=found, op=ast.Add(), right=self.listed(part))
        return found

    def _select_list(self, node: Select) -> ast.expr:
        variable = self.variable()
        domain, used = self._domain(node)
        tests = self.select_tests(node, name(variable), used)
        if not tests:
            return domain
        return ast.ListComp(elt=name(variable), generators=[_loop(variable, domain, sorted(tests, key=_weight))])

    def _domain(self, node: Select) -> tuple[ast.expr, Qualified | None]:
        """Return the list that a phrase narrows, and the qualifier that need not be tested any more."""
        source = node.source
        if source is None:
            assert node.noun.domain is not None, node.noun.spelling
            return self.word(node.noun.domain), None
        loops, arguments = self._each_value(source)
        domain = self.word(source.word.domain, *arguments)
        if not loops:
            return domain, source
        variable = self.variable()
        things = ast.GeneratorExp(elt=name(variable), generators=[*loops, _loop(variable, domain, [])])
        once = call(name("list"), call(attribute(name("dict"), "fromkeys"), things))
        return once, None if _number(source) is not None else source

    def _each_value(self, item: Qualified) -> tuple[list[ast.comprehension], list[ast.expr]]:
        """Return the values of a qualifier, and the loops that go through those that may be several."""
        loops: list[ast.comprehension] = []
        arguments: list[ast.expr] = []
        for value in item.values:
            if several(value):
                variable = self.variable()
                loops.append(_loop(variable, self.listed(value), []))
                arguments.append(name(variable))
            else:
                arguments.append(self.expression(value))
        return loops, arguments

    # -------------------------------------------------------------------------------- tests
    def every(self, tests: Sequence[ast.expr]) -> ast.expr:
        if not tests:
            return const(True)
        return tests[0] if len(tests) == 1 else ast.BoolOp(op=ast.And(), values=list(tests))

    def all_hold(self, tests: Sequence[ast.expr]) -> ast.expr:
        """Return that all of some tests hold. They ask nobody and change nothing: the quick ones come first."""
        return self.every(sorted(tests, key=_weight))

    def any_of(self, tests: Sequence[ast.expr]) -> ast.expr:
        return tests[0] if len(tests) == 1 else ast.BoolOp(op=ast.Or(), values=list(tests))

    def select_tests(
        self,
        node: Select,
        x: ast.expr,
        used: Qualified | None = None,
        *,
        within: bool = True,
        event: EventWord | None = None,
    ) -> list[ast.expr]:
        """Return the tests that a thing must pass to fit a noun phrase.

        `used` is a qualifier that the list already comes from; `within` tells that the things are known to be where the
        noun looks for them.
        """
        tests: list[ast.expr] = []
        if not within and not node.zoned and node.noun.kind:
            tests.append(call(attribute(name("g"), "in_play"), x))
        if node.title:
            tests.append(call(attribute(name("g"), "titled"), x, const(node.title)))
        elif event is not None and node.noun.group in event.reads:
            tests.append(call(self.function(event.reads[node.noun.group]), name("e"), x, const(node.noun.value)))
        elif node.noun.test is not None:
            tests.append(self.word(node.noun.test, x))
        if node.determiner == "another":
            tests.append(ast.Compare(left=x, ops=[ast.NotEq()], comparators=[attribute(name("s"), "card")]))
        for adjective in node.adjectives:
            tests.append(self._adjective(adjective, x))
        for item in node.qualifiers:
            if item is not used:
                tests.append(self.qualified(item, x))
        if node.excluded is not None:
            tests.append(negate(self.fits(node.excluded, x)))
        return tests

    def _adjective(self, adjective: Any, x: ast.expr) -> ast.expr:
        if isinstance(adjective, Constant):
            return equal(
                ast.Subscript(value=attribute(name("g"), "color"), slice=x, ctx=ast.Load()),
                const(adjective.value),
            )
        return self.word(adjective.test, x)

    def qualified(self, item: Qualified, x: ast.expr) -> ast.expr:
        """Return the test of one qualifier."""
        test = self._qualified(item, x)
        return negate(test) if item.negated != item.word.negative else test

    def _qualified(self, item: Qualified, x: ast.expr) -> ast.expr:
        word = item.word
        if word.others is not None and len(item.values) == 1 and (word.test is None or not item.definite):
            return self._some_other(item, x)
        assert word.test is not None, word.spelling
        loops, arguments = self._each_value(item)
        test = self.word(word.test, x, *arguments)
        found = self._as_many(item, test, loops) if loops else test
        return self._bound_who(x, found) if word.types == ("Player",) else found

    def _bound_who(self, x: ast.expr, test: ast.expr) -> ast.expr:
        """Give `their` inside a player's qualifier its meaning: the player who is tested."""
        if not any(isinstance(n, ast.Name) and n.id == "who" for n in ast.walk(test)):
            return test
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg(arg="who")], kwonlyargs=[], kw_defaults=[], defaults=[])
        return call(ast.Lambda(args=arguments, body=test), x)

    def _some_other(self, item: Qualified, x: ast.expr) -> ast.expr:
        """Return: some thing in relation to x fits a noun phrase."""
        variable = self.variable()
        test = self.fits(item.values[0], name(variable))
        loop = _loop(variable, self.word(item.word.others, x), [])
        return self._bound_who(x, self._as_many(item, test, [loop]))

    def _as_many(self, item: Qualified, test: ast.expr, loops: list[ast.comprehension]) -> ast.expr:
        """Return: a test is true as often as the values of a qualifier say, of all that some loops go through."""
        wanted = _number(item)
        function = "any" if wanted is None else "sum"
        found = call(name(function), ast.GeneratorExp(elt=test, generators=loops))
        return found if wanted is None else self._bounded(wanted, found)

    def _bounded(self, wanted: Select | Some, counted: ast.expr) -> ast.expr:
        assert wanted.number is not None
        bound = wanted.bound if isinstance(wanted, Select) else ""
        operator = {"at most": ast.LtE(), "exactly": ast.Eq(), "up to": ast.LtE()}.get(bound, ast.GtE())
        return ast.Compare(left=counted, ops=[operator], comparators=[self.expression(wanted.number)])

    def fits(self, node: Expression, x: ast.expr, event: EventWord | None = None) -> ast.expr:
        """Return the test that a value fits an expression: is it, or is it one of them."""
        match node:
            case Select():
                return self.all_hold(self.select_tests(node, x, within=event is not None, event=event))
            case Union(parts=parts):
                return self.any_of([self.fits(part, x, event) for part in parts])
            case Some(of=of):
                return self.fits(of, x, event)
        if node.many:
            return ast.Compare(left=x, ops=[ast.In()], comparators=[self.expression(node)])
        return equal(x, self.expression(node))

    def pattern(self, roles: Sequence[tuple[str, Expression]], owner: str, event: EventWord | None) -> list[ast.expr]:
        """Return the tests of an event's roles (attributes of `owner`) or of arguments (plain names)."""
        tests: list[ast.expr] = []
        for attribute_name, wanted in roles:
            value = attribute(name(owner), attribute_name) if owner else name(attribute_name)
            many = event is not None and event.roles[attribute_name].endswith("s")
            test = self._many_role(wanted, value, event) if many else self._one_role(wanted, value, event)
            if not (isinstance(test, ast.Constant) and test.value is True):
                tests.append(test)
        return tests

    def _one_role(self, wanted: Expression, value: ast.expr, event: EventWord | None) -> ast.expr:
        match wanted:
            case Select():
                return self.all_hold(self.select_tests(wanted, value, within=True, event=event))
            case Union(parts=parts):
                return self.any_of([self._one_role(part, value, event) for part in parts])
        return equal(value, self.expression(wanted))

    def _many_role(self, wanted: Expression, value: ast.expr, event: EventWord | None) -> ast.expr:
        variable = self.variable()
        test = self._one_role(wanted, name(variable), event)
        loop = _loop(variable, value, [])
        if isinstance(wanted, Select) and wanted.number is not None:
            if isinstance(test, ast.Constant):
                return self._bounded(wanted, call(name("len"), value))
            return self._bounded(wanted, call(name("sum"), ast.GeneratorExp(elt=test, generators=[loop])))
        return call(name("any"), ast.GeneratorExp(elt=test, generators=[loop]))

    # -------------------------------------------------------------------------------- conditions
    def condition(self, node: Node) -> ast.expr:
        """Return the Python expression for a condition."""
        match node:
            case Joined(joint=joint, parts=parts):
                op: ast.boolop = ast.And() if joint == "and" else ast.Or()
                return ast.BoolOp(op=op, values=[self.condition(part) for part in parts])
            case Compare(operator=operator, left=left, right=right):
                compared = _OPERATORS[operator]()
                return ast.Compare(left=self.expression(left), ops=[compared], comparators=[self.expression(right)])
            case Test(word=word, values=values):
                return self.word(word.test, *(self.expression(v) for v in values))
            case Fits():
                return self._fits(node)
            case SettingIs():
                return self._setting(node)
            case Holds(player=player, things=things, negated=negated):
                found = self._held(player, things)
                return negate(found) if negated else found
            case Exists(things=things):
                return self._exists(self.listed(things))
        raise AssertionError(node)

    def _setting(self, node: SettingIs) -> ast.expr:
        settings = attribute(attribute(name("g"), "content"), "settings")
        test = equal(call(attribute(settings, "get"), const(node.name), const(node.default)), const(node.value))
        return negate(test) if node.negated else test

    def _exists(self, things: ast.expr) -> ast.expr:
        """Return whether a list has anything, without making it where one thing will do."""
        if not isinstance(things, ast.ListComp):
            return call(name("bool"), things)
        return call(name("any"), ast.GeneratorExp(elt=const(True), generators=things.generators))

    def _held(self, player: Expression, things: Select) -> ast.expr:
        variable = self.variable()
        source = call(attribute(name("g"), "held_by"), self.expression(player), const(things.zoned))
        test = self.all_hold(self.select_tests(things, name(variable), within=True))
        loop = _loop(variable, source, [])
        if things.number is not None:
            return self._bounded(things, call(name("sum"), ast.GeneratorExp(elt=test, generators=[loop])))
        return call(name("any"), ast.GeneratorExp(elt=test, generators=[loop]))

    def _fits(self, node: Fits) -> ast.expr:
        subject = self.expression(node.subject)
        if node.adjective is not None:
            test = self._adjective(node.adjective, subject)
        elif node.qualifier is not None:
            test = self.qualified(node.qualifier, subject)
        else:
            assert node.noun is not None
            test = self.all_hold(self.select_tests(node.noun, subject, within=True))
        return negate(test) if node.negated else test
