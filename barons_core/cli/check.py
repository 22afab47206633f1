"""`barons check`: find the mistakes in cards and rulesets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import rich_click as click

from barons_core.cli.options import any_packs_option, command, format_option, print_json

if TYPE_CHECKING:
    from barons_core.language.reports import Report

MAX_SHOWN = 100


@command("barons check my_pack", "Check cards and rulesets: files, or folders of packs; without a PATH, all packs.",
         "Ends with 1 if there is an error; a warning alone is none. Ends with 2 if a PATH leads nowhere.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@any_packs_option
@format_option
@click.pass_context
def check(context: click.Context, paths: tuple[Path, ...], packs: tuple[Path, ...], form: str) -> None:
    from barons_core.checking import check_paths

    reports = check_paths(paths, packs)
    if form == "json":
        print_json([report.as_json() for report in reports])
    else:
        print_reports(reports, sys.stdout)
    context.exit(exit_code(reports))


def exit_code(reports: Sequence[Report]) -> int:
    """Return 2 if the command was given something that is not there or is of another sort, else 1 for an error."""
    from barons_core.language.codes import CODES

    if any(report.code in CODES and CODES[report.code].wrong_use for report in reports):
        return 2
    return int(any(report.severity == "error" for report in reports))


def print_reports(reports: Sequence[Report], stream: TextIO) -> None:
    """Print reports as a compiler does, of very many the first, then how many there are."""
    from barons_core.cli.render import print_report
    from barons_core.manifests import LEADS_OUTSIDE

    texts: dict[str, str] = {}
    for report in reports[:MAX_SHOWN]:
        # What a link leads to is nobody's to see.
        linked = report.code == LEADS_OUTSIDE.code and Path(report.span.file).is_symlink()
        text = texts.setdefault(report.span.file, "" if linked else _text(report.span.file))
        print_report(report, text, stream)
        stream.write("\n")
    click.echo(_count(reports), err=True)


def print_cells(reports: Sequence[Report], stream: TextIO) -> None:
    """Print reports about cells, of very many the first: row and column stand for line and column."""
    from barons_core.cli.render import print_report

    for report in reports[:MAX_SHOWN]:
        print_report(report, "", stream)
    click.echo(_count(reports), err=True)


def _text(file: str) -> str:
    """Return the text of a reported file, "" if it cannot be read."""
    from barons_core.files import read_text

    text = read_text(Path(file))
    return text if isinstance(text, str) else ""


def _count(reports: Sequence[Report]) -> str:
    errors = sum(report.severity == "error" for report in reports)
    warnings = len(reports) - errors
    if not reports:
        return "no faults found"
    shown = f", of which the first {MAX_SHOWN} are shown" if len(reports) > MAX_SHOWN else ""
    codes = " ".join(sorted({report.code for report in reports})[:3])
    return f"errors: {errors}, warnings: {warnings}{shown}. `barons explain CODE` tells more, for instance: {codes}"
