"""coverage.py counts the lines of card files."""

import json
import os
import subprocess
import sys
from pathlib import Path

from barons_core.testing.coverage_plugin import CardPlugin, CardReporter, CardTracer, code_lines
from tests.sources import CARDS, read

PROGRAM = """
from barons_core.loading import content
from barons_core.testing.scenario_run import Scenario
from pathlib import Path
for scenario in Scenario.load(Path("x.scenario")):
    scenario.run(lambda ruleset, settings: content(ruleset, (), settings))
"""
SCENARIO = """
scenario "x":
    P1 barony:
        | land yellow | land yellow | Castle | "{title}" | "Wetlands"
    turn of P1, tax
    P1: tax (-2,0) (-1,0) as yellow
    P1: no
"""


def card_with(text: str) -> tuple[Path, int]:
    """Return the first built-in card file with a line of that text, and the line's number."""
    for path in CARDS:
        for number, line in enumerate(read(path).splitlines(), 1):
            if line.strip() == text:
                return path, number
    raise LookupError(text)


def test_only_card_files_are_traced() -> None:
    plugin = CardPlugin()

    assert isinstance(plugin.file_tracer("a/b.barons"), CardTracer)
    assert plugin.file_tracer("a/b.py") is None


def test_the_card_files_of_a_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.barons").touch()
    (tmp_path / "a.py").touch()

    assert list(CardPlugin().find_executable_files(str(tmp_path))) == [str(tmp_path / "in" / "b.barons")]


def test_lines_that_do_something_count_and_others_do_not() -> None:
    path, line = card_with("may draw 1 yellow")

    lines = CardReporter(str(path)).lines()

    assert {line, line - 1} <= lines
    assert not {line - 2, line - 3, line + 1} & lines


def test_the_lines_of_inner_functions_count() -> None:
    def outer() -> list[int]:
        return [n * n for n in (1, 2)]

    first = outer.__code__.co_firstlineno

    assert code_lines(outer.__code__) == {first + 1}


def test_a_scenario_covers_the_lines_that_it_carries_out(tmp_path: Path) -> None:
    path, line = card_with("may draw 1 yellow")
    above = read(path).splitlines()[:line]
    title = next(text for text in reversed(above) if text[:1].isalpha()).split('"')[1]
    (tmp_path / "x.scenario").write_text(SCENARIO.format(title=title))
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "rc").write_text(f"[run]\nplugins = barons_core.testing.coverage_plugin\nsource = {path.parent}\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}

    for arguments in (["run", "--rcfile=rc", "program.py"], ["json", "--rcfile=rc", "-q"]):
        subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=tmp_path, env=environment, check=True)

    files = json.loads((tmp_path / "coverage.json").read_text())["files"]
    [covered] = [found for name, found in files.items() if Path(name).name == path.name]
    assert {line, line - 1} <= set(covered["executed_lines"])
    assert covered["missing_lines"]
