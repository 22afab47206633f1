"""From text to scenarios: cut at column 0, then into statements, parse each alone, report every fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, Tree, UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef

from barons_core.language.parse import MAX_BYTES, MAX_LINE, normalized
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.testing.scenario_check import check_scenario, check_titles
from barons_core.testing.scenario_faults import Lines, syntax_report
from barons_core.testing.scenario_syntax import (
    Adds,
    Asked,
    Cards,
    Cell,
    Copy,
    Drawing,
    Expectation,
    Fact,
    GoesOn,
    Hand,
    Happened,
    Has,
    Holds,
    Legality,
    Move,
    Players,
    Rulings,
    ScenarioText,
    Seed,
    Size,
    Stack,
    Statement,
    TakeSnapshot,
    Title,
    Top,
    Turn,
    TurnOf,
    Undo,
    UseRuleset,
    UseSetting,
    Winners,
)

_HEADER = re.compile(r'scenario\s+"([^"]+)"\s*:\s*(#.*)?$')
_COMMENT = re.compile(r'((?:[^"#]|"[^"]*")*)#.*$')
_Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
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
    return ParsedScenarios(
        kept, tuple(report for _, _, reports in faulty for report in reports), tuple(faulty)
    )


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
        return None, [*reports, _header_report(piece[0], file)]
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
            return Report(
                "SC001", f"the character U+{ord(character):04X} is not allowed", span, help="remove it"
            )
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
    return Lark(
        grammar, parser="lalr", start="statement", maybe_placeholders=False, edit_terminals=_words_whole
    )


def _statement(group: list[_Line], file: str) -> Statement | Report:
    lines = Lines(file, group)
    try:
        tree: Tree[Any] = scenario_parser().parse(lines.text)
    except UnexpectedInput as fault:
        return syntax_report(fault, lines)
    statement: Statement = _Shape(lines).transform(tree)
    return statement


def _title(token: Any) -> str:
    return str(token)[1:-1]


def _seats(children: list[Any]) -> tuple[int, ...]:
    return tuple(_seat(child) for child in children if child.type == "PLAYER")


def _seat(token: Any) -> int:
    return int(token[1:]) - 1


def _place(token: Any) -> str:
    return str(token).replace(" ", "")


def _last(children: list[Any], kind: str) -> str:
    """Return the last token of a kind, or ''."""
    return next(
        (str(child) for child in reversed(children) if isinstance(child, Token) and child.type == kind), ""
    )


class _Shape(Transformer[Token, Any]):
    """Turn lark's tree into a statement; each method is a rule of the grammar."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(visit_tokens=False)
        self.lines = lines
        self.span = lines.head

    # setting up
    def rulings(self, children: list[Any]) -> Rulings:
        return Rulings(self.span, tuple(map(str, children)))

    def use_ruleset(self, children: list[Any]) -> UseRuleset:
        return UseRuleset(self.span, str(children[0]))

    def use_setting(self, children: list[Any]) -> UseSetting:
        return UseSetting(self.span, _title(children[0]), str(children[1]).strip('"'))

    def players(self, children: list[Any]) -> Players:
        return Players(self.span, _seats(children))

    def seed(self, children: list[Any]) -> Seed:
        return Seed(self.span, int(children[0]))

    def drawing(self, children: list[Any]) -> Drawing:
        return Drawing(self.span, _seat(children[0]), tuple(children[1:]), self.lines.block)

    def row(self, children: list[Any]) -> tuple[Cell | None, ...]:
        return tuple(children)

    def nothing(self, children: list[Any]) -> None:
        return None

    def center(self, children: list[Any]) -> Cell:
        return Cell(center=True)

    def face_up(self, children: list[Any]) -> Cell:
        return Cell(title=_title(children[0]), way=_title(children[1]) if len(children) > 1 else "")

    def face_down(self, children: list[Any]) -> Cell:
        return Cell(title=_last(children, "STRING")[1:-1], color=str(children[0]), down=True)

    def adds(self, children: list[Any]) -> Adds:
        return Adds(self.span, _seat(children[0]), children[1], _place(children[2]))

    def hand(self, children: list[Any]) -> Hand:
        return Hand(self.span, _seat(children[0]), children[1])

    def stack(self, children: list[Any]) -> Stack:
        cards = children[2] if len(children) > 2 else ()
        return Stack(
            self.span, str(children[0]), str(children[1]), cards, not cards or self.lines.says("exactly")
        )

    def turn(self, children: list[Any]) -> Turn:
        return Turn(self.span, _seat(children[0]), _last(children, "NAME"))

    def some(self, children: list[Any]) -> tuple[Cards, ...]:
        return tuple(children)

    def none(self, children: list[Any]) -> int:
        return 0

    def cards(self, children: list[Any]) -> Cards:
        first = children[0]
        written = not isinstance(first, Token) or first.type == "INT"
        name = _last(children, "NAME")
        return Cards(
            int(first) if written else None,
            "" if name in ("card", "cards") else name,
            _last(children, "STRING")[1:-1],
        )

    # playing
    def move(self, children: list[Any]) -> Move:
        return Move(self.span, _seat(children[0]), _answer(children[1]))

    def legal(self, children: list[Any]) -> Legality:
        return Legality(self.span, _seat(children[0]), True, tuple(map(_answer, children[1:])))

    def illegal(self, children: list[Any]) -> Legality:
        return Legality(self.span, _seat(children[0]), False, tuple(map(_answer, children[1:])))

    def undo(self, children: list[Any]) -> Undo:
        return Undo(self.span)

    def copy(self, children: list[Any]) -> Copy:
        return Copy(self.span)

    def take_snapshot(self, children: list[Any]) -> TakeSnapshot:
        return TakeSnapshot(self.span)

    # expecting
    def expect(self, children: list[Fact]) -> Expectation:
        return Expectation(self.span, children[0])

    def sees(self, children: list[Any]) -> Expectation:
        return Expectation(self.span, children[1], _seat(children[0]))

    def sees_not(self, children: list[Any]) -> Expectation:
        return Expectation(self.span, children[1], _seat(children[0]), False)

    def title(self, children: list[Any]) -> Title:
        return Title(_title(children[0]))

    def asked(self, children: list[Any]) -> Asked:
        prompt = _last(children, "STRING")
        options = tuple(_answer(child) for child in children if child.type == "ID")
        return Asked(_seat(children[0]), True, prompt[1:-1] if prompt else None, options or None)

    def not_asked(self, children: list[Any]) -> Asked:
        return Asked(_seat(children[0]), False)

    def holds(self, children: list[Any]) -> Holds:
        return Holds(_seat(children[0]), children[-1], self.lines.says("exactly"))

    def has(self, children: list[Any]) -> Has:
        return Has(_seat(children[0]), children[1], _place(_last(children, "PLACE")))

    def has_no(self, children: list[Any]) -> Has:
        return Has(_seat(children[0]), children[1], _place(_last(children, "PLACE")), has=False)

    def has_nothing(self, children: list[Any]) -> Has:
        return Has(_seat(children[0]), None, _place(_last(children, "PLACE")))

    def size(self, children: list[Any]) -> Size:
        return Size(str(children[0]), str(children[1]), int(_last(children, "INT") or 0))

    def top(self, children: list[Any]) -> Top:
        return Top(str(children[0]), str(children[1]), tuple(map(_title, children[2:])))

    def actor(self, children: list[Any]) -> str:
        return f"of {children[0]}"

    def event(self, children: list[Any]) -> Happened:
        return _happened(children, None)

    def no_event(self, children: list[Any]) -> Happened:
        return _happened(children, 0)

    def events(self, children: list[Any]) -> Happened:
        return _happened(children[1:], int(children[0]))

    def winner(self, children: list[Any]) -> Winners:
        return Winners(_seats(children))

    def goes_on(self, children: list[Any]) -> GoesOn:
        return GoesOn()

    def turn_of(self, children: list[Any]) -> TurnOf:
        return TurnOf(_seat(children[0]), _last(children, "NAME"))


def _answer(token: Any) -> str:
    """Return the id of an option with one blank between its words."""
    return " ".join(str(token).split())


def _happened(children: list[Any], count: int | None) -> Happened:
    key, *details = children
    return Happened(str(key).strip('"'), count, tuple(str(detail) for detail in details))
