"""Peace: an attack on the card of another player is not allowed."""

from typing import Any

from barons_core import hookimpl


@hookimpl
def barons_attack_legality(game: Any, player: int, target: int) -> str | None:
    holder = game.layout.seat_of(game.state.where[target])
    return None if holder == player else "there is peace among the barons"
