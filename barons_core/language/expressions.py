"""Expressions: whatever has a value, guided by the type that is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from barons_core.language.known import DETERMINERS, article
from barons_core.language.nouns import fits_type
from barons_core.language.references import References
from barons_core.language.templates import NO_STOPS
from barons_core.language.tree import UNKNOWN, Apply, Constant, Expression, Select, Self, Some, Union, You
from barons_core.language.words import Property, Slot, Template, template

MAX_PHRASE_DEPTH = 10


EACH = ("each", "every", "all")


class Expressions(References):
    """Reads what fills slots: numbers, owners, kinds, properties, names, noun phrases, and unions of these."""

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
        if slot.type == "Colors" and not (found.many or (isinstance(found, Select) and found.determiner in EACH)):
            raise self.fault("BC110", "each color of some kind is needed here, not one", help="say 'each color ...'")
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

    def expression(self, wanted: str, stops: frozenset[str] = NO_STOPS, pattern: bool = False) -> Expression:
        """Read an expression of a type (UNKNOWN: of any)."""
        self.depth += 1
        try:
            if self.depth > MAX_PHRASE_DEPTH:
                raise self.fault(
                    "BC004",
                    f"phrases are nested more than {MAX_PHRASE_DEPTH} deep",
                    help="say it in two lines, with a name for the inner part",
                )
            return self._joined(wanted, stops, pattern)
        finally:
            self.depth -= 1

    def _joined(self, wanted: str, stops: frozenset[str], pattern: bool) -> Expression:
        """Read an expression, and those that `and` or `or` join to it."""
        found = self._single(wanted, stops, pattern)
        if not self.unions or (found.type != "Card" and not isinstance(found, Select)):
            return found
        parts: list[Expression] = [found]
        joint = ""
        while self.peek() in ("and", "or") and self.peek() not in stops and self._noun_follows(1):
            joint = self.take().text
            self.slot_types.setdefault("", parts[-1])
            parts.append(self._single(found.type if wanted == UNKNOWN else wanted, stops, pattern))
        return found if len(parts) == 1 else Union(found.type, True, tuple(parts), joint)

    def _noun_follows(self, ahead: int) -> bool:
        """Tell whether a noun phrase seems to start `ahead` words from here."""
        word = self.peek(ahead)
        return (
            word in DETERMINERS
            or word in ("your", "their", "its", "this")
            or word in self.vocabulary.nouns
            or word in self.scope.names
            or word == "("
            or word.startswith('"')
        )

    def _single(self, wanted: str, stops: frozenset[str], pattern: bool) -> Expression:
        if self.done:
            raise self.fault("BC103", f"{article(wanted)} is missing at the end of the line")
        if self.peek() == "(":
            return self._group(wanted, pattern)
        found = self.first_of(self._attempts(wanted, stops, pattern))
        if found is None:
            raise self.unknown(article(wanted))
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
        elif word == "that" or (word == "the" and self._label()):
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

    def value(self, wanted: str) -> Expression:
        token = self.take()
        word = self.vocabulary.values[token.text]
        return self.typed(Constant(word.type, False, word.value, token.text), wanted, token)

    def some(self, wanted: str) -> Expression:
        number = self.number()
        self.accept("of")
        of = self.mention(UNKNOWN) if self.peek() == "the" and self._label() else self.local_name()
        if not of.many and of.type != UNKNOWN:
            raise self.fault(
                "BC110", f"'{self.words[self.at - 1].text}' is one thing, not a list", token=self.words[self.at - 1]
            )
        many = not (isinstance(number, Constant) and number.value == 1)
        return self.typed(Some(of.type, many, number, of), wanted)

    def _property_attempts(self, wanted: str, stops: frozenset[str]) -> Iterator[Callable[[], Expression]]:
        if wanted in ("Number", UNKNOWN):
            for quantity in self.vocabulary.quantities:
                if self._at_words(quantity.spelling, 0) or (
                    self.peek() in ("your", "their") and self._at_words(quantity.spelling, 1)
                ):
                    yield lambda q=quantity: self.quantity(q)  # type: ignore[misc]
        for word in self.vocabulary.properties:
            single = word.type.rstrip("s") if word.type.endswith("s") else word.type
            if wanted not in (UNKNOWN, single) and not fits_type(single, wanted):
                continue
            for text in word.template.split(" | "):
                parts = template(text)
                if self._may_start(parts):
                    yield lambda w=word, p=parts: self.property(w, p, stops)  # type: ignore[misc]

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
            if isinstance(value, Select | Some | Union) and not (
                isinstance(value, Select) and value.type == "Color" and word.type == "Colors"
            ):
                raise self.unchosen(value)
        many = word.type.endswith("s")
        return Apply(word.type.rstrip("s") if many else word.type, many, word, tuple(values.values()))
