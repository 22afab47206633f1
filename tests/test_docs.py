"""Every block of the documents is run or checked: cards, scenarios and Python, commands and what they print."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from barons_core.hookspecs import PROJECT
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.words import Vocabulary
from barons_core.plugins import words

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
# Pages that a command prints as a whole.
MADE = {"vocabulary": "words", "codes": "explain"}
# What a block may be. Those of the last two sorts are files that a command or a scenario of the page uses.
RUN = {"barons", "scenario", "console", "python", "sh"}
WRITTEN = {"toml", "text"}
FENCE = re.compile(r"^( *)```(\w*)(?: file=(\S+))?\n(.*?)^\1```$", re.M | re.S)
# Digests change with every card: all that is compared is that one stands there.
DIGEST = re.compile(r"\b(?:[0-9a-f]{16}|[0-9a-f]{8})\b|(?<=[@0-9a-f] )[0-9a-f]{4}\b")


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
            write(block, folder)


def write(block: Block, folder: Path) -> None:
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


PAGES = sorted({block.document for block in BLOCKS if block.language in ("console", "sh")})


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_commands_of_a_page_print_what_is_written(page: Path, folder: Path) -> None:
    """A page is one session, from top to bottom: files are written where they stand, commands run where they stand."""
    for block in BLOCKS:
        if block.document != page:
            continue
        if block.file:
            write(block, folder)
        elif block.language == "console":
            check_console(block, folder)
        elif block.language == "sh":
            check_shell(block, folder)


def check_console(block: Block, folder: Path) -> None:
    """Run the commands; the lines below each are printed in that order, and it ends with 1 if one tells an error."""
    for command, expected in commands(block.text):
        words = shlex.split(command)
        if words[0] == "cat":
            printed, code = (folder / words[1]).read_text("utf-8"), 0
        else:
            assert words[0] == "barons", command
            result = barons(*words[1:])
            printed, code = result.stdout + result.stderr, result.returncode
        fails = any(re.search(r": error\[BC\d+\]: ", line) for line in expected)
        rest = iter(map(lasting, printed.splitlines()))

        assert code == int(fails), f"{block.name}: {command} ends with {code}\n{printed}"
        for line in expected:
            assert lasting(line) in rest, f"{block.name}: {line!r} is not printed, or not there:\n{printed}"


def lasting(line: str) -> str:
    """Return a line with a sign for each digit of a digest, and without the time that a test run takes."""
    return DIGEST.sub(lambda match: "#" * len(match[0]), re.sub(r" in \d+\.\d+s$", "", line.rstrip()))


def check_shell(block: Block, folder: Path) -> None:
    """Check the commands that cannot be run here, for they need the network or hours: all that they name is there."""
    packages: set[str] = set()
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        while "=" in words[0]:
            assert f'"{words.pop(0).partition("=")[0]}"' in (ROOT / "setup.py").read_text("utf-8"), line
        match words:
            case ["make", target]:
                assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M), line
            case ["pip", "install", *options, what] if "/" in what or what == ".":
                check_install(options, ROOT if what == "." else folder / what, packages, line)
            case ["pip", "install", *names]:
                packages |= set(names)
            case _:
                pytest.fail(f"{block.name}: no rule says how to check {line!r}")


def check_install(options: list[str], project: Path, packages: set[str], line: str) -> None:
    """Check an installation from a folder, for which the lines above have brought what it is built with."""
    text = (project / "pyproject.toml").read_text("utf-8")
    needed = {re.split(r"[^\w-]", each)[0] for each in tomllib.loads(text)["build-system"]["requires"]}
    if "BARONS_COMPILE" in line:
        needed.add("mypy")
    known = subprocess.run([sys.executable, "-m", "pip", "install", "--help"], capture_output=True, text=True).stdout

    assert packages == needed, line
    assert all(re.search(rf"^ +(?:-\w, )?{option}\b", known, re.M) for option in options), line


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


def test_every_block_is_of_a_sort_that_is_run_or_used() -> None:
    loose = [block.name for block in BLOCKS if not covered(block)]

    assert not loose, "no rule says how these blocks are run or checked"


def covered(block: Block) -> bool:
    """Tell whether something runs a block, or uses the file that it is."""
    if block.document.stem in MADE:
        return True
    if block.language not in RUN | WRITTEN:
        return False
    if block.file:
        return used(block)
    entry_points = block.language == "toml" and set(tomllib.loads(block.text)["project"]["entry-points"])
    return block.language in RUN or entry_points == {PROJECT}


def used(block: Block) -> bool:
    """Tell whether a command of the page names the file or its folder, or a scenario of the page lies in that."""
    page = [other for other in BLOCKS if other.document == block.document]
    top = block.file.split("/")[0]
    ran = [line for other in page if other.language == "console" for line in other.text.splitlines() if line[:1] == "$"]
    folders = [other.file.split("/")[0] for other in page if other.language == "scenario"]
    return top in folders or any(re.search(rf"\b{re.escape(top)}\b", line) for line in ran)


@pytest.mark.parametrize("document", DOCUMENTS, ids=[document.name for document in DOCUMENTS])
def test_no_block_is_hidden_from_these_tests(document: Path) -> None:
    """Each fence opens or closes a block that is found, and nothing outside is code by its indentation alone."""
    text = document.read_text(encoding="utf-8")
    outside = FENCE.sub("", text)

    assert not re.search(r"^\s*(?:```|~~~)", outside, re.M)
    assert not re.search(r"\n\n(?: {4}|\t)", outside)


@pytest.mark.parametrize("text", ["```\nmake demo\n```", "```text\ntree\n```", "```text file=alone.csv\na,b\n```",
                                  "```ini\na = 1\n```"])
def test_a_block_that_nothing_runs_is_found(text: str) -> None:
    match = FENCE.fullmatch(text)
    assert match is not None

    assert not covered(Block(ROOT / "README.md", 1, match[2], match[3] or "", match[4]))


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
    assert {block.language for block in BLOCKS} == RUN | WRITTEN


@pytest.mark.parametrize(("page", "command"), MADE.items())
def test_the_pages_that_are_made_are_up_to_date(page: str, command: str) -> None:
    made = barons(command, "--format", "markdown").stdout

    assert (ROOT / f"docs/{page}.md").read_text(encoding="utf-8") == made, "make docs"


@pytest.mark.parametrize("document", DOCUMENTS, ids=[document.name for document in DOCUMENTS])
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target
