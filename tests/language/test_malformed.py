"""What the checker says to malformed texts: the table in grammar/malformed_cards.toml."""

import re
from dataclasses import replace

import pytest

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.notations import NUMBERS
from tests.language.built_in import vocabulary
from tests.language.malformed import Malformed, reports, table

TABLE = table()
SEVERAL = {
    "a ruleset that is not known, beside others that are not",
    "two misspelt words in one card",
    "two misspelt words in one line",
    "two faulty quantities that are used",
    "two other notations in one card",
    "two signs for equal, and a misspelt word below",
}


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.name)
def test_a_malformed_text_gets_its_report(case: Malformed) -> None:
    assert reports(case) == case.reports


def test_each_fault_has_one_report() -> None:
    assert {case.name for case in TABLE if len(case.reports) != 1} == SEVERAL


# The values of a setting are any words; the one that is taken for a slip is as good as the other.
WITH_SUGGESTION = [case for case in TABLE if "suggestion" in case.reports[0] and case.name != "a setting without or"]


@pytest.mark.parametrize("case", WITH_SUGGESTION, ids=lambda case: case.name)
def test_a_suggestion_mends_what_it_is_for(case: Malformed) -> None:
    first = case.reports[0]
    line, start, end = map(int, re.split("[:-]", first["at"]))
    lines = case.text.split("\n")
    lines[line - 1] = lines[line - 1][: start - 1] + first["suggestion"] + lines[line - 1][end - 1 :]

    left = reports(replace(case, text="\n".join(lines)))

    assert len(left) < len(case.reports), left


@pytest.mark.parametrize("word", NUMBERS)
def test_a_number_in_letters_is_told_in_digits(word: str) -> None:
    text = f'action "Feast" in red x{NUMBERS[word]}:\n    cost {word} red\n    play:\n        draw {word} red\n'

    found = [(report["at"].split(":")[0], report.get("suggestion")) for report in reports(Malformed("", "", text, []))]

    assert found == [("2", NUMBERS[word]), ("4", NUMBERS[word])]


def test_the_table_is_as_large_as_it_should_be() -> None:
    about = [case.about for case in TABLE]

    assert len({case.name for case in TABLE}) == len(TABLE) >= 75
    assert about.count("meaning") >= 50
    assert set(about) == {"text", "meaning"}


def test_all_faults_of_all_files_come_in_one_run() -> None:
    cases = [case for case in TABLE if not case.other and "stands twice" not in case.reports[0]["message"]]
    alone = {f"{number}.barons": case for number, case in enumerate(cases) if "ruleset" not in case.text}
    sources = [SourceFile(name, _renamed(case.text, name)) for name, case in alone.items()]

    found = check_declarations(sources, vocabulary()).reports

    faulty = {report.span.file for report in found if report.severity == "error"}
    assert faulty == {name for name, case in alone.items() if case.reports[0].get("severity") != "warning"}


def _renamed(text: str, file: str) -> str:
    """Return a text with titles that no other file has."""
    number = file.removesuffix(".barons")
    for title in ("Watchtower", "Feast", "Squire", "Mint", "fame", "renown"):
        text = text.replace(f'"{title}"', f'"{title} {number}"')
    return text
