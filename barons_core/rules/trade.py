"""Trades between the active player and another, as a written protocol.

Propose: the player offers cards of the hand, saying of each its title or only its color, and asks for cards
by color or title. The partner gives cards that fit what is asked, or declines. Whatever is said of the cards
is true, for only true things can be said (BAR-MARKET-05); promises cannot be made at all (BAR-MARKET-06).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from barons_core.rules.proposals import (
    DECLINED,
    NAMED,
    Asking,
    Giving,
    Offer,
    proposal,
    settled,
    summary,
    told,
    wanted,
)

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow

WITH: Final = "trade with"


def partners(g: Game, seat: int) -> list[int]:
    """Return with whom the player may trade now; both must hold a card.

    BAR-MARKET-01, BAR-MARKET-02, BAR-MARKET-03, BAR-MARKET-09, BAR-FAQ-05, BAR-OPEN-20.
    """
    if not g.statics(WITH):
        return []
    zones, layout = g.state.zones, g.layout
    if not zones[layout.hand(seat)]:
        return []
    return [
        other
        for other in range(g.seats)
        if other != seat and zones[layout.hand(other)] and g.allowed(WITH, seat, other)
    ]


def trade(g: Game, seat: int, partner: int) -> Flow:
    """Let the player propose a trade and the partner answer; both sides move at once (BAR-MARKET-07).

    A proposal that was declined is not made again until a hand changes.
    """
    offer = yield Offer(g, seat, partner)
    offer = settled(g, offer)
    asked = yield Asking(g, seat, partner, offer)
    if not asked or proposal(g, seat, partner, offer, asked) in g.state.counters:
        return
    g.log("proposes", (seat, partner), {"player": seat, "partner": partner}, player=seat, partner=partner,
          offer=[told(g, element) for element in offer], asked=[wanted(g, element) for element in asked])
    # The proposal says it to the partner; a line of its own would tell others whether that was news.
    for card, said in offer:
        if said == NAMED:
            g.learn(card, (partner,))
    prompt = f"{g.seat_label(seat)} {summary(g, offer, asked)}"
    given = yield Giving(g, partner, prompt, asked)
    if not given:
        g.state.counters[proposal(g, seat, partner, offer, asked)] = 1
        g.log("declines", player=partner, partner=seat)
        return
    g.spend((WITH,), lambda: bool(g.allowed(WITH, seat, partner)))
    yield from exchange(g, seat, [card for card, _ in offer], partner, list(given))


def exchange(g: Game, seat: int, cards: Sequence[int], partner: int, others: Sequence[int]) -> Flow:
    """Move both sides of a trade; the two see what they get, others the colors (BAR-OPEN-59, BAR-MARKET-04).
    """
    for key in [key for key in g.state.counters if isinstance(key, tuple) and key[0] == DECLINED]:
        del g.state.counters[key]
    for card in cards:
        yield from g.move(None, "give", card, g.layout.hand(partner), actor=seat)
    for card in others:
        yield from g.move(None, "give", card, g.layout.hand(seat), actor=partner)
