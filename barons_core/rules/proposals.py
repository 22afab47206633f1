"""The steps of a trade: what is offered and said, asked for, and given; and how each is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from barons_core.engine.choices import Selection

if TYPE_CHECKING:
    from barons_core.engine.game import Game

DECLINED: Final = "declined"
NAMED: Final = "named"
UNNAMED: Final = "unnamed"
WITHDRAW: Final = "withdraw"
DECLINE: Final = "decline"
ANY_CARD: Final = ("any",)


class Offer(Selection):
    """Which cards are offered, each (card, NAMED or UNNAMED)."""

    __slots__ = ("g", "hand")

    def __init__(self, g: Game, seat: int, partner: int) -> None:
        super().__init__(seat, f"offer to {g.seat_label(partner)}", "offer", audience=(seat, partner))
        self.g = g
        self.hand = list(g.state.zones[g.layout.hand(seat)])

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        taken = {card for card, _ in picked}
        left = self.g.distinct([card for card in self.hand if card not in taken], self.player)
        return [(card, said) for card in left for said in (NAMED, UNNAMED)], bool(picked)

    def render(self, element: Any) -> str:
        card, said = element
        return f"{self.g.card_label(card, self.player)} {said}"

    def arrange(self, picked: tuple[Any, ...]) -> list[Any]:
        return sorted(picked, key=lambda element: (self.g.kin[element[0]], element[1], element[0]))


def settled(g: Game, offer: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return an offer in which equal cards are named and unnamed in one order, whatever was picked first."""
    said: dict[int, list[str]] = {}
    for card, how in offer:
        said.setdefault(g.kin[card], []).append(how)
    waiting = {kin: iter(sorted(how)) for kin, how in said.items()}
    return tuple([(card, next(waiting[g.kin[card]])) for card in g.preferred(card for card, _ in offer)])


class Asking(Selection):
    """What is asked for: ("color", c), ("title", t) or any card, as much as the partner holds at most.

    Colors in hands are public (BAR-OPEN-61), so no more of a color is asked for than is there; where a table keeps
    them secret, each may be asked for as often as there are cards.
    """

    __slots__ = ("g", "most", "offer", "partner", "size", "titles")

    def __init__(self, g: Game, seat: int, partner: int, offer: tuple[Any, ...]) -> None:
        super().__init__(seat, f"ask of {g.seat_label(partner)}", "ask", empty=WITHDRAW, audience=(seat, partner))
        self.g = g
        self.partner = partner
        self.offer = offer
        held = g.state.tally[partner]
        self.size = sum(held)
        self.most = [self.size] * len(held) if g.content.backs_hidden else list(held)
        self.titles = sorted({g.title(card) for card, color in enumerate(g.color) if color >= 0})

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        options: list[Any] = []
        if len(picked) < self.size:
            colors = [color for color, most in enumerate(self.most) if picked.count(("color", color)) < most]
            options += [("color", color) for color in colors]
            options += [ANY_CARD, *(("title", title) for title in self.titles)]
        new = proposal(self.g, self.player, self.partner, self.offer, picked) not in self.g.state.counters
        return options, not picked or new or not options

    def render(self, element: Any) -> str:
        return wanted(self.g, element)


class Giving(Selection):
    """What the partner gives: cards that fit what is asked, one for each thing asked, or nothing."""

    __slots__ = ("asked", "g", "hand")

    def __init__(self, g: Game, partner: int, prompt: str, asked: tuple[Any, ...]) -> None:
        # Whether the partner is asked at all tells whether the hand has what is asked for.
        super().__init__(partner, prompt, "give", empty=DECLINE, audience=(partner,))
        self.g = g
        self.asked = asked
        self.hand = list(g.state.zones[g.layout.hand(partner)])

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if len(picked) == len(self.asked):
            return (), True
        left = [card for card in self.hand if card not in picked]
        open_ = [card for card in left if self._completes(picked, card, left)]
        return self.g.distinct(open_, self.player), not picked

    def render(self, element: Any) -> str:
        return self.g.card_label(element, self.player)

    def _completes(self, picked: tuple[int, ...], card: int, left: list[int]) -> bool:
        """Tell whether the cards picked, this one, and some of those left fit what is asked one to one.

        Augmenting never unmatches a card, so the cards picked stay matched as those left are tried.
        """
        matched: dict[int, int] = {}
        if not all(self._augment(one, matched, set()) for one in (*picked, card)):
            return False
        for other in left:
            if other != card:
                self._augment(other, matched, set())
        return len(matched) == len(self.asked)

    def _augment(self, card: int, matched: dict[int, int], seen: set[int]) -> bool:
        for number, what in enumerate(self.asked):
            if number in seen or not fits(self.g, card, what):
                continue
            seen.add(number)
            if number not in matched or self._augment(matched[number], matched, seen):
                matched[number] = card
                return True
        return False


def fits(g: Game, card: int, what: tuple[Any, ...]) -> bool:
    """Tell whether a card is one that was asked for."""
    match what:
        case ("color", color):
            return bool(g.color[card] == color)
        case ("title", title):
            return bool(g.title(card) == title)
    return True


def proposal(
    g: Game, seat: int, partner: int, offer: tuple[Any, ...], asked: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Return what makes a proposal the same as another: what is offered, said and asked, and both hands."""
    zones, layout = g.state.zones, g.layout
    hands = tuple(tuple(sorted(zones[layout.hand(who)])) for who in (seat, partner))
    giving = tuple(sorted((g.index[card], g.color[card], said) for card, said in offer))
    return (DECLINED, seat, partner, giving, tuple(sorted(map(str, asked))), hands)


def told(g: Game, element: tuple[int, str]) -> str:
    card, said = element
    color = g.color_label(g.color[card])
    return f'{color} "{g.title(card)}"' if said == NAMED else color


def wanted(g: Game, element: tuple[Any, ...]) -> str:
    match element:
        case ("color", color):
            return g.color_label(color)
        case ("title", title):
            return f'"{title}"'
    return str(element[0])


def summary(g: Game, offer: tuple[Any, ...], asked: tuple[Any, ...]) -> str:
    giving = ", ".join(told(g, element) for element in offer)
    asking = ", ".join(wanted(g, element) for element in asked)
    return f"offers {giving} for {asking}"
