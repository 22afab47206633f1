"""The vocabulary: every word that card text may use, with its meaning, signature, English phrase and example.

A word is registered through the hook `barons_words`; the grammar never changes for one. A *template* is the signature:
literal words, alternatives (`play/plays`), slots (`{card:Card}`) and optional parts in brackets, as in
`draw {n:Number} [of] {color:Color}`. Types are plain names, so that packs may add their own.

Functions behind words: queries take `(g, s, ...)`, the game and the source that speaks; verbs are generators
`(g, s, actor, ...)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from barons_core.frozen import frozen, frozen_one

Function = Callable[..., Any]
LAYERS = ("adjacency", "connection", "liveness", "types", "limits", "numbers", "costs")
"""The layers of parameters: what one of a layer is may depend on those of earlier layers only."""
ACTOR = "actor"
"""What a verb claims that takes from, or fills, what its actor has."""


# ------------------------------------------------------------------------------------------------ templates
@frozen
class Literal:
    """One of several spellings that must stand here."""

    spellings: tuple[str, ...]


@frozen
class Slot:
    """A place for an expression of a type; a plural type name (`Cards`) takes many values."""

    name: str
    type: str

    @property
    def many(self) -> bool:
        return self.type.endswith("s")

    @property
    def single(self) -> str:
        """Return the type's name without the plural ending."""
        return self.type[:-1] if self.many else self.type


@frozen
class Optional:
    """A part that may be left out."""

    parts: tuple[Part, ...]


Part = Literal | Slot | Optional
Template = tuple[Part, ...]

_PIECE = re.compile(r"\{(\w+):(\w+)\}|\[|\]|,|[^\s\[\]{},]+")


@cache
def template(text: str) -> Template:
    """Read a template, for instance `move/moves [{card:Card}] [with {other:Card}]`."""
    stack: list[list[Part]] = [[]]
    for match in _PIECE.finditer(text):
        piece = match[0]
        if match[1]:
            stack[-1].append(Slot(match[1], match[2]))
        elif piece == "[":
            stack.append([])
        elif piece == "]":
            parts = tuple(stack.pop())
            stack[-1].append(Optional(parts))
        else:
            stack[-1].append(Literal(tuple(piece.split("/"))))
    return tuple(stack[0])


def slots(parts: Template) -> tuple[Slot, ...]:
    """Return all slots of a template, optional ones included, in order."""
    found: list[Slot] = []
    for part in parts:
        if isinstance(part, Slot):
            found.append(part)
        elif isinstance(part, Optional):
            found.extend(slots(part.parts))
    return tuple(found)


def literals(parts: Template) -> tuple[str, ...]:
    """Return all spellings that stand literally in a template, in order."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, Literal):
            found.extend(part.spellings)
        elif isinstance(part, Optional):
            found.extend(literals(part.parts))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ words
@frozen_one
class Word:
    """What every word has.

    `spelling` names it in the reference; `meaning` is one sentence; `example` is a line of card text; `phrase` is the
    English of the rules text, with the slots of the template in braces, and what may be missing in brackets ("" means:
    as written). `layer` is the last layer of the parameters that its meaning reads ("": none).
    """

    spelling: str
    meaning: str
    example: str
    phrase: str = ""
    layer: str = ""

    @property
    def sort(self) -> str:
        """Return what kind of word this is, as the reference says it."""
        return type(self).__name__.lower()

    @property
    def signature(self) -> str:
        return self.spelling


@frozen_one
class Noun(Word):
    """A word for a class of values: `card`, `color`, `player`.

    `test(g, s, x)` tells whether a value is one (None: every value of the type is); `domain(g, s)` lists all of them.
    `kind` is set for a kind of card, `value` for a value that the noun stands for, `group` for nouns that an event
    reads its own way.
    """

    plural: str = ""
    type: str = "Card"
    test: Function | None = None
    domain: Function | None = None
    kind: str = ""
    value: Any = None
    group: str = ""


@frozen_one
class Adjective(Word):
    """A word before a noun that narrows it: `live`, `legal`. `test(g, s, x)`."""

    types: tuple[str, ...] = ("Card",)
    test: Function | None = None


@frozen_one
class Qualifier(Word):
    """Words behind a noun that narrow it: `next to {other:Card}`.

    `test(g, s, x, *values)` decides. With one slot that holds an indefinite noun, `others(g, s, x)` lists what it is
    looked for among; without it, each thing that fits is tried. `domain(g, s, *values)` lists all x at once. `zone`
    marks words that say where a card is, `negative` those that are true if nothing fits (`without`).
    """

    template: str = ""
    types: tuple[str, ...] = ("Card",)
    test: Function | None = None
    others: Function | None = None
    domain: Function | None = None
    zone: bool = False
    negative: bool = False
    asker: str = ""

    @property
    def signature(self) -> str:
        return f"{'/'.join(self.types)} {self.template}"


@frozen_one
class Property(Word):
    """Words that make one value from others: `the owner of {card:Card}`. `run(g, s, *values)`."""

    template: str = ""
    type: str = "Card"
    run: Function | None = None

    @property
    def signature(self) -> str:
        return f"{self.template} -> {self.type}"


@frozen_one
class Value(Word):
    """A word that stands for one value: a color, a reach."""

    type: str = "Color"
    value: Any = None

    @property
    def signature(self) -> str:
        return f"{self.spelling} -> {self.type}"


@frozen_one
class Quantity(Word):
    """A number that every player has, declared in card text; a parameter may change it."""

    layer: str = "numbers"
    start: int = 0


@frozen_one
class Condition(Word):
    """Words that are true or false: `{a:Card} is like {b:Card}`. `test(g, s, *values)`."""

    template: str = ""
    test: Function | None = None

    @property
    def signature(self) -> str:
        return self.template


@frozen_one
class Verb(Word):
    """An effect: `draw {n:Number} [of] {color:Color}`. `run(g, s, actor, *values)` is a generator.

    `binds` names the slot whose value `as NAME` keeps (`*`: what `run` returns, of type `result`). `makes` are the keys
    of the events that it brings about. `possible(g, s, actor, *values)` tells whether it can be done at all: nobody is
    asked whether to do (`may`) what cannot be done. `claims` names the slots whose value two players must not share
    who do this at once, for both could choose the same (ACTOR: what the actor has, also for a slot that is left out);
    by default the cards of a verb that makes events.
    """

    template: str = ""
    run: Function | None = None
    possible: Function | None = None
    binds: str = ""
    result: str = ""
    makes: tuple[str, ...] = ()
    claims: tuple[str, ...] | None = None

    @property
    def claimed(self) -> tuple[str, ...]:
        if self.claims is not None:
            return self.claims
        return tuple(slot.name for slot in slots(template(self.template)) if self.makes and slot.single == "Card")

    @property
    def signature(self) -> str:
        return self.template


@frozen_one
class EventWord(Word):
    """Something that happens: its key, its roles (attribute -> type), and the templates that card text uses for it.

    `finite` stands behind when/after/before, `gerund` behind `instead of`, `base` behind `forbid ... to`, `coming`
    behind `during`, which names nobody but the actor: what lasts so long heeds nothing else. `order` are the roles that
    a `forbid` is asked about; `subjects` maps the type of a subject to its role.
    `labels` are the names of roles in a body (`the attacked card`). `reads` maps a noun's group to a function
    `(e, x, value)` that replaces the noun's own test for this event. `when` says in English how far the event is
    at that moment.
    """

    key: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    finite: str = ""
    gerund: str = ""
    base: str = ""
    coming: str = ""
    order: tuple[str, ...] = ()
    subjects: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    when: str = ""
    reads: Mapping[str, Function] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        return self.finite or self.base or self.coming


@frozen_one
class Parameter(Word):
    """A number, set or relation of the rules that `let` changes, with the layer it belongs to.

    `key` is what the rules ask for, `order` the names of what they ask it of (by default the slots of `template` in
    their order); `given` fixes some of these. `said` says in English what each operator does; a set has no others.
    `spent` says in English what uses it: there the rules call `g.spend`, which ends a change that holds `once`. What
    nothing uses up leaves it empty.
    """

    template: str = ""
    key: str = ""
    type: str = "Number"
    layer: str = "numbers"
    order: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    spent: str = ""

    @property
    def signature(self) -> str:
        return f"{self.template} -> {self.type} ({self.layer})"


@frozen_one
class Permission(Word):
    """Something that `allow PLAYER to ...` opens; `key` is what the rules ask for, `spent` as for a parameter."""

    template: str = ""
    key: str = ""
    spent: str = ""

    @property
    def signature(self) -> str:
        return self.template


@frozen_one
class Boundary(Word):
    """A moment at which a lasting effect ends; `expiry` begins its tuple."""

    template: str = ""
    expiry: str = ""

    @property
    def signature(self) -> str:
        return self.template


@frozen_one
class Kind(Word):
    """A word that opens a card's header: `KIND "Title" in COLOR x5:`; `sections` are the blocks that it may have.

    `labels` are the names of its costs; `deck` tells whether decks hold it, `stays` whether it lies in play face up,
    `joined` whether a `with` section may join such a card as it is played.
    """

    sections: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    deck: bool = True
    stays: bool = True
    joined: bool = False


@frozen_one
class PhaseWord(Word):
    """A part of the turn that a ruleset's `turn:` may list.

    `joined` tells whether a `with` section may join it, `counted` whether a number before it says how often.
    """

    joined: bool = False
    counted: bool = True


@frozen_one
class SetupWord(Word):
    """A step of the setup that a ruleset's `setup:` may list; `{n:Number}` in its template is how many."""

    template: str = ""

    @property
    def signature(self) -> str:
        return self.template


# ------------------------------------------------------------------------------------------------ the vocabulary
def _literals(verb: Verb) -> int:
    return sum(isinstance(part, Literal) for part in template(verb.template))


@dataclass(frozen=True)
class Vocabulary:
    """All words in force, in the order of their registration; the same words always give the same vocabulary."""

    words: tuple[Word, ...]

    @classmethod
    def of(cls, *groups: Iterable[Word]) -> Vocabulary:
        return cls(tuple(word for group in groups for word in group))

    def plus(self, words: Iterable[Word]) -> Vocabulary:
        """Return this vocabulary with further words."""
        return Vocabulary((*self.words, *words))

    def _all(self, sort: type[Any]) -> tuple[Any, ...]:
        return tuple(word for word in self.words if isinstance(word, sort))

    @cached_property
    def nouns(self) -> Mapping[str, tuple[Noun, bool]]:
        """Map each spelling, singular and plural, to its noun and whether it is the plural."""
        found: dict[str, tuple[Noun, bool]] = {}
        for noun in self._all(Noun):
            found.setdefault(noun.spelling, (noun, False))
            found.setdefault(noun.plural or noun.spelling + "s", (noun, True))
        return found

    @cached_property
    def adjectives(self) -> Mapping[str, Adjective]:
        return {word.spelling: word for word in self._all(Adjective)}

    @cached_property
    def qualifiers(self) -> tuple[Qualifier, ...]:
        return self._all(Qualifier)

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        return self._all(Property)

    @cached_property
    def values(self) -> Mapping[str, Value]:
        return {word.spelling: word for word in self._all(Value)}

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """Return the names of the colors; the index in this tuple is the color."""
        return tuple(word.spelling for word in self._all(Value) if word.type == "Color")

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        return self._all(Quantity)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        return self._all(Condition)

    @cached_property
    def verbs(self) -> tuple[Verb, ...]:
        return self._all(Verb)

    @cached_property
    def verbs_by_word(self) -> Mapping[str, tuple[Verb, ...]]:
        """Map each word that may start verbs to these, those that say most first."""
        found: dict[str, list[Verb]] = {}
        for verb in self.verbs:
            first = template(verb.template)[0]
            assert isinstance(first, Literal)
            for spelling in first.spellings:
                found.setdefault(spelling, []).append(verb)
        return {word: tuple(sorted(verbs, key=_literals, reverse=True)) for word, verbs in found.items()}

    @cached_property
    def events(self) -> tuple[EventWord, ...]:
        return self._all(EventWord)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        return self._all(Parameter)

    @cached_property
    def permissions(self) -> tuple[Permission, ...]:
        return self._all(Permission)

    @cached_property
    def boundaries(self) -> tuple[Boundary, ...]:
        return self._all(Boundary)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return {word.spelling: word for word in self._all(Kind)}

    @cached_property
    def phases(self) -> Mapping[str, PhaseWord]:
        return {word.spelling: word for word in self._all(PhaseWord)}

    @cached_property
    def setup_steps(self) -> tuple[SetupWord, ...]:
        return self._all(SetupWord)
