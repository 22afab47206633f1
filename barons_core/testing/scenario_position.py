"""Set the position that a scenario states, from the game's own cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from barons_core.engine.game import Game
from barons_core.testing.position import Piece, PositionError, set_position
from barons_core.testing.scenario_facts import phase_called
from barons_core.testing.scenario_failure import ScenarioFailure
from barons_core.testing.scenario_syntax import (
    POSITION,
    Adds,
    Cards,
    Cell,
    Drawing,
    Hand,
    Stack,
    Statement,
    Turn,
)
from barons_core.testing.transcript import phase_names


@dataclass(slots=True)
class _Position:
    """What is stated of a position, in the form that `set_position` takes."""

    boards: dict[int, dict[str, Piece]] = field(default_factory=dict)
    hands: dict[int, list[Piece]] = field(default_factory=dict)
    decks: dict[str, list[Piece]] = field(default_factory=dict)
    piles: dict[str, list[Piece]] = field(default_factory=dict)
    exact: list[str] = field(default_factory=list)
    seat: int = 0
    phase: str | int = 0


def place(game: Game, statements: Sequence[Statement]) -> None:
    """Put the game into the stated position; without any statement of one it stays at its setup.

    Raises ScenarioFailure at the statement that asks for what cannot be.
    """
    stated = [statement for statement in statements if isinstance(statement, POSITION)]
    if not stated:
        return
    try:
        _set(game, stated)
    except PositionError as fault:
        culprit = next((end for end in range(1, len(stated)) if not _fits(game, stated[:end])), len(stated))
        raise ScenarioFailure("SC102", stated[culprit - 1].span, str(fault)) from None


def _fits(game: Game, stated: Sequence[Statement]) -> bool:
    try:
        _set(game, stated)
    except PositionError:
        return False
    return True


def _set(game: Game, stated: Sequence[Statement]) -> None:
    position = _Position()
    for statement in stated:
        _state(game, position, statement)
    set_position(
        game,
        boards=position.boards,
        hands=position.hands,
        decks=position.decks,
        piles=position.piles,
        exact=position.exact,
        seat=position.seat,
        phase=position.phase,
    )


def _state(game: Game, position: _Position, statement: Any) -> None:
    """Note what one statement says."""
    match statement:
        case Drawing(player=seat):
            cells = {place: cell for place, cell in statement.placed().items() if not cell.center}
            position.boards.setdefault(seat, {}).update({place: _piece(game, cell) for place, cell in cells.items()})
        case Adds(player=seat, cell=cell, place=where):
            position.boards.setdefault(seat, {})[where] = _piece(game, cell)
        case Hand(player=seat, cards=cards):
            position.hands[seat] = _pieces(cards)
        case Stack(zone="pile", color=color, cards=cards):
            position.piles[color] = _pieces(cards, color)
        case Stack(color=color, cards=cards, exactly=exactly):
            position.decks[color] = _pieces(cards, color)
            position.exact += [color] if exactly else []
        case Turn(player=seat, phase=phase):
            position.seat = seat
            position.phase = phase_called(phase, phase_names(game)) if phase else 0


def _piece(game: Game, cell: Cell) -> Piece:
    """Return the card of a cell; the title of a way stands for the card that has it."""
    if cell.down or cell.way or any(definition.title == cell.title for definition in game.definition):
        return Piece(cell.title, cell.color, cell.down, cell.way)
    for definition in game.definition:
        if any(way.title == cell.title for way in definition.ways):
            return Piece(definition.title, way=cell.title)
    return Piece(cell.title)


def _pieces(cards: Sequence[Cards], color: str = "") -> list[Piece]:
    return [
        Piece(each.title, each.color or color) for each in cards for _ in range(1 if each.count is None else each.count)
    ]
