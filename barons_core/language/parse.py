"""From text to the syntax tree: normalise, cut at column 0, parse each declaration alone, report every fault."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Transformer, Tree, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput
from lark import Token as LarkToken
from lark.indenter import Indenter

from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.language.syntax import Comment, Declaration, Phrase, PriceText, Statement, Token

MAX_DEPTH = 8
MAX_PARENTHESES = 10
MAX_EXPECTED = 3
MAX_BYTES = 4_000_000
MAX_LINE = 2_000
MAX_WORDS = 400
LANGUAGE_VERSION = 1

_KINDS = {
    "NAME": "name", "INT": "int", "STRING": "string", "PREP": "prep", "CONN": "conn", "COMMA": "comma",
    "LPAR": "open", "RPAR": "close", "FUNCTION": "call", "CMP": "cmp", "SIGN": "sign",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parsed:
    """The declarations of one text, in order, and the faults of those that could not be read."""

    declarations: tuple[Declaration, ...]
    reports: tuple[Report, ...]
    version: int = LANGUAGE_VERSION


def parse(text: str, file: str = "<text>") -> Parsed:
    """Parse a text of cards and rulesets; a declaration with a fault is left out and reported."""
    found, reports, version = pieces(text, file)
    declarations: list[Declaration] = []
    for first, lines in found:
        declaration, faults = parse_piece(lines, first, file)
        reports.extend(faults)
        if declaration is not None:
            declarations.append(declaration)
    return Parsed(tuple(declarations), tuple(reports), version)


def pieces(text: str, file: str) -> tuple[list[tuple[int, list[str]]], list[Report], int]:
    """Cut a text into declarations: number of the first line and lines of each; faults; the language version."""
    lines = normalized(text).split("\n")
    version, reports = _version(lines, file)
    return ([] if version > LANGUAGE_VERSION else _pieces(lines)), reports, version


def parse_piece(lines: list[str], first: int, file: str) -> tuple[Declaration | None, list[Report]]:
    """Parse the lines of one declaration."""
    faults = _line_faults(lines, first, file)
    if faults:
        return None, faults
    result = _parse_piece(lines, first, file)
    return (result, []) if isinstance(result, Declaration) else (None, [result])


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
        if top or not pieces and not line.startswith("#"):
            pieces.append((number, [line]))
        elif pieces:
            pieces[-1][1].append(line)
    return pieces


def _line_faults(piece: list[str], first: int, file: str) -> list[Report]:
    """Check what the lexer cannot say well: control characters, tabs, length, indentation, depth."""
    levels = [0]
    for number, line in enumerate(piece, first):
        if fault := _characters(line, number, file):
            return [fault]
        content = line.split("#", 1)[0].rstrip()
        if not content.strip():
            continue
        indent = len(content) - len(content.lstrip(" "))
        span = Span(file, number, 1, number, indent + 1)
        if number == first and indent:
            return [Report("BC003", "a declaration starts in column 1, but this line is indented", span,
                           help="remove the spaces before it, or put a header line above it")]
        if indent > levels[-1]:
            levels.append(indent)
        while indent < levels[-1]:
            levels.pop()
        if indent != levels[-1]:
            return [Report("BC003", "this line's indentation matches no line above it", span,
                           help="use four spaces for each level")]
        if len(levels) - 1 > MAX_DEPTH:
            return [Report("BC004", f"blocks are nested more than {MAX_DEPTH} deep", span, help="split the card's text")]
        if _depth(content) > MAX_PARENTHESES:
            return [Report("BC004", f"parentheses are nested more than {MAX_PARENTHESES} deep", _words(line, number, file),
                           help="say it in two lines, with a name for the inner part")]
        if len(content.split()) > MAX_WORDS or len(content) > MAX_LINE:
            return [Report("BC005", "this line is too long to be read", Span(file, number, 1, number, 2),
                           help=f"a line holds at most {MAX_LINE} characters and {MAX_WORDS} words")]
    return []


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


def _characters(line: str, number: int, file: str) -> Report | None:
    for column, character in enumerate(line, 1):
        if character == "\t":
            return Report("BC001", "tabs are not allowed", Span(file, number, column, number, column + 1),
                          help="indent with four spaces")
        if ord(character) < 32 or 0x7F <= ord(character) < 0xA0 or character in "\u2028\u2029\u200b\u202e\u2066":
            return Report("BC001", f"the control character U+{ord(character):04X} is not allowed",
                          Span(file, number, column, number, column + 1), help="remove it")
    return None


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _parser() -> Lark:
    grammar = files("barons_grammar").joinpath("cards.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", postlex=_Indenter(), start="declaration", keep_all_tokens=True,
                propagate_positions=False, maybe_placeholders=False)


def _parse_piece(piece: list[str], first: int, file: str) -> Declaration | Report:
    text = "\n".join(piece).rstrip() + "\n"
    try:
        tree = _parser().parse(text)
        header, body = _Shape(first - 1).transform(tree)
    except UnexpectedInput as fault:
        return _syntax_report(fault, piece, first, file)
    except RecursionError:
        return Report("BC004", "this declaration is nested too deeply", Span(file, first, 1, first, 2))
    return Declaration(file, header, body, _comments(piece, first))


def _comments(piece: list[str], first: int) -> tuple[Comment, ...]:
    found = []
    for number, line in enumerate(piece, first):
        if "#" not in line:
            continue
        match = re.match(r'(?:[^"#]|"[^"]*")*(#.*)$', line)
        if match:
            found.append(Comment(match[1].rstrip(), number, match.start(1) + 1))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ shaping the tree
class _Shape(Transformer[LarkToken, Any]):
    """Turn lark's tree into `Statement`s; `offset` is the number of lines above the piece."""

    def __init__(self, offset: int) -> None:
        super().__init__(visit_tokens=False)
        self.offset = offset

    def _token(self, token: LarkToken) -> Token:
        kind = _KINDS.get(token.type, "key")
        line = (token.line or 1) + self.offset
        end_line = (token.end_line or token.line or 1) + self.offset
        column = token.column or 1
        return Token(kind, str(token), line, column, end_line, token.end_column or column + len(token))

    def _flat(self, children: list[Any]) -> Phrase:
        words: list[Token] = []
        for child in children:
            if isinstance(child, LarkToken):
                words.append(self._token(child))
            elif isinstance(child, tuple):
                words.extend(child)
        return tuple(words)

    def phrase(self, children: list[Any]) -> Phrase:
        return self._flat(children)

    group = call = operand = sum = test = condition = part = phrase

    def need(self, children: list[Any]) -> Tree[Any]:
        return Tree("need", [children[-1]])

    def bind(self, children: list[Any]) -> Tree[Any]:
        return Tree("bind", [self._token(children[-1])])

    def block(self, children: list[Any]) -> list[Statement]:
        return [child for child in children if isinstance(child, Statement)]

    choices = block

    def otherwise(self, children: list[Any]) -> Tree[Any]:
        return Tree("otherwise", [children[-1]])

    def declaration(self, children: list[Any]) -> tuple[Phrase, tuple[Statement, ...]]:
        return children[0], tuple(children[-1])

    def bare(self, children: list[Any]) -> tuple[Phrase, tuple[Statement, ...]]:
        return children[0], ()

    def price(self, children: list[Any]) -> PriceText:
        return PriceText(tuple(child for child in children if isinstance(child, tuple)))

    def free(self, children: list[Any]) -> PriceText:
        return PriceText(())

    def _statement(self, kind: str, children: list[Any]) -> Statement:
        words: Phrase = ()
        condition: Phrase = ()
        name: Token | None = None
        body: tuple[Statement, ...] = ()
        otherwise: tuple[Statement, ...] = ()
        key: Token | None = None
        for child in children:
            if isinstance(child, tuple):
                words = words + child if words else child
            elif isinstance(child, list):
                body = tuple(child)
            elif isinstance(child, Tree):
                if child.data == "need":
                    condition = child.children[0]
                elif child.data == "bind":
                    name = child.children[0]
                else:
                    otherwise = tuple(child.children[0])
            elif isinstance(child, LarkToken) and key is None and child.type in _KEYS:
                key = self._token(child)
        if kind in ("if", "needs"):
            words, condition = (), words
        return Statement(kind, key or words[0], words, condition, name, (), body, otherwise)

    def cost(self, children: list[Any]) -> Statement:
        tokens = [child for child in children if isinstance(child, LarkToken)]
        labels = [self._token(token) for token in tokens if token.type == "NAME"]
        prices = tuple(child for child in children if isinstance(child, PriceText))
        binds = tuple(child.children[0] for child in children if isinstance(child, Tree))
        return Statement("cost", self._token(tokens[0]), binds, name=labels[0] if labels else None, prices=prices)

    def named(self, children: list[Any]) -> Statement:
        key, name = children[0], children[1]
        words = next(child for child in children if isinstance(child, tuple))
        return Statement("named", self._token(key), words, name=self._token(name))


_KEYS = {"WHEN", "SCOPE", "EACH", "IF", "MAY", "CHOOSE_ONE", "STATIC", "NEEDS"}


def _shaper(kind: str) -> Any:
    def shape(self: _Shape, children: list[Any]) -> Statement:
        return self._statement(kind, children)

    return shape


for _kind in ("trigger", "lasting", "each", "may_block", "may_one_of", "one_of", "may", "static", "needs", "section", "do"):
    setattr(_Shape, _kind, _shaper(_kind))
_Shape.if_ = _shaper("if")  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ faults of syntax
_STRUCTURE = ("when", "after", "before", "instead of", "until", "during", "this turn", "this phase", "this action", "each",
              "if", "else", "may", "let", "allow", "forbid", "counts as", "cost", "needs", "name", "choose one of")  # fmt: skip


def _syntax_report(fault: UnexpectedInput, piece: list[str], first: int, file: str) -> Report:
    """Teach what is wrong from where the parser stopped and what it would have taken."""
    if isinstance(fault, UnexpectedCharacters):
        line, column = fault.line, fault.column
        return _character_report(piece, first, line, column, file)
    token = getattr(fault, "token", None)
    if token is None or isinstance(fault, UnexpectedEOF) or token.type == "$END":
        return Report("BC010", "the declaration ends too early", _last(piece, first, file),
                      help="a header or a line that ends in ':' needs an indented block below it")
    expected: set[str] = set(getattr(fault, "expected", ()) or ()) | set(getattr(fault, "accepts", ()) or ())
    line = token.line or 1
    number = line - 1 + first
    if token.type in ("_NL", "_INDENT", "_DEDENT"):
        return _end_of_line_report(token, expected, piece, first, file)
    span = Span(file, number, token.column or 1, number, (token.column or 1) + max(1, len(str(token))))
    if "_INDENT" in expected:
        return _no_block(piece, line, first, file)
    if (opened := _unclosed(piece, line, token.column or 1)) and token.type not in ("NAME", "INT", "STRING"):
        open_span = Span(file, number, opened, number, opened + 1)
        return Report("BC014", "a '(' on this line is never closed", open_span, help="add ')'")
    if expected <= {"_NL"} or "_NL" in expected and token.type == "COLON":
        return Report("BC002", f"'{token}' is not expected here", span, help="the line should end before it")
    if token.type == "COLON":
        return Report("BC002", "':' is not expected here", span, help="something is missing before it")
    if str(token) in _STRUCTURE or token.type in _KEYS | {"COST", "LET_NAME", "ELSE"}:
        return Report("BC013", f"'{token}' may not stand here", span,
                      help="it is a word that opens a line; inside a line write ', if' with its comma")
    return Report("BC002", f"'{token}' is not expected here", span, help=_expected(expected))


def _no_block(piece: list[str], line: int, first: int, file: str) -> Report:
    """Report the line above, which opens a block that is not there."""
    above = _last(piece[: line - 1], first, file)
    return Report("BC010", "a line that ends in ':' needs an indented block below it", above,
                  help="indent the lines that belong to it by four spaces")


def _unclosed(piece: list[str], line: int, column: int) -> int:
    """Return the column of a parenthesis that is still open at a place, or 0."""
    opened: list[int] = []
    for place, character in enumerate(piece[line - 1][: column - 1] if line <= len(piece) else "", 1):
        if character == "(":
            opened.append(place)
        elif character == ")" and opened:
            opened.pop()
    return opened[-1] if opened and ")" not in piece[line - 1][column - 1 :] else 0


def _expected(expected: set[str]) -> str:
    names = {"NAME": "a word", "INT": "a number", "STRING": 'a title in "quotes"', "COLON": "':'", "_NL": "the end of the line",
             "RPAR": "')'", "EQUAL": "'='", "_INDENT": "an indented block", "AS": "'as'", "CMP": "a comparison"}  # fmt: skip
    known = sorted({names[name] for name in expected if name in names})
    return f"expected {' or '.join(known)}" if 0 < len(known) <= MAX_EXPECTED else ""


def _character_report(piece: list[str], first: int, line: int, column: int, file: str) -> Report:
    number = line - 1 + first
    text = piece[line - 1] if line <= len(piece) else ""
    character = text[column - 1 : column]
    span = Span(file, number, column, number, column + 1)
    if character == '"':
        return Report("BC007", "this quoted title does not end on its line",
                      Span(file, number, column, number, len(text) + 1), help='close it with "')
    if character in "“”„«»":
        return Report("BC006", f"the character {character!r} is not allowed", span, help='quote titles with plain "')
    return Report("BC006", f"the character {character!r} is not allowed here", span,
                  help=_STRAY.get(character, "remove it"))


_STRAY = {
    ";": "end the line instead", ".": "a line needs no full stop", "{": "blocks are indented, without braces",
    "}": "blocks are indented, without braces", "!": "remove it", "[": "blocks are indented, without brackets",
    "'": 'quote titles with double quotes (")', ":": "a ':' ends a line that has a block",
}  # fmt: skip


def _end_of_line_report(token: LarkToken, expected: set[str], piece: list[str], first: int, file: str) -> Report:
    line = token.line or 1
    if token.type == "_INDENT" and line == 1 or token.type == "_INDENT" and (token.line or 1) <= 2 and len(piece) > 1 and not piece[0].rstrip().endswith(":"):
        return Report("BC008", "this line opens a block and must end in ':'", _last(piece[:1], first, file),
                      help="a header ends in ':' if text stands below it")
    if token.type == "_INDENT":
        return Report("BC011", "the line below is indented, but this line opens no block", _line(piece, line, first, file),
                      help="end this line with ':', or move the line below to its level")
    number = line - 1 + first
    text = piece[line - 1].split("#", 1)[0].rstrip() if line <= len(piece) else ""
    end = len(text) + 1
    span = Span(file, number, max(1, end - 1), number, end)
    if "_INDENT" in expected or token.type == "_DEDENT":
        return Report("BC010", "a line that ends in ':' needs an indented block below it", span,
                      help="indent the lines that belong to it by four spaces")
    if "COLON" in expected and "_NL" not in expected:
        opener = text.split()[0] if text.split() else ""
        return Report("BC008", "this line opens a block and must end in ':'", span,
                      help=f"'{opener}' needs ':' at the end of its line")
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
