"""Imports point one way, and each library has one home."""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.citations import ROOT
from tests.sources import MODULES, inside, place, tree

PROJECT = ("barons_core", "barons_cards", "barons_grammar")

# What every part may import: they know nothing of the project.
FROZEN, NATIVE = BASE = ("barons_core.frozen", "barons_core.native")
# What a part may import of the project besides BASE and itself. The most specific entry counts; a part that is missing
# here may import all but EDGES.
LAYERS: dict[str, set[str]] = {
    FROZEN: set(),
    NATIVE: set(),
    "barons_core.model": set(),
    "barons_core.language.syntax": set(),
    "barons_core.language": {"barons_core.model", "barons_grammar"},
    "barons_core.engine": {"barons_core.model"},
    "barons_core.rules": {
        "barons_core.model",
        "barons_core.language.words",
        "barons_core.engine",
        "barons_core.hookspecs",
        "barons_core.plugins",
    },
}
EDGES = {"barons_core.rules", "barons_core.cli", "barons_core.testing", "barons_cards"}
GLUE = {"barons_core.cli", "barons_core.testing", "barons_core.__main__"}
# The public names include those of the test bench.
OFFERED = {"barons_core.api": {"barons_core.testing"}}

HOMES: dict[str, set[str]] = {
    "lark": {"barons_core.language", "barons_core.testing"},
    "pluggy": {"barons_core.hookspecs", "barons_core.plugins"},
    "click": {"barons_core.cli"},
    "rich": {"barons_core.cli"},
    "rich_click": {"barons_core.cli"},
    "pytest": {"barons_core.testing", "barons_core.cli.test"},
    "_pytest": {"barons_core.testing"},
    "syrupy": {"barons_core.testing"},
    "coverage": {"barons_core.testing"},
    "mypy_extensions": {NATIVE},
}

# What importing a module must not drag in: loading it costs time that most uses do not need.
LAZY: dict[str, set[str]] = {
    "barons_core": {"lark", "pytest", "_pytest", "syrupy", "click", "rich", "coverage", "hypothesis"},
    "barons_core.cli": {"lark", "pytest", "_pytest", "syrupy", "coverage", "hypothesis"},
}


def imports(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, module and name (or "") of every import in a file, wherever it stands."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name, "") for alias in names)
            case ast.ImportFrom(names=names):
                base = base_module(path, node)
                yield from ((node.lineno, *target(base, alias.name)) for alias in names)
            case ast.Call(func=ast.Attribute(attr="import_module") | ast.Name(id="import_module")):
                yield from ((node.lineno, name, "") for name in literals(node.args))


def literals(nodes: list[ast.expr]) -> list[str]:
    """Return the values of those nodes that are literal strings."""
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def base_module(path: Path, node: ast.ImportFrom) -> str:
    """Return the module that a `from` import names, relative ones resolved."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def target(base: str, name: str) -> tuple[str, str]:
    """Return the module and the name in it that `from base import name` reaches."""
    return (f"{base}.{name}", "") if f"{base}.{name}" in MODULES else (base, name)


def may_import(module: str, imported: str) -> bool:
    """Return whether the layers let one module of the project import another."""
    layer = inside(module, LAYERS)
    if layer:
        return bool(inside(imported, LAYERS[layer] | {layer, *BASE}))
    edge = inside(imported, EDGES)
    return not edge or edge in OFFERED.get(module, ()) or inside(module, {edge, *GLUE}) != ""


def project_imports(tops: Iterable[str] = PROJECT) -> Iterator[tuple[str, str, str, str]]:
    """Yield importer, place, module and name of every import within the project."""
    for importer, path in MODULES.items():
        for line, module, name in imports(path):
            if inside(module, tops):
                yield importer, place(path, line), module, name


def test_imports_point_one_way() -> None:
    wrong = [
        f"{where} imports {module}"
        for importer, where, module, _ in project_imports()
        if inside(importer, ["barons_core"]) and not may_import(importer, module)
    ]

    assert not wrong


def public_names(module: str) -> set[str]:
    """Return what the `__all__` of a module lists."""
    for node in tree(MODULES[module]).body if module in MODULES else ():
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return set(ast.literal_eval(value))
            case ast.AnnAssign(target=ast.Name(id="__all__"), value=ast.expr() as value):
                return set(ast.literal_eval(value))
    return set()


def is_public(module: str, name: str) -> bool:
    """Return whether a pack may import a name of the core (or the module itself, for a name of "")."""
    return module == "barons_core" if not name else name in public_names(module)


def core_attributes(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the attributes that a file takes from `import barons_core` or `import barons_core as ...`."""
    aliases = {
        alias.asname or alias.name
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "barons_core"
    }
    for node in ast.walk(tree(path)):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in aliases:
                yield node.lineno, attribute


def test_packs_import_public_names_only() -> None:
    packs = {name: path for name, path in MODULES.items() if inside(name, ["barons_cards"])}
    wrong = [
        f"{where} imports {name or 'all'} of {module}"
        for importer, where, module, name in project_imports(["barons_core"])
        if importer in packs and not is_public(module, name)
    ]
    wrong += [
        f"{place(path, line)} uses {attribute} of barons_core"
        for path in packs.values()
        for line, attribute in core_attributes(path)
        if not is_public("barons_core", attribute)
    ]

    assert not wrong


def test_each_library_has_one_home() -> None:
    wrong = []
    for importer, path in MODULES.items():
        for line, module, _ in imports(path):
            top = module.partition(".")[0]
            foreign = top not in sys.stdlib_module_names and top not in PROJECT
            if foreign and not inside(importer, HOMES.get(top, set())):
                wrong.append(f"{place(path, line)} imports {top}")

    assert not wrong


@pytest.mark.parametrize("module", sorted(LAZY))
def test_heavy_imports_stay_lazy(module: str) -> None:
    program = f"import sys, {module}; print(*sorted({LAZY[module]} & set(sys.modules)))"

    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    assert (loaded.stdout.strip(), loaded.stderr) == ("", "")


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("barons_core.model.state", "barons_core.model.cards", True),
        ("barons_core.model.state", "barons_core.language.words", False),
        ("barons_core.language.syntax", "barons_core.language.words", False),
        ("barons_core.language.check", "barons_core.language.syntax", True),
        ("barons_core.language.check", "barons_core.engine.game", False),
        ("barons_core.engine.game", "barons_core.plugins", False),
        ("barons_core.rules.setup", "barons_core.language.words", True),
        ("barons_core.rules.setup", "barons_core.language.check", False),
        ("barons_core.plugins", "barons_core.language.words", True),
        ("barons_core.plugins", "barons_core.rules", False),
        ("barons_core.cli.play", "barons_core.rules", True),
        ("barons_core.api", "barons_core.cli", False),
        ("barons_core.api", "barons_core.testing.scenario_run", True),
        ("barons_core.simulation", "barons_core.testing.scenario_run", False),
    ],
)
def test_the_layers_say_what_they_should(importer: str, imported: str, allowed: bool) -> None:
    assert may_import(importer, imported) is allowed
