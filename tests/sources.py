"""Read the project's own sources, for the tests that look at them."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.citations import ROOT

PYTHON = sorted(path for top in ("barons_core", "barons_cards") for path in (ROOT / top).rglob("*.py"))
CARDS = sorted((ROOT / "barons_cards").rglob("*.barons"))


def module_name(path: Path) -> str:
    """Return the dotted name of a module file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in PYTHON}


@cache
def read(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(read(path))


def place(path: Path, line: int) -> str:
    """Return `file:line` for a message."""
    return f"{path.relative_to(ROOT).as_posix()}:{line}"


def inside(module: str, parts: Iterable[str]) -> str:
    """Return the longest of the parts that holds the module, or ""."""
    return max((part for part in parts if f"{module}.".startswith(f"{part}.")), key=len, default="")
