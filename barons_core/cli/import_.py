"""`barons import csv`: a table from a spreadsheet becomes a pack of what differs from the cards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.check import exit_code, print_cells
from barons_core.cli.options import command, format_option, group, packs_option, print_json, sheet_ruleset_option

if TYPE_CHECKING:
    from barons_core.card_imports import Change
    from barons_core.loading import PlayedCards


@group("barons import csv cards.csv --as my_deck", "Read cards from other programs.")
def import_() -> None:
    pass


@command("barons import csv cards.csv --as my_deck", "Make a pack of what a table says otherwise than the cards do.",
         "The pack is a folder with a ruleset of its name, which amends costs, copies, decks and kinds, and tells that "
         "they were entered. Ends with 1, and nothing is written, if a cell is wrong; all that are wrong are told.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "name", required=True, metavar="PACK", help="The name of the pack, and of its ruleset.")
@click.option("--at", type=click.Path(path_type=Path), default=Path(), metavar="FOLDER",
              help="Make the pack's folder in this one, by default here.")
@click.option("--force", is_flag=True, help="Write over the pack that is there.")
@sheet_ruleset_option
@packs_option
@format_option
@click.pass_context
def csv(context: click.Context, /, file: Path, name: str, at: Path, force: bool, ruleset: str,
        packs: tuple[Path, ...], form: str) -> None:
    from barons_core.card_imports import changes_of, unread_columns
    from barons_core.card_sheets import COLUMNS, TITLE
    from barons_core.loading import played_cards
    from barons_core.spreadsheets import FaultySheet, read_sheet

    folder = at / name
    played = played_cards(ruleset, packs)
    _name_is_free(name, folder, played)
    try:
        sheet = read_sheet(file, COLUMNS, TITLE)
        changes = changes_of(sheet, str(file), name, played)
    except FaultySheet as error:
        if form == "json":
            print_json({"pack": "", "changes": [], "reports": [report.as_json() for report in error.reports]})
        else:
            print_cells(error.reports, sys.stderr)
        context.exit(exit_code(error.reports))
    _tell_unread(unread_columns(sheet))
    _write(folder, changes, played, force)
    if form == "json":
        print_json({"pack": str(folder) if changes else "", "changes": [_as_json(change) for change in changes],
                    "reports": []})
        return
    click.echo("\n".join([change.line for change in changes] or ["nothing differs"]))


def _name_is_free(name: str, folder: Path, played: PlayedCards) -> None:
    """Refuse a name that no pack may have, or that another pack or ruleset has."""
    from barons_core.manifests import is_name

    if not is_name(name):
        raise click.BadParameter(f"{name!r} is no name of a pack: it starts with a lower-case letter and has "
                                 "lower-case letters, digits and _ only", param_hint="--as")
    packs = {pack.name for pack in played.books.packs if pack.folder.resolve() != folder.resolve()}
    rulesets = {known for known, node in played.books.rulesets().items() if played.books.pack_of(node.file) != name}
    if name in packs | rulesets | set(played.name.split("+")):
        raise click.BadParameter(f"there is another pack or ruleset {name!r}", param_hint="--as")


def _write(folder: Path, changes: Sequence[Change], played: PlayedCards, force: bool) -> None:
    from barons_core.card_imports import pack_text
    from barons_core.pack_writing import Taken, write_pack

    if not changes:
        return
    try:
        write_pack(folder, pack_text(folder.name, played, changes), over=force)
    except Taken as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"{folder}: play it with `barons play {folder.name} --pack {folder} --players you,bot:light`", err=True)


def _tell_unread(columns: Sequence[str]) -> None:
    if columns:
        click.echo(f"columns that are not read: {', '.join(map(repr, columns))}", err=True)


def _as_json(change: Change) -> dict[str, Any]:
    return {"title": change.title, "field": change.field, "line": change.line}


import_.add_command(csv)
