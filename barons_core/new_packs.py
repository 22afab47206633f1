"""The files of a new pack: text that plays at once, and what it takes to install it."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from importlib.metadata import PackageNotFoundError, requires
from keyword import iskeyword
from pathlib import Path

from barons_core.hookspecs import PROJECT
from barons_core.language.lookalikes import looks
from barons_core.manifests import is_name

MAX_NAME = 40
_NUMBERED = [f"{device}{number}" for device in ("com", "lpt") for number in range(10)]
RESERVED = {
    **dict.fromkeys(["sitecustomize", "usercustomize"], "of a module that Python imports at every start"),
    **dict.fromkeys(["conftest", "test", "tests"], "of tests, in whose way the pack would be"),
    **dict.fromkeys(["con", "prn", "aux", "nul", *_NUMBERED], "of a device on Windows, where no folder is called so"),
}
"""Names that are nobody's module here and no pack's all the same, each with whose they are."""

_FILES = {
    "pack.toml": '''\
name = "{name}"
version = "0.1.0"
language = 1
extends = ["barons"]
description = "House cards."
''',
    "cards.barons": '''\
# One declaration a card; `barons check` tells what is wrong with it, `barons show "{title}"` what it does.
building "{title}" in red x4:
    cost 1 red, 1 green
    when you tax at least 2 forests, if this is next to a mine:
        may draw 1 of any color
''',
    "{name}.barons": '''\
# What is played with these cards: `barons play {name}`.
ruleset "{called}":
    includes barons
''',
    "cards.scenario": '''\
scenario "{title} pays for two forests beside a mine":
    players P1, P2
    P1 barony:
        |     .     | land green | land green
        | land red  | Castle     | land blue
        | land red  | "{title}"  | land yellow
    turn of P1, tax
    P1: tax (0,1) (1,1) as green
    P1: draw blue
    expect P1 holds 2 green, 1 blue
''',
    "__init__.py": '''\
"""The pack {name} as a plugin: where its text lies. Whatever Python it brings goes here, too."""

from pathlib import Path

from barons_core import hookimpl


@hookimpl
def barons_packs() -> list[Path]:
    """Return the folder of this pack."""
    return [Path(__file__).parent]
''',
    "pyproject.toml": '''\
# With this the folder can be installed beside barons: `pip install setuptools wheel`, then
# `pip install --no-build-isolation ./{name}`.
[build-system]
requires = ["setuptools>=64", "wheel"]
build-backend = "setuptools.build_meta"

[project]
name = "barons-{dashed}"
version = "0.1.0"
description = "House cards for Barons."
requires-python = ">=3.11"

[project.entry-points.barons]
{name} = "{name}"

[tool.setuptools]
packages = ["{name}"]
package-dir = {{ {name} = "." }}

[tool.setuptools.package-data]
{name} = ["pack.toml", "**/*.barons", "**/*.scenario", "**/__snapshots__/*"]

# What is built must not lie among the cards.
[tool.distutils.build]
build-base = ".build"
''',
    # What is left over when it is installed or tested is nobody's to keep.
    ".gitignore": '''\
.build/
*.egg-info/
__pycache__/
.pytest_cache/
''',
    "README.md": '''\
# {name}

House cards for Barons: `cards.barons` is the cards, `cards.scenario` their tests.

```
barons check {name}
barons test {name}
barons show "{title}" --pack {name}
barons play {name} --pack {name} --players you,bot:light
```

The folder can be used as it is, or installed beside barons; then `--pack` is not needed any more:

```
pip install setuptools wheel
pip install --no-build-isolation ./{name}
```
''',
}


def unfit(name: str) -> str:
    """Return why no new pack may be called so, "" if it may."""
    if not is_name(name) or len(name) > MAX_NAME:
        return (f"{name!r} is no name of a pack: it starts with a lower-case letter, has lower-case letters, digits "
                f"and _ only, and {MAX_NAME} of them at most")
    if iskeyword(name) or name in sys.stdlib_module_names or name.startswith("barons_"):
        return f"{name!r} is a name of Python or of barons itself; a pack that is installed is a module of its name"
    if name in RESERVED:
        return f"{name!r} is a name {RESERVED[name]}: a pack that is installed is a module of its name"
    if name in _used() or _is_module(name):
        return (f"{name!r} is a name of another module, which the pack would replace: a pack that is installed is a "
                "module of its name")
    return ""


def taken(name: str, packs: Collection[str], rulesets: Collection[str]) -> str:
    """Return which pack or ruleset is called so, or looks as if it were; "" for none."""
    if name in packs or name in rulesets:
        return f"there is another pack or ruleset {name!r}"
    seen = set(looks(name))
    like = next((other for other in sorted(rulesets) if seen.intersection(looks(other))), "")
    return f"{name!r} looks like the ruleset {like!r}" if like else ""


def _used() -> set[str]:
    """Return the names of what barons needs, and of all that this uses where it is there, as the names of modules."""
    found: set[str] = set()
    waiting = [PROJECT]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [re.split(r"[^\w.-]", each, maxsplit=1)[0].lower() for each in _required(one)]
    return {one.replace("-", "_") for one in found - {PROJECT}}


def _required(distribution: str) -> Sequence[str]:
    try:
        return requires(distribution) or ()
    except PackageNotFoundError:
        return ()


def _is_module(name: str) -> bool:
    """Tell whether a module of that name can be imported, without importing it.

    What lies in the working folder does not count: it is nothing installed.
    """
    here = Path.cwd()
    places = [place for place in sys.path if Path(place).resolve() != here.resolve()]
    return any(finder.find_spec(name, places) is not None for finder in sys.meta_path)


def new_pack(name: str) -> dict[str, str]:
    """Return the files of a new pack of that name: the name of each, and its text."""
    called = " ".join(name.replace("_", " ").split()).title()
    words = {"name": name, "dashed": name.replace("_", "-"), "called": called, "title": f"{called} Tower"}
    return {file.format_map(words): text.format_map(words) for file, text in _FILES.items()}
