"""`barons packs`: the packs that can be found, and the plugins and packs that are broken."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import any_packs_option, command, format_option, print_json
from barons_core.frozen import frozen

if TYPE_CHECKING:
    from barons_core.language.reports import Report
    from barons_core.packs import Pack

READY = "ready"
TEXT = "ready, without its Python"
BROKEN = "left out"


@frozen
class Found:
    """A pack, or what should be one, with how it stands."""

    name: str
    origin: str
    state: str
    reason: str = ""
    pack: Pack | None = None
    reports: tuple[Report, ...] = ()


@command("barons packs --pack my_pack", "List the packs: built-in, installed, and those of --pack, and how they stand.",
         "Ends with 1 if one of them, or a plugin, is broken and left out.")
@any_packs_option
@format_option
@click.pass_context
def packs(context: click.Context, packs: tuple[Path, ...], form: str) -> None:
    from barons_core.cli.check import exit_code, print_reports

    found = _found(packs)
    reports = [report for one in found for report in one.reports]
    if reports:
        print_reports(reports, sys.stderr)
    if form == "json":
        print_json([_as_json(one) for one in found])
    else:
        for one in found:
            click.echo(_line(one))
    context.exit(exit_code(reports) or int(any(one.state == BROKEN for one in found)))


def _found(folders: tuple[Path, ...]) -> list[Found]:
    """Return all packs, the broken ones last."""
    from barons_core.loading import library
    from barons_core.packs import PackError, all_packs

    sound: list[Path] = []
    broken: list[Found] = []
    for folder in folders:
        try:
            # A path is told as it was given; what is asked for may also extend a pack that is left out.
            all_packs([*sound, folder])
            library([*sound, folder])
            sound.append(folder)
        except PackError as error:
            broken.append(Found(folder.name, str(folder), BROKEN, str(error), reports=error.reports))
    return [*_checked(all_packs(sound), tuple(sound)), *broken]


def _checked(packs: list[Pack], folders: tuple[Path, ...]) -> list[Found]:
    """Return how packs stand that can be read, and the plugins that cannot."""
    from barons_core.loading import first_of, library
    from barons_core.plugins import manager

    books = library(folders)
    found = []
    for pack in packs:
        left_out, faults = manager().broken.get(pack.folder), books.faults_of(pack.name)
        reason = left_out.reason if left_out else first_of(faults) if faults else ""
        state = BROKEN if reason else TEXT if pack.python and not pack.plugin else READY
        found.append(Found(pack.name, _origin(pack), state, reason, pack))
    shown = {pack.folder for pack in packs}
    found += [Found(one.plugin, f"{manager().told_origin(one.plugin)}: {folder}", BROKEN, one.reason)
              for folder, one in manager().broken.items() if folder not in shown]
    failures = manager().failures
    return found + [Found(name, manager().origins.get(name, ""), BROKEN, reason) for name, reason in failures.items()]


def _origin(pack: Pack) -> str:
    from barons_core.plugins import manager

    return manager().origins.get(pack.plugin, "") if pack.plugin else str(pack.folder)


def _line(one: Found) -> str:
    """Return a pack as it is printed: what it is and how it stands, where it comes from."""
    told = f"{one.state}: {one.reason}" if one.reason else one.state
    if one.pack is None:
        return f"{one.name}, {told}\n    from {one.origin}"
    extends = f" (extends {', '.join(one.pack.extends)})" if one.pack.extends else ""
    description = f"\n    {one.pack.description}" if one.pack.description else ""
    origin = one.origin if one.origin == str(one.pack.folder) else f"{one.origin}: {one.pack.folder}"
    return f"{one.name} {one.pack.version}{extends}, {told}{description}\n    from {origin}"


def _as_json(one: Found) -> dict[str, Any]:
    data: dict[str, Any] = {"name": one.name, "from": one.origin, "state": one.state, "reason": one.reason}
    pack = one.pack
    if pack is not None:
        data |= {
            "version": pack.version, "language": pack.language, "extends": list(pack.extends),
            "description": pack.description, "folder": str(pack.folder), "files": len(pack.cards),
            "scenarios": len(pack.scenarios),
        }
    return data
