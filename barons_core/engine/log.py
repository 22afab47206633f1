"""What has happened, line by line, each with an audience; others see a redacted form or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from barons_core.engine.choices import Seats
from barons_core.model.layout import Layout

if TYPE_CHECKING:
    from barons_core.engine.table import Table


LINES: Final = frozenset({
    "effect", "effect ends", "forbidden", "nothing to choose", "nothing to draw", "over", "replaced", "reveal",
    "shuffle",
})  # fmt: skip
"""The keys of the lines that the engine itself adds; rules and verbs add theirs."""


class Entry(NamedTuple):
    """One line: its key and data, who may read it (None: all), and what the others read (None.

    No line at all).
    """

    key: str
    data: Mapping[str, Any]
    audience: Seats = None
    public: Mapping[str, Any] | None = None

    def seen_by(self, seat: int) -> Mapping[str, Any] | None:
        """Return the data that a seat may read, or None."""
        if self.audience is None or seat in self.audience:
            return self.data
        return self.public


# What makes an entry, and what it makes it of: plain values that stay as they are.
Later: TypeAlias = "tuple[Any, ...]"


class Log:
    """The lines of a game. Calling it adds an entry, `later` one that is made when somebody reads it.

    While it is held back, lines wait until they are released.
    """

    __slots__ = ("_backs_hidden", "_color", "_held", "_layout", "_lines", "_read", "on", "watch")

    def __init__(self, layout: Layout, color: Sequence[int], on: bool = True, backs_hidden: bool = False) -> None:
        self.on = on
        self.watch: Callable[[Entry], None] | None = None
        self._layout = layout
        self._color = color
        self._backs_hidden = backs_hidden
        self._lines: list[Any] = []
        self._held: list[Any] | None = None
        self._read = 0

    @property
    def entries(self) -> list[Entry]:
        """All entries; not to be written to."""
        lines = self._lines
        for number in range(self._read, len(lines)):
            lines[number] = _entry(lines[number])
        self._read = len(lines)
        return lines

    def __call__(self, entry: str, audience: Seats = None, public: Mapping[str, Any] | None = None,
                 /, **data: Any) -> None:
        if self.on:
            self._add(Entry(entry, data, audience, public))

    def moved(self, key: str, actor: int | None, card: int, frm: int, to: int, mask: int, pos: int = 0) -> None:
        """Say that a card has changed places: to those of the mask with its name, to others with its color.

        Where backs are hidden, a card that goes from one hand to another does not show others even that.
        """
        if not self.on:
            return
        hidden = self._backs_hidden and self._layout.is_hand(frm) and self._layout.is_hand(to)
        line = (_moved, self._layout, () if hidden else self._color, key, actor, card, frm, to, mask, pos)
        if self._held is None and self.watch is None:
            self._lines.append(line)
        else:
            self._add(line)

    def later(self, make: Callable[..., Entry], *values: Any) -> None:
        """Add the entry `make(*values)`."""
        if self.on:
            self._add((make, *values))

    def hold(self) -> None:
        """Keep further lines back until `release`."""
        self._held = []

    def release(self) -> None:
        """Add the lines that were kept back, in order."""
        held, self._held = self._held or [], None
        for line in held:
            self._add(line)

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` lines."""
        self._held = None
        del self._lines[length:]
        self._read = min(self._read, length)

    def copy(self, length: int) -> Log:
        """Return a log of the first `length` lines that nobody watches."""
        new = Log(self._layout, self._color, self.on, self._backs_hidden)
        new._lines = self._lines[:length]
        new._read = min(self._read, length)
        return new

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self._lines)

    def _add(self, line: Entry | Later) -> None:
        if self._held is not None:
            self._held.append(line)
            return
        self._lines.append(line)
        if self.watch is not None:
            self.watch(_entry(line))


def _entry(line: Entry | Later) -> Entry:
    if isinstance(line, Entry):
        return line
    made: Entry = line[0](*line[1:])
    return made


def _moved(
    layout: Layout, color: Sequence[int], key: str, actor: int | None, card: int, frm: int, to: int, mask: int, pos: int
) -> Entry:
    data: dict[str, Any] = {"player": actor, "card": card, "frm": frm, "to": to}
    if layout.is_board(to):
        data["pos"] = pos
    audience = tuple([seat for seat in range(layout.seats) if mask >> seat & 1])
    if len(audience) == layout.seats:
        return Entry(key, data)
    public = {**data, "color": color[card]} if color else dict(data)
    del public["card"]
    return Entry(key, data, audience, public)


def told(table: Table, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data in words: no card, seat, color, zone or position stays a number."""
    return {name: _word(table, name, value) for name, value in data.items() if value is not None}


def _word(table: Table, name: str, value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_word(table, name, each) for each in value]
    match name:
        case "card" | "cards":
            return table.printed(value)
        case "player" | "players" | "winners" | "seats" | "holder" | "of" | "partner":
            return table.seat_label(value)
        case "color" | "colors":
            return table.color_label(value)
        case "pos":
            return table.board.label(value)
        case "frm" | "to" | "zone":
            return table.zone_label(value)
    return value
