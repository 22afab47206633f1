"""`barons packs` tells how each pack stands; a broken one harms nobody, and --strict stops at it."""

from __future__ import annotations

import json
import sys
import types
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from _pytest.outcomes import Skipped

import barons_core as bc
from barons_core import loading, plugins
from barons_core.cli.commands import COMMANDS, cli
from barons_core.cli.guard import run
from barons_core.engine.game import Game
from barons_core.hookspecs import hookimpl
from barons_core.language.words import Verb
from barons_core.rules.vocabulary import WORDS

Printed = pytest.CaptureFixture[str]
Install = Callable[..., None]

MANIFEST = 'name = "{name}"\nversion = "2.1"\nlanguage = 1\nextends = ["barons"]\n'
CARD = 'building "{title}" in red x4:\n    cost 1 red\n'
PLAY = ["simulate", "barons", "--games", "1", "--turns", "3"]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Install]:
    """Return a function that installs a plugin: an entry point and what loading it gives, or raises."""
    points: list[EntryPoint] = []
    modules: dict[str, object] = {}

    def add(name: str, plugin: object) -> None:
        points.append(EntryPoint(name, f"made_up_{name}", "barons"))
        modules[f"made_up_{name}"] = plugin

    def load(point: EntryPoint) -> object:
        return modules[point.value] if point.value in modules else real(point)

    real = plugins._load
    monkeypatch.setattr(plugins, "_load", load)
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    forget()
    yield add
    forget()


def forget() -> None:
    plugins.manager.cache_clear()
    loading.forget()


def plugin(**hooks: Callable[..., Any]) -> types.ModuleType:
    module = types.ModuleType("made_up")
    for name, function in hooks.items():
        function.__name__ = name
        setattr(module, name, hookimpl(function))
    return module


def unmarked(**functions: Callable[..., Any]) -> types.ModuleType:
    module = types.ModuleType("made_up")
    vars(module).update(functions)
    return module


def package(name: str) -> types.ModuleType:
    """Return the package in a folder without Python, as it is imported."""
    folder(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path.cwd())
        patch.delitem(sys.modules, name, raising=False)
        return import_module(name)


def folder(name: str, text: str = "", manifest: str = "") -> Path:
    made = Path(name).resolve()
    made.mkdir()
    (made / "pack.toml").write_text(manifest or MANIFEST.format(name=name), "utf-8")
    (made / "cards.barons").write_text(text or CARD.format(title=f"Hut of {name}"), "utf-8")
    return made


def bringing(*folders: Path) -> types.ModuleType:
    return plugin(barons_packs=lambda: folders)


def fail() -> Any:
    raise ZeroDivisionError("boom")


def cancel() -> Any:
    raise CancelledError("boom")


class Mute(BaseException):
    """An exception that cannot say what it is."""

    def __str__(self) -> str:
        raise SystemExit(3)


class Shy:
    """A plugin that lets nobody look at it."""

    def __dir__(self) -> Any:
        raise CancelledError("boom")


class HiddenRules:
    """Rules that let nobody look at them."""

    def __getattr__(self, name: str) -> Any:
        raise CancelledError("boom")


def late() -> Iterator[Any]:
    yield Verb("brew", "Brew.", "brew", template="brew/brews", run=fail)
    raise ZeroDivisionError("boom")


def brewing() -> list[Verb]:
    return [Verb("brew", "Brew.", "brew", template="brew/brews", run=fail)]


def listed(printed: Printed, *arguments: str) -> dict[str, dict[str, Any]]:
    printed.readouterr()
    run(["packs", "--format", "json", *arguments])
    return {one["name"]: one for one in json.loads(printed.readouterr().out)}


def test_a_pack_is_told_with_version_origin_and_state(install: Install, capsys: Printed) -> None:
    install("inn", bringing(folder("inn")))
    given = folder("house")
    (given / "__init__.py").write_text("1 / 0\n", "utf-8")

    assert run(["packs", "--pack", "house"]) == 0
    said = capsys.readouterr()
    assert "inn 2.1 (extends barons), ready\n    from made_up_inn" in said.out
    assert "house 2.1 (extends barons), ready, without its Python\n    from house" in said.out
    assert "barons 0.1.0, ready\n" in said.out and "from built in: " in said.out
    assert said.err == ""
    assert listed(capsys)["inn"] | {"folder": ""} == {
        "name": "inn", "from": "made_up_inn", "state": "ready", "reason": "", "version": "2.1", "language": 1,
        "extends": ["barons"], "description": "", "folder": "", "files": 1, "scenarios": 0,
    }


BROKEN: dict[str, tuple[Callable[[], object], str]] = {
    "an import error": (lambda: ImportError("no module x"), "cannot be imported: ImportError: no module x"),
    "an exit at import": (lambda: SystemExit(3), "cannot be imported: SystemExit: 3"),
    "a test that is skipped at import": (lambda: Skipped("no"), "cannot be imported: Skipped: no"),
    "a task that is cancelled at import": (CancelledError, "cannot be imported: CancelledError"),
    "an exception without a text": (Mute, "cannot be imported: Mute: (it has no text)"),
    "a module without hooks": (lambda: types.ModuleType("made_up"), "brings no hooks: nothing in it is marked"),
    "functions that are not marked": (lambda: unmarked(barons_packs=list), "brings no hooks: nothing in it is marked"),
    "a class without hooks": (lambda: HalfRules, "brings no hooks: nothing in it is marked"),
    "a package without its __init__.py": (lambda: package("bad_package"), "brings no hooks: there is no __init__.py"),
    "a misspelt hook": (lambda: plugin(barons_wrods=fail), "did you mean barons_words?"),
    "a missing folder": (lambda: bringing(Path("nowhere")), "there is no file or folder nowhere"),
    "a folder without a manifest": (lambda: bringing(Path(".")), "there is no pack.toml"),
    "a later language": (lambda: bringing(folder("bad", manifest=MANIFEST.format(name="bad").replace("= 1", "= 99"))),
                         "version 99 of the card language"),
    "a long number in the manifest": (
        lambda: bringing(folder("bad", manifest=f"{MANIFEST.format(name='bad')}x = {'9' * 5_000}\n")),
        "a line of a manifest has at most"),
    "a binary file": (lambda: bringing(binary()), "is not UTF-8 text"),
    "a pack that extends none": (lambda: bringing(folder("bad", manifest=MANIFEST.format(name="bad").replace(
        '"barons"', '"brons"'))), "there is no pack 'brons'"),
    "a name that is taken": (lambda: bringing(folder("bad", manifest=MANIFEST.format(name="two_player"))),
                             "there is another pack 'two_player'"),
    "a swap of too many cards": (lambda: bringing(ruled('replace 9 "Mill" with 1 "Port" in red')),
                                 "bad_rules.barons:3:5"),
    "a game of too many cards": (lambda: bringing(ruled('amend "Mill" copies 1000')), "a game has at most 1,000"),
    "a title that is taken": (lambda: bringing(folder("bad", CARD.format(title="Mill"))),
                              'the card "Mill" stands twice'),
    "a title that is taken, in a file beside": (
        lambda: bringing(beside("more.barons", CARD.format(title="Mill"))), 'the card "Mill" stands twice'),
    "a ruleset that is taken": (lambda: bringing(beside("barons.barons", 'ruleset "B":\n    includes two_player\n')),
                                "the ruleset barons stands twice"),
    "a setting that is taken": (
        lambda: bringing(beside("b.barons", 'ruleset "B":\n    setting "hand colors public" no or yes:\n'
                                            '        because "X"\n        no "n"\n        yes "y"\n')),
        'the setting "hand colors public" stands twice'),
    # Sound by themselves, but the pack barons41 gives these names to other things.
    "a title that another pack gives": (lambda: bringing(folder("bad", CARD.format(title="Marketplace"))),
                                        'the card "Marketplace" stands twice'),
    "a quantity called like a color of another pack": (
        lambda: bringing(folder("bad", 'quantity "white" of a player:\n    start 0\n')), "'white' cannot be"),
    "a faulty card": (lambda: bringing(folder("bad", "nonsense\n")), "faults in its text: 1"),
    "a hook that fails": (lambda: plugin(barons_packs=fail), "barons_packs failed: ZeroDivisionError: boom"),
    "a hook that is cancelled": (lambda: plugin(barons_packs=cancel), "barons_packs failed: CancelledError: boom"),
    "a hook that skips a test": (lambda: plugin(barons_words=lambda: pytest.skip("no")),
                                 "barons_words failed: Skipped: no"),
    "a plugin that cannot be looked at": (Shy, "CancelledError: boom"),
    "a hook that fails late": (lambda: plugin(barons_words=late), "barons_words failed: ZeroDivisionError: boom"),
    "words that are none": (lambda: plugin(barons_words=lambda: ["brew"]), "'brew' is no word"),
    "words that are taken": (lambda: plugin(barons_words=lambda: WORDS[:3]), "is there already"),
    "packs that are none": (lambda: plugin(barons_packs=lambda: 3), "barons_packs failed: TypeError"),
    "rules that fail": (lambda: plugin(barons_rules=fail), "barons_rules failed: ZeroDivisionError: boom"),
    "bots that are none": (lambda: plugin(barons_bots=lambda: {"x": 3}), "barons_bots failed: TypeError"),
    "a bot that is taken": (lambda: plugin(barons_bots=lambda: {"odd": print, "light": print}),
                            "the bot 'light' is there already, from the plugin barons-bots"),
    "a bot with a comma": (lambda: plugin(barons_bots=lambda: {"a,b": print}), "'a,b' is no name of a bot"),
    "a bot without a name": (lambda: plugin(barons_bots=lambda: {"": print}), "'' is no name of a bot"),
    "a bot with blanks around": (lambda: plugin(barons_bots=lambda: {" a": print}), "' a' is no name of a bot"),
    "a bot with two lines": (lambda: plugin(barons_bots=lambda: {"a\nb": print}), "is no name of a bot"),
}


def beside(name: str, text: str) -> Path:
    made = folder("bad")
    (made / name).write_text(text, "utf-8")
    return made


def ruled(line: str) -> Path:
    made = folder("bad")
    (made / "bad_rules.barons").write_text(f'ruleset "Bad":\n    includes barons\n    {line}\n', "utf-8")
    return made


def binary() -> Path:
    made = folder("bad")
    (made / "more.barons").write_bytes(b"\xff\xfe")
    return made


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_pack_is_left_out_and_the_others_go_on(kind: str, install: Install, capsys: Printed) -> None:
    make, reason = BROKEN[kind]
    install("bad", make())
    install("inn", bringing(folder("inn")))
    install("zoo", plugin(barons_words=brewing))

    states = listed(capsys)
    broken = {name: one for name, one in states.items() if one["state"] == "left out"}
    assert len(broken) == 1 and reason in next(iter(broken.values()))["reason"]
    assert states["inn"]["state"] == states["barons"]["state"] == "ready"
    assert run(["packs"]) == 1
    assert reason in capsys.readouterr().out
    assert run(PLAY) == 0
    assert run(["words", "brew"]) == 0
    assert run(["check", "inn"]) == 0
    said = capsys.readouterr()
    assert "bad" not in said.out
    # It is named by its distribution, whatever is wrong with it.
    told = [line for line in said.err.splitlines() if "is left out" in line]
    assert told and all(" of made_up_bad " in line or " of made_up_bad is" in line for line in told)


@pytest.mark.parametrize("kind", ["an import error", "a faulty card", "a title that is taken", "a name that is taken"])
def test_nobody_s_broken_pack_keeps_the_demo_from_playing(kind: str, install: Install, capsys: Printed) -> None:
    make, reason = BROKEN[kind]
    install("bad", make())

    assert run(["demo"]) == 0
    said = capsys.readouterr()
    assert "no faults" in said.out and "Three bots play" in said.out and reason in said.err
    assert "error[" not in said.out + said.err


@pytest.mark.parametrize("order", [["one", "two"], ["two", "one"]])
def test_of_two_installed_packs_with_one_ruleset_the_other_goes_on(order: list[str], install: Install,
                                                                   capsys: Printed) -> None:
    for name in order:
        (folder(name) / "huts.barons").write_text(f'ruleset "Huts of {name}":\n    includes barons\n', "utf-8")
        install(name, bringing(Path(name).resolve()))

    states = {name: one["state"] for name, one in listed(capsys).items()}
    assert (states["one"], states["two"]) == ("ready", "left out")
    assert run(["rulesets", "huts"]) == 0
    said = capsys.readouterr()
    assert "Huts of one" in said.out and "the ruleset huts stands twice" in said.err


def test_nobody_is_left_out_for_what_is_wrong_with_a_built_in_pack(install: Install, capsys: Printed,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    install("core", bringing(folder("core", "nonsense\n")))
    install("inn", bringing(folder("inn")))
    known = plugins.built_in()
    monkeypatch.setattr(plugins, "built_in", lambda: known | {"core"})

    states = {name: one["state"] for name, one in listed(capsys).items()}
    assert (states["inn"], states["core"]) == ("ready", "left out")
    assert "inn" not in capsys.readouterr().err


class HalfRules:
    """Rules that are none."""

    answers = ()


MADE_BADLY: dict[str, tuple[Callable[[], Any], str]] = {
    "an exception": (fail, "cannot be made: ZeroDivisionError: boom"),
    "a key that is not there": (lambda: {}["x"], "cannot be made: KeyError: 'x'"),
    "an exit": (lambda: exit(3), "cannot be made: SystemExit: 3"),
    "a task that is cancelled": (cancel, "cannot be made: CancelledError: boom"),
    "what cannot be looked at": (HiddenRules, "cannot be made: CancelledError: boom"),
    "nothing": (lambda: None, "are no rules: they lack answers, "),
    "half of them": (HalfRules, "are no rules: they lack choice, "),
}


@pytest.mark.parametrize("kind", MADE_BADLY)
def test_rules_that_cannot_be_made_are_told_with_their_plugin(kind: str, install: Install, capsys: Printed) -> None:
    make, reason = MADE_BADLY[kind]
    made = folder("chess", "# None.\n", MANIFEST.format(name="chess").replace('"barons"', ""))
    (made / "chess.barons").write_text('ruleset "Chess":\n    players 2 to 2\n    turn:\n        1 tax\n', "utf-8")
    install("chess", plugin(barons_packs=lambda: [made], barons_rules=lambda: {"chess": make, "barons": fail}))

    for command in (["simulate"], ["rulesets"], ["diff", "barons"], ["play", "--players", "bot:light,bot:light"]):
        assert run([*command, "chess"]) == 1
        said = capsys.readouterr()
        assert "error[BC079]: the rules of the pack chess, which the plugin chess of made_up_chess brings, " in said.err
        assert reason in said.err and said.out == ""
    assert run(PLAY) == 0


def test_packs_without_rules_are_told_what_to_extend(install: Install, capsys: Printed) -> None:
    made = folder("chess", "# None.\n", MANIFEST.format(name="chess").replace('"barons"', ""))
    (made / "chess.barons").write_text('ruleset "Chess":\n    players 2 to 2\n    turn:\n        1 tax\n', "utf-8")

    assert run(["simulate", "chess", "--pack", "chess"]) == 1
    said = capsys.readouterr().err
    assert "chess/chess.barons:1:1: error[BC079]: no game can be made of the packs chess" in said
    assert 'extends = ["barons"]' in said


FAULTY = {
    "a card": ("cards.barons", "nonsense\n", "house/cards.barons:1:1: error["),
    "a ruleset": ("house.barons", 'ruleset "House":\n    includes house\n',
                  "house/house.barons:2:14: error[BC249]: the ruleset 'house' includes itself"),
    "a manifest": ("pack.toml", MANIFEST.format(name="house").replace("= 1", "= 99"), "house/pack.toml:3:1: error["),
    "a binary file": ("more.barons", "\0", "house/more.barons:1:1: error["),
}
# Each command that takes --pack, with arguments that are no fault by themselves.
TAKING_PACKS = [["packs"], ["check"], ["check", "house"], ["check", "inn"], ["test", "house"], ["test"],
                ["show"], ["show", "Mill"], ["show", "Mill", "--ruleset", "barons"],
                ["rulesets"], ["rulesets", "--settings"], ["rulesets", "barons"], ["rulesets", "house"],
                ["diff", "barons", "two_player"], ["diff", "barons", "house"],
                ["simulate", "barons", "--games", "1"], ["simulate", "house", "--games", "1"],
                ["play", "barons", "--players", "bot:light,bot:light"], ["replay", "a.record"], ["export", "csv"],
                ["export", "csv", "--ruleset", "house"], ["import", "csv", "a.csv", "--as", "other"],
                ["new", "pack", "other"]]


def test_each_command_that_takes_packs_is_among_those() -> None:
    found = {name for name in COMMANDS if "packs" in {each.name for each in _parameters(name)}}

    assert found == {arguments[0] for arguments in TAKING_PACKS}


def _parameters(name: str) -> Iterator[Any]:
    command = cli.get_command(None, name)
    yield from command.params
    for each in getattr(command, "commands", {}).values():
        yield from each.params


@pytest.mark.parametrize("kind", FAULTY)
@pytest.mark.parametrize("arguments", TAKING_PACKS, ids=" ".join)
def test_every_command_tells_the_faults_of_a_folder_and_ends_with_1(
    arguments: list[str], kind: str, install: Install, capfd: Printed
) -> None:
    file, text, told = FAULTY[kind]
    folder("inn")
    house = folder("house")
    (house / "house.scenario").write_text('scenario "x":\n    turn of P1\n    P1: pass\n', "utf-8")
    (house / file).write_text(text, "utf-8")

    assert run([*arguments, "--pack", "house"]) == 1
    said = capfd.readouterr()
    assert told.split(": error")[0] in said.out + said.err and "Traceback" not in said.err
    if arguments[0] not in ("check", "packs"):
        assert told in said.err and said.out == ""
    assert not Path("other").exists()


def test_a_ruleset_of_a_faulty_pack_is_refused_in_python_too(install: Install) -> None:
    (folder("house") / "house.barons").write_text('ruleset "House":\n    includes house\n', "utf-8")

    with pytest.raises(loading.FaultyPack) as caught:
        bc.ruleset("house", packs=["house"])
    assert [report.code for report in caught.value.reports] == ["BC249"]


def test_a_folder_that_disturbs_a_built_in_pack_is_told(install: Install, capsys: Printed) -> None:
    folder("house", CARD.format(title="Marketplace"))

    assert run(["check", "house"]) == 1
    assert 'the card "Marketplace" stands twice' in capsys.readouterr().out
    assert run([*PLAY, "--pack", "house"]) == 0
    assert run(["simulate", "barons41", "--games", "1", "--pack", "house"]) == 1
    capsys.readouterr()
    assert run(["show", "--pack", "house"]) == run(["show", "Mill", "--pack", "house"]) == 1
    assert 'the card "Marketplace" stands twice' in capsys.readouterr().err


@pytest.mark.parametrize("text", ["nonsense\n", CARD.format(title="Mill"), CARD.format(title="Hut of house")])
def test_a_pack_that_is_left_out_disturbs_no_check(text: str, install: Install, capsys: Printed) -> None:
    """Neither do its faults count, nor its titles, nor what extends it."""
    install("bad", bringing(folder("bad", text + CARD.format(title="Tower") + "    cost 3 red\n")))
    house = folder("house", CARD.format(title="Tower") + CARD.format(title="Hut of house"))

    assert run(["check", "house"]) == 0, capsys.readouterr().out
    assert "is left out" in capsys.readouterr().err
    assert bc.check(house) == bc.check((house / "cards.barons").read_text("utf-8")) == []
    assert run(["check"]) == 1
    assert "bad/cards.barons" in capsys.readouterr().out


@pytest.mark.parametrize("kind", BROKEN)
def test_strict_stops_at_a_broken_pack(kind: str, install: Install, capsys: Printed) -> None:
    make, reason = BROKEN[kind]
    install("bad", make())

    assert run([*PLAY, "--strict"]) == 1
    said = capsys.readouterr()
    assert reason in said.err or kind == "a faulty card"
    assert said.out == ""


def test_strict_is_silent_where_all_is_well(install: Install, capsys: Printed) -> None:
    install("inn", bringing(folder("inn")))

    assert run([*PLAY, "--strict"]) == 0
    assert "left out" not in capsys.readouterr().err


def test_of_two_installed_packs_with_one_title_the_other_goes_on(install: Install, capsys: Printed) -> None:
    """A plugin's name decides, and not the order in which they are found."""
    install("two", bringing(folder("two", CARD.format(title="Inn"))))
    install("one", bringing(folder("one", CARD.format(title="Inn"))))

    states = {name: one["state"] for name, one in listed(capsys).items()}
    assert (states["one"], states["two"]) == ("ready", "left out")


@pytest.mark.parametrize("order", [["alike", "good"], ["good", "zzz"], ["good", "two"]])
def test_a_pack_is_kept_by_the_plugin_of_its_name(order: list[str], install: Install, capsys: Printed) -> None:
    """Whatever another plugin's manifest says; if none is called so, the earlier one keeps it."""
    for name in order:
        install(name, bringing(folder(name, manifest=MANIFEST.format(name="good"))))
    assert run(["show", "Hut of good"]) == 0
    other = next(name for name in order if name != "good")
    assert f"the pack of made_up_{other} in {Path(other).resolve()} is left out" in capsys.readouterr().err


def test_of_two_packs_that_are_not_called_like_their_plugins_the_earlier_is_kept(install: Install,
                                                                                 capsys: Printed) -> None:
    for name in ("two", "one"):
        install(name, bringing(folder(name, manifest=MANIFEST.format(name="good"))))
    assert run(["show", "Hut of one"]) == 0
    assert "the pack of made_up_two in" in capsys.readouterr().err


def test_no_plugin_takes_the_name_of_a_built_in_pack(install: Install, capsys: Printed) -> None:
    """Not even one that is called like it, while the built-in plugin is called otherwise."""
    install("barons41", bringing(folder("barons41", manifest=MANIFEST.format(name="barons41"))))
    assert run(["show", "Marketplace", "--ruleset", "barons41"]) == 0
    assert "is left out" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["a title that is taken", "a faulty card", "what it extends is left out"])
def test_nothing_of_a_pack_that_is_left_out_is_there(kind: str, install: Install, capsys: Printed) -> None:
    text = "nonsense\n" if kind == "a faulty card" else CARD.format(title="Mill")
    if kind == "what it extends is left out":
        install("worse", bringing(folder("worse", text)))
        text = ""
    bad = folder("bad", text, manifest=MANIFEST.format(name="bad").replace('"barons"', '"worse"') if not text else "")
    (bad / "bad_rules.barons").write_text('ruleset "Bad":\n    includes barons\n', "utf-8")
    (bad / "more.barons").write_text(CARD.format(title="Bad Tower"), "utf-8")
    (bad / "bad.scenario").write_text('scenario "zzzbad":\n    turn of P1\n    expect turn of P2\n', "utf-8")
    install("bad", bringing(bad))

    for command in (["rulesets"], ["show"], ["show", "Mill"], ["rulesets", "nothing"], ["test", "-k", "zzzbad"]):
        run(command)
        said = capsys.readouterr()
        lines = [line for line in said.err.splitlines() if "is left out" not in line]
        assert "bad" not in said.out.casefold().replace(" badly", "") and "error[" not in "".join(lines)
        assert "bad_rules" not in "".join(lines)
        assert "the pack of made_up_bad in" in said.err


def test_a_folder_that_extends_what_is_left_out_is_told(install: Install, capsys: Printed) -> None:
    install("bad", bringing(folder("bad", "nonsense\n")))
    folder("house", manifest=MANIFEST.format(name="house").replace('"barons"', '"bad"'))

    assert run([*PLAY, "--pack", "house"]) == 1
    assert "there is no pack 'bad'" in capsys.readouterr().err
    assert listed(capsys, "--pack", "house")["house"]["state"] == "left out"


def test_a_broken_pack_is_named_by_what_brings_it(install: Install, capsys: Printed) -> None:
    install("inn", bringing(Path("nowhere/gone")))

    assert run(["packs"]) == 1
    said = capsys.readouterr()
    assert "inn, left out: " in said.out and "    from made_up_inn: nowhere/gone" in said.out
    assert "the pack of made_up_inn in nowhere/gone is left out" in said.err


def test_a_broken_folder_that_was_asked_for_is_told_and_nothing_is_played(install: Install, capsys: Printed) -> None:
    folder("house", "nonsense\n")

    assert run(["packs", "--pack", "house"]) == 1
    assert run([*PLAY, "--pack", "house"]) == 1
    assert run([*PLAY]) == 0


HOOK = "from barons_core import hookimpl\n\n\n@hookimpl\ndef {}:\n    {}\n"
BROKEN_PYTHON = [
    ("1 / 0\n", "1:1"),
    ("import no_such_module\n", "1:1"),
    ("raise SystemExit(3)\n", "1:1"),
    ("import pytest; pytest.skip('no')\n", "1:1"),
    ("from asyncio import CancelledError\n\nraise CancelledError\n", "3:1"),
    ("import sys\n\ndel sys.modules[__name__]\nraise GeneratorExit\n", "4:1"),
    ("x = 1\n\n\ndef (\n", "4:1"),
    ("def late():\n    1 / 0\n\n\nlate()\n", "2:5"),
    (HOOK.format("barons_wrods()", "..."), "5:1"),
    (HOOK.format("barons_words(game)", "..."), "5:1"),
    (HOOK.format("barons_words()", "return 3"), "5:1"),
    *((HOOK.format(f"{hook}()", "raise SystemExit(3)"), "6:5") for hook in plugins.GATHERED),
]


@pytest.mark.parametrize(("text", "place"), BROKEN_PYTHON)
def test_broken_python_of_a_folder_stops_with_its_place(text: str, place: str, install: Install,
                                                        capsys: Printed) -> None:
    (folder("house") / "__init__.py").write_text(text, "utf-8")

    assert run([*PLAY, "--pack", "house"]) == 0
    assert run(["check", "house"]) == 0
    for command in (PLAY, [*PLAY, "--strict"], ["check"], ["packs"]):
        assert run([*command, "--pack", "house", "--allow-python"]) == 1
        said = capsys.readouterr()
        assert f"house/__init__.py:{place}: error[BC099]" in said.err + said.out
        assert "Traceback" not in said.err and "is left out" not in said.err
    assert run(["check", "house", "--allow-python"]) == 1
    listing = listed(capsys, "--pack", "house", "--allow-python")
    assert listing["house"]["state"] == "left out" and listing["barons"]["state"] == "ready"


def test_a_broken_pack_is_listed_once(install: Install, capsys: Printed) -> None:
    (folder("house") / "__init__.py").write_text("1 / 0\n", "utf-8")

    assert run(["packs", "--pack", "house", "--allow-python", "--format", "json"]) == 1
    assert [one["name"] for one in json.loads(capsys.readouterr().out)].count("house") == 1


def test_where_a_pack_lacks_its_python_the_reason_is_told(install: Install, capsys: Printed) -> None:
    (folder("house", CARD.format(title="Hut") + "    activate:\n        brew\n") / "__init__.py").touch()

    assert run([*PLAY, "--pack", "house"]) == 1
    assert "the pack house is read as text alone: --allow-python loads its Python" in capsys.readouterr().err


def test_a_game_that_a_pack_stops_is_counted_and_the_others_go_on(install: Install, capsys: Printed,
                                                                  tmp_path: Path) -> None:
    """With its record kept, the pack named, and exit code 1."""
    (folder("house") / "__init__.py").write_text(
        "from barons_core import hookimpl\n\n\n@hookimpl\ndef barons_on_attack(event):\n    1 / 0\n", "utf-8")

    code = run(["simulate", "barons", "--games", "8", "--turns", "12", "--bots", "random", "--record", "kept", "--pack",
                "house", "--allow-python", "--format", "json"])

    result = json.loads(capsys.readouterr().out)
    assert code == 1 and result["games"] == 8 and 0 < result["faulted"] < 8
    fault = result["faults"][0]
    assert "ZeroDivisionError: division by zero (in the pack house)" in fault["message"]
    assert "house/__init__.py:6" in fault["message"]
    assert "end stopped" in Path(fault["record"]).read_text("utf-8")
    assert run(["replay", fault["record"], "--pack", "house", "--allow-python"]) in (0, 1)
    assert "in the pack house" in capsys.readouterr().out


@pytest.mark.parametrize("where", ["a game", "a hook", "an import"])
def test_the_text_of_an_exception_is_cut(where: str, install: Install, capsys: Printed) -> None:
    """Wherever in a pack it comes up: what is printed stays a line that can be read."""
    raising = "raise ValueError('long ' * 3_000)"
    hook = "barons_packs()" if where == "a hook" else "barons_on_attack(event)"
    (folder("house") / "__init__.py").write_text(
        f"from barons_core import hookimpl\n\n\n{raising if where == 'an import' else ''}\n"
        f"@hookimpl\ndef {hook}:\n    {raising}\n", "utf-8")

    assert run(["simulate", "barons", "--games", "8", "--turns", "12", "--bots", "random", "--pack", "house",
                "--allow-python"]) == 1
    said = capsys.readouterr()
    told = [line for line in (said.out + said.err).splitlines() if "ValueError: long long" in line]
    assert told and all("..." in line for line in told)
    assert max(map(len, told)) < 600


# What is no `Exception`, as the line of a hook that raises it.
RAISED = {
    "SystemExit: 3": "raise SystemExit(3)",
    "Skipped: no": "import pytest; pytest.skip('no')",
    "CancelledError": "from asyncio import CancelledError; raise CancelledError",
    "GeneratorExit": "raise GeneratorExit",
    "Mute: (it has no text)": "raise type('Mute', (BaseException,), {'__str__': lambda self: exit(3)})",
}
HOUSE = ["--pack", "house", "--allow-python"]


@pytest.mark.parametrize("what", RAISED)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_whatever_class_a_pack_raises_its_game_has_a_fault(what: str, jobs: str, install: Install,
                                                          capsys: Printed) -> None:
    (folder("house") / "__init__.py").write_text(HOOK.format("barons_on_tax(event)", RAISED[what]), "utf-8")

    assert run(["simulate", "barons", "--games", "3", "--jobs", jobs, *HOUSE]) == 1
    said = capsys.readouterr()
    assert "games     3, finished 0, faulted 3" in said.out
    assert f"house/__init__.py:6: {what} (in the pack house)" in said.out
    assert said.err == "record barons-3p-seed0-game0.record\n"
    assert "end stopped" in Path("barons-3p-seed0-game0.record").read_text("utf-8")


@pytest.mark.parametrize("what", RAISED)
def test_whatever_class_a_pack_raises_play_keeps_the_record(what: str, install: Install, capsys: Printed) -> None:
    (folder("house") / "__init__.py").write_text(HOOK.format("barons_on_tax(event)", RAISED[what]), "utf-8")

    assert run(["play", "barons", "--players", "bot:light,bot:light", "--seed", "1", *HOUSE]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[1].endswith(f"house/__init__.py:6: {what} (in the pack house)")
    assert said[-1] == "record barons-2p-seed1.record"


@pytest.mark.parametrize("what", RAISED)
@pytest.mark.parametrize("hook", ["make", "choose"])
def test_whatever_class_a_bot_raises_is_its_failure(what: str, hook: str, install: Install, capsys: Printed) -> None:
    made = "raise_it(0)" if hook == "make" else "Bot()"
    (folder("house") / "__init__.py").write_text(
        f"from barons_core import hookimpl\n\n\ndef raise_it(*arguments):\n    {RAISED[what]}\n\n\n"
        "class Bot:\n    choose = raise_it\n\n\n"
        f"@hookimpl\ndef barons_bots():\n    return {{'odd': lambda seed: {made}}}\n", "utf-8")

    for seconds in ([], ["--seconds", "20"]):
        code = run(["simulate", "barons", "--games", "2", "--bots", "odd", *seconds, *HOUSE])
        said = capsys.readouterr()
        assert what in said.out + said.err and "Traceback" not in said.err
        assert code == {"make": 2, "choose": 1}[hook]
        assert hook == "make" or "faulted 2" in said.out


BOT = "import os\n\nclass Bot:\n    def choose(self, look, choice):\n        {}\n        return 0\n\n\n"


def odd_bot(line: str) -> None:
    """Write a pack with a bot that does something and then takes the first option."""
    text = BOT.format(line) + HOOK.format("barons_bots()", "return {'odd': lambda seed: Bot()}")
    (folder("house") / "__init__.py").write_text(text, "utf-8")


def test_a_bot_that_raises_is_told_with_its_line(install: Install, capsys: Printed) -> None:
    odd_bot("sorted(look().hand, key=lambda card: 1 / 0)")

    assert run(["simulate", "barons", "--games", "1", "--bots", "odd", *HOUSE]) == 1
    assert "raised ZeroDivisionError: division by zero (" in (said := capsys.readouterr().out)
    assert "house/__init__.py:5)" in said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_bot_prints_is_no_part_of_the_result(jobs: str, install: Install, capfd: Printed) -> None:
    odd_bot("print('let me see')")

    assert run(["simulate", "barons", "--games", "2", "--turns", "2", "--bots", "odd", "--jobs", jobs,
                "--format", "json", *HOUSE]) == 0
    said = capfd.readouterr()
    assert json.loads(said.out)["games"] == 2
    assert "let me see" in said.err


NOISY = """from barons_core import hookimpl

print("noise of an import")


class Bot:
    def __init__(self, seed):
        print("noise of a bot that is made")

    def choose(self, look, choice):
        print("noise of a bot that chooses")
        return 0


def words():
    print("noise of words")
    yield from ()


@hookimpl
def barons_words():
    return words()


@hookimpl
def barons_bots():
    print("noise of bots")
    return {"noisy": Bot}


@hookimpl
def barons_on_place(game, event):
    print("noise of a game")
"""
ASKED_FOR_DATA = [
    ["check", "house"], ["packs"], ["rulesets"], ["show", "Mill"], ["diff", "barons", "barons41"],
    ["replay", "game.record"], ["simulate", "barons", "--games", "2", "--turns", "4", "--bots", "noisy"],
    ["test", "a.scenario"],
]
PLAYED = ["play", "barons", "--players", "bot:noisy,Ann", "--seed", "1", "--script", "s.txt"]


def noisy(install: Install, text: str = NOISY) -> None:
    """Write a pack, a record of a game in which something is placed, a scenario and a script."""
    made = folder("house")
    game = Game(bc.ruleset("barons", packs=["house"]), 2, 1)
    while game.state.turn < 4:
        game.answer(game.choice.ids()[0] if game.choice else "")
    Path("game.record").write_text(bc.Record.of(game).text(), "utf-8")
    Path("a.scenario").write_text('scenario "it begins":\n    turn of P1\n    expect turn of P1\n', "utf-8")
    Path("s.txt").write_text("1\n" * 12, "utf-8")
    (made / "__init__.py").write_text(text, "utf-8")


@pytest.mark.parametrize("asked", ASKED_FOR_DATA, ids=lambda asked: asked[0])
def test_what_a_pack_prints_is_no_part_of_data(asked: list[str], install: Install, capfd: Printed) -> None:
    noisy(install)
    pack = [] if asked[0] == "check" else ["--pack", "house"]

    assert run([*asked, *pack, "--allow-python", "--format", "json"]) == 0
    said = capfd.readouterr()
    json.loads(said.out)
    assert "noise" not in said.out
    assert "noise of an import" in said.err
    assert ("noise of a game" in said.err) == (asked[0] in ("replay", "simulate"))


def test_what_a_pack_prints_is_no_part_of_a_game_that_is_shown(install: Install, capfd: Printed) -> None:
    noisy(install)
    replayed = ["replay", "game.record"]
    assert run([*PLAYED, *HOUSE]) == run([*replayed, *HOUSE]) == 0
    loud = capfd.readouterr()
    loading.allow_python(False)
    Path("house/__init__.py").write_text(NOISY.replace("print(", "str("), "utf-8")
    assert run([*PLAYED, *HOUSE]) == run([*replayed, *HOUSE]) == 0

    assert capfd.readouterr().out == loud.out
    noises = {line for line in loud.err.splitlines() if line.startswith("noise")}
    assert noises == {f"noise of {what}" for what in
                      ("an import", "words", "bots", "a bot that is made", "a bot that chooses", "a game")}


def test_a_person_is_asked_where_the_game_is_shown(install: Install, capfd: Printed,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    noisy(install)
    monkeypatch.setattr("builtins.input", lambda prompt: print(prompt) or "quit")
    monkeypatch.setattr("barons_core.cli.play._need_terminal", lambda seats, out: None)

    assert run([*PLAYED[:-2], *HOUSE]) == 0
    said = capfd.readouterr()
    assert "\n> \n" in said.out and "noise" not in said.out
    assert "noise of a bot that chooses" in said.err


def test_what_was_played_is_told_when_workers_die_again_and_again(install: Install, capsys: Printed) -> None:
    odd_bot("os._exit(9) if look().seat == 1 else None")

    assert run(["simulate", "barons", "--games", "3", "--turns", "2", "--bots", "odd", "--jobs", "2", *HOUSE]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("games     2, finished 0, faulted 0\n")
    assert "have died 3 times" in said.err


@pytest.mark.parametrize("seconds", ["inf", "nan", "1e30"])
def test_a_time_limit_is_a_time(seconds: str, capsys: Printed) -> None:
    assert run(["simulate", "barons", "--games", "1", "--seconds", seconds]) == 2
    assert "seconds are more than 0 and at most" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["light", "random", "a,b", "", " a"])
def test_a_bot_of_a_folder_with_a_name_that_cannot_be_given_is_told(name: str, install: Install,
                                                                    capsys: Printed) -> None:
    (folder("house") / "__init__.py").write_text(HOOK.format("barons_bots()", f"return {{{name!r}: print}}"), "utf-8")

    assert run(["simulate", "barons", "--games", "1", *HOUSE]) == 1
    told = "the bot" if name in ("light", "random") else "barons_bots failed"
    assert f"error[BC099]: {told}" in capsys.readouterr().err


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "BdbQuit"])
@pytest.mark.parametrize("where", ["at import", "in a hook", "in a game", "in a bot", "in a bot with a time limit"])
def test_an_interrupt_stops_everything_wherever_it_comes(raised: str, where: str, install: Install,
                                                         capsys: Printed) -> None:
    line = f"from bdb import BdbQuit; raise {raised}"
    text = {
        "at import": f"{line}\n",
        "in a hook": HOOK.format("barons_words()", line),
        "in a game": HOOK.format("barons_on_tax(event)", line),
    }.get(where, f"class Bot:\n    def choose(self, look, choice):\n        {line}\n\n\n"
                 + HOOK.format("barons_bots()", "return {'odd': lambda seed: Bot()}"))
    (folder("house") / "__init__.py").write_text(text, "utf-8")
    bots = ["--bots", "odd"] * ("bot" in where) + ["--seconds", "20"] * ("limit" in where)

    assert run(["simulate", "barons", "--games", "2", *bots, *HOUSE]) == 130
    said = capsys.readouterr()
    assert said.err.splitlines()[-1] == "stopped" and "fault" not in said.err


def test_a_scenario_names_the_pack_that_stops_its_game(install: Install, capfd: Printed) -> None:
    house = folder("house")
    (house / "__init__.py").write_text(HOOK.format("barons_on_draw(event)", "raise ValueError('boom')"), "utf-8")
    (house / "draw.scenario").write_text(
        'scenario "somebody taxes":\n    players P1, P2\n    P1 barony:\n        | land green | Castle\n'
        "    turn of P1, tax\n    P1: tax (-1,0) as green\n    expect P1 holds 1 green\n", "utf-8")

    assert run(["test", "house", *HOUSE]) == 1
    assert "SC108]: the game has stopped: ValueError: boom (in the pack house)" in capfd.readouterr().out


def test_workers_may_what_the_command_may(install: Install, capsys: Printed) -> None:
    (folder("house") / "__init__.py").write_text(
        "from barons_core import hookimpl\n\n\n@hookimpl\ndef barons_on_draw(event):\n    1 / 0\n", "utf-8")

    assert run([*PLAY, "--jobs", "2", "--pack", "house", "--allow-python"]) == 1
    assert run([*PLAY, "--jobs", "2", "--pack", "house"]) == 0


@pytest.mark.parametrize("kind", ["nothing", "a file", "no manifest", "an unknown pack"])
@pytest.mark.parametrize("given", ["hut", "more/hut", "more/../hut", "whole"])
def test_a_pack_that_is_none_is_told_by_its_path_as_it_was_given(kind: str, given: str, capsys: Printed, tmp_path: Path,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hut" if given == "whole" else Path(given)
    Path("more").mkdir()
    if kind == "a file":
        path.write_text("")
    elif kind != "nothing":
        path.mkdir()
    if kind == "an unknown pack":
        (path / "pack.toml").write_text(MANIFEST.format(name="hut").replace('["barons"]', '["brons"]'), "utf-8")

    told = []
    for command in (["packs"], ["simulate", "barons", "--games", "1"], ["show", "Mill"], ["rulesets"], ["check"]):
        assert run([*command, "--pack", str(path)]) in (1, 2)
        said = capsys.readouterr()
        text = said.out + said.err if command == ["check"] else said.err
        told.append(text[text.index(f"{path}"):].split("\n\n")[0])
        assert given == "whole" or str(tmp_path / "hut") not in text
    assert len(set(told)) == 1 and told[0].startswith(str(path))
