"""Rulesets put together by name: parts that have nothing in common commute, parts that clash say where and why."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from barons_core.checking import check_paths
from barons_core.describing import difference
from barons_core.engine.game import Game
from barons_core.language.text import rules_text
from barons_core.loading import ClashingRulesets, UnknownRuleset, content, edition_of
from barons_core.model.rulesets import Content
from tests.sources import CARDS as CARD_FILES

RULESETS = {
    "mills": 'ruleset "Few mills":\n    amend "Mill" copies 3\n    setting "cut-off knights protect" is yes\n',
    "mills_again": 'ruleset "As few mills":\n    amend "Mill" copies 3\n',
    "more_mills": 'ruleset "Many mills":\n    amend "Mill" copies 9\n',
    "dear_mills": 'ruleset "Dear mills":\n    amend "Mill" cost 4 red\n',
    "long_tax": "ruleset \"Long taxes\":\n    let the size of a player's tax be 6\n",
    "longer_tax": "ruleset \"Longer taxes\":\n    let the size of a player's tax be 7\n",
    "wider_tax": "ruleset \"Wider taxes\":\n    let the size of a player's tax rise by 1\n",
    "hall": 'ruleset "Hall":\n    amend "Mill" title "Modern Hall"\n',
    "other_hall": 'ruleset "Other hall":\n    amend "Port" title "Modem hall"\n',
    "no_hall": 'ruleset "No hall":\n    includes hall\n    amend "Mill" title "Windmill"\n',
    "both_halls": 'ruleset "Both halls":\n    includes hall\n    includes other_hall\n    amend "Mill" title "Keep"\n',
    "azure": 'ruleset "Azure":\n    rename red to azure\n',
    "other_azure": 'ruleset "Other azure":\n    rename blue to Azure\n',
    "azure_card": 'ruleset "A card":\n    amend "Port" title "AZURE"\n',
    "guards": 'ruleset "No guards":\n    setting "cut-off knights protect" is no\n',
    "quays": 'ruleset "Quays":\n    with 3 players:\n        replace 2 "Port" with 3 "Quay" in blue\n',
    "fewer_ports": 'ruleset "Fewer ports":\n    with 3 players:\n        replace 1 "Port" with 1 "Tavern" in blue\n',
    "no_ports": 'ruleset "No ports":\n    with 3 to 6 players:\n        replace every "Port" with "Mill" in blue\n',
    "ports_of_two": 'ruleset "Ports of two":\n    with 2 players:\n        replace 1 "Port" with 1 "Tavern" in blue\n',
    "hasty": 'ruleset "Hasty":\n    turn:\n        2 addition\n        1 tax\n    includes barons\n',
    "idle": 'ruleset "Idle":\n    turn:\n        1 tax\n    includes barons\n',
    "crowd": 'ruleset "Crowd":\n    players 5 to 6\n    includes barons\n',
    "pair": 'ruleset "Pair":\n    players 2 to 2\n    includes barons\n',
    "settled": 'ruleset "Settled":\n    includes mills\n    includes more_mills\n    amend "Mill" copies 6\n',
    "also_taverns": 'ruleset "Also taverns":\n    includes quays\n    with 3 players:\n'
                '        replace 1 "Port" with 1 "Tavern" in blue\n',
}  # fmt: skip
CARDS = 'building "Quay" in blue x5:\n    cost 1 blue\n'
MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n'
INDEPENDENT = ("directors_cut", "mills", "wider_tax", "quays", "hasty")
CLASHES = [
    ("mills", "more_mills", 'the copies of "Mill"'),
    ("long_tax", "longer_tax", "the size of a tax"),
    ("hall", "other_hall", 'what is called "modem hall"'),
    ("azure", "other_azure", 'what is called "azure"'),
    ("azure", "azure_card", 'what is called "azure"'),
    ("mills", "guards", 'the setting "cut-off knights protect"'),
    ("quays", "no_ports", 'the number of "Port" in blue, and it matters'),
    ("hasty", "idle", "the turn"),
    ("crowd", "pair", "the number of players"),
]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a pack of small rulesets that may be put beside others."""
    pack = tmp_path / "house"
    pack.mkdir()
    (pack / "pack.toml").write_text(MANIFEST)
    (pack / "cards.barons").write_text(CARDS)
    for name, text in RULESETS.items():
        (pack / f"{name}.barons").write_text(text)
    return pack


def decks(made: Content, seats: int) -> dict[tuple[str, int], int]:
    return {(made.definitions[entry.definition].title, entry.color): entry.copies for entry in made.deck_list(seats)}


def turns(made: Content, seed: int, seats: int = 3) -> list[str]:
    """Return what is offered and answered in the first turns of a game."""
    game, dice, told = Game(made, seats, seed), Random(seed), []
    for _ in range(60):
        if game.choice is None:
            break
        options = game.choice.ids()
        told += options
        game.answer(dice.randrange(len(options)))
    return told


def test_parts_that_have_nothing_in_common_commute(house: Path) -> None:
    orders = list(permutations(INDEPENDENT))
    Random(7).shuffle(orders)
    first, *others = [content("+".join(order), [house]) for order in orders[:6]]

    for other in others:
        assert other.digest == first.digest
        assert other.settings == first.settings
        assert other.ruleset.turn == first.ruleset.turn == (("addition", 2), ("tax", 1))
        assert [one.title for one in other.definitions] == [one.title for one in first.definitions]
        assert all(other.supply(seats) == first.supply(seats) or decks(other, seats) == decks(first, seats)
                   for seats in (2, 3, 6))  # fmt: skip
        assert turns(other, 5) == turns(first, 5)


def test_what_is_put_together_holds_together(house: Path) -> None:
    made = content("barons+mills+quays+wider_tax+hasty", [house])

    assert made.ruleset.name == "barons+mills+quays+wider_tax+hasty"
    assert made.ruleset.title == "Barons + Few mills + Quays + Wider taxes + Hasty"
    assert decks(made, 3)["Mill", 0] == 3
    # The Quay waits for its swap in `quays` alone; the others of the pack have it as it is, and the swap brings more.
    assert decks(content("barons+quays", [house]), 3)["Quay", 1] == 3
    assert (decks(made, 3)["Quay", 1], decks(made, 3)["Port", 1]) == (8, 3)
    assert decks(made, 4)["Quay", 1] == decks(content("barons+mills", [house]), 4)["Quay", 1] == 5
    assert made.settings["cut-off knights protect"] == "yes"
    assert Game(made, 3, 1).parameter("size of a tax", 4, 0) == 5


def test_a_name_given_twice_counts_once(house: Path) -> None:
    assert content("barons+mills + barons", [house]).ruleset.name == "barons+mills"
    assert content("barons+directors_cut").digest == content("directors_cut").digest != content("barons").digest


def test_the_digest_holds_settings() -> None:
    assert content("barons").digest != content("barons", (), {"yellow knights draw": "last"}).digest


@pytest.mark.parametrize(("one", "other", "about"), CLASHES)
def test_parts_that_clash_say_where_and_why(one: str, other: str, about: str, house: Path) -> None:
    with pytest.raises(ClashingRulesets) as found:
        content(f"barons+{one}+{other}", [house])

    [report] = found.value.reports
    assert (report.code, about in report.message) == ("BC239", True)
    assert {Path(report.span.file).stem, Path(report.labels[0][0].file).stem} == {one, other}


@pytest.mark.parametrize(("one", "other"), [
    ("mills", "mills_again"), ("mills", "dear_mills"), ("quays", "ports_of_two"), ("long_tax", "wider_tax"),
    ("no_hall", "other_hall"), ("both_halls", "azure"), ("quays", "fewer_ports"), ("no_ports", "ports_of_two"),
])
def test_parts_that_agree_go_together(one: str, other: str, house: Path) -> None:
    for names in (f"barons+{one}+{other}", f"{other}+{one}+barons"):
        assert content(names, [house]).ruleset.name == names


def test_what_includes_both_sides_of_a_clash_may_say_what_holds(house: Path) -> None:
    assert decks(content("barons+settled", [house]), 3)["Mill", 0] == 6
    assert decks(content("settled+barons+more_mills", [house]), 3)["Mill", 0] == 6


def test_the_players_of_the_ruleset_that_includes_count(house: Path) -> None:
    assert content("crowd", [house]).ruleset.players == (5, 6)
    assert content("barons+crowd", [house]).ruleset.players == (5, 6)


def test_a_swap_is_carried_out_whatever_a_ruleset_above_it_swaps(house: Path) -> None:
    found = decks(content("barons+also_taverns", [house]), 3)

    assert (found["Quay", 1], found["Port", 1], found["Tavern", 1]) == (3, 2, 1)


def test_a_clash_among_what_is_included_is_a_fault_of_who_includes(house: Path) -> None:
    (house / "both.barons").write_text('ruleset "Both":\n    includes mills\n    includes more_mills\n')
    (house / "above.barons").write_text('ruleset "Above":\n    includes both\n')

    [report] = check_paths([house])
    assert (report.code, Path(report.span.file).stem, len(report.labels)) == ("BC239", "both", 2)


@pytest.mark.parametrize(("name", "said"), [
    ("barons+", "a name is missing beside the '+'"),
    ("+barons", "a name is missing beside the '+'"),
    ("barons+directrs_cut", "did you mean barons+directors_cut?"),
    ("two_player", "put one beside it that does: NAME+two_player"),
])
def test_a_wrong_name_is_explained(name: str, said: str) -> None:
    with pytest.raises(UnknownRuleset, match=None) as found:
        content(name)

    assert said in str(found.value)


BARONS = next(path for path in CARD_FILES if path.name == "barons.barons").read_text(encoding="utf-8")
WITHOUT_TWO_PLAYER = {
    "left_out": BARONS.replace("    includes two_player\n", ""),
    "excluded": 'ruleset "Without":\n    includes barons\n    excludes two_player\n',
}


@pytest.fixture(params=sorted(WITHOUT_TWO_PLAYER))
def plain(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """Return the name of a ruleset that is `barons` without `two_player`, and the folder of its pack."""
    pack = tmp_path / "plain"
    pack.mkdir()
    (pack / "pack.toml").write_text(MANIFEST.replace("house", "plain"))
    (pack / f"{request.param}.barons").write_text(WITHOUT_TWO_PLAYER[request.param])
    return request.param, pack


@pytest.mark.ruling("BAR-2P-01", "BAR-2P-02")
def test_without_two_player_the_decks_of_two_hold_markets_and_those_of_more_are_the_same(
        plain: tuple[str, Path]) -> None:
    name, pack = plain
    whole, without = content("barons", [pack]), content(name, [pack])
    pair = {seats: (decks(whole, seats), decks(without, seats)) for seats in range(2, 7)}

    assert set(pair[2][0].items()) - set(pair[2][1].items()) == {(("Fishing Pier", 1), 6)}
    assert set(pair[2][1].items()) - set(pair[2][0].items()) == {(("Market", 1), 6)}
    for seats in range(3, 7):
        assert pair[seats][0] == pair[seats][1]
        assert turns(without, 5, seats) == turns(whole, 5, seats)


def test_without_two_player_every_card_but_the_fishing_pier_is_the_same(plain: tuple[str, Path]) -> None:
    name, pack = plain
    whole, without = content("barons", [pack]), content(name, [pack])
    cards = {card.title: card for card in whole.definitions}
    pier = cards.pop("Fishing Pier")

    assert pier.pack == "two_player"
    assert list(cards) == [card.title for card in without.definitions]
    for other in without.definitions:
        card = cards[other.title]
        assert (other.kind, other.colors, other.copies, other.pack) == (card.kind, card.colors, card.copies, card.pack)
        assert [(way.title, way.costs) for way in other.ways] == [(way.title, way.costs) for way in card.ways]
        assert without.digests[card.title] == whole.digests[card.title]
    assert texts(name, pack) == {title: text for title, text in texts("barons", pack).items() if title != pier.title}


def test_without_two_player_setup_turn_and_settings_are_the_same(plain: tuple[str, Path]) -> None:
    name, pack = plain
    whole, without = content("barons", [pack]), content(name, [pack])

    assert "two_player" in whole.ruleset.made_of and "two_player" not in without.ruleset.made_of
    for part in ("players", "setup", "turn", "settings", "decisions", "amendments", "renames"):
        assert getattr(without.ruleset, part) == getattr(whole.ruleset, part), part
    assert (without.settings, without.colors, without.quantities) == (whole.settings, whole.colors, whole.quantities)


def test_what_two_player_brings_is_all_that_is_told_as_different(plain: tuple[str, Path]) -> None:
    name, pack = plain
    told = difference("barons", name, [pack])

    assert {part for part in told if told[part]} == {"rulesets", "cards", "decks", "swaps"}
    assert {how: [one["title"] for one in some] for how, some in told["cards"].items()} == {"removed": ["Fishing Pier"]}
    assert [(one["players"], [each["title"] for each in one["changes"]]) for one in told["decks"]] == [
        ([2], ["Fishing Pier", "Market"])]


def texts(name: str, pack: Path) -> dict[str, str]:
    """Return the rules text of each card of a ruleset."""
    found = edition_of(name, [pack])
    return {card.title: rules_text(card, found.vocabulary) for card in found.cards}
