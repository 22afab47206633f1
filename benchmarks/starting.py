"""From the start of Python to the first choice, with 50 distributions installed, against bare Python."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Row

FIRST = """
from barons_core.engine.game import Game
from barons_core.loading import content
Game(content("barons"), 2, 1).choice
"""
ROUNDS = 9


def rows() -> Iterator[Row]:
    """Yield the row."""
    with TemporaryDirectory() as folder:
        _distributions(Path(folder), 50)
        _start(FIRST, folder)
        taken = [(_start(FIRST, folder), _start("pass", folder)) for _ in range(ROUNDS)]
    ours, bare = (median(column) for column in zip(*taken, strict=True))
    note = f"({ours * 1000:.0f} and {bare * 1000:.0f} ms)"
    yield Row("start to first choice", "bare python, plus", (ours - bare) * 1000, "ms", 300, 150, note=note)


def _start(program: str, folder: str) -> float:
    paths = os.pathsep.join([folder, str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    # Installed packages are compiled to bytecode once; so are ours here.
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": ""}
    began = _children()
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    return _children() - began


def _children() -> float:
    """Return the processor time of all child processes so far: what else the machine does is left out."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _distributions(folder: Path, number: int) -> None:
    """Make as many installed distributions, each with an entry point of its own."""
    for n in range(number):
        info = folder / f"dummy{n}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: dummy{n}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[console_scripts]\ndummy{n} = dummy{n}:main\n")
