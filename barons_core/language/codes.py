"""List every code a report can carry, each with its manual page.

`barons explain CODE` prints a page; a code is never used for a second meaning. The pages of the language itself are a
document beside the grammar; other parts register theirs with `code`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from barons_core.frozen import frozen


@frozen
class Code:
    """Explain one kind of fault; `wrong` and `right` are examples in the card language.

    With `wrong_use` no text is at fault, but what the command was given.
    """

    code: str
    title: str
    explanation: str
    wrong: str
    right: str
    wrong_use: bool = False


CODES: dict[str, Code] = {}
"""The codes that were registered, by name; those of the language are `language_codes()`."""


def code(code: str, title: str, explanation: str, wrong: str, right: str, *, wrong_use: bool = False) -> Code:
    """Add a code to the list and return it; raise ValueError if it is taken."""
    if code in CODES:
        raise ValueError(f"the code {code} already means: {CODES[code].title}")
    CODES[code] = Code(code, title, explanation, wrong, right, wrong_use)
    return CODES[code]


@cache
def language_codes() -> dict[str, Code]:
    """Return the codes of the language by name."""
    text = files("barons_grammar").joinpath("codes.toml").read_text(encoding="utf-8")
    return {name: Code(name, **page) for name, page in tomllib.loads(text).items()}
