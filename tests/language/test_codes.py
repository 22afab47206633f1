"""Each code that a report can carry has a manual page whose examples are true."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import barons_core.card_imports
import barons_core.idle_lines
import barons_core.merging
import barons_core.packs
import barons_core.replays
import barons_core.testing.scenario_codes
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.codes import CODES, language_codes
from barons_core.language.reports import Report
from barons_core.merging import clash_reports
from tests.citations import ROOT
from tests.language.built_in import vocabulary

LANGUAGE = ROOT / "barons_core/language"
OTHERS = [path for path in (ROOT / "barons_core").rglob("*.py") if LANGUAGE not in path.parents]
REGISTERED = {**CODES, **language_codes()}
TOO_LONG_TO_PRINT = {"BC005", "BC015"}

assert barons_core.card_imports and barons_core.merging and barons_core.packs and barons_core.replays
assert barons_core.idle_lines and barons_core.testing.scenario_codes


def used(paths: Iterable[Path], code: str = r'"(BC\d{3})"') -> set[str]:
    """Return the codes that stand in some files."""
    return {found for path in paths for found in re.findall(code, path.read_text(encoding="utf-8"))}


def check(text: str) -> list[Report]:
    """Check a text as the file of a ruleset called `house`, beside a ruleset `barons` that it may include."""
    other = SourceFile("barons.barons", 'ruleset "Barons":\n    players 2 to 6\n')
    return list(check_declarations([other, SourceFile("house.barons", text)], vocabulary()).reports)


def examples() -> list[str]:
    """Return the codes whose examples can be read."""
    return sorted(set(language_codes()) - TOO_LONG_TO_PRINT)


def test_every_code_in_the_source_has_a_page() -> None:
    assert used((ROOT / "barons_core").rglob("*.py")) <= set(REGISTERED)


def test_every_page_of_the_language_is_used() -> None:
    assert set(language_codes()) == used(LANGUAGE.glob("*.py"))


def test_no_code_is_registered_twice() -> None:
    assert not set(CODES) & set(language_codes())


@pytest.mark.parametrize("code", sorted(language_codes()))
def test_a_page_is_complete(code: str) -> None:
    page = language_codes()[code]

    assert re.fullmatch(r"BC\d{3}", code)
    assert page.title and page.explanation.rstrip().endswith(".")
    assert page.wrong != page.right


@pytest.mark.parametrize("code", examples())
def test_the_wrong_example_has_this_fault_only(code: str) -> None:
    assert [report.code for report in check(language_codes()[code].wrong)] == [code]


@pytest.mark.parametrize("code", examples())
def test_the_right_example_has_no_fault(code: str) -> None:
    assert check(language_codes()[code].right) == []


def test_the_examples_of_rulesets_that_do_not_go_together_are_true() -> None:
    """They are about two other files, which say different things about one card."""
    page = CODES["BC239"]
    others = [SourceFile("hut.barons", 'building "Hut" in red x4:\n    cost 1 red\n'),
              SourceFile("few_huts.barons", 'ruleset "Few huts":\n    amend "Hut" copies 2\n'),
              SourceFile("many_huts.barons", 'ruleset "Many huts":\n    amend "Hut" copies 9\n')]

    def found(text: str) -> list[str]:
        checked = check_declarations([*others, SourceFile("both.barons", text)], vocabulary())
        return [report.code for report in (*checked.reports, *clash_reports(checked))]

    assert (found(page.wrong), found(page.right)) == (["BC239"], [])


@pytest.mark.parametrize("text", ["building" + " " * 2_001, "x" * 2_001, "word " * 401])
def test_a_line_that_is_too_long_is_refused(text: str) -> None:
    assert [report.code for report in check(text + "end")] == ["BC005"]
