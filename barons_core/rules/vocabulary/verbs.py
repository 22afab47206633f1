"""Verbs: what card text does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from barons_core.language.words import ACTOR, Verb, Word
from barons_core.rules import queries, verbs
from barons_core.rules.demands import within_reach

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Source


def _discard_each(g: Game, s: Source, actor: int, n: int, colors: Sequence[int]) -> Flow:
    return (yield from verbs.discard_demand(g, s, actor, [(color, n) for color in colors]))


def _can_discard_each(g: Game, s: Source, actor: int, n: int, colors: Sequence[int]) -> bool:
    return bool(within_reach(g, actor, [(color, n) for color in colors]))


def _discard_of(g: Game, s: Source, actor: int, n: int, color: int, hand: int | None) -> Flow:
    return (yield from verbs.discard_demand(g, s, actor if hand is None else hand, [(color, n)]))


def _can_draw(g: Game, s: Source, actor: int, n: int, color: int) -> bool:
    """Tell whether there is a card to draw, or may be once what waits to be done is done."""
    zones = g.state.zones
    return n > 0 and (g.queue is not None or bool(zones[color] or zones[g.layout.pile(color)]))


def _can_discard_of(g: Game, s: Source, actor: int, n: int, color: int, hand: int | None) -> bool:
    return bool(within_reach(g, actor if hand is None else hand, [(color, n)]))


def _discard_down(g: Game, s: Source, actor: int, kept: int, hand: int) -> Flow:
    held = len(queries.hand_cards(g, s, hand))
    return (yield from verbs.discard_demand(g, s, hand, [(None, max(0, held - kept))]))


def _can_discard_down(g: Game, s: Source, actor: int, kept: int, hand: int) -> bool:
    return len(queries.hand_cards(g, s, hand)) > kept


def _discard_hand(g: Game, s: Source, actor: int, hand: int) -> Flow:
    yield from verbs.discard_hand(g, s, hand)


def _can_discard_hand(g: Game, s: Source, actor: int, hand: int) -> bool:
    return bool(queries.hand_cards(g, s, hand))


def _discard_on(g: Game, s: Source, actor: int, pos: int) -> Flow:
    card = queries.card_on(g, s, actor, pos)
    if card is not None:
        yield from verbs.discard(g, s, actor, [card])


def _place_in(g: Game, s: Source, actor: int, card: int, barony: int) -> Flow:
    return (yield from verbs.place_in_barony(g, s, barony, card))


def _can_place_in(g: Game, s: Source, actor: int, card: int, barony: int) -> bool:
    return bool(verbs.places_in_barony(g, barony, card))


def _place_down_in(g: Game, s: Source, actor: int, card: int, barony: int) -> Flow:
    return (yield from verbs.place_in_barony(g, s, barony, card, True))


def _place_on(g: Game, s: Source, actor: int, card: int, pos: int) -> Flow:
    return (yield from verbs.place_at(g, s, actor, card, pos, True, True))


def _return(g: Game, s: Source, actor: int, card: int, hand: int) -> Flow:
    yield from verbs.return_to_hand(g, s, actor, card, hand)


def _take(g: Game, s: Source, actor: int, cards: Sequence[int], hand: int) -> Flow:
    yield from verbs.take(g, s, hand, cards)


def _lift(g: Game, s: Source, actor: int, deck: int) -> Flow:
    """The card stays on its deck, unseen, until a line puts it somewhere: nobody looks at it."""
    return (yield from verbs.due_card(g, s, actor, deck))


def _move(g: Game, s: Source, actor: int, card: int) -> Flow:
    return (yield from verbs.move_card(g, s, actor, card))


def _swap(g: Game, s: Source, actor: int, cards: Sequence[int]) -> Flow:
    if len(cards) == 2:
        yield from verbs.swap(g, s, actor, cards[0], cards[1])


def _shuffle(g: Game, s: Source, actor: int, pile: int) -> Flow:
    yield from verbs.shuffle_pile_under(g, s, actor, pile)


def _discard_top(g: Game, s: Source, actor: int, deck: int) -> Flow:
    card = yield from verbs.due_card(g, s, actor, deck)
    if card is not None:
        yield from verbs.discard(g, s, actor, [card])
    return card


VERBS: tuple[Word, ...] = (
    Verb(
        "draw",
        "Draw cards of a color; an empty deck is made anew from its pile.",
        "draw 2 of wanted",
        "draw {n} {color cards}",
        template="draw/draws {n:Number} [of] {color:Color}",
        run=verbs.draw,
        possible=_can_draw,
        makes=("draw",),
    ),
    Verb(
        "discard",
        "Put cards on the piles of their colors.",
        "discard the rest of seen",
        template="discard/discards {cards:Cards}",
        run=verbs.discard,
        binds="cards",
        makes=("discard",),
    ),
    Verb(
        "discard in any order",
        "Put cards on the piles of their colors one by one, in an order of the discarding player's choice.",
        "discard in any order the rest of seen",
        phrase="discard {cards} in any order",
        template="discard/discards in any order {cards:Cards}",
        run=verbs.discard_in_order,
        binds="cards",
        makes=("discard",),
    ),
    Verb(
        "discard of each",
        "One demand of several colors: so many cards of each, from hand.",
        "discard 1 of each color with at least 3 cards in their hand",
        phrase="discard {n} of {colors}",
        template="discard/discards {n:Number} of {colors:Colors}",
        run=_discard_each,
        possible=_can_discard_each,
        makes=("discard",),
        claims=(ACTOR,),
    ),
    Verb(
        "discard of a color",
        "A demand of one color: so many cards of it from a hand, as its holder chooses.",
        "discard 1 of named from their hand",
        "discard {n} of {color} [from {hand}]",
        template="discard/discards {n:Number} [of] {color:Color} [from {hand:Hand}]",
        run=_discard_of,
        possible=_can_discard_of,
        makes=("discard",),
        claims=("hand",),
    ),
    Verb(
        "discard all but",
        "A demand for all cards of a hand but so many, as its holder chooses.",
        "discard all but kept cards from their hand",
        template="discard/discards all but {n:Number} card/cards from {hand:Hand}",
        run=_discard_down,
        possible=_can_discard_down,
        makes=("discard",),
        claims=("hand",),
    ),
    Verb(
        "discard a hand",
        "A demand for all cards of a hand.",
        "discard your hand",
        template="discard/discards {hand:Hand}",
        run=_discard_hand,
        possible=_can_discard_hand,
        makes=("discard",),
        claims=("hand",),
    ),
    Verb(
        "discard what lies on a space",
        "Discard the card on a space of the barony, if there is one.",
        "discard the card on spot",
        phrase="discard the card on {space}, if any",
        template="discard/discards the card on {space:Space}",
        run=_discard_on,
        makes=("discard",),
        claims=(ACTOR,),
    ),
    Verb(
        "discard the top card of a deck",
        "Discard it where all can see it.",
        "discard the top card of searched as found",
        template="discard/discards the top card of {deck:Deck}",
        run=_discard_top,
        binds="*",
        result="Card",
        makes=("discard",),
        claims=("deck",),
    ),
    Verb(
        "eliminate",
        "Put cards from play on the piles of their colors; no attack.",
        "eliminate lost",
        template="eliminate/eliminates {cards:Cards}",
        run=verbs.eliminate,
        binds="cards",
        makes=("remove",),
    ),
    Verb(
        "place in a barony",
        "Put a card into the barony where it is legal and its holder says; it keeps its face.",
        "may place that land in your barony",
        phrase="place {card} on a legal space of {barony}, the same side up",
        template="place/places {card:Card} in {barony:Barony}",
        run=_place_in,
        possible=_can_place_in,
        makes=("place", "add"),
        claims=("card", "barony"),
    ),
    Verb(
        "place face down in a barony",
        "Put a card face down, as a land, into the barony where it is legal and its holder says.",
        "place a card from your hand face down in your barony",
        template="place/places {card:Card} face down in {barony:Barony}",
        run=_place_down_in,
        makes=("place", "add"),
        claims=("card", "barony"),
    ),
    Verb(
        "place face down on a space",
        "Put a card face down, as a land, on that space.",
        "place found face down on spot",
        template="place/places {card:Card} face down on {space:Space}",
        run=_place_on,
        makes=("place", "add"),
        claims=("card", ACTOR),
    ),
    Verb(
        "return",
        "Put a card into a hand.",
        "may return a knight of an enemy to the hand of its holder",
        template="return/returns {card:Card} to {hand:Hand}",
        run=_return,
        binds="card",
        makes=("return",),
    ),
    Verb(
        "take into hand",
        "Put cards into a hand; its holder has taken them.",
        "take kept into your hand",
        template="take/takes {cards:Cards} into {hand:Hand}",
        run=_take,
        makes=("take",),
    ),
    Verb(
        "take unseen",
        "Take the top card of a deck without looking at it; a later line puts it somewhere.",
        "take the top card of source unseen as found",
        template="take/takes the top card of {deck:Deck} unseen",
        run=_lift,
        binds="*",
        result="Card",
        claims=("deck",),
    ),
    Verb(
        "give",
        "Put cards into another player's hand; only the two see them.",
        "giver gives gift to you",
        template="give/gives {cards:Cards} to {player:Player}",
        run=verbs.give,
        makes=("give",),
    ),
    Verb(
        "move",
        "Move a card of the barony to a legal space; it keeps its face.",
        "move a card of your barony to a legal space",
        phrase="move {card}, a castle too, to a legal space, the same side up",
        template="move/moves {card:Card} to a legal space",
        run=_move,
        makes=("move",),
    ),
    Verb(
        "swap",
        "Let two cards of one barony change places, wherever they lie.",
        "swap 2 cards of your barony",
        phrase="swap {cards}, castles too",
        template="swap/swaps {cards:Cards}",
        run=_swap,
        makes=("move",),
    ),
    Verb(
        "reveal",
        "Show cards to everybody; they stay where they are.",
        "reveal any number of knights from their hand as shown",
        template="reveal/reveals {cards:Cards}",
        run=verbs.reveal,
        binds="cards",
    ),
    Verb(
        "look at",
        "See cards that nobody else sees.",
        "look at the top 4 of the deck of offering as seen",
        template="look/looks at {cards:Cards}",
        run=verbs.look,
        binds="cards",
    ),
    Verb(
        "shuffle under",
        "Shuffle a pile and put it under its deck.",
        "shuffle the pile of offering under its deck",
        template="shuffle/shuffles {pile:Pile} under its deck",
        run=_shuffle,
        claims=("pile",),
    ),
    Verb("win", "The game ends at once; the player has won it.", "you win", template="win/wins", run=verbs.win),
)
