"""Warnings for triggers that may feed each other for ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.reports import Report
from barons_core.language.scope import span_of
from barons_core.language.tree import CardNode, Do, Node, TriggerNode


def cycle_reports(texts: Sequence[CardNode | RulesetNode]) -> list[Report]:
    """Warn of each trigger whose own effect is, through other triggers, its cause: only compulsory effects count."""
    triggers = [(text, node) for text in texts for node in _triggers(text)]
    made = {id(node): _made(node) for _, node in triggers}
    follows: dict[str, set[str]] = {}
    for _, node in triggers:
        follows.setdefault(node.pattern.event.key, set()).update(made[id(node)])
    reports: list[Report] = []
    told: set[str] = set()
    for text, node in triggers:
        key = node.pattern.event.key
        if key in told or not (cycle := _cycle(key, made[id(node)], follows)):
            continue
        told |= cycle
        others = [
            (span_of(other_text.file, other.token), f'through this one of "{other_text.title}"')
            for other_text, other in triggers
            if other is not node and other.pattern.event.key in cycle and made[id(other)] & cycle
        ]
        message = (
            f"this trigger may set itself off for ever: its effect makes '{node.pattern.event.spelling}' happen again"
        )
        reports.append(
            Report(
                "BC150",
                message,
                span_of(text.file, node.token),
                severity="warning",
                labels=tuple(others[:5]),
                help="add a condition or 'may', or trigger on something else",
            )
        )
    return reports


def _triggers(text: CardNode | RulesetNode) -> Iterator[TriggerNode]:
    seen: set[int] = set()
    roots = (text,) if isinstance(text, CardNode) else text.abilities
    for node in (node for root in roots for node in root.walk()):
        if isinstance(node, TriggerNode) and not node.once and id(node) not in seen:
            seen.add(id(node))
            yield node


def _made(node: TriggerNode) -> frozenset[str]:
    return frozenset(key for step in node.body for inner in step.walk() for key in _keys(inner))


def _keys(node: Node) -> tuple[str, ...]:
    return node.verb.makes if isinstance(node, Do) and not node.optional else ()


def _cycle(goal: str, made: frozenset[str], follows: dict[str, set[str]]) -> frozenset[str]:
    """Return the keys of the events on the ways from a trigger back to itself; none if there is no way back."""
    reached = _reached(made, follows)
    if goal not in reached:
        return frozenset()
    return frozenset(key for key in reached if goal in _reached(follows.get(key, set()), follows)) | {goal}


def _reached(start: Iterable[str], follows: dict[str, set[str]]) -> set[str]:
    """Return the events that follow from some events, these included."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(follows.get(key, ()))
    return found
