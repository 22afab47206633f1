"""What card text does: generators `(g, s, actor, ...)` that may ask players; the seat `actor` does it.

Cards come as lists in which None (nothing was chosen) is left out. With nothing to act on a verb does
nothing: effects never fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from barons_core.engine.choices import Selection
from barons_core.rules import demands, winning
from barons_core.rules.events import Add, taxation_around
from barons_core.rules.kinds import BUILDING, LAND, holder, kind
from barons_core.rules.moves import Put, Swap
from barons_core.rules.placement import legal_places, may_place_at

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Source

Slot = tuple[int | None, int]


def draw(g: Game, s: Source, actor: int, n: int, color: int | None) -> Flow:
    """Draw cards of a color; what is drawn in a taxation is noted there (BAR-COOPER-05, BAR-COOPER-06)."""
    if color is None or n <= 0:
        return 0
    taxation = taxation_around(g.current)
    drawn: int = yield from g.draw(s, actor, n, color)
    if taxation is not None and taxation.actor == actor:
        taxation.drawn += [(color, s.kind)] * drawn
    return drawn


def discard(g: Game, s: Source, actor: int, cards: Iterable[int | None]) -> Flow:
    """Put cards face up on the piles of their own colors, from wherever they are."""
    yield from g.discard(s, _cards(cards), actor)


def discard_in_order(g: Game, s: Source, actor: int, cards: Iterable[int | None]) -> Flow:
    """Put cards on the piles of their colors in an order that the actor chooses (BAR-OPEN-32)."""
    left: Sequence[int] = g.preferred(_cards(cards))
    if len({g.index[card] for card in left}) > 1:
        left = yield _Ordering(g, actor, f'"{g.title(s.card)}"', left)
    yield from g.discard(s, left, actor)


class _Ordering(Selection):
    """All of some cards, one after another."""

    __slots__ = ("cards", "g")

    def __init__(self, g: Game, who: int, prompt: str, cards: Sequence[int]) -> None:
        super().__init__(who, prompt, "discard", ordered=True, audience=g.private(who, cards))
        self.g = g
        self.cards = cards

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        left = self.g.distinct([card for card in self.cards if card not in picked], self.player)
        return left, not left

    def render(self, element: Any) -> str:
        return self.g.card_label_among(element, self.cards, self.player)


def eliminate(g: Game, s: Source, actor: int, cards: Iterable[int | None]) -> Flow:
    """Take cards out of play to the piles of their colors; no attack.

    BAR-PEASANTREVOLT-05, BAR-PEASANTREVOLT-07.
    """
    yield from g.discard(s, _cards(cards), actor, key="remove")


def discard_demand(g: Game, s: Source, actor: int, slots: Sequence[Slot]) -> Flow:
    """Discard from hand what one demand asks for; slots are pairs of color (None: any) and number.

    An action's demand is lowered as a whole (BAR-GUARDIANKNIGHT-01, -04, -05, -06, BAR-OPEN-50), and the
    owner chooses the cards (BAR-COST-11).
    """
    asked = yield from demands.lowered(g, s, actor, slots)
    total = sum(n for _, n in asked)
    if not total:
        return []
    hand = g.state.zones[g.layout.hand(actor)]
    cards = yield from g.pick_some(s, actor, "discard", "Card", hand, total, total, slots=asked)
    yield from g.discard(s, cards, actor)
    return cards


def discard_hand(g: Game, s: Source, actor: int) -> Flow:
    """Discard the whole hand (BAR-CHURCH-02, BAR-CHURCH-03, BAR-CHURCH-11)."""
    hand = list(g.state.zones[g.layout.hand(actor)])
    yield from discard_demand(g, s, actor, [(None, len(hand))])


def place_in_barony(g: Game, s: Source, actor: int, card: int | None, face_down: bool | None = None) -> Flow:
    """Put a card into the actor's barony at a place that the actor chooses; return whether that was possible.

    A card in play keeps its face unless told otherwise (BAR-OPEN-28). Lands and buildings that were not in
    this barony before are added (BAR-OPEN-11).
    """
    if card is None:
        return False
    pos = yield from g.pick(s, actor, "place", "Space", places_in_barony(g, actor, card, face_down))
    if pos is None:
        return False
    return (yield from _put(g, s, actor, card, pos, *_face_and_way(g, card, face_down)))


def places_in_barony(g: Game, actor: int, card: int, face_down: bool | None = None) -> tuple[int, ...]:
    """Return where `place_in_barony` may put the card; () if it may not come at all (BAR-OPEN-27, BAR-OPEN-28).
    """
    down, way = _face_and_way(g, card, face_down)
    return legal_places(g, actor, card, down, way=way)


def place_at(
    g: Game, s: Source, actor: int, card: int | None, pos: int | None, face_down: bool,
    cut_off_ok: bool = False,
) -> Flow:
    """Put a card on a given space of the actor's barony, if that is legal; return whether it was done."""
    if card is None or pos is None:
        return False
    way = g.state.way[card] if holder(g, card) is not None and not face_down else 0
    if not may_place_at(g, actor, card, pos, face_down, cut_off_ok, way):
        g.log("no place", player=actor, card=None)
        return False
    return (yield from _put(g, s, actor, card, pos, face_down, way))


def replace_on(g: Game, s: Source, actor: int, card: int | None, pos: int | None) -> Flow:
    """Discard what lies on a space of the actor's barony and put a card there face down, linked or not.

    BAR-OUTPOST-04, BAR-OUTPOST-05, BAR-OUTPOST-07, BAR-OPEN-65.
    """
    if card is None or pos is None:
        return False
    covered = g.state.boards[actor].get(pos)
    if covered is not None:
        yield from g.discard(s, [covered], actor)
    return (yield from place_at(g, s, actor, card, pos, True, True))


def return_to_hand(g: Game, s: Source, actor: int, card: int | None, seat: int | None = None) -> Flow:
    """Return a card to a hand, by default that of the player in whose barony it lies (BAR-OPEN-40)."""
    to = seat if seat is not None or card is None else holder(g, card)
    if card is not None and to is not None:
        yield from g.move(s, "return", card, g.layout.hand(to), actor=actor)


def take(g: Game, s: Source, actor: int, cards: Iterable[int | None]) -> Flow:
    """Take cards into the actor's own hand."""
    for card in _cards(cards):
        yield from g.move(s, "take", card, g.layout.hand(actor), actor=actor)


def give(g: Game, s: Source, actor: int, cards: Iterable[int | None], seat: int | None) -> Flow:
    """Give cards to another player; only the two see them (BAR-OPEN-59)."""
    if seat is None:
        return
    for card in _cards(cards):
        yield from g.move(s, "give", card, g.layout.hand(seat), actor=actor)


def move_card(g: Game, s: Source, actor: int, card: int | None) -> Flow:
    """Move a card of a barony to a legal space that the actor chooses; it keeps its face.

    BAR-WANDERINGKNIGHT-02 to -05, BAR-OPEN-14, BAR-OPEN-44, BAR-OPEN-66.
    """
    seat = None if card is None else holder(g, card)
    if card is None or seat is None:
        return False
    down, way = bool(g.state.down[card]), g.state.way[card]
    pos = yield from g.pick(s, actor, "move to", "Space", legal_places(g, seat, card, down, way=way))
    if pos is None:
        return False
    event = Put(g, card, seat, pos, key="move", face_down=down, way=way, actor=actor, source=s)
    return (yield from g.perform(event))


def swap(g: Game, s: Source, actor: int, card: int | None, other: int | None) -> Flow:
    """Let two cards of one barony change places, without any condition (BAR-WANDERINGKNIGHT-06, BAR-OPEN-14).
    """
    if card is None or other is None or card == other or g.state.where[card] != g.state.where[other]:
        return False
    if holder(g, card) is None:
        return False
    return (yield from g.perform(Swap(actor, (card, other), s)))


def reveal(g: Game, s: Source, actor: int, cards: Iterable[int | None]) -> Flow:
    """Show cards to everybody; they stay where they are (BAR-OPEN-59)."""
    for card in _cards(cards):
        g.reveal(card)
    return
    yield


def look(g: Game, s: Source, actor: int, cards: Iterable[int | None]) -> Flow:
    """Let the actor alone see cards (BAR-MONASTERY-01)."""
    for card in _cards(cards):
        g.reveal(card, (actor,))
    return
    yield


def due_card(g: Game, s: Source, actor: int, color: int | None) -> Flow:
    """Return the card that is due from a deck, made anew from its pile if empty; None if there is none.

    BAR-COST-10, BAR-OPEN-08.
    """
    if color is None or not g.refill(color):
        return None
    return g.state.zones[g.layout.deck(color)][-1]
    yield


def shuffle_pile_under(g: Game, s: Source, actor: int, color: int | None) -> Flow:
    """Shuffle the pile of a color and put it under its deck.

    BAR-MONASTERY-02, BAR-MONASTERY-03, BAR-OPEN-32.
    """
    if color is None:
        return
    pile, deck = g.layout.pile(color), g.layout.deck(color)
    g.shuffle(pile)
    for card in list(g.state.zones[pile]):
        g.state.move(card, deck, under=True)
    return
    yield


def win(g: Game, s: Source, actor: int) -> Flow:
    """End the game; the actor has won."""
    winning.win(g, actor)
    return
    yield


def _face_and_way(g: Game, card: int, face_down: bool | None) -> tuple[bool, int]:
    down = bool(g.state.down[card]) if face_down is None else face_down
    return down, g.state.way[card] if holder(g, card) is not None and not down else 0


def _put(g: Game, s: Source, actor: int, card: int, pos: int, face_down: bool, way: int) -> Flow:
    new = holder(g, card) != actor
    done = yield from g.perform(Put(g, card, actor, pos, face_down=face_down, way=way, actor=actor, source=s))
    if done and new and (g.queue is not None or kind(g, card) in (LAND, BUILDING)):
        yield from g.perform(Add(actor, card, s))
    return done


def _cards(cards: Iterable[int | None]) -> list[int]:
    return [card for card in cards if card is not None]
