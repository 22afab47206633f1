"""What a deck holds is arithmetic: each line adds or takes exactly its number, whatever else is said of the card.

Every two statements about one card are put together in each way there is, and held against sums done here by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product

import pytest

from barons_core.deck_lines import order_clash, told_apart
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.deck_numbers import deck_numbers
from barons_core.language.words import Vocabulary
from barons_core.loading import ClashingRulesets, Library, library
from barons_core.plugins import words
from barons_core.ruleset_decks import decks_in
from barons_core.shortages import shortages

Deck = Counter[tuple[str, str]]
Held = list[dict[tuple[str, str], int]]
TURNED = ("how many cards were turned into others", "")
MILL, FORGE, PORT = ("Mill", "red"), ("Forge", "red"), ("Port", "red")
CARDS = ("Mill", "Forge", "Port", "Stables")


class Short(Exception):
    """A swap that finds too few."""


def adds(number: int, what: tuple[str, str]) -> Callable[[Deck], None]:
    def carry_out(deck: Deck) -> None:
        deck[what] += number

    return carry_out


def swaps(removed: int, out: tuple[str, str], added: int, new: tuple[str, str]) -> Callable[[Deck], None]:
    def carry_out(deck: Deck) -> None:
        if deck[out] < removed:
            raise Short
        deck[out] -= removed
        deck[new] += added

    return carry_out


def turns(out: tuple[str, str], new: tuple[str, str]) -> Callable[[Deck], None]:
    def carry_out(deck: Deck) -> None:
        deck[TURNED] += deck[out]
        deck[new] += deck.pop(out, 0)

    return carry_out


# What a ruleset says, and what it does: with 2 players, with more. Amendments of a field: what the card then says.
LINES: dict[str, tuple[Callable[[Deck], None] | None, Callable[[Deck], None] | None]] = {
    'includes 2 "Mill" in red': (adds(2, MILL), adds(2, MILL)),
    'includes 1 "Stables" in green': (adds(1, ("Stables", "green")), adds(1, ("Stables", "green"))),
    'replace 2 "Mill" with 3 "Port" in red': (swaps(2, MILL, 3, PORT), swaps(2, MILL, 3, PORT)),
    'replace 4 "Mill" with 1 "Forge" in red': (swaps(4, MILL, 1, FORGE), swaps(4, MILL, 1, FORGE)),
    'replace 3 "Forge" with 4 "Mill" in red': (swaps(3, FORGE, 4, MILL), swaps(3, FORGE, 4, MILL)),
    'replace every "Mill" with "Port" in red': (turns(MILL, PORT), turns(MILL, PORT)),
    'replace every "Forge" with "Mill" in red': (turns(FORGE, MILL), turns(FORGE, MILL)),
    'with 2 players:\n        replace 3 "Mill" with 1 "Port" in red': (swaps(3, MILL, 1, PORT), None),
    'with 3 to 6 players:\n        replace every "Mill" with "Forge" in red': (None, turns(MILL, FORGE)),
}
AMENDMENTS: dict[str, dict[str, int | str]] = {
    'amend "Mill" copies 3': {"copies": 3},
    'amend "Mill" copies 9': {"copies": 9},
    'amend "Mill" deck green': {"deck": "green"},
}
SAID = (*LINES, *AMENDMENTS)
PAIRS = list(product(SAID, SAID))


def amended(said: Iterable[str]) -> Deck:
    mill: dict[str, int | str] = {"copies": 5, "deck": "red"}
    for one in said:
        mill |= AMENDMENTS.get(one, {})
    return Counter({("Mill", str(mill["deck"])): int(mill["copies"]), FORGE: 5, ("Port", "blue"): 5})


def by_hand(said: Sequence[str], own: Sequence[str] = ()) -> Held | None:
    """Return what the decks hold with 2 players and with 3 if the statements stand in that order, None if one fails.

    One that replaces every card fails if there is never any, be it the ruleset's own or an amendment's doing.
    """
    held = [amended(said), amended(said)]
    for one in said:
        for deck, carry_out in zip(held, LINES.get(one, (None, None)), strict=True):
            try:
                if carry_out is not None:
                    carry_out(deck)
            except Short:
                return None
        turned = sum(deck.pop(TURNED, 0) for deck in held)
        moved = "every \"Mill\"" in one and any("deck" in other for other in said)
        if "every" in one and (one in own or moved) and not turned:
            return None
    return [{what: number for what, number in deck.items() if number} for deck in held]


@cache
def books() -> Library:
    """Return the built-in packs with rulesets that say each statement, and each two of them in one way or another."""
    built_in = library()
    texts = {f"one{n}": f"includes barons\n    {said}" for n, said in enumerate(SAID)}
    texts |= {f"other{n}": f"includes barons\n    {said}" for n, said in enumerate(SAID)}
    for n, (one, other) in enumerate(PAIRS):
        inner = f"one{SAID.index(one)}"
        texts[f"text{n}"] = f"includes barons\n    {one}\n    {other}"
        texts[f"over{n}"] = f"includes {inner}\n    {other}"
        texts[f"both{n}"] = f"includes {inner}\n    includes other{SAID.index(other)}"
    sources = [source for pack in built_in.packs for source in pack.sources()]
    made = [SourceFile(f"{name}.barons", f'ruleset "Made up":\n    {text}\n') for name, text in texts.items()]
    checked = check_declarations([*sources, *made], Vocabulary.of(*words()))
    held = {source.name: source.text for source in made}
    return told_apart(Library(built_in.packs, checked, checked.vocabulary, {}, {**built_in.sources, **held}))


def played(name: str) -> Held | str:
    """Return what the decks hold with 2 players and with 3, or the code of what is wrong."""
    made = books()
    try:
        node = made.ruleset(name)
    except ClashingRulesets as clash:
        return clash.reports[0].code
    decks = decks_in(made, node, made.packs_of(node))
    if report := order_clash(decks):
        return report.code
    if reports := shortages(decks):
        return reports[0].code
    found = made.edition(name)
    numbers, colors = deck_numbers(found), found.vocabulary.colors
    held: Held = [{}, {}]
    for card in found.cards:
        for players, decks in enumerate(held, 2):
            told = dict.fromkeys(card.colors, card.copies)
            if card.title in numbers:
                told = next(dict(each) for seats, each in numbers[card.title].games if players in seats)
            decks.update({(card.title, colors[color]): n for color, n in told.items() if n and card.title in CARDS})
    return held


def expected(said: Sequence[str], own: Sequence[str] = ()) -> Held | str:
    return by_hand(said, own) or "BC064"


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=lambda number: " | ".join(PAIRS[number]).replace("\n", " "))
def test_two_statements_about_a_card_add_up(number: int) -> None:
    """In one text, one over the other, both included, and both named; where that cannot be, it is told."""
    one, other = pair = PAIRS[number]
    clash = one != other and one.startswith('amend "Mill" copies') and other.startswith('amend "Mill" copies')

    if not (one in AMENDMENTS and other in AMENDMENTS and (clash or one == other)):
        assert in_order(played(f"text{number}")) == in_order(expected(pair, pair))
    assert in_order(played(f"over{number}")) == in_order(expected(pair, pair[1:]))
    assert in_order(played(f"both{number}")) == ("BC239" if clash else in_order(expected(pair)))
    either = [in_order(expected(order)) for order in (pair, (other, one))]
    together = "BC239" if clash or either[0] != either[1] else either[0]
    first, second = f"one{SAID.index(one)}", f"other{SAID.index(other)}"
    assert in_order(played(f"{first}+{second}")) == in_order(played(f"{second}+{first}")) == together


def in_order(found: Held | str) -> object:
    return found if isinstance(found, str) else [sorted(deck.items()) for deck in found]
