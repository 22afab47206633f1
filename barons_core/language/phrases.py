"""From words to meaning: phrases are read against the vocabulary, guided by the type that is expected.

A preposition that the verb requires belongs to the verb (`stops`); any other goes to the nearest noun that takes it;
parentheses override. Where several templates could fit, the one that reads furthest speaks in the report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.language.spelling import nearest
from barons_core.language.syntax import Phrase, Token
from barons_core.language.tree import (
    UNKNOWN,
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
    Pattern,
    Qualified,
    Role,
    Select,
    Self,
    Some,
    Tally,
    Test,
    They,
    Union,
    You,
)
from barons_core.language.words import (
    EventWord,
    Literal,
    Noun,
    Optional,
    Part,
    Property,
    Qualifier,
    Slot,
    Template,
    Vocabulary,
    literals,
    template,
)

RESERVED = frozenset({"if", "when", "after", "before", "until", "during", "let", "allow", "forbid", "may", "needs", "else"})
NEVER_NAMES = RESERVED | frozenset({
    "this", "you", "they", "them", "it", "its", "that", "the", "your", "their", "a", "an", "any", "all", "each", "every",
    "another", "no", "not", "is", "are", "has", "have", "as", "and", "or", "of", "in", "on", "to", "from", "with", "without",
    "choose", "chooses", "name", "cost", "at", "exactly", "up", "none", "instead", "once", "counts",
})  # fmt: skip
DETERMINERS = ("a", "an", "any", "all", "each", "every", "another", "the")
NO_STOPS: frozenset[str] = frozenset()
WORD_FAULTS = frozenset({"BC002", "BC101", "BC102", "BC103", "BC104", "BC106"})
INTRODUCERS = ("next", "last", "any", "no")
MAX_EXPECTED = 6
MAX_PHRASE_DEPTH = 10
MANY_TITLES = 500
COMPARISONS = ("=", "<", ">", "<=", ">=")
T = TypeVar("T")


class Fault(Exception):
    """A phrase that cannot be read; `reach` is how many words were."""

    def __init__(self, report: Report, reach: int, expected: tuple[str, ...] = ()) -> None:
        super().__init__(report.message)
        self.report = report
        self.reach = reach
        self.expected = expected


@dataclass
class Binding:
    """A name in scope: its type and where it was bound; `read` tells whether anything reads it."""

    name: str
    token: Token
    type: str
    many: bool = False
    per_player: bool = False
    read: bool = False
    level: int = 0


@dataclass
class Scope:
    """What a phrase may refer to at its place in the card."""

    vocabulary: Vocabulary
    file: str
    titles: frozenset[str] = frozenset()
    names: dict[str, Binding] = field(default_factory=dict)
    they: Expression | None = None
    they_text: str = ""
    event: EventWord | None = None
    mentions: list[tuple[str, Expression]] = field(default_factory=list)
    captured: dict[str, Expression] | None = None
    capture_level: int = 0
    kind: str = ""

    def child(self, **changes: object) -> Scope:
        """Return a scope inside this one: it sees the same names."""
        return replace(self, **{"mentions": list(self.mentions), **changes})  # type: ignore[arg-type]


class Phrases:
    """A reader of one phrase: a cursor over its words."""

    def __init__(self, words: Phrase, scope: Scope, end: Token | None = None) -> None:
        self.words = _single_words(words)
        self.scope = scope
        self.vocabulary = scope.vocabulary
        self.at = 0
        self.end_token = end or (words[-1] if words else None)
        self.unions = True
        self.slot_types: dict[str, Expression] = {}
        self.deepest: Fault | None = None
        self.depth = 0

    # -------------------------------------------------------------------------------- the cursor
    @property
    def done(self) -> bool:
        return self.at >= len(self.words)

    def peek(self, ahead: int = 0) -> str:
        """Return the text of the next word, '' at the end."""
        place = self.at + ahead
        return self.words[place].text if place < len(self.words) else ""

    @property
    def token(self) -> Token:
        return self.words[min(self.at, len(self.words) - 1)] if self.words else _require(self.end_token)

    def take(self) -> Token:
        token = self.words[self.at]
        self.at += 1
        return token

    def accept(self, *spellings: str) -> bool:
        """Step over the words of one spelling if they stand here."""
        for spelling in spellings:
            parts = spelling.split()
            if all(self.peek(n) == part for n, part in enumerate(parts)):
                self.at += len(parts)
                return True
        return False

    def fault(self, code: str, message: str, *, help: str = "", fix: str = "", token: Token | None = None) -> Fault:
        """Make a fault at the next word, or behind the last one."""
        place = token or self.token
        span = span_of(self.scope.file, place)
        if self.done and token is None:
            span = Span(self.scope.file, place.end_line, place.end_column - 1, place.end_line, place.end_column)
        return Fault(Report(code, message, span, help=help, fix=fix), self.at)

    def first_of(self, attempts: Iterable[Callable[[], T]]) -> T | None:
        """Return the first attempt that succeeds; raise the fault that read furthest; None if there was no attempt."""
        best: Fault | None = None
        start = self.at
        for attempt in attempts:
            self.at = start
            try:
                return attempt()
            except Fault as fault:
                self.note(fault)
                best = fault if best is None else _further(best, fault)
        self.at = start
        if best is not None:
            raise best
        return None

    def note(self, fault: Fault) -> None:
        """Remember the fault of the attempt that read furthest: it says most about words that are left over."""
        self.deepest = fault if self.deepest is None else _further(self.deepest, fault)

    def finish(self) -> None:
        """Raise a fault if words are left over."""
        if self.done:
            return
        if self.deepest is not None and self.deepest.reach > self.at:
            raise self.deepest
        word = self.peek()
        if word in RESERVED:
            raise self.fault("BC013", f"'{word}' may not stand inside a line", help=f"put a comma before it: ', {word} ...'")
        known = self.known_words()
        if word not in known and self.words[self.at].kind in ("name", "prep"):
            fix = did_you_mean(word, known)
            raise self.fault("BC101", f"the word '{word}' is not known here", fix=fix)
        raise self.fault("BC102", f"'{word}' does not fit here: nothing before it takes it", help=_LEFTOVER.get(word, ""))

    def known_words(self) -> list[str]:
        """Return every word that the vocabulary or a name makes known, for suggestions."""
        return [*self.scope.names, *vocabulary_words(self.vocabulary)]

    # -------------------------------------------------------------------------------- templates
    def match(self, parts: Template, stops: frozenset[str] = NO_STOPS, pattern: bool = False,
              given: dict[str, Expression] | None = None) -> dict[str, Expression]:
        """Read a template from here on; return the values of its slots."""
        values: dict[str, Expression] = dict(given or {})
        self._match(parts, stops, pattern, values)
        return values

    def _match(self, parts: Template, stops: frozenset[str], pattern: bool, values: dict[str, Expression]) -> None:
        for number, part in enumerate(parts):
            rest = parts[number + 1 :]
            match part:
                case Literal(spellings):
                    self.literal(spellings)
                case Slot(name, _):
                    if name not in values:
                        values[name] = self.slot(part, stops | _starts(rest), pattern)
                        self.slot_types[name] = values[name]
                case Optional(inner):
                    if self._present(inner, stops | _starts(rest)):
                        self._match(inner, stops | _starts(rest), pattern, values)

    def _present(self, inner: Template, after: frozenset[str]) -> bool:
        """Tell whether an optional part stands here; `after` is what may stand behind it."""
        first = inner[0]
        if isinstance(first, Literal):
            return self.peek() in first.spellings
        return not self.done and self.peek() not in after and self.peek() not in (",", ")")

    def literal(self, spellings: tuple[str, ...]) -> None:
        if self.peek() in spellings:
            self.at += 1
            return
        wanted = spellings[0]
        if self.done:
            raise self.fault("BC103", f"'{wanted}' is missing at the end of the line")
        fix = did_you_mean(self.peek(), list(spellings))
        if fix:
            raise self.fault("BC101", f"the word '{self.peek()}' is not known here", fix=fix)
        message = f"expected '{wanted}' here, not '{self.peek()}'"
        raise Fault(self.fault("BC104", message).report, self.at, (f"'{wanted}'",))

    # -------------------------------------------------------------------------------- slots
    def slot(self, slot: Slot, stops: frozenset[str], pattern: bool = False) -> Expression:
        """Read what fills a slot."""
        match slot.single:
            case "Number":
                return self.number()
            case "Owner":
                return self.owner(pattern)
            case "It":
                return self.its()
            case "Kind":
                return self.kinds()
            case "Mode":
                return self.mode()
        found = self.expression(slot.single, stops, pattern)
        if found.many and not slot.many and not pattern and not isinstance(found, Select):
            raise self.fault("BC110", f"one {slot.single.lower()} is needed here, not several")
        return found

    def number(self) -> Expression:
        if self.words and not self.done and self.words[self.at].kind == "int":
            token = self.take()
            return Constant("Number", False, int(token.text), token.text)
        if self.done:
            raise self.fault("BC103", "a number is missing at the end of the line")
        found = self.first_of(self._number_attempts())
        if found is None:
            raise self.unknown("a number")
        return found

    def _number_attempts(self) -> Iterator[Callable[[], Expression]]:
        binding = self.scope.names.get(self.peek())
        if binding is not None and binding.type in ("Number", UNKNOWN):
            yield lambda: self.local()
        yield from self._property_attempts("Number", NO_STOPS)

    def owner(self, pattern: bool) -> Expression:
        if self.accept("your"):
            return You("Player", False)
        if self.peek() == "their":
            return self.them()
        whose = self.vocabulary.nouns.get(self.peek(1).removesuffix("'s"), (None, False))[0]
        if pattern and self.peek() in DETERMINERS and self.peek(1).endswith("'s") and whose and whose.type == "Player":
            self.at += 2
            return Select("Player", False, whose, "", "a", "", None, (), ())
        raise self.unknown("'your' or 'their'", ("your", "their"))

    def them(self) -> Expression:
        if self.scope.they is None:
            raise self.fault("BC120", f"'{self.peek()}' names nobody here",
                             help="'their' needs 'each player' or a player it belongs to; say 'your' for your own")
        self.take()
        return self.captured_they()

    def captured_they(self) -> Expression:
        """Return whom `their` means; inside a lasting scope the player is kept by value."""
        they = _require(self.scope.they)
        return self._capture("they", they) if isinstance(they, They) and they.variable == "they" else they

    def its(self) -> Expression:
        if not self.accept("its"):
            raise self.unknown("'its'", ("its",))
        for name, value in reversed(self.slot_types.items()):
            if value.type != "Card":
                continue
            return It("Card", False, name) if isinstance(value, Select | Some | Union) else value
        raise self.fault("BC121", "'its' refers to no card in this line", token=self.words[self.at - 1])

    def kinds(self) -> Expression:
        found: list[str] = []
        start = self.at
        while True:
            noun = self.vocabulary.nouns.get(self.peek(), (None, False))[0]
            if noun is None or not noun.kind:
                raise self.unknown("a kind of card", [w for w, (n, _) in self.vocabulary.nouns.items() if n.kind])
            found.append(noun.kind)
            self.take()
            if not self.accept("and", ","):
                break
        text = " ".join(word.text for word in self.words[start : self.at])
        return Constant("Kind", False, frozenset(found), text)

    def mode(self) -> Expression:
        labels = sorted({label for kind in self.vocabulary.kinds.values() for label in kind.labels})
        if self.peek() in labels:
            token = self.take()
            return Constant("Mode", False, token.text, token.text)
        raise self.unknown("a cost's label", labels)

    # -------------------------------------------------------------------------------- expressions
    def expression(self, wanted: str, stops: frozenset[str] = NO_STOPS, pattern: bool = False) -> Expression:
        """Read an expression of a type (UNKNOWN: of any)."""
        self.depth += 1
        try:
            if self.depth > MAX_PHRASE_DEPTH:
                raise self.fault("BC004", f"phrases are nested more than {MAX_PHRASE_DEPTH} deep",
                                 help="say it in two lines, with a name for the inner part")
            return self._joined(wanted, stops, pattern)
        finally:
            self.depth -= 1

    def _joined(self, wanted: str, stops: frozenset[str], pattern: bool) -> Expression:
        """Read an expression, and those that `and` or `or` join to it."""
        found = self._single(wanted, stops, pattern)
        if not self.unions or found.type != "Card" and not isinstance(found, Select):
            return found
        parts: list[Expression] = [found]
        joint = ""
        while self.peek() in ("and", "or") and self.peek() not in stops and self._noun_follows(1):
            joint = self.take().text
            self.slot_types.setdefault("", parts[-1])
            parts.append(self._single(wanted, stops, pattern))
        return found if len(parts) == 1 else Union(found.type, True, tuple(parts), joint)

    def _noun_follows(self, ahead: int) -> bool:
        """Tell whether a noun phrase seems to start `ahead` words from here."""
        word = self.peek(ahead)
        return (word in DETERMINERS or word in ("your", "their", "its", "this") or word in self.vocabulary.nouns
                or word in self.scope.names or word == "(" or word.startswith('"'))

    def _single(self, wanted: str, stops: frozenset[str], pattern: bool) -> Expression:
        if self.done:
            raise self.fault("BC103", f"{_article(wanted)} is missing at the end of the line")
        if self.peek() == "(":
            return self._group(wanted, pattern)
        found = self.first_of(self._attempts(wanted, stops, pattern))
        if found is None:
            raise self.unknown(_article(wanted))
        return found

    def _group(self, wanted: str, pattern: bool) -> Expression:
        self.take()
        found = self.expression(wanted, NO_STOPS, pattern)
        if not self.accept(")"):
            raise self.fault("BC102", f"'{self.peek()}' does not fit inside these parentheses")
        return found

    def _attempts(self, wanted: str, stops: frozenset[str], pattern: bool) -> Iterator[Callable[[], Expression]]:
        word = self.peek()
        if word == "this":
            yield lambda: self.fixed(Self("Card", False), wanted)
        elif word == "you":
            yield lambda: self.fixed(You("Player", False), wanted)
        elif word in ("they", "them"):
            yield lambda: self.typed(self.them(), wanted)
        elif word == "that" or word == "the" and self._label():
            yield lambda: self.mention(wanted)
        elif word == "the" and (label := self._strange_label()):
            raise self._no_role(label)
        if word in self.vocabulary.values and not self._adjectival(word):
            yield lambda: self.value(wanted)
        yield from self._property_attempts(wanted, stops)
        if word in self.scope.names:
            yield lambda: self.typed(self.local(), wanted)
        if word.isdigit() and self.peek(1) == "of" and (self.peek(2) in self.scope.names or self.peek(2) == "the"):
            yield lambda: self.some(wanted)
        if self._starts_noun(word):
            yield lambda: self.select(wanted, stops, pattern)

    def _starts_noun(self, word: str) -> bool:
        known = self.vocabulary
        return (word in DETERMINERS or word.isdigit() or word.startswith('"') or word in known.nouns
                or word in known.adjectives or word in ("your", "their", "at", "exactly", "up", "no")
                or word in known.values or f"{word} {self.peek(1)}" in known.nouns)  # fmt: skip

    def _adjectival(self, word: str) -> bool:
        """Tell whether a color word stands before a noun: `red card`."""
        return self.peek(1) in self.vocabulary.nouns or self.peek(1) in self.vocabulary.adjectives

    def fixed(self, found: Expression, wanted: str) -> Expression:
        token = self.take()
        return self.typed(found, wanted, token)

    def typed(self, found: Expression, wanted: str, token: Token | None = None) -> Expression:
        if wanted in (UNKNOWN, found.type) or found.type == UNKNOWN or _fits(found.type, wanted):
            return found
        place = token or self.words[self.at - 1]
        raise self.fault("BC111", f"'{place.text}' is {_article(found.type)}, but {_article(wanted)} is needed here", token=place)

    def value(self, wanted: str) -> Expression:
        token = self.take()
        word = self.vocabulary.values[token.text]
        return self.typed(Constant(word.type, False, word.value, token.text), wanted, token)

    def local_name(self) -> Expression:
        if self.peek() not in self.scope.names:
            raise self.unknown("a name", list(self.scope.names))
        return self.local()

    def local(self) -> Expression:
        token = self.take()
        binding = self.scope.names[token.text]
        binding.read = True
        found = Local(binding.type, binding.many, binding.name, binding.per_player, binding.name)
        return self._capture(binding.name, found) if binding.level < self.scope.capture_level else found

    def _capture(self, name: str, found: Expression) -> Expression:
        if self.scope.captured is not None:
            self.scope.captured.setdefault(name, found)
        return found

    def _label(self) -> bool:
        """Tell whether `the ...` names a role of the event: `the attacked card`."""
        event = self.scope.event
        return event is not None and any(self._at_words(label, 1) for label in event.labels)

    def _strange_label(self) -> str:
        """Return the role that `the ...` names, if it is one of other events only."""
        labels = {label for event in self.vocabulary.events for label in event.labels}
        return max((label for label in labels if self._at_words(label, 1)), key=len, default="")

    def _no_role(self, label: str) -> Fault:
        event = self.scope.event
        if event is None:
            help = "only the block of a trigger may name what its event is about"
        else:
            help = f"this event has: {', '.join(f'the {known}' for known in event.labels) or 'no such words'}"
        return self.fault("BC123", f"there is no '{label}' here", help=help, token=self.words[self.at + 1])

    def _at_words(self, text: str, ahead: int) -> bool:
        return all(self.peek(ahead + n) == part for n, part in enumerate(text.split()))

    def mention(self, wanted: str) -> Expression:
        """Read `that knight` or `the attacked card`."""
        first = self.take()
        if first.text == "the":
            event = _require(self.scope.event)
            label = max((label for label in event.labels if self._at_words(label, 0)), key=len)
            self.at += len(label.split())
            attribute = event.labels[label]
            found: Expression = Role(event.roles[attribute].rstrip("s"), event.roles[attribute].endswith("s"), attribute, f"the {label}")
            return self.typed(self._captured_role(found), wanted)
        noun = self.peek()
        for spelling, value in reversed(self.scope.mentions):
            if spelling == noun:
                self.take()
                return self.typed(self._captured_role(value), wanted)
        known = [spelling for spelling, _ in self.scope.mentions]
        fix = did_you_mean(noun, known)
        help = f"this line may say: {', '.join(sorted({f'that {word}' for word in known}))}" if known else ""
        raise self.fault("BC122", f"'that {noun}' refers to nothing before it", fix=fix, help=help)

    def _captured_role(self, found: Expression) -> Expression:
        if isinstance(found, Role) and self.scope.captured is not None and self.scope.event is None:
            self.scope.captured.setdefault(f"e.{found.attribute}", found)
        return found

    def some(self, wanted: str) -> Expression:
        number = self.number()
        self.accept("of")
        of = self.mention(UNKNOWN) if self.peek() == "the" and self._label() else self.local_name()
        if not of.many and of.type != UNKNOWN:
            raise self.fault("BC110", f"'{self.words[self.at - 1].text}' is one thing, not a list", token=self.words[self.at - 1])
        many = not (isinstance(number, Constant) and number.value == 1)
        return self.typed(Some(of.type, many, number, of), wanted)

    def _property_attempts(self, wanted: str, stops: frozenset[str]) -> Iterator[Callable[[], Expression]]:
        if wanted in ("Number", UNKNOWN):
            for quantity in self.vocabulary.quantities:
                if self._at_words(quantity.spelling, 0) or self.peek() in ("your", "their") and self._at_words(quantity.spelling, 1):
                    yield lambda q=quantity: self.quantity(q)  # type: ignore[misc]
        for word in self.vocabulary.properties:
            single = word.type.rstrip("s") if word.type.endswith("s") else word.type
            if wanted not in (UNKNOWN, single) and not _fits(single, wanted):
                continue
            for text in word.template.split(" | "):
                parts = template(text)
                if self._may_start(parts):
                    yield lambda w=word, p=parts: self.property(w, p, stops)  # type: ignore[misc]

    def _may_start(self, parts: Template) -> bool:
        first = parts[0]
        if isinstance(first, Literal):
            second = parts[1] if len(parts) > 1 else None
            if self.peek() not in first.spellings:
                return False
            return not isinstance(second, Literal) or self.peek(1) in second.spellings
        if not isinstance(first, Slot):
            return False
        follows = isinstance(parts[1], Literal) and self.peek(1) in parts[1].spellings
        return follows and (first.type == "Owner" and self.peek() in ("your", "their") or first.type == "It" and self.peek() == "its")

    def quantity(self, word: object) -> Expression:
        owner: Expression = self.scope.they or You("Player", False)
        if self.accept("your"):
            owner = You("Player", False)
        elif self.peek() == "their":
            owner = self.them()
        self.at += len(word.spelling.split())  # type: ignore[attr-defined]
        return Apply("Number", False, word, (owner,))  # type: ignore[arg-type]

    def property(self, word: Property, parts: Template, stops: frozenset[str]) -> Expression:
        values = self.match(parts, stops)
        for value in values.values():
            if isinstance(value, Select | Some | Union) and not (isinstance(value, Select) and value.type == "Color" and word.type == "Colors"):
                raise self.fault("BC130", f"nobody has chosen which {value.type.lower()} is meant",
                                 help="choose it first: 'choose ... as NAME', then use the name", token=self.words[self.at - 1])
        many = word.type.endswith("s")
        return Apply(word.type.rstrip("s") if many else word.type, many, word, tuple(values.values()))

    # -------------------------------------------------------------------------------- noun phrases
    def select(self, wanted: str, stops: frozenset[str], pattern: bool = False) -> Select:
        """Read a noun phrase that says which or how many: determiner or number, adjectives, noun, qualifiers."""
        start = self.at
        found = self.bare_select(wanted, stops, pattern)
        self._check_number(found, start)
        return found

    def _check_number(self, found: Select, start: int) -> None:
        """Refuse `card` without an article, `2 card` and `a cards`."""
        if found.title:
            return
        spellings = {found.noun.spelling, found.noun.plural or found.noun.spelling + "s"}
        token = next((word for word in self.words[start : self.at] if word.text in spellings), self.words[start])
        number = found.number.value if isinstance(found.number, Constant) else None
        several = found.determiner == "all" or found.bound == "any number" or number is not None and number != 1
        one = found.determiner in ("a", "another", "each", "every") or number == 1 and not found.bound
        if found.plural and one or several and not found.plural:
            right = found.noun.spelling if one else found.noun.plural or found.noun.spelling + "s"
            raise self.fault("BC113", f"'{token.text}' does not agree with what stands before it", fix=right, token=token)
        stands_alone = not (found.determiner or found.bound or found.number or found.plural)
        introduced = self.words[start].text in ("your", "their") or start and self.words[start - 1].text in INTRODUCERS
        if stands_alone and not introduced:
            raise self.fault("BC113", f"it is not said which {found.noun.spelling}", token=token,
                             help=f"write '{with_article(found.noun.spelling)}', 'all', or a number")

    def bare_select(self, wanted: str, stops: frozenset[str], pattern: bool = False) -> Select:
        """Read a noun phrase as it stands."""
        start = self.at
        determiner, bound, number = self._determiner()
        owner = self._possessive()
        adjectives = self._adjectives()
        noun_token = self.token if not self.done else None
        noun, title, plural = self._head_noun(wanted)
        if wanted not in (UNKNOWN, noun.type) and not _fits(noun.type, wanted):
            raise self.fault("BC111", f"'{_require(noun_token).text}' is {_article(noun.type)}, but {_article(wanted)} is needed here",
                             token=noun_token)
        self._check_adjectives(adjectives, noun, noun_token)
        qualifiers = list(self._qualifiers(noun, stops, pattern))
        if owner is not None:
            qualifiers.insert(0, Qualified(self._owner_qualifier(noun, start), (owner,)))
        excluded = self._excluded(noun, stops)
        many = plural or determiner in ("all",) or bound not in ("",) or number is not None and not _is_one(number)
        if determiner in ("a", "an", "another", "each", "every"):
            many = False
        return Select(noun.type, many, noun, title, determiner, bound, number, tuple(adjectives), tuple(qualifiers), excluded, plural)

    def _determiner(self) -> tuple[str, str, Expression | None]:
        if self.accept("any number of"):
            return "", "any number", None
        for bound in ("at least", "at most", "exactly", "all but", "up to"):
            if self.accept(bound):
                return "", bound, self.number()
        word = self.peek()
        if word.isdigit() or (self.scope.names.get(word) and self.scope.names[word].type == "Number"):
            return "", "", self.number()
        if word in DETERMINERS:
            self.take()
            return ("a" if word == "an" else word), "", None
        return "", "", None

    def _possessive(self) -> Expression | None:
        if self.accept("your"):
            return You("Player", False)
        return self.them() if self.peek() == "their" else None

    def _adjectives(self) -> list[object]:
        found: list[object] = []
        while not self.done:
            word = self.peek()
            if word in self.vocabulary.adjectives:
                found.append(self.vocabulary.adjectives[word])
            elif word in self.vocabulary.values and self._adjectival(word):
                value = self.vocabulary.values[word]
                found.append(Constant(value.type, False, value.value, word))
            elif f"{word} {self.peek(1)}" in self.vocabulary.adjectives:
                found.append(self.vocabulary.adjectives[f"{word} {self.peek(1)}"])
                self.take()
            else:
                break
            self.take()
        return found

    def _check_adjectives(self, adjectives: list[object], noun: Noun, token: Token | None) -> None:
        for adjective in adjectives:
            types = getattr(adjective, "types", ("Card",))
            if noun.type not in types:
                name = getattr(adjective, "spelling", getattr(adjective, "text", ""))
                raise self.fault("BC112", f"'{name}' does not fit a {noun.type.lower()}", token=token)

    def _head_noun(self, wanted: str) -> tuple[Noun, str, bool]:
        if self.done:
            raise self.fault("BC103", f"{_article(wanted)} is missing at the end of the line")
        token = self.words[self.at]
        two = f"{self.peek()} {self.peek(1)}"
        if token.kind == "string":
            self.take()
            return self._title(token), token.value, False
        for spelling, length in ((two, 2), (token.text, 1)):
            if spelling in self.vocabulary.nouns:
                self.at += length
                noun, plural = self.vocabulary.nouns[spelling]
                return noun, "", plural
        raise self.unknown(_article(wanted), self._noun_words(wanted))

    def _title(self, token: Token) -> Noun:
        if token.value not in self.scope.titles:
            fix = near_title(token.value, self.scope.titles)
            raise self.fault("BC105", f"no card has the title {token.text}", fix=f'"{fix}"' if fix else "", token=token)
        return self._noun("card")

    def _noun(self, spelling: str) -> Noun:
        if spelling not in self.vocabulary.nouns:
            raise self.fault("BC101", f"the vocabulary has no word '{spelling}'")
        return self.vocabulary.nouns[spelling][0]

    def _owner_qualifier(self, noun: Noun, start: int) -> Qualifier:
        for word in self.vocabulary.qualifiers:
            if noun.type in word.types and word.template in ("of {player:Player}", "of {owner:Player}"):
                return word
        raise self.fault("BC112", f"'your' does not fit a {noun.type.lower()}", token=self.words[start])

    def _qualifiers(self, noun: Noun, stops: frozenset[str], pattern: bool) -> Iterator[Qualified]:
        while not self.done:
            if self.peek() in stops:
                return
            negated = False
            mark = self.at
            if self.peek() == "," and self.peek(1) == "not":
                self.at += 2
                negated = True
            elif self.peek() == "not":
                self.take()
                negated = True
            found = self.qualifier(noun.type, stops)
            if found is None:
                self.at = mark
                return
            yield replace(found, negated=negated)

    def qualifier(self, of: str, stops: frozenset[str]) -> Qualified | None:
        """Read a qualifier of things of a type, if one starts here."""
        words = [word for word in self.vocabulary.qualifiers if of in word.types and self._may_start(template(word.template))]
        words.sort(key=lambda word: -len(literals(template(word.template))))
        they = They("Player", False, "who") if of == "Player" else self.scope.they
        outer, self.scope = self.scope, self.scope.child(they=they)
        try:
            return self.first_of([lambda w=word: self._qualified(w, stops) for word in words])  # type: ignore[misc]
        finally:
            self.scope = outer

    def _qualified(self, word: Qualifier, stops: frozenset[str]) -> Qualified:
        outer, self.unions = self.unions, False
        try:
            values = self.match(template(word.template), stops, pattern=True)
        finally:
            self.unions = outer
        return Qualified(word, tuple(values.values()))

    def _excluded(self, noun: Noun, stops: frozenset[str]) -> Expression | None:
        if not self.accept("except", ", except"):
            return None
        return self.expression(noun.type, stops, pattern=True)

    # -------------------------------------------------------------------------------- unknown words
    def unknown(self, wanted: str, candidates: Sequence[str] | None = None) -> Fault:
        """Make the fault for a word that does not fit: unknown, or known elsewhere."""
        if self.done:
            return self.fault("BC103", f"{wanted} is missing at the end of the line")
        word = self.peek()
        if word in RESERVED:
            return self.fault("BC013", f"'{word}' may not stand inside a line", help=f"put a comma before it: ', {word} ...'")
        known = self.known_words()
        fix = did_you_mean(word, list(candidates or ())) or did_you_mean(word, known)
        if word in known and word not in (candidates or ()):
            return self._expected("BC106", f"expected {wanted} here, not '{word}'", wanted)
        if self.words[self.at].kind not in ("name", "prep", "conn"):
            return self._expected("BC106", f"expected {wanted} here, not {word}", wanted)
        for binding in self.scope.names.values():
            if binding.name == fix:
                binding.read = True
        return self._expected("BC101", f"the word '{word}' is not known here", wanted, f"expected {wanted}", fix)

    def _expected(self, code: str, message: str, wanted: str, help: str = "", fix: str = "") -> Fault:
        return Fault(self.fault(code, message, help=help, fix=fix).report, self.at, (wanted,))

    def _noun_words(self, wanted: str) -> list[str]:
        return [word for word, (noun, _) in self.vocabulary.nouns.items() if wanted in (UNKNOWN, noun.type)]

    # -------------------------------------------------------------------------------- sums and conditions
    def sum(self) -> Expression:
        found = self.operand()
        while self.peek() in ("+", "-"):
            operator = self.take().text
            found = Calculation("Number", False, operator, found, self.operand())
        return found

    def operand(self) -> Expression:
        if self.done:
            raise self.fault("BC103", "a number is missing at the end of the line")
        if self.words[self.at].kind == "call":
            return self.tally()
        return self.number()

    def tally(self) -> Expression:
        function = self.take().text.rstrip("(")
        if function in ("most", "least"):
            of = self._per_player()
        else:
            of = self.expression(UNKNOWN, frozenset({")"}))
        if not self.accept(")"):
            if self.done:
                raise self.fault("BC014", f"'{function}(' is never closed")
            raise self.finish_fault()
        return Tally("Number", False, function, of)

    def _per_player(self) -> Expression:
        binding = self.scope.names.get(self.peek())
        if binding is None or not binding.per_player:
            raise self.unknown("a name with one value a player", [b.name for b in self.scope.names.values() if b.per_player])
        return self.local()

    def finish_fault(self) -> Fault:
        try:
            self.finish()
        except Fault as fault:
            return fault
        return self.fault("BC103", "the line ends too early")

    def condition(self) -> Node:
        """Read tests joined by `and` or `or` (not by both)."""
        parts = [self.test()]
        joint = ""
        while self.peek() in ("and", "or"):
            if joint and self.peek() != joint:
                raise self.fault("BC107", "'and' and 'or' are mixed", help="split the condition into two ifs, or say it in one way")
            joint = self.take().text
            parts.append(self.test())
        self.finish()
        return parts[0] if len(parts) == 1 else Joined(joint, tuple(parts))

    def test(self) -> Node:
        self.unions = False
        if self.done:
            raise self.fault("BC103", "a condition is missing at the end of the line")
        if self._number_starts():
            return self._comparison(self.sum())
        subject = self.expression(UNKNOWN)
        if self.peek() in COMPARISONS and subject.type not in ("Number", UNKNOWN):
            raise self.fault("BC111", f"{_article(subject.type)} cannot be compared like a number",
                             help="count(...) makes a number of several things")
        if subject.type == "Number" or self.peek() in COMPARISONS:
            return self._comparison(subject)
        if self.accept("is", "are"):
            return self.fits(subject)
        if self.peek() in ("has", "have") and subject.type in ("Player", UNKNOWN):
            self.take()
            return self.holds(subject)
        words = [word for word in self.vocabulary.conditions if _first_slot(word.template).single == subject.type]
        parts = [(word, template(word.template)) for word in words]
        parts = [(word, rest) for word, rest in parts if isinstance(rest[1], Literal) and self.peek() in rest[1].spellings]
        found = self.first_of([lambda w=w, p=p: self._worded(w, p, subject) for w, p in parts])  # type: ignore[misc]
        if found is not None:
            return found
        if isinstance(subject, Select) and (self.done or self.peek() in ("and", "or")):
            return Exists(subject)
        if self.done:
            raise self.fault("BC108", "this is no condition: it says nothing about what it names", help="say 'is', 'have', or compare")
        candidates = ["is", "has", "have", *(word for w in words for word in literals(template(w.template)))]
        raise self.unknown("'is', 'have' or a comparison", candidates)

    def _number_starts(self) -> bool:
        token = self.words[self.at]
        if token.kind in ("int", "call"):
            return True
        binding = self.scope.names.get(token.text)
        if binding is not None:
            return binding.type == "Number"
        return any(self._at_words(word.spelling, 0) for word in self.vocabulary.quantities)

    def _comparison(self, left: Expression) -> Node:
        while self.peek() in ("+", "-"):
            operator = self.take().text
            left = Calculation("Number", False, operator, left, self.operand())
        if self.peek() not in COMPARISONS:
            raise self.fault("BC108", "a number by itself is no condition", help="compare it: = < > <= >=")
        return Compare(self.take().text, left, self.sum())

    def _worded(self, word: object, parts: Template, subject: Expression) -> Node:
        first = parts[0]
        assert isinstance(first, Slot)
        values = self.match(parts, given={first.name: subject})
        return Test(word, tuple(values.values()))  # type: ignore[arg-type]

    def fits(self, subject: Expression) -> Node:
        negated = self.accept("not")
        word = self.peek()
        adjective = self.vocabulary.adjectives.get(word)
        if adjective is not None and subject.type in adjective.types and self.peek(1) not in self.vocabulary.nouns:
            self.take()
            return Fits(subject, adjective, None, None, negated)
        found = self.qualifier(subject.type, NO_STOPS)
        if found is not None:
            return Fits(subject, None, found, None, negated)
        if self._starts_noun(word):
            return Fits(subject, None, None, self.select(subject.type, NO_STOPS, True), negated)
        starts = [literals(template(q.template))[0] for q in self.vocabulary.qualifiers if subject.type in q.types]
        raise self.unknown(f"what the {subject.type.lower()} is", [*starts, *self.vocabulary.adjectives])

    def holds(self, player: Expression) -> Node:
        negated = self.accept("no")
        outer, self.scope = self.scope, self.scope.child(they=player)
        try:
            found = self.bare_select("Card", NO_STOPS) if negated else self.select("Card", NO_STOPS)
        finally:
            self.scope = outer
        return Holds(player, found, negated)

    # -------------------------------------------------------------------------------- events
    def event(self, form: str) -> Pattern:
        """Read an event in one of its forms (finite, gerund, coming); the whole phrase."""
        start = self.at
        attempts = []
        for word in self.vocabulary.events:
            for text in filter(None, getattr(word, form).split(" | ")):
                if self._event_may_be(template(text)):
                    attempts.append(lambda w=word, t=text: self._event(w, t))
        found = self.first_of(attempts)
        if found is not None:
            return found
        self.at = start
        raise self._no_event(form)

    def _event_may_be(self, parts: Template) -> bool:
        """Tell whether the first literal of the template stands somewhere in the phrase."""
        first = next(part for part in parts if isinstance(part, Literal))
        return any(word.text in first.spellings for word in self.words[self.at :])

    def _event(self, word: EventWord, text: str) -> Pattern:
        values = self.match(template(text), pattern=True)
        self.finish()
        return Pattern(word, tuple(values.items()), text)

    def _no_event(self, form: str) -> Fault:
        spellings: list[str] = []
        for word in self.vocabulary.events:
            for text in filter(None, getattr(word, form).split(" | ")):
                spellings.extend(next(part for part in template(text) if isinstance(part, Literal)).spellings)
        known = self.known_words()
        for token in self.words[self.at :]:
            fix = did_you_mean(token.text, spellings) if token.kind == "name" else ""
            if token.text not in known and fix:
                return self.fault("BC101", f"the word '{token.text}' is not known here", fix=fix, token=token)
        for token in self.words[self.at :]:
            if token.kind == "name" and token.text not in known:
                return self.fault("BC101", f"the word '{token.text}' is not known here", fix=did_you_mean(token.text, known), token=token)
        return self.fault("BC109", "this names no event that the rules know",
                          help=f"events are: {', '.join(sorted(set(spellings)))}")


@contextmanager
def scoped(phrases: Phrases, scope: Scope) -> Iterator[None]:
    """Read with another scope for a while."""
    outer, phrases.scope = phrases.scope, scope
    try:
        yield
    finally:
        phrases.scope = outer


def span_of(file: str, token: Token) -> Span:
    return Span(file, token.line, token.column, token.end_line, token.end_column)


def vocabulary_words(vocabulary: Vocabulary) -> list[str]:
    """Return every single word that the vocabulary uses, in order, once."""
    found: dict[str, None] = {}
    for word in vocabulary.words:
        texts = [word.spelling, getattr(word, "plural", ""), getattr(word, "template", "")]
        texts += [getattr(word, form, "") for form in ("finite", "gerund", "base", "coming")]
        texts += list(getattr(word, "labels", ()))
        for text in texts:
            for piece in text.split(" | "):
                for literal in literals(template(piece)):
                    found.setdefault(literal)
    for extra in (*DETERMINERS, "your", "their", "its", "this", "you", "that", "is", "has", "have", "not", "least", "most", "exactly"):
        found.setdefault(extra)
    return list(found)


STRUCTURE_WORDS = (
    "when after before instead of until during once this turn phase action each let allow forbid counts as choose chooses one "
    "if else may cost needs name none count most least colors and or be at rise fall by include exclude your choice to "
    "ignoring cut off not any number all but up exactly except turn order at once you last they them their its is are has "
    "have no start in deck for players setting because includes with replace amend rename copies title kind ruleset "
    "quantity player from on into under onto per than without next card cards language"
).split()


def known_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Return every word that may stand in a text: those of the vocabulary, of headers and sections, and of the structure."""
    found = set(vocabulary_words(vocabulary)) | set(STRUCTURE_WORDS)
    for kind in vocabulary.kinds.values():
        found.update(kind.sections, kind.labels)
    for quantity in vocabulary.quantities:
        found.update(quantity.spelling.split())
    found.update(f"{word}'s" for word, (noun, _) in vocabulary.nouns.items() if noun.type == "Player")
    return frozenset(found)


def _single_words(words: Phrase) -> Phrase:
    """Split words such as `next to` in two, keeping their places."""
    if not any(" " in word.text and word.kind == "prep" for word in words):
        return words
    found: list[Token] = []
    for word in words:
        if word.kind == "prep" and " " in word.text:
            found.extend(replace(word, text=part) for part in word.text.split())
        else:
            found.append(word)
    return tuple(found)


def _starts(parts: Template) -> frozenset[str]:
    """Return the words with which the rest of a template may begin."""
    found: set[str] = set()
    for part in parts:
        match part:
            case Literal(spellings):
                found.update(spellings)
                break
            case Optional(inner):
                found.update(_starts(inner))
            case Slot():
                break
    return frozenset(found)


def _first_slot(text: str) -> Slot:
    first: Part = template(text)[0]
    assert isinstance(first, Slot)
    return first


def _fits(found: str, wanted: str) -> bool:
    return (found, wanted) in (("Color", "Deck"), ("Deck", "Color"))


def _is_one(number: Expression) -> bool:
    return isinstance(number, Constant) and number.value == 1


def near_title(title: str, titles: frozenset[str]) -> str:
    """Return the title that somebody may have meant, or "". Many titles are looked through quickly first."""
    near = [known for known in titles if known and abs(len(known) - len(title)) <= 2
            and (known[:1] == title[:1] or known[-1:] == title[-1:])]  # fmt: skip
    if len(titles) > MANY_TITLES:
        return next(iter(nearest(title, near, 1)), "")
    return did_you_mean(title, sorted(titles))


def _further(one: Fault, other: Fault) -> Fault:
    """Return the fault that read further; two that expected different words at one place are joined."""
    if one.reach != other.reach:
        return one if one.reach > other.reach else other
    if (one.report.code in WORD_FAULTS) != (other.report.code in WORD_FAULTS):
        return other if one.report.code in WORD_FAULTS else one
    expected = tuple(dict.fromkeys((*one.expected, *other.expected)))
    if not one.expected or not other.expected or expected == one.expected or one.report.code != other.report.code:
        return one
    *most, last = expected[:MAX_EXPECTED]
    wanted = f"expected {', '.join(most)} or {last}"
    _, _, found = one.report.message.rpartition(" here, not ")
    changed = {"help": wanted} if one.report.help.startswith("expected ") else {"message": f"{wanted} here, not {found}"}
    return Fault(replace(one.report, **changed), one.reach, expected)


def _article(type_name: str) -> str:
    return "a name or a noun" if type_name == UNKNOWN else with_article(type_name.lower())


def with_article(word: str) -> str:
    """Return a word with `a` or `an` before it."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _require(value: T | None) -> T:
    assert value is not None
    return value


_LEFTOVER = {
    "as": "'as NAME' ends a line that handles something",
    ",": "a comma is needed only before ', if', ', not' and between prices",
}
