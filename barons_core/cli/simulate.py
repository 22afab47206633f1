"""`barons simulate`: many games between bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import (
    command,
    format_option,
    packs_option,
    print_json,
    read_settings,
    settings_option,
    usage_errors,
)

if TYPE_CHECKING:
    from rich.progress import Progress

INTERRUPTED = 130


@command("barons simulate barons --players 3 --games 100 --seed 1 --bots light,random",
         "Let bots play many games and count who wins, how long it takes, and how fast it goes.",
         "The same seed gives the same games, whatever --jobs. Ends with 1 if a game has failed; the record of the "
         "first one is kept in the working folder, unless --record keeps all.")
@click.argument("ruleset")
@click.option("--players", type=click.IntRange(1), default=3, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The number that fixes all games.")
@click.option("--bots", default="light", show_default=True, metavar="NAME,...", 
              help="Dealt to the seats in turn: light, random, or a plugin's.")
@click.option("--turns", type=click.IntRange(1), default=500, show_default=True,
              help="Leave a game unfinished after so many turns.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many processes.")
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help="Keep the record of each game here.")
@click.option("--until-failure", is_flag=True,
              help="Stop at the first game that fails.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="N",
              help="A bot that takes longer for an answer fails; by default it may take any time.")
@packs_option
@settings_option
@format_option
@click.pass_context
def simulate(context: click.Context, /, bots: str, settings: tuple[str, ...], form: str, games: int,
             **choices: Any) -> None:
    from barons_core.simulation import Interrupted, Unrecorded, WorkersDied

    names = [bot.strip() for bot in bots.split(",")]
    try:
        result = _simulated(games, bots=names, settings=read_settings(settings), **choices)
    except Interrupted as stopped:
        _show(stopped.result, form)
        click.echo("stopped", err=True)
        context.exit(INTERRUPTED)
    except Unrecorded as error:
        _show(error.result, form)
        raise
    except WorkersDied as error:
        if error.result is not None:
            _show(error.result, form)
        click.echo(f"barons: {error}", err=True)
        context.exit(1)
    _show(result, form)
    context.exit(int(result["faulted"] > 0))


def _simulated(games: int, record: Path | None, **choices: Any) -> dict[str, Any]:
    from barons_core import simulation
    from barons_core.plugins import printing_apart

    keep = Path() if record is None else None
    with _progress(games) as progress, usage_errors(), printing_apart():
        return simulation.simulate(games=games, progress=progress, record=record, keep=keep, **choices)


def _show(result: dict[str, Any], form: str) -> None:
    """Print what the games came to, and where the first record of a failed one lies."""
    _print(result, form)
    for one in result["faults"][:1]:
        kept = f"record {one['record']}" if one["record"] else f"the record cannot be kept: {one['unkept']}"
        click.echo(kept, err=True)


def _print(result: dict[str, Any], form: str) -> None:
    if form == "json":
        print_json(result)
    else:
        click.echo(_text(result))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """Show a bar with rate and time left on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from barons_core.cli.render import console

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
               TextColumn("time left"), TimeRemainingColumn())
    with Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        yield partial(_advance, bar, bar.add_task("playing", total=games, rate=""))


def _advance(bar: Progress, task: Any, done: int) -> None:
    speed = bar.tasks[0].speed
    bar.update(task, completed=done, rate=f"{speed:.1f} games a second" if speed else "")


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
    return "\n".join([*lines, *map(_fault, result["faults"])])


def _fault(one: dict[str, Any]) -> str:
    kept = f"\n          record {one['record']}" if one["record"] else ""
    return f"fault     game {one['game']}: {one['message']}{kept}"
