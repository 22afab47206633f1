"""Templates: literal words, alternatives, slots and optional parts."""

from __future__ import annotations

from collections.abc import Iterable

from barons_core.language.cursor import Cursor
from barons_core.language.scope import Fault
from barons_core.language.tree import Expression
from barons_core.language.words import Literal, Optional, Slot, Template

NO_STOPS: frozenset[str] = frozenset()


class Templates(Cursor):
    """Reads what a template says, slot by slot."""

    def slot(self, slot: Slot, stops: frozenset[str], pattern: bool = False) -> Expression:
        """Read what fills a slot."""
        raise NotImplementedError

    def match(
        self,
        parts: Template,
        stops: frozenset[str] = NO_STOPS,
        pattern: bool = False,
        given: dict[str, Expression] | None = None,
    ) -> dict[str, Expression]:
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
                        values[name] = self.slot(part, stops | starts(rest), pattern)
                        self.slot_types[name] = values[name]
                case Optional(inner):
                    if self._present(inner, stops | starts(rest)):
                        self._match(inner, stops | starts(rest), pattern, values)

    def _present(self, inner: Template, after: frozenset[str]) -> bool:
        """Tell whether an optional part stands here; `after` is what may stand behind it."""
        first = inner[0]
        if isinstance(first, Literal):
            return self.peek() in first.spellings
        return not self.done and self.peek() not in after and self.peek() not in (",", ")")

    def _half(self, forms: Iterable[Template]) -> Fault | None:
        """Return the fault of words of which only the first stands here: `next` without `to`."""
        for parts in forms:
            match parts:
                case (Literal(first), Literal(second), *_) if self.peek() in first and self.peek(1) not in second:
                    self.at += 1
                    found = self.fault("BC104", f"'{second[0]}' is missing behind '{self.peek(-1)}'")
                    self.at -= 1
                    return found
        return None

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
        return follows and (
            (first.type == "Owner" and self.peek() in ("your", "their"))
            or (first.type == "It" and self.peek() == "its")
        )


def starts(parts: Template) -> frozenset[str]:
    """Return the words with which the rest of a template may begin."""
    found: set[str] = set()
    for part in parts:
        match part:
            case Literal(spellings):
                found.update(spellings)
                break
            case Optional(inner):
                found.update(starts(inner))
            case Slot():
                break
    return frozenset(found)
