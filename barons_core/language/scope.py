"""What a phrase may refer to at its place, and the fault that says why it cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from barons_core.language.known import near_title
from barons_core.language.reports import Report, Span
from barons_core.language.syntax import Token
from barons_core.language.tree import Expression, They
from barons_core.language.words import EventWord, Vocabulary

WORD_FAULTS = frozenset({"BC002", "BC101", "BC102", "BC103", "BC104", "BC106"})
MAX_EXPECTED = 6
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
    """A name in scope: its type and where it was bound; `read` tells whether anything reads it.

    `own` tells whether what it names is the own of the player inside `each`, so that no two name the same.
    """

    name: str
    token: Token
    type: str
    many: bool = False
    per_player: bool = False
    read: bool = False
    level: int = 0
    own: bool = False


@dataclass
class Scope:
    """What a phrase may refer to at its place in the card."""

    vocabulary: Vocabulary
    file: str
    titles: frozenset[str] = frozenset()
    settings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: dict[str, Binding] = field(default_factory=dict)
    they: Expression | None = None
    they_level: int = 0
    at_once: bool = False
    event: EventWord | None = None
    mentions: list[tuple[str, Expression]] = field(default_factory=list)
    captured: dict[str, Expression] | None = None
    capture_level: int = 0
    kind: str = ""
    retitled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Titles that rulesets give, each with those that the packs of these cards give."""

    @property
    def inside_each(self) -> bool:
        """Tell whether each of several players does what is said here: not in a scope that only starts in `each`."""
        they = self.they
        return isinstance(they, They) and they.variable == "they" and self.they_level == self.capture_level

    def child(self, **changes: object) -> Scope:
        """Return a scope inside this one: it sees the same names."""
        return Scope(**{**vars(self), "mentions": list(self.mentions), **changes})


def unknown_title(scope: Scope, token: Token) -> Report:
    """Return the report of a title that no card has, with the one that somebody may have meant."""
    declared = scope.retitled.get(token.value, ())
    near = declared[0] if len(declared) == 1 else near_title(token.value, scope.titles)
    help = f"a ruleset gives this title to {_quoted(declared)}; texts name a card as its pack does" if declared else ""
    message = f"no card has the title {token.text}"
    return Report("BC105", message, span_of(scope.file, token), help=help, fix=_quoted((near,)) if near else "")


def _quoted(titles: Iterable[str]) -> str:
    return " and ".join(f'"{title}"' for title in titles)


def span_of(file: str, token: Token) -> Span:
    return Span(file, token.line, token.column, token.end_line, token.end_column)


def further(one: Fault, other: Fault) -> Fault:
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
    if one.report.help.startswith("expected "):
        return Fault(replace(one.report, help=wanted), one.reach, expected)
    return Fault(replace(one.report, message=f"{wanted} here, not {found}"), one.reach, expected)


def require(value: T | None) -> T:
    assert value is not None
    return value
