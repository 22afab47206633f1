"""What is wrong with a scenario whose statements are all well formed, before any card is looked up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from barons_core.language.reports import Report, Span
from barons_core.testing.scenario_codes import MAX_CARDS, MAX_EVENTS
from barons_core.testing.scenario_syntax import (
    SETUP,
    Adds,
    Copy,
    Drawing,
    Expectation,
    Fact,
    Hand,
    Happened,
    Holds,
    Legality,
    Move,
    Players,
    ScenarioText,
    Seed,
    Size,
    Stack,
    Statement,
    Turn,
    UseRuleset,
    UseSetting,
)

_SEAT = re.compile(r"(?:of )?P(\d+)")
_SEATS = ("player", "players", "seer")


def check_scenario(scenario: ScenarioText) -> list[Report]:
    """Return the faults of one scenario, in the order of the text."""
    found = [report for check in _CHECKS for report in check(scenario)]
    return sorted(found, key=lambda report: (report.span.line, report.span.column))


def check_titles(scenarios: Iterable[ScenarioText]) -> Iterator[tuple[ScenarioText, Report]]:
    """Yield each scenario whose title another one above it has."""
    first: dict[str, Span] = {}
    for scenario in scenarios:
        span = first.setdefault(scenario.title, scenario.span)
        if span is not scenario.span:
            yield (
                scenario,
                Report(
                    "SC015",
                    "another scenario has this title",
                    scenario.span,
                    labels=((span, "the first of them"),),
                    help="give it a title of its own",
                ),
            )


def _asserts(scenario: ScenarioText) -> Iterator[Report]:
    if not any(isinstance(statement, Move | Legality | Expectation) for statement in scenario.statements):
        yield Report(
            "SC004",
            "this scenario plays nothing and expects nothing",
            scenario.span,
            help="add a move such as `P1: pass`, or a line with `expect`",
        )


def _players(scenario: ScenarioText) -> Iterator[Report]:
    """Yield each line that names a player who is not in the game."""
    listed = next((s for s in scenario.statements if isinstance(s, Players)), None)
    seats = listed.seats if listed else (0, 1)
    if listed and seats != tuple(range(len(seats))):
        names = ", ".join(f"P{number + 1}" for number in range(max(2, len(seats))))
        yield Report(
            "SC012",
            "players are named P1, P2 and so on, in order",
            listed.span,
            help=f"write players {names}",
        )
        return
    for statement in scenario.statements:
        for seat in sorted({seat for seat in _named(statement) if seat not in seats}):
            yield Report(
                "SC012",
                f"there is no P{seat + 1} in this game",
                statement.span,
                help=f"the players are {', '.join(f'P{n + 1}' for n in seats)}; say `players` to have more",
            )


def _named(node: Any) -> Iterator[int]:
    """Yield the seats that a statement names."""
    if isinstance(node, Happened):
        yield from (int(match[1]) - 1 for detail in node.details if (match := _SEAT.fullmatch(detail)))
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in _SEATS and value is not None:
            yield from value if isinstance(value, tuple) else (value,)
        elif is_dataclass(value) and not isinstance(value, Span):
            yield from _named(value)


def _once(scenario: ScenarioText) -> Iterator[Report]:
    """Yield each statement of a position that says again what another has said."""
    first: dict[Any, Statement] = {}
    for statement in scenario.statements:
        subject = _SUBJECTS.get(type(statement))
        if subject is None:
            continue
        earlier = first.setdefault((type(statement), subject(statement)), statement)
        if earlier is not statement:
            yield Report(
                "SC013",
                "this has been said before",
                statement.span,
                labels=((earlier.span, "here"),),
                help="keep one of the two",
            )


_SUBJECTS: dict[type, Callable[[Any], Any]] = {
    UseRuleset: lambda _: None,
    UseSetting: lambda statement: statement.name,
    Players: lambda _: None,
    Seed: lambda _: None,
    Turn: lambda _: None,
    Copy: lambda _: None,
    Drawing: lambda statement: statement.player,
    Hand: lambda statement: statement.player,
    Stack: lambda statement: (statement.zone, statement.color),
}


def _order(scenario: ScenarioText) -> Iterator[Report]:
    started = False
    for statement in scenario.statements:
        if started and isinstance(statement, SETUP):
            yield Report(
                "SC014",
                "the game has begun: this comes too late",
                statement.span,
                help="put it above the first answer and the first expectation",
            )
        started = started or not isinstance(statement, SETUP)


def _drawings(scenario: ScenarioText) -> Iterator[Report]:
    for statement in scenario.statements:
        if isinstance(statement, Drawing):
            yield from _drawing(statement)


def _drawing(drawing: Drawing) -> Iterator[Report]:
    width = len(drawing.rows[0])
    for row, span in zip(drawing.rows, drawing.spans, strict=True):
        if len(row) != width:
            yield Report(
                "SC010",
                f"this row has {len(row)} cells, the first has {width}",
                span,
                labels=((drawing.spans[0], f"{width} cells"),),
                help="write `.` for an empty cell",
            )
    centers = [
        span for row, span in zip(drawing.rows, drawing.spans, strict=True) for cell in row if cell and cell.center
    ]
    if not centers:
        yield Report(
            "SC011",
            "this barony has no Castle",
            drawing.span,
            help="write Castle in its cell: it is at (0,0)",
        )
    if len(centers) > 1:
        yield Report("SC011", "this barony has more than one Castle", centers[1])


def _spaces(scenario: ScenarioText) -> Iterator[Report]:
    """Yield each added card that lies on a card, or lies nowhere."""
    drawings = {s.player: s for s in scenario.statements if isinstance(s, Drawing)}
    taken = {
        (player, place): drawing.span
        for player, drawing in drawings.items()
        if not list(_drawing(drawing))
        for place in drawing.placed()
    }
    for statement in scenario.statements:
        if not isinstance(statement, Adds):
            continue
        if statement.player not in drawings and statement.place == "(0,0)":
            continue
        other = taken.setdefault((statement.player, statement.place), statement.span)
        if other is not statement.span:
            yield Report(
                "SC017",
                f"a card lies at {statement.place} already",
                statement.span,
                labels=((other, "put there here"),),
            )


def _cards(scenario: ScenarioText) -> Iterator[Report]:
    for statement in scenario.statements:
        if isinstance(statement, Hand | Stack):
            for cards in statement.cards:
                color = cards.color or (statement.color if isinstance(statement, Stack) else "")
                if not (color or cards.title) and cards.count != 0:
                    yield Report(
                        "SC018",
                        "this does not say which cards",
                        statement.span,
                        help="give their color, or a title",
                    )
                if isinstance(statement, Stack) and cards.color not in ("", statement.color):
                    yield Report(
                        "SC018",
                        f"a {cards.color} card is never in the {statement.color} {statement.zone}",
                        statement.span,
                        help=f"put it into the {cards.color} {statement.zone}",
                    )


def _counts(scenario: ScenarioText) -> Iterator[Report]:
    """Yield each line that speaks of more than a game can have: a position makes each of its cards."""
    for statement in scenario.statements:
        fact = statement.fact if isinstance(statement, Expectation) else statement
        most, what = (MAX_EVENTS, "events") if isinstance(fact, Happened) else (MAX_CARDS, "cards")
        if _counted(fact) > most:
            message = f"this speaks of more than {most:,} {what}"
            yield Report("SC019", message, statement.span, help=f"no game has so many {what}: write a smaller number")


def _counted(said: Statement | Fact) -> int:
    """Return of how many cards or events a statement or fact speaks."""
    match said:
        case Hand(cards=cards) | Stack(cards=cards) | Holds(cards=cards):
            return sum(1 if each.count is None else each.count for each in cards)
        case Size(count=count) | Happened(count=int(count)):
            return count
    return 0


_CHECKS: tuple[Callable[[ScenarioText], Iterator[Report]], ...] = (
    _asserts, _players, _once, _order, _drawings, _spaces, _cards, _counts,
)  # fmt: skip
