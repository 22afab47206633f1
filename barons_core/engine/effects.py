"""Lasting effects: how they begin, and the boundaries at which they end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from barons_core.engine.events import Event, Flow
from barons_core.engine.lookup import Lookup
from barons_core.model.definitions import Abilities, Source, Trigger
from barons_core.model.state import Effect
from barons_core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Effects(Lookup):
    """Effects are state: plain tuples that name a block of a definition.

    `queue` is what waits, while players choose at once, until all have chosen: the event, if it is one alone, and how
    it is carried out.
    """

    __slots__ = ("queue",)

    queue: list[tuple[Event | None, Callable[[], Flow | None]]] | None

    def waits(self, act: Callable[[], None]) -> bool:
        """Let something that others would notice wait until all have chosen; return False if nobody chooses at once."""
        if self.queue is None:
            return False
        self.queue.append((None, act))
        return True

    def add_effect(self, s: Source, block: int, env: tuple[Any, ...], expiry: tuple[Any, ...]) -> None:
        """Start a lasting effect of the card that speaks.

        `expiry` is `("action",)`, `("phase",)`, `("turn",)` or one of these as `("once turn",)`, which its
        first user ends too, `("start of turn", seat)`, `("end of turn", seat)`, `("end of next turn", seat)`
        (a turn that is on does not count) or `("event", key, seat)`.
        """
        if self.waits(lambda: self.add_effect(s, block, env, expiry)):
            return
        state = self.state
        state.effects.append(Effect(self.index[s.card], block, s.card, s.you, env, expiry))
        state.version += 1
        self.log("effect", card=s.card, player=s.you, until=expiry[0])

    def expire(self, boundary: str, seat: int | None = None) -> None:
        """End the effects that last until a boundary.

        It is "start of turn", or the end of an "action", a "phase" or a "turn". `seat` is the player whose
        turn it is that ends or starts. The end of a turn is also the end of its phase and action.
        """
        if self.state.effects:
            ends = _ENDS[boundary]
            self._drop([e for e in self.state.effects if e.expiry[0] in ends and _anchored(e.expiry, seat)])
        if boundary == "start of turn":
            self._turn_started(seat)

    def _turn_started(self, seat: int | None) -> None:
        """Let the effects that wait for the end of this turn end with it."""
        for number, effect in enumerate(self.state.effects):
            if effect.expiry == ("end of next turn", seat):
                self.state.effects[number] = effect._replace(expiry=("end of turn", seat))

    def ending(self, key: str, actor: int | None) -> list[Effect]:
        """Return the effects that last until an event of that key by that player is over."""
        return [effect for effect in self.state.effects if effect.expiry == ("event", key, actor)]

    def end(self, effects: Sequence[Effect]) -> None:
        """End those of some effects that are still in force."""
        self._drop([effect for effect in effects if effect in self.state.effects])

    def spend(self, keys: Sequence[str], outcome: Callable[[], Any]) -> None:
        """End the `once` effects that speak of one of those keys and without which a use comes out otherwise.

        The rules call it where they use a number or permission; `outcome` asks them again what comes of it.
        """
        if not self.state.effects:
            return
        once = [effect for effect in self._once() if any(s.key in keys for s in self._abilities(effect).statics)]
        if not once:
            return
        state, before, wanted = self.state, self.state.effects[:], outcome()
        spent = []
        # What came first is spent first: what the use can do without stays aside while the others are tried.
        for effect in once[::-1]:
            left = state.effects[:]
            self._take(effect)
            if outcome() != wanted:
                spent.append(effect)
                state.effects = left
                state.version += 1
        state.effects = before
        state.version += 1
        self._drop(spent)

    def take_once(self, s: Source, trigger: Trigger) -> Effect | None:
        """Take the `once` effect that a trigger belongs to out of force while it acts; None if it is spent."""
        for effect in self._once():
            speaks = (effect.card, effect.you, effect.env) == (s.card, s.you, s.env)
            if speaks and trigger in self._abilities(effect).triggers:
                self._take(effect)
                return effect
        return None

    def settle_once(self, effect: Effect, acted: bool) -> None:
        """End a `once` effect that was taken, or put it back because its trigger was declined."""
        if acted:
            self.log("effect ends", card=effect.card, player=effect.you)
            return
        self.state.effects.append(effect)
        self.state.version += 1

    def _take(self, effect: Effect) -> None:
        self.state.effects.remove(effect)
        self.state.version += 1

    def _once(self) -> list[Effect]:
        return [effect for effect in self.state.effects if effect.expiry[0] in _ONCE]

    def _abilities(self, effect: Effect) -> Abilities:
        return self.content.definitions[effect.definition].blocks[effect.block]

    def _drop(self, gone: list[Effect]) -> None:
        if not gone:
            return
        state = self.state
        for effect in gone:
            state.effects.remove(effect)
            self.log("effect ends", card=effect.card, player=effect.you)
        state.version += 1


_ONCE: Final = frozenset({"once action", "once phase", "once turn"})
_ENDS: Final = {
    "action": ("action", "once action"),
    "phase": ("action", "once action", "phase", "once phase", "event"),
    "turn": ("action", "once action", "phase", "once phase", "event", "turn", "once turn", "end of turn"),
    "start of turn": ("start of turn",),
}


def _anchored(expiry: tuple[Any, ...], seat: int | None) -> bool:
    return expiry[0] not in ("start of turn", "end of turn") or expiry[1] == seat
