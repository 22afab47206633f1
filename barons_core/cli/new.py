"""`barons new pack`: a folder to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import rich_click as click

from barons_core.cli.options import command, format_option, group, pack_words, packs_option, print_json


@group("barons new pack my_pack", "Make something new to begin with.")
def new() -> None:
    pass


@command("barons new pack my_pack", "Make a pack: a card, its scenario, and what it takes to install it.",
         "It passes its own check and tests as it is: `barons check my_pack`, `barons test my_pack`.")
@click.argument("name")
@click.option("--at", type=click.Path(path_type=Path), default=Path(), metavar="FOLDER",
              help="Make the pack's folder in this one, by default here.")
@packs_option
@format_option
def pack(name: str, at: Path, packs: tuple[Path, ...], form: str) -> None:
    from barons_core.new_packs import new_pack, unfit
    from barons_core.pack_writing import InPack, Taken, write_pack

    if reason := unfit(name) or _taken(name, packs):
        raise click.BadParameter(reason, param_hint="NAME")
    files = new_pack(name)
    try:
        write_pack(at / name, files)
    except InPack as error:
        raise click.UsageError(str(error)) from None
    except Taken:
        raise click.UsageError(f"There is a folder {at / name} already. Give another name.") from None
    made: dict[str, Any] = {"pack": str(at / name), "files": sorted(files)}
    if form == "json":
        print_json(made)
        return
    click.echo("\n".join(str(at / name / file) for file in made["files"]))
    told = "; ".join(shlex.join(["barons", what, str(at / name), *pack_words(packs)]) for what in ("check", "test"))
    click.echo(f"next: {told}", err=True)


def _taken(name: str, folders: tuple[Path, ...]) -> str:
    """Return what else has that name, "" for nothing."""
    from barons_core.loading import library
    from barons_core.new_packs import taken

    books = library(folders)
    return taken(name, {pack.name for pack in books.packs}, books.declared())


new.add_command(pack)
