"""Whatever somebody writes, the checker answers with reports, and in reasonable time; what it passes is compiled."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.compile import compile_card
from barons_core.language.parse import MAX_BYTES
from barons_core.language.reading import reading_text
from barons_core.language.reports import Report, render_plain
from barons_core.language.text import rules_text
from tests.language.built_in import declarations, vocabulary
from tests.language.misspelling import GRAMMAR_WORDS

PIECES = sorted({word for text in declarations() for word in text.replace(",", " , ").replace(":", " : ").split()})
SIGNS = [
    ",",
    ":",
    "(",
    ")",
    "=",
    "<",
    ">=",
    "+",
    "-",
    '"',
    "#",
    "\n",
    "\n    ",
    "\n        ",
    "\t",
    "\0",
    "“",
    "3",
    "99999999999",
]

FEW = settings(max_examples=60, deadline=None)


def check(text: str) -> list[Report]:
    """Check a text, print each report as the command line would, and compile and show what has no fault."""
    checked = check_declarations([SourceFile("any.barons", text)], vocabulary())
    assert all(render_plain(report, text) for report in checked.reports)
    if all(report.severity != "error" for report in checked.reports):
        for card in checked.cards:
            compile_card(card, checked.vocabulary)
            rules_text(card, checked.vocabulary)
            assert reading_text(card, checked.vocabulary)
    return list(checked.reports)


def changed(text: str, seed: int, times: int) -> str:
    """Return a text with some of its characters, words and lines dropped, doubled, swapped or replaced."""
    dice = random.Random(seed)
    for _ in range(times):
        unit = dice.choice(["", " ", "\n"])
        parts = text.split(unit) if unit else list(text)
        at = dice.randrange(len(parts))
        part, other = parts[at], parts[dice.randrange(len(parts))]
        piece, sign = dice.choice(PIECES), dice.choice(SIGNS)
        parts[at : at + 1] = dice.choice([[], [part, part], [piece], [sign], [part, piece], [other]])
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


PLAY = 'action "A" in red x1:\n    cost none\n    play:\n        '
BLOCK = ":\n            draw 1 red"
LONG = {
    "open parentheses": "(" * 390,
    "nested parentheses": 'building "A" in red x1:\n    let ' + "(" * 300 + "a" + ")" * 300,
    "many words": "a " * 399,
    "many declarations": "a\n" * 3_000,
    "a long union": PLAY + "discard " + "a card and " * 130 + "a card",
    "nested counts": PLAY + "if " + "count(" * 90 + "you" + ")" * 90 + " > 1" + BLOCK,
    "a long sum": PLAY + "if " + "1 + " * 150 + "1 > 1" + BLOCK,
    "a large number": PLAY + "draw " + "9" * 1_900 + " red",
    "nested qualifiers": PLAY + "discard a card " + "next to a card " * 90,
    "a long cost": 'action "A" in red x1:\n    cost ' + "1 red, " * 150 + "1 red\n    play:\n        draw 1 red",
    "many copies": 'building "A" in red x' + "9" * 1_900,
    "many misplaced lines": 'building "A" in red x1:\n    cost none\n' + "    draw 1 red\n" * 2_000,
    "many misspelt lines": PLAY + "drwa 1 red\n        " * 200,
    "many players": 'ruleset "A":\n    players ' + "9" * 1_900 + " to 3",
    "an indented end": " " * 1_999 + "x",
    "only line ends": "\ufeff\r\r\n\r",
    "a large version": "language 99999999999999999999\n",
    "a huge version": "language " + "9" * 1_900,
    "quotes": '"' * 300,
    "a long comment": "#" * 3_000,
    "invisible characters": "\u2028\u202e",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_and_deep_texts_are_answered(text: str) -> None:
    check(text)


def test_a_text_that_is_too_large_is_refused_unread() -> None:
    assert [report.code for report in check("x" * (MAX_BYTES + 1))] == ["BC005"]


@pytest.mark.parametrize("text", declarations(), ids=lambda text: text.split("\n")[0])
def test_a_card_without_one_of_its_lines_is_answered(text: str) -> None:
    lines = text.split("\n")
    for number in range(len(lines)):
        check("\n".join(lines[:number] + lines[number + 1 :]))


@pytest.mark.parametrize("opener", [
    "when", "after", "before", "instead of", "until", "during", "this turn", "each", "if", "may", "let", "allow",
    "forbid", "counts as", "choose", "choose one of", "name", "for", "else", "cost", "needs", "with", "as",
])  # fmt: skip
@pytest.mark.parametrize("rest", ["", " this", " turn", " this turn", " a", " the", " your", " not", " of", " 1"])
def test_a_line_that_breaks_off_behind_its_first_word(opener: str, rest: str) -> None:
    for end in ("", ":\n            draw 1 red"):
        check(f'action "Hut" in red x4:\n    cost 1 red\n    play:\n        {opener}{rest}{end}\n')
        check(f'building "Hut" in red x4:\n    cost 1 red\n    {opener}{rest}{end}\n')
