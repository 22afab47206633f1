"""Faults of syntax: where the parser stopped, and what would be right."""

from __future__ import annotations

from lark import Token as LarkToken
from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

from barons_core.language.notations import other_notation
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.language.shape import KEYS

MAX_EXPECTED = 3
_STRUCTURE = (
    "when", "after", "before", "instead of", "until", "during", "this turn", "this phase", "this action", "each", "if",
    "else", "may", "let", "allow", "forbid", "counts as", "cost", "needs", "name", "choose one of",
)  # fmt: skip


def syntax_report(fault: UnexpectedInput, piece: list[str], first: int, file: str) -> Report:
    """Teach what is wrong from where the parser stopped and what it would have taken."""
    if isinstance(fault, UnexpectedCharacters):
        line, column = fault.line, fault.column
        other = other_notation(piece, line, column, first, file)
        return other or _character_report(piece, first, line, column, file)
    token = getattr(fault, "token", None)
    if token is None or isinstance(fault, UnexpectedEOF) or token.type == "$END":
        return Report(
            "BC010",
            "the declaration ends too early",
            _last(piece, first, file),
            help="a header or a line that ends in ':' needs an indented block below it",
        )
    expected: set[str] = set(getattr(fault, "expected", ()) or ()) | set(getattr(fault, "accepts", ()) or ())
    line = token.line or 1
    if (other := other_notation(piece, line, token.column or 1, first, file)) is not None:
        return other
    number = line - 1 + first
    if token.type in ("_NL", "_INDENT", "_DEDENT"):
        return _end_of_line_report(token, expected, piece, first, file)
    span = Span(file, number, token.column or 1, number, (token.column or 1) + max(1, len(str(token))))
    if "_INDENT" in expected:
        return _no_block(piece, line, first, file)
    if (opened := _unclosed(piece, line, token.column or 1)) and token.type not in ("NAME", "INT", "STRING"):
        open_span = Span(file, number, opened, number, opened + 1)
        return Report("BC014", "a '(' on this line is never closed", open_span, help="add ')'")
    if expected <= {"_NL"} or ("_NL" in expected and token.type == "COLON"):
        return Report("BC002", f"'{token}' is not expected here", span, help="the line should end before it")
    if token.type == "COLON":
        return Report("BC002", "':' is not expected here", span, help="something is missing before it")
    if token.type == "ELSE" and (misspelt := _misspelt_if(piece, line, first, file)) is not None:
        return misspelt
    if token.type == "IF" and piece[line - 1].split()[:1] == ["else"]:
        help = "write 'else:', and below it, one level deeper, 'if ...:' with its block"
        return Report("BC013", "'else' takes no condition", span, help=help)
    if str(token) in _STRUCTURE or token.type in KEYS | {"COST", "LET_NAME", "ELSE"}:
        return Report(
            "BC013",
            f"'{token}' may not stand here",
            span,
            help="it is a word that opens a line; inside a line write ', if' with its comma",
        )
    return Report("BC002", f"'{token}' is not expected here", span, help=_expected(expected))


def _misspelt_if(piece: list[str], line: int, first: int, file: str) -> Report | None:
    """Report the line that opens the block above an `else:`, if its first word was meant to be `if`."""
    indent = _indent(piece[line - 1])
    above = range(line - 1, 0, -1)
    opener = next((n for n in above if piece[n - 1].strip() and _indent(piece[n - 1]) <= indent), None)
    word = piece[opener - 1].split()[0] if opener is not None else ""
    if opener is None or not did_you_mean(word, ["if"]):
        return None
    number = opener - 1 + first
    span = Span(file, number, indent + 1, number, indent + 1 + len(word))
    return Report("BC101", f"the word '{word}' is not known here", span, fix="if")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _no_block(piece: list[str], line: int, first: int, file: str) -> Report:
    """Report the line above, which opens a block that is not there."""
    above = _last(piece[: line - 1], first, file)
    return Report(
        "BC010",
        "a line that ends in ':' needs an indented block below it",
        above,
        help="indent the lines that belong to it by four spaces",
    )


def _unclosed(piece: list[str], line: int, column: int) -> int:
    """Return the column of a parenthesis that is still open at a place, or 0."""
    opened: list[int] = []
    for place, character in enumerate(piece[line - 1][: column - 1] if line <= len(piece) else "", 1):
        if character == "(":
            opened.append(place)
        elif character == ")" and opened:
            opened.pop()
    return opened[-1] if opened and ")" not in piece[line - 1][column - 1 :] else 0


_SHOWN = {
    "NAME": "a word", "INT": "a number", "STRING": 'a title in "quotes"', "COLON": "':'", "_NL": "the end of the line",
    "RPAR": "')'", "EQUAL": "'='", "_INDENT": "an indented block", "AS": "'as'", "CMP": "a comparison",
}  # fmt: skip


def _expected(expected: set[str]) -> str:
    """Return what would be right here, if it is not too many things."""
    known = sorted({_SHOWN[name] for name in expected if name in _SHOWN})
    return f"expected {' or '.join(known)}" if 0 < len(known) <= MAX_EXPECTED else ""


def _character_report(piece: list[str], first: int, line: int, column: int, file: str) -> Report:
    number = line - 1 + first
    text = piece[line - 1] if line <= len(piece) else ""
    character = text[column - 1 : column]
    span = Span(file, number, column, number, column + 1)
    if character == '"':
        return Report(
            "BC007",
            "this quoted title does not end on its line",
            Span(file, number, column, number, len(text) + 1),
            help='close it with "',
        )
    if character in "“”„«»":
        return Report("BC006", f"the character {character!r} is not allowed", span, help='quote titles with plain "')
    return Report(
        "BC006", f"the character {character!r} is not allowed here", span, help=_STRAY.get(character, "remove it")
    )


_STRAY = {
    ";": "end the line instead", ".": "a line needs no full stop", "{": "blocks are indented, without braces",
    "}": "blocks are indented, without braces", "!": "remove it", "[": "blocks are indented, without brackets",
    "'": 'quote titles with double quotes (")', ":": "a ':' ends a line that has a block",
    "*": "nothing is multiplied; add: 'x + x'", "/": "nothing is divided", "%": "nothing is divided",
}  # fmt: skip


def _end_of_line_report(token: LarkToken, expected: set[str], piece: list[str], first: int, file: str) -> Report:
    line = token.line or 1
    if (token.type == "_INDENT" and line == 1) or (
        token.type == "_INDENT" and (token.line or 1) <= 2 and len(piece) > 1 and not piece[0].rstrip().endswith(":")
    ):
        return Report(
            "BC008",
            "this line opens a block and must end in ':'",
            _last(piece[:1], first, file),
            help="a header ends in ':' if text stands below it",
        )
    if token.type == "_INDENT":
        return Report(
            "BC011",
            "the line below is indented, but this line opens no block",
            _line(piece, line, first, file),
            help="end this line with ':', or move the line below to its level",
        )
    number = line - 1 + first
    text = piece[line - 1].split("#", 1)[0].rstrip() if line <= len(piece) else ""
    end = len(text) + 1
    span = Span(file, number, max(1, end - 1), number, end)
    if "_INDENT" in expected or token.type == "_DEDENT":
        return Report(
            "BC010",
            "a line that ends in ':' needs an indented block below it",
            span,
            help="indent the lines that belong to it by four spaces",
        )
    if "COLON" in expected and "_NL" not in expected:
        opener = text.split()[0] if text.split() else ""
        return Report(
            "BC008",
            "this line opens a block and must end in ':'",
            span,
            help=f"'{opener}' needs ':' at the end of its line",
        )
    if "RPAR" in expected and "(" in text:
        return Report("BC014", "a '(' on this line is never closed", span, help="add ')'")
    return Report("BC002", "the line ends too early", span, help=_expected(expected))


def _line(piece: list[str], line: int, first: int, file: str) -> Span:
    """Return the span of the words of one line of a piece."""
    text = piece[line - 1].split("#", 1)[0].rstrip() if line <= len(piece) else ""
    return Span(file, line - 1 + first, len(text) - len(text.lstrip()) + 1, line - 1 + first, len(text) + 1)


def _last(piece: list[str], first: int, file: str) -> Span:
    for offset in range(len(piece) - 1, -1, -1):
        text = piece[offset].split("#", 1)[0].rstrip()
        if text:
            return Span(file, first + offset, max(1, len(text)), first + offset, len(text) + 1)
    return Span(file, first, 1, first, 2)


def suggest_structure(word: str) -> str:
    """Return the structure word that somebody may have meant, or ''."""
    return did_you_mean(word, [word.split()[0] for word in _STRUCTURE])
