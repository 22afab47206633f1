"""The built-in cards as texts, for tests that change them."""

from __future__ import annotations

import re
from functools import cache

from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.parse import pieces
from barons_core.language.reports import Report
from barons_core.language.words import Vocabulary
from barons_core.plugins import words
from tests.sources import CARDS, read

FILE = "mine.barons"
_TITLE = re.compile(r'^(?:\w+|    as) "([^"]*)"', re.MULTILINE)
_RULESET = re.compile(r"^ruleset ", re.MULTILINE)
_SETTING = re.compile(r'^    setting "([^"]*)".*:$', re.MULTILINE)
_SETTING_BLOCK = re.compile(r'^    setting .*:\n(?:        .*\n)+', re.MULTILINE)
_QUOTED = re.compile(r'"([^"]*)"')


@cache
def vocabulary() -> Vocabulary:
    """Return the words of all plugins."""
    return Vocabulary.of(*words())


@cache
def checked() -> Checked:
    """Return all built-in files, checked."""
    return check_declarations([SourceFile(str(path), read(path)) for path in CARDS], vocabulary())


@cache
def declarations() -> tuple[str, ...]:
    """Return the text of every built-in declaration."""
    found = (lines for path in CARDS for _, lines in pieces(read(path), str(path))[0])
    return tuple("\n".join(lines).rstrip() + "\n" for lines in found)


def title(text: str) -> str:
    """Return the title of a declaration."""
    found = _TITLE.match(text)
    assert found, text
    return found[1]


@cache
def titles() -> frozenset[str]:
    """Return all titles of cards and of their ways."""
    return frozenset(name for text in declarations() if not text.startswith(("ruleset", "quantity"))
                     for name in _TITLE.findall(text))  # fmt: skip


def around(text: str) -> list[SourceFile]:
    """Return files that hold what a declaration may refer to: each title in it, the quantities, the rulesets."""
    missing = sorted(set(_QUOTED.findall(text)) & titles() - set(_TITLE.findall(text)))
    cards = "".join(f'land "{name}" in red x1:\n    cost none\n' for name in missing)
    quantities = "".join(other for other in declarations() if other.startswith("quantity") and other != text)
    own = set(_SETTING.findall(text))
    rulesets = [SourceFile(f"{path.stem}.barons", f'ruleset "{path.stem}":\n    players 2 to 3\n' + "".join(
                    block for block in _SETTING_BLOCK.findall(read(path)) if own.isdisjoint(_SETTING.findall(block))))
                for path in CARDS if _RULESET.search(read(path))]  # fmt: skip
    return [SourceFile("others.barons", cards + quantities), *rulesets]


def check(text: str, of: str = "") -> list[Report]:
    """Check one file beside all that the text `of` (by default itself) refers to; return the reports on it."""
    found = check_declarations([*around(of or text), SourceFile(FILE, text)], vocabulary()).reports
    return [report for report in found if FILE in {report.span.file, *(span.file for span, _ in report.labels)}]
