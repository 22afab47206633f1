"""A witness counts attacks, cards that are placed, drawn and discarded, and everything that happens at all."""

from typing import Any

from barons_core import hookimpl


def _count(game: Any, *what: str) -> None:
    key = "witness", *what
    game.state.counters[key] = game.state.counters.get(key, 0) + 1


@hookimpl
def barons_on_attack(game: Any) -> None:
    _count(game, "attacked")


@hookimpl
def barons_on_place(game: Any) -> None:
    _count(game, "placed")


@hookimpl
def barons_on_draw(game: Any) -> None:
    _count(game, "drawn")


@hookimpl
def barons_on_discard(game: Any) -> None:
    _count(game, "discarded")


@hookimpl
def barons_on_event(game: Any, event: Any) -> None:
    _count(game, "any", event.key)
