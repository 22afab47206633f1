"""Every outcome of the command line is an exit code; data goes to stdout, messages to stderr."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rich_click as click

from barons_core.cli import commands, guard, main
from barons_core.cli.commands import cli
from barons_core.cli.guard import run
from tests.citations import ROOT

HEAVY = ("lark", "pytest", "_pytest", "syrupy", "hypothesis", "coverage", "multiprocessing")
COMMANDS = sorted(commands.COMMANDS)

Printed = pytest.CaptureFixture[str]


def data(printed: Printed, *arguments: str) -> Any:
    """Return what a command prints for programs."""
    assert run([*arguments, "--format", "json"]) == 0
    return json.loads(printed.readouterr().out)


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    program = f"import sys; from barons_core.cli.guard import run; run({arguments}); " \
              f"print(*sorted({set(HEAVY)} & set(sys.modules)), file=sys.stderr)"

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    assert done.stderr.strip() == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_each_help_opens_with_an_example(name: str, printed: Printed) -> None:
    assert run([name, "--help"]) == 0

    lines = [line.strip() for line in printed.readouterr().out.splitlines() if line.strip()]
    assert lines[0].startswith(f"Usage: barons {name}")
    assert lines[1].startswith(f"barons {name}")


@pytest.fixture
def printed(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Return what is printed, on a screen that is wide enough for what is looked for."""
    monkeypatch.setenv("COLUMNS", "200")
    return capsys


def test_the_list_of_commands_has_a_module_for_each() -> None:
    group = commands.LazyGroup(name="barons")

    assert all(group.get_command(None, name) is not None for name in COMMANDS)  # type: ignore[arg-type]


def test_the_help_lists_the_commands_as_they_are_called(printed: Printed) -> None:
    assert run(["--help"]) == 0

    words = {word for line in printed.readouterr().out.splitlines() for word in line.replace("│", " ").split()[:1]}
    assert set(COMMANDS) <= words
    assert not [word for word in words if word.endswith("-")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plya"], "Did you mean 'play'?"),
        (["words", "drwa"], "Did you mean 'draw'?"),
        (["explain", "BC99"], "There is no code 'BC99'"),
        (["simulate", "brons", "--games", "1"], "did you mean barons?"),
        (["simulate", "barons", "--games", "1", "--bots", "lite"], "there is no bot 'lite'"),
        (["simulate", "barons", "--games", "1", "--players", "9"], "2 to 6 players"),
        (["simulate", "barons", "--games", "1", "--set", "x"], "no NAME=VALUE"),
        (["simulate", "barons", "--games", "1", "--set", "x=y"], "no setting 'x'"),
        (["play", "barons", "--players", "A,B"], "no terminal"),
        (["play", "barons", "--players", "A,A"], "two players are called 'A'"),
        (["show", "No", "Such", "Card"], 'There is no card "No Such Card"'),
        (["show", "Mill", "Market"], "One card is shown at a time."),
        (["show", "--reading"], "--reading needs the TITLE of a card."),
        (["words", "--scenario", "drwa"], "No word has 'drwa' in it."),
        (["words", "--scenario", "illgal"], "Did you mean 'illegal'?"),
        (["explain", ""], "There is no code ''."),
        (["explain", "."], "There is no code '.'."),
        (["--no-such-option"], "No such option"),
    ],
)
def test_wrong_use_ends_with_2(printed: Printed, arguments: list[str], words: str) -> None:
    assert run(arguments) == 2

    caught = printed.readouterr()
    assert words in caught.err
    assert caught.out == ""


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"demo", "play"}))
def test_whatever_prints_a_result_prints_it_for_programs(name: str) -> None:
    command = commands.LazyGroup(name="barons").get_command(None, name)  # type: ignore[arg-type]
    assert command is not None

    options = {option for parameter in command.params for option in parameter.opts}
    assert "--format" in options or hasattr(command, "commands")


def test_a_fault_of_ours_ends_with_3_and_a_block_to_report(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.cli.packs._line", lambda pack: 1 // 0)
    monkeypatch.delenv("BARONS_DEBUG", raising=False)

    assert run(["packs"]) == guard.OUR_FAULT

    caught = printed.readouterr().err
    assert "command: barons packs" in caught
    assert "ZeroDivisionError at test_command_line.py" in caught
    assert "Traceback" not in caught


def test_the_traceback_is_shown_on_demand(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.cli.packs._line", lambda pack: 1 // 0)
    monkeypatch.setenv("BARONS_DEBUG", "1")

    assert run(["packs"]) == guard.OUR_FAULT
    assert "Traceback" in printed.readouterr().err


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError])
def test_an_interrupt_is_no_fault(printed: Printed, monkeypatch: pytest.MonkeyPatch, stop: type) -> None:
    def interrupt(pack: object) -> str:
        raise stop

    monkeypatch.setattr("barons_core.cli.packs._line", interrupt)

    assert run(["packs"]) == guard.INTERRUPTED
    assert printed.readouterr().err.strip() == "stopped"


def test_a_reader_that_has_gone_is_no_fault() -> None:
    command = f"{sys.executable} -m barons_core words | head -n 1"

    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)

    assert done.stdout.strip()
    assert done.stderr == ""


def test_no_color_makes_everything_plain() -> None:
    done = subprocess.run([sys.executable, "-m", "barons_core", "demo", "--help"], cwd=ROOT, capture_output=True,
                          text=True, env={"NO_COLOR": "1", "PATH": ""})

    assert "\x1b" not in done.stdout


def test_packs_are_listed(printed: Printed) -> None:
    names = [pack["name"] for pack in data(printed, "packs")]

    assert run(["packs"]) == 0
    assert names == [line.split()[0] for line in printed.readouterr().out.splitlines()
                     if not line.startswith(" ")]
    assert "barons" in names


def test_a_broken_pack_is_told_and_ends_with_1(printed: Printed, tmp_path: Path) -> None:
    assert run(["packs", "--pack", str(tmp_path)]) == guard.FINDINGS
    assert "BC094" in printed.readouterr().err


def test_rulesets_are_listed_with_what_they_say(printed: Printed) -> None:
    found = {ruleset["name"]: ruleset for ruleset in data(printed, "rulesets")}

    assert run(["rulesets"]) == 0
    assert '"Barons", 2 to 6 players' in printed.readouterr().out
    assert found["barons"]["players"] == [2, 6]
    assert [phase["phase"] for phase in found["barons"]["turn"]] == ["plays", "addition", "tax"]


def test_every_word_has_its_entry(printed: Printed) -> None:
    found = data(printed, "words")

    assert all(word["meaning"] and word["example"] and word["signature"] for word in found)
    assert run(["words"]) == 0
    text = printed.readouterr().out
    assert all(f"\n{word['word']}\n" in text for word in found)


def test_words_can_be_looked_up(printed: Printed) -> None:
    assert {word["word"] for word in data(printed, "words", "draw")} >= {"draw"}


def test_codes_are_explained(printed: Printed) -> None:
    every = data(printed, "explain")

    assert run(["explain", "bc094"]) == 0
    page = printed.readouterr().out
    assert page.startswith("BC094: a folder without a manifest")
    assert "Wrong:" in page and "Right:" in page
    assert len({code["code"] for code in every}) == len(every)
    assert all(code["explanation"] for code in every)


def test_the_demo_plays_a_game_to_its_end(printed: Printed) -> None:
    assert run(["demo"]) == 0

    text = printed.readouterr().out
    assert "no faults" in text
    assert "who won" in text
    assert "What to try next" in text


def test_all_cards_are_listed(printed: Printed) -> None:
    found = data(printed, "show")

    assert run(["show"]) == 0
    lines = printed.readouterr().out.splitlines()
    assert [line.split('"')[1] for line in lines] == [card["title"] for card in found] == sorted(
        card["title"] for card in found)
    assert 'castle "Castle", 1 copy' in lines
    assert not [line for line in lines if ", 1 copies" in line]


@pytest.mark.parametrize("words", [["words"], ["words", "--scenario"]])
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_words_are_looked_up_in_every_form(words: list[str], form: str, printed: Printed) -> None:
    assert run([*words, "--format", form]) == 0
    every = printed.readouterr().out
    assert run([*words, "draw", "--format", form]) == 0
    found = printed.readouterr().out

    assert "draw" in found and len(found) < len(every)
    assert (form == "markdown") == every.startswith("# ")


def test_the_words_of_scenarios_have_a_reference_too(printed: Printed) -> None:
    found = data(printed, "words", "--scenario")

    assert run(["words", "--scenario"]) == 0
    text = printed.readouterr().out
    assert found
    assert all(word["meaning"] in text for word in found)


@pytest.mark.parametrize("word", ["replace", "includes", "excludes", "amend", "rename", "with", "players", "setting",
                                  "setup", "turn", "let", "allow", "forbid", "when", "instead"])
def test_the_lines_of_rulesets_are_looked_up_like_words(word: str, printed: Printed) -> None:
    found = [one for one in data(printed, "words", word) if one["sort"] == "rulesetline"]

    assert word in {one["word"].split()[0] for one in found}
    assert run(["words", word]) == 0
    assert "Lines of a ruleset\n" in printed.readouterr().out
    assert run(["words", "exclude"]) == 0


def test_ctrl_c_stops_it_before_it_is_loaded(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    class Stopping:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "barons_core.cli.guard":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "barons_core.cli.guard")
    monkeypatch.setattr(sys, "meta_path", [Stopping(), *sys.meta_path])

    assert main() == 130
    assert capsys.readouterr().err == "stopped\n"


def of_paths() -> Iterator[list[str]]:
    """Yield, for each path that a command takes, a call with an empty text for it."""
    def walk(name: list[str], found: click.Command) -> Iterator[list[str]]:
        if isinstance(found, click.Group):
            context = click.Context(found)
            for each in found.list_commands(context):
                inner = found.get_command(context, each)
                assert inner is not None
                yield from walk([*name, each], inner)
        for parameter in found.params:
            if isinstance(parameter.type, click.Path):
                yield [*name, *([parameter.opts[0], ""] if isinstance(parameter, click.Option) else [""])]

    yield from walk([], cli)


@pytest.mark.parametrize("arguments", list(of_paths()), ids=" ".join)
def test_an_empty_text_is_no_path(arguments: list[str], printed: Printed, tmp_path: Path,
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(arguments) == 2
    assert "an empty text is no path" in printed.readouterr().err
    assert list(tmp_path.iterdir()) == []
