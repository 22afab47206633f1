"""Rules text and readings of all built-in cards, as snapshots; and that the text leaves no clause out."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.reading import reading_text
from barons_core.language.settled import NO_SETTINGS, settled
from barons_core.language.text import rules_text
from barons_core.language.tree import CardNode, Constant, Noun, Select
from barons_core.language.words import Vocabulary
from barons_core.loading import library
from barons_core.plugins import words

CARDS = {card.title: card for card in library().checked.cards}
VOCABULARY = library().vocabulary


@pytest.mark.parametrize("title", CARDS)
def test_the_rules_text_of_each_card(title: str, snapshot: SnapshotAssertion) -> None:
    assert rules_text(CARDS[title], VOCABULARY) == snapshot


@pytest.mark.parametrize("title", CARDS)
def test_a_reading_reads_as_the_same_card(title: str) -> None:
    card = CARDS[title]
    text = reading_text(card, VOCABULARY)
    files = sorted({other.file for other in CARDS.values()})
    sources = [SourceFile("reading.barons", text), *(SourceFile(file, _without(file, title)) for file in files)]
    sources += [SourceFile(node.file, Path(node.file).read_text(encoding="utf-8")) for node in _other_rulesets(files)]
    checked = check_declarations(sources, Vocabulary.of(*words()))

    assert [report for report in checked.reports if report.span.file == "reading.barons"] == []
    again = next(found for found in checked.cards if found.title == title)
    assert rules_text(again, VOCABULARY) == rules_text(card, VOCABULARY)


@pytest.mark.parametrize("title", CARDS)
def test_the_text_says_every_number_noun_and_title(title: str) -> None:
    card = CARDS[title]
    text = rules_text(card, VOCABULARY).lower()

    for word in _said(settled(card, NO_SETTINGS)):
        assert word.lower() in text, word


def _said(card: CardNode) -> list[str]:
    found: list[str] = []
    for node in card.walk():
        if isinstance(node, Constant) and node.type in ("Number", "Color") and node.text != "1":
            found.append(node.text)
        if isinstance(node, Select):
            found.append(node.title or _stem(node.noun))
    return found


def _stem(noun: Noun) -> str:
    return noun.spelling[:-1]


def _other_rulesets(files: list[str]) -> list[RulesetNode]:
    return [node for node in library().checked.rulesets if node.file not in files]


def _without(file: str, title: str) -> str:
    """Return the text of a file without the declaration of one title."""
    pieces = Path(file).read_text(encoding="utf-8").split("\n\n")
    return "\n\n".join(piece for piece in pieces if not any(f'"{title}"' in line for line in _headers(piece))) + "\n"


def _headers(piece: str) -> list[str]:
    return [line for line in piece.splitlines() if line and not line[0].isspace() and not line.startswith("#")]


def test_each_except_belongs_to_the_noun_phrase_before_all_of_them() -> None:
    text = (
        'action "Raid" in red x3:\n    cost none\n    play:\n        each enemy at once:\n'
        '            choose a card of their barony except a castle, except a knight as lost\n'
        "            eliminate lost\n"
    )
    checked = check_declarations([SourceFile("raid.barons", text)], Vocabulary.of(*words()))

    assert not checked.reports
    assert "except a castle or a knight" in rules_text(checked.cards[0], checked.vocabulary)


def test_a_name_that_keeps_a_thing_is_said_where_it_is_noted() -> None:
    text = (
        'action "Moat" in red x3:\n    cost none\n    play:\n        each player in turn order:\n'
        "            choose a building of their barony as dug\n            name hole = the space of dug\n"
        "            return dug to their hand\n        each player in turn order:\n"
        "            place a card from their hand face down on hole\n"
    )
    checked = check_declarations([SourceFile("moat.barons", text)], Vocabulary.of(*words()))
    card = checked.cards[0]

    assert not checked.reports
    assert "name hole = (the space of dug)" in reading_text(card, checked.vocabulary)
    assert "then notes the space of that building" in rules_text(card, checked.vocabulary)
    assert "face down on that space" in rules_text(card, checked.vocabulary)


@pytest.mark.parametrize(("lines", "said"), [
    (["each player in turn order:", "    choose up to 1 cards from their hand as lost", "    discard lost",
      "    draw 2 red"],
     "Each player, in turn order, chooses up to 1 card from their hand, then discards that card, "
     "then draws 2 red cards."),
    (["each player in turn order:", "    choose up to 1 cards from their hand as lost",
      "    if you have a live castle:", "        draw 2 red", "    else:",
      "        may draw 1 red", "    discard lost"],
     "Each player, in turn order: they choose up to 1 card from their hand; if you have a live castle, "
     "they draw 2 red cards; otherwise they may draw 1 red card; they discard that card."),
    (["each enemy at once:", "    may:", "        draw 2 red", "        draw 1 blue", "    choose one of:",
      "        draw 2 red", "        draw 1 blue"],
     "Each enemy, at the same time: they may do this: draw 2 red cards; draw 1 blue card; "
     "they choose one: draw 2 red cards; or draw 1 blue card."),
    (["choose exactly 1 cards from your hand as lost", "discard lost", "choose at least 1 cards from your hand as more",
      "discard more"],
     "Choose exactly 1 card from your hand. Discard that card. "
     "Choose at least 1 card from your hand. Discard those cards."),
    (["if you have at least 2 cards in your hand:", "    draw 1 red",
      "if count(knights from your hand) > 1 or a land from your hand:",
      "    discard 1 card from your hand"],
     "If you have at least 2 cards in your hand, draw 1 red card. "
     "If the number of knights in your hand is more than 1 or there is a land in your hand, "
     "discard 1 card from your hand."),
    (["may:", "    draw 2 red", "    draw 1 blue"], "You may do this: draw 2 red cards; draw 1 blue card."),
    (["discard up to 1 card from your hand as gone", "name worth = count(gone)", "draw worth red"],
     "Discard up to 1 card from your hand. Draw (the number of those cards) red cards."),
    (["choose up to 1 card from your hand as seen", "if count(seen) > 0:", "    draw 1 red",
      "discard up to 1 card from your hand as gone", "if count(gone) > 0:", "    draw 1 blue"],
     "Choose up to 1 card from your hand (the seen card). If the number of seen cards is more than 0, "
     "draw 1 red card. Discard up to 1 card from your hand (the gone card). "
     "If the number of gone cards is more than 0, draw 1 blue card."),
])  # fmt: skip
def test_verbs_and_nouns_agree(lines: list[str], said: str) -> None:
    text = 'action "Raid" in red x3:\n    cost none\n    play:\n' + "".join(f"        {line}\n" for line in lines)
    checked = check_declarations([SourceFile("raid.barons", text)], Vocabulary.of(*words()))

    assert not checked.reports
    assert rules_text(checked.cards[0], checked.vocabulary) == said
