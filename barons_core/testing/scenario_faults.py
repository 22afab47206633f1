"""What is wrong with a statement that cannot be parsed, said from where the parser stopped."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark import Token, UnexpectedInput

from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.testing.scenario_words import openers

_WORD = re.compile(r'"[^"]*"?|[A-Za-z0-9_\'-]+|\S')
_NAMES = {
    "PLAYER": "a player such as P1",
    "STRING": 'a title in "quotes"',
    "INT": "a number",
    "NAME": "a word",
    "PLACE": "a place such as (0,1)",
    "ID": "the id of an option",
    "ZONE": "'deck' or 'pile'",
    "RULING": "the id of a ruling",
    "RULESET": "the name of a ruleset",
    "COLON": "':'",
    "COMMA": "','",
    "VBAR": "'|'",
    "DOT": "'.'",
    "_NL": "a block below",
    "$END": "the end of the line",
}


_END_HELP = {
    frozenset(): "the line should end before it",
    frozenset({"_NL"}): "what belongs to the ':' stands on the lines below, indented by four spaces",
    frozenset({"COMMA"}): "expected ',' or the end of the line",
    frozenset({"COMMA", "_NL"}): "expected ',' or the end of the line",
}


class Lines:
    """The lines of one statement, and where each of them stands in its file."""

    def __init__(self, file: str, lines: list[tuple[int, str]]) -> None:
        self.file = file
        self.lines = lines
        self.text = "\n".join([line if number else line.lstrip() for number, (_, line) in enumerate(lines)])
        self.shift = len(lines[0][1]) - len(lines[0][1].lstrip())

    @property
    def head(self) -> Span:
        """The words of the first line."""
        return self.words(0)

    @property
    def block(self) -> tuple[Span, ...]:
        """The words of each further line."""
        return tuple(self.words(index) for index in range(1, len(self.lines)))

    def words(self, index: int) -> Span:
        number, line = self.lines[index]
        return Span(self.file, number, len(line) - len(line.lstrip()) + 1, number, len(line) + 1)

    def place(self, token: Token) -> Span:
        """Return where a token of `text` stands in the file."""
        line = token.line or 1
        column = (token.column or 1) + (self.shift if line == 1 else 0)
        number = self.lines[line - 1][0]
        return Span(self.file, number, column, number, column + len(token))

    def says(self, word: str) -> bool:
        """Return whether a word stands in the first line, outside of quotes."""
        return word in _WORD.findall(self.lines[0][1])

    def word_at(self, line: int, column: int) -> tuple[str, Span]:
        """Return the word at a place of `text`, whole, with its span; '' at the end of a line."""
        number, text = self.lines[line - 1]
        column += self.shift if line == 1 else 0
        for match in _WORD.finditer(text):
            if match.start() < column <= match.end():
                return match[0], Span(self.file, number, match.start() + 1, number, match.end() + 1)
        return "", Span(self.file, number, max(1, len(text)), number, len(text) + 1)


def syntax_report(fault: UnexpectedInput, lines: Lines) -> Report:
    """Return the report of a statement that is not in the grammar."""
    expected = _expected(fault)
    line, column = _stop(fault, lines)
    word, span = lines.word_at(line, column)
    if line > 1 and _begins(lines, span):
        return _block_report(lines, line, expected) or _word_report(word, span, expected)
    if not word:
        return _end_report(lines, line, span, expected)
    if word.startswith('"') and (len(word) == 1 or not word.endswith('"')):
        return Report("SC008", "this quoted title does not end on its line", span, help='close it with "')
    if word in "“”„«»":
        return Report("SC008", f"the character {word!r} quotes nothing here", span, help='quote titles with plain "')
    if line == 1 and span.column == lines.head.column:
        return _opener_report(word, span)
    if "BARONY" in expected and word in ("has", "is", "sees", "does"):
        return Report("SC006", f"{word!r} is not expected here", span, help="an expectation begins with `expect`")
    return _word_report(word, span, expected)


def _expected(fault: UnexpectedInput) -> set[str]:
    """Return the names of the terminals that could have followed."""
    found = getattr(fault, "accepts", None) or getattr(fault, "expected", None) or getattr(fault, "allowed", None)
    return set(found or ())


def _stop(fault: UnexpectedInput, lines: Lines) -> tuple[int, int]:
    """Return line and column in the text of the statement where the parser stopped."""
    token = getattr(fault, "token", None)
    if token is not None and (token.type == "$END" or str(token).startswith("\n")):
        line = len(lines.lines) if token.type == "$END" else token.line
        if token.type != "$END":
            return line + 1, len(lines.lines[line][1]) - len(lines.lines[line][1].lstrip()) + 1
        return line, len(lines.lines[line - 1][1]) + 1
    return max(1, fault.line), max(1, fault.column)


def _begins(lines: Lines, span: Span) -> bool:
    """Return whether a span starts with the first word of its line."""
    return any(block.line == span.line and block.column == span.column for block in lines.block)


def _block_report(lines: Lines, line: int, expected: set[str]) -> Report | None:
    """Return the report of a block that should not be there, or that has lines of the wrong sort."""
    if "_NL" in expected and line == 2 and "VBAR" not in expected:
        return None
    if "COLON" in expected and line == 2:
        return Report("SC009", "a line that opens a block must end in ':'", lines.head, help="add ':'")
    if line == 2 and not ({"VBAR", "ID"} & expected):
        return Report(
            "SC009",
            "the line below is indented, but this statement has no block",
            lines.head,
            labels=((lines.block[0], "this line"),),
            help="move the line below to the level of this one",
        )
    return None


def _end_report(lines: Lines, line: int, span: Span, expected: set[str]) -> Report:
    if "_NL" in expected and line == 1:
        return Report(
            "SC009",
            "a line that ends in ':' needs an indented block below it",
            span,
            help="indent the lines that belong to it by four spaces",
        )
    return Report("SC007", "the line ends too early", span, help=_wanted(expected))


def _opener_report(word: str, span: Span) -> Report:
    known = openers()
    return Report(
        "SC005",
        f"no statement begins with {word!r}",
        span,
        fix=did_you_mean(word, known),
        help=f"a statement begins with a player (P1) or one of: {', '.join(known)}",
    )


def _word_report(word: str, span: Span, expected: set[str]) -> Report:
    near = did_you_mean(word, (name.lower() for name in expected if _is_keyword(name)))
    if expected <= {"$END", "_NL", "COMMA"}:
        return Report("SC006", f"{word!r} is not expected here", span, help=_END_HELP[frozenset(expected) - {"$END"}])
    return Report("SC006", f"{word!r} is not expected here", span, help=_wanted(expected), fix=near)


def _is_keyword(name: str) -> bool:
    return name.isalpha() and name not in _NAMES


def _wanted(expected: Iterable[str]) -> str:
    """Return what could follow, in words."""
    names = sorted(_NAMES.get(name, f"'{name.lower()}'") for name in expected if name in _NAMES or _is_keyword(name))
    return f"expected {' or '.join(names)}" if names else ""
