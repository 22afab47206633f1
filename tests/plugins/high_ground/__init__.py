"""High ground: no card comes to a place below the row of the castles."""

from typing import Any

from barons_core import hookimpl


@hookimpl
def barons_placement_legality(game: Any, place: int) -> str | None:
    _, row = game.board.label(place).strip("()").split(",")
    return "the ground is too low" if int(row) < 0 else None
