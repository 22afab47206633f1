"""The zones of a game by number: decks, piles, hands, boards, and two places outside them."""

from __future__ import annotations


class Layout:
    """Number the zones for some colors and seats: decks, piles, hands, boards, limbo, box, in that order.

    `hand_of[zone]` is the seat whose hand a zone is, `board_of[zone]` the one whose board it is; -1: it is none.
    `hand_bit[zone]` is a bit mask of the seat whose hand it is.
    """

    __slots__ = ("board0", "board_of", "box", "colors", "hand0", "hand_bit", "hand_of", "limbo", "pile0", "seats",
                 "size")

    def __init__(self, colors: int, seats: int) -> None:
        self.colors = colors
        self.seats = seats
        self.pile0 = colors
        self.hand0 = 2 * colors
        self.board0 = 2 * colors + seats
        self.limbo = 2 * colors + 2 * seats
        self.box = self.limbo + 1
        self.size = self.box + 1
        every, nobody = list(range(seats)), [-1] * seats
        self.hand_of = [-1] * self.hand0 + every + nobody + [-1, -1]
        self.hand_bit = [0 if seat < 0 else 1 << seat for seat in self.hand_of]
        self.board_of = [-1] * self.hand0 + nobody + every + [-1, -1]

    def deck(self, color: int) -> int:
        return color

    def pile(self, color: int) -> int:
        return self.pile0 + color

    def hand(self, seat: int) -> int:
        return self.hand0 + seat

    def board(self, seat: int) -> int:
        """Return the zone of a board. Its cards stand in `State.boards`.

        Its list in `State.zones` stays empty.
        """
        return self.board0 + seat

    def is_deck(self, zone: int) -> bool:
        return zone < self.pile0

    def is_pile(self, zone: int) -> bool:
        return self.pile0 <= zone < self.hand0

    def is_hand(self, zone: int) -> bool:
        return self.hand0 <= zone < self.board0

    def is_board(self, zone: int) -> bool:
        return self.board0 <= zone < self.limbo

    def color_of(self, zone: int) -> int | None:
        """Return the color of a deck or pile, or None."""
        if zone >= self.hand0:
            return None
        return zone if zone < self.pile0 else zone - self.pile0

    def seat_of(self, zone: int) -> int | None:
        """Return whose hand or board a zone is, or None."""
        if self.hand0 <= zone < self.board0:
            return zone - self.hand0
        if self.board0 <= zone < self.limbo:
            return zone - self.board0
        return None

    def name(self, zone: int) -> str:
        """Return the word for the sort of zone."""
        if zone < self.pile0:
            return "deck"
        if zone < self.hand0:
            return "pile"
        if zone < self.board0:
            return "hand"
        if zone < self.limbo:
            return "board"
        return "limbo" if zone == self.limbo else "box"
