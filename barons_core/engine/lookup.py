"""What compiled card text looks up in a game, beside the words of its vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from barons_core.engine.statics import Statics
from barons_core.model.rulesets import Content
from barons_core.native import mypyc_attr

NOTHING_MEANT: Final = -1, 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Lookup(Statics):
    """Plain questions about cards, players and zones; nothing here asks anybody or changes anything.

    `meant` is a card that is not in play yet, with the way in which it would be: for that question it has both titles.
    """

    __slots__ = ("meant",)

    def __init__(self, content: Content, names: tuple[str, ...], seed: int, log: bool = True) -> None:
        super().__init__(content, names, seed, log)
        self.meant = NOTHING_MEANT

    def quantity(self, name: str, seat: int) -> int:
        """Return a number that every player has, with what parameters make of it."""
        return self.parameter(f"quantity {name}", self.content.quantities.get(name, 0), seat)

    def in_play(self, card: int) -> bool:
        return self.layout.is_board(self.state.where[card])

    def titled(self, card: int, title: str) -> bool:
        """Tell whether a card has a title where it is.

        Face up on a board that of its way, elsewhere the printed one or that of the whole of which it is a part.
        """
        definition = self.definition[card]
        printed = definition.title == title or definition.whole == title
        if not printed and len(definition.ways) < 2:
            return False
        if self.in_play(card):
            return not self.state.down[card] and self.title_in_play(card) == title
        card_meant, way = self.meant
        return printed or (card == card_meant and definition.ways[way].title == title)

    def forbids_way(self, key: str, seat: int, card: int, way: int, *args: Any) -> bool:
        """Return whether anything forbids a player to use a card of the hand in one of its ways."""
        self.meant = card, way
        try:
            return self.forbids(key, seat, card, *args)
        finally:
            self.meant = NOTHING_MEANT

    def held_by(self, seat: int, hand_too: bool) -> list[int]:
        """Return the cards of a player: those on the board, and the hand too if `hand_too`."""
        board = list(self.state.boards[seat].values())
        return board + self.state.zones[self.layout.hand(seat)] if hand_too else board

    def size_of(self, kind: str, value: int) -> int:
        """Return how many cards a zone holds: a deck or pile by its color, a hand by its seat."""
        zone = {"Deck": self.layout.deck, "Pile": self.layout.pile, "Hand": self.layout.hand}[kind](value)
        return len(self.state.zones[zone])

    def count_colors(self, cards: Iterable[int]) -> int:
        """Return how many colors some cards have; what has none adds none."""
        return len({self.color[card] for card in cards} - {-1})

    def in_order(self, seats: Sequence[int], you: int, you_last: bool) -> list[int]:
        """Return some seats clockwise: from the active player, or from the left of `you` with `you` last."""
        order = self.others_first(you) if you_last else self.turn_order()
        chosen = set(seats)
        return [seat for seat in order if seat in chosen]
