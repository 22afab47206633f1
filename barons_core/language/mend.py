"""Misspellings: mend each in thought and read on, so that one wrong letter is one report.

A word that no vocabulary, name or structure knows is certainly wrong. The words most like it are tried in its place;
the one with which the text reads best is the suggestion, and what faults vanish with it were its consequences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from barons_core.frozen import frozen
from barons_core.language.notations import NUMBERS, OTHER_NOTATION
from barons_core.language.reports import Report, Span
from barons_core.language.scope import WORD_FAULTS
from barons_core.language.spelling import nearest

SURE = frozenset({OTHER_NOTATION, "BC205"})
MENDABLE = WORD_FAULTS | {"BC218"}
# What is misspelt there is the name of something, and no word of the language.
NAME_FAULTS = frozenset({"BC237"})
CHARACTER_FAULTS = frozenset({"BC001", "BC006"})
MAX_MENDS = 12
MAX_CANDIDATES = 8
MAX_LINES_READ = 3_000
MAX_LINES_READ_IN_ALL = 30_000

_WORD = re.compile(r'"[^"\n]*"|#.*|(?P<word>[A-Za-z][A-Za-z0-9_\'-]*)')
_BOUND = re.compile(r"\bas ([A-Za-z][A-Za-z0-9_'-]*)\s*:?\s*$|^\s*name ([A-Za-z][A-Za-z0-9_'-]*) *=")
_OWNED = re.compile(r"\b(your|their|player's) $")
_COUNTED = re.compile(r" +(rise|fall|be|[-=<>+])")
_COPIES = re.compile(r"x\d+")
T = TypeVar("T")
Outcome = tuple[T | None, list[Report]]


@frozen
class Edit:
    """A word put in another's place: where it starts now, and by how much the rest of its line moved."""

    line: int
    column: int
    shift: int


@dataclass
class Draft:
    """The lines of one declaration, as mended so far, with what was found in them; `left_out` if it is not read."""

    file: str
    first: int
    lines: list[str]
    reports: list[Report] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    lines_read: int = 0
    left_out: bool = False

    def original(self, line: int, column: int) -> int:
        """Return the column that a place of the mended text has in the file."""
        return column - sum(edit.shift for edit in self.edits if edit.line == line and edit.column < column)

    def settle(self, reports: Iterable[Report]) -> None:
        """Keep those reports whose lines hold nothing that was already reported."""
        self.reports.extend(report for report in reports if report.span.line not in self.closed)


@frozen
class Place:
    """A word in a draft: the line's number in the file, the column from 0."""

    line: int
    column: int
    word: str


class Mender:
    """Mends the misspelt words of drafts against all words that are known."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = frozenset(known)
        self.lines_read = 0

    def _may_try(self, draft: Draft) -> bool:
        """Tell whether there is time for one more trial, and count it: long and many faulty texts get fewer."""
        if draft.lines_read >= MAX_LINES_READ or self.lines_read >= MAX_LINES_READ_IN_ALL:
            return False
        draft.lines_read += len(draft.lines)
        self.lines_read += len(draft.lines)
        return True

    def mend(self, draft: Draft, outcome: Outcome[T], read: Callable[[list[str]], Outcome[T]]) -> Outcome[T]:
        """Mend unknown words until the rest of the faults are of another sort; return what was read at last."""
        for _ in range(MAX_MENDS):
            outcome = self._rewrite(draft, outcome, read)
            place = self._unknown(draft, outcome[1])
            if place is None or not self._may_try(draft):
                break
            outcome = self._mend_one(draft, place, outcome, read)
        tried: set[int] = set()
        while lines := {report.span.line for report in outcome[1] if report.code in MENDABLE} - draft.closed - tried:
            if len(tried) == MAX_MENDS:
                break
            line = min(lines)
            tried.add(line)
            outcome = self._mend_known(draft, line, outcome, read)
        return outcome

    def _rewrite(self, draft: Draft, outcome: Outcome[T], read: Callable[[list[str]], Outcome[T]]) -> Outcome[T]:
        """Write what other languages write another way as this one does, where it is sure what is meant."""
        for _ in range(MAX_MENDS):
            sure = (report for report in outcome[1] if report.code in SURE and report.fix)
            found = next((report for report in sure if report.span.line not in draft.closed), None)
            if found is None or not self._may_try(draft):
                break
            line = draft.lines[found.span.line - draft.first]
            start = found.span.column - 1
            place = Place(found.span.line, start, line[start : found.span.end_column - 1])
            outcome = self._apply(draft, place, found.fix, None, read, replace(found, span=_span(draft, place)))
        return outcome

    def _mend_known(
        self, draft: Draft, line: int, outcome: Outcome[T], read: Callable[[list[str]], Outcome[T]]
    ) -> Outcome[T]:
        """Mend a line in which one word may stand for another that is much like it, if all is well with that one."""
        own = next((report for report in outcome[1] if report.span.line == line), None)
        if own is None:
            return outcome
        for place in _places(draft):
            if place.line != line:
                continue
            number = [NUMBERS[place.word]] if place.word in NUMBERS else []
            for word in (*number, *nearest(place.word, self.known, MAX_CANDIDATES, 1)):
                if not self._may_try(draft):
                    return outcome
                reports = read(_replaced(draft, place, word))[1]
                # A fault of structure hides those of the lines below it.
                hiding = own.code == "BC002" and all(report.span.line > line for report in reports)
                if any(report.span.line == line for report in reports):
                    continue
                if len(reports) >= len(outcome[1]) and not hiding:
                    continue
                help = own.help if _at(own, place) else ""
                found = Report("BC106", f"'{place.word}' does not fit here", _span(draft, place), fix=word, help=help)
                return self._apply(draft, place, word, own, read, found)
        return outcome

    def _unknown(self, draft: Draft, reports: list[Report]) -> Place | None:
        """Return the first unknown word on a line with a report."""
        open_lines = {report.span.line for report in reports if report.severity == "error"}
        # A foreign character cuts words in two: what is left of them means nothing.
        open_lines -= {report.span.line for report in reports if report.code in CHARACTER_FAULTS}
        if not open_lines:
            return None
        known = self.known | _bound(draft.lines)
        tried = {(edit.line, edit.column) for edit in draft.edits}
        tried |= {(report.span.line, report.span.column - 1) for report in reports if report.code == OTHER_NOTATION}
        return next((place for place in _places(draft) if place.line in open_lines and place.word not in known
                     and (place.line, place.column) not in tried), None)  # fmt: skip

    def _mend_one(
        self, draft: Draft, place: Place, outcome: Outcome[T], read: Callable[[list[str]], Outcome[T]]
    ) -> Outcome[T]:
        own = next((report for report in outcome[1] if _at(report, place)), None)
        binder = self._binder(draft, place)
        if binder is not None:
            return self._apply(draft, binder, place.word, None, read, _binder_report(draft, binder, place))
        candidates = self._candidates(draft, place, own)
        best = self._best(draft, place, candidates, outcome[1], read)
        if best is None:
            # What the rest of a line may be depends on the words before: one of those may stand for another.
            outcome = self._mend_known(draft, place.line, outcome, read)
            if place.line not in draft.closed:
                self._give_up(draft, place, outcome[1])
            return outcome
        report = self._report(draft, place, best, own)
        return self._apply(draft, place, best, own, read, report)

    def _candidates(self, draft: Draft, place: Place, own: Report | None) -> list[str]:
        names = _bound(draft.lines)
        found = [NUMBERS[place.word]] if place.word in NUMBERS else []
        found += nearest(place.word, self.known | names, MAX_CANDIDATES)
        if own is not None and own.fix and " " not in own.fix and own.fix not in found:
            found.append(own.fix)
        return [*found, *self._parted(place.word), *self._named(draft, place)]

    def _parted(self, word: str) -> Iterator[str]:
        """Yield the word as two known ones between which a blank is missing."""
        for at in range(1, len(word)):
            if word[:at] in self.known and word[at:] in self.known:
                yield f"{word[:at]} {word[at:]}"

    def _named(self, draft: Draft, place: Place) -> Iterator[str]:
        """Yield the word with `as` before it, if it ends its line and is read elsewhere: so a name is bound."""
        line = draft.lines[place.line - draft.first].split("#", 1)[0].rstrip()
        readers = [other for other in _places(draft) if other.word == place.word and other.line > place.line]
        if line.endswith(place.word) and place.column + len(place.word) == len(line) and readers:
            yield f"as {place.word}"

    def _best(self, draft: Draft, place: Place, candidates: list[str], before: list[Report],
              read: Callable[[list[str]], Outcome[T]]) -> str | None:  # fmt: skip
        """Return the candidate with which the line reads to its end, or at least beyond the word."""
        scores: list[tuple[int, int, int]] = []
        stops = any(report.span.line == place.line and report.span.column <= place.column + len(place.word) + 1
                    for report in before)  # fmt: skip
        for number, candidate in enumerate(candidates):
            if not self._may_try(draft):
                return candidates[0]
            reports = read(_replaced(draft, place, candidate))[1]
            if not reports:
                return candidate
            faults = [report.span.column for report in reports if report.span.line == place.line]
            if not faults:
                scores.append((0, len(reports), number))
            elif stops and min(faults) > place.column + len(candidate):
                scores.append((1, -min(faults), number))
        return candidates[min(scores)[2]] if scores else None

    def _apply(self, draft: Draft, place: Place, word: str, own: Report | None, read: Callable[[list[str]], Outcome[T]],
               report: Report) -> Outcome[T]:  # fmt: skip
        draft.reports.append(report)
        draft.lines = _replaced(draft, place, word)
        draft.edits.append(Edit(place.line, place.column, len(word) - len(place.word)))
        draft.closed.add(place.line)
        return read(draft.lines)

    def _give_up(self, draft: Draft, place: Place, reports: list[Report]) -> None:
        """Report an unknown word that nothing replaces, unless its line has a fault of another sort."""
        draft.edits.append(Edit(place.line, place.column, 0))
        faults = [report for report in reports if report.span.line == place.line]
        if all(report.code in WORD_FAULTS for report in faults):
            own = next((report for report in faults if _at(report, place)), _unknown_report(draft, place, ""))
            line = draft.lines[place.line - draft.first]
            if _OWNED.search(line[: place.column]) and _COUNTED.match(line[place.column + len(place.word) :]):
                help = f'a quantity is declared by: quantity "{place.word}" of a player:'
                own = replace(_unknown_report(draft, place, ""), help=help)
            draft.reports.append(replace(own, span=_span(draft, place), fix=""))
            draft.closed.add(place.line)

    def _report(self, draft: Draft, place: Place, fix: str, own: Report | None) -> Report:
        help = own.help if own is not None else ""
        found = replace(_unknown_report(draft, place, fix), help=help)
        if own is not None and own.code in NAME_FAULTS:
            found = replace(found, code=own.code, message=own.message)
        bound = next((other for other in _binders(draft) if other.word == fix), None)
        return replace(found, labels=((_span(draft, bound), f"'{fix}' is bound here"),)) if bound else found

    def _binder(self, draft: Draft, place: Place) -> Place | None:
        """Return the binding that is misspelt, if several readers agree against a name that nothing else reads."""
        counts = Counter(other.word for other in _places(draft))
        if counts[place.word] < 2:
            return None
        unread = {other.word: other for other in _binders(draft) if counts[other.word] == 1}
        near = nearest(place.word, unread, 1)
        return unread[near[0]] if near else None


def _unknown_report(draft: Draft, place: Place, fix: str) -> Report:
    return Report("BC101", f"the word '{place.word}' is not known here", _span(draft, place), fix=fix)


def _binder_report(draft: Draft, binder: Place, reader: Place) -> Report:
    return Report("BC117", f"nothing reads the name '{binder.word}'", _span(draft, binder), fix=reader.word,
                  labels=((_span(draft, reader), f"'{reader.word}' is read here"),),
                  help="a name is read under the spelling that binds it")  # fmt: skip


def _span(draft: Draft, place: Place) -> Span:
    column = draft.original(place.line, place.column) + 1
    return Span(draft.file, place.line, column, place.line, column + len(place.word))


def _at(report: Report, place: Place) -> bool:
    return (report.span.line, report.span.column) == (place.line, place.column + 1)


def _places(draft: Draft) -> Iterator[Place]:
    """Yield every word outside titles and comments."""
    for number, line in enumerate(draft.lines, draft.first):
        for match in _WORD.finditer(line):
            if match["word"] and not _COPIES.fullmatch(match["word"]):
                yield Place(number, match.start(), match["word"])


def _binders(draft: Draft) -> Iterator[Place]:
    for number, line in enumerate(draft.lines, draft.first):
        match = _BOUND.search(line.split("#", 1)[0])
        if match:
            group = 1 if match[1] else 2
            yield Place(number, match.start(group), match[group])


def _bound(lines: Iterable[str]) -> frozenset[str]:
    """Return all names that some lines bind."""
    found = (_BOUND.search(line.split("#", 1)[0]) for line in lines)
    return frozenset(match[1] or match[2] for match in found if match)


def _replaced(draft: Draft, place: Place, word: str) -> list[str]:
    lines = list(draft.lines)
    at = place.line - draft.first
    lines[at] = lines[at][: place.column] + word + lines[at][place.column + len(place.word) :]
    return lines
