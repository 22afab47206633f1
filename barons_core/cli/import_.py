"""`barons import csv`: a table from a spreadsheet becomes a pack of what differs from the cards."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.check import exit_code, print_cells
from barons_core.cli.options import (
    command,
    format_option,
    group,
    pack_words,
    packs_option,
    print_json,
    sheet_ruleset_option,
)
from barons_core.frozen import frozen

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

    played = played_cards(ruleset, packs)
    asked = _Asked(file, name, at, force, ruleset, packs)
    asked.require_free_name(played)
    try:
        sheet = read_sheet(file, COLUMNS, TITLE)
        changes = changes_of(sheet, str(file), name, played, asked.earlier())
    except FaultySheet as error:
        if form == "json":
            print_json({"pack": "", "changes": [], "reports": [report.as_json() for report in error.reports]})
        else:
            print_cells(error.reports, sys.stderr)
        context.exit(exit_code(error.reports))
    _tell_unread(unread_columns(sheet))
    # A pack that is there says no longer what the table takes back.
    written = bool(changes) or asked.writes_over
    if written:
        asked.write(changes, played)
    if form == "json":
        print_json({"pack": str(asked.folder) if written else "", "changes": [_as_json(change) for change in changes],
                    "reports": []})
        return
    click.echo("\n".join([change.line for change in changes] or ["nothing differs"]))


@frozen
class _Asked:
    """What the command was asked to do."""

    file: Path
    name: str
    at: Path
    force: bool
    ruleset: str
    packs: tuple[Path, ...]

    @property
    def folder(self) -> Path:
        return self.at / self.name

    @property
    def writes_over(self) -> bool:
        """Whether there is a pack that an import has made, and that may be written over."""
        from barons_core.card_imports import is_made_here

        return self.force and self.folder.is_dir() and is_made_here(self.folder)

    def earlier(self) -> PlayedCards | None:
        """Return the cards with what an import has entered before, if that is written over and sound."""
        from barons_core.loading import FaultyPack, UnknownRuleset, played_cards
        from barons_core.manifests import PackError

        if not self.writes_over:
            return None
        try:
            return played_cards(self.name, [*self.packs, self.folder])
        except (FaultyPack, UnknownRuleset, PackError):
            return None

    def require_free_name(self, played: PlayedCards) -> None:
        """Refuse a name that no pack may have, or that another pack or ruleset has."""
        from barons_core.manifests import is_name
        from barons_core.new_packs import taken, unfit

        books = played.books
        if is_name(self.name) and any(pack.folder.resolve() == self.folder.resolve() for pack in books.packs):
            raise self._own_pack(played)
        rulesets = {known for known, node in books.declared().items() if books.pack_of(node.file) != self.name}
        if reason := unfit(self.name):
            raise click.BadParameter(reason, param_hint="--as")
        if reason := taken(self.name, {pack.name for pack in books.packs}, rulesets):
            raise click.BadParameter(f"{reason}; take another name: {self._beside(played)}", param_hint="--as")

    def _own_pack(self, played: PlayedCards) -> click.UsageError:
        """Return what is wrong if a pack is at hand that would be written over, and what to do."""
        from barons_core.card_imports import packs_in

        others = tuple(pack for pack in self.packs if pack.resolve() != self.folder.resolve())
        if others != self.packs and self.name not in packs_in(played):
            return click.UsageError(f"{self.folder} is at hand as a pack, but neither the ruleset nor a card is of it; "
                                    f"leave it out: {self._command(self.name, others)}")
        return click.UsageError(f"{self.folder} is where cards or rulesets of the table come from, and its text is not "
                                f"rewritten; give the changes a pack of their own: {self._beside(played)}")

    def _beside(self, played: PlayedCards) -> str:
        """Return the command that makes a pack of another name, one that is free."""
        from barons_core.new_packs import MAX_NAME, taken, unfit

        packs, rulesets = {pack.name for pack in played.books.packs}, played.books.declared()
        names = (f"my_{self.name}"[:MAX_NAME - len(end)] + end for end in chain([""], map(str, count(2))))
        free = next(name for name in names
                    if not (unfit(name) or taken(name, packs, rulesets) or (self.at / name).exists()))
        return self._command(free, self.packs)

    def _command(self, name: str, packs: Sequence[Path]) -> str:
        """Return this command with another name and other packs."""
        at = () if self.at == Path() else ("--at", str(self.at))
        force = ("--force",) if self.force and name == self.name else ()
        return shlex.join(["barons", "import", "csv", str(self.file), "--as", name, *at, *force,
                           "--ruleset", self.ruleset, *pack_words(packs)])

    def write(self, changes: Sequence[Change], played: PlayedCards) -> None:
        from barons_core.card_imports import is_made_here, pack_text
        from barons_core.pack_writing import InPack, Taken, write_pack

        if self.force and self.folder.is_dir() and not is_made_here(self.folder):
            raise click.UsageError(f"{self.folder} is not written over: no import has made its text; give the "
                                   f"changes a pack of their own: {self._beside(played)}")
        try:
            write_pack(self.folder, pack_text(self.name, played, changes), over=self.force)
        except (InPack, Taken) as error:
            raise click.UsageError(str(error)) from None
        click.echo(f"{self.folder}: {self._next(played)}", err=True)

    def _next(self, played: PlayedCards) -> str:
        """Return how the pack is played, with every pack in a folder that it needs."""
        from barons_core.card_imports import packs_in

        books = played.books
        needed = {pack.folder.resolve() for pack in books.packs if pack.name in packs_in(played)}
        packs = list(pack_words([*(folder for folder in self.packs if folder.resolve() in needed), self.folder]))
        if not (played.ruleset.players and played.ruleset.turn):
            rest = shlex.join(packs)
            return f"play it beside a ruleset that has players and a turn: `barons play RULESET+{self.name} {rest}`"
        low, high = played.ruleset.players
        seats = ",".join(["you", *["bot:light"] * (max(low, min(high, 2)) - 1)])
        return f"play it with `{shlex.join(['barons', 'play', self.name, *packs, '--players', seats])}`"


def _tell_unread(columns: Sequence[str]) -> None:
    if columns:
        click.echo(f"columns that are not read: {', '.join(map(repr, columns))}", err=True)


def _as_json(change: Change) -> dict[str, Any]:
    return {"title": change.title, "field": change.field, "line": change.line}


import_.add_command(csv)
