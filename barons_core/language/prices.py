"""What a cost can ask for: a number and a color, cards of any or of one color, or a token, a part each."""

from __future__ import annotations

from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, span_of
from barons_core.language.syntax import Phrase, Token
from barons_core.language.words import Vocabulary

MAX_AMOUNT = 99
PriceParts = tuple[tuple[tuple[int, str], ...], ...]
"""The alternatives of a cost: each has pairs of number and color or word; no pairs for `none`."""


def payments(vocabulary: Vocabulary) -> list[str]:
    """Return whatever may stand behind a number in a cost."""
    tokens = [word.spelling for word in vocabulary.values.values() if word.type == "Token"]
    return [*vocabulary.colors, "card", "cards", "of one color", *tokens]


def read_part(part: Phrase, vocabulary: Vocabulary, file: str) -> tuple[int, str]:
    """Return number and color or word of one part of a price; raise a Fault where it does not fit."""
    amount, *rest = part
    text = " ".join(word.text for word in rest)
    known = payments(vocabulary)
    if amount.kind != "int" or not rest:
        fix = did_you_mean(amount.text, [*known, "none", "or"])
        raise _fault("BC103", f"a {'color' if amount.kind == 'int' else 'number'} is missing here", amount, file, fix)
    if text not in known:
        code, message = "BC208" if len(rest) == 1 else "BC102", f"'{text}' is nothing that a cost can ask for"
        help = f"a cost is a number and one of: {', '.join(known)}"
        raise _fault(code, message, rest[0], file, did_you_mean(text, known), help)
    if not 1 <= int(amount.text[:6]) <= MAX_AMOUNT:
        message = f"a cost asks for 1 to {MAX_AMOUNT} of something"
        raise _fault("BC219", message, amount, file, help="a card that costs nothing says 'cost none'")
    return int(amount.text), text


def strictly_above(high: PriceParts, low: PriceParts) -> bool:
    """Tell whether each alternative of one cost holds all of each of the other's, and at least one card more."""
    return all(_above(b, a) for a in low for b in high)


def _above(high: tuple[tuple[int, str], ...], low: tuple[tuple[int, str], ...]) -> bool:
    amounts: dict[str, int] = {}
    for number, word in high:
        amounts[word] = amounts.get(word, 0) + number
    for number, word in low:
        amounts[word] = amounts.get(word, 0) - number
    return all(left >= 0 for left in amounts.values()) and any(left > 0 for left in amounts.values())


def _fault(code: str, message: str, token: Token, file: str, fix: str = "", help: str = "") -> Fault:
    return Fault(Report(code, message, span_of(file, token), fix=fix, help=help), 0)
