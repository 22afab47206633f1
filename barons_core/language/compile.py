"""The compiler: a checked card becomes Python code whose file and lines are the card's own.

The tree is turned into `ast` nodes, never into text, so that a traceback, a breakpoint and a coverage report show lines
of the card file. Verbs become `yield from` (they may ask), everything else plain expressions. A statement that uses a
name which may be empty runs only if it is not: effects never fail.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from types import CodeType
from typing import Any

from barons_core.frozen import frozen
from barons_core.language.emit import Emitter, const, equal, name
from barons_core.language.settled import NO_SETTINGS, settled, settled_abilities
from barons_core.language.statements import StatementEmitter
from barons_core.language.tree import (
    AbilityNode,
    AllowNode,
    CardNode,
    CostNode,
    Expression,
    ForbidNode,
    LetNode,
    Node,
    SectionNode,
    TriggerNode,
    WayNode,
)
from barons_core.language.wording import Wording
from barons_core.language.words import Parameter, Quantity, Vocabulary, slots, template
from barons_core.model.definitions import (
    Abilities,
    CardDefinition,
    Cost,
    Place,
    Price,
    Section,
    Static,
    Trigger,
    Way,
)

Functions = Mapping[str, Callable[..., Any]]


@frozen
class Compiled:
    """A compiled card and the code object that made its functions."""

    definition: CardDefinition
    code: CodeType


def compile_card(
    card: CardNode, vocabulary: Vocabulary, pack: str = "", settings: Mapping[str, str] = NO_SETTINGS
) -> CardDefinition:
    """Compile one card as it is with those settings, the others at their defaults."""
    return _Card(settled(card, settings), vocabulary, pack).compile().definition


def compile_abilities(
    abilities: Sequence[AbilityNode], file: str, vocabulary: Vocabulary, settings: Mapping[str, str] = NO_SETTINGS
) -> Abilities:
    """Compile abilities that belong to no card: those of a ruleset."""
    unit = _Unit(file, vocabulary)
    left = settled_abilities(abilities, settings)
    return unit.finish(lambda functions: unit.abilities(left, functions), left)


def price_of(parts: Sequence[tuple[int, str]], colors: Sequence[str]) -> Price:
    """Return one alternative of a cost from its parts: pairs of number and color or word."""
    amounts = [0] * len(colors)
    any_, same = 0, 0
    tokens: list[tuple[str, int]] = []
    for number, word in parts:
        if word in colors:
            amounts[colors.index(word)] += number
        elif word in ("card", "cards"):
            any_ += number
        elif word == "of one color":
            same += number
        else:
            tokens.append((word, number))
    return Price(tuple(amounts), any_, same, tuple(tokens))


class _Unit:
    """Functions that are compiled together, from one file."""

    def __init__(self, file: str, vocabulary: Vocabulary) -> None:
        self.file = file
        self.vocabulary = vocabulary
        self.emit = Emitter()
        self.statements = StatementEmitter(self.emit)
        self.definitions: list[ast.stmt] = []
        self.names: dict[int, dict[str, str]] = {}

    def place(self, line: int) -> Place:
        return Place(self.file, line)

    # -------------------------------------------------------------------------------- functions
    def function(self, node: Node, role: str, line: int, parameters: Sequence[str], body: list[ast.stmt]) -> None:
        """Add a function for one role of a node (its test, its body)."""
        label = f"{role}_{line}_{len(self.definitions)}"
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(arg=p) for p in parameters],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
        )
        definition = ast.FunctionDef(
            name=label, args=arguments, body=body, decorator_list=[], lineno=line, col_offset=0
        )
        self.definitions.append(definition)
        self.names.setdefault(id(node), {})[role] = label

    def query(self, node: Node, role: str, line: int, parameters: Sequence[str], value: ast.expr) -> None:
        self.function(node, role, line, parameters, [ast.Return(value=value, lineno=line, col_offset=0)])

    def found(self, node: Node, role: str, functions: Functions) -> Any:
        label = self.names.get(id(node), {}).get(role)
        return functions[label] if label else None

    def code(self) -> CodeType:
        module = ast.Module(body=self.definitions, type_ignores=[])
        for definition in self.definitions:
            _locate(definition, 1)
        return compile(module, self.file, "exec")

    def run(self) -> tuple[Functions, CodeType]:
        code = self.code()
        namespace = dict(self.emit.namespace)
        namespace["__name__"] = f"barons_cards:{self.file}"
        exec(code, namespace)
        return namespace, code

    def finish(self, build: Callable[[Functions], Abilities], nodes: Sequence[AbilityNode]) -> Abilities:
        for node in nodes:
            self.ability(node, {})
        functions, _ = self.run()
        return build(functions)

    # -------------------------------------------------------------------------------- abilities
    def ability(self, node: AbilityNode, captured: Mapping[str, int]) -> None:
        """Emit the functions of one ability."""
        with self.emit.captured(captured):
            match node:
                case TriggerNode():
                    self._trigger(node)
                case LetNode():
                    self._let(node)
                case AllowNode():
                    self._allow(node)
                case ForbidNode():
                    self._forbid(node)

    def _trigger(self, node: TriggerNode) -> None:
        line = node.token.line
        tests = self.emit.pattern(node.pattern.roles, "e", node.pattern.event)
        if tests:
            self.query(node, "match", line, ["g", "s", "e"], self.emit.all_hold(tests))
        if node.condition is not None:
            self.query(node, "condition", line, ["g", "s", "e"], self.emit.condition(node.condition))
        replacing = node.moment == "instead" or node.once
        self.function(
            node,
            "run",
            line,
            ["g", "s", "e"],
            self.statements.generator(node.body, line, replacing=replacing),
        )

    def _arguments(self, node: LetNode | AllowNode) -> list[str]:
        if isinstance(node.word, Quantity):
            return ["player"]
        if isinstance(node.word, Parameter) and node.word.order:
            return list(node.word.order)
        names: list[str] = []
        for text in node.word.template.split(" | "):
            for slot in slots(template(text)):
                if slot.name not in names:
                    names.append(slot.name)
        return names

    def _static(
        self,
        node: LetNode | AllowNode | ForbidNode,
        parameters: list[str],
        roles: Sequence[tuple[str, Expression]],
    ) -> None:
        tests = self.emit.pattern(roles, "", None)
        if isinstance(node, LetNode) and isinstance(node.word, Parameter):
            tests += [equal(name(text), const(value)) for text, value in node.word.given.items()]
        if node.condition is not None:
            tests.append(self.emit.condition(node.condition))
        if tests:
            self.query(node, "match", node.token.line, ["g", "s", *parameters], self.emit.all_hold(tests))

    def _let(self, node: LetNode) -> None:
        parameters = self._arguments(node)
        self._static(node, parameters, node.arguments)
        self.query(node, "value", node.token.line, ["g", "s", *parameters], self.emit.expression(node.value))
        if isinstance(node.detail, Expression):
            self.query(node, "detail", node.token.line, ["g", "s", *parameters], self.emit.expression(node.detail))

    def _allow(self, node: AllowNode) -> None:
        parameters = ["who", *self._arguments(node)]
        self._static(node, parameters, [("who", node.who), *node.arguments])
        if node.ignoring is not None:
            self.query(node, "value", node.token.line, ["g", "s", *parameters], self.emit.expression(node.ignoring))

    def _forbid(self, node: ForbidNode) -> None:
        self._static(node, list(node.event.order), node.roles)

    def abilities(self, nodes: Sequence[AbilityNode], functions: Functions) -> Abilities:
        """Collect what has been emitted for some abilities."""
        statics = [self._built_static(node, functions) for node in nodes if not isinstance(node, TriggerNode)]
        triggers = [self._built_trigger(node, functions) for node in nodes if isinstance(node, TriggerNode)]
        return Abilities(tuple(statics), tuple(triggers))

    def _built_trigger(self, node: TriggerNode, functions: Functions) -> Trigger:
        return Trigger(
            node.moment,
            node.pattern.event.key,
            self.place(node.token.line),
            self.found(node, "run", functions),
            self.found(node, "match", functions),
            self.found(node, "condition", functions),
            node.about_itself,
            node.once,
            Wording("this").moment(node),
        )

    def _built_static(self, node: AbilityNode, functions: Functions) -> Static:
        match_, value = self.found(node, "match", functions), self.found(node, "value", functions)
        place = self.place(node.token.line)
        match node:
            case LetNode():
                key = f"quantity {node.word.spelling}" if isinstance(node.word, Quantity) else node.word.key
                detail = node.detail if isinstance(node.detail, str) else self.found(node, "detail", functions)
                return Static(key, node.op, place, match_, value, detail, node.cut_off_too)
            case AllowNode():
                return Static(node.word.key, "allow", place, match_, value, None, node.cut_off_too)
            case ForbidNode():
                return Static(node.event.key, "forbid", place, match_, None, None, node.cut_off_too)
        raise AssertionError(node)


def _locate(node: ast.AST, line: int) -> None:
    """Give a node and all below it the line of the statement that they belong to."""
    line = getattr(node, "lineno", line)
    if "lineno" in node._attributes:
        node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
        node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    for value in vars(node).values():
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                _locate(child, line)


class _Card(_Unit):
    """One card."""

    def __init__(self, card: CardNode, vocabulary: Vocabulary, pack: str) -> None:
        super().__init__(card.file, vocabulary)
        self.card = card
        self.pack = pack
        self.colors = vocabulary.colors

    def compile(self) -> Compiled:
        for way in self.card.ways:
            self._emit_way(way)
        captures = self.statements.captures
        for number, block in enumerate(self.card.blocks):
            for node in block:
                self.ability(node, captures.get(number, {}))
        functions, code = self.run()
        ways = tuple(self._built_way(way, functions) for way in self.card.ways)
        blocks = tuple(self.abilities(block, functions) for block in self.card.blocks)
        card = self.card
        definition = CardDefinition(
            card.title,
            card.kind,
            card.colors,
            card.copies,
            ways,
            blocks,
            self.place(card.token.line),
            self.pack,
            card.sources,
            card.whole,
            tuple(self.statements.lines),
        )
        return Compiled(definition, code)

    def _emit_way(self, way: WayNode) -> None:
        for role, node in (("condition", way.condition), ("needs", way.needs)):
            if node is not None:
                self.query(way, role, way.token.line, ["g", "s"], self.emit.condition(node))
        for section in way.sections:
            self._emit_section(section)
        for ability in way.abilities:
            self.ability(ability, {})

    def _emit_section(self, section: SectionNode) -> None:
        line = section.token.line
        for role, node in (("condition", section.condition), ("needs", section.needs)):
            if node is not None:
                self.query(section, role, line, ["g", "s"], self.emit.condition(node))
        paid = section.cost.name if section.cost is not None else ""
        many = section.cost is not None and sum(n for price in section.cost.prices for n, _ in price) != 1
        self.function(
            section,
            "run",
            line,
            ["g", "s", "e", "paid"],
            self.statements.generator(section.body, line, paid=paid, paid_many=many),
        )

    # -------------------------------------------------------------------------------- building
    def _built_way(self, way: WayNode, functions: Functions) -> Way:
        return Way(
            way.title,
            tuple(self._cost(cost) for cost in way.costs),
            self.found(way, "condition", functions),
            self.found(way, "needs", functions),
            tuple(self._section(s, functions) for s in way.sections),
            self.abilities(way.abilities, functions),
            tuple(sorted(noun.value for noun in way.types)),
            self.place(way.token.line),
        )

    def _section(self, section: SectionNode, functions: Functions) -> Section:
        cost = self._cost(section.cost) if section.cost is not None else None
        return Section(
            section.kind,
            self.place(section.token.line),
            self.found(section, "run", functions),
            cost,
            self.found(section, "condition", functions),
            self.found(section, "needs", functions),
            section.argument,
        )

    def _cost(self, cost: CostNode) -> Cost:
        # A price that stands twice is one alternative.
        prices = tuple(dict.fromkeys(price_of(price, self.colors) for price in cost.prices))
        return Cost(cost.label, prices, Place(cost.file or self.file, cost.token.line))
