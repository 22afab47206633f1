"""Both kinds of installation bring code, grammars and cards, from whatever folder they are used."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from tests.citations import ROOT

PACKAGES = {"barons_core": "barons_core", "barons_cards": "barons_cards", "barons_grammar": "grammar"}
DATA = {".barons", ".toml", ".scenario", ".lark", ".typed"}

PROBE = f"""
import json
from importlib import import_module
from importlib.metadata import distribution
from importlib.resources import files

def walk(folder, prefix=""):
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from walk(entry, prefix + entry.name + "/")
        elif any(entry.name.endswith(ending) for ending in {sorted(DATA)}):
            yield prefix + entry.name

names = {sorted(PACKAGES)}
print(json.dumps({{
    "home": {{name: list(import_module(name).__path__)[0] for name in names}},
    "data": {{name: sorted(walk(files(name))) for name in names}},
    "entries": sorted(f"{{e.group}}: {{e.name}} = {{e.value}}" for e in distribution("barons").entry_points),
}}))
"""


def run(*command: str | Path, folder: Path) -> str:
    """Run a command without network or inherited paths and return what it prints."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pip(*arguments: str | Path, folder: Path) -> None:
    """Run the pip of this environment."""
    run(sys.executable, "-m", "pip", *arguments, folder=folder)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a copy of the project's files, as a fresh clone would have them."""
    copy = tmp_path / "source"
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        copy.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    for folder in PACKAGES.values():
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """Return the interpreter of a fresh environment that sees the libraries of this one.

    A plain path in a .pth file brings the libraries, but not the .pth files (and so no editable install) of
    this environment.
    """
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "fresh", folder=tmp_path)
    paths = {"base": str(tmp_path / "fresh"), "platbase": str(tmp_path / "fresh")}
    libraries = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    (libraries / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", vars=paths)) / "python"


def install(python: Path, *what: str | Path, folder: Path) -> None:
    """Install the project, and nothing else, into a fresh environment."""
    options = ("--no-deps", "--no-build-isolation", "--ignore-installed")
    pip("--python", python, "install", *options, *what, folder=folder)


def probe(python: Path, folder: Path) -> dict[str, Any]:
    """Return what the installation offers when used from an unrelated folder."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    found: dict[str, Any] = json.loads(run(python, "-I", "-c", PROBE, folder=elsewhere))
    return found


def data_files(source: Path) -> dict[str, list[str]]:
    """Return the data files of each package in a copy of the project."""
    return {
        name: sorted(
            path.relative_to(source / folder).as_posix()
            for path in (source / folder).rglob("*")
            if path.suffix in DATA
        )
        for name, folder in PACKAGES.items()
    }


def homes(base: Path, folders: dict[str, str]) -> dict[str, str]:
    """Return where each package should be found."""
    return {name: str(base / folder) for name, folder in folders.items()}


ENTRIES = [
    "barons: barons = barons_cards",
    "console_scripts: barons = barons_core.cli:main",
    "pytest11: barons = barons_core.testing.pytest_plugin",
]


def test_a_wheel_brings_everything(source: Path, python: Path, tmp_path: Path) -> None:
    expected = data_files(source)
    wheels = tmp_path / "wheels"

    pip("wheel", "--no-deps", "--no-build-isolation", "-w", wheels, source, folder=tmp_path)
    install(python, *wheels.glob("*.whl"), folder=tmp_path)
    found = probe(python, tmp_path)

    libraries = python.parent.parent / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    assert found["data"] == expected
    assert found["home"] == homes(libraries, {name: name for name in PACKAGES})
    assert found["entries"] == ENTRIES


def test_an_editable_install_brings_everything(source: Path, python: Path, tmp_path: Path) -> None:
    install(python, "-e", source, folder=tmp_path)
    (source / "grammar" / "later.lark").touch()
    found = probe(python, tmp_path)

    assert found["data"] == data_files(source)
    assert found["home"] == homes(source, PACKAGES)
    assert found["entries"] == ENTRIES


def barons(python: Path, *arguments: str, folder: Path) -> str:
    """Run a command of an installation, from a folder in which nothing lies."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    return run(python, "-I", "-m", "barons_core", *arguments, folder=elsewhere)


def test_packs_of_strangers_are_installed_beside_it_and_played_with(source: Path, python: Path, tmp_path: Path) -> None:
    """An example that adds a word, and a new pack as it is made."""
    strangers, wheels = tmp_path / "strangers", tmp_path / "wheels"
    shutil.copytree(ROOT / "examples/remote_lands", strangers / "remote_lands",
                    ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "barons_core", "new", "pack", "my_pack", "--at", strangers, folder=ROOT)
    for folder in (source, strangers / "remote_lands", strangers / "my_pack"):
        pip("wheel", "--no-deps", "--no-build-isolation", "-w", wheels, folder, folder=tmp_path)
    install(python, *sorted(wheels.glob("*.whl")), folder=tmp_path)

    packs = {pack["name"]: pack for pack in json.loads(barons(python, "packs", "--format", "json", folder=tmp_path))}
    assert packs["remote_lands"]["from"] == "barons-remote-lands 1.0"
    assert {packs[name]["state"] for name in ("barons", "remote_lands", "my_pack")} == {"ready"}
    assert "Adjectives" in barons(python, "words", "remote", folder=tmp_path)
    assert "remote lands" in barons(python, "show", "Outrider Post", folder=tmp_path)
    for name in ("remote_lands", "my_pack"):
        played = barons(python, "simulate", name, "--games", "2", "--turns", "20", "--format", "json", folder=tmp_path)
        assert json.loads(played)["faulted"] == 0
        # The folder from which it was built is worked on without a clash with what is installed.
        assert "passed" in barons(python, "test", str(strangers / name), "--allow-python", folder=tmp_path)
        barons(python, "check", str(strangers / name), "--strict", folder=tmp_path)
    content = "import barons_core as bc; print(sorted(bc.ruleset('remote_lands').hashes))"
    assert "remote_lands" in run(python, "-I", "-c", content, folder=tmp_path)
