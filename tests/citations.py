"""Tell which ids of the rulings ledger the tests cite.

`python -m tests.citations` prints the number; with `--update-later` it first takes the cited ids out of
rulings_later.txt.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEDGER = "docs/rulings/*.md"
TESTS = ("tests", "barons_cards", "examples")
EXEMPT = "tests/rulings_exempt.txt"
LATER = "tests/rulings_later.txt"

SECTIONS = {"## Rulings", "## Open points"}
ROW = re.compile(r"\| ([A-Z0-9]+(?:-[A-Z0-9]+)*-\d+) \|")
RULING_LINE = re.compile(r"^[ \t]+ruling[ \t]+([^#\n]+)", re.MULTILINE)

Citations = dict[str, list[str]]
"""The places that cite each id, as `file:line`."""


def ledger_ids(root: Path) -> set[str]:
    """Return the ids of all rulings and open points."""
    return {found for path in root.glob(LEDGER) for found in _rows(path.read_text(encoding="utf-8"))}


def citations(root: Path) -> Citations:
    """Return every cited id with the places that cite it."""
    places: Citations = {}
    for path in _files(root, "*.scenario"):
        _add(places, path.relative_to(root), scenario_citations(path.read_text(encoding="utf-8")))
    for path in _files(root, "test_*.py"):
        _add(places, path.relative_to(root), module_citations(path.read_text(encoding="utf-8")))
    return places


def scenario_citations(text: str) -> Iterator[tuple[str, int]]:
    """Yield the ids on the `ruling` lines of a scenario file, each with its line."""
    for match in RULING_LINE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield from ((part.strip(), line) for part in match[1].split(","))


def module_citations(text: str) -> Iterator[tuple[str, int]]:
    """Yield the ids in the `pytest.mark.ruling` calls of a module, each with its line."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Attribute(attr="ruling", value=ast.Attribute(attr="mark"))):
                yield from ((ast.literal_eval(argument), node.lineno) for argument in node.args)


def entries(path: Path) -> dict[str, str]:
    """Return the entries of a list of ids, one `id, reason` a line, as a dictionary."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(",") for line in lines if line.strip() and not line.startswith("#"))
    return {name.strip(): reason.strip() for name, _, reason in pairs}


def covered(pattern: str, ids: Iterable[str]) -> set[str]:
    """Return the ids that an entry stands for: itself, or all with its prefix if it ends in `*`."""
    if pattern.endswith("*"):
        return {name for name in ids if name.startswith(pattern[:-1])}
    return {pattern}


def shrunk(later: dict[str, str], known: set[str], cited: set[str]) -> dict[str, str]:
    """Return the later list without the cited ids; a prefix that one of them had is spelled out."""
    smaller: dict[str, str] = {}
    for pattern, reason in later.items():
        ids = covered(pattern, known)
        kept = {pattern} if not ids & cited else ids - cited
        smaller |= dict.fromkeys(sorted(kept), reason)
    return smaller


def update_later(root: Path) -> None:
    """Rewrite the later list without the ids that are cited by now, keeping its opening comment."""
    path = root / LATER
    comment = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    kept = shrunk(entries(path), ledger_ids(root), set(citations(root)))
    lines = [*comment, *(f"{name}, {reason}" for name, reason in kept.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Print how many ids are cited."""
    if arguments not in ([], ["--update-later"]):
        sys.exit("usage: python -m tests.citations [--update-later]")
    if arguments:
        update_later(ROOT)
    known = ledger_ids(ROOT)
    print(f"ledger ids cited: {len(known & set(citations(ROOT)))} of {len(known)}")


def _rows(text: str) -> Iterator[str]:
    """Yield the ids of the tables that hold rulings or open points."""
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line.strip()
        if section in SECTIONS and (row := ROW.match(line)):
            yield row[1]


def _files(root: Path, pattern: str) -> Iterator[Path]:
    """Yield the files with tests in them, in a stable order."""
    return (path for folder in TESTS for path in sorted((root / folder).rglob(pattern)))


def _add(places: Citations, file: Path, found: Iterable[tuple[str, int]]) -> None:
    """Note the citations of one file."""
    for name, line in found:
        places.setdefault(name, []).append(f"{file.as_posix()}:{line}")


if __name__ == "__main__":
    main(sys.argv[1:])
