"""List the commands; each is imported when it is called, or when its help is asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from typing import Any

import rich_click as click

from barons_core import __version__

COMMANDS = ("demo", "packs", "rulesets", "diff", "show", "words", "check", "explain", "test", "play", "replay",
            "simulate", "export", "import", "new")


class LazyGroup(click.RichGroup):
    """A group of commands, each in the module of its name."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def resolve_command(self, context: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Find the command; for an unknown one, name the nearest."""
        near = get_close_matches(args[0], COMMANDS, 1)
        if args[0] in COMMANDS or args[0].startswith("-") or not near:
            return super().resolve_command(context, args)
        raise click.UsageError(f"No such command {args[0]!r}. Did you mean {near[0]!r}?", context)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import the module of a command and return the command."""
        if name not in COMMANDS:
            return None
        # A word of Python's own cannot name a module or a function.
        own = f"{name}_" if iskeyword(name) else name
        command: click.Command = getattr(import_module(f"barons_core.cli.{own}"), own)
        command.name = name
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="barons")
def cli() -> None:
    """barons demo

    Write, check, show, test and play cards that are a few lines of text.
    """
