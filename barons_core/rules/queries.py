"""What card text asks about a game. Plain functions `(g, s, ...)`: they change nothing and ask nobody.

`s` is who speaks: `s.you` its controller, `s.card` its card. Cards, seats, colors and positions are ints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from barons_core.rules import connection, kinds, protection

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.definitions import CardDefinition, Source


REACH: Final = "reach of a card"


def has_type(g: Game, s: Source, card: int, color: int) -> bool:
    """Tell whether a card in play is a land of that type, perhaps among others (BAR-LAND-07, BAR-MILL-05)."""
    return color in kinds.land_types(g, card)


def is_exposed(g: Game, s: Source, card: int) -> bool:
    """Tell whether a card in play is neither protected nor surrounded, as the controller of the text sees it."""
    seat = kinds.holder(g, card)
    return seat is not None and card in protection.exposed_in(g, s.you, seat)


def is_live(g: Game, s: Source, card: int) -> bool:
    return connection.is_live(g, card)


def is_connected(g: Game, s: Source, card: int) -> bool:
    return connection.is_connected(g, card)


def is_face_down(g: Game, s: Source, card: int) -> bool:
    return bool(g.state.down[card])


def color_of(g: Game, s: Source, card: int) -> int:
    """Return the color of the card's deck, -1 for a castle (BAR-ARMORY-03)."""
    return g.color[card]


def way_title_is(g: Game, s: Source, card: int, title: str) -> bool:
    """Compare a title: face up in play that of the way, elsewhere the printed one; face down none."""
    return not g.state.down[card] and g.title_in_play(card) == title


def next_to(g: Game, s: Source, card: int, other: int) -> bool:
    """Tell whether two cards of one barony are adjacent, as the controller of the text sees it."""
    state = g.state
    if state.where[card] != state.where[other] or kinds.holder(g, card) is None:
        return False
    return state.at[other] in _around(g, s, state.at[card])


def next_to_a(g: Game, s: Source, card: int, test: Callable[[int], bool]) -> bool:
    """Tell whether any card adjacent to a card in play passes a test (BAR-BUILD-05, BAR-STABLES-13)."""
    return any(test(other) for other in adjacent_cards(g, s, card))


def adjacent_cards(g: Game, s: Source, card: int) -> list[int]:
    """Return the cards adjacent to a card in play, as the controller of the text sees it."""
    seat = kinds.holder(g, card)
    if seat is None:
        return []
    cells = g.state.boards[seat]
    return [cells[pos] for pos in _around(g, s, g.state.at[card]) if pos in cells]


def _around(g: Game, s: Source, pos: int) -> tuple[int, ...]:
    """Return the places next to one, as the controller of the text sees it, or as the text's own reach says."""
    if g.statics(REACH) and s.card >= 0:
        if g.matching(REACH, "exclude", s.card):
            return g.board.neighbors(pos)
        if g.matching(REACH, "include", s.card):
            return g.board.neighbors(pos) + g.board.corners(pos)
    return connection.adjacent_places(g, s.you, pos)


def space_next_to(g: Game, s: Source, pos: int, card: int) -> bool:
    return pos in spaces_next_to(g, s, card)


def spaces_next_to(g: Game, s: Source, card: int) -> tuple[int, ...]:
    """Return the spaces next to a card in play, empty or not (BAR-OUTPOST-04, BAR-OPEN-45)."""
    if kinds.holder(g, card) is None:
        return ()
    return _around(g, s, g.state.at[card])


def space_of(g: Game, s: Source, card: int) -> int:
    return g.state.at[card]


def card_on(g: Game, s: Source, seat: int, pos: int) -> int | None:
    return g.state.boards[seat].get(pos)


def in_play(g: Game, s: Source) -> list[int]:
    """Return all cards in baronies, seat by seat, sorted by place."""
    return [card for seat in range(g.seats) for card in barony_cards(g, s, seat)]


def barony_cards(g: Game, s: Source, seat: int) -> list[int]:
    """Return the cards of a barony sorted by place, linked or not (BAR-ADJ-04)."""
    cells = g.state.boards[seat]
    return [cells[pos] for pos in sorted(cells)]


def hand_cards(g: Game, s: Source, seat: int) -> list[int]:
    """Return a hand without the card that speaks: as it is carried out it is in the hand no more.

    BAR-FAMINE-02.
    """
    return [card for card in g.state.zones[g.layout.hand(seat)] if card != s.card]


def count_in_hand(g: Game, s: Source, seat: int, color: int) -> int:
    """Return how many cards of a color are in a hand, the card that speaks left out.

    BAR-TITHE-02, BAR-KINGSTAX-03.
    """
    own = s.card >= 0 and g.color[s.card] == color and g.state.where[s.card] == g.layout.hand(seat)
    return g.state.tally[seat][color] - own


def players(g: Game, s: Source) -> list[int]:
    """Return all players in turn order, the active one first."""
    return g.turn_order()


def enemies(g: Game, s: Source) -> list[int]:
    """Return all other players, clockwise from the controller of the text."""
    return [seat for seat in g.turn_order(s.you) if seat != s.you]


def top_cards(g: Game, s: Source, color: int, n: int) -> list[int]:
    """Return the top cards of a deck, the uppermost first, fewer if the deck has fewer (BAR-MONASTERY-04)."""
    deck = g.state.zones[g.layout.deck(color)]
    return deck[::-1][:n]


def color_has_cards(g: Game, s: Source, color: int) -> bool:
    """Tell whether a card of the color could be drawn: from the deck, or once the pile is a deck.

    BAR-OPEN-08.
    """
    return bool(g.state.zones[g.layout.deck(color)] or g.state.zones[g.layout.pile(color)])


def shares_printed_cost(g: Game, s: Source, card: int, other: int) -> bool:
    """Tell whether any printed cost of one card is any printed cost of the other.

    BAR-OPEN-33, BAR-SEARCHFORGOLD-05.
    """
    colors = len(g.content.colors)
    costs = _printed_costs(g.definition[card], colors)
    return not costs.isdisjoint(_printed_costs(g.definition[other], colors))


def _printed_costs(definition: CardDefinition, colors: int) -> set[tuple[object, ...]]:
    found: set[tuple[object, ...]] = set()
    for way in definition.ways:
        for cost in way.costs:
            found |= {(price.amounts, price.any, price.same, price.tokens) for price in cost.prices}
        if not way.costs:
            found.add(((0,) * colors, 0, 0, ()))
    return found


def has_printed_costs(g: Game, s: Source, card: int, other: int) -> bool:
    """Tell whether all printed costs of one card are those of the other."""
    colors = len(g.content.colors)
    return _printed_costs(g.definition[card], colors) == _printed_costs(g.definition[other], colors)


def quantity(g: Game, s: Source, name: str, seat: int) -> int:
    """Return a quantity of a player that a pack has declared, after all changes."""
    return g.parameter(f"quantity {name}", g.content.quantities.get(name, 0), seat)
