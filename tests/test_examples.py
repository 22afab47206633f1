"""Each folder in examples/ passes its own check and tests as its README says."""

import tomllib
from pathlib import Path

import pytest

from barons_core.cli.guard import run
from tests.citations import ROOT

EXAMPLES = sorted(path.parent.name for path in ROOT.glob("examples/*/pack.toml"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_passes_its_check_and_its_tests(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    folder = str(ROOT / "examples" / name)

    assert run(["check", folder, "--allow-python"]) == 0, capfd.readouterr().out
    assert run(["test", folder, "--allow-python"]) == 0, capfd.readouterr().out


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_a_readme_and_is_listed(name: str) -> None:
    listed = (ROOT / "examples/README.md").read_text("utf-8")

    assert f"`{name}/`" in listed
    assert (ROOT / "examples" / name / "README.md").exists() or name == "watchtower"


def test_the_word_of_the_example_is_unknown_without_its_python(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(ROOT / "examples/remote_lands")]) == 1
    said = capfd.readouterr()
    assert "the word 'remote' is not known here" in said.out
    assert "--allow-python loads its Python" in said.err


def test_there_is_an_example_of_each_sort() -> None:
    with_python = [name for name in EXAMPLES if (ROOT / "examples" / name / "__init__.py").exists()]

    assert with_python and set(EXAMPLES) - set(with_python)
    assert Path(ROOT / "examples" / with_python[0] / "pyproject.toml").exists()


def test_what_installing_an_example_leaves_behind_is_ignored() -> None:
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    projects = [tomllib.loads(path.read_text("utf-8")) for path in ROOT.glob("examples/*/pyproject.toml")]
    built = {project["tool"]["distutils"]["build"]["build-base"] for project in projects}

    assert built
    assert {f"{folder}/" for folder in built} | {"*.egg-info/"} <= set(ignored)
