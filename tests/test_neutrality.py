"""Nothing general knows a game, and nothing at all knows a machine."""

import ast
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.citations import ROOT, entries
from tests.sources import CARDS, MODULES, PYTHON, inside, place, read, tree

ALLOWED_WORDS = ROOT / "tests/allowed_words.txt"

GENERAL = {"barons_core.model", "barons_core.language", "barons_core.engine"}

NOT_A_CARD = {"ruleset", "setting", "quantity"}
HEADER = re.compile(r'^([a-z][a-z ]*?) "([^"\n]+)"', re.MULTILINE)

# Spelled in pieces, so that this file does not find itself.
MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:tmp|home|root|work)" + r"/")
REGISTRY = re.compile(r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:com|org)")

Spoken = Callable[[ast.AST], Iterator[tuple[int, str]]]


def split_words(text: str) -> list[str]:
    """Return the words of an identifier or a sentence, lower case and singular."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text.replace("'", ""))
    return [singular(word.lower()) for word in words]


def singular(word: str) -> str:
    """Return the word without a plural s."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def says(words: list[str], phrase: list[str]) -> bool:
    """Return whether a phrase stands among the words."""
    return any(words[n : n + len(phrase)] == phrase for n in range(len(words) - len(phrase) + 1))


def identifiers(root: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every identifier with its line."""
    for node in ast.walk(root):
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(found := getattr(node, field, None), str):
                yield getattr(node, "lineno", 0), found


def strings(root: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every string, docstrings too, with its line."""
    for node in ast.walk(root):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def findings(paths: Iterable[Path], phrases: Iterable[str], spoken: Spoken) -> list[str]:
    """Return each place whose identifiers or strings say one of the phrases, unless it is allowed."""
    allowed = [split_words(word) for word in entries(ALLOWED_WORDS)]
    wanted = {phrase: words for phrase in phrases if (words := split_words(phrase)) and words not in allowed}
    return [
        f"{place(path, line)} says {phrase!r}"
        for path in paths
        for line, text in spoken(tree(path))
        for words in [split_words(text)]
        for phrase, spelled in wanted.items()
        if says(words, spelled)
    ]


def card_titles() -> set[str]:
    """Return the titles that the card files declare, and the parts of double ones."""
    headers = [header for path in CARDS for header in HEADER.findall(read(path))]
    titles = {title for kind, title in headers if kind.split()[-1] not in NOT_A_CARD}
    return titles | {part for title in titles for part in title.split("/")}


def test_no_card_title_stands_in_python() -> None:
    allowed = entries(ALLOWED_WORDS)
    titles = {title for title in card_titles() if title not in allowed}
    written = re.compile("|".join(rf"\b{re.escape(title)}\b" for title in sorted(titles)) or r"(?!)")
    wrong = [
        f"{path.relative_to(ROOT)} says {title!r}"
        for path in PYTHON
        for title in sorted(set(written.findall(read(path))))
    ]

    assert not wrong
    assert not findings(PYTHON, titles, identifiers)


def registered_words() -> set[str]:
    """Return the spelling of every word that the rules and the built-in packs register."""
    manager: Any = import_module("barons_core.plugins").manager()
    others = [plugin for plugin in manager.get_plugins() if not names_a_game(plugin)]
    lists = manager.subset_hook_caller("barons_words", others)()
    return {word.spelling for words in lists for word in words}


def names_a_game(plugin: object) -> bool:
    """Return whether a plugin belongs to the rules or to a built-in pack."""
    name = getattr(plugin, "__name__", type(plugin).__module__)
    return bool(inside(name, ["barons_core.rules", "barons_cards"]))


def test_the_general_parts_name_no_game() -> None:
    words = registered_words()
    general = [path for name, path in MODULES.items() if inside(name, GENERAL)]

    found = findings(general, words, identifiers) + findings(general, words, strings)

    assert words, "the rules register no words"
    assert not found


def test_allowed_words_have_reasons() -> None:
    assert all(entries(ALLOWED_WORDS).values())


def ruleset_names() -> set[str]:
    """Return the ids and titles of all rulesets."""
    names = set()
    for path in CARDS:
        titles = {title for kind, title in HEADER.findall(read(path)) if kind == "ruleset"}
        names |= titles | {path.stem} if titles else titles
    return names


def test_nothing_depends_on_the_name_of_a_ruleset() -> None:
    names = ruleset_names()
    wrong = [
        f"{place(path, line)} compares with {text!r}"
        for path in PYTHON
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Compare | ast.MatchValue)
        for line, text in strings(node)
        if text in names
    ]

    assert not wrong


def repository_texts() -> Iterator[tuple[Path, str]]:
    """Yield every text file that is or would be tracked."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git repository")
    for path in map(Path, filter(None, listed.stdout.split("\0"))):
        try:
            yield path, (ROOT / path).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue


def test_no_text_names_a_machine_path_or_a_registry() -> None:
    wrong = [
        f"{path}:{number} {match[0]}"
        for path, text in repository_texts()
        for number, line in enumerate(text.splitlines(), 1)
        for pattern in (MACHINE_PATH, REGISTRY)
        for match in pattern.finditer(line)
    ]

    assert not wrong
