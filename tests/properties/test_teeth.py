"""The properties notice a fault when there is one: each is tried with a fault of its kind put in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from barons_core.engine import costs
from barons_core.engine.choices import Selection
from barons_core.engine.game import Game
from barons_core.engine.history import History
from barons_core.model.state import State
from barons_core.rules import connection, protection
from tests.properties.catalog import try_game

Fault = tuple[str, Any]


def careless(self: State, card: int) -> None:
    """Lift a card but leave it where it was."""


def expensive(*args: Any, **more: Any) -> Any:
    """Forget what makes a cost lower."""
    return tuple(change for change in costs_adjustments(*args, **more) if change.op == "rise")


def by_corner(g: Any, seat: int, corners: bool, old: Any) -> Any:
    """Count corners for everybody."""
    return connection.Barony(g, seat, True, None)


def open_country(*args: Any) -> dict[int, int]:
    """Protect nobody."""
    return {}


def first_seat(self: Game, first: int | None = None) -> list[int]:
    """Begin with the first player instead of the active one."""
    return list(range(self.seats))


def forgetful(self: State) -> State:
    """Copy a state without its counters."""
    new = state_clone(self)
    new.counters = {}
    return new


def shown_twice(self: Selection, picked: Any) -> Any:
    """Offer the same thing twice."""
    picked, choice = selection_forced(self, picked)
    if choice is not None:
        choice.options = [*choice.options, choice.options[0]]
    return picked, choice


costs_adjustments, state_clone, selection_forced = costs.adjustments, State.clone, Selection.forced
FAULTS: dict[str, tuple[str, Callable[[], Any]]] = {
    "a card that stays where it was": ("conservation", lambda: mock.patch.object(State, "_lift", careless)),
    "a reduction that is forgotten": ("payments", lambda: mock.patch.object(costs, "adjustments", expensive)),
    "a price that is too high": ("prices", lambda: mock.patch.object(costs, "adjustments", expensive)),
    "corners that count": ("links", lambda: mock.patch.object(connection, "_barony", by_corner)),
    "nobody is protected": ("targets", lambda: mock.patch.object(protection, "_shields", open_country)),
    "the first player first": ("seats", lambda: mock.patch.object(Game, "turn_order", first_seat)),
    "a copy that forgets": ("copy", lambda: mock.patch.object(State, "clone", forgetful)),
    "an option twice": ("ids", lambda: mock.patch.object(Selection, "forced", shown_twice)),
    "answers that are not taken back": ("undo", lambda: mock.patch.object(History, "back_to", lambda h, n: h.last)),
}


@pytest.mark.source
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(fault: str) -> None:
    name, patch = FAULTS[fault]
    with patch():
        failures = [each for seed in range(12)
                    for each in try_game("directors_cut", 3, seed, 40, (name,), 20.0).failures]  # fmt: skip

    assert failures
