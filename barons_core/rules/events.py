"""What happens in Barons beside the moves of cards. The patterns of card text read the fields by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barons_core.engine.events import Event, Move
from barons_core.rules.kinds import ACTION

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.definitions import Source


class CardEvent(Event):
    """Something that a player does with one card."""

    def __init__(self, actor: int, card: int, source: Source | None = None) -> None:
        super().__init__(actor, source)
        self.card = card

    def arguments(self) -> tuple[int | None, int]:
        return (self.actor, self.card)

    def speaker(self, g: Game) -> Source | None:
        return None if self.actor is None else g.source(self.card, self.actor)


class Play(CardEvent):
    """An action or a knight is played; `mode` is the label of the cost ("low", "high" or "")."""

    key = "play"

    def __init__(self, actor: int, card: int, mode: str, way: int, source: Source | None = None) -> None:
        super().__init__(actor, card, source)
        self.mode = mode
        self.way = way

    def arguments(self) -> tuple[int | None, int, str]:  # type: ignore[override]
        return (self.actor, self.card, self.mode)


class TurnBoundary(Event):
    """A turn starts or ends; `actor` is whose turn it is."""


class TurnStart(TurnBoundary):
    key = "start of turn"


class TurnEnd(TurnBoundary):
    key = "end of turn"


class Step(Event):
    """A player does something in the first phase: plays a card, uses an ability, trades."""

    key = "step"


class Build(CardEvent):
    """A building is built: paid and placed."""

    key = "build"


class Add(CardEvent):
    """A land or building is new in a barony (BAR-OPEN-11, BAR-OPEN-16): no move, no swap, no knight."""

    key = "add"


class Activate(CardEvent):
    """The ability of a card in play is used."""

    key = "activate"


class Attack(Event):
    """A knight attacks. Holder, color and kind of the target are kept as they were when it was attacked."""

    key = "attack"

    def __init__(
        self, g: Game, actor: int, knight: int, target: int, holder: int, source: Source | None
    ) -> None:
        super().__init__(actor, source)
        self.knight = knight
        self.target = target
        self.holder = holder
        self.color = g.color[target]
        self.kind = g.rules.kind(g, target)

    def arguments(self) -> tuple[int | None, int, int]:
        return (self.actor, self.knight, self.target)

    def speaker(self, g: Game) -> Source | None:
        return None if self.actor is None else g.source(self.knight, self.actor)


class Eliminate(Move):
    """The target of an attack goes to the pile of its color, unless something else happens to it instead."""

    def __init__(self, g: Game, attack: Attack) -> None:
        card, color = attack.target, attack.color
        super().__init__(
            "eliminate", card, g.state.where[card], g.layout.box if color < 0 else g.layout.pile(color),
            owner=attack.holder, actor=attack.actor, source=attack.source, cause=attack,
        )
        self.knight = attack.knight
        self.holder = attack.holder
        self.kind = attack.kind
        self.color = color

    def speaker(self, g: Game) -> Source | None:
        return None if self.actor is None else g.source(self.knight, self.actor)


class Tax(Event):
    """Lands are taxed.

    `types` maps each land to the color that it is used as, `drawn` lists the color of each card drawn in this
    taxation with the kind of the card that gave it, `ignoring` are the kinds of cards whose abilities do
    nothing for it.
    """

    key = "tax"

    def __init__(self, actor: int, holder: int, types: dict[int, int], ignoring: frozenset[str]) -> None:
        super().__init__(actor)
        self.holder = holder
        self.lands = list(types)
        self.types = types
        self.drawn: list[tuple[int, str]] = []
        self.ignoring = ignoring

    @property
    def color(self) -> int:
        """The color of a taxation of one color; of several, that of the first land."""
        return self.types[self.lands[0]]

    @property
    def colors(self) -> list[int]:
        """The colors that lands were taxed for, without repeats, in the order of the lands."""
        return list(dict.fromkeys(self.types.values()))

    @property
    def drawn_colors(self) -> list[int]:
        """The colors of which cards were really drawn, without repeats (BAR-OPEN-72)."""
        return list(dict.fromkeys(color for color, _ in self.drawn))

    @property
    def drawn_cards(self) -> list[int]:
        """One color for each card that the taxation gave, whatever gave it."""
        return [color for color, _ in self.drawn]

    @property
    def counted_cards(self) -> list[int]:
        """One color for each card that counts as drawn in the taxation, those left out that an action gave.

        BAR-OPEN-18.
        """
        return [color for color, kind in self.drawn if kind != ACTION]


class Taxed(Tax):
    """A taxation is over, with all that it gave (BAR-OPEN-67)."""

    key = "taxed"

    def __init__(self, tax: Tax) -> None:
        assert tax.actor is not None
        super().__init__(tax.actor, tax.holder, tax.types, tax.ignoring)
        self.drawn = tax.drawn


def taxation_around(event: Event | None) -> Tax | None:
    """Return the taxation that an event is part of."""
    while event is not None and not isinstance(event, Tax):
        event = event.cause
    return event
