"""What a compiled card is: immutable, shared by all games, made by the language and read by the engine.

Every function kept here is compiled from card text and takes `(g, s, ...)`: the game and the `Source` that speaks
(a card in play, or a lasting effect). Generators may ask a player; plain functions never do.

What a game reads all the time are dataclasses, which the compiler of the core knows: it makes their attributes quick
to read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final

from barons_core.frozen import frozen

Run = Callable[..., Generator[Any, Any, Any]]
Query = Callable[..., Any]


@frozen
class Place:
    """Where something is written: a file and a line, for reasons, tracebacks and reports."""

    file: str
    line: int


NOWHERE: Final = Place("", 0)


@dataclass(frozen=True, slots=True)
class Price:
    """One alternative of a cost, before any increase or reduction.

    `amounts` has one number a color; `any` counts cards of any color, `same` counts cards that share one color.
    `tokens` are payments in something other than cards, by name.
    """

    amounts: tuple[int, ...]
    any: int = 0
    same: int = 0
    tokens: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        return sum(self.amounts) + self.any + self.same


@dataclass(frozen=True, slots=True)
class Cost:
    """What stands behind `cost`: its label ("" or for instance "low") and the alternatives, one of which is paid."""

    label: str
    prices: tuple[Price, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Section:
    """A block that a player starts or that runs as the card is played: `play:`, `build:`, `activate:` and so on.

    `condition(g, s)` and `needs(g, s)` decide whether it is offered. `run(g, s, e, paid)` carries it out; `paid` is the
    list of cards that paid `cost`.
    """

    kind: str
    place: Place
    run: Run
    cost: Cost | None = None
    condition: Query | None = None
    needs: Query | None = None
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Static:
    """A line that starts with `let`, `allow` or `forbid`.

    `key` names the parameter, permission or event; `match(g, s, *arguments)` tells whether it applies (None: always),
    `value(g, s, *arguments)` is the amount, relation or details. `op` is one of be, at least, at most, rise, fall,
    include, exclude, change (by a signed amount; of a cost: by amounts for each color), allow, forbid. `detail` belongs
    to the operator: "of your choice", a query for a color, or (of forbid) a query for the reason in words.
    """

    key: str
    op: str
    place: Place
    match: Query | None = None
    value: Query | None = None
    detail: Query | str | None = None
    cut_off_too: bool = False


@dataclass(frozen=True, slots=True)
class Trigger:
    """A block that starts with `before`, `when`, `after` or `instead of`.

    `match(g, s, e)` and `condition(g, s, e)` read the event; `run(g, s, e)` carries the block out. For `instead` it
    returns whether the event was replaced. `once` marks one whose lasting effect ends as it acts. `said` are words for
    the moment, for people.
    """

    moment: str
    key: str
    place: Place
    run: Run
    match: Query | None = None
    condition: Query | None = None
    own: bool = False
    once: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What is in force as long as its source is: a card that is live, or a lasting effect."""

    statics: tuple[Static, ...] = ()
    triggers: tuple[Trigger, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.statics and not self.triggers


NO_ABILITIES: Final = Abilities()


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play a card (`as "Title":`); most cards have exactly one, with the card's own title."""

    title: str
    costs: tuple[Cost, ...] = ()
    condition: Query | None = None
    needs: Query | None = None
    sections: tuple[Section, ...] = ()
    abilities: Abilities = NO_ABILITIES
    types: tuple[int, ...] = ()
    place: Place = NOWHERE

    def section(self, kind: str) -> Section | None:
        """Return the first section of that kind, or None."""
        for section in self.sections:
            if section.kind == kind:
                return section
        return None


@dataclass(frozen=True, slots=True)
class CardDefinition:
    """A card as its file declares it.

    `colors` are the decks that hold it (indexes; empty: no deck), `copies` the number in each of them, `blocks` the
    abilities of the lasting effects that its text starts, by number. `whole` is the title of a card of several ways of
    which this one is a single way ("": it is a card of its own); off the boards it answers to that title too. `lines`
    is how it writes the lines that it offers as options.
    """

    title: str
    kind: str
    colors: tuple[int, ...]
    copies: int
    ways: tuple[Way, ...]
    blocks: tuple[Abilities, ...] = ()
    place: Place = NOWHERE
    pack: str = ""
    sources: tuple[tuple[str, str], ...] = ()
    whole: str = ""
    lines: tuple[str, ...] = ()


class Source:
    """Who speaks when compiled text runs: the card, its controller, and values that a scope has captured."""

    __slots__ = ("card", "env", "kind", "you")

    def __init__(self, card: int, you: int, env: tuple[Any, ...] = (), kind: str = "") -> None:
        self.card = card
        self.you = you
        self.env = env
        self.kind = kind
