"""A cursor over the words of a phrase; of several readings, the one that goes furthest speaks in the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from barons_core.language.known import RESERVED, vocabulary_words
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.language.scope import Fault, Scope, T, further, require, span_of
from barons_core.language.syntax import Phrase, Token
from barons_core.language.tree import Expression


class Cursor:
    """The words of one phrase, and how far they are read."""

    def __init__(self, words: Phrase, scope: Scope, end: Token | None = None) -> None:
        self.words = _single_words(words)
        self.scope = scope
        self.vocabulary = scope.vocabulary
        self.at = 0
        self.end_token = end or (words[-1] if words else None)
        self.unions = True
        self.excluding = False
        self.slot_types: dict[str, Expression] = {}
        self.deepest: Fault | None = None
        self.depth = 0

    @property
    def done(self) -> bool:
        return self.at >= len(self.words)

    def peek(self, ahead: int = 0) -> str:
        """Return the text of the next word, '' at the end."""
        place = self.at + ahead
        return self.words[place].text if place < len(self.words) else ""

    @property
    def token(self) -> Token:
        return self.words[min(self.at, len(self.words) - 1)] if self.words else require(self.end_token)

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

    def _at_words(self, text: str, ahead: int) -> bool:
        return all(self.peek(ahead + n) == part for n, part in enumerate(text.split()))

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
                best = fault if best is None else further(best, fault)
        self.at = start
        if best is not None:
            raise best
        return None

    def note(self, fault: Fault) -> None:
        """Remember the fault of the attempt that read furthest: it says most about words that are left over."""
        self.deepest = fault if self.deepest is None else further(self.deepest, fault)

    def finish(self) -> None:
        """Raise a fault if words are left over."""
        if self.done:
            return
        if self.deepest is not None and self.deepest.reach > self.at:
            raise self.deepest
        word = self.peek()
        if word in RESERVED:
            raise self.fault(
                "BC013", f"'{word}' may not stand inside a line", help=f"put a comma before it: ', {word} ...'"
            )
        known = self.known_words()
        if word not in known and self.words[self.at].kind in ("name", "prep"):
            fix = did_you_mean(word, known)
            raise self.fault("BC101", f"the word '{word}' is not known here", fix=fix)
        raise self.fault(
            "BC102", f"'{word}' does not fit here: nothing before it takes it", help=_LEFTOVER.get(word, "")
        )

    def finish_fault(self) -> Fault:
        try:
            self.finish()
        except Fault as fault:
            return fault
        return self.fault("BC103", "the line ends too early")

    def known_words(self) -> list[str]:
        """Return every word that the vocabulary or a name makes known, for suggestions."""
        return [*self.scope.names, *vocabulary_words(self.vocabulary)]

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

    def unknown(self, wanted: str, candidates: Sequence[str] | None = None) -> Fault:
        """Make the fault for a word that does not fit: unknown, or known elsewhere."""
        if self.done:
            return self.fault("BC103", f"{wanted} is missing at the end of the line")
        word = self.peek()
        if word in RESERVED:
            return self.fault(
                "BC013", f"'{word}' may not stand inside a line", help=f"put a comma before it: ', {word} ...'"
            )
        known = self.known_words()
        if word in known:
            return self._expected("BC106", f"expected {wanted} here, not '{word}'", wanted)
        if self.words[self.at].kind not in ("name", "prep", "conn"):
            return self._expected("BC106", f"expected {wanted} here, not {word}", wanted)
        fix = did_you_mean(word, list(candidates or ())) or did_you_mean(word, known)
        for binding in self.scope.names.values():
            if binding.name == fix:
                binding.read = True
        return self._expected("BC101", f"the word '{word}' is not known here", wanted, f"expected {wanted}", fix)

    def _expected(self, code: str, message: str, wanted: str, help: str = "", fix: str = "") -> Fault:
        return Fault(self.fault(code, message, help=help, fix=fix).report, self.at, (wanted,))


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


_LEFTOVER = {
    "as": "'as NAME' ends a line that handles something",
    ",": "a comma is needed only before ', if', ', not' and between prices",
}
