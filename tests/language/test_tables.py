"""The tables of the card language are those of its grammar."""

import os
import subprocess
import sys

import pytest

from barons_core.language import tables
from barons_core.language.check import SourceFile
from barons_core.language.parse import parse
from barons_core.loading import library
from tests.citations import ROOT


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_tables_are_up_to_date_and_made_alike_each_time(seed: str) -> None:
    made = subprocess.run([sys.executable, "-m", "barons_core.language.tables"], check=True, capture_output=True,
                          env={**os.environ, "PYTHONHASHSEED": seed}, text=True, encoding="utf-8")  # fmt: skip

    assert made.stdout == (ROOT / "grammar" / "cards.json").read_text(encoding="utf-8"), "run `make docs`"


FAULTY = 'building "Mill" in red x5:\n    cost 1 red\n    when you tax:\n        draw (1 yellow\n    else\n'


@pytest.fixture
def texts() -> list[SourceFile]:
    return [SourceFile(name, text) for name, text in library().sources.items()] + [SourceFile("faulty", FAULTY)]


@pytest.mark.parametrize("of", ["lark 0.0.0", "another grammar"])
def test_without_fitting_tables_the_grammar_is_read(
    monkeypatch: pytest.MonkeyPatch, texts: list[SourceFile], of: str
) -> None:
    with_tables = [parse(text.text, text.name) for text in texts]
    made = []
    monkeypatch.setattr(tables, "_mark", lambda grammar: of)
    monkeypatch.setattr(tables, "made", lambda grammar, make=tables.made: made.append(grammar) or make(grammar))
    tables.parser.cache_clear()
    try:
        without = [parse(text.text, text.name) for text in texts]
    finally:
        tables.parser.cache_clear()

    assert with_tables == without
    assert len(made) == 1


def test_with_fitting_tables_the_grammar_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "made", lambda grammar: pytest.fail("the grammar is read"))
    tables.parser.cache_clear()

    assert tables.parser().parse('land "Plain" in red x1\n').data == "bare"
