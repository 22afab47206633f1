"""The one path of an event: forbidden, replaced, committed, its own section, then whoever listens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from barons_core.engine.asking import Asking, Flow
from barons_core.engine.choices import Choice, Demand, told_apart
from barons_core.engine.events import Event
from barons_core.engine.faults import BudgetExceeded, chain_of, cycle_in, name_of
from barons_core.engine.table import EMPTY
from barons_core.model.definitions import Source, Trigger
from barons_core.model.rulesets import Content
from barons_core.native import mypyc_attr

Found = list[tuple[Source, Trigger]]
Moments = frozenset[tuple[str, str]]
_TRAIL: Final = 64
# Far beyond what cards that are meant so do, and well before Python itself gives up.
_DEEPEST: Final = 50


@mypyc_attr(allow_interpreted_subclasses=True)
class Triggers(Asking):
    """Events and those who listen to them. `heard` are the keys to which anything in this game can listen."""

    __slots__ = ("_moments", "_own_moments", "budget", "current", "depth", "heard", "trail", "work")

    def __init__(self, content: Content, names: tuple[str, ...], seed: int, log: bool = True) -> None:
        super().__init__(content, names, seed, log)
        self._moments, self._own_moments = _moments(self.content)
        self.heard: frozenset[str] = self.content.heard.union([key for _, key in self._moments])
        self.current: Event | None = None
        self.budget = 10_000
        self.work = 0
        self.depth = 0
        self.trail: list[str] = []

    def perform(self, event: Event) -> Flow:
        """Carry out an event; return whether it happened as it was meant."""
        if event.cause is None:
            event.cause = self.current
        if self.queue is not None:
            self.queue.append((event, lambda: self.perform(event)))
            return True
        self.count(event)
        heard = event.key in self.heard
        if heard:
            yield from self.moment("before", event)
        if self.statics(event.key) and self.prevented(event):
            return False
        if heard and (yield from self.replaced(event)):
            return False
        if heard and event.looks_back(self.game):
            self.watch(event)
        event.commit(self.game)
        if event.own is not None:
            yield from self.within(event, event.own(self.game))
        if heard:
            yield from self.moment("when", event)
            yield from self.moment("after", event)
        elif self.state.effects:
            self.end(self.ending(event.key, event.actor))
        return True

    def quiet(self, *keys: str) -> bool:
        """Return whether events of those keys may be carried out without making any.

        Nothing listens, forbids, or ends with them. Whoever does so counts them as `work`.
        """
        if self.queue is not None or self.state.effects:
            return False
        heard, said = self.heard, self.said
        for key in keys:
            if key in heard or (key in said and self.statics(key)):
                return False
        return True

    def count(self, event: Event) -> None:
        """Count an event against the budget of this play.

        Raise BudgetExceeded, naming the cycle, when it is spent.
        """
        self.work += 1
        left = self.budget - self.work
        if left > _TRAIL:
            return
        self.trail.append(name_of(self, event))
        if left <= 0:
            raise BudgetExceeded(f"more than {self.budget} events in one play, again and again: "
                                 f"{_chain(self.trail)}")

    def prevented(self, event: Event) -> bool:
        """Return whether the event is forbidden, and log why."""
        if not self.statics(event.key):
            return False
        event.prevented = self.forbidden(event.key, *event.arguments())
        for source, _ in event.prevented:
            self.log("forbidden", key=event.key, card=source.card)
        return bool(event.prevented)

    def watch(self, event: Event) -> None:
        """Fix now who will hear `when` and `after` of an event: those who leave with it still do."""
        event.frozen = {moment: self._matched(moment, event) for moment in ("when", "after")}

    def moment(self, moment: str, event: Event) -> Iterable[Demand]:
        """Let everyone act who listens to this moment of an event, each player's triggers in their order.

        `when` also says that the event is committed: the effects that last until it is over end `after` it. One that
        begins in between waits for the next such event.
        """
        found: Found = []
        if (moment, event.key) in self._moments:
            frozen = event.frozen.get(moment) if event.frozen is not None else None
            found = self._matched(moment, event) if frozen is None else frozen
        if moment == "when" and self.state.effects:
            event.ending = self.ending(event.key, event.actor)
        elif moment == "after" and event.ending:
            self.end(event.ending)
        return self._act(found, event) if found else ()

    def _act(self, found: Found, event: Event) -> Flow:
        for seat in self.turn_order():
            yield from self._in_order(seat, [f for f in found if f[0].you == seat], event)
        yield from self._in_order(-1, [f for f in found if f[0].you < 0], event)

    def replaced(self, event: Event) -> Flow:
        """Offer the event to whoever acts instead of it.

        The affected player orders them, each acts once at most.
        """
        if ("instead", event.key) not in self._moments:
            return False
        while True:
            found = [f for f in self._matched("instead", event) if not _spent(f, event)]
            if not found:
                break
            who = event.affected
            chosen = found[0]
            if len(found) > 1 and who is not None:
                chosen = yield from self._first(who, found)
            event.replacements = (*event.replacements, _mark(chosen))
            if (yield from self.within(event, chosen[1].run(self, chosen[0], event))):
                self.log("replaced", key=event.key, card=chosen[0].card)
                if chosen[1].once and (once := self.take_once(*chosen)) is not None:
                    self.settle_once(once, True)
                return True
        return False

    def _matched(self, moment: str, event: Event) -> Found:
        ignoring = event.ignoring
        found = [each for each in self.listeners(moment, event.key)
                 if (not ignoring or each[0].kind not in ignoring) and self._applies(*each, event)]
        if (moment, event.key) not in self._own_moments:
            return found
        speaker = event.speaker(self.game)
        if speaker is None or any(s.card == speaker.card for s, t in found if t.own):
            return found
        abilities = self.abilities_of(speaker.card) if speaker.card >= 0 else EMPTY
        own = [(speaker, t) for t in abilities.triggers
               if t.own and t.moment == moment and t.key == event.key]
        return found + [(s, t) for s, t in own if self._applies(s, t, event)]

    def _applies(self, s: Source, trigger: Trigger, event: Event) -> bool:
        return ((trigger.match is None or trigger.match(self, s, event))
                and (trigger.condition is None or trigger.condition(self, s, event)))

    def _in_order(self, seat: int, found: Found, event: Event) -> Flow:
        while found:
            chosen = found[0]
            if seat >= 0 and len(found) > 1:
                chosen = yield from self._first(seat, found)
            found = found[:]
            found.remove(chosen)
            once = self.take_once(*chosen) if chosen[1].once else None
            if chosen[1].once and once is None:
                continue
            self.count(event)
            acted = yield from self.within(event, chosen[1].run(self, chosen[0], event))
            if once is not None:
                self.settle_once(once, acted)

    def _first(self, who: int, found: Found) -> Flow:
        """Ask which of several different triggers comes first; equal ones need no question."""
        different: dict[Any, tuple[Source, Trigger]] = {}
        for each in found:
            different.setdefault((self.title(each[0].card), each[1].place, each[0].env), each)
        options = list(different.values())
        if len(options) == 1:
            return found[0]
        names = self._order_ids(options)
        return options[(yield Choice(who, "what comes first", range(len(options)), lambda number: names[number]))]

    def _order_ids(self, found: Found) -> list[str]:
        """Return how triggers are called: by the title of the card, and where that is not enough by the moment."""
        titles = [self.title(s.card) for s, _ in found]
        moments = [f" ({trigger.said})" if trigger.said and titles.count(title) > 1 else ""
                   for title, (_, trigger) in zip(titles, found, strict=True)]
        return told_apart([f'first "{title}"{moment}' for title, moment in zip(titles, moments, strict=True)])

    def within(self, event: Event, flow: Flow) -> Flow:
        """Run a flow as part of an event: what is performed in it has the event as its cause."""
        outer, self.current = self.current, event
        self.depth += 1
        if self.depth > _DEEPEST:
            raise BudgetExceeded(f"more than {_DEEPEST} events within one another, again and again: "
                                 f"{_chain(chain_of(self, event)[::-1])}")
        result = yield from flow
        self.current = outer
        self.depth -= 1
        return result


def _chain(trail: Sequence[str]) -> str:
    """Return the cycle with which a trail ends, or its end, as text."""
    return " -> ".join(cycle_in(trail) or trail[-4:])


def _mark(found: tuple[Source, Trigger]) -> Any:
    source, trigger = found
    return source.card, source.you, source.env, trigger.place


def _spent(found: tuple[Source, Trigger], event: Event | None) -> bool:
    mark = _mark(found)
    while event is not None:
        if mark in event.replacements:
            return True
        event = event.cause
    return False


def _moments(content: Content) -> tuple[Moments, Moments]:
    """Return the moments of events to which anything in a game listens, and those to which the card of the event does.
    """
    known: tuple[Moments, Moments] | None = content.kept.get("moments")
    if known is None:
        triggers = [trigger for abilities in content.spoken() for trigger in abilities.triggers]
        known = content.kept["moments"] = (frozenset([(trigger.moment, trigger.key) for trigger in triggers]),
                                           frozenset([(trigger.moment, trigger.key) for trigger in triggers
                                                      if trigger.own]))
    return known
