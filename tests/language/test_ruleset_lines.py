"""The lines of a ruleset in the reference: all that there are, each with an example that is right."""

from __future__ import annotations

import pytest

from barons_core.language.amendments import FIELDS
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.check_rulesets import BLOCKS, LINES
from barons_core.language.ruleset_lines import RulesetLine, ruleset_lines
from barons_core.language.words import Vocabulary
from barons_core.loading import library
from barons_core.plugins import words

ENTRIES = ruleset_lines()


def faults(entry: RulesetLine, example: str) -> list[str]:
    """Return what is wrong with a ruleset in which the example stands, beside all built-in packs."""
    indented = "".join(f"    {line}\n" for line in example.split("\n"))
    players = "" if entry.spelling == "players" else "    players 2 to 4\n"
    text = f"{example}\n" if entry.spelling == "ruleset" else f'ruleset "Made up":\n{players}{indented}'
    sources = [source for pack in library().packs for source in pack.sources()]
    found = check_declarations([*sources, SourceFile("made_up.barons", text)], Vocabulary.of(*words()))
    return [report.message for report in found.reports if report.span.file == "made_up.barons"]


def test_every_line_that_a_ruleset_may_have_is_told() -> None:
    told = {" ".join(entry.spelling.split()[:2]) if entry.spelling.startswith("instead") else entry.spelling.split()[0]
            for entry in ENTRIES}  # fmt: skip

    assert told == {"ruleset", *LINES}
    assert [entry.spelling for entry in ENTRIES if entry.spelling.startswith("amend")] == [
        f"amend {field}" for field in FIELDS
    ]  # fmt: skip
    assert len({entry.spelling for entry in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.spelling)
def test_a_line_is_told_like_a_word(entry: RulesetLine) -> None:
    first = entry.spelling.split()[0]

    assert entry.meaning[:1].isupper() and entry.meaning.endswith(".") and ". " not in entry.meaning
    assert all(line.startswith((first, " ")) for line in entry.example.split("\n"))
    assert entry.signature.startswith(first)
    blocks = {*BLOCKS, "ruleset", "when", "after", "before", "instead"}
    assert entry.signature.endswith(":") == (first in blocks and entry.spelling != "setting is")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.spelling)
def test_the_example_of_a_line_is_right(entry: RulesetLine) -> None:
    assert faults(entry, entry.example) == []
    assert faults(entry, entry.example.replace(entry.spelling.split()[0], "xyzzy", 1))
