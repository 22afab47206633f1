"""`barons test`: run scenario files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from barons_core.cli.options import (
    check_settings,
    command,
    format_option,
    packs_option,
    print_json,
    read_settings,
    settings_option,
)

if TYPE_CHECKING:
    from barons_core.language.reports import Report
    from barons_core.testing.results import Results

SUFFIX = ".scenario"
# What pytest returns, as our exit codes. Scenarios that are not there are wrong use.
CODES = {0: 0, 1: 1, 2: 130, 3: 3, 4: 2, 5: 2}
# No conftest.py, no settings of the project in which it is called, no traces left behind.
ALONE = ["--noconftest", "-c", os.devnull, "--rootdir", ".", "-p", "barons_core.testing.pytest_plugin",
         "-p", "barons_core.testing.text_only", "-p", "syrupy", "-p", "no:cacheprovider", "-q",
         "--continue-on-collection-errors"]


@command("barons test my_pack",
         "Run scenario files: files, or folders that hold some; without a PATH, those of all packs.",
         "Test modules and conftest.py beside them are not run; --allow-python runs the Python of packs. --set holds "
         "for scenarios that do not decide the setting themselves and whose ruleset has it.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@packs_option
@settings_option
@click.option("--snapshot-update", is_flag=True, help="Write the snapshots anew instead of comparing with them.")
@click.option("-k", "only", metavar="WORDS", default="", help="Run only scenarios whose title has all these words.")
@format_option
@click.pass_context
def test(context: click.Context, paths: tuple[Path, ...], packs: tuple[Path, ...], settings: tuple[str, ...],
         snapshot_update: bool, only: str, form: str) -> None:
    from barons_core.cli.check import exit_code, print_reports
    from barons_core.testing.results import Results

    chosen = check_settings(read_settings(settings), packs)
    files = _files(paths, packs)
    if reports := list(_not_to_run(paths)):
        print_reports(reports, sys.stderr)
        context.exit(exit_code(reports))
    if not files:
        raise click.UsageError("There is no scenario file (*.scenario) there.")
    results = Results(only)
    options = ["--snapshot-update"] * snapshot_update
    options += [option for folder in packs for option in ("--pack", str(folder))]
    options += [option for name, value in chosen.items() for option in ("--set", f"{name}={value}")]
    code = _run([*ALONE, *options, *map(str, files)], results, form)
    if code != 3 and not results.anything:
        raise click.UsageError(results.why_nothing())
    if form == "json":
        print_json(results.as_json())
    context.exit(code)


def _run(arguments: list[str], results: Results, form: str) -> int:
    """Run pytest with our plugin and syrupy only, whatever else is installed; for programs it prints nothing."""
    import pytest

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        with redirect_stdout(StringIO() if form == "json" else sys.stdout):
            return CODES.get(int(pytest.main(arguments, plugins=[results])), 3)
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]


def _files(paths: tuple[Path, ...], packs: tuple[Path, ...]) -> list[Path]:
    """Return the scenario files at the paths, by default those of all packs; raise PackError for a faulty one."""
    from barons_core.loading import library
    from barons_core.packs import all_packs

    if not paths:
        return [file for pack in library(packs).packs for file in pack.scenarios]
    all_packs(packs)
    return [file for path in paths for file in _below(path)]


def _below(path: Path) -> list[Path]:
    from barons_core.packs import files_below

    return [file for file in files_below(path) if file.suffix == SUFFIX] if path.is_dir() else [path]


def _not_to_run(paths: tuple[Path, ...]) -> Iterator[Report]:
    """Yield a report for each path at which no scenarios can lie."""
    from barons_core.files import NOT_PLAIN, missing, other_sort, unreadable

    for path in paths:
        if not path.exists():
            yield missing(path)
        elif not path.is_dir() and not path.is_file():
            yield unreadable(path, NOT_PLAIN)
        elif not path.is_dir() and path.suffix != SUFFIX:
            yield other_sort(path, f"this is no file of scenarios, whose name ends with {SUFFIX}")
