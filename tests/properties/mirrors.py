"""The same game seen in a mirror: seats rotated, or colors permuted, and everything else the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from barons_core.engine.fingerprints import rendering
from barons_core.engine.game import Game
from barons_core.model.state import Effect, State
from barons_core.rules.proposals import DECLINED
from tests.properties.words import renamed


def check_seats(game: Game, random: Random, steps: int = 60) -> None:
    """Check that a game goes on in the same way when everybody sits some seats further on."""
    by = 1 + int(random.random() * (game.seats - 1))
    straight = game.copy()
    mirrored = rotated(straight, by)
    names = {f"P{seat + 1}": f"P{(seat + by) % game.seats + 1}" for seat in range(game.seats)}
    for _ in range(steps):
        if straight.choice is None:
            break
        _same(straight, mirrored, by, names)
        text = straight.choice.ids()[int(random.random() * len(straight.choice.options))]
        straight.answer(text)
        mirrored.answer(renamed(text, names))
    _same(straight, mirrored, by, names)


def _same(straight: Game, mirrored: Game, by: int, names: dict[str, str]) -> None:
    assert rendering(turned(straight.state, by)) == rendering(mirrored.state)
    assert straight.fault is None and mirrored.fault is None
    if straight.choice is None:
        assert mirrored.choice is None
        return
    assert mirrored.choice is not None
    assert mirrored.choice.player == (straight.choice.player + by) % straight.seats
    assert sorted(mirrored.choice.ids()) == sorted(renamed(text, names) for text in straight.choice.ids())


def rotated(game: Game, by: int) -> Game:
    """Return a game in the same position, between two plays, with everybody some seats further on."""
    new = Game(game.content, game.seats, game.seed)
    new.state = turned(game.state, by)
    new.rebase()
    return new


def turned(state: State, by: int) -> State:
    """Return a state with everybody some seats further on."""
    seats, layout = state.layout.seats, state.layout

    def seat(number: int) -> int:
        return (number + by) % seats

    new = state.clone()
    for number in range(seats):
        new.zones[layout.hand(seat(number))] = state.zones[layout.hand(number)][:]
        new.boards[seat(number)] = state.boards[number].copy()
        new.tally[seat(number)] = state.tally[number][:]
    new.where = [_zone(state, zone, seat) for zone in state.where]
    new.known = [sum(1 << seat(n) for n in range(seats) if mask >> n & 1) for mask in state.known]
    new.effects = [_effect(effect, seat) for effect in state.effects]
    new.counters = {_counter(key, seat): value for key, value in state.counters.items()}
    new.seat = seat(state.seat)
    new.winners = tuple(seat(number) for number in state.winners)
    return new


def _zone(state: State, zone: int, seat: Callable[[int], int]) -> int:
    number = state.layout.seat_of(zone)
    if number is None:
        return zone
    return state.layout.hand(seat(number)) if state.layout.is_hand(zone) else state.layout.board(seat(number))


def _effect(effect: Effect, seat: Callable[[int], int]) -> Effect:
    expiry = effect.expiry
    if expiry[0] in ("start of turn", "end of turn", "event"):
        expiry = (*expiry[:-1], seat(expiry[-1]))
    return effect._replace(you=seat(effect.you), expiry=expiry)


def _counter(key: Any, seat: Callable[[int], int]) -> Any:
    if isinstance(key, tuple) and key[0] == DECLINED:
        return (DECLINED, seat(key[1]), seat(key[2]), *key[3:])
    if isinstance(key, tuple) and key[0] == "title reserved by":
        return (key[0], seat(key[1]))
    return key
