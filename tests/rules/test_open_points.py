"""Decisions on what the rulebook leaves open, where no scenario can show them: data and the setup."""

from collections import Counter

import pytest

from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.definitions import CardDefinition
from tests.rules.builders import COLORS

RED, BLUE, GREEN, YELLOW = range(4)
PRINTED = {
    "Town Hall": ["1 blue, 1 yellow"],
    "Drought": ["none"],
    "Forest Brook": ["2 blue", "1 green"],
    "Alpine Woods": ["2 green", "1 red"],
    "Crusading Knight": ["1 blue", "1 red, 1 blue"],
    "Church/Cathedral": ["1 red, 1 blue, 1 green, 1 yellow", "2 red, 2 blue, 2 green, 2 yellow"],
}


def deck(color: int, ruleset: str = "barons", seats: int = 3) -> list[CardDefinition]:
    """Return the definition of each card of a color."""
    game = Game(content(ruleset), seats, 1)
    return [game.definition[card] for card, found in enumerate(game.color) if found == color]


def costs(definition: CardDefinition) -> list[str]:
    prices = [price for way in definition.ways for cost in way.costs for price in cost.prices]
    return [
        ", ".join(f"{n} {name}" for n, name in zip(price.amounts, COLORS, strict=True) if n) or "none"
        for price in prices
    ] or ["none"]


@pytest.mark.ruling("BAR-OPEN-49")
@pytest.mark.parametrize(("color", "titles"), [(RED, 7), (BLUE, 8), (GREEN, 7), (YELLOW, 10)])
def test_each_deck_is_made_up_as_the_book_says(color: int, titles: int) -> None:
    cards = deck(color)
    others = Counter(card.title for card in cards if card.kind != "knight" and len(card.colors) == 1)

    assert len(cards) == 48
    assert sum(card.kind == "knight" for card in cards) == 9
    assert sum(len(card.colors) == 4 for card in cards) == 5
    assert (len(others), sum(others.values())) == (titles, 34)


@pytest.mark.ruling("BAR-OPEN-49")
def test_the_blue_deck_holds_six_markets() -> None:
    assert Counter(card.title for card in deck(BLUE))["Market"] == 6


@pytest.mark.ruling("BAR-OPEN-49")
def test_titles_repeat_most_in_red_and_green() -> None:
    titles = [len({card.title for card in deck(color)}) for color in range(4)]

    assert max(titles[RED], titles[GREEN]) < min(titles[BLUE], titles[YELLOW])


@pytest.mark.ruling("BAR-OPEN-49")
def test_the_costs_that_the_book_prints_are_kept() -> None:
    found = {card.title: costs(card) for color in range(4) for card in deck(color)}

    assert {title: found[title] for title in PRINTED} == PRINTED


@pytest.mark.ruling("BAR-OPEN-49")
def test_stables_are_a_building_in_three_copies() -> None:
    stables = [card for card in deck(GREEN, "directors_cut") if card.title == "Stables"]

    assert len(stables) == 3
    assert {card.kind for card in stables} == {"building"}


@pytest.mark.ruling("BAR-OPEN-55")
@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_may_play(seats: int) -> None:
    assert Game(content("barons"), seats, 1).seats == seats


@pytest.mark.ruling("BAR-OPEN-55")
@pytest.mark.parametrize("seats", [1, 7])
def test_neither_one_nor_seven_may_play(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        Game(content("barons"), seats, 1)


@pytest.mark.ruling("BAR-OPEN-56")
def test_starting_discards_are_public_and_starting_lands_are_their_owner_s_to_see() -> None:
    game = Game(content("barons"), 2, 1)
    for answer in ("choose red", "choose blue"):
        game.answer(answer)
    while game.state.phase < 0:
        game.answer(0)

    for seer in range(2):
        view = game.view(seer)
        assert [seen.title is not None for seen in (*view.piles[RED], *view.piles[BLUE])] == [True, True]
        for seat, cells in enumerate(view.boards):
            down = [seen for seen in cells.values() if seen.face_down]
            assert [seen.title is not None for seen in down] == [seat == seer] * 4
