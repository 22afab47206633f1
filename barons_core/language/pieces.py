"""Cut a text at column 0, and check what the lexer cannot say well: characters, indentation, length, depth."""

from __future__ import annotations

import re
from unicodedata import category, name

from barons_core.language.reports import Report, Span

MAX_DEPTH = 8
MAX_PARENTHESES = 10
MAX_BYTES = 4_000_000
MAX_LINE = 2_000
MAX_WORDS = 400
MAX_LINES = 1_000
LANGUAGE_VERSION = 1
UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""The categories of characters that show nothing, or not the same everywhere."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(n) for n in range(0xFE00, 0xFE10)}
"""Characters of other categories that show nothing."""


def pieces(text: str, file: str) -> tuple[list[tuple[int, list[str]]], list[Report], int]:
    """Cut a text into declarations: number of the first line and lines of each; faults; the language version."""
    lines = normalized(text).split("\n")
    version, reports = _version(lines, file)
    return ([] if version > LANGUAGE_VERSION else _pieces(lines)), reports, version


def normalized(text: str) -> str:
    """Return the text with plain line ends, no byte-order mark, and a final newline."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else text + "\n"


def _version(lines: list[str], file: str) -> tuple[int, list[Report]]:
    """Read `language N` in the first line that holds anything; blank it out so that it is no declaration."""
    for number, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = re.fullmatch(r"language\s+(\d+)\s*(#.*)?", line)
        if not found:
            break
        lines[number] = ""
        version = int(found[1][:9])
        if version <= LANGUAGE_VERSION:
            return version, []
        span = Span(file, number + 1, found.start(1) + 1, number + 1, found.end(1) + 1)
        message = f"this file is written for language version {version}; this tool reads up to {LANGUAGE_VERSION}"
        return version, [Report("BC009", message, span, help="update barons, or state the version the file needs")]
    return LANGUAGE_VERSION, []


def _pieces(lines: list[str]) -> list[tuple[int, list[str]]]:
    """Cut at column 0: each piece is (number of its first line, lines)."""
    pieces: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue_piece = bool(pieces)
            if continue_piece:
                pieces[-1][1].append("")
            continue
        top = not line[0].isspace() and not line.startswith("#")
        if top or (not pieces and not line.startswith("#")):
            pieces.append((number, [line]))
        elif pieces:
            pieces[-1][1].append(line)
    return pieces


def line_faults(piece: list[str], first: int, file: str) -> list[Report]:
    """Check what the lexer cannot say well: control characters, tabs, indentation, depth, length."""
    if len(piece) > MAX_LINES and sum(bool(line.strip()) for line in piece) > MAX_LINES:
        help = f"a declaration holds at most {MAX_LINES:,} lines"
        return [Report("BC005", "this declaration is too long to be read", Span(file, first, 1, first, 2), help=help)]
    levels = [0]
    for number, line in enumerate(piece, first):
        if fault := _characters(line, number, file):
            return [fault]
        content = line.split("#", 1)[0].rstrip()
        if not content.strip():
            continue
        fault = _indentation(content, levels, number, file, number == first) or _length(content, number, file)
        if fault:
            return [fault]
    return []


def _indentation(content: str, levels: list[int], number: int, file: str, top: bool) -> Report | None:
    """Check the indentation of a line against those that are open above it, and bring these up to date."""
    indent = len(content) - len(content.lstrip(" "))
    span = Span(file, number, 1, number, indent + 1)
    if top and indent:
        message = "a declaration starts in column 1, but this line is indented"
        return Report("BC003", message, span, help="remove the spaces before it, or put a header line above it")
    if indent > levels[-1]:
        levels.append(indent)
    while indent < levels[-1]:
        levels.pop()
    if indent != levels[-1]:
        message = "this line's indentation matches no line above it"
        return Report("BC003", message, span, help="use four spaces for each level")
    if len(levels) - 1 > MAX_DEPTH:
        return Report("BC004", f"blocks are nested more than {MAX_DEPTH} deep", span, help="split the card's text")
    return None


def _length(content: str, number: int, file: str) -> Report | None:
    """Check that a line is short and flat enough to be read."""
    if content.count("(") > MAX_PARENTHESES and _depth(content) > MAX_PARENTHESES:
        message = f"parentheses are nested more than {MAX_PARENTHESES} deep"
        help = "say it in two lines, with a name for the inner part"
        return Report("BC004", message, _words(content, number, file), help=help)
    if len(content.split()) > MAX_WORDS or len(content) > MAX_LINE:
        help = f"a line holds at most {MAX_LINE} characters and {MAX_WORDS} words"
        return Report("BC005", "this line is too long to be read", Span(file, number, 1, number, 2), help=help)
    return None


def _depth(content: str) -> int:
    """Return how deep parentheses are nested in a line."""
    depth = deepest = 0
    for character in re.sub(r'"[^"]*"', "", content):
        depth += (character == "(") - (character == ")")
        deepest = max(deepest, depth)
    return deepest


def _words(line: str, number: int, file: str) -> Span:
    """Return the span of a line without its indentation."""
    return Span(file, number, len(line) - len(line.lstrip()) + 1, number, len(line) + 1)


def is_unseen(character: str) -> bool:
    """Tell whether a character shows nothing, or is obeyed by a terminal rather than shown."""
    return category(character) in UNSEEN or character in BLANK


def _characters(line: str, number: int, file: str) -> Report | None:
    if line.isascii() and line.isprintable():
        return None
    for column, character in enumerate(line, 1):
        if character == "\t":
            return Report(
                "BC001",
                "tabs are not allowed",
                Span(file, number, column, number, column + 1),
                help="indent with four spaces",
            )
        if is_unseen(character):
            return Report(
                "BC001",
                f"the control character U+{ord(character):04X} is not allowed",
                Span(file, number, column, number, column + 1),
                help="remove it",
            )
    return _foreign_letter(line, number, file)


def _foreign_letter(line: str, number: int, file: str) -> Report | None:
    """Report a letter outside quotes and comments that only looks like one of the language's."""
    quoted = False
    for column, character in enumerate(line, 1):
        if character == "#" and not quoted:
            return None
        quoted ^= character == '"'
        if not quoted and ord(character) > 127 and character.isalpha():
            return Report(
                "BC006",
                f"the letter {character!r} ({name(character, 'unnamed').lower()}) is not allowed in a word",
                Span(file, number, column, number, column + 1),
                help="words of the language are written in the letters a to z; other letters may stand in titles",
            )
    return None
