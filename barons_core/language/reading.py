"""The reading of a card: its own text with all parentheses, as it was understood.

Where a preposition could belong to two words, this shows which one took it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from barons_core.language.text import cost_words
from barons_core.language.tree import (
    AbilityNode,
    AllowNode,
    Apply,
    Calculation,
    CardNode,
    Choose,
    Compare,
    Constant,
    CostNode,
    Do,
    Each,
    Exists,
    Expression,
    ForbidNode,
    IfStep,
    It,
    Joined,
    Lasting,
    LetNode,
    Local,
    MayBlock,
    Named,
    Node,
    OneOf,
    SectionNode,
    Select,
    SettingIs,
    Some,
    Step,
    Tally,
    They,
    TriggerNode,
    Union,
    WayNode,
    You,
)
from barons_core.language.wording import Wording, article, tidy
from barons_core.language.words import Optional, Property, Quantity, Slot, Template, Vocabulary, slots, template

_OPERATORS = {
    "be": "be",
    "at least": "be at least",
    "at most": "be at most",
    "rise": "rise by",
    "fall": "fall by",
}


def reading_text(card: CardNode, vocabulary: Vocabulary) -> str:
    """Return the card's text, line by line, with parentheses around everything that belongs together."""
    return "\n".join(_Reading(_Words("this")).lines(card, vocabulary.colors)) + "\n"


def line_text(step: Step) -> str:
    """Return a statement as card text writes it, without further parentheses; of a block the way to its first line."""
    words: list[str] = []
    for line in _Reading(_Plain("this")).step(step):
        words.append(line.strip())
        if not line.endswith(":"):
            break
    return " ".join(words)


class _AsWritten(Wording):
    """Words as they are written."""

    yours = "you"

    def expression(self, node: Expression) -> str:
        match node:
            case Local(name=name):
                return name
            case Calculation(operator=operator, left=left, right=right):
                return f"{self.expression(left)} {operator} {self.expression(right)}"
        return super().expression(node)

    def template_of(self, word: Property) -> str:
        return word.template.split(" | ")[0]

    def _given(self, parts: Template, values: Mapping[str, Expression | None]) -> bool:
        return not slots(parts) or super()._given(parts, values)

    def tally(self, node: Tally) -> str:
        of = self.expression(node.of)
        return f"{node.function}{of}" if of.startswith("(") else f"{node.function}({of})"

    def condition(self, node: Node) -> str:
        match node:
            case Joined(joint=joint, parts=parts):
                return f" {joint} ".join(self.condition(part) for part in parts)
            case Compare(operator=operator, left=left, right=right):
                return f"{self.expression(left)} {operator} {self.expression(right)}"
            case Exists(things=things):
                return self.expression(things)
            case SettingIs():
                return super().condition(node).removeprefix("the ")
        return super().condition(node)


class _Plain(_AsWritten):
    """Words as they are written, without those that may be left out before a value that is written out."""

    def filled(
        self, parts: Template, values: Mapping[str, Expression | None], third: bool = False, number: int | None = None
    ) -> str:
        kept = [part for part, after in zip(parts, (*parts[1:], None), strict=True)
                if not (isinstance(part, Optional) and not slots(part.parts)
                        and isinstance(after, Slot) and isinstance(values.get(after.name), Constant))]  # fmt: skip
        return super().filled(tuple(kept), values, third, number)


class _Words(_AsWritten):
    """Words as they are written, each phrase with words of its own in parentheses."""

    def select(self, node: Select) -> str:
        text = super().select(node)
        return f"({text})" if node.qualifiers or node.excluded is not None else text

    def applied(self, node: Apply) -> str:
        text = super().applied(node)
        return text if isinstance(node.word, Quantity) or text.count(" ") < 2 else f"({text})"

    def expression(self, node: Expression) -> str:
        match node:
            case Union(parts=parts, joint=joint) if any(isinstance(part, Select) for part in parts):
                return "(" + f" {joint} ".join(self._bare(part) for part in parts) + ")"
            case Some(number=number, of=of):
                return f"({self.expression(number)} of {self.expression(of)})"
        return super().expression(node)

    def _owner_form(self, word: Property, node: Apply) -> str | None:
        owned = all(isinstance(argument, You | They | It) for argument in node.arguments)
        return super()._owner_form(word, node) if owned else None

    def _bare(self, node: Expression) -> str:
        return Wording.select(self, node) if isinstance(node, Select) else _AsWritten.expression(self, node)


class _Reading:
    def __init__(self, words: Wording) -> None:
        self.words = words

    # -------------------------------------------------------------------------------- lines
    def lines(self, card: CardNode, colors: Sequence[str]) -> Iterator[str]:
        decks = "each deck" if card.each_deck else " and ".join(colors[color] for color in card.colors)
        yield f'{card.kind} "{card.title}"' + (f" in {decks} x{card.copies}:" if decks else ":")
        if card.sources:
            yield "    sources " + ", ".join(f"{field} {origin}" for field, origin in card.sources)
        several = len(card.ways) > 1 or card.ways[0].condition is not None
        for way in card.ways:
            if several:
                condition = f", if {self.words.condition(way.condition)}" if way.condition is not None else ""
                yield f'    as "{way.title}"{condition}:'
            yield from self._indented(self._way(way), 2 if several else 1)

    def _indented(self, lines: Iterator[str], level: int = 1) -> Iterator[str]:
        for line in lines:
            yield "    " * level + line

    def _way(self, way: WayNode) -> Iterator[str]:
        for cost in way.costs:
            yield self._cost(cost)
        if way.needs is not None:
            yield f"needs {self.words.condition(way.needs)}"
        if way.types:
            yield "counts as " + " and ".join(f"a {noun.spelling}" for noun in way.types)
        for section in way.sections:
            yield from self._section(section)
        yield from self._abilities(way.abilities)

    def _cost(self, cost: CostNode) -> str:
        words = [cost_words(cost)] + ([f"as {cost.name}"] if cost.name else [])
        return " ".join(["cost", *filter(None, [cost.label]), *words])

    def _section(self, section: SectionNode) -> Iterator[str]:
        condition = f", if {self.words.condition(section.condition)}" if section.condition is not None else ""
        joined = " " + article(f"a {section.argument}") if section.argument else ""
        yield f"{section.kind}{joined}{condition}:"
        if section.cost is not None:
            yield "    " + self._cost(section.cost)
        if section.needs is not None:
            yield f"    needs {self.words.condition(section.needs)}"
        yield from self._indented(self._steps(section.body))

    # -------------------------------------------------------------------------------- steps
    def _steps(self, steps: Sequence[Step]) -> Iterator[str]:
        for step in steps:
            yield from self.step(step)

    def _block(self, head: str, body: Sequence[Step]) -> Iterator[str]:
        yield f"{head}:"
        yield from self._indented(self._steps(body))

    def step(self, step: Step) -> Iterator[str]:
        match step:
            case Do():
                yield self._do(step)
            case Choose():
                spoken = not isinstance(step.actor, You | They)
                subject = f"{self.words.expression(step.actor)} chooses" if spoken else "choose"
                yield f"{'may ' if step.optional else ''}{subject} {self.words.expression(step.of)} as {step.name}"
            case MayBlock(body=body):
                yield from self._block("may", body)
            case OneOf(options=options, optional=optional):
                yield from self._block("may choose one of" if optional else "choose one of", options)
            case IfStep(condition=condition, body=body, otherwise=otherwise):
                yield from self._block(f"if {self.words.condition(condition)}", body)
                if otherwise:
                    yield from self._block("else", otherwise)
            case Named(name=name, value=value):
                yield f"name {name} = {self.words.expression(value)}"
            case Each():
                yield from self._each(step)
            case Lasting():
                yield from self._lasting(step)

    def _do(self, step: Do) -> str:
        third = step.spoken_actor and not isinstance(step.actor, You | They)
        subject = self.words.expression(step.actor) if step.spoken_actor else ""
        text = self.words.filled(template(step.verb.template), dict(step.values), third)
        return tidy(f"{'may' if step.optional else ''} {subject} {text} {f'as {step.name}' if step.name else ''}")

    def _each(self, step: Each) -> Iterator[str]:
        order = "at once" if step.at_once else "in turn order" + (", you last" if step.you_last else "")
        condition = f", if {self.words.condition(step.condition)}" if step.condition is not None else ""
        players = Wording.select(self.words, step.players)
        yield from self._block(f"each {players} {order}{condition}", step.body)

    def _lasting(self, step: Lasting) -> Iterator[str]:
        head = step.scope
        if step.boundary is not None:
            head = "until " + self.words.filled(template(step.boundary.template), {"player": step.player})
        elif step.event is not None:
            coming = self.words.filled(template(step.event.text), dict(step.event.roles))
            head = f"during {coming} {step.scope.removeprefix('during ')}"
        yield f"{head}:"
        yield from self._indented(self._abilities(step.abilities))

    # -------------------------------------------------------------------------------- abilities
    def _abilities(self, abilities: Sequence[AbilityNode]) -> Iterator[str]:
        for number, ability in enumerate(abilities):
            following = abilities[number + 1 :]
            if isinstance(ability, TriggerNode):
                yield from self._trigger(ability)
            elif not isinstance(ability, ForbidNode):
                yield self._static(ability)
            elif ability.first:
                yield self._static(ability, [self._forbidden(node) for node in _same_line(following)])

    def _trigger(self, node: TriggerNode) -> Iterator[str]:
        condition = f", if {self.words.condition(node.condition)}" if node.condition is not None else ""
        yield from self._block(f"{self.words.moment(node)}{condition}", node.body)

    def _forbidden(self, node: ForbidNode) -> str:
        return self.words.filled(template(node.event.base), dict(node.roles[1:]))

    def _static(self, node: AbilityNode, more: Sequence[str] = ()) -> str:
        match node:
            case LetNode():
                text = self._let(node)
            case AllowNode():
                what = self.words.filled(template(node.word.template), dict(node.arguments))
                text = f"allow {self.words.expression(node.who)} to {what}"
                text += f", ignoring {node.ignoring.text}" if node.ignoring is not None else ""
            case ForbidNode():
                what = " or to ".join([self._forbidden(node), *more])
                text = f"forbid {self.words.expression(node.roles[0][1])} to {what}"
            case _:
                raise AssertionError(node)
        condition = getattr(node, "condition", None)
        text += f", if {self.words.condition(condition)}" if condition is not None else ""
        return text + (", cut off or not" if getattr(node, "cut_off_too", False) else "")

    def _let(self, node: LetNode) -> str:
        if isinstance(node.word, Quantity):
            what = f"{self.words.possessive(node.arguments[0][1])} {node.word.spelling}"
        else:
            what = self.words.filled(template(node.word.template.split(" | ")[0]), dict(node.arguments))
        text = f"let {what} {_OPERATORS.get(node.op, node.op)} {self.words.expression(node.value)}"
        if isinstance(node.detail, str):
            return f"{text} of your choice"
        return f"{text} of {self.words.expression(node.detail)}" if node.detail is not None else text


def _same_line(abilities: Sequence[AbilityNode]) -> Iterator[ForbidNode]:
    """Yield the prohibitions that go on the line of the one before them."""
    for ability in abilities:
        if not isinstance(ability, ForbidNode) or ability.first:
            return
        yield ability
