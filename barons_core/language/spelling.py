"""How alike two words are: letters dropped, doubled, changed or swapped."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache


@lru_cache(maxsize=8192)
def distance(left: str, right: str, most: int) -> int:
    """Return how many letters must be dropped, put in, changed or swapped to make one word of the other.

    More than `most` counts as `most + 1`.
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def nearest(word: str, candidates: Iterable[str], limit: int, most: int = 2) -> list[str]:
    """Return up to `limit` candidates that a slip of the finger may have turned into the word, the likeliest first."""
    most = 1 if len(word) <= 3 else most
    text = word.casefold()
    found = []
    for candidate in candidates:
        if candidate == word or (apart := distance(text, candidate.casefold(), most)) > most:
            continue
        alike = SequenceMatcher(None, text, candidate.casefold()).ratio()
        found.append((apart, sorted(candidate) != sorted(word), -alike, candidate))
    return [candidate for *_, candidate in sorted(found)[:limit]]
