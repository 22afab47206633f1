"""`barons new pack`: a folder that passes its own check and tests as it is, or nothing at all."""

from __future__ import annotations

import json
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from barons_core import loading, new_packs, plugins
from barons_core.cli.guard import run
from tests.citations import ROOT

Printed = pytest.CaptureFixture[str]
Factory = pytest.TempPathFactory


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    loading.forget()


NAMES = ["my_pack", "x", "a2_b", "red", "p1", "inns_and_taverns_of_the_old_road_westward"[:40]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("python", [[], ["--allow-python"]], ids=["text", "python"])
def test_a_new_pack_passes_its_check_and_its_tests(name: str, python: list[str], capfd: Printed) -> None:
    assert run(["new", "pack", name]) == 0
    made = capfd.readouterr().out.split()
    assert made == sorted(str(path) for path in Path(name).iterdir())

    assert run(["check", name, "--strict", *python]) == 0
    assert run(["test", name, *python]) == 0
    said = capfd.readouterr()
    assert "1 passed" in said.out and "left out" not in said.err
    assert run(["simulate", name, "--games", "1", "--turns", "5", "--pack", name, *python]) == 0
    plugins.manager.cache_clear()


def test_what_installing_and_testing_leave_over_is_ignored() -> None:
    run(["new", "pack", "inn"])
    build = tomllib.loads(Path("inn/pyproject.toml").read_text("utf-8"))["tool"]["distutils"]["build"]["build-base"]

    ignored = Path("inn/.gitignore").read_text("utf-8").splitlines()
    for left in (build, "barons_inn.egg-info", "__pycache__", ".pytest_cache"):
        assert any(fnmatch(f"{left}/", pattern) for pattern in ignored), left
    assert not any(fnmatch(path.name, pattern) for path in Path("inn").iterdir() for pattern in ignored)


def test_it_can_be_made_elsewhere_and_told_to_programs(capsys: Printed) -> None:
    Path("packs").mkdir()

    assert run(["new", "pack", "inn", "--at", "packs", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pack"] == "packs/inn" and "pack.toml" in told["files"]
    assert Path("packs/inn/pack.toml").exists()


@pytest.mark.parametrize(("arguments", "says"), [
    (["My Pack"], "is no name of a pack"),
    (["../inn"], "is no name of a pack"),
    (["x" * 41], "40 of them at most"),
    (["json"], "a name of Python"),
    (["class"], "a name of Python"),
    (["barons_core"], "a name of Python or of barons itself"),
    *(([name], "a name of another module") for name in
      ("pluggy", "click", "rich", "rich_click", "lark", "pytest", "syrupy", "hypothesis", "setuptools", "pip",
       "regex")),
    *(([name], "that Python imports at every start") for name in ("sitecustomize", "usercustomize")),
    *(([name], "a device on Windows") for name in ("con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9")),
    *(([name], "a name of tests") for name in ("test", "tests", "conftest")),
    (["lies_there"], "a name of another module"),
    (["empty_package"], "a name of another module"),
    (["barons"], "there is another pack or ruleset 'barons'"),
    (["there"], "There is a folder there already"),
    (["inn", "--at", "file"], "file"),
    ([], "Missing argument"),
])
def test_a_name_or_place_that_will_not_do_is_told_and_nothing_is_written(
    arguments: list[str], says: str, capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: Factory
) -> None:
    Path("there").mkdir()
    Path("file").touch()
    installed = tmp_path_factory.mktemp("installed")
    (installed / "lies_there.py").write_text("raise SystemExit('it was imported')\n", "utf-8")
    (installed / "empty_package").mkdir()
    monkeypatch.syspath_prepend(installed)
    before = sorted(Path().rglob("*"))

    assert run(["new", "pack", *arguments]) == 2
    assert says in capsys.readouterr().err
    assert [path for path in sorted(Path().rglob("*")) if path not in before] == []


def test_what_lies_in_the_working_folder_is_no_module_in_the_way(monkeypatch: pytest.MonkeyPatch,
                                                                capsys: Printed) -> None:
    """However the command is called: `python -m` puts that folder on the path."""
    Path("inn").mkdir()
    for place in ("", str(Path.cwd())):
        monkeypatch.syspath_prepend(place)

    assert run(["new", "pack", "inn"]) == 2
    assert "There is a folder inn already" in capsys.readouterr().err
    assert run(["new", "pack", "inn", "--at", "packs"]) == 0


def test_a_name_in_the_way_of_what_barons_needs_is_refused_where_it_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """Also what is used by that alone, if it is there: it would be taken for what it is not."""
    needed = {"barons": ["made-up>=1.0; python_version < '4'", "another[x] ==2"], "another": ['far; extra == "far"']}
    monkeypatch.setattr(new_packs, "requires", needed.get)

    for name in ("made_up", "another", "far"):
        assert run(["new", "pack", name]) == 2
        assert "a name of another module" in capsys.readouterr().err
    assert run(["new", "pack", "made"]) == 0


HOW_TO_INSTALL = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").rglob("*.md")),
                  *sorted((ROOT / "examples").rglob("*.toml")), ROOT / "README.md"]  # fmt: skip


def test_what_builds_a_pack_is_named_wherever_it_is_said_how_to_install_one() -> None:
    """Without isolation pip builds with what is there, and a new environment has no wheel."""
    assert run(["new", "pack", "made"]) == 0
    texts = {path: path.read_text(encoding="utf-8") for path in (*HOW_TO_INSTALL, *Path("made").rglob("*.*"))}
    told = {path: text for path, text in texts.items() if "--no-build-isolation" in text}

    assert {path.name for path in told} == {"packs.md", "speed.md", "README.md", "pyproject.toml"}
    assert {Path("made/README.md"), Path("made/pyproject.toml")} <= set(told)
    for path, text in told.items():
        assert "pip install setuptools wheel" in text.partition("--no-build-isolation")[0], path
