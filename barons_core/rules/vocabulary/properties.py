"""Properties: values made from other values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from barons_core.language.words import Property, Word
from barons_core.rules import queries

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.definitions import Source


def _same(g: Game, s: Source, value: int) -> int:
    return value


def _holder(g: Game, s: Source, card: int) -> int | None:
    return g.layout.seat_of(g.state.where[card])


def _place(g: Game, s: Source, card: int) -> int:
    return g.state.at[card]


def _top(g: Game, s: Source, n: int, color: int) -> list[int]:
    return queries.top_cards(g, s, color, n)


def _rest(g: Game, s: Source, cards: Sequence[int]) -> list[int]:
    """Those of some cards that nobody has moved since: they still lie where the first of them would."""
    zones = [g.state.where[card] for card in cards]
    decks = {g.layout.deck(color) for color in range(len(g.content.colors))}
    return [card for card, zone in zip(cards, zones, strict=True) if zone in decks]


PROPERTIES: tuple[Word, ...] = (
    Property(
        "the color of",
        "The color of a card's deck, whatever it counts as in play.",
        "draw 1 of the color of the attacked card",
        template="the color of {card:Card}",
        type="Color",
        run=queries.color_of,
    ),
    Property(
        "the deck of",
        "The draw pile of a card's color.",
        "look at the top 4 of the deck of offering as seen",
        template="the deck of {card:Card} | deck of {card:Card} | {card:It} deck",
        type="Deck",
        run=queries.color_of,
    ),
    Property(
        "the pile of",
        "The discard pile of a card's color.",
        "shuffle the pile of offering under its deck",
        phrase="the discard pile of the color of {card:Card}",
        template="the pile of {card:Card}",
        type="Pile",
        run=queries.color_of,
    ),
    Property(
        "the holder of",
        "The player in whose barony or hand a card is.",
        "give gift to the holder of this",
        template="the holder of {card:Card} | {card:It} holder",
        type="Player",
        run=_holder,
    ),
    Property(
        "the hand of",
        "The cards that a player holds.",
        "return shown to the hand of its holder",
        template="the hand of {player:Player} | {player:Owner} hand",
        type="Hand",
        run=_same,
    ),
    Property(
        "the barony of",
        "The cards that a player has in play.",
        "place that land in your barony",
        template="the barony of {player:Player} | {player:Owner} barony",
        type="Barony",
        run=_same,
    ),
    Property(
        "the top N of",
        "The top cards of a deck, fewer if it holds fewer.",
        "look at the top 4 of the deck of offering as seen",
        template="the top {n:Number} of {deck:Deck}",
        type="Cards",
        run=_top,
    ),
    Property(
        "the rest of",
        "Those of some looked-at cards that still lie in their deck.",
        "discard the rest of seen",
        template="the rest of {cards:Cards}",
        type="Cards",
        run=_rest,
    ),
    Property(
        "the space of",
        "The place where a card lies.",
        "place found face down on the space of this",
        template="the space of {card:Card}",
        type="Space",
        run=_place,
    ),
)
