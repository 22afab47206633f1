"""The titles and the names of colors that a ruleset gives: none of them may be taken for another."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from barons_core.language.headers import mixed_letters, wrong_title
from barons_core.language.lookalikes import looks
from barons_core.language.reports import Report
from barons_core.language.scope import Fault, span_of
from barons_core.language.syntax import Token

APART = "nobody can tell them apart: choose another one"


class NewNames:
    """Takes what one ruleset gives new names to, one after the other.

    `titles` has the title of a card by each way in which it looks, `colors` are those of all decks.
    """

    def __init__(self, file: str, titles: Mapping[str, str], colors: Collection[str]) -> None:
        self.file = file
        self.titles = titles
        self.colors = {look: color for color in colors for look in looks(color)}
        self.given: dict[str, Token] = {}

    def title(self, token: Token, own: Collection[str]) -> str:
        """Return a new title for a card that has some of its own; raise a Fault if it can be taken for another."""
        if wrong := wrong_title(token, self.colors.values()):
            raise self._fault("BC205", wrong, token)
        if mixed := mixed_letters(token):
            raise self._fault("BC250", mixed, token)
        for look in looks(token.value):
            other = self.titles.get(look, "")
            if other == token.value:
                raise self._fault("BC201", f"the card {token.text} stands twice", token)
            if other and other not in own:
                raise self._fault("BC250", f'the title {token.text} looks like "{other}"', token, APART)
        self._give(token)
        return token.value

    def color(self, token: Token, old: str) -> str:
        """Return a new name for a color; raise a Fault if it can be taken for another."""
        for look in looks(token.value):
            other = self.colors.get(look, old)
            if other != old:
                raise self._fault("BC250", f"the name {token.text} looks like {other}", token, APART)
        self._give(token)
        return token.value

    def _give(self, token: Token) -> None:
        """Raise a Fault if the ruleset has given the name before, or one that looks like it."""
        for look in looks(token.value):
            first = self.given.setdefault(look, token)
            if first is token:
                continue
            same = first.value == token.value
            code = "BC201" if same else "BC250"
            message = f"{token.text} is given twice" if same else f"{token.text} looks like {first.text}"
            raise self._fault(code, message, token, "" if same else APART, first)

    def _fault(self, code: str, message: str, token: Token, help: str = "", first: Token | None = None) -> Fault:
        labels = ((span_of(self.file, first), "it is given here first"),) if first is not None else ()
        return Fault(Report(code, message, span_of(self.file, token), labels=labels, help=help), 0)
