"""Where a card's numbers come from: `sources cost reconstructed, copies printed`.

Most costs and copies are printed on real cards only; a card keeps, and `barons show` tells, which ones are made up,
and which ones somebody has entered who owns the real cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, span_of
from barons_core.language.syntax import Phrase, Statement, Token

OPENER = "sources"
FIELDS = ("cost", "copies", "kind", "deck")
ORIGINS = ("printed", "inferred", "reconstructed", "entered")
WORDS = (OPENER, *FIELDS, *ORIGINS)


def is_origins(statement: Statement) -> bool:
    """Tell whether a line says where the card's numbers come from."""
    return statement.kind == "do" and statement.words[0].text == OPENER


def read_origins(words: Phrase, file: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of field and origin behind the opener; raise a Fault at the first word that does not fit."""
    found: dict[str, str] = {}
    for field, origin in _pairs(words, file):
        _expect(field, FIELDS, file)
        _expect(origin, ORIGINS, file)
        if field.text in found:
            raise _fault("BC240", f"'{field.text}' stands twice", field, file)
        found[field.text] = origin.text
    return tuple(found.items())


def _pairs(words: Phrase, file: str) -> Iterator[tuple[Token, Token]]:
    opener, *rest = words
    for start in range(0, max(len(rest), 1), 3):
        part = rest[start : start + 3]
        if len(part) < 2 or (len(part) == 3 and (part[2].kind != "comma" or start + 3 >= len(rest))):
            raise _fault(
                "BC240",
                "this line is written 'sources FIELD ORIGIN, FIELD ORIGIN'",
                part[-1] if part else opener,
                file,
            )
        yield part[0], part[1]


def _expect(token: Token, known: tuple[str, ...], file: str) -> None:
    if token.text not in known:
        help = f"one of {', '.join(known)}"
        raise _fault("BC240", f"'{token.text}' does not fit here", token, file, did_you_mean(token.text, known), help)


def _fault(code: str, message: str, token: Token, file: str, fix: str = "", help: str = "") -> Fault:
    return Fault(Report(code, message, span_of(file, token), fix=fix, help=help), 0)
