"""Look up the names in a scenario, so that a misspelt title fails instead of meaning nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from barons_core.engine.game import Game
from barons_core.engine.log import LINES, told
from barons_core.language.reports import Span, did_you_mean
from barons_core.language.words import EventWord, Verb
from barons_core.model.rulesets import Content
from barons_core.testing.scenario_answers import answer_words, check_answer, vocabulary
from barons_core.testing.scenario_facts import phase_called
from barons_core.testing.scenario_failure import ScenarioFailure
from barons_core.testing.scenario_syntax import Expectation, Happened, Legality, Statement, Word

_QUOTED = re.compile(r'"([^"]*)"')
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_'-]*(?<!P\d)(?<!P\d\d)")
_BARE = re.compile(r"[A-Za-z][A-Za-z'-]*")


def check_names(content: Content, statement: Statement) -> None:
    """Raise ScenarioFailure if a statement names a title, color or phase that the content does not have."""
    known = {
        "title": titles(content),
        "color": content.colors,
        "phase": [name for name, _ in content.ruleset.turn],
    }
    for sort, name in _names(statement):
        if name and not (name in known[sort] or (sort == "phase" and phase_called(name, list(known[sort])))):
            raise unknown(sort, name, known[sort], _place(name, statement.span))
    if isinstance(statement, Legality):
        for answer in statement.answers:
            check_answer(content, answer)


def check_event(game: Game, statement: Expectation) -> None:
    """Raise ScenarioFailure if an expectation names an event, or a part of one, that never is."""
    fact = statement.fact
    if not isinstance(fact, Happened):
        return
    keys = _keys(game)
    if fact.key not in keys:
        raise unknown("event", fact.key, keys, _place(fact.key, statement.span))
    words = _event_words(game)
    for detail in fact.details:
        if _NAME.fullmatch(detail) and detail not in words:
            known = [*words, *(f'"{title}"' for title in sorted(titles(game.content)))]
            raise unknown("word in an event", detail, known, _place(detail, statement.span))


def _keys(game: Game) -> list[str]:
    """Return the keys of all events that the log of a game may tell."""
    known = {*LINES, *game.content.rules.events, *(entry.key for entry in game.log)}
    for word in vocabulary().words:
        if isinstance(word, EventWord):
            known.add(word.key)
        elif isinstance(word, Verb):
            known.update(word.makes)
    return sorted(known)


def _event_words(game: Game) -> list[str]:
    """Return the words, beside titles, that stand in what the log tells of events."""
    labels = {cost.label for card in game.content.definitions for way in card.ways for cost in way.costs}
    said = [*game.content.colors, *map(game.zone_label, range(game.layout.size)), *labels, *_keys(game)]
    said += [str([*told(game, entry.data).values()]) for entry in game.log]
    return sorted({word for text in said for word in _BARE.findall(text)} | answer_words(game.content))


def _place(name: str, span: Span) -> Span:
    """Return where a word stands, or else its statement."""
    return name.span if isinstance(name, Word) else span


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
        yield from (("title", _part(detail, detail[1:-1])) for detail in node.details if detail.startswith('"'))
        return
    # An illegal answer with a misspelt title would be illegal for no good reason.
    if isinstance(node, Legality):
        yield from (("title", _part(answer, title)) for answer in node.answers for title in _QUOTED.findall(answer))
        return
    for field in fields(node):
        yield from _named(field.name, getattr(node, field.name))


def _part(whole: Word, text: str) -> Word:
    """Return a part of a word with its place."""
    return Word.at(text, whole.part(text))


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
