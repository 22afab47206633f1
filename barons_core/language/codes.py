"""List every code a report can carry, each with its manual page.

`barons explain CODE` prints a page; a code is never used for a second meaning.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """Explain one kind of fault; `wrong` and `right` are examples in the card language."""

    code: str
    title: str
    explanation: str
    wrong: str
    right: str


CODES: dict[str, Code] = {}
"""Every known code by its name."""


def code(code: str, title: str, explanation: str, wrong: str, right: str) -> Code:
    """Add a code to the list and return it; raise ValueError if it is taken."""
    if code in CODES:
        raise ValueError(f"the code {code} already means: {CODES[code].title}")
    CODES[code] = Code(code, title, explanation, wrong, right)
    return CODES[code]


TAB_OR_CONTROL = code(
    "BC001",
    "a tab or a control character",
    "Indentation is counted in blanks, and a tab has no agreed width. Control characters are invisible.",
    'building "Watchtower" in red x4:\n\tcost 1 red\n',
    'building "Watchtower" in red x4:\n    cost 1 red\n',
)

UNEXPECTED_TEXT = code(
    "BC002",
    "text that cannot stand here",
    "The declaration is well formed up to the marked place, and nothing that may follow starts like this.",
    'building "Watchtower" in red x4\n    cost 1 red\n',
    'building "Watchtower" in red x4:\n    cost 1 red\n',
)
