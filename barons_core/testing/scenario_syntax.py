"""The syntax tree of scenarios: what is written, before anybody asks whether a game bears it out.

A place is kept as it is written, `(0,1)`; a player is a seat, counted from 0; the rest are words.
"""

from __future__ import annotations

from barons_core.frozen import frozen
from barons_core.language.reports import Span


class Word(str):
    """A word of a scenario that knows where it stands: what is wrong with it is said at its place."""

    span: Span

    @classmethod
    def at(cls, text: str, span: Span) -> Word:
        found = cls(text)
        found.span = span
        return found

    def part(self, text: str) -> Span:
        """Return where a part of it stands."""
        start = self.find(text)
        if start < 0 or self.span.end_column - self.span.column != len(self):
            return self.span
        column = self.span.column + start
        return Span(self.span.file, self.span.line, column, self.span.line, column + len(text))


@frozen
class Cards:
    """Some cards: `2 green "Hut"`. `count` is None if no number is written; no color or title means any."""

    count: int | None = None
    color: str = ""
    title: str = ""

    def __str__(self) -> str:
        words = [
            str(self.count) if self.count is not None else "",
            self.color,
            f'"{self.title}"' if self.title else "",
        ]
        text = " ".join(word for word in words if word)
        return text if self.color or self.title else f"{text} cards"


@frozen
class Cell:
    """One card on a board: face up with a title, or face down with a color and perhaps a title that is known.

    `way` is the title under which a card with several ways lies there, `center` marks the card at (0,0).
    """

    title: str = ""
    color: str = ""
    way: str = ""
    down: bool = False
    center: bool = False

    def __str__(self) -> str:
        if self.center:
            return CENTER
        title = f'"{self.title}"' if self.title else ""
        if self.down:
            return f"{DOWN} {self.color} {title}".rstrip()
        return f'{title} as "{self.way}"' if self.way else title


CENTER = "Castle"
DOWN = "land"


# ------------------------------------------------------------------------------------------------ setting up
@frozen
class Statement:
    """What every statement has: the words of its first line."""

    span: Span


@frozen
class Rulings(Statement):
    ids: tuple[str, ...]


@frozen
class UseRuleset(Statement):
    name: Word


@frozen
class UseSetting(Statement):
    name: Word
    value: Word


@frozen
class Players(Statement):
    seats: tuple[int, ...]


@frozen
class Seed(Statement):
    number: int


@frozen
class Drawing(Statement):
    """A drawn board: the rows from top to bottom, None for an empty cell."""

    player: int
    rows: tuple[tuple[Cell | None, ...], ...]
    spans: tuple[Span, ...]

    def placed(self) -> dict[str, Cell]:
        """Return the cells by place, with the center at (0,0), x to the right, y up."""
        left, top = next(
            (x, y) for y, row in enumerate(self.rows) for x, cell in enumerate(row) if cell and cell.center
        )
        return {
            f"({x - left},{top - y})": cell for y, row in enumerate(self.rows) for x, cell in enumerate(row) if cell
        }


@frozen
class Adds(Statement):
    player: int
    cell: Cell
    place: str


@frozen
class Hand(Statement):
    player: int
    cards: tuple[Cards, ...]


@frozen
class Stack(Statement):
    """The top cards of a `deck` or `pile`, the top first; `exactly`: nothing lies below them."""

    zone: str
    color: str
    cards: tuple[Cards, ...]
    exactly: bool = False


@frozen
class Turn(Statement):
    player: int
    phase: str


# ------------------------------------------------------------------------------------------------ playing
@frozen
class Move(Statement):
    player: int
    answer: str


@frozen
class Legality(Statement):
    """Answers that a player could give now (`legal`), or could not."""

    player: int
    legal: bool
    answers: tuple[Word, ...]


@frozen
class Undo(Statement):
    pass


@frozen
class Copy(Statement):
    pass


@frozen
class TakeSnapshot(Statement):
    pass


# ------------------------------------------------------------------------------------------------ expecting
@frozen
class Fact:
    """Something that is so or not, for all to see or as one player knows it."""


@frozen
class Asked(Fact):
    """A player is asked; `prompt` and `options` are None where nothing is said about them."""

    player: int
    asked: bool
    prompt: str | None = None
    options: tuple[str, ...] | None = None


@frozen
class Holds(Fact):
    player: int
    cards: tuple[Cards, ...]
    exactly: bool = False


@frozen
class Has(Fact):
    """A board has a card (`cell`), or none such, at a place or anywhere. No cell: nothing lies there."""

    player: int
    cell: Cell | None
    place: str
    has: bool = True


@frozen
class Size(Fact):
    zone: str
    color: str
    count: int


@frozen
class Top(Fact):
    zone: str
    color: str
    titles: tuple[str, ...]


@frozen
class Happened(Fact):
    """Events since the last answer; `count` is None for at least one."""

    key: str
    count: int | None
    details: tuple[Word, ...]


@frozen
class Winners(Fact):
    players: tuple[int, ...]


@frozen
class GoesOn(Fact):
    pass


@frozen
class TurnOf(Fact):
    player: int
    phase: str


@frozen
class Title(Fact):
    """A card of that title is somewhere."""

    title: str


@frozen
class Expectation(Statement):
    """A fact; `seer` is the player to whom it must be known (`sees`), or must not be; None: it just is so."""

    fact: Fact
    seer: int | None = None
    sees: bool = True


# ------------------------------------------------------------------------------------------------ scenarios
POSITION = (Drawing, Adds, Hand, Stack, Turn)
SETUP = (Rulings, UseRuleset, UseSetting, Players, Seed, *POSITION)


@frozen
class ScenarioText:
    """A scenario as written: its title and its statements, in order."""

    title: str
    span: Span
    statements: tuple[Statement, ...]
