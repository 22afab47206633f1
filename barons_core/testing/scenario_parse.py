"""From text to scenarios: cut at column 0, then into statements, parse each alone, report every fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Tree, UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef

from barons_core.frozen import frozen
from barons_core.language.parse import MAX_BYTES, MAX_LINE, normalized
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.testing.scenario_check import check_scenario, check_titles
from barons_core.testing.scenario_faults import Lines, syntax_report
from barons_core.testing.scenario_shape import Shape
from barons_core.testing.scenario_syntax import ScenarioText, Statement

_HEADER = re.compile(r'scenario\s+"([^"]+)"\s*:\s*(#.*)?$')
_COMMENT = re.compile(r'((?:[^"#]|"[^"]*")*)#.*$')
_Line = tuple[int, str]


@frozen
class ParsedScenarios:
    """The scenarios of one text that could be read whole, and what is wrong with the others.

    `faulty` has for each of the others its title and span, and the reports of it alone.
    """

    scenarios: tuple[ScenarioText, ...]
    reports: tuple[Report, ...]
    faulty: tuple[tuple[str, Span, tuple[Report, ...]], ...] = ()


def parse_scenarios(text: str, file: str = "<text>") -> ParsedScenarios:
    """Parse a text of scenarios; one with a fault is left out and reported, all faults of it at once."""
    if len(text) > MAX_BYTES:
        return ParsedScenarios((), (Report("SC016", "this file is too large", Span(file, 1, 1, 1, 2)),))
    scenarios: list[ScenarioText] = []
    faulty: list[tuple[str, Span, tuple[Report, ...]]] = []
    for piece in _pieces(normalized(text).split("\n")):
        result, reports = _scenario(piece, file)
        if reports:
            title, span = (result.title, result.span) if result else (f"line {piece[0][0]}", reports[0].span)
            faulty.append((title, span, tuple(reports)))
        elif result is not None:
            scenarios.append(result)
    faulty += [(again.title, again.span, (report,)) for again, report in check_titles(scenarios)]
    repeated = {span for _, span, _ in faulty}
    kept = tuple(scenario for scenario in scenarios if scenario.span not in repeated)
    return ParsedScenarios(kept, tuple(report for _, _, reports in faulty for report in reports), tuple(faulty))


# ------------------------------------------------------------------------------------------------ cutting
def _pieces(lines: list[str]) -> Iterator[list[_Line]]:
    """Yield the lines of each scenario with their numbers; blank lines and comments belong to none."""
    piece: list[_Line] = []
    for number, line in enumerate(lines, 1):
        content = _uncommented(line)
        if not content.strip(" "):
            continue
        if content[0] not in " \t" and piece:
            yield piece
            piece = []
        piece.append((number, content))
    if piece:
        yield piece


def _uncommented(line: str) -> str:
    """Return the line without its comment and the blanks at its end."""
    match = _COMMENT.match(line)
    return (match[1] if match else line).rstrip(" ")


def _scenario(piece: list[_Line], file: str) -> tuple[ScenarioText | None, list[Report]]:
    """Read one scenario: what there is of it, and its faults."""
    reports = [fault for number, line in piece if (fault := _character_fault(number, line, file))]
    header = _HEADER.match(piece[0][1])
    if header is None:
        # A first line with a character that no line may have is told of that alone.
        told = bool(reports) and reports[0].span.line == piece[0][0]
        return None, reports if told else [*reports, _header_report(piece[0], file)]
    number, line = piece[0]
    span = Span(file, number, 1, number, len(line) + 1)
    groups, fault = _statements(piece[1:], file)
    reports += [fault] if fault else []
    statements: list[Statement] = []
    for group in [] if reports else groups:
        result = _statement(group, file)
        if isinstance(result, Report):
            reports.append(result)
        else:
            statements.append(result)
    scenario = ScenarioText(header[1], span, tuple(statements))
    return scenario, reports or check_scenario(scenario)


def _character_fault(number: int, line: str, file: str) -> Report | None:
    """Return the report of a character or length that no line may have."""
    if len(line) > MAX_LINE:
        return Report(
            "SC016",
            "this line is too long to be read",
            Span(file, number, 1, number, 2),
            help=f"a line holds at most {MAX_LINE} characters",
        )
    for column, character in enumerate(line, 1):
        span = Span(file, number, column, number, column + 1)
        if character == "\t":
            return Report("SC001", "tabs are not allowed", span, help="indent with four spaces")
        if not character.isprintable():
            return Report("SC001", f"the character U+{ord(character):04X} is not allowed", span, help="remove it")
    return None


def _header_report(first: _Line, file: str) -> Report:
    """Say why a line that should open a scenario does not."""
    number, line = first
    word = line.split()[0]
    start = len(line) - len(line.lstrip()) + 1
    span = Span(file, number, start, number, len(line) + 1)
    if start > 1:
        return Report(
            "SC003",
            "this line belongs to no scenario",
            span,
            help='open one above it: scenario "what is tested":',
        )
    if word != "scenario" and not word.startswith("scenario"):
        known = did_you_mean(word, ["scenario"])
        return Report(
            "SC003",
            f"{word!r} opens no scenario",
            span,
            fix=known,
            help='a scenario begins with scenario "what is tested":',
        )
    if line.count('"') == 2 and not line.endswith(":"):
        return Report("SC003", "the header of a scenario must end in ':'", span, help="add ':'")
    return Report("SC003", "this is no header of a scenario", span, help='write scenario "what is tested":')


def _statements(lines: list[_Line], file: str) -> tuple[list[list[_Line]], Report | None]:
    """Group the lines below a header into statements; a deeper line belongs to the one above it."""
    groups: list[list[_Line]] = []
    base = block = 0
    for number, line in lines:
        indent = len(line) - len(line.lstrip(" "))
        base = base or indent
        if indent == base:
            groups.append([])
            block = 0
        elif indent > base:
            block = block or indent
        if indent not in (base, block):
            span = Span(file, number, 1, number, indent + 1)
            return groups, Report(
                "SC002",
                "this line's indentation matches no line above it",
                span,
                help="use four spaces for each level",
            )
        groups[-1].append((number, line))
    return groups, None


# ------------------------------------------------------------------------------------------------ parsing
def _words_whole(terminal: TerminalDef) -> None:
    """Let a keyword match whole words only, and win over a name."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{terminal.pattern.value}\b")
        terminal.priority = 1


@cache
def scenario_parser() -> Lark:
    """Return the parser of one statement with its block."""
    grammar = files("barons_grammar").joinpath("scenario.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start="statement", maybe_placeholders=False, edit_terminals=_words_whole)


def _statement(group: list[_Line], file: str) -> Statement | Report:
    lines = Lines(file, group)
    try:
        tree: Tree[Any] = scenario_parser().parse(lines.text)
    except UnexpectedInput as fault:
        return syntax_report(fault, lines)
    statement: Statement = Shape(lines).transform(tree)
    return statement
