"""Who sits where: people and bots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from barons_core.frozen import frozen

if TYPE_CHECKING:
    from barons_core.bots import Bot

BOT = "bot:"
MAX_NAME = 20


@frozen
class Seat:
    """One place at the table: how it is called, and the bot that plays there ("" for a person)."""

    label: str
    name: str
    bot: str = ""

    def __str__(self) -> str:
        if self.bot:
            return f"{self.label} ({self.bot})"
        return self.label if self.name == self.label else f"{self.label} {self.name}"


def read_seats(text: str) -> list[Seat]:
    """Return the seats of `P1,Ann,bot:light`; raise ValueError at what is no player."""
    seats = [_seat(number, part.strip()) for number, part in enumerate(text.split(","), 1)]
    names = [seat.name for seat in seats]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(f"two players are called {twice[0]!r}")
    return seats


def people(seats: Sequence[Seat]) -> list[int]:
    """Return the numbers of the seats where people sit."""
    return [number for number, seat in enumerate(seats) if not seat.bot]


def turn_limit(seats: Sequence[Seat], turns: int | None) -> int | None:
    """Return after how many turns a game is left, None for never; where nobody sits who can leave it, it has an end."""
    from barons_core.referee import TURNS

    return TURNS if turns is None and not people(seats) else turns


def bots_for(seats: Sequence[Seat], seed: int) -> dict[int, Bot]:
    """Return the bots by the number of their seats; raise ValueError for one that is not there."""
    from barons_core.simulation import make_bot

    return {number: make_bot(seat.bot, seed, number) for number, seat in enumerate(seats) if seat.bot}


def _bot(part: str) -> str:
    """Return the name of the bot in `bot:NAME`; raise ValueError where that is written otherwise."""
    name = part[len(BOT):].strip()
    if not name:
        raise ValueError(f"{part!r} names no bot; write {BOT}NAME, for instance {BOT}light")
    if not part.startswith(BOT):
        raise ValueError(f"{part!r}: did you mean {BOT}{name}? A player cannot be called so")
    return name


def _seat(number: int, part: str) -> Seat:
    label = f"P{number}"
    if part.casefold().startswith(BOT):
        return Seat(label, label, _bot(part))
    if not part or len(part) > MAX_NAME or not part.isprintable():
        raise ValueError(f"{part!r} is no name of a player; a name has 1 to {MAX_NAME} letters")
    if re.fullmatch(r"P\d+", part) and part != label:
        raise ValueError(f"the player at place {number} cannot be called {part}; that is another place")
    return Seat(label, part)
