"""What other languages write another way: recognised where the parser stopped, with what this one writes instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from barons_core.frozen import frozen
from barons_core.language.reports import Report, Span

OTHER_NOTATION = "BC016"
NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip


@frozen
class _Notation:
    """What a line may hold (the first group is what is wrong), and what stands in its place ("": nothing does)."""

    pattern: re.Pattern[str]
    message: str
    fix: str = ""
    help: str = ""


_NOTATIONS = (
    _Notation(re.compile(r"(==)"), "'{0}' is written '='", "="),
    _Notation(re.compile(r"(=>)"), "'{0}' is written '>='", ">="),
    _Notation(re.compile(r"(=<)"), "'{0}' is written '<='", "<="),
    _Notation(re.compile(r"(!=|<>|=!)"), "nothing is compared with '{0}'", "",
              "compare with '=', and put what holds otherwise below 'else:'"),
    _Notation(re.compile(r"^ +([A-Za-z][\w'-]*)(?= *=(?![=<>]))"), "a number gets a name with 'name'", "name {0}"),
    _Notation(re.compile(r"^ +name +([A-Za-z][\w'-]*)(?= +[\w(])(?!.*=)"),
              "'=' is missing behind the name '{0}'", "{0} ="),
    _Notation(re.compile(r"^ +(elif|elsif|elseif)\b"), "'{0}' is written in two lines", "",
              "write 'else:', and below it, one level deeper, 'if ...:' with its block"),
    _Notation(re.compile(r"^ +cost(?: +\w+)?? +(free|nothing|zero|0)$"), "a cost of nothing is written 'none'", "none"),
    _Notation(re.compile(r"^ +cost\b.*\d.*?(,? +(?:and|plus|&|\+))(?= +\d)"),
              "the parts of a cost are joined by a comma", ","),
    _Notation(re.compile(r"^ +(?:with|players) +((\d+) *(?:-|\u2013|\.\.+) *(\d+))"),
              "from one number to another is written with 'to'", "{1} to {2}"),
)  # fmt: skip


def other_notation(piece: list[str], line: int, column: int, first: int, file: str) -> Report | None:
    """Return the report of something written another way at or just before a place, if there is such a thing."""
    text = piece[line - 1] if line <= len(piece) else ""
    for notation, match in _found(_bare(text)):
        start, end = match.span(1)
        if column > start and (column <= end + 2 or notation.pattern.pattern.startswith("^")):
            span = Span(file, first + line - 1, start + 1, first + line - 1, end + 1)
            wrong = match[1].strip()
            message, fix = notation.message.format(wrong), notation.fix.format(wrong, *match.groups()[1:])
            return Report(OTHER_NOTATION, message, span, fix=fix, help=notation.help)
    return None


def _found(text: str) -> Iterator[tuple[_Notation, re.Match[str]]]:
    for notation in _NOTATIONS:
        for match in notation.pattern.finditer(text):
            yield notation, match


def _bare(text: str) -> str:
    """Return a line without its comment, its titles blanked out."""
    blank = re.sub(r'"[^"]*"', lambda title: " " * len(title[0]), text)
    return blank.split("#", 1)[0].rstrip()
