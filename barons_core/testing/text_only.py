"""A pytest plugin for `barons test`: a folder is a folder, and never a package whose Python is run."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector:
    """Collect any folder as a plain one; pytest would run the `__init__.py` of a package."""
    folder: pytest.Dir = pytest.Dir.from_parent(parent, path=path)
    return folder
