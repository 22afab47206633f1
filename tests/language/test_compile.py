"""Compiled cards carry their own file and lines, and nothing of their text is ever taken for Python."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from barons_core import plugins
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.compile import compile_card
from barons_core.language.words import Verb, Vocabulary
from barons_core.loading import content
from barons_core.model.definitions import CardDefinition
from barons_core.testing.coverage_plugin import code_of
from tests.citations import ROOT
from tests.properties.made_up import FILE, in_play, with_cards
from tests.sources import MODULES, tree

WELL = """\
# A made-up card, of which the tests below name lines.
building "Well" in red x4:
    cost 1 red
    after you tax:
        choose a color as wanted
        draw 2 of wanted
        may draw 1 blue
"""
TITLES = ("'); import os; ('", "{0}{x}%s\\n", "\\", "__import__('os')", "# no", "é ü 漢")
LABEL = re.compile(r"(match|condition|needs|run|value|detail)_\d+_\d+|<(lambda|genexpr|listcomp|dictcomp)>")
NAME = re.compile(r"\w+|\.\d+")
# `python -c PROGRAM FOLDER`: a game in which an enemy's Well stands ready to be heard.
PROGRAM = """
import sys
from pathlib import Path
from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.testing.position import Piece, set_position
game = Game(content("barons", [Path(sys.argv[1])]), 2, 1)
land = Piece(color="yellow", down=True)
set_position(game, boards={0: {"(0,1)": land, "(1,0)": Piece("Well")}}, phase="tax")
game.answer("tax (0,1) as yellow")
game.answer("choose green")
game.answer("no")
assert game.fault is None, game.fault
print("green:", game.state.tally[0][2])
"""


def compiled(text: str, *words: Verb, file: str = "well.barons") -> list[CardDefinition]:
    """Return the cards that a text declares."""
    checked = check_declarations([SourceFile(file, text)], Vocabulary.of(*plugins.words(), words))
    assert checked.reports == ()
    return [compile_card(card, checked.vocabulary) for card in checked.cards]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a pack of one card."""
    (tmp_path / "pack.toml").write_text('name = "wells"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    (tmp_path / "well.barons").write_text(WELL)
    return tmp_path


def run(folder: Path, *before: str, text: str = PROGRAM, commands: str = "") -> str:
    """Run a program in a process of its own and return what it prints."""
    program = folder / "program.py"
    program.write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, *before, str(program), str(folder)], input=commands, cwd=folder,
                          capture_output=True, text=True, env=environment, timeout=60, check=False)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def every_code(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from every_code(constant)


def test_the_program_of_these_tests_plays(pack: Path) -> None:
    assert run(pack) == "green: 2\n"


def test_a_traceback_shows_the_line_of_the_card() -> None:
    def fail(g: Any, s: Any, actor: int) -> Any:
        raise ZeroDivisionError
        yield

    verb = Verb("collapse", "Fail.", "collapse", template="collapse/collapses", run=fail)
    text = 'building "Hole" in red x4:\n    cost none\n    after you tax:\n        draw 0 red\n        collapse\n'
    found = with_cards(text, [verb])
    game = in_play(found, "Hole")
    trigger = found.definitions[-1].ways[0].abilities.triggers[0]

    with pytest.raises(ZeroDivisionError) as caught:
        list(trigger.run(game, game.source(0, 0), None))
    frames = traceback.extract_tb(caught.value.__traceback__)

    assert (frames[-2].filename, frames[-2].lineno, frames[-1].name) == (FILE, 5, "fail")


@pytest.mark.source
def test_the_fault_of_a_game_names_the_line_of_the_card(pack: Path) -> None:
    breaking = 'game.answer("choose green")\nprint(game.fault)\n'
    program = PROGRAM.split('game.answer("choose')[0] + f"type(game).draw = lambda *a: 1 / 0\n{breaking}"

    assert re.search(r"well\.barons:6: ZeroDivisionError", run(pack, text=program))


def test_a_breakpoint_in_a_card_file_stops_there(pack: Path) -> None:
    """The debugger is driven by commands, as a person would; it shows the card's own text."""
    commands = f"import barons_core.loading\nb {pack / 'well.barons'}:6\nc\nlist\np n_wanted\nq\n"

    shown = run(pack, "-m", "pdb", commands=commands)

    assert re.search(r"Breakpoint 1 at \S*well\.barons:6", shown)
    assert re.search(r"> \S*well\.barons\(6\)run_4_\d+\(\)", shown)
    assert re.search(r"6 B->\t {8}draw 2 of wanted", shown)
    assert "(Pdb) 2\n" in shown


def test_coverage_reports_the_lines_of_a_card_that_were_carried_out(pack: Path) -> None:
    (pack / "settings").write_text("[run]\nplugins = barons_core.testing.coverage_plugin\ninclude = *.barons\n")
    run(pack, "-m", "coverage", "run", "--rcfile=settings")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "--rcfile=settings", "-i"], cwd=pack,
                   check=True, env=environment, capture_output=True)  # fmt: skip
    files = json.loads((pack / "coverage.json").read_text())["files"]
    lines = next(found["executed_lines"] for name, found in files.items() if name.endswith("well.barons"))

    assert {5, 6, 7} <= set(lines)
    assert not {1, 2, 3} & set(lines)


@pytest.mark.parametrize("ruleset", ["barons", "directors_cut"])
def test_every_function_of_a_card_has_its_file_and_lines(ruleset: str) -> None:
    for card in content(ruleset).definitions:
        for code in code_of(card):
            lines = {line for *_, line in code.co_lines() if line}
            assert code.co_filename == card.place.file
            assert min(lines) >= card.place.line
            assert max(lines) <= len((ROOT / card.place.file).read_text().splitlines())


@pytest.mark.parametrize("title", TITLES)
def test_titles_stay_titles(title: str) -> None:
    """Whatever a title holds, it is a constant in the code and nothing else."""
    text = f'building "{title}" in red x4:\n    cost 1 red\n    after you tax, if you have a live "{title}":\n'
    (card,) = compiled(text + "        draw 1 red\n")

    assert card.title == card.ways[0].title == title
    for code in (each for outer in code_of(card) for each in every_code(outer)):
        assert title not in (code.co_name, *code.co_names, *code.co_varnames)


@pytest.mark.parametrize("color", content("barons").colors)
@pytest.mark.parametrize("number", [1, 2])
def test_what_may_be_done_is_shown_with_its_color_whichever_it_is(color: str, number: int) -> None:
    """A color is a number in compiled code; it is not taken for the number that stands before it."""
    text = f'building "Gate" in red x4:\n    cost none\n    after you tax:\n        may draw {number} {color}\n'
    game = in_play(with_cards(text), "Gate")
    game.answer("tax (0,1) as yellow")

    assert game.choice is not None
    assert game.choice.ids() == [f"draw {color}" if number == 1 else f"draw {number} {color}", "no"]


def test_no_name_in_compiled_code_comes_from_text_as_it_stands() -> None:
    """Functions are named by role, line and number; names of a text get a prefix; all else are Python's own words."""
    cards = content("directors_cut").definitions
    allowed = {unnumbered(word) for card in cards for code in code_of(card) for word in code.co_names}
    (well,) = compiled(WELL.replace("wanted", "game"))
    for code in (each for outer in code_of(well) for each in every_code(outer)):
        assert LABEL.fullmatch(code.co_name)
        assert all(NAME.fullmatch(name) for name in code.co_varnames)
        assert "game" not in code.co_varnames
        assert {unnumbered(name) for name in code.co_names if not name.startswith("f_")} <= allowed


def unnumbered(name: str) -> str:
    """Return a name without the number by which a card tells its own functions apart."""
    return re.sub(r"_\d+$", "", name)


def test_text_is_never_pasted_into_python() -> None:
    """The language has one place that makes code, and that place gets a tree; `frozen` makes classes as ours load."""
    found = [(module, node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node)
             for module in MODULES for node in ast.walk(tree(MODULES[module]))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name)]  # fmt: skip
    makers = [(module, name) for module, name, node in found
              if name in ("eval", "exec", "parse_expr", "literal_eval") or _makes_code(name, node)]  # fmt: skip

    frozen = ("barons_core.frozen", "exec")
    language = [("barons_core.language.compile", "compile"), ("barons_core.language.compile", "exec")]
    assert sorted(makers) == [frozen, *language]


def _makes_code(name: str, node: ast.Call) -> bool:
    """Tell whether a call is Python's own `compile`, or `ast.parse`."""
    if isinstance(node.func, ast.Name):
        return name == "compile"
    return name == "parse" and ast.unparse(node.func) == "ast.parse"


LINES = [
    ("the words of a line", ["draw 2 green", "draw 2 of blue"], ["draw 2 green", "draw 2 blue"]),
    ("what is not asked next", ["draw 1 red", "discard your hand"], ["draw 1 red", "discard your hand"]),
    ("the verb alone, where the rest is asked next",
     ["move a card of your barony to a legal space", "swap 2 cards of your barony"], ["move", "swap"]),
    ("but not where another line begins with it",
     ["discard a card from your hand", "discard a card of your barony"],
     ["discard a card from your hand", "discard a card of your barony"]),
    ("who does it", ["other discards a card in hand", "other draws 1 red"],
     ["other discards a card in hand", "other draws 1 red"]),
    ("blocks", ["may draw 1 red", "may:", "    draw 1 red", "    draw 1 blue", "each enemy at once:", "    draw 1 red",
                "this turn:", "    let the size of your tax rise by 1", 'if you have a live "Toll":',
                "    if you have a knight:", "        draw 1 red", "choose a card from your hand as given"],
     ["may draw 1 red", "may: draw 1 red", "each enemy at once: draw 1 red",
      "this turn: let the size of your tax rise by 1", 'if you have a live "Toll": if you have a knight: draw 1 red',
      "choose a card from your hand as given"]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "expected"), [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_an_option_tells_what_its_line_does(options: list[str], expected: list[str]) -> None:
    lines = [f"            {line}" for line in options]
    asked = "        choose an enemy as other\n        other draws 1 blue\n        choose one of:\n"
    text = 'action "Choices" in red x4:\n    cost none\n    play:\n' + asked + "\n".join(lines)
    if "given" in text:
        text += "\n        give given to other"
    card, _ = compiled(f'{text}\n\nbuilding "Toll" in red x4:\n    cost 1 red\n')

    assert list(card.lines) == expected


def test_a_price_that_stands_twice_is_one_alternative() -> None:
    [card] = compiled('building "Toll" in red x4:\n    cost 1 red, 1 blue or 2 red or 1 blue, 1 red\n')

    assert [price.amounts for price in card.ways[0].costs[0].prices] == [(1, 1, 0, 0), (2, 0, 0, 0)]
