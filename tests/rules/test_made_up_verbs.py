"""Verbs and names that one built-in card uses, on a made-up card."""

import pytest

from barons_core.engine.game import Game
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.text import rules_text
from barons_core.testing.position import Piece, set_position
from tests.language.built_in import vocabulary
from tests.properties.made_up import with_cards

SWEEP = """
action "Sweep" in red x3:
    cost none
    play:
        choose 3 cards from your hand as swept
        discard in any order swept

action "Parade" in red x3:
    cost none
    play:
        choose a card from your hand as first
        choose a card from your hand as second
        reveal first and second

action "Ransom" in red x3:
    cost none
    play:
        choose a knight of an enemy as hostage
        name lord = the holder of hostage
        return hostage to your hand
        lord draws 2 blue

action "Digging" in red x3:
    cost none
    play:
        each player in turn order:
            choose a building of their barony as dug
            name hole = the space of dug
            return dug to their hand
        each player in turn order:
            place a card from their hand face down on hole

action "Vault" in red x3:
    cost none
    play:
        name seen = the top 2 of the deck of this
        this turn:
            after you play a knight:
                take seen into your hand

action "Guild" in red x3:
    cost none
    play:
        if colors(your buildings) = 2:
            draw 1 blue
        if colors(cards of your barony) = 3:
            draw 1 green
"""


def game(*titles: str, boards: dict[int, dict[str, Piece]] | None = None) -> Game:
    g = Game(with_cards(SWEEP), 2, 1)
    set_position(g, boards=boards or {}, hands={0: [Piece(title) for title in titles], 1: [Piece(color="red")]})
    return g


def hand(g: Game, seat: int) -> list[str]:
    """Return the titles of the cards that a player holds."""
    return sorted(g.title(card) for card in g.state.zones[g.layout.hand(seat)])


def test_cards_are_discarded_in_the_order_that_their_owner_chooses() -> None:
    g = game("Sweep", "Mill", "Forge", "Outpost")
    g.answer('play "Sweep"')

    g.answer('discard red "Outpost" red "Mill" red "Forge"')

    pile = g.state.zones[g.layout.pile(0)]
    assert [g.title(card) for card in pile] == ["Sweep", "Outpost", "Mill", "Forge"]


def test_equal_cards_need_no_order() -> None:
    g = game("Sweep", "Mill", "Mill", "Mill")
    g.answer('play "Sweep"')

    assert len(g.state.zones[g.layout.pile(0)]) == 4


def test_two_named_cards_are_both_revealed() -> None:
    g = game("Parade", "Mill", "Port")
    g.answer('play "Parade"')
    g.answer('choose red "Mill"')
    g.answer('choose blue "Port"')

    assert [data["card"] for key, data in g.events(1) if key == "reveal"] == ['red "Mill"', 'blue "Port"']


def test_a_name_keeps_a_player_who_is_not_the_holder_any_more() -> None:
    g = game("Ransom", boards={1: {"(1,0)": Piece("Holy Knight")}})
    before = len(hand(g, 1))
    g.answer('play "Ransom"')

    assert hand(g, 0) == ["Holy Knight"]
    assert len(hand(g, 1)) == before + 2


def test_a_name_for_nothing_is_empty_and_what_reads_it_does_nothing() -> None:
    g = game("Ransom")
    before = hand(g, 1)
    g.answer('play "Ransom"')

    assert (hand(g, 0), hand(g, 1)) == ([], before)


def test_a_name_keeps_a_space_for_each_player() -> None:
    boards = {0: {"(1,0)": Piece("Mill")}, 1: {"(0,1)": Piece("Forge")}}
    g = game("Digging", boards=boards)
    g.answer('play "Digging"')
    g.answer('place red "Forge"')

    placed = [{g.board.label(pos) for pos in cells if pos} for cells in g.state.boards]
    assert placed == [{"(1,0)"}, {"(0,1)"}]
    assert hand(g, 0) == []
    assert "Forge" not in hand(g, 1)


def test_a_name_keeps_cards_for_what_lasts() -> None:
    g = game("Vault", "Handsome Knight", "Prayer")
    seen = [g.title(card) for card in g.state.zones[g.layout.deck(0)][-2:]]
    g.answer('play "Vault"')
    assert not set(seen) & set(hand(g, 0))
    g.answer('play "Handsome Knight" to defend')
    g.answer("place (1,0)")

    assert hand(g, 0) == sorted(seen)


@pytest.mark.parametrize(("board", "drawn"), [
    (("Mill", "Forge", "Holy Knight"), []),
    (("Mill", "Port", "Forge"), ["blue"]),
    (("Mill", "Holy Knight", "Commanding Knight"), ["green"]),
    (("Mill", "Port", "Tavern"), ["green"]),
])  # fmt: skip
def test_the_colors_of_cards_are_counted_and_a_castle_has_none(board: tuple[str, ...], drawn: list[str]) -> None:
    g = game("Guild", boards={0: {f"({n},0)": Piece(title) for n, title in enumerate(board, 1)}})
    g.answer('play "Guild"')

    assert [g.content.colors[g.color[card]] for card in g.state.zones[g.layout.hand(0)]] == drawn


OFFERS = [
    ("may discard 1 of red", ("Mill",), ("Port",)),
    ("may discard 1 blue", ("Port",), ("Mill",)),
    ("may discard 2 of red from your hand", ("Mill",), ("Port",)),
    ("may discard 1 of each color with at least 2 cards in your hand", ("Mill", "Forge"), ("Mill", "Port")),
    ("may discard all but 2 cards from your hand", ("Mill", "Port", "Forge"), ("Mill", "Port")),
    ("may discard your hand", ("Mill",), ()),
]


@pytest.mark.parametrize(("line", "enough", "too_few"), OFFERS, ids=[line for line, *_ in OFFERS])
def test_a_discard_is_offered_to_those_who_have_such_cards(
    line: str, enough: tuple[str, ...], too_few: tuple[str, ...]
) -> None:
    sale = with_cards(f'action "Sale" in green x3:\n    cost none\n    play:\n        {line}\n')
    for titles, asked in ((enough, True), (too_few, False)):
        g = Game(sale, 2, 1)
        set_position(g, hands={0: [Piece("Sale"), *map(Piece, titles)], 1: [Piece(color="red")]})
        g.answer('play "Sale"')

        assert (g.choice is not None and g.choice.prompt == '"Sale"') == asked, titles


@pytest.mark.parametrize(("deck", "pile", "asked"), [
    ([Piece("Mill")], [], True), ([], [Piece("Mill")], True), ([], [], False),
])  # fmt: skip
def test_a_draw_is_offered_where_there_is_a_card_to_draw(deck: list[Piece], pile: list[Piece], asked: bool) -> None:
    """Whichever color may be chosen for a draw, be there a card or none (BAR-OPEN-71)."""
    card = 'action "Sale" in green x3:\n    cost none\n    play:\n        may draw {}\n'
    for line, offered in (("1 red", asked), ("2 of red", asked), ("1 of any color", True)):
        g = Game(with_cards(card.format(line)), 2, 1)
        set_position(g, hands={0: [Piece("Sale")], 1: [Piece(color="blue")]}, decks={"red": deck}, piles={"red": pile},
                     exact=["red"])
        g.answer('play "Sale"')

        assert (g.choice is not None and g.choice.prompt == '"Sale"') == offered, line


def test_what_waits_to_be_discarded_may_be_drawn() -> None:
    card = """action "Sale" in green x3:
    cost none
    play:
        each player at once:
            discard 1 of red
            may draw 1 red
"""
    g = Game(with_cards(card), 2, 1)
    set_position(g, hands={0: [Piece("Sale"), Piece("Mill")], 1: [Piece(color="blue")]}, decks={"red": []},
                 piles={"red": []}, exact=["red"])
    g.answer('play "Sale"')

    assert g.choice is not None and g.choice.ids() == ["draw red", "no"]
    g.answer("draw red")
    assert hand(g, 0) == ["Mill"]


def test_the_words_of_a_color_may_stand_with_or_without_of() -> None:
    lines = ("discard 2 red", "discard 2 of red", "draw 2 red", "draw 2 of red", "discard 2 red from your hand")
    head = 'action "Sale" in green x3:\n    cost none\n    play:\n        '

    found = [check_declarations([SourceFile("x", f"{head}{line}\n")], vocabulary()) for line in lines]

    assert [each.reports for each in found] == [()] * len(lines)
    said = [rules_text(each.cards[0], each.vocabulary).splitlines()[-1].strip().casefold() for each in found]
    assert said[0] == said[1]
    assert said[2] == said[3]
    assert ("discard 2 of red" in said[0], "discard 2 of red from your hand" in said[4]) == (True, True)


FROM_OTHERS = """
action "Extortion" in red x3:
    cost none
    play:
        choose an enemy as victim
        discard 1 red from the hand of victim

action "Levy" in red x3:
    cost none
    play:
        choose an enemy as victim
        discard all but 1 card from the hand of victim

action "Threat" in red x3:
    cost none
    play:
        choose an enemy as victim
        may discard 1 red from the hand of victim

action "Tribute" in red x3:
    cost none
    play:
        each enemy in turn order:
            discard 1 red from your hand
"""


@pytest.mark.parametrize(("title", "own", "other"), [
    ("Extortion", ["Forge", "Mill"], ["Outpost"]), ("Levy", ["Forge", "Mill"], ["Outpost"]),
    ("Tribute", ["Forge"], ["Armory", "Outpost"]),
])
def test_cards_leave_the_hand_that_is_named_and_its_holder_picks_them(title: str, own: list[str],
                                                                      other: list[str]) -> None:
    g = Game(with_cards(FROM_OTHERS), 2, 1)
    set_position(g, hands={0: [Piece(title), Piece("Mill"), Piece("Forge")], 1: [Piece("Armory"), Piece("Outpost")]})
    g.answer(f'play "{title}"')
    assert g.choice is not None
    assert g.choice.player == (0 if title == "Tribute" else 1)
    g.answer(next(number for number, text in enumerate(g.choice.ids()) if "Mill" in text or "Armory" in text))

    assert (hand(g, 0), hand(g, 1)) == (own, other)


@pytest.mark.parametrize(("held", "asked"), [(["Armory"], True), (["Port"], False)])
def test_a_discard_from_another_hand_is_offered_if_that_hand_has_such_a_card(held: list[str], asked: bool) -> None:
    g = Game(with_cards(FROM_OTHERS), 2, 1)
    own = Piece("Tavern") if asked else Piece("Mill")
    set_position(g, hands={0: [Piece("Threat"), own, own], 1: [Piece(title) for title in held]})
    g.answer('play "Threat"')

    assert g.choice is not None
    assert (g.choice.prompt == '"Threat"') is asked


TO_OTHERS = """
action "Alms" in red x3:
    cost none
    play:
        choose an enemy as poor
        look at the top 2 of the deck of this as seen
        choose 1 of seen as kept
        take kept into the hand of poor

action "Colony" in red x3:
    cost none
    play:
        choose an enemy as settler
        place a card from your hand face down in the barony of settler

action "Exile" in red x3:
    cost none
    play:
        choose an enemy as host
        choose a building of your barony as moved
        place moved in the barony of host
"""


@pytest.mark.parametrize("title", ["Alms", "Colony", "Exile"])
def test_cards_come_to_the_hand_and_the_barony_that_are_named(title: str) -> None:
    """Who holds the barony says where in it a card is placed."""
    g = Game(with_cards(TO_OTHERS), 2, 1)
    set_position(g, boards={0: {"(1,0)": Piece("Mill")}},
                 hands={0: [Piece(title), Piece("Cooper")], 1: [Piece("Port")]},
                 decks={"red": [Piece("Forge"), Piece("Outpost")]})
    before = [len(board) for board in g.state.boards]
    g.answer(f'play "{title}"')
    assert g.choice is not None
    assert g.choice.player == (0 if title == "Alms" else 1)
    g.answer(0)

    gained = [len(board) - were for board, were in zip(g.state.boards, before, strict=True)]
    assert gained == {"Alms": [0, 0], "Colony": [0, 1], "Exile": [-1, 1]}[title]
    assert hand(g, 0) == ([] if title == "Colony" else ["Cooper"])
    assert len(hand(g, 1)) == (2 if title == "Alms" else 1)


def test_a_pile_comes_under_no_other_deck_than_its_own() -> None:
    text = MIX + "        shuffle the pile of mixed under {}\n"
    found = {deck: check_declarations([SourceFile("mix.barons", text.format(deck))], vocabulary()).sound
             for deck in ("its deck", "the deck of this", "the deck of other")}

    assert found == {"its deck": True, "the deck of this": False, "the deck of other": False}


MIX = """
action "Mix" in red x3:
    cost none
    play:
        choose a card from your hand as mixed
        choose a card from your hand as other
        discard mixed
        discard other
"""
