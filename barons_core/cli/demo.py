"""`barons demo`: what this is, in a few seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import rich_click as click

from barons_core.cli.options import command

if TYPE_CHECKING:
    from rich.console import Console

    from barons_core.engine.game import Game
    from barons_core.engine.log import Entry

RULESET = "barons"
PLAYERS = 3
SEED = 1
TOLD = frozenset({"build", "activate", "attack", "eliminate", "effect", "over"})

NEXT = """\
What to try next:
  barons play barons --players you,bot:light,bot:light   play yourself
  barons packs                                           the packs, and where their cards stand
  barons words                                           the words that cards are written in
  barons simulate barons --players 4 --games 50          many games between bots"""


@command("barons demo", "Check the built-in packs, play a game between three bots, and say what to try next.")
@click.pass_context
def demo(context: click.Context) -> None:
    from barons_core.cli.check import print_reports
    from barons_core.cli.render import console
    from barons_core.loading import library

    # What is installed and broken is left out here as everywhere: it is none of what is shown.
    reports = [report for report in library().checked.reports if report.severity == "error"]
    if reports:
        print_reports(reports, sys.stdout)
        context.exit(1)
    out = console(sys.stdout)
    _say(out, "The built-in packs are checked: no faults.\n")
    game = _play(out)
    _say(out, "\n" + NEXT)
    context.exit(int(not game.over))


def _play(out: Console) -> Game:
    """Play a game and show its main events and its end."""
    from barons_core.engine.game import Game
    from barons_core.loading import content
    from barons_core.simulation import make_bot, play_game

    told: list[str] = []

    def watch(game: Game, entry: Entry) -> None:
        told.extend(_told(game, entry))

    _say(out, f"Three bots play the ruleset {RULESET!r} (seed {SEED}):")
    game = Game(content(RULESET), PLAYERS, SEED, observers=[watch])
    play_game(game, [make_bot("light", SEED, seat) for seat in range(PLAYERS)])
    for line in told:
        _say(out, line)
    _show_end(out, game)
    return game


def _told(game: Game, entry: Entry) -> Iterator[str]:
    """Yield the line of an event that everybody sees, if it is one of the main ones."""
    from barons_core.engine.log import told
    from barons_core.testing.transcript import event_text

    faced_up = entry.key == "place" and entry.audience is None
    if (entry.key in TOLD or faced_up) and entry.audience is None:
        yield f"  turn {game.state.turn:>3}  {event_text(entry.key, told(game, entry.data))}"


def _show_end(out: Console, game: Game) -> None:
    from barons_core.cli.screen import barony

    view = game.view(game.winners[0] if game.winners else 0)
    for seat, board in enumerate(view.boards):
        won = ", who won" if seat in game.winners else ""
        _say(out, f"\nThe board of P{seat + 1}{won}, after {game.state.turn} turns:")
        for line in barony(game.board, board, out.width):
            out.print(line)
    if game.fault is not None:
        _say(out, f"the game has stopped: {game.fault}")


def _say(out: Console, text: str) -> None:
    out.print(text, markup=False, highlight=False, soft_wrap=True)
