"""How cards and rules ask players: one thing, several things, yes or no, or all players at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, Final

from barons_core.engine import bills
from barons_core.engine.choices import Choice, Demand, Prompt, Seats, told_apart
from barons_core.engine.effects import Effects
from barons_core.engine.events import Move
from barons_core.engine.slots import AnyOf, Wallet, slots_bill
from barons_core.model.definitions import Source
from barons_core.native import mypyc_attr

Flow = Generator[Demand, Any, Any]
# What players say to take nothing, or nothing more.
_ANSWERS: Final = ("no", "done", "pass")


@mypyc_attr(allow_interpreted_subclasses=True)
class Asking(Effects):
    """The questions of a game.

    Each of them is a generator that yields what is asked and returns the answer.
    """

    __slots__ = ()

    def pick(self, s: Source | None, who: int, verb: str, kind: str, candidates: Iterable[Any],
             optional: bool = False) -> Generator[Demand, Any, Any]:
        """Ask for one of the candidates; None if there is none, or if `optional` and declined."""
        all_ = self._unclaimed(kind, who, candidates)
        found = self.distinct(all_, who) if kind == "Card" else all_
        if not found:
            self._nothing(s, who, verb)
            return None
        if len(found) == 1 and not optional:
            return self.blindly(found, all_, who)[0] if kind == "Card" else found[0]
        options = [*found, None] if optional else found
        answer = yield Choice(who, self._prompt(s, verb), options,
                              lambda x: "no" if x is None else f"{verb} {self.label_among(kind, x, found, who)}",
                              self.private(who, found) if kind == "Card" else None)
        return self.blindly([answer], all_, who)[0] if kind == "Card" and answer is not None else answer

    def pick_some(self, s: Source | None, who: int, verb: str, kind: str, candidates: Sequence[Any], low: int,
                  high: int, optional: bool = False,
                  slots: Sequence[tuple[int | None, int]] | None = None) -> Generator[Demand, Any, list[Any]]:
        """Ask for `low` to `high` of the candidates, or as many as fill the slots (color or None, number).

        With fewer candidates than asked for, all of them are taken. `optional` adds taking none at all.
        """
        open_ = self._unclaimed(kind, who, candidates)
        cards = self.preferred(open_) if kind == "Card" else open_
        if slots is None:
            asked: AnyOf | Wallet = AnyOf(self, who, self._prompt(s, verb), verb, kind, cards, low, high)
        else:
            have = bills.counts(self.color, cards, self.layout.colors)
            asked = Wallet(self, who, self._prompt(s, verb), verb, cards, slots_bill(slots, have))
        if not cards or asked.high <= 0:
            self._nothing(s, who, verb)
            return []
        if asked.low == len(cards) and not optional:
            # All of them are taken, in the order of a selection.
            return self.blindly(self.as_seen(cards, who), cards, who) if kind == "Card" else sorted(cards)
        if optional:
            asked.none_too, asked.empty = True, "no"
        if kind == "Card":
            asked.audience = self.private(who, cards)
        picked = yield asked
        return self.blindly(picked, cards, who) if kind == "Card" else list(picked)

    def confirm(self, s: Source | None, who: int, text: str) -> Generator[Demand, Any, bool]:
        """Ask whether to do what `text` says; the options are `text` and `no`."""
        answer = yield Choice(who, self._prompt(s, text), (1, 0), lambda x: text if x else "no")
        return bool(answer)

    def pick_one_of(self, s: Source | None, who: int, labels: Sequence[str],
                    optional: bool = False) -> Generator[Demand, Any, int]:
        """Ask for one of some texts and return its number, -1 for the option `no` of an optional choice.

        Texts that read alike get numbers, and one that reads like an answer by itself says that it is chosen.
        """
        if len(labels) == 1 and not optional:
            return 0
        names = told_apart([f"choose {text}" if text in _ANSWERS else text for text in labels])
        numbers = [*range(len(labels)), -1] if optional else range(len(labels))
        number: int = yield Choice(who, self._prompt(s, "choose one of"), numbers,
                                  lambda x: "no" if x < 0 else names[x])
        return number

    def at_once(self, s: Source | None, seats: Iterable[int], fn: Callable[[int], Flow]) -> Flow:
        """Run `fn(seat)` for each seat so that all choices stand before anything happens.

        What is done inside waits and is carried out, in order, at the end; questions and log are hidden till then.
        What has happened already by then, or is no longer possible, does not happen.
        """
        chosen = set(seats)
        outer, self.queue = self.queue, []
        if outer is None:
            self.log.hold()
        for seat in self.turn_order():
            if seat in chosen:
                yield from _hidden(fn(seat), seat)
        waiting, self.queue = self.queue, outer
        if outer is not None:
            outer += waiting
            return
        self.log.release()
        for event, act in waiting:
            flow = act() if event is None or event.still_possible(self.game) else None
            if flow is not None:
                yield from flow

    def _unclaimed(self, kind: str, who: int, candidates: Iterable[Any]) -> list[Any]:
        """Return the candidates but for the cards that already wait to be moved, and the spaces where a player's go."""
        if not self.queue:
            return list(candidates)
        moves = [event for event, _ in self.queue if isinstance(event, Move)]
        claimed: set[int] = set()
        if kind == "Card":
            claimed = {move.card for move in moves}
        elif kind == "Space":
            claimed = {move.pos for move in moves if move.actor == who and self.layout.is_board(move.to)}
        return [each for each in candidates if each not in claimed]

    def distinct(self, cards: Iterable[int], who: int) -> list[int]:
        """Return the cards in order, without those off the boards that look like another one there to `who`.

        Of equal cards the one stays that most players know: its staying in a hand would tell them that the
        player had another. Of cards that `who` does not know one of each back stays (see `blindly`).
        """
        where, known, kin = self.state.where, self.state.known, self.kin
        first, end = self.layout.board0, self.layout.limbo
        cards = sorted(cards)
        bit = 1 << who
        found: list[int] = []
        last = -1
        # Equal cards stand side by side.
        for card in cards:
            if not known[card] & bit:
                return self._told_apart(cards, who)
            if kin[card] != last:
                found.append(card)
                last = kin[card]
            elif where[card] != where[found[-1]] or first <= where[card] < end:
                return self._told_apart(cards, who)
            elif known[card].bit_count() > known[found[-1]].bit_count():
                found[-1] = card
        return found

    def _told_apart(self, cards: Sequence[int], who: int) -> list[int]:
        """Return what `distinct` does where some cards are in play, or are not known."""
        where, known, kin = self.state.where, self.state.known, self.kin
        bit = 1 << who
        first, end = self.layout.board0, self.layout.limbo
        best: dict[tuple[int, ...], int] = {}
        for card in cards:
            if first <= where[card] < end:
                alike: tuple[int, ...] = (card,)
            else:
                alike = (kin[card], where[card]) if known[card] & bit else (-1, *self._back(card))
            other = best.get(alike)
            if other is None or self._before(card, other):
                best[alike] = card
        return self.as_seen(best.values(), who)

    def as_seen(self, cards: Iterable[int], who: int) -> list[int]:
        """Return the cards in order, those that `who` does not know last, by color and place.

        Their order must not tell which cards they are.
        """
        known, at = self.state.known, self.state.at
        bit = 1 << who
        return sorted(cards, key=lambda card: (0, card, 0, 0) if known[card] & bit
                      else (1, *self._back(card), at[card] if self.in_play(card) else 0))

    def _back(self, card: int) -> tuple[int, int]:
        """Return what cards have in common of which only place and color can be told."""
        return self.color[card], self.state.where[card]

    def blindly(self, picked: Iterable[int], candidates: Iterable[int], who: int) -> list[int]:
        """Return the cards picked, those that `who` cannot see exchanged for any of their like by chance."""
        known = self.state.known
        cards = list(picked)
        blind = [n for n, card in enumerate(cards) if not known[card] >> who & 1 and not self.in_play(card)]
        if not blind:
            return cards
        left = [card for card in candidates if not known[card] >> who & 1]
        for n in blind:
            alike = [card for card in left if self._back(card) == self._back(cards[n])]
            cards[n] = alike[int(self.chance("unseen card").random() * len(alike))]
            left.remove(cards[n])
        return cards

    def _before(self, card: int, other: int) -> bool:
        known = self.state.known
        seen = known[card].bit_count() - known[other].bit_count()
        return seen > 0 or (seen == 0 and card < other)

    def preferred(self, cards: Iterable[int]) -> list[int]:
        """Return the cards in order, of equal ones those first that more players know (see `distinct`)."""
        kin, known = self.kin, self.state.known
        return sorted(cards, key=lambda card: (kin[card], -known[card].bit_count(), card))

    def private(self, who: int, cards: Iterable[int]) -> Seats:
        """Return who may know of a question about cards of a hand or deck: that it is asked may tell what is there.

        Only the place of the cards counts, for who knows them is not known to everybody.
        """
        where, is_hand, is_deck = self.state.where, self.layout.is_hand, self.layout.is_deck
        return (who,) if any(is_hand(where[card]) or is_deck(where[card]) for card in cards) else None

    def _nothing(self, s: Source | None, who: int, verb: str) -> None:
        self.log("nothing to choose", (who,), None, player=who, verb=verb, card=None if s is None else s.card)

    def _prompt(self, s: Source | None, verb: str) -> Prompt:
        if s is None:
            return verb
        return lambda: f'"{self.title(s.card)}"'


def _hidden(flow: Flow, seat: int) -> Flow:
    answer = None
    while True:
        try:
            demand = flow.send(answer)
        except StopIteration as stop:
            return stop.value
        demand.audience = (demand.player,)
        answer = yield demand
