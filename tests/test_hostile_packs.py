"""A pack of somebody who means no good: it runs no code, reads and writes nothing outside its folder, and ends soon."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from barons_core import loading, plugins
from barons_core.checking import check_paths
from barons_core.cli.guard import run
from barons_core.crowds import MAX_CARDS
from barons_core.language.pieces import MAX_DEPTH, MAX_LINES
from barons_core.language.reports import MAX_FAULTS
from barons_core.packs import MAX_SCENARIOS, MAX_TEXT

Printed = pytest.CaptureFixture[str]

MANIFEST = 'name = "hostile"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n'
SCENARIO = """\
scenario "a turn that passes":
    players P1, P2
    turn of P1, tax
    P1: pass
    expect turn of P2
    snapshot
"""
SECRET = "what nobody is to see"
# Far more than any of these takes, and far less than for ever.
SECONDS = 60


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in a folder of one's own, with plugins of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    plugins.manager.cache_clear()
    loading.forget()
    yield
    plugins.manager.cache_clear()
    loading.forget()


def pack(text: str = "", **files: str) -> Path:
    """Write the pack `hostile` into the working directory."""
    folder = Path("hostile")
    folder.mkdir()
    (folder / "pack.toml").write_text(MANIFEST, "utf-8")
    (folder / "cards.barons").write_text(text, "utf-8")
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8")
    return folder


def action(*lines: str, header: str = 'action "Bomb" in red x100:') -> str:
    return "\n".join([header, "    cost none", "    play:", *(f"        {line}" for line in lines)]) + "\n"


def building(*lines: str, title: str = "Bomb", copies: int = 100, cost: str = "none") -> str:
    head = [f'building "{title}" in red x{copies}:', f"    cost {cost}"]
    return "\n".join([*head, *(f"    {line}" for line in lines)]) + "\n"


def in_time(*arguments: str) -> int:
    began = time.monotonic()
    code = run(list(arguments))

    assert time.monotonic() - began < SECONDS
    return code


# No code is run

COMMANDS = [["check", "hostile"], ["check"], ["packs", "--pack", "hostile"], ["test", "hostile"],
            ["test", "hostile/one.scenario"], ["test", "--pack", "hostile"], ["show", "Mill", "--pack", "hostile"],
            ["words", "--format", "json"], ["rulesets", "--pack", "hostile"],
            ["simulate", "barons", "--games", "1", "--turns", "3", "--pack", "hostile"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_python_of_a_text_pack_is_run(command: list[str], capfd: Printed) -> None:
    folder = pack(building(), **{"one.scenario": SCENARIO})
    (folder / "sub").mkdir()
    (folder / "sub" / "two.scenario").write_text(SCENARIO, "utf-8")
    mark = Path("somebody was here").resolve()
    trap = f"open({str(mark)!r}, 'w')\n"
    for name in ("__init__.py", "conftest.py", "test_it.py", "setup.py", "sitecustomize.py", "evil.py", "hostile.py"):
        (folder / name).write_text(trap, "utf-8")
        (folder / "sub" / name).write_text(trap, "utf-8")
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "-p evil"\n', "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p evil\n", "utf-8")

    run(command)

    assert not mark.exists()
    assert "evil" not in capfd.readouterr().err


# Nothing outside the folder is read or written


def outside() -> Path:
    """Make a folder beside the pack, in which everything is secret."""
    folder = Path("outside")
    folder.mkdir()
    for name in ("pack.toml", "cards.barons", "one.scenario", "text"):
        (folder / name).write_text(f'building "{SECRET}" {SECRET}\n', "utf-8")
    return folder.resolve()


def link_file(folder: Path, target: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(target / (name if (target / name).exists() else "text"))


LINKS: dict[str, Callable[[Path, Path], None]] = {
    "the manifest": lambda folder, target: link_file(folder, target, "pack.toml"),
    "a card file": lambda folder, target: link_file(folder, target, "cards.barons"),
    "a scenario": lambda folder, target: link_file(folder, target, "one.scenario"),
    "a folder": lambda folder, target: (folder / "more").symlink_to(target),
    "a folder above": lambda folder, target: (folder / "more").symlink_to(".."),
    "a device": lambda folder, target: (folder / "more.barons").symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", LINKS)
def test_no_link_is_followed(kind: str, capfd: Printed) -> None:
    folder = pack(building(), **{"one.scenario": SCENARIO})
    LINKS[kind](folder, outside())

    for command in (["check", "hostile"], ["test", "hostile"], ["packs", "--pack", "hostile"],
                    ["simulate", "barons", "--games", "1", "--pack", "hostile"]):
        assert run(command) == 1
        said = capfd.readouterr()
        assert "is a link; links are not followed" in said.err + said.out
        assert SECRET not in said.err + said.out


@pytest.mark.parametrize("name", ["cards.barons", "one.scenario", "__init__.py", "pack.toml", "sub/more.scenario"])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(name: str, capfd: Printed) -> None:
    folder = pack(building(), **{"one.scenario": SCENARIO})
    (folder / "sub").mkdir()
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)

    for command in (["check", "hostile"], ["test", "hostile"], ["packs", "--pack", "hostile"],
                    ["simulate", "barons", "--games", "1", "--pack", "hostile"]):
        assert run(command) == 1
        said = "".join(capfd.readouterr())
        # Scenarios of a folder without a manifest are those of no pack.
        assert "it is no plain file" in said or (command[0], name) == ("test", "pack.toml")
    assert run(["test", f"hostile/{name}"]) in (1, 2)
    assert "not found" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("command", [["check", "."], ["test", "."]], ids=" ".join)
def test_no_link_is_followed_in_a_folder_that_is_no_pack(command: list[str], capfd: Printed) -> None:
    target = outside()
    Path("here").mkdir()
    for name in ("cards.barons", "one.scenario"):
        link_file(Path("here"), target, name)
    target.rename(target.parent.parent / f"{target.parent.name}-outside")

    assert run([command[0], "here"]) in (1, 2)
    said = capfd.readouterr()
    assert SECRET not in said.err + said.out


def test_a_link_to_a_pack_beside_others_is_not_followed(capfd: Printed) -> None:
    Path("packs").mkdir()
    pack("nonsense\n").rename("elsewhere")
    Path("packs/linked").symlink_to(Path("elsewhere").resolve())

    run(["check", "packs"])

    said = capfd.readouterr()
    assert "nonsense" not in said.out + said.err


@pytest.mark.parametrize("whole", [True, False])
def test_no_transcript_is_kept_through_a_link(whole: bool, capfd: Printed) -> None:
    folder = pack(building(), **{"one.scenario": SCENARIO})
    target = outside()
    kept = folder / "__snapshots__"
    if whole:
        kept.symlink_to(target)
    else:
        kept.mkdir()
        (kept / "one__a turn that passes.txt").symlink_to(target / "text")
    before = {path.name: path.read_bytes() for path in target.iterdir()}

    assert run(["test", "hostile", "--snapshot-update"]) != 0
    assert run(["test", "hostile"]) != 0

    said = capfd.readouterr()
    assert SECRET not in said.out + said.err
    assert {path.name: path.read_bytes() for path in target.iterdir()} == before


# Limits: to check

TOO_MUCH = {
    "a file of 10 MB": ("# " + "x" * 77 + "\n") * 130_000,
    "a pack of many bytes": ("# " + "x" * 77 + "\n") * (MAX_TEXT // 80 + 1),
    "many names": action(*(f"name n{number} = {number}" for number in range(100_000))),
    "a long declaration": action(*["draw 1 red"] * MAX_LINES),
    "deep blocks": action(*("    " * depth + "if you have a land:" for depth in range(60))),
    "deep parentheses": action("if " + "(" * 400 + "1" + ")" * 400 + " > 1:", "    draw 1 red"),
    "a long title": building(title="x" * 81),
    "many copies": building(copies=999_999_999),
    "a deep folder": "",
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_is_too_much_is_refused_soon(what: str, capsys: Printed) -> None:
    folder = pack(TOO_MUCH[what])
    if what == "a deep folder":
        folder.joinpath(*["deep"] * 60).mkdir(parents=True)

    assert in_time("check", "hostile") == 1
    said = capsys.readouterr()
    assert "error[BC" in said.out and len(said.out) < 30_000
    assert in_time("simulate", "barons", "--games", "1", "--pack", "hostile") == 1


def test_very_many_scenarios_are_refused_soon(capfd: Printed) -> None:
    pack(**{"one.scenario": "".join(SCENARIO.replace("a turn", f"turn {number}") for number in range(9_000))})

    assert in_time("test", "hostile") == in_time("check", "hostile") == 1
    said = capfd.readouterr()
    assert f"the scenarios of this pack hold more than {MAX_SCENARIOS:,} bytes" in said.err + said.out


def test_many_faults_are_counted_and_the_first_are_shown(capsys: Printed) -> None:
    faulty = "".join(action(*(f"drwa {n} red" for n in range(40)), header=f'action "B{k}" in red x1:')
                     for k in range(20))
    pack(faulty)

    assert in_time("check", "hostile") == 1
    said = capsys.readouterr()
    assert said.out.count("error[BC") == 100
    assert "errors: 800" in said.err and "of which the first 100 are shown" in said.err


MANY = {
    "words of one card": lambda k: action(*["drwa 1 red"] * 400, header=f'action "B{k}" in red x1:'),
    "words of many cards": lambda k: action("draw 1 rde", header=f'action "B{k}" in red x1:') * 400,
    "headers": lambda k: f'bulding "B{k}" in red x1\n    cost 1 red\n' * 400,
    "blocks": lambda k: f'building "B{k}" in red x1:\n      cost 1 red\n' * 400,
    "names that nothing reads": lambda k: action(*(f"name n{n} = 1" for n in range(400)),
                                                 header=f'action "B{k}" in red x1:'),
}  # fmt: skip


@pytest.mark.parametrize("what", MANY)
def test_after_very_many_faults_nothing_is_read_any_more(what: str, capsys: Printed) -> None:
    """Neither by check, nor by any other command, which then ends as for any broken pack."""
    pack("".join(MANY[what](k) for k in range(8)))

    reports = check_paths([Path("hostile")])
    [last] = [report for report in reports if report.code == "BC015"]
    assert f"more than {MAX_FAULTS:,} faults" in last.message
    assert MAX_FAULTS < len(reports) <= 2 * MAX_FAULTS
    assert in_time("show", "Mill", "--pack", "hostile") == 1


def test_rulesets_that_include_each_other_many_times_are_checked_soon(capsys: Printed) -> None:
    rulesets = {}
    for n in range(60):
        others = "".join(f"    includes r{other}\n" for other in (n + 1, n + 2) if other < 60)
        rulesets[f"r{n}.barons"] = f'ruleset "R{n}":\n{others or "    includes barons"}\n'
    pack(**rulesets)

    assert in_time("check", "hostile") == 0, capsys.readouterr().out


@pytest.mark.parametrize("count", [60, 1_500])
def test_a_long_chain_of_rulesets_is_answered_soon(count: int, capsys: Printed) -> None:
    pack(**{f"r{n}.barons": f'ruleset "R{n}":\n    includes {f"r{n + 1}" if n < count - 1 else "barons"}\n'
            for n in range(count)})

    assert in_time("check", "hostile") == (count > 60)
    assert ("more than 60 rulesets" in capsys.readouterr().out) == (count > 60)


def test_no_ruleset_takes_the_place_of_another(capsys: Printed) -> None:
    folder = pack(**{"barons.barons": 'ruleset "Barons":\n    players 2 to 2\n    turn:\n        1 tax\n'})

    assert run(["check", str(folder)]) == 1
    assert "the ruleset barons stands twice" in capsys.readouterr().out
    assert loading.library([folder]).ruleset("barons").players == (2, 6)


@pytest.mark.parametrize("name", ["b\u0430rons", "Barons", "barons+x", "my rules", "-x", "barons ", "4", "x.y", ""])
def test_a_ruleset_has_a_name_that_can_be_said(name: str, capsys: Printed) -> None:
    """Nobody can take it for another, and neither the command line nor another ruleset for something else."""
    pack(**{f"{name}.barons": 'ruleset "R":\n    includes barons\n'})

    assert run(["check", "hostile"]) == (1 if name else 0)
    assert name == "" or f"BC078]: {name!r} is no name of a ruleset" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["bar0ns", "barons4l", "two_p1ayer"])
def test_no_ruleset_looks_like_another(name: str, capsys: Printed) -> None:
    pack(**{f"{name}.barons": 'ruleset "R":\n    includes barons\n'})

    assert run(["check", "hostile"]) == 1
    assert f"BC250]: the ruleset {name} looks like " in capsys.readouterr().out


@pytest.mark.parametrize("name", ["e\x1b[31mvil.barons", "a\nb.barons", "a\u202eb.scenario",
                                  "sub\x1b[2J/c.barons", "a\udcff.barons"])
def test_a_file_name_that_a_terminal_obeys_is_refused(name: str, capfd: Printed) -> None:
    folder = pack()
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("nonsense\n", "utf-8")

    for command in (["check", "hostile"], ["test", "hostile"], ["packs", "--pack", "hostile"],
                    ["simulate", "barons", "--games", "1", "--pack", "hostile"]):
        assert run(command) == 1
        said = "".join(capfd.readouterr())
        assert "BC077" in said or "something here is called" in said
        assert all(sign.isprintable() or sign == "\n" for sign in said)


def test_a_game_of_too_many_cards_is_not_made(capsys: Printed) -> None:
    pack("".join(building(title=f"Hut {n}", copies=1000) for n in range(20)))

    assert in_time("check", "hostile") == 0
    assert in_time("simulate", "barons", "--games", "1", "--pack", "hostile") == 1
    said = capsys.readouterr()
    assert "BC089" in said.err and f"at most {MAX_CARDS:,}" in said.err


CROWDS = {
    "copies of a card of another pack": (["amend \"Mill\" copies 999"], 3),
    "two numbers, of which the larger is told": (["amend \"Mill\" copies 450", "amend \"Port\" copies 500"], 4),
    "decks": (["amend \"Mill\" copies 250", "amend \"Mill\" deck each"], 3),
    "many small numbers": ([f'includes 99 "{title}" in each deck' for title in ("Mill", "Port", "Armory")], 3),
    "swaps": ([f'replace 1 "Church/Cathedral" with 99 "{one}" in each deck' for one in ("Hut", "Port", "Armory")], 3),
}


@pytest.mark.parametrize("what", CROWDS)
def test_a_ruleset_of_too_many_cards_is_told_where_it_makes_them_so(what: str, capsys: Printed) -> None:
    """Whatever says the number, by `check` as by a game, and never at a card that is not to blame."""
    lines, number = CROWDS[what]
    text = "\n    ".join(['ruleset "Crowd":', "includes barons", *lines]) + "\n"
    pack(building(title="Hut", copies=4), **{"crowd.barons": text})

    assert run(["check", "hostile"]) == 1
    told = capsys.readouterr().out
    assert run(["simulate", "crowd", "--games", "1", "--pack", "hostile"]) == 1
    assert told in capsys.readouterr().err
    assert told.startswith(f"hostile/crowd.barons:{number}:5: error[BC089]: the decks of 'Crowd' would hold 1,")
    assert told.count("BC089") == 1


def test_a_ruleset_over_one_of_nearly_too_many_cards_is_told_where_it_adds_some() -> None:
    over = 'ruleset "Over":\n    includes under\n    amend "Port" copies 200\n'
    pack(**{"under.barons": 'ruleset "Under":\n    includes barons\n    amend "Mill" copies 700\n'})
    other = Path("other")
    other.mkdir()
    (other / "pack.toml").write_text(MANIFEST.replace("hostile", "other").replace('"barons"', '"hostile"'))
    (other / "over.barons").write_text(over)

    assert run(["check", "hostile"]) == 0
    [report] = check_paths([other], [Path("hostile"), other])
    assert (report.code, report.span.file, report.span.line) == ("BC089", "other/over.barons", 3)


@pytest.mark.parametrize("title", [
    "M\u0456ll",  # a Cyrillic letter
    "\u039c\u0399ll",  # two Greek ones
    "\uff2d\uff49\uff4c\uff4c",  # letters of full width
    "Mi\u200dll", "Mi\u00adll",  # a joiner, a hyphen that nobody sees
    "Mill\u3164",  # a letter without a shape
    "\u202ellim",  # from right to left
    "MILL",
    "VVetlands", "Knight of the Woocls", "Knight of the vvoods", "Arrnory",  # pairs of letters that look like one
])
def test_a_title_that_looks_like_that_of_a_card_is_refused(title: str, capsys: Printed) -> None:
    pack(building(title=title))

    assert run(["check", "hostile"]) == 1
    said = capsys.readouterr().out
    assert "BC250" in said or "BC001" in said


@pytest.mark.parametrize("title", ["Château", "Møllehjul", "Мельница", "Μύλος", "水車小屋", "St. John's Mill", "Clan",
                                   "Dan", "Hannah", "Ham", "Barrow"])
def test_a_title_of_any_one_language_is_fine(title: str) -> None:
    pack(building(title=title))

    assert run(["check", "hostile"]) == 0


# Limits: to play

PLAYED = {
    "draw without end": action("draw 999999999 red"),
    "draw all": action("draw 999999999 of any color"),
    "discard all": action("draw 99 red", "discard 999999999 cards from your hand"),
    "tax without end": building("let the size of your tax rise by 999999999",
                                "let the number of colors of your tax rise by 999999999"),
    "large bills": building("let the cost of buildings you build fall by 999999999 of your choice", copies=50)
    + building(title="Bill", cost="99 red, 99 blue, 99 green, 99 yellow, 99 cards"),
    "prices without end": building("let the cost of knights you play rise by 999999999"),
    "a draw for a draw": building("after you draw a card:", "    draw 1 red"),
    "many questions": action(*["choose one of:", "    draw 1 red", "    draw 1 blue"] * 300),
    "many effects": action(*["until the end of your next turn:", "    let the size of your tax rise by 1"] * 300),
    "many who listen": "".join(building("after you tax:", "    draw 1 red", "after you draw a card:",
                                        "    discard 1 card from your hand", title=f"B{n}", copies=1)
                               for n in range(300)),
    "large sums": action("if " + "999999999 + " * 100 + "1 > 1:", "    draw 1 red"),
    "nested counts": action("if count(" + "cards next to " + "a card next to " * 8 + "a card) > 1:", "    draw 1 red"),
}


@pytest.mark.parametrize("what", PLAYED)
def test_what_is_much_to_play_ends_soon(what: str, capsys: Printed) -> None:
    """It ends, or the game stops as faulted; nothing else fails."""
    pack(PLAYED[what])

    assert in_time("check", "hostile") == 0, capsys.readouterr().out
    code = in_time("simulate", "barons", "--games", "2", "--players", "2", "--bots", "random", "--turns", "30",
                   "--pack", "hostile")
    said = capsys.readouterr()
    assert code in (0, 1) and "games     2" in said.out, said.err


def test_depth_is_a_small_number() -> None:
    """Python itself refuses to nest deeper than twenty loops."""
    assert MAX_DEPTH < 20
