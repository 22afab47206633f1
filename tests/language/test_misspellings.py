"""One wrong letter anywhere in a built-in card is one report on its line, and the suggestion is the right word.

A share of all words is tried each time; `BARONS_FULL=1` tries every word in every way.
"""

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from barons_core.language.reports import Report, render_plain
from tests.language.built_in import FILE, check, checked, declarations, title, titles
from tests.language.misspelling import WAYS, Place, changed, misspelt, valid_words, words

FULL = bool(os.environ.get("BARONS_FULL"))
SHARE = 1 if FULL else 6
WELL_MEANT = 0.9


@dataclass(frozen=True)
class Slip:
    """A word of a card, misspelt."""

    text: str
    place: Place
    word: str

    @property
    def wrong(self) -> str:
        return changed(self.text, self.place, self.word)

    @property
    def line(self) -> int:
        return self.place.line + 1


def slips(text: str) -> Iterator[Slip]:
    """Yield the misspellings of a declaration that are tried: each word in one way or, in a full run, in all."""
    valid = valid_words(text, checked().vocabulary, titles())
    for number, place in enumerate(words(text)):
        seed = zlib.crc32(f"{title(text)} {number}".encode())
        if seed % SHARE:
            continue
        for way in WAYS if FULL else [WAYS[seed // SHARE % len(WAYS)]]:
            word = misspelt(place.word, way, seed // 7)
            if word in valid or word == place.word:
                word = misspelt(place.word, "double", seed // 7)
            if word not in valid and word != place.word:
                yield Slip(text, place, word)


@cache
def found(slip: Slip) -> tuple[Report, ...]:
    return tuple(check(slip.wrong, slip.text))


def lines(report: Report) -> set[int]:
    """Return the lines of the file that a report marks."""
    return {span.line for span in (report.span, *(span for span, _ in report.labels)) if span.file == FILE}


@pytest.mark.parametrize("text", declarations(), ids=title)
def test_each_misspelt_word_gives_one_report_on_its_line(text: str) -> None:
    wrong = [
        f"{slip.place.word} -> {slip.word}:\n" + "\n".join(render_plain(report, slip.wrong) for report in found(slip))
        for slip in slips(text)
        if len(found(slip)) != 1 or slip.line not in lines(found(slip)[0])
    ]

    assert not wrong, "\n".join(wrong)


def test_the_suggestion_is_the_right_word() -> None:
    every = [slip for text in declarations() for slip in slips(text)]
    right = [slip for slip in every if found(slip)[0].fix.strip('"') == slip.place.word]

    assert len(every) >= 150
    assert len(right) / len(every) >= WELL_MEANT


def test_most_words_can_be_misspelt() -> None:
    places = [place for text in declarations() for place in words(text)]

    assert len(places) >= 1_000
    assert sum(misspelt(place.word, way, 0) != place.word for place in places for way in WAYS) >= 2.5 * len(places)
