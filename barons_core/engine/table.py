"""The table at which a game is played: state, cards and names, and how each of them is written in an id."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from barons_core.engine import randomness
from barons_core.engine.log import Log
from barons_core.engine.rules import Rules
from barons_core.model.boards import Board, SquareBoard
from barons_core.model.definitions import Abilities, CardDefinition, Source
from barons_core.model.layout import Layout
from barons_core.model.rulesets import Content
from barons_core.model.state import State
from barons_core.native import mypyc_attr

if TYPE_CHECKING:
    from barons_core.engine.game import Game

EMPTY: Final = Abilities()
# It keeps what it has worked out, so all games share it.
_SQUARES: Final = SquareBoard()
RULESET: Final = -1
"""The number of the ruleset where it speaks in place of a card; the plugins' numbers are those below it."""
PLUGIN: Final = "plugin"


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The data that all parts of a game share.

    `definition`, `index` and `color` have one entry a card. `cache` is for whatever is derived from the
    state: keep the version in the value or the key; it is emptied when the game goes back, and never shared
    with a copy.
    """

    __slots__ = ("board", "cache", "color", "content", "definition", "index", "kin", "layout", "log", "names", "rules",
                 "seats", "seed", "state")

    board: Board

    def __init__(self, content: Content, names: tuple[str, ...], seed: int, log: bool = True) -> None:
        self.content = content
        self.rules: Rules = content.rules
        self.names = names
        self.seats = len(names)
        self.seed = seed
        self.layout = Layout(len(content.colors), self.seats)
        self.board = getattr(content.rules, "board", None) or _SQUARES
        supply = content.supply(self.seats)
        self.index, self.color = supply.index, supply.color
        self.kin, self.definition = supply.kin, supply.definition
        self.state = State(self.layout, self.color)
        self.log = Log(self.layout, self.color, log, self.content.backs_hidden)
        self.cache: dict[Any, Any] = {}

    @property
    def game(self) -> Game:
        """This object as all that it is."""
        return self  # type: ignore[return-value]

    @property
    def cards(self) -> tuple[CardDefinition, ...]:
        """The definition of each card."""
        return self.definition

    def title(self, card: int) -> str:
        """Return the printed title of a card; of no card (-1) that of the ruleset, below it the name of a plugin."""
        if card >= 0:
            return self.definition[card].title
        return self.content.ruleset.title if card == RULESET else self.content.plugged[RULESET - 1 - card].name

    def title_in_play(self, card: int) -> str:
        """Return the title under which a face-up card lies on a board; elsewhere the printed one."""
        definition = self.definition[card]
        if len(definition.ways) < 2 or not self.layout.is_board(self.state.where[card]):
            return definition.title
        return definition.ways[self.state.way[card]].title

    def abilities_of(self, card: int) -> Abilities:
        """Return the abilities of a card as it is in play, whether they are in force or not."""
        ways = self.definition[card].ways
        return ways[self.state.way[card]].abilities if ways else EMPTY

    def source(self, card: int, you: int) -> Source:
        """Return a card as a speaker."""
        return Source(card, you, (), self.definition[card].kind if card >= 0 else "")

    def turn_order(self, first: int | None = None) -> list[int]:
        """Return all seats clockwise, from `first` or else from the active player."""
        start = self.state.seat if first is None else first
        return [*range(start, self.seats), *range(start)]

    def others_first(self, you: int) -> list[int]:
        """Return all seats clockwise, `you` last."""
        return [*range(you + 1, self.seats), *range(you + 1)]

    def chance(self, purpose: str) -> Random:
        """Return fresh random numbers; each purpose has its own sequence of them."""
        key = "random", purpose
        n = self.state.counters.get(key, 0) + 1
        self.state.counters[key] = n
        return randomness.generator(self.seed, purpose, n)

    # How things are written. Ids are exact: whoever reads one finds the thing.

    def seat_label(self, seat: int) -> str:
        return f"P{seat + 1}"

    def color_label(self, color: int) -> str:
        return self.content.colors[color] if color >= 0 else "no color"

    def card_label(self, card: int, viewer: int) -> str:
        """Return how a card is named to `viewer`.

        On a board with its place, face down never with its title.
        """
        state = self.state
        zone = state.where[card]
        if self.layout.is_board(zone):
            return self._board_label(card, zone - self.layout.board0, viewer)
        if not state.known[card] >> viewer & 1:
            return self._back_label(card)
        return self.printed(card)

    def card_label_among(self, card: int, cards: Iterable[int], viewer: int) -> str:
        """Return how a card is named to `viewer`, with its place if one of those cards reads alike elsewhere."""
        label = self.card_label(card, viewer)
        where, is_board = self.state.where, self.layout.is_board
        zone = where[card]
        if is_board(zone):
            return label
        for other in cards:
            if where[other] != zone and not is_board(where[other]) and self.card_label(other, viewer) == label:
                return f"{label}{self._whose(zone, viewer)}"
        return label

    def _whose(self, zone: int, viewer: int) -> str:
        """Return the words behind a card that say where it is: none for the viewer's own, as on boards."""
        seat = self.layout.seat_of(zone)
        if seat == viewer:
            return ""
        return f" of {self.zone_label(zone) if seat is None else self.seat_label(seat)}"

    def public_label(self, card: int) -> str:
        """Return how a card is named to everybody, for a public line of the log, when that line is made."""
        zone = self.state.where[card]
        if self.layout.is_board(zone):
            return self._board_label(card, zone - self.layout.board0, -1)
        everyone = (1 << self.seats) - 1
        return self.printed(card) if self.state.known[card] == everyone else self._back_label(card)

    def _back_label(self, card: int) -> str:
        if self.content.backs_hidden and self.layout.is_hand(self.state.where[card]):
            return "card"
        return f"{self.color_label(self.color[card])} card"

    def _board_label(self, card: int, holder: int, viewer: int) -> str:
        state = self.state
        if state.down[card]:
            kind = self.rules.kind(self, card)  # type: ignore[arg-type]
            name = f"{kind} {self.color_label(self.color[card])}"
        else:
            name = f'"{self.title_in_play(card)}"'
        place = f"{name} at {self.board.label(state.at[card])}"
        return place if holder == viewer else f"{place} of {self.seat_label(holder)}"

    def printed(self, card: int) -> str:
        """Return color and printed title of a card."""
        title = f'"{self.title(card)}"'
        return title if card < 0 or self.color[card] < 0 else f"{self.color_label(self.color[card])} {title}"

    def zone_label(self, zone: int) -> str:
        """Return the name of a zone: a deck by its color, `hand of P1`."""
        layout = self.layout
        color, seat = layout.color_of(zone), layout.seat_of(zone)
        if color is not None:
            return f"{self.color_label(color)} {layout.name(zone)}"
        return layout.name(zone) if seat is None else f"{layout.name(zone)} of {self.seat_label(seat)}"

    def label(self, kind: str, value: Any, viewer: int) -> str:
        """Return how a value of a kind ("Card", "Player", "Color", "Deck", "Space", ...) is written."""
        if value is None:
            return "no"
        match kind:
            case "Card":
                return self.card_label(value, viewer)
            case "Player":
                return self.seat_label(value)
            case "Color" | "Deck" | "Pile":
                return self.color_label(value)
            case "Space":
                return self.board.label(value)
        return str(value)

    def label_among(self, kind: str, value: Any, candidates: Iterable[Any], viewer: int) -> str:
        """Return how a value of a kind is written where it is one of some candidates."""
        return self.card_label_among(value, candidates, viewer) if kind == "Card" else self.label(kind, value, viewer)
