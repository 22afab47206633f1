"""A tax collector: every fifth land that a player has taxed gives one card more. What it counts is in the game."""

from collections.abc import Iterator
from typing import Any

from barons_core import hookimpl

FIFTH = 5


@hookimpl
def barons_on_tax(game: Any, event: Any) -> Iterator[Any]:
    key = "tax_collector", event.actor
    before = game.state.counters.get(key, 0)
    game.state.counters[key] = after = before + len(event.lands)
    for _ in range(after // FIFTH - before // FIFTH):
        yield from game.draw(None, event.actor, 1, event.color, event)
