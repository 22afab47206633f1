"""Play many games between bots and count what happens; memory does not grow with their number."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from barons_core.bots import Bot, seed_of
from barons_core.loading import content
from barons_core.plugins import bots as bot_makers

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.rulesets import Content

__all__ = ["Plan", "Tally", "make_bot", "play_game", "play_some", "simulate"]

CHUNK = 8
TURNS = 500


@dataclass(frozen=True, slots=True)
class Plan:
    """What the games of one simulation have in common: plain data, so that another process can play them."""

    ruleset: str
    players: int
    seed: int = 0
    bots: tuple[str, ...] = ("light",)
    turns: int = TURNS
    packs: tuple[Path, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Tally:
    """What some games came to. `turns` counts games by their number of turns, `wins` by the winner's seat."""

    games: int = 0
    finished: int = 0
    faulted: int = 0
    choices: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    faults: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what other games came to; of the faults only the first few games' are kept."""
        self.games += other.games
        self.finished += other.finished
        self.faulted += other.faulted
        self.choices += other.choices
        self.wins += other.wins
        self.turns += other.turns
        self.faults = sorted([*self.faults, *other.faults])[:10]


def simulate(ruleset: str, *, players: int, games: int, seed: int = 0, bots: Sequence[str] = ("light",),
             turns: int = TURNS, jobs: int = 1, packs: Sequence[Path] = (),
             settings: Mapping[str, str] | None = None, executor: Executor | None = None,
             progress: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Play games between bots, dealt to the seats in turn, and return what they came to.

    The same seed gives the same games, however many jobs or whatever executor. A game that is not over after `turns`
    turns is left unfinished, which is no fault. `progress` is called with the number of games played so far.
    Keys: games, finished, faulted, wins (by seat), turns (mean, p50, p95), choices (those with two options or more),
    seconds, choices_per_second, games_per_second, faults (the first few: game and message).
    """
    if games < 0 or players < 1 or turns < 1 or jobs < 1 or not bots:
        raise ValueError("games, players, turns, jobs and bots must be positive numbers and at least one bot")
    plan = Plan(ruleset, players, seed, tuple(bots), turns, tuple(packs), tuple(sorted((settings or {}).items())))
    # Whatever is wrong with the packs or the bots shows here, not in another process.
    _content(plan)
    for name in plan.bots:
        make_bot(name, seed, 0)
    began = time.perf_counter()
    total = Tally()
    for part in _parts(plan, games, jobs, executor):
        total.add(part)
        if progress is not None:
            progress(total.games)
    return _result(total, players, time.perf_counter() - began)


def play_some(plan: Plan, first: int, count: int) -> Tally:
    """Play the games with some consecutive numbers."""
    total = Tally()
    for index in range(first, first + count):
        total.add(play_one(plan, index))
    return total


def play_one(plan: Plan, index: int) -> Tally:
    """Play the game with a number; its seed follows from the plan's seed and that number."""
    from barons_core.engine.game import Game

    seed = seed_of(plan.seed, index)
    game = Game(_content(plan), plan.players, seed, log=False)
    bots = [make_bot(plan.bots[seat % len(plan.bots)], seed, seat) for seat in range(plan.players)]
    choices = play_game(game, bots, plan.turns)
    one = Tally(games=1, finished=int(game.over), faulted=int(game.fault is not None), choices=choices)
    one.turns[min(game.state.turn, plan.turns)] = 1
    one.wins.update(game.winners)
    if game.fault is not None:
        one.faults.append((index, str(game.fault)))
    return one


def play_game(game: Game, bots: Sequence[Bot], turns: int = TURNS) -> int:
    """Let bots play until the game is over, has stopped, or has seen that many turns; return the number of choices."""
    choices = 0
    while (choice := game.choice) is not None and game.state.turn <= turns:
        game.answer(bots[choice.player].choose(partial(game.view, choice.player), choice))
        choices += 1
    return choices


def make_bot(name: str, seed: int, seat: int) -> Bot:
    """Return the bot of that name for a seat of the game with that seed; raise ValueError if there is none."""
    known = bot_makers()
    if name not in known:
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(sorted(known))}")
    bot: Bot = known[name](seed_of(seed, "bot", seat))
    return bot


def _content(plan: Plan) -> Content:
    """Load the content, once a process."""
    return content(plan.ruleset, plan.packs, dict(plan.settings))


def _parts(plan: Plan, games: int, jobs: int, executor: Executor | None) -> Iterator[Tally]:
    """Yield the tallies of all games, part by part, in whatever order they are done."""
    pieces = ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
    if executor is None and jobs == 1:
        yield from (play_some(plan, first, count) for first, count in pieces)
        return
    pool: AbstractContextManager[Executor] = nullcontext(executor) if executor else ProcessPoolExecutor(jobs)
    with pool as workers:
        running: set[Future[Tally]] = set()
        enough = 2 * max(jobs, (os.cpu_count() or 1) if executor else 1)
        for first, count in pieces:
            running.add(workers.submit(play_some, plan, first, count))
            if len(running) >= enough:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (part.result() for part in done)
        yield from (part.result() for part in running)


def _result(total: Tally, players: int, seconds: float) -> dict[str, Any]:
    return {
        "games": total.games,
        "finished": total.finished,
        "faulted": total.faulted,
        "wins": [total.wins[seat] for seat in range(players)],
        "turns": {"mean": _mean(total.turns), "p50": _quantile(total.turns, 50), "p95": _quantile(total.turns, 95)},
        "choices": total.choices,
        "seconds": round(seconds, 3),
        "choices_per_second": round(total.choices / seconds, 1) if seconds else 0.0,
        "games_per_second": round(total.games / seconds, 2) if seconds else 0.0,
        "faults": [{"game": index, "message": message} for index, message in total.faults],
    }


def _mean(counts: Counter[int]) -> float:
    games = counts.total()
    return round(sum(turns * count for turns, count in counts.items()) / games, 2) if games else 0.0


def _quantile(counts: Counter[int], percent: int) -> int:
    """Return the smallest number that at least so many percent of the games do not exceed."""
    needed = -(-counts.total() * percent // 100)
    for turns in sorted(counts):
        needed -= counts[turns]
        if needed <= 0:
            return turns
    return 0
