"""How cards change places, are seen, and are shuffled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from barons_core.engine import randomness
from barons_core.engine.asking import Flow
from barons_core.engine.choices import Seats
from barons_core.engine.events import Event, Move
from barons_core.engine.faults import Ended
from barons_core.engine.triggers import Triggers
from barons_core.model.definitions import Source
from barons_core.model.rulesets import Content
from barons_core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Moves(Triggers):
    """The ways in which cards move, all through one event."""

    __slots__ = ("everyone",)

    def __init__(self, content: Content, names: tuple[str, ...], seed: int, log: bool = True) -> None:
        super().__init__(content, names, seed, log)
        self.everyone = (1 << self.seats) - 1

    def move(self, s: Source | None, key: str, card: int, to: int, *, actor: int | None = None,
             cause: Event | None = None, pos: int = 0, face_down: bool = False, way: int = 0,
             under: bool = False, seen_by: Seats = ()) -> Flow:
        """Move one card; return whether it moved as meant. See `Move` for the arguments."""
        frm = self.state.where[card]
        event = Move(key, card, frm, to, pos=pos, face_down=face_down, way=way, under=under,
                     owner=self.layout.seat_of(frm), seen_by=seen_by, actor=actor, source=s, cause=cause)
        return (yield from self.perform(event))

    def put(self, key: str, actor: int | None, card: int, to: int, pos: int, face_down: bool, way: int = 0,
            under: bool = False, seen_by: Seats = ()) -> None:
        """Change the place of a card, who knows it, and say so: what a move does once nothing is in its way."""
        state = self.state
        frm = state.where[card]
        mask = self.witnesses(frm, to, face_down, seen_by)
        if mask != self.everyone and self.layout.hand_of[frm] >= 0:
            self._forget_hand(card, frm, mask)
        state.move(card, to, pos, face_down, way, under)
        state.known[card] |= mask
        if self.log.on:
            self.log.moved(key, actor, card, frm, to, mask, pos)

    def draw(self, s: Source | None, seat: int, n: int, color: int, cause: Event | None = None) -> Flow:
        """Draw cards of a color into a hand, one event each; return how many events there were.

        An empty deck is made anew from its pile when a card is due; if there is none either, no card is
        drawn.
        """
        if self.queue is not None:
            self.queue.append((None, lambda: self.draw(s, seat, n, color, cause)))
            return n
        if self.quiet("draw"):
            return self.draw_quietly(seat, n, color)
        for number in range(n):
            if not self.refill(color):
                self.log("nothing to draw", player=seat, color=color)
                return number
            card = self.state.zones[color][-1]
            yield from self.move(s, "draw", card, self.layout.hand0 + seat, actor=seat, cause=cause)
        return n

    def draw_quietly(self, seat: int, n: int, color: int) -> int:
        """Draw cards where that is `quiet`; return how many there were."""
        log, drawn = self.log, 0
        while drawn < n:
            cards = self.state.deal(color, seat, n - drawn)
            if not cards and not self.refill(color):
                log("nothing to draw", player=seat, color=color)
                break
            drawn += len(cards)
            if log.on:
                for card in cards:
                    log.moved("draw", seat, card, color, self.layout.hand0 + seat, 1 << seat)
        self.work += drawn
        return drawn

    def refill(self, color: int) -> bool:
        """Make an empty deck from its pile; return whether the deck has a card now."""
        state = self.state
        if state.zones[color]:
            return True
        pile = self.layout.pile(color)
        if not state.zones[pile]:
            return False
        state.move_all(pile, color)
        self.shuffle(color)
        return True

    def discard(self, s: Source | None, cards: Iterable[int], actor: int | None, cause: Event | None = None,
                key: str = "discard") -> Flow:
        """Put cards face up onto the piles of their own colors, one event each."""
        for card in list(cards):
            color = self.color[card]
            to = self.layout.box if color < 0 else self.layout.pile0 + color
            if self.quiet(key):
                self._discard_quietly(key, card, to, actor)
            else:
                yield from self.move(s, key, card, to, actor=actor, cause=cause)

    def _discard_quietly(self, key: str, card: int, to: int, actor: int | None) -> None:
        frm = self.state.where[card]
        self.work += 1
        self.state.move(card, to)
        self.state.known[card] = self.everyone
        self.log.moved(key, actor, card, frm, to, self.everyone)

    # Who knows what

    def reveal(self, card: int, seats: Iterable[int] | None = None) -> None:
        """Let seats (None: all) know a card where it is.

        While players choose at once, what all are to know waits until all have chosen.
        """
        if seats is None:
            if self.waits(lambda: self.reveal(card)):
                return
            self.state.known[card] = self.everyone
            self.log("reveal", card=card)
            return
        audience = tuple(seats)
        self.learn(card, audience)
        public = {"color": self.color[card], "seats": audience}
        self.log("reveal", audience, public, card=card, seats=audience)

    def learn(self, card: int, seats: Iterable[int]) -> None:
        """Let seats know a card where it is, without a line in the log."""
        for seat in seats:
            self.state.known[card] |= 1 << seat

    def witnesses(self, frm: int, to: int, face_down: bool, seen_by: Seats) -> int:
        """Return the mask of the seats that see a card as it moves."""
        layout = self.layout
        bits = layout.hand_bit
        hidden = to < layout.pile0 or bits[to] or (face_down and layout.board_of[to] >= 0)
        if seen_by is None or not hidden:
            return self.everyone
        mask = bits[frm] | bits[to]
        for seat in seen_by:
            mask |= 1 << seat
        return mask

    def _forget_hand(self, card: int, hand: int, mask: int) -> None:
        """Make those who do not see which card leaves a hand forget that hand's cards of its color.

        A hand from which a card leaves unseen is nobody's open book any more: otherwise the cards that stay known
        would tell which one has left.
        """
        known, cards, blind = self.state.known, self.state.zones[hand], self.everyone & ~mask
        for c in cards:
            if known[c] & blind:
                break
        else:
            return
        colors = self.color
        group = [c for c in cards if colors[c] == colors[card]]
        alike = len({self.index[c] for c in group}) == 1
        for seat in range(self.seats):
            bit = 1 << seat
            if blind & bit and not (alike and all(known[c] & bit for c in group)):
                for c in group:
                    known[c] &= ~bit

    # Chance

    def shuffle(self, zone: int, purpose: str | None = None) -> None:
        """Shuffle a deck or pile; nobody knows its cards then."""
        name = purpose or f"{self.layout.name(zone)} {self.color_label(self.layout.color_of(zone) or 0)}"
        cards, known = self.state.zones[zone], self.state.known
        randomness.shuffle(cards, self.chance(name))
        for card in cards:
            known[card] = 0
        self.log("shuffle", zone=zone)

    def random_seat(self, seats: Sequence[int], purpose: str) -> int:
        """Return one of the seats by chance."""
        if len(seats) == 1:
            return seats[0]
        return seats[int(self.chance(purpose).random() * len(seats))]

    def finish(self, winners: Sequence[int]) -> None:
        """End the game: whatever is running stops at once (raises Ended, which the game loop catches).

        While players choose at once, it waits until all have chosen.
        """
        if self.waits(lambda: self.finish(winners)):
            return
        self.state.winners = tuple(winners)
        self.state.over = True
        self.log("over", winners=self.state.winners)
        raise Ended

