"""From text to the syntax tree: cut at column 0, parse each declaration alone, report every fault."""

from __future__ import annotations

import re

from lark import UnexpectedInput

from barons_core.frozen import frozen
from barons_core.language.pieces import LANGUAGE_VERSION, MAX_BYTES, MAX_LINE, line_faults, normalized, pieces
from barons_core.language.reports import Report, Span
from barons_core.language.shape import Shape
from barons_core.language.syntax import Comment, Declaration
from barons_core.language.syntax_reports import syntax_report
from barons_core.language.tables import parser

__all__ = ["LANGUAGE_VERSION", "MAX_BYTES", "MAX_LINE", "Parsed", "normalized", "parse", "parse_piece", "pieces"]


@frozen
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


def parse_piece(lines: list[str], first: int, file: str) -> tuple[Declaration | None, list[Report]]:
    """Parse the lines of one declaration."""
    faults = line_faults(lines, first, file)
    if faults:
        return None, faults
    result = _parse_piece(lines, first, file)
    return (result, []) if isinstance(result, Declaration) else (None, [result])


def _parse_piece(piece: list[str], first: int, file: str) -> Declaration | Report:
    text = "\n".join(piece).rstrip() + "\n"
    try:
        tree = parser().parse(text)
        header, body = Shape(first - 1).transform(tree)
    except UnexpectedInput as fault:
        return syntax_report(fault, piece, first, file)
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
