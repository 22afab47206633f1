"""`barons test`: run scenario files."""

from __future__ import annotations

import os
from pathlib import Path

import rich_click as click

from barons_core.cli.options import check_settings, command, packs_option, read_settings, settings_option

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
@click.option("-k", "only", metavar="WORDS", help="Run only scenarios whose title has these words.")
@click.pass_context
def test(context: click.Context, paths: tuple[Path, ...], packs: tuple[Path, ...], settings: tuple[str, ...],
         snapshot_update: bool, only: str | None) -> None:
    chosen = check_settings(read_settings(settings), packs)
    files = _files(paths, packs)
    if not files:
        raise click.UsageError("There is no scenario file (*.scenario) there.")
    options = ["--snapshot-update"] * snapshot_update + (["-k", only] if only else [])
    options += [option for folder in packs for option in ("--pack", str(folder))]
    options += [option for name, value in chosen.items() for option in ("--set", f"{name}={value}")]
    context.exit(CODES.get(_run([*ALONE, *options, *map(str, files)]), 3))


def _run(arguments: list[str]) -> int:
    """Run pytest with our plugin and syrupy only, whatever else is installed."""
    import pytest

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        return int(pytest.main(arguments))
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]


def _files(paths: tuple[Path, ...], packs: tuple[Path, ...]) -> list[Path]:
    """Return the scenario files at the paths, by default those of all packs; raise PackError for a faulty one."""
    from barons_core.packs import all_packs

    known = all_packs(packs)
    if not paths:
        return [file for pack in known for file in pack.scenarios]
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise click.UsageError(f"There is no file or folder {missing[0]}.")
    return [file for path in paths for file in _below(path)]


def _below(path: Path) -> list[Path]:
    from barons_core.packs import files_below

    return [file for file in files_below(path) if file.suffix == ".scenario"] if path.is_dir() else [path]
