"""Measure everything and print the table; exit 1 if a row is worse than it may be, 2 for one that is not there.

`python -m benchmarks.run [ROW...]`, each row by the name of its module.
"""

from __future__ import annotations

import sys
from importlib import import_module

ROWS = ("reduced_game", "full_game", "compiled", "unheard", "copying", "checking", "starting", "memory")


def main(wanted: list[str]) -> int:
    """Print each row as soon as it is measured."""
    unknown = [name for name in wanted if name not in ROWS]
    if unknown:
        print(f"there is no row {unknown[0]!r}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    failed = 0
    for name in wanted or ROWS:
        for row in import_module(f"benchmarks.{name}").rows():
            print(row.line(), flush=True)
            failed += not row.passes
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
