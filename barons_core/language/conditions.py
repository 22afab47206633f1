"""Sums and conditions."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from barons_core.language.expressions import Expressions
from barons_core.language.known import article
from barons_core.language.notations import OTHER_NOTATION
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, span_of
from barons_core.language.syntax import spaced
from barons_core.language.templates import NO_STOPS
from barons_core.language.tree import (
    UNKNOWN,
    Calculation,
    Compare,
    Exists,
    Expression,
    Fits,
    Holds,
    Joined,
    Node,
    Select,
    SettingIs,
    Some,
    Tally,
    Test,
    Union,
)
from barons_core.language.words import Literal, Part, Slot, Template, literals, slots, template

FUNCTIONS = ("count", "most", "least", "colors")
COMPARISONS = ("=", "<", ">", "<=", ">=")


class Conditions(Expressions):
    """Reads sums, comparisons, and what something is or has."""

    def kept(self) -> Expression:
        """Read what a name is to keep as it is now: a sum, or things that are fixed already."""
        found = self.first_of([self.sum, lambda: self.expression(UNKNOWN)])
        assert found is not None
        if found.type != "Number" and self.peek() in ("+", "-"):
            raise self._no_number(found, "added to or taken from")
        if isinstance(found, Select | Some | Union):
            raise self.unchosen(found)
        return found

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
        if self.peek() in FUNCTIONS and self.peek() not in self.scope.names:
            raise self._no_parentheses()
        return self.number()

    def _no_parentheses(self) -> Fault:
        """Make the fault for `count x`, which is written `count(x)`."""
        first, *rest = self.words[self.at :]
        within = list(takewhile(lambda word: word.kind not in ("sign", "cmp", "conn", "comma", "close"), rest))
        if not within:
            return self.fault("BC103", f"what is behind '{first.text}' is missing", token=first)
        span = replace(span_of(self.scope.file, first), end_column=within[-1].end_column)
        message = f"what '{first.text}' is of stands in parentheses"
        return Fault(Report(OTHER_NOTATION, message, span, fix=f"{first.text}({spaced(tuple(within))})"), self.at + 1)

    def tally(self) -> Expression:
        function = self.take().text.rstrip("(")
        if function in ("most", "least"):
            of = self._per_player()
        else:
            of = self.expression("Card" if function == "colors" else UNKNOWN, frozenset({")"}))
        if self.done:
            raise self.fault("BC014", f"'{function}(' is never closed")
        if self.peek() != ")":
            raise self.finish_fault()
        self.check_listed(of)
        self.take()
        return Tally("Number", False, function, of)

    def _per_player(self) -> Expression:
        binding = self.scope.names.get(self.peek())
        numbers = [b for b in self.scope.names.values() if b.per_player and b.type in ("Number", UNKNOWN)]
        if binding not in numbers:
            raise self.unknown("a name with one number a player", [b.name for b in numbers])
        return self.local()

    def condition(self) -> Node:
        """Read tests joined by `and` or `or` (not by both)."""
        parts = [self.test()]
        joint = ""
        while self.peek() in ("and", "or"):
            if joint and self.peek() != joint:
                raise self.fault(
                    "BC107", "'and' and 'or' are mixed", help="split the condition into two ifs, or say it in one way"
                )
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
        if self.peek() == "setting" and self.at + 1 < len(self.words) and self.words[self.at + 1].kind == "string":
            return self.setting()
        subject = self.expression(UNKNOWN)
        if self.peek() in COMPARISONS and subject.type not in ("Number", UNKNOWN):
            raise self._no_number(subject, "compared")
        if subject.type == "Number" or self.peek() in COMPARISONS:
            return self._comparison(subject)
        if self.peek() in ("is", "are"):
            self.check_one(subject)
            self.take()
            return self.fits(subject)
        if self.peek() in ("has", "have") and subject.type in ("Player", UNKNOWN):
            self.check_one(subject)
            self.take()
            return self.holds(subject)
        words = [word for word in self.vocabulary.conditions if _first_slot(word.template).single == subject.type]
        parts = [(word, template(word.template)) for word in words]
        parts = [
            (word, rest) for word, rest in parts if isinstance(rest[1], Literal) and self.peek() in rest[1].spellings
        ]
        found = self.first_of([lambda w=w, p=p: self._worded(w, p, subject) for w, p in parts])  # type: ignore[misc]
        if found is not None:
            return found
        if isinstance(subject, Select) and (self.done or self.peek() in ("and", "or")):
            self.check_listed(subject)
            return Exists(subject)
        if self.done:
            raise self.fault(
                "BC108",
                "this is no condition: it says nothing about what it names",
                help="say 'is', 'have', or compare",
            )
        candidates = ["is", "has", "have", *(word for w in words for word in literals(template(w.template)))]
        raise self.unknown("'is', 'have' or a comparison", candidates)

    def _no_number(self, value: Expression, used: str) -> Fault:
        message = f"{article(value.type)} cannot be {used} like a number"
        return self.fault("BC111", message, help="count(...) makes a number of several things")

    def setting(self) -> SettingIs:
        """Read `setting "NAME" is [not] VALUE`."""
        self.take()
        token = self.take()
        values = self.scope.settings.get(token.value)
        if values is None:
            fix = did_you_mean(token.value, sorted(self.scope.settings))
            raise self.fault("BC241", f"no ruleset declares the setting {token.text}", token=token,
                             fix=f'"{fix}"' if fix else "",
                             help="" if fix else "a ruleset declares it: setting \"NAME\" no or yes:")
        self.literal(("is",))
        negated = self.accept("not")
        if self.done or self.peek() not in values:
            fix = "" if self.done else did_you_mean(self.peek(), values)
            raise self.fault("BC242", f"this is no value of the setting {token.text}", fix=fix,
                             help=f"its values are {', '.join(values)}")
        return SettingIs(token.value, self.take().text, values[0], negated)

    def _number_starts(self) -> bool:
        token = self.words[self.at]
        if token.kind in ("int", "call"):
            return True
        binding = self.scope.names.get(token.text)
        if binding is not None:
            return binding.type == "Number"
        if token.text in FUNCTIONS:
            return True
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
        for slot in slots(parts):
            if not slot.many:
                self.check_one(values.get(slot.name))
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
        if self._starts_noun(word) or word == "(":
            return Fits(subject, None, None, self._fitted(subject.type), negated)
        forms = [template(q.template) for q in self.vocabulary.qualifiers if subject.type in q.types]
        if (half := self._half(forms)) is not None:
            raise half
        starts = [literals(form)[0] for form in forms]
        raise self.unknown(f"what the {subject.type.lower()} is", [*starts, *self.vocabulary.adjectives])

    def _fitted(self, wanted: str) -> Select:
        opened = self.accept("(")
        found = self.select(wanted, NO_STOPS, True)
        if opened:
            self.literal((")",))
        return found

    def holds(self, player: Expression) -> Node:
        negated = self.accept("no")
        outer, self.scope = self.scope, self.scope.child(they=player)
        opened = self.accept("(")
        try:
            found = self.bare_select("Card", NO_STOPS) if negated else self.select("Card", NO_STOPS)
        finally:
            self.scope = outer
        if opened:
            self.literal((")",))
        return Holds(player, found, negated)


def _first_slot(text: str) -> Slot:
    first: Part = template(text)[0]
    assert isinstance(first, Slot)
    return first
