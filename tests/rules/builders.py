"""Made-up cards and small contents to try the rules with, until and beside the language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from barons_core.engine.game import Game
from barons_core.model.definitions import (
    Abilities,
    CardDefinition,
    Cost,
    Place,
    Price,
    Section,
    Static,
    Trigger,
    Way,
)
from barons_core.model.rulesets import Content, Ruleset
from barons_core.rules import BaronsRules
from barons_core.testing.position import Piece, set_position

COLORS = ("red", "blue", "green", "yellow")
RED, BLUE, GREEN, YELLOW = range(4)
HERE = Place("made_up.barons", 1)
TURN = (("plays", 0), ("addition", 1), ("tax", 1))


def price(text: str = "") -> Price:
    """Return a price such as "1 red, 2 blue" or "" for nothing."""
    amounts = [0, 0, 0, 0]
    for part in filter(None, text.split(", ")):
        number, color = part.split()
        amounts[COLORS.index(color)] += int(number)
    return Price(tuple(amounts))


def cost(*prices: str, label: str = "") -> Cost:
    return Cost(label, tuple(price(text) for text in prices), HERE)


def static(key: str, op: str, match: Any = None, value: Any = None, **more: Any) -> Static:
    return Static(key, op, HERE, match=match, value=value, **more)


def trigger(
    moment: str, key: str, run: Any, match: Any = None, own: bool = False, line: int = 1
) -> Trigger:
    return Trigger(moment, key, Place("made_up.barons", line), run, match=match, own=own)


def section(kind: str, run: Any, **more: Any) -> Section:
    return Section(kind, HERE, run, **more)


def way(title: str, *costs: Cost, statics: Iterable[Static] = (), triggers: Iterable[Trigger] = (),
        sections: Iterable[Section] = (), types: Sequence[int] = (), condition: Any = None) -> Way:
    return Way(title, tuple(costs), condition=condition, sections=tuple(sections),
               abilities=Abilities(tuple(statics), tuple(triggers)), types=tuple(types), place=HERE)


def card(kind: str, title: str, color: str = "red", copies: int = 4, costs: Sequence[Cost] = (),
         ways: Sequence[Way] | None = None, blocks: Sequence[Abilities] = (), **more: Any) -> CardDefinition:
    """Return a made-up card; `color` may be "" (none) or "each"."""
    colors = tuple(range(4)) if color == "each" else (COLORS.index(color),) if color else ()
    found = tuple(ways or (way(title, *costs, **more),))
    return CardDefinition(title, kind, colors, copies, found, tuple(blocks))


def knight(title: str, color: str = "red", low: str = "1 blue", high: str = "1 blue, 1 red",
           copies: int = 4, **more: Any) -> CardDefinition:
    return card("knight", title, color, copies, (cost(low, label="low"), cost(high, label="high")), **more)


# Like the real one: no knight may attack it, linked or not.
IMMUNE = static("attack", "forbid", lambda g, s, actor, knight, target: target == s.card, cut_off_too=True)
CASTLE = card("castle", "Castle", "", 1, statics=[IMMUNE])
FILLERS = tuple(card("building", f"Hut {color}", color, 12, (cost(f"1 {color}"),)) for color in COLORS)


def content(*cards: CardDefinition, **changes: Any) -> Content:
    """Return a content of a castle, plenty of huts in each color, and the cards given."""
    ruleset = Ruleset("made_up", "Made up", HERE, turn=changes.pop("turn", TURN))
    return Content(ruleset, (CASTLE, *FILLERS, *cards), COLORS, BaronsRules(), **changes)


def piece(text: str) -> Piece:
    """Read "Title", "Title as Way", "land red" or "land red: Title" (face down), "green" or "red: Title"."""
    words = text.split(": ")
    first = words[0].removeprefix("land ")
    if first in COLORS:
        return Piece(words[1] if len(words) > 1 else "", first, text.startswith("land "))
    title, _, as_way = text.partition(" as ")
    return Piece(title, way=as_way)


def game(*cards: CardDefinition, seats: int = 2, seed: int = 1, boards: Sequence[Mapping[str, str]] = (),
         hands: Sequence[Sequence[str]] = (), seat: int = 0, phase: str = "plays",
         decks: Mapping[str, Sequence[str]] | None = None, piles: Mapping[str, Sequence[str]] | None = None,
         exact: Sequence[str] = (), **changes: Any) -> Game:
    """Return a game in a position: boards and hands by seat, in the words of `piece`."""
    g = Game(content(*cards, **changes), seats, seed)
    set_position(
        g,
        boards={n: {place: piece(text) for place, text in cells.items()} for n, cells in enumerate(boards)},
        hands={n: [piece(text) for text in texts] for n, texts in enumerate(hands)},
        decks={color: [piece(text) for text in texts] for color, texts in (decks or {}).items()},
        piles={color: [piece(text) for text in texts] for color, texts in (piles or {}).items()},
        exact=exact, seat=seat, phase=phase,
    )
    return g


def at(g: Game, seat: int, place: str) -> int:
    """Return the card on a space."""
    return g.state.boards[seat][g.board.parse(place)]


def places(g: Game, found: Iterable[int]) -> list[str]:
    return [g.board.label(pos) for pos in sorted(found)]


def ids(g: Game) -> list[str]:
    """Return the options of the question that is open."""
    choice = g.choice
    return [] if choice is None else choice.ids()


def hand(g: Game, seat: int) -> list[str]:
    return sorted(g.title(card) for card in g.state.zones[g.layout.hand(seat)])


def counts(g: Game, seat: int) -> list[int]:
    """Return how many cards of each color a hand holds."""
    return list(g.state.tally[seat])


def pile(g: Game, color: int) -> list[str]:
    return [g.title(card) for card in g.state.zones[g.layout.pile(color)]]


def noop(*_: Any) -> Any:
    return None
    yield
