"""All properties by name, each with the share of the positions at which it is tried."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from barons_core.engine.game import Game
from tests.properties.boards import check_links, check_targets, check_taxations
from tests.properties.branching import check_copy, check_record, check_undo
from tests.properties.conservation import check_conservation
from tests.properties.games import chance, walk, walk_rich
from tests.properties.mirrors import check_seats
from tests.properties.options import check_completion, check_ids, check_order, check_round_trip, check_whole_ids
from tests.properties.payments import Ledger, check_prices
from tests.properties.recoloring import check_colors
from tests.properties.secrets import check_secrets

Check = Callable[[Game, Random], object]


class Property(NamedTuple):
    """What is checked, at which share of the positions, and whether only between two plays."""

    check: Check
    share: float
    boundary: bool = False


def _plain(check: Callable[[Game], None]) -> Check:
    return lambda game, random: check(game)


PROPERTIES: Mapping[str, Property] = {
    "conservation": Property(_plain(check_conservation), 1.0),
    "ids": Property(_plain(check_ids), 1.0),
    "order": Property(_plain(check_order), 0.05),
    "round trip": Property(check_round_trip, 0.03),
    "whole ids": Property(check_whole_ids, 0.03),
    "completion": Property(check_completion, 0.01),
    "prices": Property(_plain(check_prices), 0.1, True),
    "links": Property(_plain(check_links), 0.03, True),
    "targets": Property(_plain(check_targets), 0.02, True),
    "taxations": Property(_plain(check_taxations), 0.02, True),
    "copy": Property(check_copy, 0.01),
    "undo": Property(check_undo, 0.005),
    "record": Property(_plain(check_record), 0.002),
    "secrets": Property(check_secrets, 0.01, True),
    "seats": Property(check_seats, 0.002, True),
    "colors": Property(check_colors, 0.002, True),
}


@dataclass
class Tally:
    """How often each property was tried, what that took, and what failed."""

    games: int = 0
    positions: int = 0
    finished: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.positions += other.positions
        self.finished += other.finished
        self.tried += other.tried
        self.failures += other.failures
        for name, seconds in other.seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + seconds


def try_game(ruleset: str, players: int, seed: int, turns: int, names: Sequence[str], scale: float = 1.0,
             bots: str = "mixed", rich: bool = True) -> Tally:
    """Play one random game and try the properties on its positions; a failure ends the game.

    Every other game begins with many cards in play, if they may be `rich`. With "replay" the record of each game that
    begins at its beginning is played again, and must come to the same position.
    """
    tally = Tally(games=1)
    ledger = Ledger()
    random = chance("properties", ruleset, players, seed)
    game: Game | None = None
    try:
        with ledger.open() if "payments" in names else nullcontext():
            begun = walk_rich if rich and seed % 2 else walk
            for game in begun(ruleset, players, seed, turns, bots):
                tally.positions += 1
                _try_all(game, random, names, scale, tally)
            if game is not None and "replay" in names and not game.edited:
                _timed("replay", _plain(check_record), game, random, tally)
        tally.finished += int(game is not None and game.over)
    except Exception as error:
        answers = [] if game is None else game.answers
        tally.failures.append(f"{ruleset}, {players} players, seed {seed}, after {len(answers)} answers "
                              f"({', '.join(answers[-3:])}): {type(error).__name__}: {str(error)[:800]}")
    if "payments" in names:
        tally.tried["payments"] += ledger.payments
    return tally


def _try_all(game: Game, random: Random, names: Sequence[str], scale: float, tally: Tally) -> None:
    for name in names:
        if name not in PROPERTIES:
            continue
        check, share, boundary = PROPERTIES[name]
        if random.random() >= share * scale or (boundary and not _between_plays(game)):
            continue
        _timed(name, check, game, random, tally)


def _timed(name: str, check: Check, game: Game, random: Random, tally: Tally) -> None:
    tally.tried[name] += 1
    began = time.perf_counter()
    try:
        check(game, random)
    except AssertionError as error:
        raise AssertionError(f"{name}: {error}") from error
    finally:
        tally.seconds[name] = tally.seconds.get(name, 0.0) + time.perf_counter() - began


def _between_plays(game: Game) -> bool:
    return game.at_boundary and game.state.phase >= 0
