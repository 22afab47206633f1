"""What `simulate` keeps, however many games: the memory after many games against that after some.

The issue asks for 20,000 games against 1,000, which takes long: BENCH_GAMES=1000,20000 does so, else it is a share.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import Row

SHARE = "100,1000"
PROGRAM = """
import resource, sys
from barons_core import simulate
some, many = map(int, sys.argv[1].split(","))

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20

simulate("barons", players=2, games=some, turns=60)
before = used()
simulate("barons", players=2, games=many - some, seed=1, turns=60)
print(used() - before)
"""


def rows() -> Iterator[Row]:
    """Yield the row."""
    games = os.environ.get("BENCH_GAMES", SHARE)
    found = subprocess.run([sys.executable, "-c", PROGRAM, games], check=True, capture_output=True, text=True)
    some, many = games.split(",")
    yield Row(f"{many} games of simulate", f"after {some}, plus", float(found.stdout), "MB", 10, 1)
