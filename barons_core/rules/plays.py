"""The first phase: actions, knights, abilities and trades, in any order and number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from barons_core.engine.choices import Choice
from barons_core.rules import knights
from barons_core.rules.connection import usable
from barons_core.rules.events import Play, Step
from barons_core.rules.kinds import ACTION, KNIGHT, holds
from barons_core.rules.labels import in_hand
from barons_core.rules.moves import put_away, show
from barons_core.rules.prices import affordable_ways, in_reach, pay_for, still_payable
from barons_core.rules.trade import WITH, partners, trade
from barons_core.rules.turn import Phase, count, tally
from barons_core.rules.uses import ACTIVATE, is_open, join, use

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.rulesets import Content

PLAY: Final = "play"
TRADE: Final = "trade"
PASS: Final = ("pass",)
PLAYABLE: Final = "playable"
USED: Final = "used"
KEEP: Final = "keep until carried out"


class PlaysPhase(Phase):
    """Everything in this phase is voluntary and may be mixed.

    BAR-TURN-03, BAR-ACTION-01, BAR-ACTION-02, BAR-KNIGHT-01, BAR-KNIGHT-02.
    """

    def choice(self, g: Game, seat: int, limit: int) -> Choice | None:
        """Return what may be played, used or traded, None if nothing may."""
        playable, usable_too = g.content.kept.get(PLAYABLE) or _playable(g.content)
        index = g.index
        hand = [card for card in g.state.zones[g.layout.hand0 + seat] if index[card] in playable]
        options = _plays(g, seat, in_reach(g, seat, hand)) if hand else []
        if usable_too:
            options += _activations(g, seat)
        if g.statics(WITH):
            options += [(TRADE, partner) for partner in partners(g, seat)]
        if not options:
            return None
        options.append(PASS)
        return PlaysQuestion(g, seat, options)

    def run(self, g: Game, seat: int, answer: tuple[Any, ...]) -> Flow:
        """Carry out an answer."""
        flow = _carried_out(g, seat, answer)
        return _as_step(g, seat, flow) if g.state.effects else flow

    def spent(self, g: Game, seat: int, limit: int) -> bool:
        return False


def _carried_out(g: Game, seat: int, answer: tuple[Any, ...]) -> Flow:
    match answer:
        case ("activate", card):
            return activate(g, seat, card)
        case ("trade", partner):
            return trade(g, seat, partner)
        case ("play", card, way, ""):
            return play_action(g, seat, card, way)
    _, card, way, mode = answer
    return knights.play_knight(g, seat, card, way, mode)


def _as_step(g: Game, seat: int, flow: Flow) -> Flow:
    """Carry out what a player does as a step, with which the effects end that last until one is over."""
    step = Step(seat)
    yield from g.moment("when", step)
    yield from flow
    yield from g.moment("after", step)


class PlaysQuestion(Choice):
    """What is played, used or traded, and how that is written."""

    __slots__ = ("g",)

    def __init__(self, g: Game, seat: int, options: list[tuple[Any, ...]]) -> None:
        super().__init__(seat, PLAY, options)
        self.g = g

    def render(self, option: Any) -> str:
        g = self.g
        match option:
            case ("activate", card):
                return f"activate {g.card_label(card, self.player)}"
            case ("trade", partner):
                return f"trade with {g.seat_label(partner)}"
            case ("play", card, way, mode):
                return self._play(card, way, mode)
        return "pass"

    def _play(self, card: int, way: int, mode: str) -> str:
        g = self.g
        name = in_hand(g, card, self._offered)
        ways = g.definition[card].ways
        as_way = f" as {ways[way].title}" if len(ways) > 1 else ""
        return f"play {name}{as_way}{f' to {mode}' if mode else ''}"

    def _offered(self) -> list[int]:
        return [one[1] for one in self.options if one[0] == PLAY]


def _plays(g: Game, seat: int, hand: list[int]) -> list[tuple[Any, ...]]:
    """Return how those playable cards of a hand may be played that are in reach."""
    if not hand:
        return []
    limited = bool(g.statics(PLAY))
    found: list[tuple[Any, ...]] = []
    for card in g.distinct(hand, seat) if len(hand) > 1 else hand:
        if g.definition[card].kind == ACTION:
            found += [(PLAY, card, way, "") for way in _action_ways(g, seat, card)
                      if not (limited and g.forbids_way(PLAY, seat, card, way, ""))]
        else:
            found += knights.plays(g, seat, card)
    return found


def _playable(content: Content) -> tuple[frozenset[int], bool]:
    """Find out once a content which definitions, by number, can be played, and whether any card in play can be used.

    Knights can, and actions that do something.
    """
    playable = frozenset(
        number
        for number, definition in enumerate(content.definitions)
        if definition.kind == KNIGHT
        or (definition.kind == ACTION and any(way.section(PLAY) for way in definition.ways))
    )
    ways = [way for definition in content.definitions for way in definition.ways]
    known = content.kept[PLAYABLE] = playable, any(way.section(ACTIVATE) for way in ways)
    return known


def _action_ways(g: Game, seat: int, card: int) -> list[int]:
    """Return the ways in which an action may be played: its conditions hold and it can be paid (BAR-OPEN-42).
    """
    found = []
    for number, way in affordable_ways(g, seat, card, PLAY):
        section = way.section(PLAY)
        if section is not None and holds(g, seat, card, way) and is_open(g, seat, card, section):
            found.append(number)
    return found


def _activations(g: Game, seat: int) -> list[tuple[Any, ...]]:
    """Return the abilities of the own live cards not yet used this turn.

    BAR-ACTION-05, BAR-ACTION-07, BAR-ACTION-09, BAR-ACTION-10, BAR-BUILD-07.
    """
    found: list[tuple[Any, ...]] = []
    for card, section in usable(g, seat):
        if tally(g, (USED, card)) or not is_open(g, seat, card, section):
            continue
        if not (g.statics(ACTIVATE) and g.forbids(ACTIVATE, seat, card)):
            found.append((ACTIVATE, card))
    return found


def play_action(g: Game, seat: int, card: int, way: int) -> Flow:
    """Show and pay for an action, discard it, then carry it out (BAR-ACTION-03, BAR-ACTION-04, BAR-OPEN-02).

    Where it may be kept it is discarded once it is carried out (B41-ACTION-01, B41-OPEN-09).
    """
    s = g.source(card, seat)
    section = g.definition[card].ways[way].section(PLAY)
    assert section is not None
    event = Play(seat, card, "", way, s)
    yield from g.moment("before", event)
    if event.key in g.heard and not still_payable(g, seat, card, g.definition[card].ways[way], PLAY):
        return
    show(g, card, way)
    g.log(PLAY, player=seat, card=card)
    paid = yield from pay_for(g, s, card, way, PLAY)
    kept = bool(g.allowed(KEEP, seat, card))
    if not kept:
        yield from put_away(g, s, card, event)
    yield from join(g, seat, ACTION)
    yield from g.moment("when", event)
    yield from g.within(event, section.run(g, s, event, paid))
    if kept:
        yield from put_away(g, s, card, event)
    yield from g.moment("after", event)


def activate(g: Game, seat: int, card: int) -> Flow:
    """Use the ability of a card in play, once a turn (BAR-ACTION-05, BAR-ACTION-06)."""
    section = g.definition[card].ways[g.state.way[card]].section(ACTIVATE)
    assert section is not None
    count(g, (USED, card))
    yield from use(g, seat, card, section)
