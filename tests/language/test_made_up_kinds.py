"""Sections and scopes that no kind of card of Barons has: a made-up kind brings them through the vocabulary alone."""

from __future__ import annotations

import pytest

from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.compile import compile_card
from barons_core.language.reading import reading_text
from barons_core.language.text import rules_text
from barons_core.language.words import Kind
from tests.language.built_in import vocabulary

SECRET = Kind(
    "secret", "A made-up kind of card.", 'secret "Title" in red x1:', sections=("free", "action", "with", "activate")
)
CARD = """
secret "Mask" in red x2:
    cost none
    free, if you have a live "Mask":
        needs a card from your hand
        draw 1 red
    action:
        cost 1 red or 1 blue
        draw 2 blue
    with tax:
        once this action:
            let the size of your tax be at least 5
    with a knight:
        this phase:
            let the cost of knights you play rise by 1 of red
        this action:
            forbid enemies to attack your knights
"""


@pytest.fixture(scope="module")
def checked() -> Checked:
    return check_declarations([SourceFile("mask.barons", CARD)], vocabulary().plus([SECRET]))


def test_the_card_is_sound(checked: Checked) -> None:
    assert not checked.reports


def test_each_section_is_compiled_with_what_it_asks_for(checked: Checked) -> None:
    [way] = compile_card(checked.cards[0], checked.vocabulary).ways

    assert [(section.kind, section.argument) for section in way.sections] == [
        ("free", ""), ("action", ""), ("with", "tax"), ("with", "knight"),
    ]  # fmt: skip
    free, action, *_ = way.sections
    assert free.condition is not None and free.needs is not None and free.cost is None
    assert action.cost is not None and [price.amounts for price in action.cost.prices] == [(1, 0, 0, 0), (0, 1, 0, 0)]


def test_each_scope_is_a_block_of_its_own(checked: Checked) -> None:
    blocks = compile_card(checked.cards[0], checked.vocabulary).blocks

    assert [[(static.key, static.op) for static in block.statics] for block in blocks] == [
        [("size of a tax", "at least")],
        [("cost of a card", "rise")],
        [("attack", "forbid")],
    ]


def test_text_and_reading_say_each_section(checked: Checked) -> None:
    text = rules_text(checked.cards[0], checked.vocabulary)
    reading = reading_text(checked.cards[0], checked.vocabulary)

    heads = ("At any time on your turn", "As your action", "With a tax", "With a knight")
    for words in (*heads, "once this action", "this phase"):
        assert words in text
    again = check_declarations([SourceFile("again.barons", reading)], vocabulary().plus([SECRET]))
    assert not again.reports, reading
