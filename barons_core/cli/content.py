"""Tell the user about plugins that could not be loaded; everything else works without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

if TYPE_CHECKING:
    from barons_core.plugins import Manager


def report_failures(plugins: Manager) -> None:
    """Print a line for each plugin that is broken."""
    for name, reason in plugins.failures.items():
        click.echo(f"the plugin {name} is left out: {reason}", err=True)
