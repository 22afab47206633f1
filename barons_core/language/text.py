"""Rules text: what a card really does, in English, made from its checked tree.

Behaviour is the only source: nobody writes this text, so it cannot differ from what the card does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from barons_core.language.settled import NO_SETTINGS, settled
from barons_core.language.tree import (
    AbilityNode,
    AllowNode,
    CardNode,
    Choose,
    Constant,
    CostNode,
    Do,
    Each,
    Exists,
    Expression,
    ForbidNode,
    IfStep,
    Lasting,
    LetNode,
    Local,
    MayBlock,
    Named,
    Node,
    OneOf,
    Pattern,
    SectionNode,
    Select,
    Self,
    Step,
    They,
    TriggerNode,
    WayNode,
    You,
)
from barons_core.language.wording import Wording, article, sentence, tidy
from barons_core.language.words import Parameter, Permission, Quantity, Vocabulary, template

_OPERATORS = {
    "be": "is",
    "at least": "is at least",
    "at most": "is at most",
    "rise": "rises by",
    "fall": "falls by",
    "include": "includes",
    "exclude": "excludes",
}
_SECTIONS = {
    "activate": "once a turn",
    "action": "as your action",
    "free": "at any time on your turn outside an action, as often as you like",
    "with": "with {}",
}


def rules_text(card: CardNode, vocabulary: Vocabulary, settings: Mapping[str, str] = NO_SETTINGS) -> str:
    """Return the rules text of a card with those settings: one paragraph a way, one line an ability."""
    return "\n".join(_Text(card.kind, vocabulary).lines(settled(card, settings)))


def abilities_text(abilities: Sequence[AbilityNode], vocabulary: Vocabulary) -> list[str]:
    """Return a sentence for each ability that belongs to no card: those of a ruleset."""
    return [sentence(text) for text in _Text("card", vocabulary).grouped(abilities)]


def cost_text(cost: CostNode) -> str:
    """Return what stands in a card's corner: alternatives with `or`, or `none`."""
    return ", or ".join(_price(price) for price in cost.prices)


def cost_words(cost: CostNode) -> str:
    """Return a cost as card text writes it."""
    prices = (", ".join(f"{number} {word}" for number, word in price) or "none" for price in cost.prices)
    return " or ".join(prices)


def _price(parts: Sequence[tuple[int, str]]) -> str:
    if not parts:
        return "none"
    return _and([f"{number} {'cards of one color' if word == 'of one color' else word}" for number, word in parts])


class _English(Wording):
    """Words for readers: titles without quotes, `your other cards`."""

    def head(self, node: Select, plural: bool) -> str:
        other = "other " if isinstance(node.excluded, Self) else ""
        return other + (" or ".join(node.parts) or node.title or super().head(node, plural and not _one(node)))

    def select(self, node: Select) -> str:
        return (
            super().select(node).replace(f" except {self.this}", "")
            if isinstance(node.excluded, Self)
            else super().select(node)
        )


class _Text:
    def __init__(self, kind: str, vocabulary: Vocabulary) -> None:
        self.kind = kind
        self.vocabulary = vocabulary
        self.words = _English(f"this {kind}")
        self.inlined: frozenset[str] = frozenset()
        # How steps name who does them: not at all, as the subject of the sentence (`she`), or as `they`.
        self.person = ""

    def lines(self, card: CardNode) -> Iterator[str]:
        several = len(card.ways) > 1
        for way in card.ways:
            if several:
                yield self._way_head(way)
            elif way.condition is not None:
                yield sentence(f"{self._verb()} it only if {self.words.condition(way.condition)}")
            yield from self._way(way)

    def _verb(self) -> str:
        """Return what is done with a card of the kind: the first of its sections names it."""
        sections = self.vocabulary.kinds[self.kind].sections
        return sections[0] if sections else "play"

    def _way_head(self, way: WayNode) -> str:
        condition = f", if {self.words.condition(way.condition)}" if way.condition is not None else ""
        return f"Play this card as {way.title}{condition}:"

    def _way(self, way: WayNode) -> Iterator[str]:
        if way.needs is not None:
            yield sentence(f"play it only if {self.words.condition(way.needs)}")
        if way.types:
            names = [article(f"a {noun.spelling}") for noun in way.types]
            yield sentence(f"{self.words.this} counts as {_and(names)}")
        for section in way.sections:
            yield from self._section(section)
        for ability in self.grouped(way.abilities, live=True):
            yield sentence(ability)

    # -------------------------------------------------------------------------------- sections
    def _section(self, section: SectionNode) -> Iterator[str]:
        self.words.names = self._names(section.body, section.cost)
        self.inlined = self._inlined(section.body)
        sentences = self.steps(section.body)
        conditions = [self.words.condition(node) for node in self._conditions(section)]
        test = " and ".join(conditions)
        if section.kind == "play":
            first = [f"play it only if {test}"] if test else []
            yield " ".join(sentence(text) for text in (*first, *sentences))
            return
        if section.kind == "build":
            yield f"{sentence(f'as {self.words.this} is built').rstrip('.')}, {_run_on(sentences)}."
            return
        head = _SECTIONS.get(section.kind, section.kind).format(article(f"a {section.argument}"))
        head += f", if {test}" if test else ""
        paid = "do this"
        if section.cost is not None:
            paid = f"pay {cost_text(section.cost)}{self._kept(section.cost.name)} to do this"
        yield f"{sentence(f'{head}, you may {paid}').rstrip('.')}: {_run_on(sentences)}."

    def _conditions(self, section: SectionNode) -> Iterator[Node]:
        """Yield what a section asks for, except what its own first choice says again."""
        if section.condition is not None:
            yield section.condition
        chosen = {
            self.words.expression(node.of) for step in section.body for node in step.walk() if isinstance(node, Choose)
        }
        needs = section.needs
        if needs is not None and not (isinstance(needs, Exists) and self.words.expression(needs.things) in chosen):
            yield needs

    # -------------------------------------------------------------------------------- names
    def _names(self, body: Sequence[Step], paid: CostNode | None = None) -> dict[str, str]:
        """Return words for all names of a block: `that color` if only one thing is called so, else `the x card`."""
        nouns: dict[str, str] = {}
        if paid is not None and paid.name:
            nouns[paid.name] = "card" if sum(n for price in paid.prices for n, _ in price) == 1 else "cards"
        taken: set[str] = set()
        for node in (node for step in body for node in step.walk()):
            nouns.update(_bindings(node))
            # A card that a verb brings in from elsewhere is not the last one spoken of.
            taken.update(name for name, _ in _bindings(node) if isinstance(node, Do) and node.verb.binds == "*")
        alone = {name for name, noun in nouns.items() if list(nouns.values()).count(noun) == 1} - taken
        found = {name: _called(name, noun, name in alone) for name, noun in nouns.items()}
        self.words.counted |= {name: _called(name, self._plural(noun), name in alone) for name, noun in nouns.items()}
        outer, self.words.names = self.words.names, {**self.words.names, **found}
        for name, value in _numbers(body):
            if self._reads(body, name) == 1:
                found[name] = f"({Wording.expression(self.words, value)})"
            else:
                found[name] = f"their {name}" if _inside_each(body, name) else f"the {name}"
        self.words.names = outer
        return found

    def _plural(self, noun: str) -> str:
        """Return the plural of a noun, which may be one already."""
        known, _ = self.vocabulary.nouns.get(noun, (None, False))
        return (known.plural if known else "") or (noun if noun.endswith("s") else f"{noun}s")

    def _inlined(self, body: Sequence[Step]) -> frozenset[str]:
        """Return the numbers that stand where they are read, because only one line reads them."""
        return frozenset(name for name, _ in _numbers(body) if self._reads(body, name) == 1)

    def _reads(self, body: Sequence[Step], name: str) -> int:
        return sum(isinstance(node, Local) and node.name == name for step in body for node in step.walk())

    def _kept(self, name: str) -> str:
        """Return the words that introduce a name, where later lines need it."""
        called = self.words.names.get(name, "")
        return f" ({called})" if called.startswith("the ") else ""

    # -------------------------------------------------------------------------------- steps
    def steps(self, body: Sequence[Step]) -> list[str]:
        return [text for step in body for text in self.step(step)]

    def _steps_as(self, person: str, body: Sequence[Step]) -> list[str]:
        before, self.person = self.person, person
        texts = self.steps(body)
        self.person = before
        return texts

    def step(self, step: Step) -> Iterator[str]:
        match step:
            case Do():
                yield self._do(step)
            case Choose():
                yield self._choose(step)
            case MayBlock(body=body):
                yield f"{self.person or 'you'} may do this: {'; '.join(self._steps_as('', body))}"
            case OneOf(options=options, optional=optional):
                may = f"{self.person or 'you'} may" if optional else self.person
                yield f"{may} choose one: {'; or '.join(self._steps_as('', options))}".lstrip()
            case IfStep():
                yield from self._if(step)
            case Named(name=name, value=value) if value.type != "Number":
                note = "notes" if self.person == "she" else f"{self.person} note".lstrip()
                yield f"{note} {self.words.expression(value)}{self._kept(name)}"
            case Named(name=name, value=value) if name not in self.inlined:
                yield f"{self.words.names[name]} is {self.words.expression(value)}"
            case Named():
                return
            case Each():
                yield self._each(step)
            case Lasting():
                yield self._lasting(step)

    def _subject(self, actor: Expression, spoken: bool, optional: bool) -> tuple[str, bool]:
        """Return the words before a verb, and whether it takes the form for `she`."""
        who = self.words.expression(actor)
        if spoken:
            third = not isinstance(actor, You | They)
            return (f"{who} may", False) if optional else (who, third)
        if not isinstance(actor, They):
            return "you may" if optional else "", False
        if self.person == "she":
            return ("may", False) if optional else ("", True)
        return "they may" if optional else self.person, False

    def _do(self, step: Do) -> str:
        subject, third = self._subject(step.actor, step.spoken_actor, step.optional)
        values = dict(step.values)
        text = self._phrase(step, values, third)
        return tidy(f"{subject} {text}{self._kept(step.name)}")

    def _phrase(self, step: Do, values: Mapping[str, Expression | None], third: bool) -> str:
        if "{" not in step.verb.phrase:
            return self.words.filled(template(step.verb.template), values, third)
        first = template(step.verb.template)[0]
        text = _OPTIONAL.sub(lambda part: part[1] if _given(part[1], values) else "", step.verb.phrase)
        spellings = getattr(first, "spellings", (text.split()[0],))
        if third:
            text = text.replace(spellings[0], spellings[-1], 1)
        for name, value in values.items():
            if value is None:
                continue
            text = text.replace(f"{{{name} cards}}", self._cards_of(value, values))
            text = text.replace(f"{{{name}}}", self.words.expression(value))
        return text

    def _cards_of(self, color: Expression, values: Mapping[str, Expression | None]) -> str:
        """Return `COLOR card`, or `cards of that color`."""
        number = values.get("n")
        noun = "card" if getattr(number, "value", None) == 1 else "cards"
        text = self.words.expression(color)
        return f"{text} {noun}" if " " not in text else f"{noun} of {text}"

    def _choose(self, step: Choose) -> str:
        spoken = not isinstance(step.actor, You | They)
        subject, third = self._subject(step.actor, spoken, step.optional)
        return tidy(
            f"{subject} {'chooses' if third else 'choose'} {self.words.expression(step.of)}{self._kept(step.name)}"
        )

    def _if(self, step: IfStep) -> Iterator[str]:
        yield f"if {self.words.condition(step.condition)}, {_joined(self.steps(step.body))}"
        if step.otherwise:
            yield f"otherwise {_joined(self.steps(step.otherwise))}"

    def _each(self, step: Each) -> str:
        players = self.words.select(step.players)
        who = f"each {players}" if step.players.determiner == "" else players
        order = "at the same time" if step.at_once else "in turn order" + (" with you last" if step.you_last else "")
        condition = f", but only if {self.words.condition(step.condition)}" if step.condition is not None else ""
        head = f"{who}, {order}{condition}"
        if all(isinstance(inner, Do | Choose | Named) for inner in step.body):
            return f"{head}, {', then '.join(self._steps_as('she', step.body))}"
        return f"{head}: {_joined(self._steps_as('they', step.body))}"

    def _lasting(self, step: Lasting) -> str:
        abilities = " and ".join(self.grouped(step.abilities))
        if step.boundary is not None:
            values: dict[str, Expression | None] = {}
            if step.player is not None:
                values = {"player": step.player}
            return f"until {self.words.filled(template(step.boundary.template), values)}, {abilities}"
        if step.event is not None:
            return f"up to and including {self._coming(step.event)} {step.scope.removeprefix('during ')}, {abilities}"
        return f"{step.scope}, {abilities}"

    def _coming(self, pattern: Pattern) -> str:
        values: dict[str, Expression | None] = dict(pattern.roles)
        return self.words.filled(template(pattern.text), values)

    # -------------------------------------------------------------------------------- abilities
    def grouped(self, abilities: Sequence[AbilityNode], live: bool = False) -> list[str]:
        """Return a text for each ability; prohibitions of one line are joined. `live` says when each is in force."""
        texts: list[str] = []
        for ability in abilities:
            if isinstance(ability, ForbidNode) and not ability.first:
                texts[-1] += f", or {self._forbidden(ability)}"
            else:
                texts.append(("while live, " if live and _must_live(ability) else "") + self._ability(ability))
        return texts

    def _ability(self, ability: AbilityNode) -> str:
        match ability:
            case TriggerNode():
                return self._trigger(ability)
            case LetNode():
                text = self._let(ability)
            case AllowNode():
                text = self._allow(ability)
            case ForbidNode():
                text = f"{self._prohibited(ability)} {self._forbidden(ability)}"
            case _:
                raise AssertionError(ability)
        condition = getattr(ability, "condition", None)
        if condition is not None:
            text += f", if {self.words.condition(condition)}"
        return text + (", even while it is cut off" if getattr(ability, "cut_off_too", False) else "")

    def _trigger(self, node: TriggerNode) -> str:
        outer, self.words.names = self.words.names, {**self.words.names, **self._names(node.body)}
        self.inlined = self.inlined | self._inlined(node.body)
        said = self.words.moment(node)
        if node.moment == "when" and node.pattern.event.when:
            said += f" ({node.pattern.event.when})"
        condition = f", if {self.words.condition(node.condition)}" if node.condition is not None else ""
        texts = self._steps_as("", node.body)
        self.words.names = outer
        return f"{said}{condition}, {_run_on(texts)}"

    def _let(self, node: LetNode) -> str:
        values: dict[str, Expression | None] = {**dict(node.arguments), "value": node.value}
        said = "" if isinstance(node.word, Quantity) else node.word.said.get(node.op, "")
        if isinstance(node.word, Quantity):
            text = f"{self.words.possessive(node.arguments[0][1])} {node.word.spelling} {self._change(node)}"
        elif said:
            text = self.words.filled(template(said), values)
        else:
            text = f"{self._worded(node.word, values)} {self._change(node)}"
        if isinstance(node.detail, str):
            return f"{text} (you choose which)"
        return f"{text} of {self.words.expression(node.detail)}" if node.detail is not None else text

    def _change(self, node: LetNode) -> str:
        return f"{_OPERATORS[node.op]} {self.words.expression(node.value)}"

    def _allow(self, node: AllowNode) -> str:
        values: dict[str, Expression | None] = dict(node.arguments)
        text = f"{self.words.expression(node.who)} may {self._worded(node.word, values)}"
        if node.ignoring is None:
            return text
        kinds, _, kept = node.ignoring.text.partition(" but for ")
        return f"{text}, ignoring what all {kinds} do" + (f", except about {kept}" if kept else "")

    def _worded(self, word: Parameter | Permission, values: Mapping[str, Expression | None]) -> str:
        return self.words.filled(template(word.phrase or word.template.split(" | ")[0]), values)

    def _prohibited(self, node: ForbidNode) -> str:
        subject = node.roles[0][1]
        if isinstance(subject, Select) and subject.determiner == "all" and not subject.qualifiers:
            return f"no {subject.noun.spelling} may"
        return f"{self.words.expression(subject)} cannot"

    def _forbidden(self, node: ForbidNode) -> str:
        values: dict[str, Expression | None] = dict(node.roles[1:])
        return self.words.filled(template(node.event.base), values)


# ------------------------------------------------------------------------------------------------ small helpers
def _bindings(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the names that a step binds, each with the noun for what it is."""
    match node:
        case Choose(name=name, of=of):
            yield name, _noun(of)
        case Named(name=name, value=kept) if kept.type != "Number":
            yield name, _noun(kept)
        case Do(name=name) if name and node.verb.binds == "*":
            yield name, node.verb.result.lower()
        case Do(name=name) if name:
            value = dict(node.values)[node.verb.binds]
            assert value is not None
            yield name, _noun(value)


def _numbers(body: Sequence[Step]) -> Iterator[tuple[str, Expression]]:
    for step in body:
        for node in step.walk():
            if isinstance(node, Named) and node.value.type == "Number":
                yield node.name, node.value


def _inside_each(body: Sequence[Step], name: str) -> bool:
    each = [node for step in body for node in step.walk() if isinstance(node, Each)]
    return any(isinstance(node, Named) and node.name == name for step in each for node in step.walk())


def _must_live(ability: AbilityNode) -> bool:
    """Tell whether an ability works only while its card is live: not one about the card's own play."""
    if isinstance(ability, TriggerNode):
        return not ability.about_itself
    return not getattr(ability, "cut_off_too", False)


def _noun(value: Expression) -> str:
    """Return the noun for what an expression stands for."""
    if isinstance(value, Select) and (not value.many or (_one(value) and value.bound != "at least")):
        return "player" if value.type == "Player" else value.noun.spelling
    if isinstance(value, Select):
        return value.noun.plural
    return value.type.lower() + ("s" if value.many else "")


def _one(node: Select) -> bool:
    """Tell whether the number of a phrase is one, after which its noun has no plural: `up to 1 card`."""
    return isinstance(node.number, Constant) and node.number.value == 1 and node.bound != "all but"


def _called(name: str, noun: str, alone: bool) -> str:
    if alone:
        return f"{'those' if noun.endswith('s') else 'that'} {noun}"
    return f"the {name.replace('_', ' ')} {noun}"


_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_SLOT = re.compile(r"\{(\w+)")


def _given(part: str, values: Mapping[str, Expression | None]) -> bool:
    """Tell whether all slots of an optional part of a phrase have values."""
    return all(values.get(name) is not None for name in _SLOT.findall(part))


def _joined(texts: Sequence[str]) -> str:
    return "; ".join(texts)


def _run_on(texts: Sequence[str]) -> str:
    """Return texts that go on after the head of a sentence: the first without a capital, no full stop at the end."""
    if not texts:
        return ""
    return ". ".join([_lower(tidy(texts[0])), *(sentence(text) for text in texts[1:])]).replace("..", ".").rstrip(".")


def _and(names: Sequence[str]) -> str:
    if len(names) < 3:
        return " and ".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
