"""A building costs one red card more, a knight one card less, an attack on an enemy one card; taxes are small."""

from typing import Any

from barons_core import hookimpl


@hookimpl
def barons_modify_cost(game: Any, player: int, card: int, verb: str, target: int | None) -> dict[str, int]:
    match verb:
        case "build":
            return {"red": 1}
        case "play" if game.definition[card].kind == "knight":
            return {"any": -1}
        case "attack" if game.layout.seat_of(game.state.where[target]) != player:
            return {"any": 1}
    return {}


@hookimpl
def barons_modify_tax(game: Any, player: int) -> int:
    return -1
