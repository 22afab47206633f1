"""The printed cards and the first moments of a game, with the built-in cards."""

from collections import Counter

import pytest

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.definitions import CardDefinition
from barons_core.rules.kinds import ACTION, BUILDING, CASTLE, KNIGHT, LAND
from tests.rules.builders import COLORS

PLAYABLE = (ACTION, BUILDING, KNIGHT, LAND)
PER_DECK = 48


def start(seats: int = 3, seed: int = 1, ruleset: str = "barons") -> Game:
    return Game(content(ruleset), seats, seed)


def chosen(g: Game, *colors: str) -> Game:
    """Let the players take their hands."""
    for color in colors:
        g.answer(f"choose {color}")
    return g


def deck(color: int, seats: int = 3, ruleset: str = "barons") -> list[CardDefinition]:
    """Return the definition of each card of a color in a game."""
    g = start(seats, ruleset=ruleset)
    return [g.definition[card] for card, found in enumerate(g.color) if found == color]


def titles(color: int, seats: int = 3, ruleset: str = "barons") -> Counter[str]:
    return Counter(definition.title for definition in deck(color, seats, ruleset))


def definition(title: str) -> CardDefinition:
    return next(one for one in content("barons").definitions if one.title == title)


def sort_key(title: str) -> str:
    return "".join(filter(str.isalpha, title.lower()))


@pytest.mark.ruling("BAR-CARD-01")
@pytest.mark.parametrize("card", [one for one in content("barons").definitions if one.kind != CASTLE],
                         ids=lambda card: card.title)  # fmt: skip
def test_a_card_has_title_cost_kind_effect_deck_and_copies(card: CardDefinition) -> None:
    assert card.title
    assert card.kind in PLAYABLE
    assert card.colors
    assert card.copies > 0
    for way in card.ways:
        assert way.costs
        assert all(1 <= len(cost.prices) <= 2 for cost in way.costs)
        assert way.sections or way.types or not way.abilities.empty


@pytest.mark.ruling("BAR-CARD-02")
@pytest.mark.parametrize(("title", "kind"), [
    ("Drought", ACTION), ("Mill", BUILDING), ("Holy Knight", KNIGHT), ("Alpine Woods", LAND), ("Castle", CASTLE),
])  # fmt: skip
def test_each_card_is_of_one_kind(title: str, kind: str) -> None:
    assert definition(title).kind == kind
    assert (kind in PLAYABLE) is (title != "Castle")
    assert any(way.types for way in definition(title).ways) is (kind == LAND)


@pytest.mark.ruling("BAR-CARD-03")
def test_the_church_is_one_card_in_four_decks() -> None:
    church = definition("Church/Cathedral")

    assert church.colors == (0, 1, 2, 3)
    assert [one.title for one in content("barons").definitions].count("Church/Cathedral") == 1


@pytest.mark.ruling("BAR-KNIGHT-03")
@pytest.mark.parametrize("knight", [one for one in content("directors_cut").definitions if one.kind == KNIGHT],
                         ids=lambda knight: knight.title)  # fmt: skip
def test_the_higher_cost_of_a_knight_holds_the_lower_and_more(knight: CardDefinition) -> None:
    low, high = ({cost.label: cost.prices for cost in knight.ways[0].costs}[label] for label in ("low", "high"))

    assert len(low) == len(high) == 1
    assert all(more >= less for more, less in zip(high[0].amounts, low[0].amounts, strict=True))
    assert high[0].total > low[0].total


@pytest.mark.ruling("BAR-SETUP-01")
@pytest.mark.parametrize("seed", range(3))
def test_the_decks_are_never_mixed(seed: int) -> None:
    g = start(4, seed)

    for color in range(4):
        assert {g.color[card] for card in g.state.zones[g.layout.deck(color)]} == {color}


@pytest.mark.ruling("BAR-SETUP-01")
def test_each_deck_is_shuffled() -> None:
    def order(color: int, seed: int) -> list[str]:
        g = start(3, seed)
        return [g.title(card) for card in g.state.zones[g.layout.deck(color)]]

    assert all(order(color, 1) != order(color, 2) for color in range(4))
    assert all(order(color, 1) != sorted(order(color, 1)) for color in range(4))


@pytest.mark.ruling("BAR-SETUP-02")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_there_are_48_cards_of_each_color_wherever_they_lie(seats: int) -> None:
    g = start(seats)
    zones = [g.layout.deck(color) for color in range(4)]
    lying = Counter(g.color[card] for zone in zones for card in g.state.zones[zone])
    lying += Counter(g.color[card] for cells in g.state.boards for card in cells.values() if g.color[card] >= 0)

    assert lying == dict.fromkeys(range(4), PER_DECK)
    assert all(len(deck(color, seats)) == PER_DECK for color in range(4))


@pytest.mark.ruling("BAR-SETUP-05")
@pytest.mark.parametrize("color", range(4), ids=COLORS)
def test_each_deck_has_nine_knights(color: int) -> None:
    assert sum(card.kind == KNIGHT for card in deck(color)) == 9


@pytest.mark.ruling("BAR-SETUP-06")
@pytest.mark.parametrize("color", range(4), ids=COLORS)
def test_each_deck_has_five_churches(color: int) -> None:
    assert titles(color)["Church/Cathedral"] == 5


@pytest.mark.ruling("BAR-SETUP-07", "BAR-OPEN-55")
def test_two_to_six_take_part() -> None:
    for seats in range(2, 7):
        assert start(seats).seats == seats
    for seats in (1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            start(seats)


@pytest.mark.ruling("BAR-SETUP-08", "BAR-SETUP-09", "BAR-SETUP-10", "BAR-OPEN-54")
@pytest.mark.parametrize("seats", [2, 6])
def test_each_castle_has_a_land_face_down_at_each_edge(seats: int) -> None:
    g = start(seats)
    edges = {"(0,1)": "yellow", "(1,0)": "blue", "(0,-1)": "green", "(-1,0)": "red"}

    for cells in g.state.boards:
        lying = {g.board.label(pos): card for pos, card in cells.items()}
        castle = lying.pop("(0,0)")
        assert g.title(castle) == "Castle"
        assert {place: COLORS[g.color[card]] for place, card in lying.items()} == edges
        assert all(g.state.down[card] for card in lying.values())


@pytest.mark.ruling("BAR-SETUP-12")
def test_three_cards_come_from_one_deck() -> None:
    g = start(2)
    assert g.choice is not None

    assert sorted(g.choice.ids()) == sorted(f"choose {color}" for color in COLORS)
    for answer in ("choose green red", "choose green green red", "pass", "no", "done"):
        with pytest.raises(IllegalAnswer):
            g.answer(answer)
    chosen(g, "green", "yellow")
    assert g.state.tally == [[0, 0, 3, 0], [0, 0, 0, 3]]


@pytest.mark.ruling("BAR-SETUP-13", "BAR-OPEN-31")
def test_all_pick_their_decks_before_anybody_draws_or_sees_a_pick() -> None:
    g = start(3)
    decks = g.view(1).decks
    before = [(g.events(seat), g.view(seat).hands, g.view(seat).decks) for seat in (1, 2)]
    g.answer("choose green")
    assert g.choice is not None

    assert g.choice.player == 1
    assert sorted(g.choice.ids()) == sorted(f"choose {color}" for color in COLORS)
    assert [(g.events(seat), g.view(seat).hands, g.view(seat).decks) for seat in (1, 2)] == before
    chosen(g, "green", "green")
    assert g.state.tally == [[0, 0, 3, 0]] * 3
    assert g.view(1).decks[2] == decks[2] - 9


@pytest.mark.ruling("BAR-SETUP-14", "BAR-SETUP-15")
def test_all_discard_one_of_three_at_once_face_up_on_the_pile_of_its_color() -> None:
    g = chosen(start(), "green", "green", "red")
    assert g.choice is not None
    assert len(g.state.zones[g.layout.hand(0)]) == 3
    assert "no" not in g.choice.ids()
    assert "done" not in g.choice.ids()
    while g.choice.player == 0:
        g.answer(0)
    assert not g.state.zones[g.layout.pile(2)]
    assert not [key for seat in (1, 2) for key, _ in g.events(seat) if key == "discard"]
    while g.state.phase < 0:
        g.answer(0)

    assert [len(g.state.zones[g.layout.hand(seat)]) for seat in range(3)] == [2, 2, 2]
    piles = [[seen.title for seen in pile] for pile in g.view(2).piles]
    assert [len(pile) for pile in piles] == [1, 0, 2, 0]
    assert None not in piles[0] + piles[2]


@pytest.mark.ruling("BAR-SETUP-16")
@pytest.mark.parametrize("seed", range(12))
def test_the_first_title_in_the_alphabet_begins(seed: int) -> None:
    colors = ("red", "blue", "yellow")
    g = chosen(start(3, seed), *colors)
    while g.state.phase < 0:
        g.answer(0)
    discarded = [g.title(g.state.zones[g.layout.pile(COLORS.index(color))][0]) for color in colors]

    assert discarded[g.state.seat] == min(discarded, key=sort_key)
    assert g.state.turn == 1


@pytest.mark.ruling("BAR-SETUP-17", "BAR-OPEN-22")
def test_one_of_those_who_tie_is_drawn_by_the_seed() -> None:
    from barons_core.rules.setup import starter

    begins: Counter[int] = Counter()
    for seed in range(60):
        g = start(3, seed)
        famine = [card for card in range(len(g.color)) if g.title(card) == "Famine"]
        port = next(card for card in range(len(g.color)) if g.title(card) == "Port")
        discarded = {0: [famine[0]], 1: [famine[1]], 2: [port]}
        begins[starter(g, discarded)] += 1
        assert starter(start(3, seed), discarded) == starter(start(3, seed), discarded)

    assert set(begins) == {0, 1}
    assert min(begins.values()) > 15


@pytest.mark.ruling("BAR-2P-01", "BAR-OPEN-55")
def test_two_players_have_piers_for_markets() -> None:
    blue = titles(1, seats=2)

    assert (blue["Market"], blue["Fishing Pier"]) == (0, 6)
    assert sum(blue.values()) == PER_DECK


@pytest.mark.ruling("BAR-2P-02")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_more_players_have_markets(seats: int) -> None:
    blue = titles(1, seats)

    assert (blue["Market"], blue["Fishing Pier"]) == (6, 0)
    assert sum(blue.values()) == PER_DECK


@pytest.mark.ruling("BAR-DC-01")
def test_the_expansion_is_off_unless_chosen() -> None:
    def of_the_expansion(ruleset: str) -> set[str]:
        return {card.title for color in range(4) for card in deck(color, ruleset=ruleset)
                if card.pack == "directors_cut"}  # fmt: skip

    expansion = {"Stables", "Usurp the Throne", "Garden", "Crop Rotation"}
    assert of_the_expansion("barons") == set()
    assert of_the_expansion("directors_cut") == expansion
    assert not expansion & {title for color in range(4) for title in titles(color)}


@pytest.mark.ruling("BAR-SETUP-03")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_expansion_adds_three_cards_to_each_deck(seats: int) -> None:
    for color in range(4):
        decks = [titles(color, seats, ruleset) for ruleset in ("directors_cut", "barons")]

        assert [sum(found.values()) for found in decks] == [PER_DECK + 3, PER_DECK]
        assert sorted((decks[0] - decks[1]).values()) == [3]
        assert not decks[1] - decks[0]


@pytest.mark.ruling("BAR-SETUP-04")
@pytest.mark.parametrize(("seats", "markets", "piers"), [(2, 0, 6), (3, 6, 0), (4, 6, 0), (6, 6, 0)])
def test_with_the_expansion_too_piers_only_ever_replace_markets(seats: int, markets: int, piers: int) -> None:
    blue = titles(1, seats, "directors_cut")

    assert (blue["Market"], blue["Fishing Pier"]) == (markets, piers)
    assert sum(blue.values()) == PER_DECK + 3


@pytest.mark.ruling("BAR-USURPTHETHRONE-02")
def test_there_are_three_cards_that_usurp_the_throne() -> None:
    assert [titles(color, ruleset="directors_cut")["Usurp the Throne"] for color in range(4)] == [0, 3, 0, 0]


@pytest.mark.ruling("BAR-FAQ-07", "BAR-FAQ-08", "BAR-OPEN-56")
def test_only_their_owner_knows_the_starting_lands() -> None:
    g = start()

    for seat in range(3):
        for viewer in range(3):
            seen = [card for card in g.view(viewer).boards[seat].values() if card.face_down]
            assert len(seen) == 4
            assert all((card.title is not None) is (viewer == seat) for card in seen)
