"""`barons play`: a game in the terminal, or from a script."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import command, packs_option, read_settings, settings_option

if TYPE_CHECKING:
    from barons_core.cli.seats import Seat
    from barons_core.engine.game import Game


@command("barons play barons --players Ann,bot:light,bot:light --seed 7", "Play a game in the terminal.",
         "People share the screen, which is cleared before it is handed over. Bots: light, random.")
@click.argument("ruleset")
@click.option("--players", required=True, metavar="NAME,...", help="Who plays: names, and bot:NAME for bots.")
@click.option("--seed", type=int, help="The number from which the game is shuffled; by default a random one.")
@packs_option
@settings_option
@click.option("--script", type=click.Path(path_type=Path), metavar="FILE",
              help="Play the answers in this file, one a line, # for comments, without a terminal.")
@click.pass_context
def play(context: click.Context, ruleset: str, players: str, seed: int | None, packs: tuple[Path, ...],
         settings: tuple[str, ...], script: Path | None) -> None:
    if script is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("There is no terminal to play in. Use --script FILE, with one answer a line.")
    seats = _seats(players)
    game = _game(ruleset, seats, seed, packs, read_settings(settings))
    context.exit(_in_terminal(game, seats) if script is None else _from_script(game, seats, script))


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
    from barons_core.loading import FaultyPack, content

    chosen = randbelow(1_000_000) if seed is None else seed
    try:
        game = Game(content(ruleset, packs, settings), [seat.name for seat in seats], chosen)
    except FaultyPack:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"seed {chosen}", err=True)
    return game


def _bots(seats: list[Seat], seed: int) -> dict[int, Any]:
    from barons_core.simulation import make_bot

    try:
        return {number: make_bot(seat.bot, seed, number) for number, seat in enumerate(seats) if seat.bot}
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--players") from None


def _in_terminal(game: Game, seats: list[Seat]) -> int:
    from barons_core.cli.render import console
    from barons_core.cli.session import Session

    ask: Callable[[str], str] = input
    Session(game, seats, _bots(seats, game.seed), console(sys.stdout), ask).run()
    return int(game.fault is not None)


def _from_script(game: Game, seats: list[Seat], script: Path) -> int:
    from barons_core.cli.render import console
    from barons_core.cli.script import ScriptError, Transcript
    from barons_core.files import read_text

    text = read_text(script)
    if not isinstance(text, str):
        raise click.UsageError(f"{script}: {text.message}")
    try:
        Transcript(game, seats, _bots(seats, game.seed), console(sys.stdout)).play(str(script), text)
    except ScriptError as error:
        click.echo(str(error), err=True)
        return 1
    return 0
