"""Letters of different alphabets that look alike, so that no title can pass for another."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import name, normalize

# Alphabets whose letters look like each other's; a title with letters of two of them means to deceive, or is a slip.
ALPHABETS = ("ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GREEK", "LATIN")

# What letters look like, small ones as such, in pairs: the letter, the Latin letter.
_CYRILLIC = ("\u0430a \u0432b \u0441c \u0501d \u0435e \u0451e \u043dh \u0456i \u0457i \u0458j \u043ak \u04cfl \u043cm "
             "\u043eo \u0440p \u051bq \u0433r \u0455s \u0442t \u0475v \u051dw \u0445x \u0443y \u04afy")
_GREEK = ("\u03b1a \u03b2b \u03f2c \u03b5e \u03b7h \u03b9i \u03f3j \u03bak \u03bcm \u03bdn \u03bfo \u03c1p \u03c4t "
          "\u03c5y \u03c7x \u03b6z \u03c9w")
_LIKE = {pair[0]: pair[1] for pair in f"{_CYRILLIC} {_GREEK}".split()}
# Within one alphabet: what differs in nothing but a stroke.
_ALIKE = str.maketrans({"0": "o", "1": "l", "|": "l", "\u0131": "i", "\u2019": "'", "\u2018": "'", "\u2010": "-",
                        "\u2011": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-"} | _LIKE)
# A capital I is an l, and two letters side by side are one; blanks around these say nothing.
_SEEN = {ord("I"): "l"}
_PAIRS = (("rn", "m"), ("vv", "w"), ("VV", "W"), ("cl", "d"))
_BLANKS = re.compile(r" ?([/-]) ?")


def alphabets(text: str) -> list[str]:
    """Return the alphabets among those that look alike of which a text has letters, by name."""
    found = {name(letter, "").partition(" ")[0] for letter in normalize("NFKC", text) if letter.isalpha()}
    return [each.capitalize() for each in ALPHABETS if each in found]


@lru_cache(maxsize=8192)
def looks(title: str) -> tuple[str, ...]:
    """Return what a title looks like at a glance: who shares one of these with another cannot be told from it.

    Read aloud, capital letters count as small ones; seen, a capital I is an l, and rn is an m.
    """
    plain = normalize("NFKC", title)
    both = (plain.casefold(), _seen(plain).casefold())
    return tuple(dict.fromkeys(_BLANKS.sub(r"\1", " ".join(each.translate(_ALIKE).split())) for each in both))


def _seen(plain: str) -> str:
    """Return what a title is seen as, with one letter for each two that look like it."""
    text = plain.translate(_SEEN).translate(_ALIKE)
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text
