"""Every word has a meaning, a phrase that reads as English, an example that is true, and a use."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.parse import pieces
from barons_core.language.reading import reading_text
from barons_core.language.words import LAYERS, EventWord, Qualifier, Verb, Word, slots, template
from tests.citations import ROOT
from tests.language.built_in import checked, declarations, vocabulary
from tests.language.examples import proof, uses
from tests.sources import tree

WORDS = vocabulary().words
# Titles and settings that other declarations make.
ELSEWHERE = ("BC105", "BC241")
VOCABULARY = sorted((ROOT / "barons_core" / "rules" / "vocabulary").glob("*.py"))
_CARD = re.compile(r'^\w+ "[^"\n]+" in [\w ]+ x\d+:\n', re.MULTILINE)
_HOLE = re.compile(r"\{(\w+)")


def name(word: Word) -> str:
    return f"{word.sort} {word.spelling}"


@cache
def cards_of_tests() -> Checked:
    """Return the cards that tests of the rules write for themselves, checked."""
    texts = [text for path in sorted((ROOT / "tests").rglob("*.py")) if "language" not in path.parts
             for text in card_texts(path.read_text(encoding="utf-8"))]  # fmt: skip
    single = ["\n".join(lines) for text in texts for _, lines in pieces(text, "")[0]]
    sources = [SourceFile(f"{number}.barons", text) for number, text in enumerate(dict.fromkeys(single))]
    quantities = "".join(text for text in declarations() if text.startswith("quantity"))
    included = 'ruleset "Barons":\n    players 2 to 6\n'
    others = [SourceFile("quantities.barons", quantities), SourceFile("barons.barons", included)]
    return check_declarations([*sources, *others], vocabulary())


def card_texts(source: str) -> Iterator[str]:
    """Yield the strings of a Python file that are texts of cards."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _CARD.search(node.value):
            yield node.value


def generated(word: Word) -> str:
    """Return the English of a word as the rules text would start from it: its phrase, or its own template."""
    text = (
        word.phrase or (getattr(word, "template", "") or getattr(word, "finite", "") or word.spelling).split(" | ")[0]
    )
    return re.sub(r"\{(\w+)(:\w+)?\}", r"{\1}", re.sub(r"\[|\]", "", text))


def test_the_vocabulary_is_there() -> None:
    assert len(WORDS) >= 100
    assert len({name(word) for word in WORDS}) == len(WORDS)


@pytest.mark.parametrize("word", WORDS, ids=name)
def test_a_word_says_what_it_means(word: Word) -> None:
    assert word.meaning[:1].isupper() and word.meaning.endswith(".")
    assert word.meaning.count(". ") == 0, "one sentence"
    assert word.example and "\n" not in word.example.strip()
    assert not word.layer or word.layer in LAYERS


@pytest.mark.parametrize("word", WORDS, ids=name)
def test_a_phrase_uses_the_slots_of_its_template(word: Word) -> None:
    texts = [getattr(word, form, "") for form in ("template", "finite", "base", "gerund", "coming")]
    known = {slot.name for text in texts for one in text.split(" | ") for slot in slots(template(one))}

    assert set(_HOLE.findall(word.phrase)) <= known
    assert re.fullmatch(r"[A-Za-z0-9 ,'/:{}()-]+", generated(word)), generated(word)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in VOCABULARY])
def test_what_a_word_is_given_is_heeded(path: Path) -> None:
    """Of the functions behind words each reads all that its template has, so that no part of a line is dropped."""
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    ignored = {function.name: given - read for function in functions
               if (given := {argument.arg for argument in function.args.args} - {"g", "s", "actor", "_"})
               - (read := {node.id for line in function.body for node in ast.walk(line) if isinstance(node, ast.Name)})}

    assert ignored == {}


@pytest.mark.parametrize("word", [word for word in WORDS if isinstance(word, EventWord) and word.coming], ids=name)
def test_what_is_waited_for_names_nobody_but_who_does_it(word: EventWord) -> None:
    """A scope lasts until that event of that player, whatever else it is about: a kind of card would not be heeded."""
    assert [slot.name for slot in slots(template(word.coming))] == ["actor"]


@pytest.mark.parametrize("noun", ["knight", "action", "red card", "card from your hand"])
def test_the_next_card_that_is_played_cannot_be_of_a_kind(noun: str) -> None:
    text = f"""knight "Herald" in red x3:
    cost low 1 blue
    cost high 1 blue, 1 red
    after you play this:
        during the next {noun} you play this phase:
            let the cost of knights you play fall by 1 of your choice
"""
    any_card = text.replace(f"next {noun} you", "next card you")
    [report] = check_declarations([SourceFile("herald.barons", text)], vocabulary()).reports

    assert (report.code, report.severity, report.span.line) in {("BC104", "error", 5), ("BC106", "error", 5)}
    assert check_declarations([SourceFile("herald.barons", any_card)], vocabulary()).sound


@pytest.mark.parametrize("word", [word for word in WORDS if isinstance(word, Verb)], ids=name)
def test_a_verb_names_all_that_it_handles(word: Verb) -> None:
    handled = {slot.name for slot in slots(template(word.template))}

    assert not word.phrase or handled - set(_HOLE.findall(word.phrase)) <= UNSAID.get(word.spelling, set())
    assert word.run is not None


UNSAID: dict[str, set[str]] = {}
"""Slots that a phrase may leave out because the words around it say them."""


@pytest.mark.parametrize("word", [word for word in WORDS if isinstance(word, Qualifier)], ids=name)
def test_a_qualifier_can_be_decided(word: Qualifier) -> None:
    assert word.test is not None or word.others is not None


@pytest.mark.parametrize("word", WORDS, ids=name)
def test_an_example_reads_in_a_small_card(word: Word) -> None:
    assert proof(word), f"no card was found in which this is right and uses the word: {word.example}"


@pytest.mark.parametrize("word", WORDS, ids=name)
def test_a_word_is_used_by_a_card_or_a_test(word: Word) -> None:
    assert uses(checked(), word) or uses(cards_of_tests(), word)


def test_the_reading_of_every_made_up_card_is_read_again() -> None:
    found = cards_of_tests()
    wrong = {}
    for card in found.cards:
        text = reading_text(card, found.vocabulary)
        faults = [report for report in check_declarations([SourceFile("again.barons", text)], found.vocabulary).reports
                  if report.severity == "error" and report.code not in ELSEWHERE]  # fmt: skip
        if faults:
            wrong[card.title] = faults[0].message + "\n" + text

    assert len(found.cards) > 50
    assert not wrong
