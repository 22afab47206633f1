"""`barons export csv`: the cards of a ruleset as a table for a spreadsheet."""

from __future__ import annotations

import sys
from pathlib import Path

import rich_click as click

from barons_core.cli.check import exit_code, print_cells
from barons_core.cli.options import command, group, packs_option, sheet_ruleset_option


@group("barons export csv --to cards.csv", "Write cards for other programs.")
def export() -> None:
    pass


@command("barons export csv --to cards.csv", "Write the cards of a ruleset as a table for a spreadsheet.",
         "A card a row: title, deck, kind, copies, cost, the source of each, and the rules text. Further columns of a "
         "table that is written over are kept.")
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE",
              help="Write to this file, by default to the output.")
@click.option("--force", is_flag=True, help="Write over cells that say something else than the cards do.")
@sheet_ruleset_option
@packs_option
@click.pass_context
def csv(context: click.Context, /, to: Path | None, force: bool, ruleset: str, packs: tuple[Path, ...]) -> None:
    from barons_core.card_imports import lost_cells
    from barons_core.card_sheets import COLUMNS, TITLE, sheet_of, written_over
    from barons_core.loading import played_cards
    from barons_core.recording import write_whole
    from barons_core.spreadsheets import FaultySheet, read_sheet

    played = played_cards(ruleset, packs)
    sheet = sheet_of(played)
    if to is None:
        click.echo(sheet.text(), nl=False)
        return
    try:
        if to.exists():
            old = read_sheet(to, COLUMNS, TITLE)
            sheet = written_over(sheet, old, str(to), [] if force else lost_cells(old, str(to), played))
    except FaultySheet as error:
        print_cells(error.reports, sys.stderr)
        context.exit(exit_code(error.reports))
    write_whole(to, sheet.text())
    click.echo(f"{to}: {len(sheet.rows)} cards", err=True)


export.add_command(csv)
