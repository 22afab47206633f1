"""Find the packages to ship; everything else stands in pyproject.toml.

pyproject.toml can either list packages or find them, but not add a renamed folder to what it finds.
"""

import os
from glob import glob

from setuptools import Extension, find_namespace_packages, setup

# What stays Python: events and errors, from which packs and Python's own classes inherit.
PYTHON = ("__init__", "answers", "events", "faults")
CORE = ("barons_core/engine", "barons_core/model", "barons_core/rules")


def compiled() -> list[Extension]:
    """Return the core as C, if that is asked for."""
    if os.environ.get("BARONS_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    modules = [path for folder in CORE for path in sorted(glob(f"{folder}/*.py"))]
    wanted = [path for path in modules if not path.endswith(tuple(f"/{name}.py" for name in PYTHON))]
    # The types have been checked by `make test`; here the dependencies may not be installed yet.
    return mypycify(["--config-file=", "--explicit-package-bases", "--ignore-missing-imports", *wanted])


setup(
    ext_modules=compiled(),
    packages=[
        "barons_grammar",
        *find_namespace_packages(
            include=["barons_core*", "barons_cards*"],
            exclude=["*__pycache__*", "*__snapshots__*"],
        ),
    ]
)
