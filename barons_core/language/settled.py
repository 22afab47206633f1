"""A card as it is once the settings are known: what a setting rules out is gone, and so is the question.

Settings never change during a game, so that code and rules text need not ask for them. Where a condition cannot simply
go (a way of a card, a part of an `or`), it stays and is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from barons_core.language.tree import (
    AbilityNode,
    CardNode,
    Each,
    IfStep,
    Joined,
    Lasting,
    MayBlock,
    Node,
    SectionNode,
    SettingIs,
    Step,
    TriggerNode,
    WayNode,
)

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


def settled(card: CardNode, settings: Mapping[str, str]) -> CardNode:
    """Return a card without what those settings, the others at their defaults, rule out."""
    if not any(isinstance(node, SettingIs) for node in card.walk()):
        return card
    settle = _Settle(settings)
    ways = tuple(settle.way(way) for way in card.ways)
    # A block whose scope is gone keeps its number, but says nothing.
    used = {node.block for way in ways for node in way.walk() if isinstance(node, Lasting)}
    blocks = tuple(settle.abilities(block) if number in used else () for number, block in enumerate(card.blocks))
    return replace(card, ways=ways, blocks=blocks)


def settled_abilities(abilities: Sequence[AbilityNode], settings: Mapping[str, str]) -> tuple[AbilityNode, ...]:
    """Return those abilities that the settings do not rule out."""
    return _Settle(settings).abilities(abilities)


class _Settle:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self.settings = settings

    # -------------------------------------------------------------------------------- conditions
    def condition(self, node: Node | None) -> Node | bool | None:
        """Return True or False for a condition that is decided, else what is left of it."""
        match node:
            case SettingIs(name=name, value=value, default=default, negated=negated):
                return (self.settings.get(name, default) == value) != negated
            case Joined(joint=joint, parts=parts):
                return self._joined(joint, [self.condition(part) for part in parts])
        return node

    def _joined(self, joint: str, parts: Sequence[Node | bool | None]) -> Node | bool:
        decisive = joint == "or"
        if any(part is decisive for part in parts):
            return decisive
        left = tuple(part for part in parts if isinstance(part, Node))
        if not left:
            return not decisive
        return left[0] if len(left) == 1 else Joined(joint, left)

    def _open(self, node: Node | None) -> Node | None:
        """Return what is left of a condition that may stay even if it never holds."""
        found = self.condition(node)
        return None if found is True else node if found is False else found

    # -------------------------------------------------------------------------------- cards
    def way(self, way: WayNode) -> WayNode:
        sections = [self.section(each) for each in way.sections if self.condition(each.condition) is not False]
        return replace(
            way,
            condition=self._open(way.condition),
            needs=self._open(way.needs),
            sections=tuple(sections),
            abilities=self.abilities(way.abilities),
        )

    def section(self, section: SectionNode) -> SectionNode:
        return replace(
            section,
            condition=self._open(section.condition),
            needs=self._open(section.needs),
            body=self.steps(section.body),
        )

    def abilities(self, nodes: Sequence[AbilityNode]) -> tuple[AbilityNode, ...]:
        return tuple(
            self._ability(node) for node in nodes if self.condition(getattr(node, "condition", None)) is not False
        )

    def _ability(self, node: AbilityNode) -> AbilityNode:
        changes = {"condition": self._open(getattr(node, "condition", None))}
        if isinstance(node, TriggerNode):
            return replace(node, **changes, body=self.steps(node.body))  # type: ignore[arg-type]
        return replace(node, **changes)  # type: ignore[arg-type]

    # -------------------------------------------------------------------------------- steps
    def steps(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        return tuple(left for step in steps for left in self._step(step))

    def _step(self, step: Step) -> Iterator[Step]:
        match step:
            case IfStep():
                yield from self._if(step)
            case Each():
                if self.condition(step.condition) is not False:
                    yield replace(step, condition=self._open(step.condition), body=self.steps(step.body))
            case MayBlock():
                body = self.steps(step.body)
                if body:
                    yield replace(step, body=body)
            case Lasting():
                abilities = self.abilities(step.abilities)
                if abilities:
                    yield replace(step, abilities=abilities)
            case _:
                yield step

    def _if(self, step: IfStep) -> Iterator[Step]:
        found = self.condition(step.condition)
        if isinstance(found, bool):
            yield from self.steps(step.body if found else step.otherwise)
        elif found is not None:
            yield replace(step, condition=found, body=self.steps(step.body), otherwise=self.steps(step.otherwise))
