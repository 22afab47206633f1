"""Knights: they attack, defend, or attack and then defend.

The order of a play (BAR-KNIGHT-06, BAR-OPEN-03): mode, cost, what happens when it is played, target with its
surcharge, attack with its triggers, placing or discarding the knight, what happens after it was played.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from barons_core.engine import costs
from barons_core.engine.choices import Choice
from barons_core.engine.costs import NO_ADJUSTMENTS
from barons_core.rules.events import Attack, Eliminate, Play
from barons_core.rules.kinds import KNIGHT, holder, holds
from barons_core.rules.moves import Put, put_away, show
from barons_core.rules.placement import RESERVED, copy_in_barony, legal_places, may_repeat
from barons_core.rules.prices import (
    ATTACK as ATTACK_COST,
)
from barons_core.rules.prices import (
    CARD,
    pay_for,
    pay_surcharge,
    payable_together,
    still_payable,
    surcharge,
    surcharge_payable,
)
from barons_core.rules.protection import attackable, is_attackable, may_attack_something
from barons_core.rules.uses import join

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Cost, Section, Source

ATTACK: Final = "attack"
DEFEND: Final = "defend"
BOTH: Final = "attack and defend"
# BAR-KNIGHT-03, BAR-KNIGHT-04, BAR-KNIGHT-05: what each of the two costs buys.
MODES: Final = {"low": (ATTACK, DEFEND), "high": (BOTH,), "": (ATTACK, DEFEND)}


def plays(g: Game, seat: int, card: int) -> list[tuple[str, int, int, str]]:
    """Return how a knight of the hand can be played to its end: in which ways and modes."""
    found: list[tuple[str, int, int, str]] = []
    changes = costs.adjustments(g, CARD, seat, card, "play")
    have = costs.purse(g, seat, (card,))
    limited = bool(g.statics(Play.key))
    for number, way in enumerate(g.definition[card].ways):
        if not holds(g, seat, card, way):
            continue
        open_: dict[str, bool] = {}
        for cost in way.costs:
            if limited and g.forbids_way(Play.key, seat, card, number, cost.label):
                continue
            if not costs.payable_from(g, seat, cost.prices, changes, have):
                continue
            for mode in MODES[cost.label]:
                open_[mode] = _completes(g, seat, card, number, cost, mode, open_)
                if open_[mode]:
                    found.append((Play.key, card, number, mode))
    return found


def _completes(
    g: Game, seat: int, card: int, way: int, cost: Cost, mode: str, known: dict[str, bool]
) -> bool:
    """Tell whether the mode can be carried out once the cost is paid; `known` are the answers for other modes.

    BAR-KNIGHT-07, BAR-KNIGHT-08, BAR-OPEN-04.
    """
    if mode == DEFEND:
        return bool(legal_places(g, seat, card, False, way=way))
    if not g.statics(ATTACK_COST):
        # A knight that may be placed as things are has no rival.
        if mode == BOTH and not known.get(DEFEND) and _rival(g, seat, card, way) is not None:
            return bool(_candidates(g, seat, card, way, mode))
        return known[ATTACK] if ATTACK in known else may_attack_something(g, seat, card)
    candidates = _candidates(g, seat, card, way, mode)
    changes = costs.adjustments(g, CARD, seat, card, "play")
    for target in candidates:
        extra = surcharge(g, seat, card, target)
        if not extra or payable_together(g, seat, card, cost.prices, changes, extra):
            return True
    return False


def _rival(g: Game, seat: int, card: int, way: int) -> int | None:
    """Return the card of the own barony that the title limit sets against placing the knight."""
    if may_repeat(g, seat, card):
        return None
    return copy_in_barony(g, seat, g.definition[card].ways[way].title, card)


def _candidates(g: Game, seat: int, card: int, way: int, mode: str) -> list[int]:
    """Return the targets of a knight, whatever they cost.

    A knight that will be placed must first remove a copy of it that lies face up in the own barony
    (BAR-OPEN-05).
    """
    rival = _rival(g, seat, card, way) if mode == BOTH else None
    if rival is None:
        return attackable(g, seat, card)
    return [rival] if is_attackable(g, seat, card, rival) else []


def play_knight(g: Game, seat: int, card: int, way: int, mode: str) -> Flow:
    """Play a knight from its cost to its own effect."""
    s = g.source(card, seat)
    cost = next(cost for cost in g.definition[card].ways[way].costs if mode in MODES[cost.label])
    event = Play(seat, card, cost.label, way, s)
    yield from g.moment("before", event)
    if event.key in g.heard and not still_payable(g, seat, card, g.definition[card].ways[way], "play", cost):
        return
    show(g, card, way)
    g.log("play", player=seat, card=card, mode=mode)
    yield from pay_for(g, s, card, way, "play", cost)
    if mode == BOTH:
        g.state.counters[RESERVED, seat] = card + 1
    yield from join(g, seat, KNIGHT, partial(_leaves_a_target, g, s, way, mode))
    yield from g.moment("when", event)
    if mode != DEFEND:
        yield from g.within(event, attack(g, s, way, mode))
    yield from g.within(event, _settle(g, s, event, mode))
    yield from g.moment("after", event)


def _leaves_a_target(g: Game, s: Source, way: int, mode: str, section: Section) -> bool:
    """Tell whether an attack can still be paid for once the cost of a section is (BAR-KNIGHT-07)."""
    if mode == DEFEND or section.cost is None or not g.statics(ATTACK_COST):
        return True
    extras = [surcharge(g, s.you, s.card, target) for target in _candidates(g, s.you, s.card, way, mode)]
    prices = section.cost.prices
    return any(not extra or payable_together(g, s.you, s.card, prices, NO_ADJUSTMENTS, extra) for extra in extras)


def attack(g: Game, s: Source, way: int, mode: str) -> Flow:
    """Choose a target, pay for it, and attack it (BAR-KNIGHT-14, BAR-KNIGHT-19, BAR-KNIGHT-30)."""
    target = yield from _choose_target(g, s, way, mode)
    if target is None:
        return
    yield from pay_surcharge(g, s, s.card, target)
    seat = holder(g, target)
    if seat is None:
        g.log("no target", player=s.you, card=s.card)
        return
    event = Attack(g, s.you, s.card, target, seat, s)
    yield from g.moment("before", event)
    if holder(g, target) is None:
        g.log("no target", player=s.you, card=s.card)
        return
    if event.key in g.heard:
        # What counts is what was live as the attack was made (BAR-OPEN-60).
        g.watch(event)
    g.log("attack", player=s.you, card=s.card, target=g.public_label(target))
    yield from g.within(event, g.perform(Eliminate(g, event)))
    yield from g.moment("when", event)
    yield from g.moment("after", event)


def _choose_target(g: Game, s: Source, way: int, mode: str) -> Flow:
    targets = _candidates(g, s.you, s.card, way, mode)
    if g.statics(ATTACK_COST):
        targets = [one for one in targets if surcharge_payable(g, s.you, surcharge(g, s.you, s.card, one))]
    if not targets:
        g.log("no target", player=s.you, card=s.card)
        return None
    prompt = f'"{g.title(s.card)}"'
    return (yield Choice(s.you, prompt, targets, lambda card: f"attack {g.card_label(card, s.you)}"))


def _settle(g: Game, s: Source, event: Play, mode: str) -> Flow:
    """Place a defender, discard a knight that only attacked (BAR-KNIGHT-09, BAR-KNIGHT-20, BAR-KNIGHT-21)."""
    card = s.card
    places = () if mode == ATTACK else legal_places(g, s.you, card, False)
    pos = yield from g.pick(s, s.you, "place", "Space", places) if places else _nowhere()
    g.state.counters.pop((RESERVED, s.you), None)
    if pos is None:
        yield from put_away(g, s, card, event)
        return
    yield from g.perform(Put(g, card, s.you, pos, way=event.way, actor=s.you, source=s))


def _nowhere() -> Flow:
    return None
    yield
