"""Expressions and conditions in English, as the rules text says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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
    TriggerNode,
    Union,
    You,
)
from barons_core.language.words import Literal, Optional, Property, Qualifier, Quantity, Slot, Template, template

COMPARED = {"=": "is", "<": "is less than", ">": "is more than", "<=": "is at most", ">=": "is at least"}
MOMENTS = {"instead": "instead of"}
LIST_SIGNS = {"most": "the highest", "least": "the lowest"}


class Wording:
    """Words for the values of one card; `names` are the words for what `as NAME` has bound.

    `counted` are those words where it is counted: always in the plural, for `up to 1 card` may be none.
    """

    yours = "yours"

    def __init__(self, this: str, names: Mapping[str, str] | None = None) -> None:
        self.this = this
        self.names = dict(names or {})
        self.counted: dict[str, str] = {}

    # -------------------------------------------------------------------------------- templates
    def filled(
        self, parts: Template, values: Mapping[str, Expression | None], third: bool = False, number: int | None = None
    ) -> str:
        """Return a template with its slots filled; `third` takes the second of two spellings (draw/draws).

        Once a number is known, from the part before or from here, it decides instead.
        """
        words: list[str] = []
        for part in parts:
            match part:
                case Literal(spellings):
                    plural = third if number is None else number != 1
                    words.append(spellings[-1] if plural else spellings[0])
                case Slot(name=slot) if values.get(slot) is not None:
                    words.append(self.slot(part, values[slot]))
                    number = _amount(part, values[slot], number)
                case Optional(parts=inner) if self._given(inner, values):
                    words.append(self.filled(inner, values, third, number))
        return tidy(" ".join(word for word in words if word))

    def _given(self, parts: Template, values: Mapping[str, Expression | None]) -> bool:
        named = [part for part in parts if isinstance(part, Slot)]
        return bool(named) and all(values.get(part.name) is not None for part in named)

    def slot(self, slot: Slot, value: Expression | None) -> str:
        if value is None:
            return ""
        if slot.type == "Owner":
            return self.possessive(value)
        return self.expression(value)

    # -------------------------------------------------------------------------------- values
    def expression(self, node: Expression) -> str:
        """Return the English words for a value."""
        match node:
            case Self():
                return self.this
            case You():
                return "you"
            case They():
                return "they"
            case It():
                return "it"
            case Local(name=name):
                return self.names.get(name, f"the {name}")
            case Role(label=label):
                return label if label.startswith(("the ", "that ")) else f"that {label}"
            case Argument(label=label):
                return f"that {label}"
            case Constant(type="Kind"):
                return node.text
            case Constant(text=text):
                return text
            case Apply():
                return self.applied(node)
            case Calculation(operator=operator, left=left, right=right):
                sign = "plus" if operator == "+" else "minus"
                return f"{self.expression(left)} {sign} {self.expression(right)}"
            case Tally():
                return self.tally(node)
            case Some(number=number, of=of):
                return f"{self.expression(number)} of {self.expression(of)}"
            case Union(parts=parts, joint=joint):
                return f" {joint} ".join(self.expression(part) for part in parts)
            case Select():
                return self.select(node)
        raise AssertionError(node)

    def applied(self, node: Apply) -> str:
        word = node.word
        if isinstance(word, Quantity):
            return f"{self.possessive(node.arguments[0])} {word.spelling}"
        owner = self._owner_form(word, node)
        if owner is not None:
            return owner
        text = self.template_of(word)
        slots = [part for part in template(text) if isinstance(part, Slot)]
        values: dict[str, Expression | None] = {
            slot.name: value for slot, value in zip(slots, node.arguments, strict=True)
        }
        return self.filled(template(text), values)

    def template_of(self, word: Property) -> str:
        """Return the template that a property is said with."""
        return word.phrase or word.template.split(" | ")[0]

    def _owner_form(self, word: Property, node: Apply) -> str | None:
        """Return `your hand` for the hand of you."""
        for text in word.template.split(" | "):
            parts = template(text)
            first = parts[0]
            if not isinstance(first, Slot) or len(node.arguments) != 1:
                continue
            argument = node.arguments[0]
            rest = " ".join(part.spellings[0] for part in parts[1:] if isinstance(part, Literal))
            if first.type == "Owner":
                return f"{self.possessive(argument)} {rest}"
            if first.type == "It" and isinstance(argument, It):
                return f"its {rest}"
        return None

    def possessive(self, node: Expression) -> str:
        match node:
            case You():
                return "your"
            case They():
                return "their"
            case Select():
                return self.select(node) + "'s"
        return self.expression(node) + "'s"

    def tally(self, node: Tally) -> str:
        of = node.of
        if node.function in LIST_SIGNS:
            return f"{LIST_SIGNS[node.function]} {getattr(of, 'name', '')}"
        if node.function == "colors":
            return f"the number of colors among {self.expression(of)}"
        if of.type in ("Deck", "Pile", "Hand") and not of.many:
            return f"the number of cards in {self.expression(of)}"
        counted = self.counted.get(of.name) if isinstance(of, Local) else None
        return f"the number of {(counted or self.expression(staying(of))).removeprefix('the ')}"

    # -------------------------------------------------------------------------------- noun phrases
    def select(self, node: Select) -> str:
        words = [self.determiner(node)]
        qualifiers = list(node.qualifiers)
        owner = self.owner(node)
        if owner is not None:
            words.append(owner)
            qualifiers = qualifiers[1:]
        words += [a.text if isinstance(a, Constant) else a.spelling for a in node.adjectives]
        plural = node.plural or node.bound == "any number"
        words.append(self.head(node, plural))
        words += [self.qualified(item) for item in qualifiers]
        if node.excluded is not None:
            words.append(f"except {self.expression(node.excluded)}")
        return article(tidy(" ".join(word for word in words if word)))

    def head(self, node: Select, plural: bool) -> str:
        """Return the noun, or the title that stands in its place."""
        if node.title:
            return f'"{node.title}"'
        return (node.noun.plural or node.noun.spelling + "s") if plural else node.noun.spelling

    def owner(self, node: Select) -> str | None:
        if not node.qualifiers:
            return None
        first = node.qualifiers[0]
        owned = first.word.template.startswith("of {") and len(first.values) == 1
        if owned and not first.negated and isinstance(first.values[0], You | They) and first.values[0].type == "Player":
            return self.possessive(first.values[0]) if node.determiner not in ("a", "any") else None
        return None

    def determiner(self, node: Select) -> str:
        if node.bound == "any number":
            return "any number of"
        if node.number is not None:
            return tidy(f"{node.bound} {self.expression(node.number)}")
        return node.determiner

    def qualified(self, item: Qualified) -> str:
        slots = [part for part in template(item.word.template) if isinstance(part, Slot)]
        values: dict[str, Expression | None] = {
            slot.name: value for slot, value in zip(slots, item.values, strict=True)
        }
        text = self.filled(template(item.word.template), values)
        text = f"of {self.yours}" if text == "of you" else text
        return f", not {text}" if item.negated else text

    # -------------------------------------------------------------------------------- moments
    def moment(self, node: TriggerNode) -> str:
        """Return the words for the moment at which an ability acts."""
        return f"{MOMENTS.get(node.moment, node.moment)} {self.event(node)}"

    def event(self, node: TriggerNode) -> str:
        """Return what an ability answers."""
        values: dict[str, Expression | None] = dict(node.pattern.roles)
        actor = values.get("actor") or values.get("owner")
        third = isinstance(actor, Select) and not actor.plural
        return self.filled(template(node.pattern.text), values, third)

    # -------------------------------------------------------------------------------- conditions
    def condition(self, node: Node) -> str:
        """Return the English words for a condition."""
        match node:
            case Joined(joint=joint, parts=parts):
                return f" {joint} ".join(self.condition(part) for part in parts)
            case Compare(operator=operator, left=left, right=right):
                return f"{self.expression(left)} {COMPARED[operator]} {self.expression(right)}"
            case Test(word=word, values=values):
                slots = [part for part in template(word.template) if isinstance(part, Slot)]
                pairs: dict[str, Expression | None] = {
                    slot.name: value for slot, value in zip(slots, values, strict=True)
                }
                return self.filled(template(word.template), pairs)
            case Fits():
                return self.fits(node)
            case SettingIs(name=name, value=value, negated=negated):
                return f'the setting "{name}" is {"not " if negated else ""}{value}'
            case Holds(player=player, things=things, negated=negated):
                verb = "have" if isinstance(player, You | They) else "has"
                return f"{self.expression(player)} {verb} {'no ' if negated else ''}{self.expression(staying(things))}"
            case Exists(things=things):
                there = "there are" if things.many else "there is"
                return f"{there} {self.expression(staying(things))}"
        raise AssertionError(node)

    def fits(self, node: Fits) -> str:
        verb = "are" if isinstance(node.subject, You | They) or node.subject.many else "is"
        if node.adjective is not None:
            what = node.adjective.spelling
        elif node.qualifier is not None:
            what = self.qualified(node.qualifier)
        else:
            assert node.noun is not None
            what = self.select(node.noun)
        return f"{self.expression(node.subject)} {verb} {'not ' if node.negated else ''}{what}"


def staying(node: Expression) -> Expression:
    """Return a phrase as it is said of things that nobody takes: those `in` a hand, not those `from` it."""
    match node:
        case Union(parts=parts):
            return replace(node, parts=tuple(map(staying, parts)))
        case Select(qualifiers=qualifiers):
            return replace(node, qualifiers=tuple(replace(each, word=_staying(each.word)) for each in qualifiers))
    return node


def _staying(word: Qualifier) -> Qualifier:
    return replace(word, template=word.template.removeprefix("from/"))


def _amount(slot: Slot, value: Expression | None, before: int | None) -> int | None:
    """Return the number that decides between `card` and `cards` from here on; 2 stands for one that is not known."""
    if slot.type == "Card" and isinstance(value, Select) and value.plural:
        return 2
    if slot.type != "Number":
        return before
    return int(value.value) if isinstance(value, Constant) else 2


def tidy(text: str) -> str:
    """Return a text with single spaces, and none before a comma."""
    return " ".join(text.split()).replace(" ,", ",")


def article(text: str) -> str:
    """Put `an` before a vowel."""
    first, _, rest = text.partition(" ")
    if first == "a" and rest[:1].lower() in "aeiou":
        return f"an {rest}"
    return text


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    text = tidy(text)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")
