"""Barons! 4.1: how it begins, what its decks hold, and that it is a list of differences."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from barons_core.engine.game import Game
from barons_core.language.text import abilities_text, rules_text
from barons_core.loading import content, library
from barons_core.model.definitions import CardDefinition
from barons_core.rules.setup import STEPS, Opening
from barons_core.testing.position import Piece, set_position

RULESET = "barons41"
COLORS = ("red", "blue", "green", "white")
EDGES = {"(0,1)": "white", "(1,0)": "blue", "(0,-1)": "green", "(-1,0)": "red"}
SETTING = "last ready"


def start(seats: int = 3, seed: int = 1, **settings: str) -> Game:
    chosen = {name.replace("_", " "): value for name, value in settings.items()}
    return Game(content(RULESET, settings=chosen), seats, seed)


def deck(color: str, seats: int = 3) -> Counter[str]:
    """Return the titles of a deck with their copies."""
    g = start(seats)
    return Counter(g.title(card) for card, found in enumerate(g.color) if g.color_label(found) == color)


def definition(title: str, ruleset: str = RULESET) -> CardDefinition:
    return next(one for one in content(ruleset).definitions if one.title == title)


def lying(g: Game, seat: int) -> dict[str, int]:
    return {g.board.label(pos): card for pos, card in g.state.boards[seat].items()}


# ------------------------------------------------------------------------------------------------ setup
@pytest.mark.ruling("B41-SETUP-01")
@pytest.mark.parametrize("seed", range(3))
def test_each_color_is_a_deck_of_its_own_shuffled_by_itself(seed: int) -> None:
    g, other = start(4, seed), start(4, seed + 10)

    for color in range(4):
        here, there = (one.state.zones[one.layout.deck(color)] for one in (g, other))
        assert {g.color[card] for card in here} == {color}
        assert list(map(g.title, here)) != list(map(other.title, there))


@pytest.mark.ruling("B41-SETUP-02")
def test_the_fourth_color_is_white_everywhere_a_player_looks() -> None:
    g = start()
    texts = [repr(g.view(0)), repr(g.events(0)), repr(g.choice.ids() if g.choice else "")]
    found = library().edition(RULESET)
    texts += [rules_text(card, found.vocabulary) for card in found.cards]
    texts += [repr([cost.prices for way in card.ways for cost in way.costs]) for card in found.cards]

    assert g.content.colors == COLORS
    assert not [text for text in texts if "yellow" in text.lower()]
    assert any("white" in text for text in texts[3:])


@pytest.mark.ruling("B41-SETUP-03", "B41-SETUP-05", "B41-OPEN-13")
@pytest.mark.parametrize("seats", [2, 6])
def test_a_barony_is_a_castle_with_one_card_of_each_color_in_its_place(seats: int) -> None:
    g = start(seats)

    for seat in range(seats):
        found = lying(g, seat)
        assert g.title(found.pop("(0,0)")) == "Castle"
        assert {place: g.color_label(g.color[card]) for place, card in found.items()} == EDGES
        assert all(g.state.down[card] for card in found.values())
    assert g.answers == []


@pytest.mark.ruling("B41-SETUP-04", "B41-OPEN-16")
def test_each_player_sees_four_cards_before_they_are_laid_and_afterwards() -> None:
    g = start(2)
    set_position(g)
    for seat in range(2):
        for place, card in lying(g, seat).items():
            assert place == "(0,0)" and g.title(card) == "Castle"
    opening = Opening(g)
    assert not list(STEPS["cards from each deck"](opening, 1))
    titles = [sorted(str(card.title) for card in g.view(seat).hand) for seat in range(2)]
    assert [len(hand) for hand in titles] == [4, 4]
    assert {card.title for card in g.view(0).hands[1]} == {None}
    assert not list(STEPS["lands from the hands"](opening, 0))

    for seat in range(2):
        own = [card for card in g.view(seat).boards[seat].values() if card.face_down]
        others = [card for card in g.view(seat).boards[1 - seat].values() if card.face_down]
        assert sorted(str(card.title) for card in own) == titles[seat]
        assert [card.title for card in others] == [None] * 4
        assert not g.view(seat).hand


@pytest.mark.ruling("B41-SETUP-06")
def test_the_starting_lands_touch_the_castle_but_not_one_another() -> None:
    g = start()
    assert g.choice is not None
    seat = g.choice.player

    assert sorted(g.choice.ids()) == sorted([*EDGES, "pass"])
    g.answer("(0,1)")
    assert g.state.seat != seat
    assert [card.color for card in g.view(seat).hand] == ["white"]


@pytest.mark.ruling("B41-SETUP-07", "B41-TURN-02")
@pytest.mark.parametrize("seats", range(2, 7))
def test_nobody_has_an_opening_hand_and_so_the_first_turn_is_a_tax(seats: int) -> None:
    g = start(seats)

    assert g.state.tally == [[0, 0, 0, 0]] * seats
    assert all(not pile for pile in g.view(0).piles)
    assert g.choice is not None and g.choice.prompt == "tax"
    assert sorted(g.choice.ids()) == sorted([*EDGES, "pass"])


@pytest.mark.ruling("B41-SETUP-08", "B41-OPEN-12")
@pytest.mark.parametrize(("seats", "last", "first"), [(4, "P2", 2), (4, "P4", 0), (2, "P1", 1), (6, "P6", 0)])
def test_the_left_neighbor_of_whoever_was_ready_last_begins(seats: int, last: str, first: int) -> None:
    g = start(seats, last_ready=last)

    assert g.state.seat == first


@pytest.mark.ruling("B41-OPEN-12")
def test_who_was_ready_last_is_drawn_if_nobody_says() -> None:
    first = Counter(start(3, seed).state.seat for seed in range(90))

    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 15
    assert all(start(3, seed).state.seat == start(3, seed).state.seat for seed in range(5))


@pytest.mark.ruling("B41-OPEN-12")
def test_a_seat_that_nobody_has_is_refused() -> None:
    with pytest.raises(ValueError, match="the setting 'last ready' is P5, but with 3 players the last one is P3"):
        start(3, last_ready="P5")


@pytest.mark.ruling("B41-SETUP-09")
def test_turns_pass_clockwise() -> None:
    g = start(4, last_ready="P3")
    seats = []
    for _ in range(5):
        seats.append(g.state.seat)
        g.answer("pass")

    assert seats == [3, 0, 1, 2, 3]


@pytest.mark.ruling("B41-OPEN-18")
def test_two_to_six_take_part() -> None:
    assert [start(seats).seats for seats in range(2, 7)] == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            start(seats)


# ------------------------------------------------------------------------------------------------ decks
@pytest.mark.ruling("B41-OPEN-18", "B41-OPEN-01")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_marketplace_stays_whatever_the_number_of_players(seats: int) -> None:
    blue = deck("blue", seats)

    assert blue["Marketplace"] == 6
    assert not {"Market", "Fishing Pier"} & set(blue)


@pytest.mark.ruling("B41-KNIGHT-01", "B41-WIN-02", "B41-OPEN-02", "B41-OPEN-03")
@pytest.mark.parametrize("color", COLORS)
def test_each_color_has_nine_knights_three_churches_and_three_cathedrals(color: str) -> None:
    held = deck(color)
    kinds = {one.title: one.kind for one in content(RULESET).definitions}

    assert sum(copies for title, copies in held.items() if kinds[title] == "knight") == 9
    assert (held["Church"], held["Cathedral"], held["Church/Cathedral"]) == (3, 3, 0)
    assert sum(held.values()) == (52 if color == "green" else 49)


@pytest.mark.ruling("B41-INFO-01", "B41-OPEN-03")
def test_what_is_said_of_the_colors_binds_nothing() -> None:
    """White holds more than actions, green more than buildings, as the table of today has it."""
    kinds = {one.title: one.kind for one in content(RULESET).definitions}

    assert {kinds[title] for title in deck("white")} == {"action", "building", "knight", "land"}
    assert {kinds[title] for title in deck("green")} == {"building", "knight", "land"}


@pytest.mark.ruling("B41-OPEN-19")
def test_stables_are_in_the_set_and_the_rest_of_the_expansion_is_not() -> None:
    held = {title for color in COLORS for title in deck(color)}

    assert deck("green")["Stables"] == 3
    assert not {"Usurp the Throne", "Garden", "Crop Rotation"} & held


@pytest.mark.ruling("B41-OPEN-01")
def test_every_other_card_is_that_of_today() -> None:
    """The same cards with the same costs, copies and kinds; only names differ."""
    today = {one.title: one for one in content("barons").definitions}
    names = {"Marketplace": "Market"}
    new = {one.title: one for one in content(RULESET).definitions}
    common = {title: today[names.get(title, title)] for title in new if names.get(title, title) in today}

    assert set(new) - set(common) == {"Church", "Cathedral", "Stables"}
    assert set(today) - {one.title for one in common.values()} == {"Church/Cathedral", "Fishing Pier"}
    for title, one in common.items():
        assert (new[title].kind, new[title].colors, new[title].copies) == (one.kind, one.colors, one.copies)
        assert [cost.prices for way in new[title].ways for cost in way.costs] == [
            cost.prices for way in one.ways for cost in way.costs
        ]


@pytest.mark.ruling("B41-WIN-02", "B41-WIN-03", "B41-OPEN-17")
def test_church_and_cathedral_are_cards_of_one_way_with_the_costs_of_today() -> None:
    both = {way.title: way for way in definition("Church/Cathedral", "barons").ways}

    for title in ("Church", "Cathedral"):
        (way,) = definition(title).ways
        assert way.title == title
        assert [cost.prices for cost in way.costs] == [cost.prices for cost in both[title].costs]


# ------------------------------------------------------------------------------------------------ table
@pytest.mark.ruling("B41-TABLE-01")
def test_a_barony_that_is_slid_aside_is_the_same_barony() -> None:
    """Three spaces to the right: the same lands to tax, the same places to build on, the same targets."""
    pieces = {(0, 0): Piece("Castle"), (1, 0): Piece(color="red", down=True), (2, 0): Piece(color="red", down=True),
              (0, 1): Piece("Tavern"), (4, 0): Piece(color="blue", down=True)}  # fmt: skip

    def ids(shift: int) -> list[list[str]]:
        barony = {f"({x + shift},{y})": piece for (x, y), piece in pieces.items()}
        found = []
        for phase in ("addition", "tax"):
            g = start(2)
            set_position(g, boards={0: barony, 1: {}}, hands={0: [Piece("Mill")]}, phase=phase)
            assert g.choice is not None
            found.append(sorted(g.choice.ids()) if phase == "tax" else places(g, g.choice.ids()))
        return found

    def places(g: Game, offered: list[str]) -> list[str]:
        g.answer(next(one for one in offered if one.startswith("lay")))
        assert g.choice is not None
        return sorted(g.choice.ids())

    def shifted(text: str) -> str:
        x, _, rest = text.removeprefix("at ").removeprefix("(").partition(",")
        return f"{'at ' if text.startswith('at') else ''}({int(x) + 3},{rest}" if "," in text else text

    assert ids(3) == [sorted(map(shifted, group)) for group in ids(0)]


# ------------------------------------------------------------------------------------------------ the pack
def test_the_pack_holds_no_card() -> None:
    assert not [card.title for card in library().checked.cards if library().pack_of(card.file) == RULESET]


def test_no_title_is_defined_in_two_packs() -> None:
    """Neither of a card nor of one of its ways, over all built-in packs."""
    packs: dict[str, set[str]] = {}
    for card in library().checked.cards:
        for title in {card.title, *(way.title for way in card.ways)}:
            packs.setdefault(title, set()).add(library().pack_of(card.file))

    assert not {title: found for title, found in packs.items() if len(found) > 1}


def test_the_differences_are_said_in_words() -> None:
    found = library().edition(RULESET)

    assert abilities_text(found.ruleset.abilities, found.vocabulary) == [
        "All players may discard actions after the effect instead of before it.",
        "No player may play knights for their high cost.",
        "No player may attack cards of their barony.",
        "All players may have a knight or a land face up beside another of the same title.",
        "All players may trade hand cards with a player with a live Marketplace who agrees in the plays phase of your "
        "turn, any number each way and as often as you like.",
    ]


def test_the_rules_of_today_are_as_they_were() -> None:
    """Nothing of this pack is in force where it is not played."""
    barons = content("barons")

    assert barons.colors == ("red", "blue", "green", "yellow")
    assert barons.ruleset.abilities.empty
    assert {"Market", "Church/Cathedral"} <= {one.title for one in barons.definitions}
    for title, ruleset in product(("Church", "Cathedral", "Marketplace"), ("barons", "directors_cut")):
        assert title not in {one.title for one in content(ruleset).definitions}
