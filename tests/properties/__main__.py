"""The long run by hand: `python -m tests.properties --games 5000 --players 2`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from tests.properties.catalog import PROPERTIES, Tally, try_game
from tests.properties.games import BOTS

NAMES = (*PROPERTIES, "payments", "replay")
CHUNK = 10
SHOWN = 20


def main() -> int:
    """Play the games, print a table, and return 1 if any property failed."""
    options = _options()
    began = time.perf_counter()
    total = Tally()
    for part in _parts(options):
        total.add(part)
        print(f"\r{total.games} games, {len(total.failures)} failures", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(_table(options, total, time.perf_counter() - began))
    return 1 if total.failures else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.properties", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2, choices=range(2, 7))
    parser.add_argument("--ruleset", default="barons", help="a ruleset, or several with + between them")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--turns", type=int, default=200, help="where a game is broken off")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1.0, help="how much more often than usual to try")
    parser.add_argument("--bots", default="mixed", choices=BOTS)
    parser.add_argument("--plain", action="store_true", help="begin all games at their beginning")
    parser.add_argument("--only", default=",".join(NAMES), help="names, with commas between them")
    return parser.parse_args()


def _parts(options: argparse.Namespace) -> Iterator[Tally]:
    """Yield what some games at a time came to, whoever is done first."""
    seeds = range(options.seed, options.seed + options.games)
    names = options.only.split(",")
    with ProcessPoolExecutor(options.jobs) as workers:
        running: set[Future[Tally]] = set()
        for first in range(0, len(seeds), CHUNK):
            running.add(workers.submit(_some, options, list(seeds[first:first + CHUNK]), names))
            if len(running) >= 2 * options.jobs:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (part.result() for part in done)
        yield from (part.result() for part in running)


def _some(options: argparse.Namespace, seeds: list[int], names: list[str]) -> Tally:
    total = Tally()
    for seed in seeds:
        total.add(try_game(options.ruleset, options.players, seed, options.turns, names, options.scale,
                           options.bots, not options.plain))
    return total


def _table(options: argparse.Namespace, total: Tally, seconds: float) -> str:
    lines = [f"{options.ruleset}, {options.players} players, {options.bots} bots, seeds {options.seed} to "
             f"{options.seed + options.games - 1}, {options.turns} turns at most",
             f"{total.games} games ({total.finished} to their end), {total.positions} positions, {seconds:.1f} s",
             f"{'property':<14}{'tried':>10}{'seconds':>10}"]
    lines += [f"{name:<14}{total.tried[name]:>10}{total.seconds.get(name, 0.0):>10.1f}" for name in NAMES
              if total.tried[name]]
    lines += [f"{len(total.failures)} failures", *total.failures[:SHOWN]]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
