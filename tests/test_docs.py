"""Every block and command of the documents is run: cards are checked, scenarios played, commands compared."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.words import Vocabulary
from barons_core.plugins import words

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
# What a block may be; plain text shows a form or a file tree, toml is written to a file.
LANGUAGES = {"barons", "scenario", "console", "python", "toml", "text", ""}
FENCE = re.compile(r"^( *)```(\w*)(?: file=(\S+))?\n(.*?)^\1```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """One fenced block of a document."""

    document: Path
    line: int
    language: str
    file: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.document.name}:{self.line}"


def blocks() -> Iterator[Block]:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            indent = len(match[1])
            body = "".join(line[indent:] if line.strip() else "\n" for line in match[4].splitlines(keepends=True))
            yield Block(document, text[: match.start()].count("\n") + 1, match[2], match[3] or "", body)


BLOCKS = list(blocks())


def named(language: str) -> list[pytest.param]:  # type: ignore[valid-type]
    return [pytest.param(block, id=block.name) for block in BLOCKS if block.language == language]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def write_files(document: Path, folder: Path) -> None:
    """Write all blocks of a document that name a file."""
    for block in BLOCKS:
        if block.document == document and block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize("block", named("barons"))
def test_the_cards_of_the_documents_are_sound(block: Block) -> None:
    checked = check_declarations([SourceFile(block.name, block.text)], Vocabulary.of(*words()))
    broken = block.file.startswith("broken")

    assert bool(checked.reports) == broken, checked.reports


@pytest.mark.parametrize("block", named("scenario"))
def test_the_scenarios_of_the_documents_pass(block: Block, folder: Path) -> None:
    write_files(block.document, folder)
    target = Path(block.file).parent if block.file else Path("scenarios")
    if not block.file:
        target.mkdir()
        (target / "block.scenario").write_text(block.text, encoding="utf-8")
    packs = [option for pack in sorted(folder.glob("*/pack.toml")) for option in ("--pack", str(pack.parent))]
    result = barons("test", str(target), *packs)

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("block", named("console"))
def test_the_commands_of_the_documents_say_what_is_written(block: Block, folder: Path) -> None:
    write_files(block.document, folder)
    for command, expected in commands(block.text):
        result = barons(*shlex.split(command)[1:])

        assert result.returncode in (0, 1), result.stderr
        for line in expected:
            assert line in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize("document", sorted({block.document for block in BLOCKS if block.language == "python"}))
def test_the_python_of_the_documents_does_what_is_written(document: Path, folder: Path) -> None:
    write_files(document, folder)
    session = [doctest.Example(each.source, each.want, each.exc_msg, block.line + each.lineno)
               for block in BLOCKS if block.document == document and block.language == "python" and not block.file
               for each in doctest.DocTestParser().get_examples(block.text)]
    test = doctest.DocTest(session, {}, document.name, str(document), 0, None)
    out: list[str] = []
    flags = doctest.ELLIPSIS

    assert session
    assert doctest.DocTestRunner(optionflags=flags).run(test, out=out.append).failed == 0, "".join(out)


def test_every_block_is_of_a_sort_that_is_run() -> None:
    assert {block.language for block in BLOCKS} <= LANGUAGES


def barons(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "barons_core", *arguments], capture_output=True, text=True, timeout=120
    )


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a console block with the lines that it prints."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *lines = part.splitlines()
        yield command, [line for line in lines if line.strip() and line.strip() != "..."]


def test_the_documents_have_blocks_of_each_sort() -> None:
    assert {"barons", "scenario", "console"} <= {block.language for block in BLOCKS}


@pytest.mark.parametrize(("page", "command"), [("vocabulary", "words"), ("codes", "explain")])
def test_the_pages_that_are_made_are_up_to_date(page: str, command: str) -> None:
    made = barons(command, "--format", "markdown").stdout

    assert (ROOT / f"docs/{page}.md").read_text(encoding="utf-8") == made, "make docs"


@pytest.mark.parametrize("document", DOCUMENTS, ids=[document.name for document in DOCUMENTS])
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target
