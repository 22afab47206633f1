"""Qualifiers and conditions: what stands behind a noun, or behind `is` and `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barons_core.language.words import Condition, Qualifier, Word
from barons_core.rules import kinds, queries

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.definitions import Source


# ------------------------------------------------------------------------------------------------ cards
def _held_by(g: Game, s: Source, card: int, seat: int) -> bool:
    return kinds.holder(g, card) == seat


def _holders(g: Game, s: Source, card: int) -> list[int]:
    seat = kinds.holder(g, card)
    return [] if seat is None else [seat]


def _of_color(g: Game, s: Source, card: int, color: int) -> bool:
    """A land is of each of its types' colors, any other card of its own."""
    types = kinds.land_types(g, card) if g.in_play(card) else ()
    return color in types if types else g.color[card] == color


def _in_hand_of(g: Game, s: Source, card: int, seat: int) -> bool:
    return g.state.where[card] == g.layout.hand(seat)


def _in_a_hand(g: Game, s: Source, card: int) -> bool:
    return g.layout.is_hand(g.state.where[card])


def _hand_cards(g: Game, s: Source, seat: int) -> list[int]:
    return queries.hand_cards(g, s, seat)


def _all_hand_cards(g: Game, s: Source) -> list[int]:
    return [card for seat in g.turn_order() for card in queries.hand_cards(g, s, seat)]


def _same_title(g: Game, s: Source, card: int, other: int) -> bool:
    return g.title(other) == g.title(card)


def _has_double(g: Game, s: Source, card: int, seat: int) -> bool:
    return any(other != card and _same_title(g, s, card, other) for other in queries.hand_cards(g, s, seat))


# ------------------------------------------------------------------------------------------------ spaces
def _on_or_next_to(g: Game, s: Source, card: int) -> list[int]:
    if kinds.holder(g, card) is None:
        return []
    return [queries.space_of(g, s, card), *queries.spaces_next_to(g, s, card)]


def _space_on_or_next_to(g: Game, s: Source, pos: int, card: int) -> bool:
    return pos in _on_or_next_to(g, s, card)


def _spaces_next_to(g: Game, s: Source, card: int) -> list[int]:
    return list(queries.spaces_next_to(g, s, card))


def _cards_on(g: Game, s: Source, pos: int) -> list[int]:
    card = queries.card_on(g, s, s.you, pos)
    return [] if card is None else [card]


# ---------------------------------------------------------------------------------------- players, decks, colors
def _belongings(g: Game, s: Source, seat: int) -> list[int]:
    return [*queries.hand_cards(g, s, seat), *g.state.boards[seat].values()]


def _drawable(g: Game, s: Source, color: int) -> bool:
    return queries.color_has_cards(g, s, color)


def _many_in_hand(g: Game, s: Source, color: int, number: int, seat: int) -> bool:
    return queries.count_in_hand(g, s, seat, color) >= number


QUALIFIERS: tuple[Word, ...] = (
    Qualifier(
        "of (a player)",
        "In the barony of that player.",
        "a knight of an enemy",
        template="of {player:Player}",
        test=_held_by,
        others=_holders,
        domain=queries.barony_cards,
        zone=True,
    ),
    Qualifier(
        "of (a barony)",
        "In that barony.",
        "a card of your barony",
        template="of {barony:Barony}",
        test=_held_by,
        domain=queries.barony_cards,
        zone=True,
    ),
    Qualifier(
        "of (a color)",
        "A land of that type, or another card of that color.",
        "forbid players to tax lands of dry",
        template="of {color:Color}",
        test=_of_color,
        layer="types",
    ),
    Qualifier(
        "from (a hand)",
        "In that hand.",
        "choose a card from their hand as gift",
        template="from/in {hand:Hand}",
        test=_in_hand_of,
        domain=_hand_cards,
        zone=True,
    ),
    Qualifier(
        "in hand",
        "In the hand of whoever it belongs to.",
        "an enemy with a card in hand",
        template="in hand",
        test=_in_a_hand,
        domain=_all_hand_cards,
        zone=True,
    ),
    Qualifier(
        "next to (a card)",
        "Adjacent to it, as the controller of the text sees it.",
        "if this is next to a river",
        template="next to {other:Card}",
        test=queries.next_to,
        others=queries.adjacent_cards,
        domain=queries.adjacent_cards,
        zone=True,
        layer="adjacency",
        asker="the controller of the card that speaks",
    ),
    Qualifier(
        "on or next to",
        "The space of that card, and those adjacent to it.",
        "a space on or next to this",
        template="on or next to {card:Card}",
        types=("Space",),
        test=_space_on_or_next_to,
        domain=_on_or_next_to,
        layer="adjacency",
    ),
    Qualifier(
        "next to (a space)",
        "Adjacent to that card.",
        "choose a space next to this as spot",
        template="next to {card:Card}",
        types=("Space",),
        test=queries.space_next_to,
        domain=_spaces_next_to,
        layer="adjacency",
    ),
    Qualifier(
        "under",
        "Where such a card lies.",
        "a space on or next to this, not under a castle",
        template="under {card:Card}",
        types=("Space",),
        others=_cards_on,
    ),
    Qualifier(
        "with",
        "Having such a card, in the barony or as the words say.",
        "choose an enemy with a card in hand as giver",
        template="with {card:Card}",
        types=("Player",),
        others=_belongings,
    ),
    Qualifier(
        "without",
        "Having no such card.",
        'forbid players without a live "Title" to tax lands of dry',
        template="without {card:Card}",
        types=("Player",),
        others=_belongings,
        negative=True,
    ),
    Qualifier(
        "with cards",
        "Cards can be drawn from it, or from its pile once shuffled.",
        "choose a deck with cards as source",
        template="with cards",
        types=("Deck", "Color"),
        test=_drawable,
    ),
    Qualifier(
        "with at least",
        "That many cards of it are in that hand.",
        "discard 1 of each color with at least 3 cards in their hand",
        template="with at least {n:Number} card/cards in {hand:Hand}",
        types=("Color",),
        test=_many_in_hand,
    ),
    Qualifier(
        "with a double",
        "Another card of exactly the same title lies in that hand.",
        "choose a card from your hand with a double in your hand as spent",
        template="with a double in {hand:Hand}",
        test=_has_double,
    ),
    Qualifier(
        "with the title of",
        "It has exactly the printed title of that card.",
        "choose a card from your hand with the title of spent except spent as shown",
        template="with the title of {other:Card}",
        test=_same_title,
    ),
    Condition(
        "shares a printed cost with",
        "One printed cost of the first card is one of the other's.",
        "if shown shares a printed cost with found:",
        template="{card:Card} shares a printed cost with {other:Card}",
        test=queries.shares_printed_cost,
    ),
    Condition(
        "has the printed costs of",
        "All printed costs of the first card are all those of the other.",
        "if shown has the printed costs of found:",
        template="{card:Card} has the printed costs of {other:Card}",
        test=queries.has_printed_costs,
    ),
)
