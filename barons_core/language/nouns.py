"""Noun phrases: determiner or number, adjectives, noun, qualifiers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from barons_core.language.known import DETERMINERS, article, with_article
from barons_core.language.scope import Fault, require, unknown_title
from barons_core.language.syntax import Token
from barons_core.language.templates import NO_STOPS, Templates
from barons_core.language.tree import UNKNOWN, Constant, Expression, Qualified, Select, Some, They, Union, You
from barons_core.language.words import Adjective, Noun, Qualifier, literals, template

INTRODUCERS = ("next", "last", "any", "no")


class Nouns(Templates):
    """Reads noun phrases, which stand for whatever fits them."""

    def expression(self, wanted: str, stops: frozenset[str] = NO_STOPS, pattern: bool = False) -> Expression:
        """Read an expression of a type."""
        raise NotImplementedError

    def number(self) -> Expression:
        """Read a number."""
        raise NotImplementedError

    def them(self) -> Expression:
        """Read `their` or `them`."""
        raise NotImplementedError

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
        several = found.determiner == "all" or found.bound == "any number" or (number is not None and number != 1)
        one = found.determiner in ("a", "another", "each", "every") or (number == 1 and not found.bound)
        if (found.plural and one) or (several and not found.plural):
            right = found.noun.spelling if one else found.noun.plural or found.noun.spelling + "s"
            raise self.fault(
                "BC113", f"'{token.text}' does not agree with what stands before it", fix=right, token=token
            )
        stands_alone = not (found.determiner or found.bound or found.number or found.plural)
        introduced = self.words[start].text in ("your", "their") or (
            start and self.words[start - 1].text in INTRODUCERS
        )
        if stands_alone and not introduced:
            raise self.fault(
                "BC113",
                f"it is not said which {found.noun.spelling}",
                token=token,
                help=f"write '{with_article(found.noun.spelling)}', 'all', or a number",
            )

    def bare_select(self, wanted: str, stops: frozenset[str], pattern: bool = False) -> Select:
        """Read a noun phrase as it stands."""
        start = self.at
        determiner, bound, number = self._determiner()
        owner = self._possessive()
        adjectives = self._adjectives()
        noun_token = self.token if not self.done else None
        noun, title, plural = self._head_noun(wanted)
        if wanted not in (UNKNOWN, noun.type) and not fits_type(noun.type, wanted):
            raise self.fault(
                "BC111",
                f"'{require(noun_token).text}' is {article(noun.type)}, but {article(wanted)} is needed here",
                token=noun_token,
            )
        self._check_adjectives(adjectives, noun, noun_token)
        qualifiers = list(self._qualifiers(noun, stops, pattern))
        if owner is not None:
            qualifiers.insert(0, Qualified(self._owner_qualifier(noun, start), (owner,)))
        excluded = self._excluded(noun, stops)
        many = plural or determiner in ("all",) or bound not in ("",) or (number is not None and not _is_one(number))
        if determiner in ("a", "an", "another", "each", "every"):
            many = False
        return Select(
            noun.type,
            many,
            noun,
            title,
            determiner,
            bound,
            number,
            tuple(adjectives),
            tuple(qualifiers),
            excluded,
            plural,
        )

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

    def _adjectives(self) -> list[Adjective | Constant]:
        found: list[Adjective | Constant] = []
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

    def _adjectival(self, word: str) -> bool:
        """Tell whether a color word stands before a noun."""
        return self.peek(1) in self.vocabulary.nouns or self.peek(1) in self.vocabulary.adjectives

    def _starts_noun(self, word: str) -> bool:
        known = self.vocabulary
        return (word in DETERMINERS or word.isdigit() or word.startswith('"') or word in known.nouns
                or word in known.adjectives or word in ("your", "their", "at", "exactly", "up", "no")
                or word in known.values or f"{word} {self.peek(1)}" in known.nouns)  # fmt: skip

    def _check_adjectives(self, adjectives: list[Adjective | Constant], noun: Noun, token: Token | None) -> None:
        for adjective in adjectives:
            name, types = (
                (adjective.spelling, adjective.types)
                if isinstance(adjective, Adjective)
                else (adjective.text, ("Card",))
            )
            if noun.type not in types:
                raise self.fault("BC112", f"'{name}' does not fit a {noun.type.lower()}", token=token)

    def _head_noun(self, wanted: str) -> tuple[Noun, str, bool]:
        if self.done:
            raise self.fault("BC103", f"{article(wanted)} is missing at the end of the line")
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
        raise self.unknown(article(wanted), self._noun_words(wanted))

    def _title(self, token: Token) -> Noun:
        if token.value not in self.scope.titles:
            raise Fault(unknown_title(self.scope, token), self.at)
        return self._noun("card")

    def _noun(self, spelling: str) -> Noun:
        if spelling not in self.vocabulary.nouns:
            raise self.fault("BC101", f"the vocabulary has no word '{spelling}'")
        return self.vocabulary.nouns[spelling][0]

    def _noun_words(self, wanted: str) -> list[str]:
        return [word for word, (noun, _) in self.vocabulary.nouns.items() if wanted in (UNKNOWN, noun.type)]

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
        fitting = [word for word in self.vocabulary.qualifiers if of in word.types]
        words = [word for word in fitting if self._may_start(template(word.template))]
        if not words and (half := self._half(template(word.template) for word in fitting)) is not None:
            self.note(half)
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
        if word.domain is not None or word.others is None:
            for value in values.values():
                self.check_listed(value)
        return Qualified(word, tuple(values.values()))

    def check_listed(self, value: Expression | None) -> None:
        """Refuse a phrase that stands for all that fits it, where nothing says among which things to look."""
        match value:
            case Union(parts=parts):
                for part in parts:
                    self.check_listed(part)
            case Select() if not value.listed:
                raise self.nowhere(value)

    def check_one(self, value: Expression | None) -> None:
        """Refuse what stands for several things where something is said of one."""
        if isinstance(value, Select | Some | Union):
            raise self.unchosen(value)
        self.check_single(value)

    def check_single(self, value: Expression | None) -> None:
        """Refuse several things where one is needed, be it one of which nobody has chosen which it is."""
        if value is not None and value.many:
            message = f"one {value.type.lower()} is needed here, not several"
            raise self.fault("BC110", message, token=self.words[self.at - 1])

    def unchosen(self, value: Expression) -> Fault:
        """Make the fault for a thing of which nobody has chosen which it is."""
        return self.fault(
            "BC130",
            f"nobody has chosen which {value.type.lower()} is meant",
            token=self.words[self.at - 1],
            help="choose it first: 'choose ... as NAME', then use the name",
        )

    def nowhere(self, things: Select) -> Fault:
        """Make the fault for things of which nothing says where they are."""
        return self.fault(
            "BC133",
            f"it is not said where the {things.noun.plural or things.noun.spelling} are",
            token=self.words[self.at - 1],
            help="add 'from your hand', 'of a player', 'next to this' or the like",
        )

    def _excluded(self, noun: Noun, stops: frozenset[str]) -> Expression | None:
        """Read what is left out: each `except` belongs to the noun phrase before all of them."""
        if self.excluding:
            return None
        left_out: list[Expression] = []
        self.excluding = True
        try:
            while self.accept("except", ", except"):
                left_out.append(self.expression(noun.type, stops, pattern=True))
        finally:
            self.excluding = False
        if len(left_out) < 2:
            return left_out[0] if left_out else None
        return Union(noun.type, True, tuple(left_out), "or")


def _is_one(number: Expression) -> bool:
    return isinstance(number, Constant) and number.value == 1


def fits_type(found: str, wanted: str) -> bool:
    return (found, wanted) in (("Color", "Deck"), ("Deck", "Color"))
