"""From words to meaning: phrases are read against the vocabulary, guided by the type that is expected.

A preposition that the verb requires belongs to the verb (`stops`); any other goes to the nearest noun that takes it;
parentheses override. Where several templates could fit, the one that reads furthest speaks in the report.

Each concept has a file, and each class adds one to those before: Cursor, Templates, Nouns, References, Expressions,
Conditions, and here Phrases, with the events.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from barons_core.language.conditions import Conditions
from barons_core.language.reports import did_you_mean
from barons_core.language.scope import Fault, Scope
from barons_core.language.tree import Pattern
from barons_core.language.words import EventWord, Literal, Template, template


class Phrases(Conditions):
    """A reader of one phrase."""

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
                return self.fault(
                    "BC101",
                    f"the word '{token.text}' is not known here",
                    fix=did_you_mean(token.text, known),
                    token=token,
                )
        return self.fault(
            "BC109", "this names no event that the rules know", help=f"events are: {', '.join(sorted(set(spellings)))}"
        )


@contextmanager
def scoped(phrases: Phrases, scope: Scope) -> Iterator[None]:
    """Read with another scope for a while."""
    outer, phrases.scope = phrases.scope, scope
    try:
        yield
    finally:
        phrases.scope = outer
