"""What can make corners count: cards face up, lasting effects, and the ruleset itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from barons_core.model.definitions import Abilities, CardDefinition, Source, Static

if TYPE_CHECKING:
    from barons_core.engine.game import Game

ADJACENT: Final = "adjacent"
WIDENING: Final = "widening"


class Widening(NamedTuple):
    """A static that makes corners count, who speaks it, and where that card lies (None: not a card in play).
    """

    source: Source
    static: Static
    pos: int | None

    def serves(self, g: Game, seat: int) -> bool:
        return self.static.match is None or bool(self.static.match(g, self.source, seat))


def candidates(g: Game) -> list[Widening]:
    """Return all that would widen adjacency if it were live: face-up cards, effects, the ruleset."""
    table: WideningTable = g.content.kept.get(WIDENING) or widening_table(g)
    if table is NOTHING:
        return []
    found = [Widening(Source(-1, -1), static, None) for static in table.ruleset]
    found += [Widening(Source(-1, seat), static, None) for seat in range(g.seats) for static in table.of_each]
    if table.cards:
        found += _candidate_cards(g, table.cards)
    if table.blocks:
        found += _candidate_effects(g)
    return found


def _candidate_cards(g: Game, cards: frozenset[int]) -> list[Widening]:
    state = g.state
    found: list[Widening] = []
    for seat, cells in enumerate(state.boards):
        for pos, card in cells.items():
            if id(g.definition[card]) in cards and not state.down[card]:
                way = g.definition[card].ways[state.way[card]]
                source = Source(card, seat, (), g.definition[card].kind)
                found += (Widening(source, static, pos) for static in _widening_statics(way.abilities))
    return found


def _candidate_effects(g: Game) -> list[Widening]:
    found: list[Widening] = []
    for effect in g.state.effects:
        definition = g.content.definitions[effect.definition]
        source = Source(effect.card, effect.you, effect.env, definition.kind)
        statics = _widening_statics(definition.blocks[effect.block])
        found += (Widening(source, static, None) for static in statics)
    return found


class WideningTable(NamedTuple):
    """Which parts of a content can widen adjacency at all, so that games without such cards pay nothing."""

    cards: frozenset[int]
    blocks: bool
    ruleset: tuple[Static, ...]
    of_each: tuple[Static, ...]


NOTHING: Final = WideningTable(frozenset(), False, (), ())


def widening_table(g: Game) -> WideningTable:
    table = _build_table(g)
    known = g.content.kept[WIDENING] = NOTHING if table == NOTHING else table
    return known


def _build_table(g: Game) -> WideningTable:
    definitions = g.content.definitions
    return WideningTable(
        frozenset(id(one) for one in definitions if _can_widen(one)),
        any(_widening_statics(block) for one in definitions for block in one.blocks),
        _widening_statics(g.content.ruleset.abilities),
        _widening_statics(g.content.ruleset.abilities_of_each),
    )


def _can_widen(definition: CardDefinition) -> bool:
    return any(_widening_statics(way.abilities) for way in definition.ways)


def _widening_statics(abilities: Abilities) -> tuple[Static, ...]:
    return tuple(one for one in abilities.statics if one.key == ADJACENT and one.op == "include")
