"""What has happened, line by line, each with an audience; others see a redacted form or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from barons_core.engine.choices import Seats

if TYPE_CHECKING:
    from barons_core.engine.table import Table


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


class Log:
    """The entries of a game. Calling it adds one.

    While it is held back, entries wait until they are released.
    """

    __slots__ = ("_held", "entries", "on", "watch")

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.entries: list[Entry] = []
        self.watch: Callable[[Entry], None] | None = None
        self._held: list[Entry] | None = None

    def __call__(self, key: str, audience: Seats = None, public: Mapping[str, Any] | None = None,
                 /, **data: Any) -> None:
        if self.on:
            self.add(Entry(key, data, audience, public))

    def add(self, entry: Entry) -> None:
        """Add an entry to a log that is on, once it is not held back."""
        if self._held is not None:
            self._held.append(entry)
            return
        self.entries.append(entry)
        if self.watch is not None:
            self.watch(entry)

    def hold(self) -> None:
        """Keep further entries back until `release`."""
        self._held = []

    def release(self) -> None:
        """Add the entries that were kept back, in order."""
        held, self._held = self._held or [], None
        for entry in held:
            self.add(entry)

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` entries."""
        self._held = None
        del self.entries[length:]

    def copy(self, length: int) -> Log:
        """Return a log of the first `length` entries that nobody watches."""
        new = Log.__new__(Log)
        new.on = self.on
        new.entries = self.entries[:length]
        new.watch = new._held = None
        return new

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


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
