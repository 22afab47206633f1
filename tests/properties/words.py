"""Change words of an id without touching the titles that it quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return a text with whole words replaced, except within quotes."""
    parts = text.split('"')
    parts[::2] = [re.sub(r"\w+", lambda word: names.get(word[0], word[0]), part) for part in parts[::2]]
    return '"'.join(parts)
