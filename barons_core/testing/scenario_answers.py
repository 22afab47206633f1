"""Whether an answer reads like the id of an option at all, so that a misspelt one is not taken for an illegal one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from barons_core import plugins
from barons_core.language.known import vocabulary_words
from barons_core.language.reports import did_you_mean
from barons_core.language.words import Literal, Optional, Slot, Template, Vocabulary, literals, template
from barons_core.model.rulesets import Content
from barons_core.testing.scenario_failure import ScenarioFailure
from barons_core.testing.scenario_syntax import Word

_WORD = re.compile(r'"[^"]*"|\([^)]*\)|[^\s,]+')
_BARE = re.compile(r"[A-Za-z][A-Za-z'-]*")
_NTH = re.compile(r" \(\d+\)$")
_TITLE = r'"[^"]*"'
_SPACE = r"\(-?\d+,-?\d+\)"
_SEAT = r"P\d+"


@cache
def vocabulary() -> Vocabulary:
    """Return the words of all plugins."""
    return Vocabulary.of(*plugins.words())


def check_answer(content: Content, answer: Word) -> None:
    """Raise ScenarioFailure if an answer reads like no option: it would be illegal for no good reason.

    It must fit a template of the rules, or be a line that a card offers, or begin with a verb of the cards, whose words
    it may have in any order.
    """
    if _NTH.sub("", answer) in _lines(content):
        return
    written: Sequence[str] = content.rules.answers
    if any(_pattern(form, tuple(content.colors)).fullmatch(answer) for form in written):
        return
    first = answer.split()[0]
    own = {word: form for form in reversed(written) for word in _openers(form)}
    verbs = {spelling for verb in vocabulary().verbs for spelling in _openers(verb.template)} | {"choose"}
    if first not in own and first not in verbs:
        raise _unknown(first, (*own, *verbs), answer)
    known = _words(content)
    for word in _WORD.findall(answer):
        if _BARE.fullmatch(word) and word not in known and not re.fullmatch(_SEAT, word):
            raise _unknown(word, known, answer)
    if first not in verbs:
        message = f"no option reads like `{answer}`"
        raise ScenarioFailure("SC112", answer.span, message, help=f"it reads: {_shown(own[first])}")


def _lines(content: Content) -> frozenset[str]:
    """Return the lines that cards offer as options."""
    return frozenset(line for card in content.definitions for line in card.lines)


def answer_words(content: Content) -> frozenset[str]:
    """Return the words with which the rules write their options."""
    return frozenset(word for form in content.rules.answers for word in literals(template(form)))


def _unknown(word: str, known: Iterable[str], answer: Word) -> ScenarioFailure:
    message = f"no option has the word '{word}'"
    return ScenarioFailure("SC112", answer.part(word), message, fix=did_you_mean(word, sorted(known)))


def _words(content: Content) -> frozenset[str]:
    """Return all words that ids may have outside of titles."""
    titles = {word for card in content.definitions for way in card.ways for word in way.title.split()}
    return answer_words(content) | frozenset(vocabulary_words(vocabulary())) | titles | {*content.colors, "choose"}


def _openers(form: str) -> tuple[str, ...]:
    first = template(form)[0]
    return first.spellings if isinstance(first, Literal) else ()


def _shown(form: str) -> str:
    """Return a template as it is read: slots in capitals, each spelling of its own."""
    return re.sub(r"\{\w+:(\w+)\}", lambda match: match[1].upper(), form)


@cache
def _pattern(form: str, colors: tuple[str, ...]) -> re.Pattern[str]:
    """Return the regular expression of a template."""
    return re.compile(_expression(template(form), _slots(colors)).removeprefix(" "))


def _expression(parts: Template, slots: dict[str, str]) -> str:
    """Return the regular expression of a part of a template, a blank before each word."""
    found = ""
    for part in parts:
        match part:
            case Literal(spellings):
                found += f" (?:{'|'.join(map(re.escape, spellings))})"
            case Slot():
                found += _repeated(slots[part.single]) if part.many else f" {slots[part.type]}"
            case Optional(inner):
                found += f"(?:{_expression(inner, slots)})?"
    return found


def _repeated(expression: str) -> str:
    return f"(?: {expression})+"


def _slots(colors: Sequence[str]) -> dict[str, str]:
    """Return how the values of each type are written."""
    color = f"(?:{'|'.join(map(re.escape, colors))})"
    kind = f"(?:{'|'.join(map(re.escape, vocabulary().kinds))})"
    titled = f"(?:{color} )?{_TITLE}(?: {color})?"
    card = f"(?:(?:{titled}|{kind} {color}|{color} card)(?: at {_SPACE})?(?: of {_SEAT})?)"
    amount = rf"(?:\d+ )?(?:{color}|[a-z]+(?: of one color)?)"
    return {
        "Card": card,
        "Title": _TITLE,
        "Way": r"[^\"(]+",
        "Space": _SPACE,
        "Player": _SEAT,
        "Color": color,
        "Price": f"{amount}(?:, {amount})*",
        "Part": f"(?:{color}|any)",
        "Offer": f"{card}(?: (?:named|unnamed))?",
        "Want": f"(?:{color}|any|{_TITLE})",
        "Moment": r"\((?:before|when|after|instead of) (?:[^\"()]|\"[^\"]*\")+\)",
        "Nth": r"\(\d+\)",
    }
