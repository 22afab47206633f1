"""Warnings for triggers that may feed each other for ever."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from barons_core.language.phrases import span_of
from barons_core.language.reports import Report
from barons_core.language.tree import CardNode, Do, Node, TriggerNode


def cycle_reports(cards: Sequence[CardNode]) -> list[Report]:
    """Warn of each trigger whose own effect is, through other triggers, its cause: only compulsory effects count."""
    triggers = [(card, node) for card in cards for node in _triggers(card)]
    made = {id(node): _made(node) for _, node in triggers}
    reports = []
    for card, node in triggers:
        if _returns(node, [other for _, other in triggers], made):
            message = f"this trigger may set itself off for ever: its effect makes '{node.pattern.event.spelling}' happen again"
            reports.append(Report("BC150", message, span_of(card.file, node.token), severity="warning",
                                  help="add a condition or 'may', or trigger on something else"))  # fmt: skip
    return reports


def _triggers(card: CardNode) -> Iterator[TriggerNode]:
    seen: set[int] = set()
    for node in card.walk():
        if isinstance(node, TriggerNode) and id(node) not in seen:
            seen.add(id(node))
            yield node


def _made(node: TriggerNode) -> frozenset[str]:
    return frozenset(key for step in node.body for inner in step.walk() for key in _keys(inner))


def _keys(node: Node) -> tuple[str, ...]:
    return node.verb.makes if isinstance(node, Do) and not node.optional else ()


def _returns(start: TriggerNode, triggers: Sequence[TriggerNode], made: dict[int, frozenset[str]]) -> bool:
    goal = start.pattern.event.key
    seen: set[str] = set()
    frontier = set(made[id(start)])
    while frontier:
        if goal in frontier:
            return True
        seen |= frontier
        frontier = {key for node in triggers if node.pattern.event.key in seen for key in made[id(node)]} - seen
    return False
