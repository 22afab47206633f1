"""`barons simulate`: many games between bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import rich_click as click

from barons_core.cli.options import (
    command,
    format_option,
    packs_option,
    print_json,
    read_settings,
    settings_option,
)


@command("barons simulate barons --players 3 --games 100 --seed 1 --bots light,random",
         "Let bots play many games and count who wins, how long it takes, and how fast it goes.",
         "The same seed gives the same games, whatever --jobs.")
@click.argument("ruleset")
@click.option("--players", type=click.IntRange(1), default=3, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The number that fixes all games.")
@click.option("--bots", default="light", show_default=True, metavar="NAME,...", help="Dealt to the seats in turn.")
@click.option("--turns", type=click.IntRange(1), default=500, show_default=True,
              help="Leave a game unfinished after so many turns.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many processes.")
@packs_option
@settings_option
@format_option
@click.pass_context
def simulate(context: click.Context, ruleset: str, players: int, games: int, seed: int, bots: str, turns: int,
             jobs: int, packs: tuple[Path, ...], settings: tuple[str, ...], form: str) -> None:
    from barons_core import simulation
    from barons_core.loading import FaultyPack

    with _progress(games) as progress:
        try:
            result = simulation.simulate(
                ruleset, players=players, games=games, seed=seed, bots=[bot.strip() for bot in bots.split(",")],
                turns=turns, jobs=jobs, packs=packs, settings=read_settings(settings), progress=progress,
            )
        except FaultyPack:
            raise
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    if form == "json":
        print_json(result)
    else:
        click.echo(_text(result))
    context.exit(int(result["faulted"] > 0))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """Show a bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress

    from barons_core.cli.render import console

    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("playing", total=games)
        yield lambda done: bar.update(task, completed=done)


def _text(result: dict[str, Any]) -> str:
    turns = result["turns"]
    wins = ", ".join(f"P{seat} {count}" for seat, count in enumerate(result["wins"], 1))
    lines = [
        f"games     {result['games']}, finished {result['finished']}, faulted {result['faulted']}",
        f"wins      {wins}",
        f"turns     mean {turns['mean']}, half of the games up to {turns['p50']}, 95 in 100 up to {turns['p95']}",
        f"choices   {result['choices']}",
        f"time      {result['seconds']} s, {result['choices_per_second']} choices and "
        f"{result['games_per_second']} games a second",
    ]
    return "\n".join([*lines, *(f"fault     game {one['game']}: {one['message']}" for one in result["faults"])])
