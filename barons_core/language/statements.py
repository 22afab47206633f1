"""Statements as Python `ast` nodes: bodies of generators that may ask players."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from barons_core.language.emit import Emitter, attribute, call, const, name, negate
from barons_core.language.reading import line_text
from barons_core.language.tree import (
    Choose,
    Constant,
    Do,
    Each,
    Expression,
    IfStep,
    Lasting,
    Local,
    MayBlock,
    Named,
    Node,
    OneOf,
    Role,
    Select,
    Some,
    Step,
    They,
    Union,
    You,
)
from barons_core.language.words import Slot, slots, template

UNLIMITED = 1_000_000
SHOWN = ("Card", "Player", "Color", "Deck", "Pile", "Space", "Number")


class StatementEmitter:
    """Turns steps into Python statements.

    `captures` maps a block's number to the names that it keeps; `lines` is how the lines of choices are written.
    """

    def __init__(self, emit: Emitter) -> None:
        self.emit = emit
        self.captures: dict[int, dict[str, int]] = {}
        self.lines: list[str] = []
        self._temporaries = 0

    # -------------------------------------------------------------------------------- functions
    def generator(
        self,
        body: Sequence[Step],
        line: int,
        *,
        paid: str = "",
        paid_many: bool = True,
        replacing: bool = False,
    ) -> list[ast.stmt]:
        """Return the body of a generator function; a replacing one returns whether it did anything."""
        made: list[ast.stmt] = []
        singles, lists, per_player = _names(body)
        for text in singles:
            made.append(self._set(f"n_{text}", const(None), line))
        for text in lists:
            made.append(self._set(f"n_{text}", ast.List(elts=[], ctx=ast.Load()), line))
        for text in per_player:
            made.append(self._set(f"n_{text}", ast.Dict(keys=[], values=[]), line))
        if paid:
            value = name("paid") if paid_many else ast.Subscript(value=name("paid"), slice=const(0), ctx=ast.Load())
            made.append(self._set(f"n_{paid}", value, line))
        if replacing:
            made.append(self._set("done", const(False), line))
        for step in body:
            made.extend(self.step(step, replacing))
        if replacing:
            made.append(ast.Return(value=name("done"), lineno=line, col_offset=0))
        made.append(self._never(line))
        return made

    def _never(self, line: int) -> ast.stmt:
        """Make the function a generator even if nothing in it asks."""
        never = ast.Expr(value=ast.Yield(value=None))
        return ast.If(test=const(False), body=[never], orelse=[], lineno=line, col_offset=0)

    def _set(self, target: str, value: ast.expr, line: int) -> ast.stmt:
        return ast.Assign(targets=[ast.Name(id=target, ctx=ast.Store())], value=value, lineno=line, col_offset=0)

    def _store(self, target: str, value: ast.expr, line: int, they: Expression | None) -> ast.stmt:
        """Bind a name; inside `each` it has one value a player."""
        if they is None:
            return self._set(f"n_{target}", value, line)
        place = ast.Subscript(value=name(f"n_{target}"), slice=name("they"), ctx=ast.Store())
        return ast.Assign(targets=[place], value=value, lineno=line, col_offset=0)

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    # -------------------------------------------------------------------------------- steps
    def step(self, step: Step, replacing: bool = False, each: Expression | None = None) -> list[ast.stmt]:
        """Return the Python statements for one step, guarded against names that may be empty."""
        line = step.token.line
        made = self._step(step, replacing, each)
        empty = _may_be_empty(step)
        if not empty or not made:
            return made
        tests = [
            ast.Compare(left=self.emit.expression(local), ops=[ast.IsNot()], comparators=[const(None)])
            for local in empty
        ]
        return [ast.If(test=self.emit.every(tests), body=made, orelse=[], lineno=line, col_offset=0)]

    def _step(self, step: Step, replacing: bool, each: Expression | None) -> list[ast.stmt]:
        match step:
            case Do():
                return self._do(step, replacing, each)
            case Choose():
                return self._choose(step, each)
            case MayBlock():
                return self._may_block(step, replacing, each)
            case OneOf():
                return self._one_of(step, replacing, each)
            case IfStep():
                return self._if(step, replacing, each)
            case Named():
                return [self._store(step.name, self.emit.expression(step.value), step.token.line, each)]
            case Each():
                return self._each(step, replacing)
            case Lasting():
                return [*self._lasting(step), *self._done(replacing, step.token.line)]
        raise AssertionError(step)

    def _done(self, replacing: bool, line: int) -> list[ast.stmt]:
        return [self._set("done", const(True), line)] if replacing else []

    def _block(self, steps: Sequence[Step], line: int, replacing: bool, each: Expression | None) -> list[ast.stmt]:
        made = [statement for step in steps for statement in self.step(step, replacing, each)]
        return made or [ast.Pass(lineno=line, col_offset=0)]

    # -------------------------------------------------------------------------------- verbs
    def _do(self, step: Do, replacing: bool, each: Expression | None) -> list[ast.stmt]:
        line = step.token.line
        actor = self.emit.expression(step.actor)
        made: list[ast.stmt] = []
        guards: list[ast.expr] = []
        arguments: list[ast.expr] = []
        shown: list[ast.expr] = [const(_first(step))]
        picked = False
        outer, self.emit.slots = self.emit.slots, {}
        shapes = {slot.name: slot for slot in slots(template(step.verb.template))}
        bound: ast.expr | None = None
        for slot_name, value in step.values:
            if value is None:
                arguments.append(const(None))
                continue
            if isinstance(value, Select | Some | Union) and shapes[slot_name].type not in ("Colors",):
                target = self._temporary()
                made.append(self._set(target, self._pick(step, actor, value, step.optional and not picked), line))
                if not _all(value):
                    picked = True
                    guards.append(_not_empty(name(target), value))
                found: ast.expr = name(target)
            else:
                found = self.emit.expression(value) if shapes[slot_name].type != "Colors" else self.emit.listed(value)
                if shapes[slot_name].type != "Colors":
                    shown.extend(self._shown(value, found))
            if step.name and slot_name == step.verb.binds and not isinstance(found, ast.Name):
                target = self._temporary()
                made.append(self._set(target, found, line))
                found = name(target)
            self.emit.slots[slot_name] = found
            if slot_name == step.verb.binds:
                bound = found
            arguments.append(_shaped(found, value, shapes[slot_name]))
        inner = self._carried_out(step, actor, arguments, bound, replacing, each)
        self.emit.slots = outer
        if step.optional and not picked:
            guards.insert(0, self._asked("confirm", actor, _joined(shown)))
            if step.verb.possible is not None:
                guards.insert(0, self.emit.word(step.verb.possible, actor, *arguments))
        if guards:
            inner = [ast.If(test=self.emit.every(guards), body=inner, orelse=[], lineno=line, col_offset=0)]
        return [*made, *inner]

    def _carried_out(
        self,
        step: Do,
        actor: ast.expr,
        arguments: Sequence[ast.expr],
        bound: ast.expr | None,
        replacing: bool,
        each: Expression | None,
    ) -> list[ast.stmt]:
        line = step.token.line
        run = ast.YieldFrom(value=self.emit.word(step.verb.run, actor, *arguments))
        made: list[ast.stmt] = []
        if step.name and step.verb.binds == "*":
            made += [self._store(step.name, run, line, each), *self._done(replacing, line)]
        elif replacing:
            made.append(
                self._set(
                    "done",
                    ast.BoolOp(
                        op=ast.Or(),
                        values=[
                            ast.Compare(left=run, ops=[ast.IsNot()], comparators=[const(False)]),
                            name("done"),
                        ],
                    ),
                    line,
                )
            )
        else:
            made.append(ast.Expr(value=run, lineno=line, col_offset=0))
        if step.name and bound is not None:
            made.append(self._store(step.name, bound, line, each))
        return made

    def _shown(self, value: Expression, found: ast.expr) -> list[ast.expr]:
        if isinstance(value, Constant) and ((value.type, value.value) == ("Number", 1) or value.type == "Kind"):
            return []
        if value.many or isinstance(value, You) or value.type not in SHOWN:
            return []
        return [self.emit.show(value, found)]

    def _asked(self, method: str, actor: ast.expr, *arguments: ast.expr, **named: ast.expr) -> ast.expr:
        return ast.YieldFrom(value=call(attribute(name("g"), method), name("s"), actor, *arguments, **named))

    def _pick(self, step: Step, actor: ast.expr, value: Expression, optional: bool) -> ast.expr:
        """Return the expression that asks the actor which things a phrase stands for."""
        verb = const(_first(step))
        kind = const(value.type)
        candidates = self.emit.listed(value)
        low, high = self._bounds(value)
        if low is None:
            return candidates
        one = not value.many
        if one:
            return self._asked("pick", actor, verb, kind, candidates, const(optional))
        return self._asked("pick_some", actor, verb, kind, candidates, low, high or const(UNLIMITED), const(optional))

    def _bounds(self, value: Expression) -> tuple[ast.expr | None, ast.expr | None]:
        """Return the least and the greatest number to choose; (None, None) means all of them, unasked."""
        if isinstance(value, Some):
            number = self.emit.expression(value.number)
            return number, number
        if _all(value):
            return None, None
        if not isinstance(value, Select):
            return const(1), const(1)
        number = self.emit.expression(value.number) if value.number is not None else const(1)
        match value.bound:
            case "any number":
                return const(0), None
            case "at least":
                return number, None
            case "at most" | "up to":
                return const(0), number
        return number, number

    # -------------------------------------------------------------------------------- choices
    def _choose(self, step: Choose, each: Expression | None) -> list[ast.stmt]:
        actor = self.emit.expression(step.actor)
        return [self._store(step.name, self._pick(step, actor, step.of, step.optional), step.token.line, each)]

    def _may_block(self, step: MayBlock, replacing: bool, each: Expression | None) -> list[ast.stmt]:
        line = step.token.line
        actor: Expression = each if each is not None else You("Player", False)
        test = self._asked("confirm", self.emit.expression(actor), const("yes"))
        return [
            ast.If(
                test=test,
                body=self._block(step.body, line, replacing, each),
                orelse=[],
                lineno=line,
                col_offset=0,
            )
        ]

    def _one_of(self, step: OneOf, replacing: bool, each: Expression | None) -> list[ast.stmt]:
        line = step.token.line
        actor: Expression = each if each is not None else You("Player", False)
        lines = _labels(step.options)
        self.lines += lines
        labels = ast.List(elts=[const(line) for line in lines], ctx=ast.Load())
        target = self._temporary()
        asked = self._asked("pick_one_of", self.emit.expression(actor), labels, const(step.optional))
        made: list[ast.stmt] = [self._set(target, asked, line)]
        chain: list[ast.stmt] = []
        for number in range(len(step.options) - 1, -1, -1):
            test = ast.Compare(left=name(target), ops=[ast.Eq()], comparators=[const(number)])
            body = self._block([step.options[number]], line, replacing, each)
            chain = [ast.If(test=test, body=body, orelse=chain, lineno=step.options[number].token.line, col_offset=0)]
        return [*made, *chain]

    # -------------------------------------------------------------------------------- blocks
    def _if(self, step: IfStep, replacing: bool, each: Expression | None) -> list[ast.stmt]:
        line = step.token.line
        body = self._block(step.body, line, replacing, each)
        otherwise = self._block(step.otherwise, line, replacing, each) if step.otherwise else []
        return [
            ast.If(
                test=self.emit.condition(step.condition),
                body=body,
                orelse=otherwise,
                lineno=line,
                col_offset=0,
            )
        ]

    def _each(self, step: Each, replacing: bool) -> list[ast.stmt]:
        line = step.token.line
        they = They("Player", False, "they")
        # What all do at once is a function of its own, which cannot say here whether it did anything.
        body = self._block(step.body, line, replacing and not step.at_once, they)
        seats = self.emit.listed(step.players)
        if not step.at_once:
            order = call(attribute(name("g"), "in_order"), seats, attribute(name("s"), "you"), const(step.you_last))
            if step.condition is not None:
                body = [
                    ast.If(
                        test=self.emit.condition(step.condition),
                        body=body,
                        orelse=[],
                        lineno=line,
                        col_offset=0,
                    )
                ]
            target = ast.Name(id="they", ctx=ast.Store())
            return [ast.For(target=target, iter=order, body=body, orelse=[], lineno=line, col_offset=0)]
        function = f"each_{line}"
        if step.condition is not None:
            leave = ast.Return(value=None)
            test = negate(self.emit.condition(step.condition))
            body.insert(0, ast.If(test=test, body=[leave], orelse=[], lineno=line, col_offset=0))
        body.append(self._never(line))
        arguments = ast.arguments(
            posonlyargs=[], args=[ast.arg(arg="they")], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        definition = ast.FunctionDef(
            name=function, args=arguments, body=body, decorator_list=[], lineno=line, col_offset=0
        )
        run = ast.YieldFrom(value=call(attribute(name("g"), "at_once"), name("s"), seats, name(function)))
        return [definition, ast.Expr(value=run, lineno=line, col_offset=0), *self._done(replacing, line)]

    # -------------------------------------------------------------------------------- scopes
    def _lasting(self, step: Lasting) -> list[ast.stmt]:
        env = {_kept_name(kept): number for number, kept in enumerate(step.captured)}
        self.captures[step.block] = env
        values = ast.Tuple(elts=[self.emit.expression(kept) for kept in step.captured], ctx=ast.Load())
        added = call(attribute(name("g"), "add_effect"), name("s"), const(step.block), values, self._expiry(step))
        return [ast.Expr(value=added, lineno=step.token.line, col_offset=0)]

    def _expiry(self, step: Lasting) -> ast.expr:
        if step.boundary is not None:
            parts: list[ast.expr] = [const(step.boundary.expiry)]
            if step.player is not None:
                parts.append(self.emit.expression(step.player))
        elif step.event is not None:
            actor = next((value for role, value in step.event.roles if role == "actor"), You("Player", False))
            parts = [const("event"), const(step.event.event.key), self.emit.expression(actor)]
        else:
            unit = step.scope.split()[-1]
            parts = [const(f"once {unit}" if step.once else unit)]
        return ast.Tuple(elts=parts, ctx=ast.Load())


# ------------------------------------------------------------------------------------------------ small helpers
def _kept_name(kept: Node) -> str:
    match kept:
        case Local(name=text):
            return text
        case Role(attribute=text):
            return f"e.{text}"
    return "they"


def _first(step: Step) -> str:
    return step.verb.template.split()[0].split("/")[0] if isinstance(step, Do) else "choose"


def _labels(options: Sequence[Step]) -> list[str]:
    """Return how the lines of a choice are written as options: in their words, or the verb alone where that is enough.

    It is, where no other line begins with it and what the verb is about is asked next.
    """
    lines = [line_text(option) for option in options]
    first = [line.split(" ")[0] for line in lines]
    return [
        verb if _asks(option, verb) and first.count(verb) == 1 else line
        for option, verb, line in zip(options, first, lines, strict=True)
    ]


def _asks(step: Step, verb: str) -> bool:
    """Tell whether a statement begins with its verb and asks what to do it with."""
    if not isinstance(step, Do) or verb != _first(step):
        return False
    return any(isinstance(value, Select | Some | Union) and not _all(value) for _, value in step.values)


def _all(value: Expression) -> bool:
    """Tell whether a phrase stands for all that fit it, so that nobody chooses."""
    if isinstance(value, Union):
        return value.joint == "and" and not any(isinstance(part, Select) for part in value.parts)
    if not isinstance(value, Select):
        return False
    if value.determiner in ("all", "the"):
        return True
    return value.many and not value.bound and value.number is None


def _not_empty(found: ast.expr, value: Expression) -> ast.expr:
    if value.many:
        return found
    return ast.Compare(left=found, ops=[ast.IsNot()], comparators=[const(None)])


def _shaped(found: ast.expr, value: Expression, slot: Slot) -> ast.expr:
    """Give a verb a list where its slot takes several things."""
    if slot.many and not value.many and slot.type != "Colors":
        return ast.List(elts=[found], ctx=ast.Load())
    return found


def _joined(parts: Sequence[ast.expr]) -> ast.expr:
    if len(parts) == 1:
        return parts[0]
    return call(attribute(const(" "), "join"), ast.List(elts=list(parts), ctx=ast.Load()))


def _names(body: Sequence[Step]) -> tuple[list[str], list[str], list[str]]:
    """Return the names that a body binds: single values, lists, and those with one value a player."""
    bound = {name: many for step in body for name, many in _bound(step)}
    inside = [inner for step in body for node in step.walk() if isinstance(node, Each) for inner in node.body]
    per_player = [name for name in bound if any(name == other for step in inside for other, _ in _bound(step))]
    singles = [name for name, many in bound.items() if not many and name not in per_player]
    lists = [name for name, many in bound.items() if many and name not in per_player]
    return singles, lists, per_player


def _bound(step: Step) -> list[tuple[str, bool]]:
    """Return the names that a step binds, each with whether it is a list."""
    found = []
    for node in step.walk():
        match node:
            case Do(name=text) if text:
                found.append((text, _binds_many(node)))
            case Choose(name=text, of=of):
                found.append((text, of.many))
            case Named(name=text, value=value):
                found.append((text, value.many))
    return found


def _binds_many(step: Do) -> bool:
    if step.verb.binds == "*":
        return step.verb.result.endswith("s")
    value = dict(step.values)[step.verb.binds]
    return value is not None and value.many


def _may_be_empty(step: Step) -> list[Local]:
    """Return the single values that a step reads and that may be empty."""
    if isinstance(step, Each | OneOf | MayBlock):
        return []
    roots: list[Node] = []
    match step:
        case IfStep(condition=condition):
            roots = [condition]
        case Lasting(captured=captured):
            roots = list(captured)
        case _:
            roots = [step]
    found: dict[str, Local] = {}
    for root in roots:
        for node in root.walk():
            if isinstance(node, Local) and not node.many and node.type != "Number":
                found.setdefault(node.name, node)
    return list(found.values())
