"""`barons replay FILE`: a recorded game, step by step, with the packs at hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import command, format_option, packs_option, print_json

if TYPE_CHECKING:
    from barons_core.cli.replay_steps import Teller
    from barons_core.engine.records import Record
    from barons_core.engine.replays import Drift
    from barons_core.model.rulesets import Content


@command("barons replay games/barons-2p-seed7.record --view P2",
         "Play a recorded game again and show events and boards, step by step.",
         "Ends with 1 if the game goes another way than it was recorded: the first step that differs is told, with "
         "what differs and what has changed since; with --view, only that player's step and what has changed.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", type=click.IntRange(0), metavar="STEP",
              help="Stop after so many answers; with --view, after so many of that player.")
@click.option("--view", metavar="PLAYER", help="Show only what this player could know (a name, or P1, P2, ...).")
@packs_option
@format_option
@click.pass_context
def replay(context: click.Context, file: Path, to: int | None, view: str | None, packs: tuple[Path, ...],
           form: str) -> None:
    from barons_core.cli.replay_steps import Teller
    from barons_core.plugins import printing_apart
    from barons_core.replays import FaultyRecord, drift_report, open_record, untold

    try:
        with printing_apart():
            record, content = open_record(file, packs)
    except FaultyRecord as error:
        raise error if view is None else FaultyRecord(untold(error.report, "without --view only")) from None
    teller = Teller(record, None if view is None else _seat(record, view))
    drift = _print(teller, content, to, form)
    if drift is not None:
        from barons_core.cli.check import print_reports

        print_reports([drift_report(file, drift, with_line=view is None)], sys.stderr)
    _remarks(record, drift)
    context.exit(int(drift is not None or teller.stopped))


def _print(teller: Teller, content: Content, to: int | None, form: str) -> Drift | None:
    """Print the steps and return how the game has drifted, if it has."""
    from barons_core.engine.replays import Drift, steps
    from barons_core.plugins import printing_apart

    shown: list[dict[str, Any]] = []
    drift = None
    out = sys.stdout
    try:
        with printing_apart():
            for told in teller.tell(steps(teller.record, content, to if teller.seat is None else None), to):
                if form == "json":
                    shown.append({name: value for name, value in told.items() if name != "drawn"})
                else:
                    click.echo("\n".join(teller.lines(told)), file=out)
    except Drift as error:
        drift = error
    if form == "json":
        print_json({**teller.head(), "steps": shown, "end": teller.end(), "drift": _as_json(drift)})
    else:
        click.echo("\n".join(teller.end_lines()))
    return drift


def _seat(record: Record, view: str) -> int:
    """Return the seat of a player by name or label."""
    from barons_core.language.reports import did_you_mean

    labels = [f"P{number}" for number in range(1, len(record.players) + 1)]
    known = {**{label: seat for seat, label in enumerate(labels)},
             **{name: seat for seat, name in enumerate(record.players)}}
    if view in known:
        return known[view]
    near = did_you_mean(view, known)
    hint = f" Did you mean {near!r}?" if near else ""
    raise click.BadParameter(f"there is no player {view!r}; there are {', '.join(known)}.{hint}", param_hint="--view")


def _remarks(record: Record, drift: Drift | None) -> None:
    """Say on stderr what is unusual about a record that could be played."""
    if record.cut:
        click.echo("the last line of the record is not whole and was left out", err=True)
    if not record.end:
        click.echo("the record breaks off here: whoever wrote it was stopped", err=True)
    if record.edited and drift is None:
        click.echo("the text of the record was changed since it was written", err=True)


def _as_json(drift: Drift | None) -> dict[str, Any] | None:
    return None if drift is None else {"step": drift.step, "differs": drift.differs, "changes": drift.changes}
