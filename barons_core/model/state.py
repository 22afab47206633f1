"""The state of a game: plain data in few containers, cheap to copy."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from barons_core.model.layout import Layout
from barons_core.native import mypyc_attr

__all__ = ["Effect", "Layout", "State"]


class Effect(NamedTuple):
    """A lasting effect: which block of which definition, who speaks, the values it captured, when it ends."""

    definition: int
    block: int
    card: int
    you: int
    env: tuple[Any, ...]
    expiry: tuple[Any, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What changes in a game.

    `zones[zone]` lists cards; the top of a deck or pile is its end. `boards[seat]` maps positions to cards.
    `where`, `at`, `down`, `way` and `known` have one entry a card: zone, position on a board, face down,
    index of the way it was played, and a bit mask of the seats that know it. `tally[seat][color]` counts the
    hand. `this_turn` counts what is forgotten when the turn ends, `counters` everything else. `version` counts
    the changes of boards and effects, `board_versions` those of each board; they only grow, caches are keyed by
    them, and they are no part of the position.
    """

    __slots__ = ("at", "board_versions", "boards", "color", "counters", "down", "effects", "known", "layout",
                 "over", "phase", "seat", "tally", "this_turn", "turn", "version", "way", "where", "winners", "zones")

    def __init__(self, layout: Layout, color: tuple[int, ...]) -> None:
        """Put every card into the box; `color` has one entry a card, -1 for a card without a color."""
        count = len(color)
        self.layout = layout
        self.color = color
        self.zones: list[list[int]] = [[] for _ in range(layout.size)]
        self.zones[layout.box] = list(range(count))
        self.boards: list[dict[int, int]] = [{} for _ in range(layout.seats)]
        self.where = [layout.box] * count
        self.at = [0] * count
        self.down = bytearray(count)
        self.way = bytearray(count)
        self.known = [0] * count
        self.tally = [[0] * layout.colors for _ in range(layout.seats)]
        self.effects: list[Effect] = []
        self.counters: dict[Any, int] = {}
        self.this_turn: dict[Any, int] = {}
        self.seat = 0
        self.phase = -1
        self.turn = 0
        self.winners: tuple[int, ...] = ()
        self.over = False
        self.version = 0
        self.board_versions = [0] * layout.seats

    def clone(self) -> State:
        """Return an independent copy."""
        new = State.__new__(State)
        new.layout = self.layout
        new.color = self.color
        new.zones = list(map(list.copy, self.zones))
        new.boards = list(map(dict.copy, self.boards))
        new.where = self.where[:]
        new.at = self.at[:]
        new.down = self.down[:]
        new.way = self.way[:]
        new.known = self.known[:]
        new.tally = list(map(list.copy, self.tally))
        new.effects = self.effects[:]
        new.counters = self.counters.copy()
        new.this_turn = self.this_turn.copy()
        new.seat = self.seat
        new.phase = self.phase
        new.turn = self.turn
        new.winners = self.winners
        new.over = self.over
        new.version = self.version
        new.board_versions = self.board_versions[:]
        return new

    def move(self, card: int, zone: int, pos: int = 0, down: int = 0, way: int = 0,
             under: bool = False) -> None:
        """Take a card from where it is and put it into a zone: the one way in which cards change places.

        On a board it lies at `pos`, which must be free (ValueError); elsewhere it goes on top, or `under` the
        rest. Who knows the card is left alone.
        """
        seat = self.layout.board_of[zone]
        if seat >= 0:
            board = self.boards[seat]
            if pos in board:
                raise ValueError(f"position {pos} of board {seat} is taken")
            self._lift(card)
            board[pos] = card
            self.at[card] = pos
            self._changed(seat)
        else:
            self._lift(card)
            if under:
                self.zones[zone].insert(0, card)
            else:
                self.zones[zone].append(card)
            seat, color = self.layout.hand_of[zone], self.color[card]
            if seat >= 0 and color >= 0:
                self.tally[seat][color] += 1
        self.where[card] = zone
        self.down[card] = down
        self.way[card] = way

    def deal(self, deck: int, seat: int, n: int) -> list[int]:
        """Move cards off the top of a deck into a hand, one after the other, as many of `n` as there are.

        Its owner knows each of them then. Return them in that order. What lies in a deck is of its color, and neither
        face down nor played in any way.
        """
        where, known, hand, mask = self.where, self.known, self.layout.hand0 + seat, 1 << seat
        stack = self.zones[deck]
        cards = stack[:-n - 1:-1]
        del stack[len(stack) - len(cards):]
        self.zones[hand] += cards
        self.tally[seat][deck] += len(cards)
        for card in cards:
            where[card] = hand
            known[card] |= mask
        return cards

    def move_all(self, source: int, zone: int) -> None:
        """Put all cards of one deck, pile or box onto another, in their order."""
        cards = self.zones[source]
        for card in cards:
            self.where[card] = zone
            self.down[card] = self.way[card] = 0
        self.zones[zone] += cards
        cards.clear()

    def unpack(self) -> None:
        """Put all cards of the box that have a color onto their decks, in their order."""
        zones, where, color, box = self.zones, self.where, self.color, self.layout.box
        left: list[int] = []
        # Cards of a color mostly stand together.
        for one, some in groupby(zones[box], color.__getitem__):
            if one < 0:
                left += some
                continue
            cards = list(some)
            zones[one] += cards
            for card in cards:
                where[card] = one
        zones[box] = left

    def _lift(self, card: int) -> None:
        layout = self.layout
        zone = self.where[card]
        seat = layout.board_of[zone]
        if seat >= 0:
            del self.boards[seat][self.at[card]]
            self.at[card] = 0
            self._changed(seat)
            return
        cards = self.zones[zone]
        if cards[-1] == card:
            cards.pop()
        else:
            cards.remove(card)
        seat, color = layout.hand_of[zone], self.color[card]
        if seat >= 0 and color >= 0:
            self.tally[seat][color] -= 1

    def _changed(self, seat: int) -> None:
        self.version += 1
        self.board_versions[seat] += 1

    def turn_over(self, card: int, down: int, way: int = 0) -> None:
        """Turn a card on a board face up or face down where it lies."""
        self.down[card] = down
        self.way[card] = way
        self._changed(self.where[card] - self.layout.board0)

    def touch(self) -> None:
        """Count everything as changed, and the hands anew, after the containers were written directly."""
        layout = self.layout
        for seat in range(layout.seats):
            self._changed(seat)
            counts = [0] * layout.colors
            for card in self.zones[layout.hand(seat)]:
                if self.color[card] >= 0:
                    counts[self.color[card]] += 1
            self.tally[seat] = counts
