"""What `simulate` keeps, however many games: the memory after many games against that after some."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import Row

SOME, MANY = 1_000, 20_000
# Long games would take long, and leave no more behind: what is kept is kept of each game.
PROGRAM = """
import resource, sys
from barons_core import simulate
some, many = map(int, sys.argv[1:])

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20

simulate("barons", players=2, games=some, bots=["random"], turns=20)
before = used()
simulate("barons", players=2, games=many - some, seed=1, bots=["random"], turns=20)
print(used() - before)
"""


def rows(some: int = SOME, many: int = MANY) -> Iterator[Row]:
    """Yield the row."""
    numbers = [str(some), str(many)]
    found = subprocess.run([sys.executable, "-c", PROGRAM, *numbers], check=True, capture_output=True, text=True)
    yield Row(f"{many} games of simulate", f"after {some}, plus", float(found.stdout), "MB", 10, 1)
