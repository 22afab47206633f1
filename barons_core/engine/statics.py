"""Parameters, permissions and prohibitions: asked for when needed, never stored as sums."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import filterfalse
from typing import Any, Final, NamedTuple

from barons_core.engine.table import PLUGIN, RULESET, Table
from barons_core.model.definitions import Abilities, Place, Source, Static, Trigger
from barons_core.model.rulesets import Content
from barons_core.native import mypyc_attr

Spoken = tuple[Source, Static]
NOBODY: Final[frozenset[str]] = frozenset()
_NONE: Final[list[Spoken]] = []
_ORDER: Final = {op: place for place, op in enumerate(("be", "at least", "at most", "rise", "fall", "change"))}


class Change(NamedTuple):
    """One step in the derivation of a number."""

    source: Source
    static: Static
    before: int
    after: int


class Reason(NamedTuple):
    """Why something is not allowed: who says so, where that is written, and in words, if there are any."""

    by: str
    place: Place
    text: str

    def __str__(self) -> str:
        return f'"{self.by}"{self.text and ": "}{self.text} ({self.place.file}:{self.place.line})'


@mypyc_attr(allow_interpreted_subclasses=True)
class Statics(Table):
    """What the cards and effects in force say, indexed by key and kept until board or effects change.

    `said` are the keys of which anything in this game can ever say something.
    """

    __slots__ = ("_seen", "_speakers", "_statics", "_triggers", "said")

    def __init__(self, content: Content, names: tuple[str, ...], seed: int, log: bool = True) -> None:
        super().__init__(content, names, seed, log)
        self.said = _said(self.content)
        self.forget()

    def forget(self) -> None:
        """Drop whatever was derived from the state."""
        self.cache = {}
        self._seen = -1
        self._speakers: tuple[Any, ...] = ()
        self._statics: dict[str, list[Spoken]] = {}
        self._triggers: dict[tuple[str, str], list[tuple[Source, Trigger]]] = {}

    def statics(self, key: str, ignoring: frozenset[str] = NOBODY) -> list[Spoken]:
        """Return the statics with that key now in force, except from sources of an ignored kind.

        What changes numbers stands in the order in which it applies: be, at least, at most, rise, fall, change.
        """
        if key not in self.said:
            return _NONE
        if self._seen != self.state.version:
            self._collect()
        found = self._statics.get(key, _NONE)
        if not ignoring or not found:
            return found
        return [spoken for spoken in found if spoken[0].kind not in ignoring]

    def matching(self, key: str, op: str, *args: Any, ignoring: frozenset[str] = NOBODY) -> list[Spoken]:
        """Return the statics with that key and operator that apply to the arguments."""
        matching = []
        for spoken in self.statics(key, ignoring):
            s, static = spoken
            if static.op == op and _applies(static, self, s, args):
                matching.append(spoken)
        return matching

    def forbidden(self, key: str, *args: Any, ignoring: frozenset[str] = NOBODY) -> list[Spoken]:
        """Return the reasons why not; none: nothing forbids it."""
        return self.matching(key, "forbid", *args, ignoring=ignoring)

    def reasons(self, key: str, *args: Any, ignoring: frozenset[str] = NOBODY) -> list[Reason]:
        """Return in words why not; none: nothing forbids it."""
        return [Reason(self.title(s.card), static.place,
                       static.detail(self, s, *args) if callable(static.detail) else "")
                for s, static in self.forbidden(key, *args, ignoring=ignoring)]

    def forbids(self, key: str, *args: Any, ignoring: frozenset[str] = NOBODY) -> bool:
        """Return whether anything forbids it, which is quicker than all reasons why."""
        for s, static in self.statics(key, ignoring):
            if static.op == "forbid" and _applies(static, self, s, args):
                return True
        return False

    def unforbidden(self, key: str, items: Iterable[int], *args: Any,
                    ignoring: frozenset[str] = NOBODY) -> list[int]:
        """Return those of some cards or places, each the last argument, that nothing forbids."""
        left = list(items)
        for s, static in self.statics(key, ignoring):
            if static.op == "forbid":
                left = [] if static.match is None else [*filterfalse(partial(static.match, self, s, *args), left)]
        return left

    def allowed(self, key: str, *args: Any, ignoring: frozenset[str] = NOBODY) -> list[Spoken]:
        """Return what allows it; nothing if anything forbids it, for forbidding always wins."""
        if not self.statics(key) or self.forbids(key, *args, ignoring=ignoring):
            return []
        return self.matching(key, "allow", *args, ignoring=ignoring)

    def parameter(self, key: str, base: int, *args: Any, ignoring: frozenset[str] = NOBODY) -> int:
        """Return a number of the rules after all changes: be, at least, at most, rise, fall, floor."""
        if key not in self.said:
            return base if base > 0 else 0
        value = base
        for s, static in self.statics(key, ignoring):
            if static.op in _ORDER and _applies(static, self, s, args):
                value = _apply(static.op, value, static.value(self, s, *args) if static.value else 0)
        return value if value > 0 else 0

    def parameter_steps(self, key: str, base: int, *args: Any,
                        ignoring: frozenset[str] = NOBODY) -> list[Change]:
        """Return how `parameter` comes about, step by step, before the floor."""
        steps: list[Change] = []
        value = base
        for s, static in self.statics(key, ignoring):
            if static.op in _ORDER and _applies(static, self, s, args):
                amount = static.value(self, s, *args) if static.value else 0
                if not amount and static.op == "change":
                    continue
                after = _apply(static.op, value, amount)
                steps.append(Change(s, static, value, after))
                value = after
        return steps

    def listeners(self, moment: str, key: str) -> list[tuple[Source, Trigger]]:
        """Return the triggers in force for a moment of events with that key."""
        if self._seen != self.state.version:
            self._collect()
        return self._triggers.get((moment, key), [])

    def _collect(self) -> None:
        """Index what the present speakers say, unless they are the same as before the boards changed."""
        self._seen = self.state.version
        speakers, effects = self.rules.speakers(self.game), self.state.effects
        if (speakers, effects) != self._speakers:
            self._speakers = speakers, effects[:]
            self._index(*speakers)

    def _index(self, speaking: list[Source], cut_off: list[Source]) -> None:
        # New dicts each time: a caller may still be walking through the old lists.
        self._statics = {}
        self._triggers = {}
        for source in speaking:
            self._add(source, self.abilities_of(source.card))
        for source in cut_off:
            self._add_cut_off(source, self.abilities_of(source.card))
        for effect in self.state.effects:
            definition = self.content.definitions[effect.definition]
            source = Source(effect.card, effect.you, effect.env, definition.kind)
            self._add(source, definition.blocks[effect.block])
        for seat, abilities in self.content.ruleset.speaking(self.seats):
            self._add(Source(RULESET, seat), abilities)
        for number, plugged in enumerate(self.content.plugged, 1):
            self._add(Source(RULESET - number, -1, (), PLUGIN), plugged.abilities)
        for spoken in self._statics.values():
            if len(spoken) > 1:
                spoken.sort(key=_step)

    def _add(self, source: Source, abilities: Abilities) -> None:
        for static in abilities.statics:
            self._statics.setdefault(static.key, []).append((source, static))
        for trigger in abilities.triggers:
            self._triggers.setdefault((trigger.moment, trigger.key), []).append((source, trigger))

    def _add_cut_off(self, source: Source, abilities: Abilities) -> None:
        for static in abilities.statics:
            if static.cut_off_too:
                self._statics.setdefault(static.key, []).append((source, static))


def _applies(static: Static, g: Statics, s: Source, args: tuple[Any, ...]) -> bool:
    """Return whether a static applies to the arguments."""
    match = static.match
    if match is None:
        return True
    # To hand over one argument or two is much quicker than to unpack however many there are.
    if len(args) == 1:
        return bool(match(g, s, args[0]))
    if len(args) == 2:
        return bool(match(g, s, args[0], args[1]))
    return bool(match(g, s, *args))


def _said(content: Content) -> frozenset[str]:
    """Return the keys of all statics of a content."""
    known: frozenset[str] | None = content.kept.get("said")
    if known is None:
        keys = [static.key for abilities in content.spoken() for static in abilities.statics]
        known = content.kept["said"] = frozenset(keys)
    return known


def _step(spoken: Spoken) -> int:
    """Return the place of a static in the order in which those of one key apply."""
    return _ORDER.get(spoken[1].op, len(_ORDER))


def _apply(op: str, value: int, amount: int) -> int:
    match op:
        case "be":
            return amount
        case "at least":
            return max(value, amount)
        case "at most":
            return min(value, amount)
        case "rise" | "change":
            return value + amount
    return value - amount
