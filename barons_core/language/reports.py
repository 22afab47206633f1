"""Say what is wrong with a text, where, and what would be right."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, Literal

from barons_core.frozen import frozen
from barons_core.language.spelling import nearest

Severity = Literal["error", "warning"]
Style = Literal["", "error", "warning", "place", "title", "gutter", "label", "note", "help"]
Line = tuple[tuple[Style, str], ...]
"""One printed line as styled pieces: plain text joins them, a terminal colors them."""

QUOTED = 200
TAB = 4
CLOSE_ENOUGH = 0.75
MAX_FAULTS = 1_000
"""So many faults are looked for; where there are more, most are the doing of one."""


@frozen
class Span:
    """Mark a stretch of a file; lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """Return the start as `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Report:
    """Describe one fault: a stable code, a place, and all that helps to mend it.

    `fix` is the text that would replace the span.
    """

    code: str
    message: str
    span: Span
    severity: Severity = "error"
    labels: tuple[tuple[Span, str], ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fix: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data for machines."""
        return {
            "code": self.code,
            "message": self.message,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end": {"line": self.span.end_line, "column": self.span.end_column},
            "severity": self.severity,
            "help": self.help,
            "suggestion": self.fix,
        }


def too_many_faults(place: Span) -> Report:
    """Return the report that stands in place of all further ones."""
    return Report("BC015", f"more than {MAX_FAULTS:,} faults: from here on nothing is read", place,
                  help="mend those above first; where a whole pack has faults, one is often at the bottom of many")


def sort_reports(reports: Iterable[Report]) -> list[Report]:
    """Return the reports in the order of their places."""
    return sorted(reports, key=lambda report: (_position(report.span), report.code, report.message))


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate most like the word, the alphabetically first among equals, or ""."""
    others = [candidate for candidate in candidates if candidate != word]
    slips = nearest(word, others, 1)
    if slips:
        return slips[0]
    likeness = {candidate: _likeness(word, candidate) for candidate in others}
    near = [candidate for candidate, ratio in likeness.items() if ratio >= CLOSE_ENOUGH]
    return min(near, key=lambda candidate: (-likeness[candidate], candidate), default="")


def render_plain(report: Report, source_text: str) -> str:
    """Return the report as a compiler prints it; `source_text` is the text of the report's file."""
    lines = render_lines(report, source_text)
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines) + "\n"


def render_lines(report: Report, source_text: str) -> Iterator[Line]:
    """Yield the printed report line by line."""
    severity = report.severity
    yield (
        ("place", f"{report.span}:"),
        ("", " "),
        (severity, f"{severity}[{report.code}]:"),
        ("", " "),
        (
            "title",
            report.message,
        ),
    )
    yield from _snippet(report, source_text.splitlines())
    yield from (_remark("note", f"note: {span}: {text}") for span, text in _elsewhere(report))
    yield from (_remark("note", f"note: {note}") for note in report.notes)
    if report.help:
        yield _remark("help", f"help: {report.help}")
    if report.fix:
        yield _remark("help", f"did you mean `{report.fix}`?")


def _remark(style: Style, text: str) -> Line:
    """Return a line that stands below the quoted source."""
    return ("", "  "), (style, text)


def _snippet(report: Report, source: Sequence[str]) -> Iterator[Line]:
    """Quote each line that the report or a label of it marks, with the marks below."""
    marks = [(span, mark) for span, mark in _marks(report) if 1 <= span.line <= len(source)]
    width = max((len(str(span.line)) for span, _ in marks), default=0)
    previous = 0
    for span, (style, sign, label) in marks:
        if previous and span.line > previous + 1:
            yield (("gutter", "..."),)
        text, span = _window(source[span.line - 1], span)
        if span.line != previous:
            yield ("gutter", f"{span.line:>{width}} |"), ("", f" {_display(text)}")
        yield (
            ("gutter", f"{'':>{width}} |"),
            ("", " " + _indent(text, span)),
            (
                style,
                f"{sign * _extent(text, span)} {label}",
            ),
        )
        previous = span.line


def _window(text: str, span: Span) -> tuple[str, Span]:
    """Return the part of a very long line that holds the mark, with the mark moved along."""
    if len(text) <= QUOTED:
        return text, span
    start = max(0, min(span.column - 1 - QUOTED // 2, len(text) - QUOTED))
    end = min(span.end_column - start, QUOTED + 1) if span.end_line == span.line else QUOTED + 1
    return text[start : start + QUOTED], replace(span, column=span.column - start, end_column=end, end_line=span.line)


def _marks(report: Report) -> list[tuple[Span, tuple[Style, str, str]]]:
    """Return the marks within the report's own file, in the order of their places."""
    marks: list[tuple[Span, tuple[Style, str, str]]] = [(report.span, (report.severity, "^", ""))]
    marks += [(span, ("label", "-", text)) for span, text in report.labels if span.file == report.span.file]
    return sorted(marks, key=lambda mark: _position(mark[0]))


def _elsewhere(report: Report) -> Iterator[tuple[Span, str]]:
    """Yield the labels in other files, whose text is not at hand."""
    return ((span, text) for span, text in report.labels if span.file != report.span.file)


def _position(span: Span) -> tuple[str, int, int, int, int]:
    """Return what spans are ordered by."""
    return span.file, span.line, span.column, span.end_line, span.end_column


@lru_cache(maxsize=8192)
def _likeness(word: str, candidate: str) -> float:
    """Return how alike two words are, from 0 to 1, whatever their case."""
    return SequenceMatcher(None, word.casefold(), candidate.casefold()).ratio()


def _display(text: str) -> str:
    """Return the text as it is shown: tabs as blanks, control characters as a visible stand-in."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    """Return what stands for one character on a terminal."""
    if character == "\t":
        return " " * TAB
    if unicodedata.category(character) in ("Cc", "Cf"):
        return "\N{REPLACEMENT CHARACTER}"
    return character


def _cells(text: str) -> int:
    """Return how many terminal cells the text takes."""
    return sum(_cell(character) for character in _display(text))


def _cell(character: str) -> int:
    """Return how many terminal cells one shown character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _indent(text: str, span: Span) -> str:
    """Return the blanks that bring a mark below the start of its span."""
    return " " * (_cells(text[: span.column - 1]) + max(0, span.column - 1 - len(text)))


def _extent(text: str, span: Span) -> int:
    """Return the length of a mark in cells: at least one, and no further than its line."""
    end = span.end_column - 1 if span.end_line == span.line else len(text)
    return max(1, _cells(text[span.column - 1 : end]))
