"""Whatever noun phrase is checked without a fault is compiled, said as text and carried out: each noun, each qualifier.

The phrases are made from the vocabulary: each word behind a noun with all that may fill its slots, plain and with
`not`, alone and behind another.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest

from barons_core.engine.game import Game
from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.compile import compile_card
from barons_core.language.reading import reading_text
from barons_core.language.text import rules_text
from barons_core.language.words import Literal, Optional, Qualifier, template
from barons_core.testing.position import Piece, set_position
from tests.language.built_in import vocabulary
from tests.properties.made_up import FILE, in_play, with_cards

HEAD = 'building "Well" in red x4:\n    cost none\n    after you tax:\n'
NOUNS = {
    "Card": ("card", "land", "hill"),
    "Space": ("space",),
    "Player": ("player", "enemy"),
    "Color": ("color",),
    "Deck": ("deck",),
}
PLURALS = {"enemy": "enemies"}
VALUES = {
    "Card": ("this", "one", "several", "1 of several", "a card", "a land", "2 lands", "at most 1 land", "all buildings",
             "a card from your hand", "a land next to a castle"),
    "Player": ("you", "rival", "an enemy", "a player with a land"),
    "Color": ("red", "tint", "a color", "a color with cards"),
    "Hand": ("your hand", "the hand of rival"),
    "Barony": ("your barony", "the barony of rival"),
    "Number": ("1", "amount"),
}  # fmt: skip
BINDERS = {
    "one": "choose a card from your hand as one",
    "several": "choose 2 cards of your barony as several",
    "rival": "choose an enemy as rival",
    "tint": "choose a color as tint",
    "amount": "name amount = count(your lands)",
}
READERS = {
    "Card": "discard picked",
    "Space": "discard the card on picked",
    "Player": "picked draws 1 red",
    "Color": "draw 1 of picked",
    "Deck": "draw 1 of picked",
}
PLACED = {"Card": "of your barony", "Space": "on or next to this", "Deck": "with cards", "Color": "with cards"}
USES = ("choose", "verb", "count", "exists", "is")
PHRASES = 100
ANSWERS = 5


@dataclass(frozen=True)
class Phrase:
    """A noun with what stands behind it."""

    noun: str
    type: str
    behind: str

    def lines(self, use: str) -> list[str]:
        """Return the lines of a card that use the phrase in one way."""
        article = "an" if self.noun[0] in "aeiou" else "a"
        one = f"{article} {self.noun} {self.behind}"
        match use:
            case "choose":
                lines = [f"choose {one} as picked", READERS[self.type]]
            case "verb" if self.type == "Space":
                lines = [f"discard the card on {one}"]
            case "verb":
                lines = [f"discard {one}"]
            case "count":
                plural = PLURALS.get(self.noun, f"{self.noun}s")
                lines = [f"if count({plural} {self.behind}) > 0:", "    draw 1 red"]
            case "exists":
                lines = [f"if {one}:", "    draw 1 red"]
            case _:
                source = PLACED.get(self.type, "")
                lines = [f"choose a {self.type.lower()} {source} as picked", f"if picked is {one}:", "    draw 1 red"]
        words = " ".join(lines).replace("(", " ").replace(")", " ").split()
        return [*(BINDERS[name] for name in BINDERS if name in words), *lines]


def phrases() -> Iterator[Phrase]:
    """Yield phrases with each qualifier of the vocabulary."""
    for type_name, nouns in NOUNS.items():
        words = [word for word in vocabulary().qualifiers if type_name in word.types]
        texts = [text for word in words for text in filled(word)]
        placed = PLACED.get(type_name, "")
        for noun, text in product(nouns, texts):
            for behind in (text, f"not {text}", f"{placed} {text}", f"{placed}, not {text}"):
                yield Phrase(noun, type_name, behind.strip(" ,"))


def filled(word: Qualifier) -> Iterator[str]:
    """Yield a qualifier with all that may fill its slots."""
    choices: list[tuple[str, ...]] = []
    for part in template(word.template):
        assert not isinstance(part, Optional)
        choices.append(part.spellings[:1] if isinstance(part, Literal) else VALUES[part.single])
    for values in product(*choices):
        yield " ".join(values)


def check(text: str) -> Checked:
    return check_declarations([SourceFile(FILE, text)], vocabulary())


def card(lines: list[str]) -> str:
    return HEAD + "".join(f"        {line}\n" for line in lines)


def texts(use: str) -> list[str]:
    """Return some of the texts with a phrase in one use."""
    every = list(dict.fromkeys(card(phrase.lines(use)) for phrase in phrases()))
    return random.Random(use).sample(every, PHRASES)


@cache
def sound(use: str) -> dict[str, Checked]:
    """Return the texts with a phrase in one use that the checker finds no fault with."""
    found = {text: check(text) for text in texts(use)}
    return {text: checked for text, checked in found.items() if not checked.reports}


def carried_out(text: str) -> Game:
    """Return a game in which a card was carried out, with the last option of each choice."""
    game = in_play(with_cards(text), "Well")
    game.answer("tax (0,1) as yellow")
    for _ in range(ANSWERS):
        if game.choice is not None:
            game.answer(game.choice.ids()[-1])
    return game


@pytest.mark.parametrize("use", USES)
def test_what_is_checked_is_compiled_and_said(use: str) -> None:
    for text, checked in sound(use).items():
        found = checked.cards[0]
        compile_card(found, checked.vocabulary)
        rules_text(found, checked.vocabulary)
        assert not check(reading_text(found, checked.vocabulary)).reports, text
    assert len(sound(use)) > PHRASES / 4, "most of the phrases are refused"


@pytest.mark.parametrize("use", USES)
def test_what_is_checked_is_carried_out(use: str) -> None:
    for text in sound(use):
        assert carried_out(text).fault is None, text


# The castle lies at (0,0), a yellow land at (0,1), a blue one at (1,0), the card that speaks at (2,0).
OWN = {"(2,1)", "(3,0)", "(2,-1)", "(1,0)"}
OF_LANDS = {"(0,2)", "(1,1)", "(0,0)", "(-1,1)", "(2,0)", "(1,-1)"}


@pytest.mark.parametrize(("behind", "spaces"), [
    ("next to this", OWN),
    ("on or next to this", OWN | {"(2,0)"}),
    ("next to a land", OF_LANDS),
    ("next to all lands", OF_LANDS),
    ("next to (a land)", OF_LANDS),
    ("next to at least 2 lands", {"(0,0)", "(1,1)"}),
    ("next to (a card of your barony), not next to a land", OWN - {"(2,0)"} | {"(0,1)", "(0,-1)", "(-1,0)"}),
    ("next to this, not under a land", OWN - {"(1,0)"}),
    ("on or next to this, not under this", OWN),
    ("on or next to this not next to a land", OWN),
    ("not next to a land on or next to this", OWN),
    ("on or next to this next to at most 0 castles", OWN - {"(1,0)"} | {"(2,0)"}),
    ("next to lands_of_mine", OF_LANDS),
    ("next to 2 of lands_of_mine", {"(0,0)", "(1,1)"}),
])  # fmt: skip
def test_the_spaces_that_a_phrase_stands_for(behind: str, spaces: set[str]) -> None:
    named = ["choose 2 lands of your barony as lands_of_mine"] if "lands_of_mine" in behind else []
    text = card([*named, f"choose a space {behind} as picked", "discard the card on picked"])
    game = in_play(with_cards(text), "Well")
    game.answer("tax (0,1) as yellow")

    assert game.choice is not None
    assert {option.removeprefix("choose ") for option in game.choice.ids()} == spaces
    assert len(game.choice.ids()) == len(spaces), "no space is offered twice"


@pytest.mark.parametrize("behind", ["", "not next to this", "next to at most 1 land", "under a castle"])
@pytest.mark.parametrize("line", [
    "choose a space {} as spot\ndiscard the card on spot",
    "choose a space next to this and a space {} as spot\ndiscard the card on spot",
    "discard the card on a space {}",
    "if a space {}:\n    draw 1 red",
    "if count(spaces {}) > 1:\n    draw 1 red",
    "name number_of = count(spaces {})\ndraw number_of red",
])  # fmt: skip
def test_spaces_that_are_nowhere_are_refused(line: str, behind: str) -> None:
    [report] = check(card(line.format(behind).split("\n"))).reports

    assert report.code == "BC133"


SEVERAL = [
    "es win", "es draw 1 red", "discard the card on all spaces next to your castle", "draw 1 of all colors",
    "return all cards of your barony to your hand", "take the top card of all decks unseen as t; reveal t",
    "move 2 cards of your barony to a legal space", "place all cards from your hand in your barony",
]


@pytest.mark.parametrize("line", SEVERAL)
def test_several_things_are_refused_where_a_verb_needs_one(line: str) -> None:
    text = 'action "Probe" in red x3:\n    cost none\n    play:\n        choose 2 enemies as es\n' + \
        "".join(f"        {part.strip()}\n" for part in line.split(";")) + "        each of es at once:\n" + \
        "            reveal a card from their hand\n"
    found = check_declarations([SourceFile("probe.barons", text)], vocabulary())

    assert "BC110" in [report.code for report in found.reports]


@pytest.mark.parametrize("counted, number", [
    ("a player", 3), ("an enemy", 2), ("a space next to your castle", 4), ("a color", 4),
])
def test_a_phrase_for_one_thing_counts_all_that_fit(counted: str, number: int) -> None:
    text = f'action "Probe" in green x3:\n    cost none\n    play:\n        if count({counted}) = {number}:\n' \
        "            you win\n"
    game = Game(with_cards(text), 3, 1)
    set_position(game, hands={0: [Piece("Probe")]})
    game.answer('play "Probe"')

    assert game.winners == (0,)
