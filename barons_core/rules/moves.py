"""How cards come into baronies and leave the hand of whoever plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from barons_core.engine.events import Event, Move

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Source


class Put(Move):
    """A card comes into a barony, from wherever; its owner may look at it even face down.

    BAR-FAQ-07, BAR-FAQ-08.
    """

    def __init__(
        self, g: Game, card: int, seat: int, pos: int, *, key: str = "place", face_down: bool = False,
        way: int = 0, actor: int | None = None, source: Source | None = None,
    ) -> None:
        frm = g.state.where[card]
        super().__init__(
            key, card, frm, g.layout.board(seat), pos=pos, face_down=face_down, way=way,
            owner=g.layout.seat_of(frm), seen_by=(seat,), actor=actor, source=source,
        )
        self.seat = seat

    def arguments(self) -> tuple[int, int, int]:
        return (self.seat, self.card, self.pos)


class PutBuilding(Put):
    """A building comes into a barony as it is built; its own section is carried out before anybody reacts."""

    section: Callable[[], Flow] | None = None

    def own(self, g: Game) -> Flow:
        if self.section is not None:
            yield from self.section()


class Swap(Event):
    """Two cards of one barony change places and keep their faces (BAR-WANDERINGKNIGHT-06, BAR-OPEN-14)."""

    key = "swap"

    def __init__(self, actor: int, cards: tuple[int, int], source: Source | None = None) -> None:
        super().__init__(actor, source)
        self.cards = cards

    def still_possible(self, g: Game) -> bool:
        zones = {g.state.where[card] for card in self.cards}
        return len(zones) == 1 and g.layout.is_board(zones.pop())

    def arguments(self) -> tuple[int | None, int, int]:
        return (self.actor, *self.cards)

    def commit(self, g: Game) -> None:
        state = g.state
        one, other = self.cards
        board = state.where[one]
        here, there = state.at[one], state.at[other]
        down, way = state.down[one], state.way[one]
        state.move(one, g.layout.limbo)
        state.move(other, board, here, state.down[other], state.way[other])
        state.move(one, board, there, down, way)
        g.log("swap", player=self.actor, places=tuple(sorted(map(g.board.label, (here, there)))))


def show(g: Game, card: int, way: int) -> None:
    """Take a card that is played out of the hand, for all to see; it pays for nothing now (BAR-COST-02)."""
    g.state.move(card, g.layout.limbo, way=way)
    g.state.known[card] = g.everyone


def put_away(g: Game, s: Source, card: int, cause: Event) -> Flow:
    """Discard a card that has been played; it keeps its way, for its text may still have something to say."""
    pile = g.layout.pile(g.color[card])
    yield from g.move(s, "discard", card, pile, actor=s.you, cause=cause, way=g.state.way[card])
