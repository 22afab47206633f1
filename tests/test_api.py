"""The public names: all of them documented, each with an example that runs, and none loaded before it is used."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import barons_core as bc
from barons_core import api
from tests.citations import ROOT

NAMES = [name for name in bc.__all__ if name != "__version__"]
PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")


def test_the_public_names_are_sorted_and_all_there_is() -> None:
    assert bc.__all__ == sorted(bc.__all__)
    assert sorted(api.__all__) == sorted(NAMES)
    assert dir(bc) == bc.__all__


def test_each_name_is_the_same_wherever_it_is_taken_from() -> None:
    assert all(getattr(bc, name) is getattr(api, name) for name in NAMES)


def test_types_are_known_for_each_name() -> None:
    tree = ast.parse((ROOT / "barons_core/__init__.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}

    assert set(NAMES) <= imported


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        bc.Gmae  # noqa: B018


@pytest.mark.source
@pytest.mark.parametrize("name", NAMES)
def test_each_name_has_a_docstring_and_types(name: str) -> None:
    found: Any = getattr(bc, name)
    assert inspect.getdoc(found)
    if inspect.isfunction(found):
        signature = inspect.signature(found)
        assert signature.return_annotation is not inspect.Signature.empty
        assert all(each.annotation is not inspect.Parameter.empty for each in signature.parameters.values())


@pytest.mark.parametrize("name", ["check", "load_packs", "replay", "ruleset", "simulate"])
def test_the_example_of_each_function_holds(name: str) -> None:
    found = getattr(bc, name)
    module = sys.modules[found.__module__]
    tests = doctest.DocTestFinder(recurse=False).find(found, name, module=module, globs=dict(vars(module)))
    runner = doctest.DocTestRunner()

    assert sum(len(test.examples) for test in tests) > 0
    assert all(runner.run(test).failed == 0 for test in tests)


def sections() -> dict[str, str]:
    """Return the sections of the page by the name in their heading."""
    parts = re.split(r"^### `(\w+)[^`]*`.*$", PAGE, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_page_has_a_section_for_each_name_and_no_other() -> None:
    assert sorted(sections()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_section_has_an_example_that_uses_the_name(name: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", sections()[name], flags=re.M | re.S)

    assert any(re.search(rf"\b{name}\b", block) for block in blocks)


def test_importing_the_package_loads_nothing_else() -> None:
    program = "import sys, barons_core; print(*[name for name in sys.modules if name.startswith('barons_core.')])"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    assert loaded.stdout.strip() == ""


@pytest.mark.parametrize(("lines", "code"), [
    ('replace 9 "Mill" with 1 "Port" in red', "BC064"),
    ('amend "Mill" copies 1000', "BC089"),
    ("excludes directors_cut", "BC065"),
    ("includes few\n    includes many", "BC239"),
])
def test_a_text_is_checked_as_a_file_is(lines: str, code: str, tmp_path: Path) -> None:
    """What is wrong only once a ruleset is put together is told of both."""
    (tmp_path / "pack.toml").write_text('name = "made_up"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    for name, copies in (("few", 2), ("many", 9)):
        (tmp_path / f"{name}.barons").write_text(f'ruleset "{name}":\n    amend "Mill" copies {copies}\n')
    text = f'ruleset "House":\n    includes barons\n    {lines}\n'

    [report] = bc.check(text, [tmp_path])
    (tmp_path / "house.barons").write_text(text)
    [other] = bc.check(tmp_path)
    assert report.code == other.code == code
    assert (report.span.line, report.message) == (other.span.line, other.message)
