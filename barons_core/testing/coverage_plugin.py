"""Let coverage.py count lines of card files: compiled cards carry name and lines of their file.

Switch it on with `plugins = ["barons_core.testing.coverage_plugin"]`.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from coverage import CoveragePlugin, FileReporter, FileTracer

if TYPE_CHECKING:
    from coverage.plugin_support import Plugins
    from coverage.types import TLineNo

SUFFIX = ".barons"
# What a function does before its first line; nobody has written it.
_PROLOGUE = {"RESUME", "RETURN_GENERATOR", "POP_TOP", "MAKE_CELL", "COPY_FREE_VARS"}


class CardPlugin(CoveragePlugin):
    """Tell coverage.py which files are card files."""

    def file_tracer(self, filename: str) -> FileTracer | None:
        return CardTracer(filename) if filename.endswith(SUFFIX) else None

    def file_reporter(self, filename: str) -> FileReporter:
        return CardReporter(filename)

    def find_executable_files(self, src_dir: str) -> Iterable[str]:
        return map(str, sorted(Path(src_dir).rglob(f"*{SUFFIX}")))


class CardTracer(FileTracer):
    """Trace the code of one card file under the name of that file."""

    def __init__(self, filename: str) -> None:
        self.filename = filename

    def source_filename(self) -> str:
        return self.filename


class CardReporter(FileReporter):
    """Tell which lines of a card file can be carried out: those that the compiler has made code of."""

    def lines(self) -> set[TLineNo]:
        found = (code_of(value) for value in _definitions(Path(self.filename)))
        return {line for codes in found for code in codes for line in code_lines(code)}


def code_of(value: Any) -> Iterator[CodeType]:
    """Yield the code of all functions within a compiled card."""
    if isinstance(value, FunctionType):
        yield value.__code__
    elif isinstance(value, tuple):
        for each in value:
            yield from code_of(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from code_of(getattr(value, field.name))


def code_lines(code: CodeType) -> set[int]:
    """Return the lines that the code of a function, and of those within it, carries out."""
    steps = (step for step in dis.get_instructions(code) if step.opname not in _PROLOGUE)
    lines = {step.positions.lineno for step in steps if step.positions and step.positions.lineno}
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return lines.union(*map(code_lines, inner))


def _definitions(path: Path) -> Iterator[Any]:
    """Yield the compiled cards of one file, of an installed pack or of one that lies in a folder."""
    from barons_core.language.compile import compile_card
    from barons_core.loading import library
    from barons_core.manifests import MANIFEST

    books = library([folder for folder in path.resolve().parents if (folder / MANIFEST).is_file()][:1])
    for card in books.checked.cards:
        if Path(card.file).resolve() == path.resolve():
            yield compile_card(card, books.vocabulary, books.pack_of(card.file))


def coverage_init(reg: Plugins, options: Any) -> None:
    """Register the plugin with coverage.py."""
    reg.add_file_tracer(CardPlugin())
