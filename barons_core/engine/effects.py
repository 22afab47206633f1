"""Lasting effects: how they begin, and the boundaries at which they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from barons_core.engine.lookup import Lookup
from barons_core.model.definitions import Abilities, Source, Trigger
from barons_core.model.state import Effect


class Effects(Lookup):
    """Effects are state: plain tuples that name a block of a definition."""

    def add_effect(self, s: Source, block: int, env: tuple[Any, ...], expiry: tuple[Any, ...]) -> None:
        """Start a lasting effect of the card that speaks.

        `expiry` is `("action",)`, `("phase",)`, `("turn",)` or one of these as `("once turn",)`, which its
        first user ends too, `("start of turn", seat)`, `("end of turn", seat)`, `("end of next turn", seat)`
        (a turn that is on does not count) or `("event", key, seat)`.
        """
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

    def spend(self, key: str, *args: Any) -> None:
        """End the `once` effects whose first user is here: a number that applies, or a permission that is needed.

        The rules call it where they use a number or permission of that key; `args` is what they asked for.
        """
        if not self.state.effects:
            return
        users = [(effect, op) for effect in self._once() for op in self._applying(effect, key, args)]
        self._drop([effect for effect, op in users if op != "allow"])
        lenders = [effect for effect, op in users if op == "allow"]
        if lenders and len(self.allowed(key, *args)) == len(lenders):
            self._drop(lenders[:1])

    def spend_trigger(self, s: Source, trigger: Trigger) -> bool:
        """End the `once` effect that a trigger belongs to; return whether there still was one."""
        for effect in self._once():
            speaks = (effect.card, effect.you, effect.env) == (s.card, s.you, s.env)
            if speaks and trigger in self._abilities(effect).triggers:
                self._drop([effect])
                return True
        return False

    def _once(self) -> list[Effect]:
        return [effect for effect in self.state.effects if effect.expiry[0] in _ONCE]

    def _abilities(self, effect: Effect) -> Abilities:
        return self.content.definitions[effect.definition].blocks[effect.block]

    def _applying(self, effect: Effect, key: str, args: tuple[Any, ...]) -> list[str]:
        """Return the operator of what an effect says about a key, [] if nothing: one user ends it, however often."""
        s = Source(effect.card, effect.you, effect.env, self.content.definitions[effect.definition].kind)
        statics = [static for static in self._abilities(effect).statics if static.key == key]
        return [static.op for static in statics if static.match is None or static.match(self, s, *args)][:1]

    def _drop(self, gone: list[Effect]) -> None:
        if not gone:
            return
        state = self.state
        for effect in gone:
            state.effects.remove(effect)
            self.log("effect ends", card=effect.card, player=effect.you)
        state.version += 1


_ONCE = frozenset({"once action", "once phase", "once turn"})
_ENDS = {
    "action": ("action", "once action"),
    "phase": ("action", "once action", "phase", "once phase", "event"),
    "turn": ("action", "once action", "phase", "once phase", "event", "turn", "once turn", "end of turn"),
    "start of turn": ("start of turn",),
}


def _anchored(expiry: tuple[Any, ...], seat: int | None) -> bool:
    return expiry[0] not in ("start of turn", "end of turn") or expiry[1] == seat
