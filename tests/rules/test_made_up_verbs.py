"""Verbs that one built-in card uses, on a made-up card."""

from barons_core.engine.game import Game
from barons_core.testing.position import Piece, set_position
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
"""


def game(*titles: str) -> Game:
    g = Game(with_cards(SWEEP), 2, 1)
    set_position(g, hands={0: [Piece(title) for title in titles], 1: [Piece(color="red")]})
    return g


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
