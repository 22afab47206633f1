"""Headers: `WORD "Title" roles:`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from barons_core.frozen import frozen
from barons_core.language.lookalikes import alphabets, looks
from barons_core.language.notations import NUMBERS, OTHER_NOTATION
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, span_of
from barons_core.language.syntax import Declaration, Token
from barons_core.language.words import Vocabulary

OTHER_DECLARATIONS = ("quantity", "ruleset")
MAX_COPIES = 1000
MAX_TITLE = 80
_SEAT = re.compile(r"[Pp][0-9]+")


@frozen
class Header:
    """What a header says: the word it starts with, the title, the decks and the copies in each."""

    word: str
    title: Token
    colors: tuple[int, ...] = ()
    each_deck: bool = False
    copies: int = 1
    argument: tuple[str, ...] = ()


def wrong_length(title: Token) -> str:
    """Return what keeps a text from being any title, "" for nothing."""
    text = title.value
    if not text.strip() or text != text.strip() or len(text) > MAX_TITLE:
        return f"a title has 1 to {MAX_TITLE} characters and no spaces around it"
    return ""


def wrong_title(title: Token, colors: Iterable[str]) -> str:
    """Return what keeps a text from being the title of a card, "" for nothing."""
    if wrong := wrong_length(title):
        return wrong
    text = title.value
    seen = set(looks(text))
    if color := next((color for color in colors if seen.intersection(looks(color))), ""):
        said = "is" if color == text.casefold() else "looks like"
        return f"{title.text} cannot be a title: it {said} the name of a color"
    if _SEAT.fullmatch(text):
        return f"{title.text} cannot be a title: players are called so"
    return ""


def mixed_letters(title: Token) -> str:
    """Return what is wrong with a title whose letters are of several alphabets that look alike, "" for nothing."""
    mixed = alphabets(title.value)
    return f"the title {title.text} mixes letters that look alike: {' and '.join(mixed)}" if len(mixed) > 1 else ""


def read_header(declaration: Declaration, vocabulary: Vocabulary) -> Header:
    """Read the header of a declaration; raise a Fault at the first word that does not fit."""
    return _Reader(declaration, vocabulary).read()


class _Reader:
    def __init__(self, declaration: Declaration, vocabulary: Vocabulary) -> None:
        self.file = declaration.file
        self.words = declaration.header
        self.vocabulary = vocabulary
        self.bodyless = not declaration.body

    def read(self) -> Header:
        first = self.words[0]
        known = [*self.vocabulary.kinds, *OTHER_DECLARATIONS]
        if first.text not in known:
            self._fail(
                "BC203",
                f"'{first.text}' starts no declaration",
                first,
                did_you_mean(first.text, known),
                f"a declaration starts with {', '.join(known)}",
            )
        title = self._title(first)
        rest = list(self.words[2:])
        if first.text == "quantity":
            return self._quantity(title, rest)
        if first.text == "ruleset":
            if rest:
                self._fail("BC204", f"'{rest[0].text}' does not fit in a ruleset's header", rest[0])
            return Header("ruleset", title)
        return self._card(first.text, title, rest)

    def _title(self, first: Token) -> Token:
        if len(self.words) < 2 or self.words[1].kind != "string":
            at = self.words[1] if len(self.words) > 1 else first
            fix = f'"{at.text}"' if at is not first and at.kind == "name" and at.text != "in" else ""
            message = f"a title in quotes must stand behind '{first.text}'"
            self._fail("BC205", message, at, fix, f'{first.text} "Title":')
        title = self.words[1]
        # A ruleset is called like its file: its title stands in no option, so it may be that of a color or a seat.
        if wrong := wrong_length(title) if first.text == "ruleset" else wrong_title(title, self.vocabulary.colors):
            self._fail("BC205", wrong, title)
        if mixed := mixed_letters(title):
            self._fail("BC250", mixed, title)
        return title

    def _quantity(self, title: Token, rest: list[Token]) -> Header:
        wanted = ["of", "a", "player"]
        for number, word in enumerate(wanted):
            if number >= len(rest) or rest[number].text != word:
                at = rest[number] if number < len(rest) else title
                self._fail("BC204", f"expected '{word}' here", at, help='quantity "name" of a player:')
        if len(rest) > len(wanted):
            self._fail("BC204", f"'{rest[3].text}' does not fit in this header", rest[3])
        return Header("quantity", title)

    def _card(self, word: str, title: Token, rest: list[Token]) -> Header:
        colors: tuple[int, ...] = ()
        each_deck = False
        copies = 1
        argument: tuple[str, ...] = ()
        kind = self.vocabulary.kinds[word]
        while rest:
            token = rest.pop(0)
            if token.text == "in" and kind.deck and not colors:
                colors, each_deck = self._colors(rest, token)
            elif token.text[:1] == "x" and token.text[1:].isdigit():
                copies = self._copies(token)
            elif token.text == "x" and rest:
                self._parted_copies(token, rest[0])
            elif token.text == "for" and rest and not argument:
                argument = tuple(t.text for t in rest)
                rest.clear()
            else:
                known = ["in", "each", "deck", "for", *self.vocabulary.colors]
                self._fail(
                    "BC204",
                    f"'{token.text}' does not fit in this header",
                    token,
                    did_you_mean(token.text, known),
                    f'{word} "Title" in COLOR xCOPIES:',
                )
        if kind.deck and not colors:
            self._fail(
                "BC206",
                f"the header of {title.text} names no deck",
                title,
                help=f"{word} {title.text} in COLOR xCOPIES:",
            )
        return Header(word, title, colors, each_deck, copies, argument)

    def _parted_copies(self, x: Token, number: Token) -> None:
        """Report `x 4` and `x four`."""
        digits = NUMBERS.get(number.text, number.text)
        span = replace(span_of(self.file, x), end_column=number.end_column)
        fix = f"x{digits}" if digits.isdigit() else ""
        raise Fault(Report(OTHER_NOTATION, "copies are written in one word", span, fix=fix, help="write 'x4'"), 0)

    def _copies(self, token: Token) -> int:
        copies = int(token.text[1:]) if len(token.text) < 8 else MAX_COPIES + 1
        if not 1 <= copies <= MAX_COPIES:
            self._fail("BC207", f"a deck holds 1 to {MAX_COPIES} copies of a card", token)
        return copies

    def _colors(self, rest: list[Token], at: Token) -> tuple[tuple[int, ...], bool]:
        names = self.vocabulary.colors
        if rest and rest[0].text == "each":
            rest.pop(0)
            if not rest or rest[0].text != "deck":
                bad = rest[0] if rest else at
                self._fail("BC204", "'deck' must stand behind 'each' here", bad, did_you_mean(bad.text, ["deck"]))
            rest.pop(0)
            return tuple(range(len(names))), True
        found: list[int] = []
        while True:
            if not rest or rest[0].text not in names:
                bad = rest[0] if rest else at
                self._fail(
                    "BC208",
                    f"'{bad.text}' is no color" if rest else "a color is missing behind 'in'",
                    bad,
                    did_you_mean(bad.text, [*names, "each"]),
                    f"colors are {', '.join(names)}",
                )
            found.append(names.index(rest.pop(0).text))
            if rest and rest[0].text in ("and", ","):
                rest.pop(0)
                continue
            return tuple(found), False

    def _fail(self, code: str, message: str, token: Token, fix: str = "", help: str = "") -> None:
        raise Fault(Report(code, message, span_of(self.file, token), fix=fix, help=help), 0)
