"""Whatever somebody writes, the checker answers with reports, and in reasonable time."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.parse import MAX_BYTES
from barons_core.language.reports import Report, render_plain
from tests.language.built_in import declarations, vocabulary
from tests.language.misspelling import GRAMMAR_WORDS

PIECES = sorted({word for text in declarations() for word in text.replace(",", " , ").replace(":", " : ").split()})
SIGNS = [",", ":", "(", ")", "=", "<", ">=", "+", "-", '"', "#", "\n", "\n    ", "\n        ", "\t", "\0", "“", "3", "99999999999"]

FEW = settings(max_examples=60, deadline=None)


def check(text: str) -> list[Report]:
    """Check a text, and print each report as the command line would."""
    found = list(check_declarations([SourceFile("any.barons", text)], vocabulary()).reports)
    assert all(render_plain(report, text) for report in found)
    return found


def changed(text: str, seed: int, times: int) -> str:
    """Return a text with some of its characters, words and lines dropped, doubled, swapped or replaced."""
    dice = random.Random(seed)
    for _ in range(times):
        unit = dice.choice(["", " ", "\n"])
        parts = text.split(unit) if unit else list(text)
        at = dice.randrange(len(parts))
        parts[at : at + 1] = dice.choice([
            [], [parts[at]] * 2, [dice.choice(PIECES)], [dice.choice(SIGNS)], parts[at : at + 1] + [dice.choice(PIECES)],
            [parts[dice.randrange(len(parts))]],
        ])  # fmt: skip
        text = unit.join(parts) or "x"
    return text


@FEW
@given(st.text(max_size=300))
def test_any_text_is_answered(text: str) -> None:
    check(text)


@FEW
@given(st.lists(st.sampled_from(PIECES + SIGNS + sorted(GRAMMAR_WORDS)), max_size=60).map(" ".join))
def test_any_words_are_answered(text: str) -> None:
    check(text)
    check('action "Feast" in red x4:\n    cost none\n    play:\n        ' + text)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(declarations()), st.integers(0, 2**32), st.integers(1, 6))
def test_any_changed_card_is_answered(text: str, seed: int, times: int) -> None:
    check(changed(text, seed, times))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(declarations()), st.integers(0, 2**32))
def test_reports_lie_within_the_text(text: str, seed: int) -> None:
    wrong = changed(text, seed, 2)
    lines = wrong.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    for report in check(wrong):
        assert 1 <= report.span.line <= len(lines)
        assert 1 <= report.span.column <= len(lines[report.span.line - 1]) + 1
        assert (report.span.line, report.span.column) <= (report.span.end_line, report.span.end_column)


@pytest.mark.parametrize("text", [
    "(" * 390, 'building "A" in red x1:\n    let ' + "(" * 300 + "a" + ")" * 300, "a " * 399, "a\n" * 3_000,
    'action "A" in red x1:\n    cost none\n    play:\n        discard ' + "a card and " * 130 + "a card",
    'action "A" in red x1:\n    cost none\n    play:\n        if ' + "count(" * 90 + "you" + ")" * 90 + " > 1:\n            draw 1 red",
    'action "A" in red x1:\n    cost none\n    play:\n        if ' + "1 + " * 150 + "1 > 1:\n            draw 1 red",
    'action "A" in red x1:\n    cost none\n    play:\n        draw ' + "9" * 1_900 + " red",
    'action "A" in red x1:\n    cost none\n    play:\n        discard a card ' + "next to a card " * 90,
    'action "A" in red x1:\n    cost ' + "1 red, " * 150 + "1 red\n    play:\n        draw 1 red",
    'building "A" in red x' + "9" * 1_900,
    'building "A" in red x1:\n    cost none\n' + "    draw 1 red\n" * 2_000,
    'building "A" in red x1:\n    cost none\n    activate:\n' + "        drwa 1 red\n" * 200,
    "ruleset \"A\":\n    players " + "9" * 1_900 + " to 3", " " * 1_999 + "x", "\ufeff\r\r\n\r", "language 99999999999999999999\n",
    "language " + "9" * 1_900, '"' * 300, "#" * 3_000, "\u2028\u202e",
], ids=range(21))  # fmt: skip
def test_long_and_deep_texts_are_answered(text: str) -> None:
    check(text)


def test_a_text_that_is_too_large_is_refused_unread() -> None:
    assert [report.code for report in check("x" * (MAX_BYTES + 1))] == ["BC005"]


@pytest.mark.parametrize("text", declarations(), ids=lambda text: text.split("\n")[0])
def test_a_card_without_one_of_its_lines_is_answered(text: str) -> None:
    lines = text.split("\n")
    for number in range(len(lines)):
        check("\n".join(lines[:number] + lines[number + 1 :]))


