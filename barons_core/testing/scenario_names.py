"""Look up the names in a scenario, so that a misspelt title fails instead of meaning nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from barons_core.language.reports import Span, did_you_mean
from barons_core.model.rulesets import Content
from barons_core.testing.scenario_facts import phase_called
from barons_core.testing.scenario_failure import ScenarioFailure
from barons_core.testing.scenario_syntax import Happened, Legality, Statement

_QUOTED = re.compile(r'"([^"]*)"')


def check_names(content: Content, statement: Statement) -> None:
    """Raise ScenarioFailure if a statement names a title, color or phase that the content does not have."""
    known = {
        "title": titles(content),
        "color": content.colors,
        "phase": [name for name, _ in content.ruleset.turn],
    }
    for sort, name in _names(statement):
        if name and not (name in known[sort] or (sort == "phase" and phase_called(name, list(known[sort])))):
            raise unknown(sort, name, known[sort], statement.span)


def titles(content: Content) -> set[str]:
    """Return all printed titles and all titles under which a card can be in play."""
    printed = {definition.title for definition in content.definitions}
    return printed | {way.title for definition in content.definitions for way in definition.ways}


def unknown(sort: str, name: str, known: Collection[str], span: Span) -> ScenarioFailure:
    """Return the failure for a name that nothing has; few alternatives are all listed."""
    help = f"known: {', '.join(known)}" if 0 < len(known) <= 12 else ""
    return ScenarioFailure("SC101", span, f"there is no {sort} {name!r}", help=help, fix=did_you_mean(name, known))


def _names(node: Any) -> Iterator[tuple[str, str]]:
    """Yield what a statement names, with its sort."""
    if isinstance(node, Happened):
        yield from (("title", detail[1:-1]) for detail in node.details if detail.startswith('"'))
        return
    # An illegal answer with a misspelt title would be illegal for no good reason.
    if isinstance(node, Legality):
        yield from (("title", title) for answer in node.answers for title in _QUOTED.findall(answer))
        return
    for field in fields(node):
        yield from _named(field.name, getattr(node, field.name))


def _named(name: str, value: Any) -> Iterator[tuple[str, str]]:
    sort = {"way": "title", "titles": "title"}.get(name, name)
    if isinstance(value, str):
        if sort in ("title", "color", "phase"):
            yield sort, value
    elif isinstance(value, tuple):
        for each in value:
            yield from _named(name, each)
    elif is_dataclass(value) and not isinstance(value, Span):
        yield from _names(value)
