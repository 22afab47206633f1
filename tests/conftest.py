"""Which tests are for the core as Python source only."""

from __future__ import annotations

import pytest

from barons_core.engine import game

SOURCE = game.__file__.endswith(".py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what replaces or reads parts of the source, which are not there once the core is compiled."""
    if SOURCE:
        return
    left_out = [item for item in items if item.get_closest_marker("source")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("source")]
