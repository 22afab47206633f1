"""`barons words`: the reference of the card language, generated from the vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

import rich_click as click

from barons_core.cli.options import command, page_format_option, print_json

if TYPE_CHECKING:
    from barons_core.language.ruleset_lines import RulesetLine
    from barons_core.language.words import Word
    from barons_core.testing.scenario_words import ScenarioWord

    Entry = Word | RulesetLine

Item = TypeVar("Item")

HEADINGS = {
    "kind": "Kinds of cards", "verb": "Verbs", "eventword": "Events", "noun": "Nouns", "adjective": "Adjectives",
    "qualifier": "Words behind a noun", "property": "Properties", "value": "Values", "quantity": "Quantities",
    "condition": "Conditions", "parameter": "Parameters", "permission": "Permissions", "boundary": "Boundaries",
    "setupword": "Steps of the setup", "phaseword": "Phases", "rulesetline": "Lines of a ruleset",
}


@command("barons words draw", "Print the words of cards and rulesets, each with its meaning, signature and example.",
         "With a WORD, only the words that have it in their spelling or signature.")
@click.argument("word", required=False)
@click.option("--scenario", is_flag=True, help="Print the words of scenarios instead.")
@page_format_option
def words(word: str | None, scenario: bool, form: str) -> None:
    if scenario:
        _scenario_words(word, form)
        return
    every = _all()
    found = _having(word, every, [f"{one.spelling} {one.signature}" for one in every], [one.spelling for one in every])
    if form == "json":
        print_json([_as_json(one) for one in found])
        return
    if form == "markdown":
        click.echo(page(found))
        return
    click.echo("\n\n".join(_section(sort, list(group)) for sort, group in groupby(found, lambda one: one.sort)))


def _scenario_words(word: str | None, form: str) -> None:
    from barons_core.testing.scenario_words import SCENARIO_WORDS, reference

    spellings = [one.word for one in SCENARIO_WORDS]
    texts = [f"{one.word} {one.example}" for one in SCENARIO_WORDS]
    found = _having(word, SCENARIO_WORDS, texts, spellings)
    if form == "json":
        print_json([one._asdict() for one in found])
    elif form == "markdown":
        click.echo("\n\n".join(["# The words of scenarios", *map(_scenario_paragraph, found)]))
    else:
        click.echo(reference(found))


def _scenario_paragraph(one: ScenarioWord) -> str:
    return f"## `{one.word}`\n\n{one.meaning}\n\n```text\n{one.example}\n```"


def _all() -> list[Entry]:
    """Return all words and the lines of rulesets, grouped by sort, in the order of their registration within it."""
    from barons_core import plugins
    from barons_core.language.ruleset_lines import ruleset_lines

    order = list(HEADINGS)
    every: list[Entry] = [*(word for found in plugins.words() for word in found), *ruleset_lines()]
    return sorted(every, key=lambda one: order.index(one.sort) if one.sort in order else len(order))


def _having(word: str | None, items: Sequence[Item], texts: Sequence[str], spellings: Sequence[str]) -> list[Item]:
    """Return the items in whose texts a word is, all without a word; a usage error, with a suggestion, for none."""
    from barons_core.language.reports import did_you_mean

    if word is None:
        return list(items)
    found = [item for item, text in zip(items, texts, strict=True) if word.casefold() in text.casefold()]
    if found:
        return found
    near = did_you_mean(word, spellings)
    hint = f" Did you mean {near!r}?" if near else ""
    raise click.UsageError(f"No word has {word!r} in it.{hint}")


def _section(sort: str, found: list[Entry]) -> str:
    heading = HEADINGS.get(sort, sort)
    return "\n".join([heading, "=" * len(heading), *("\n" + _entry(one) for one in found)])


def _entry(one: Entry) -> str:
    lines = [one.spelling, f"    {one.meaning}"]
    if one.signature != one.spelling:
        lines.append(f"    form:    {one.signature}")
    if spent := getattr(one, "spent", ""):
        lines.append(f"    once:    spent by {spent}")
    return "\n".join([*lines, *(f"    example: {line}" for line in one.example.strip().splitlines())])


PAGE = """\
# The vocabulary

Every word of the card language, with its meaning, its form and an example. In a form, `{x:Type}` stands for a phrase
of that type, `[of]` for a word that may be left out, `a/b` for one or the other. [The language by example](language.md)
shows how words become cards. This page is made by `barons words --format markdown`; the words of scenarios are on
[their own](scenarios.md)."""


def page(found: list[Entry]) -> str:
    """Return the reference as a page of documentation."""
    groups = [(sort, list(group)) for sort, group in groupby(found, lambda one: one.sort)]
    parts = [f"## {HEADINGS.get(sort, sort)}\n\n" + "\n\n".join(map(_paragraph, group)) for sort, group in groups]
    return "\n\n".join([PAGE, *parts])


def _paragraph(one: Entry) -> str:
    form = f"\n\nForm: `{one.signature}`" if one.signature != one.spelling else ""
    spent = getattr(one, "spent", "")
    once = f"\n\nInside `once`, it ends with {spent}." if spent else ""
    return f"### `{one.spelling}`\n\n{one.meaning}{form}{once}\n\n```text\n{one.example.strip()}\n```"


def _as_json(one: Entry) -> dict[str, str]:
    return {"sort": one.sort, "word": one.spelling, "meaning": one.meaning, "signature": one.signature,
            "example": one.example, "phrase": one.phrase, "spent": getattr(one, "spent", "")}
