"""`barons play`: a game in the terminal, or from a script."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import rich_click as click

from barons_core.cli.options import command, packs_option, read_settings, settings_option, usage_errors

if TYPE_CHECKING:
    from barons_core.cli.keeper import Keeper, Loaded
    from barons_core.cli.seats import Seat
    from barons_core.engine.game import Game


@command("barons play barons --players Ann,bot:light,bot:light --seed 7", "Play a game in the terminal.",
         "People share the screen, which is cleared before it is handed over. Bots: light, random, and those of "
         "plugins. A game that was saved goes on with --load FILE, without RULESET and --players.")
@click.argument("ruleset", required=False)
@click.option("--players", metavar="NAME,...", help="Who plays: names, and bot:NAME for bots.")
@click.option("--seed", type=int, help="The number from which the game is shuffled; by default a random one.")
@packs_option
@settings_option
@click.option("--script", type=click.Path(path_type=Path), metavar="FILE",
              help="Play the answers in this file (or /dev/stdin), one a line, ids or numbers, # for comments.")
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR",
              help="Keep the record of the game in this folder, up to date with each answer.")
@click.option("--turns", type=click.IntRange(1), metavar="N",
              help="Leave the game after so many turns; by default bots alone leave it after 500, people never.")
@click.option("--load", type=click.Path(path_type=Path), metavar="FILE", help="Go on with the game in this record.")
@click.pass_context
def play(context: click.Context, /, ruleset: str | None, players: str | None, script: Path | None,
         record: Path | None, turns: int | None, load: Path | None, packs: tuple[Path, ...], **choices: Any) -> None:
    from barons_core.plugins import printing_apart

    out = sys.stdout
    with printing_apart():
        context.exit(_played(context, out, ruleset, players, script, record, turns, load, packs, **choices))


def _played(context: click.Context, out: TextIO, ruleset: str | None, players: str | None, script: Path | None,
            record: Path | None, turns: int | None, load: Path | None, packs: tuple[Path, ...],
            **choices: Any) -> int:
    """Play the game, which is shown on `out`, and return the exit code."""
    from barons_core.cli.keeper import Keeper

    answers = None if script is None else _answers(context, script)
    keeper = Keeper(packs, record)
    if load is None:
        loaded = _new(ruleset, players, packs, **choices)
    else:
        loaded = _old(keeper, load, ruleset, players, **choices)
    _bots_are_known(loaded.seats)
    if answers is None:
        _need_terminal(loaded.seats, out)
    path = keeper.begin(loaded.game, loaded.seats)
    click.echo(f"seed {loaded.game.seed}", err=True)
    if path is not None:
        click.echo(f"record {path}", err=True)
    if answers is None:
        return _in_terminal(loaded, keeper, turns, out)
    return _from_script(loaded, keeper, turns, str(script), answers, out)


def _answers(context: click.Context, script: Path) -> str:
    """Return the text of a script; end the command if it cannot be read."""
    from barons_core.cli.check import exit_code, print_reports
    from barons_core.files import read_stream

    text = read_stream(script)
    if isinstance(text, str):
        return text
    print_reports([text], sys.stderr)
    context.exit(exit_code([text]))


def _need_terminal(seats: list[Seat], out: TextIO) -> None:
    """Raise a usage error if people are to play and cannot."""
    from barons_core.cli.seats import people

    if people(seats) and not (sys.stdin.isatty() and out.isatty()):
        raise click.UsageError("There is no terminal to play in. Use --script FILE, with one answer a line.")


def _new(ruleset: str | None, players: str | None, packs: tuple[Path, ...], seed: int | None,
         settings: tuple[str, ...]) -> Loaded:
    """Return a game that begins."""
    from barons_core.cli.keeper import Loaded

    if ruleset is None or players is None:
        raise click.UsageError("RULESET and --players are needed, for instance: barons play barons --players Ann,Ben")
    seats = _seats(players)
    return Loaded(_game(ruleset, seats, seed, packs, read_settings(settings)), seats, [])


def _old(keeper: Keeper, load: Path, ruleset: str | None, players: str | None, seed: int | None,
         settings: tuple[str, ...]) -> Loaded:
    """Return a game from a record."""
    if ruleset is not None or players is not None or seed is not None or settings:
        raise click.UsageError("The record of --load says ruleset, players, seed and settings; leave them out.")
    return keeper.load(load)


def _seats(players: str) -> list[Seat]:
    from barons_core.cli.seats import read_seats

    try:
        return read_seats(players)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--players") from None


def _game(ruleset: str, seats: list[Seat], seed: int | None, packs: tuple[Path, ...],
          settings: dict[str, str]) -> Game:
    from secrets import randbelow

    from barons_core.engine.game import Game
    from barons_core.loading import content

    chosen = randbelow(1_000_000) if seed is None else seed
    with usage_errors():
        return Game(content(ruleset, packs, settings), [seat.name for seat in seats], chosen)


def _bots_are_known(seats: list[Seat]) -> None:
    from barons_core.cli.seats import bots_for

    try:
        bots_for(seats, 0)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--players") from None


def _in_terminal(loaded: Loaded, keeper: Keeper, turns: int | None, out: TextIO) -> int:
    from barons_core.cli.render import console
    from barons_core.cli.session import Session

    def ask(prompt: str) -> str:
        with redirect_stdout(out):
            return input(prompt)

    well = Session(loaded.game, loaded.seats, console(out), ask, keeper, loaded.who, turns).run()
    return int(not well)


def _from_script(loaded: Loaded, keeper: Keeper, turns: int | None, name: str, answers: str, out: TextIO) -> int:
    from barons_core.cli.render import console
    from barons_core.cli.script import GameFailed, ScriptError, Transcript

    try:
        Transcript(loaded.game, loaded.seats, console(out), keeper, turns).play(name, answers)
    except GameFailed as failure:
        keeper.fail(str(failure), loaded.game, loaded.seats)
        return 1
    except ScriptError as error:
        click.echo(str(error), err=True)
        return 1
    return 0
