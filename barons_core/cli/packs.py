"""`barons packs`: the packs that can be found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import command, format_option, packs_option, print_json

if TYPE_CHECKING:
    from barons_core.packs import Pack


@command("barons packs --pack my_pack", "List the packs: built-in, installed, and those of --pack.")
@packs_option
@format_option
def packs(packs: tuple[Path, ...], form: str) -> None:
    from barons_core.packs import all_packs

    found = all_packs(packs)
    if form == "json":
        print_json([_as_json(pack) for pack in found])
        return
    for pack in found:
        click.echo(_line(pack))


def _line(pack: Pack) -> str:
    extends = f" (extends {', '.join(pack.extends)})" if pack.extends else ""
    return f"{pack.name} {pack.version}{extends}  {pack.description}\n    {pack.folder}"


def _as_json(pack: Pack) -> dict[str, Any]:
    return {
        "name": pack.name, "version": pack.version, "language": pack.language, "extends": list(pack.extends),
        "description": pack.description, "folder": str(pack.folder), "files": len(pack.cards),
        "scenarios": len(pack.scenarios),
    }
