"""What a deck holds is arithmetic: each line adds or takes exactly its number, whatever else is said of the card.

Every two statements about one card are put together in each way there is, and held against sums done here by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from barons_core.deck_lines import order_clash, told_apart
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.deck_numbers import deck_numbers
from barons_core.language.words import Vocabulary
from barons_core.loading import ClashingRulesets, Library, content, library
from barons_core.plugins import words
from barons_core.ruleset_decks import decks_in
from barons_core.shortages import shortages

Deck = Counter[tuple[str, str]]
Held = list[dict[tuple[str, str], int]]
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


def by_hand(said: Sequence[str]) -> Held | None:
    """Return what the decks hold with 2 players and with 3 if the statements stand in that order, None if one fails."""
    held = [amended(said), amended(said)]
    for one in said:
        for deck, carry_out in zip(held, LINES.get(one, (None, None)), strict=True):
            try:
                if carry_out is not None:
                    carry_out(deck)
            except Short:
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


def expected(said: Sequence[str]) -> Held | str:
    return by_hand(said) or "BC064"


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=lambda number: " | ".join(PAIRS[number]).replace("\n", " "))
def test_two_statements_about_a_card_add_up(number: int) -> None:
    """In one text, one over the other, both included, and both named; where that cannot be, it is told."""
    one, other = pair = PAIRS[number]
    clash = one != other and one.startswith('amend "Mill" copies') and other.startswith('amend "Mill" copies')

    if not (one in AMENDMENTS and other in AMENDMENTS and (clash or one == other)):
        assert in_order(played(f"text{number}")) == in_order(expected(pair))
    assert in_order(played(f"over{number}")) == in_order(expected(pair))
    assert in_order(played(f"both{number}")) == ("BC239" if clash else in_order(expected(pair)))
    either = [in_order(expected(order)) for order in (pair, (other, one))]
    together = "BC239" if clash or either[0] != either[1] else either[0]
    first, second = f"one{SAID.index(one)}", f"other{SAID.index(other)}"
    assert in_order(played(f"{first}+{second}")) == in_order(played(f"{second}+{first}")) == together


def in_order(found: Held | str) -> object:
    return found if isinstance(found, str) else [sorted(deck.items()) for deck in found]


# ------------------------------------------------------------------------------------------------ packs as a whole
GARDEN, BLUE_GARDEN, BOOTH = ("Garden", "red"), ("Garden", "blue"), ("Booth", "blue")
SINGLE = {
    'includes 2 "Garden" in red': {GARDEN: 5},
    'includes 2 "Garden" in blue': {GARDEN: 3, BLUE_GARDEN: 2},
    'includes 3 "Garden" in blue': {GARDEN: 3, BLUE_GARDEN: 3},
    'includes 3 "Garden" in each deck': {(title, color): 3 + 3 * (color == "red") for title, color in
                                         (("Garden", color) for color in ("red", "blue", "green", "yellow"))},
    'replace 1 "Mill" with 1 "Garden" in red': {GARDEN: 4, MILL: 4},
    'replace 3 "Mill" with 3 "Garden" in red': {GARDEN: 6, MILL: 2},
}
# What the card's own line says as well is there once, and what else is said comes on top.
REPEATED = {
    'includes 3 "Garden" in red': {GARDEN: 3},
    'includes 1 "Garden" in red\n    includes 2 "Garden" in red': {GARDEN: 3},
    'includes 3 "Garden" in red\n    replace 1 "Garden" with 1 "Mill" in red': {GARDEN: 2, MILL: 6},
}


def write_pack(folder: Path, name: str, extends: Sequence[str], **rulesets: str) -> Path:
    """Write a pack with a Booth of its own."""
    (folder / name).mkdir()
    (folder / name / "pack.toml").write_text(
        f'name = "{name}"\nversion = "1"\nlanguage = 1\nextends = {[*extends]!r}\n')  # fmt: skip
    for ruleset, lines in rulesets.items():
        (folder / name / f"{ruleset}.barons").write_text(f'ruleset "{ruleset}":\n    {lines}\n')
    return folder / name


def deck(name: str, packs: Sequence[Path], *titles: str) -> dict[tuple[str, str], int]:
    """Return how many cards of some titles each deck has with 3 players."""
    made = content(name, packs)
    found = ((made.definitions[entry.definition].title, entry) for entry in made.deck_list(3))
    return {(title, made.colors[entry.color]): entry.copies for title, entry in found if title in titles}


@pytest.mark.parametrize("said", [*SINGLE, *REPEATED])
def test_single_copies_come_on_top_of_those_of_a_pack_that_is_there_as_a_whole(said: str, tmp_path: Path) -> None:
    """In either order, named or included, and whatever the manifest of the ruleset says its pack builds on."""
    both = ("includes directors_cut\n    includes single", "includes single\n    includes directors_cut")
    packs = [write_pack(tmp_path, "mine", ["barons"], single=f"includes barons\n    {said}", one=both[0], two=both[1])]
    if said in SINGLE:
        packs.append(write_pack(tmp_path, "over", ["directors_cut"], other=f"includes barons\n    {said}"))

    names = ["single+directors_cut", "directors_cut+single", "one", "two"]
    names += ["other", "other+directors_cut", "directors_cut+other"] if said in SINGLE else []
    for name in names:
        assert deck(name, packs, "Garden", "Mill") == {MILL: 5} | (SINGLE | REPEATED)[said], name


def test_a_swap_finds_the_copies_of_the_pack_and_the_single_ones(tmp_path: Path) -> None:
    swap = 'replace 5 "Garden" with 5 "Mill" in red'
    packs = [write_pack(tmp_path, "mine", ["barons"], single='includes barons\n    includes 2 "Garden" in red',
                        deep=f"includes single\n    includes directors_cut\n    {swap}")]  # fmt: skip

    assert deck("deep", packs, "Garden", "Mill") == {MILL: 10}


def test_two_parts_that_say_what_the_pack_says_are_no_fewer_for_the_pack(tmp_path: Path) -> None:
    line = 'includes barons\n    includes 3 "Garden" in red'
    packs = [write_pack(tmp_path, "mine", ["barons"], one=line, two=line)]

    assert deck("one", packs, "Garden") == {GARDEN: 3}
    for name in ("one+two", "one+two+directors_cut", "directors_cut+two+one"):
        assert deck(name, packs, "Garden") == {GARDEN: 6}


def test_copies_that_one_ruleset_of_a_pack_has_stay_beside_one_that_swaps_them_in(tmp_path: Path) -> None:
    swap, more = 'replace 1 "Mill" with 2 "Booth" in red', 'includes 1 "Booth" in green'
    pack = write_pack(tmp_path, "mine", ["barons"], pa=f"includes barons\n    {swap}", pb="includes barons",
                      pc=f"includes pb\n    {swap}", pd="includes pa\n    includes pb",
                      pe=f"includes barons\n    {more}", pf="includes pa")  # fmt: skip
    (pack / "cards.barons").write_text('building "Booth" in blue x6:\n    cost 1 blue\n')
    red, green = {("Booth", "red"): 2}, {("Booth", "green"): 1}
    wanted = {"pa": red, "pf": red, "pb": {BOOTH: 6}, "pe": {BOOTH: 6} | green}
    wanted |= dict.fromkeys(("pa+pb", "pb+pa", "pc", "pd", "pf+pb"), {BOOTH: 6} | red)
    wanted["pa+pc"] = {BOOTH: 6, ("Booth", "red"): 4}
    wanted |= dict.fromkeys(("pa+pe", "pe+pa"), {BOOTH: 6} | red | green)

    for name, copies in wanted.items():
        assert deck(name, [pack], "Booth") == copies, name
