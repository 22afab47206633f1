"""Which words are known, and which of them somebody may have meant."""

from __future__ import annotations

from functools import lru_cache

from barons_core.language.reports import did_you_mean
from barons_core.language.spelling import nearest
from barons_core.language.tree import UNKNOWN
from barons_core.language.words import Vocabulary, literals, template

RESERVED = frozenset(
    {"if", "when", "after", "before", "until", "during", "let", "allow", "forbid", "may", "needs", "else"}
)
NEVER_NAMES = RESERVED | frozenset({
    "this", "you", "they", "them", "it", "its", "that", "the", "your", "their", "a", "an", "any", "all", "each",
    "every", "another", "no", "not", "is", "are", "has", "have", "as", "and", "or", "of",
    "in", "on", "to", "from", "with",
    "without", "choose", "chooses", "name", "cost", "at", "exactly", "up", "none", "instead", "once", "counts",
})  # fmt: skip
DETERMINERS = ("a", "an", "any", "all", "each", "every", "another", "the")
MANY_TITLES = 500
STRUCTURE_WORDS = (
    "when", "after", "before", "instead", "of", "until", "during", "once", "this", "turn", "phase", "action", "each",
    "let", "allow", "forbid", "counts", "as", "choose", "chooses", "one", "if", "else", "may", "cost", "needs",
    "name", "none", "count", "most", "least", "colors", "and", "or", "be", "at", "rise", "fall", "by", "include",
    "exclude", "your", "choice", "to", "ignoring", "cut", "off", "not", "any", "number", "all", "but", "up",
    "exactly", "except", "turn", "order", "at", "once", "you", "last", "they", "them", "their", "its", "is", "are",
    "has", "have", "no", "start", "in", "deck", "for", "players", "setting", "because", "includes", "with",
    "setup", "excludes", "replace", "amend", "rename", "copies", "title", "kind", "ruleset", "quantity", "player",
    "from", "on", "into", "under", "onto", "per", "than", "without", "next", "card", "cards", "language",
    "adjacency", "sources", "copies", "kind", "printed", "inferred", "reconstructed", "entered",
)  # fmt: skip


@lru_cache(maxsize=16)
def vocabulary_words(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return every single word that the vocabulary uses, in order, once."""
    found: dict[str, None] = {}
    for word in vocabulary.words:
        texts = [word.spelling, getattr(word, "plural", ""), getattr(word, "template", "")]
        texts += [getattr(word, form, "") for form in ("finite", "gerund", "base", "coming")]
        texts += list(getattr(word, "labels", ()))
        for text in texts:
            for piece in text.split(" | "):
                for literal in literals(template(piece)):
                    found.setdefault(literal)
    for extra in (
        *DETERMINERS,
        "your",
        "their",
        "its",
        "this",
        "you",
        "that",
        "is",
        "has",
        "have",
        "not",
        "least",
        "most",
        "exactly",
    ):
        found.setdefault(extra)
    return tuple(found)


def known_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Return every word that may stand in a text: of the vocabulary, of headers and sections, of the structure."""
    found = set(vocabulary_words(vocabulary)) | set(STRUCTURE_WORDS)
    for kind in vocabulary.kinds.values():
        found.update(kind.sections, kind.labels)
    for quantity in vocabulary.quantities:
        found.update(quantity.spelling.split())
    found.update(f"{word}'s" for word, (noun, _) in vocabulary.nouns.items() if noun.type == "Player")
    return frozenset(found)


def near_title(title: str, titles: frozenset[str]) -> str:
    """Return the title that somebody may have meant, or "". Many titles are looked through quickly first."""
    near = [known for known in titles if known and abs(len(known) - len(title)) <= 2
            and (known[:1] == title[:1] or known[-1:] == title[-1:])]  # fmt: skip
    if len(titles) > MANY_TITLES:
        return next(iter(nearest(title, near, 1)), "")
    return did_you_mean(title, sorted(titles))


def article(type_name: str) -> str:
    return "a name or a noun" if type_name == UNKNOWN else with_article(type_name.lower())


def with_article(word: str) -> str:
    """Return a word with `a` or `an` before it."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
