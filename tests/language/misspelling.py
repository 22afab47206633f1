"""Misspell each word of card text in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from barons_core.language.known import vocabulary_words
from barons_core.language.words import Vocabulary

WAYS = ("drop", "swap", "double")
GRAMMAR_WORDS = frozenset(
    [
        "when",
        "after",
        "before",
        "instead",
        "of",
        "until",
        "during",
        "once",
        "this",
        "turn",
        "phase",
        "action",
        "each",
        "let",
        "allow",
        "forbid",
        "counts",
        "as",
        "choose",
        "one",
        "if",
        "else",
        "may",
        "cost",
        "needs",
        "name",
        "none",
        "count",
        "most",
        "least",
        "colors",
        "on",
        "in",
        "from",
        "to",
        "with",
        "without",
        "by",
        "for",
        "at",
        "into",
        "onto",
        "under",
        "per",
        "than",
        "next",
        "and",
        "or",
        "in",
        "x",
        "players",
        "replace",
        "amend",
        "rename",
        "includes",
        "excludes",
        "setup",
        "setting",
        "because",
        "start",
        "ruleset",
        "quantity",
        "player",
        "deck",
    ]
)
_WORD = re.compile(r'"(?P<title>[^"\n]*)"|(?P<word>[A-Za-z][A-Za-z0-9_\'-]*)|#[^\n]*')
_NAMES = re.compile(r'\s+(as "|setting ".*:$|[\w-]+ "[^"]*"$)')
_COPIES = re.compile(r"x\d+$")
_GIVEN = re.compile(r'^\s+(?:setting (?=.*:$)|rename \S+ to |amend "[^"]*" title )(.*)')


@dataclass(frozen=True)
class Place:
    """A word of a text: its line (from 0), its first column (from 0), the word itself."""

    line: int
    column: int
    word: str
    title: bool


def words(text: str) -> Iterator[Place]:
    """Yield each word that may be misspelt.

    All but numbers, comments, the names that are given here, and what the values of settings mean.
    """
    for number, line in enumerate(text.split("\n")):
        heads = not line[:1].isspace() or _NAMES.match(line) is not None
        given = _GIVEN.match(line)
        for match in _WORD.finditer(line, 0, given.start(1) if given else len(line)):
            if match["title"] is not None:
                if not heads:
                    yield Place(number, match.start("title"), match["title"], True)
            elif match["word"] and not _COPIES.match(match["word"]):
                yield Place(number, match.start(), match["word"], False)


def misspelt(word: str, way: str, seed: int) -> str:
    """Return the word misspelt in one way, at a place that the seed chooses; itself if that way has no place."""
    letters = [at for at, character in enumerate(word) if character.isalpha()]
    if way == "drop":
        letters = letters[1:] if len(letters) > 2 else []
        places = [word[:at] + word[at + 1 :] for at in letters]
    elif way == "swap":
        pairs = [at for at in letters if at + 1 in letters and word[at] != word[at + 1]]
        places = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in pairs]
    else:
        places = [word[:at] + word[at] + word[at:] for at in letters]
    places = [found for found in places if found != word]
    return places[seed % len(places)] if places else word


def changed(text: str, place: Place, word: str) -> str:
    """Return the text with another word at a place."""
    lines = text.split("\n")
    line = lines[place.line]
    lines[place.line] = line[: place.column] + word + line[place.column + len(place.word) :]
    return "\n".join(lines)


def valid_words(text: str, vocabulary: Vocabulary, titles: frozenset[str]) -> frozenset[str]:
    """Return every word that means something in a text: a misspelling into one of these is none."""
    bound = set(re.findall(r"\bas ([a-z_]\w*)", text)) | set(re.findall(r"\bname (\w+) =", text))
    return frozenset(vocabulary_words(vocabulary)) | GRAMMAR_WORDS | titles | bound
