"""What commands share: the form of their help, options, and how data is printed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import rich_click as click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

class NamedPath(click.Path):
    """A path that somebody has named: an empty text, of a variable that is not set, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            from barons_core.files import EMPTY_PATH

            self.fail(EMPTY_PATH, param, ctx)
        return super().convert(value, param, ctx)


_pack_option: Decorator = click.option(
    "--pack", "packs", multiple=True, metavar="FOLDER", type=click.Path(path_type=Path),
    help="Add the pack in this folder, and its cards to what is played; may be given several times.",
)
_python_option: Decorator = click.option(
    "--allow-python", is_flag=True, help="Run the Python of packs in folders; without it they are read as text alone.",
)
_strict_option: Decorator = click.option(
    "--strict", is_flag=True, help="Stop if any plugin or pack is broken, instead of going on without it.",
)
format_option: Decorator = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Print for people or for programs.",
)
page_format_option: Decorator = click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True,
    help="Print for people, for programs, or as a page of documentation.",
)
sheet_ruleset_option: Decorator = click.option(
    "--ruleset", default="barons", show_default=True, metavar="NAME", help="The ruleset whose cards the table holds.",
)
settings_option: Decorator = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help="Decide a ruling of the ruleset otherwise; may be given several times.",
)


def packs_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command be told of packs in folders, and how far to trust packs; it gets `packs`, of which all are sound.

    Folders with faults in their text end it: these are told with their lines.
    """

    @wraps(function)
    def command(*args: Any, packs: tuple[Path, ...], **more: Any) -> Any:
        if packs:
            from barons_core.loading import require_sound

            require_sound(packs)
        return function(*args, packs=packs, **more)

    return any_packs_option(command)


def any_packs_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command, which tells of faults itself, be told of packs in folders and how far to trust packs."""

    @wraps(function)
    def command(*args: Any, packs: tuple[Path, ...], allow_python: bool, strict: bool, **more: Any) -> Any:
        from barons_core.loading import allow_python as let_packs_bring_python

        let_packs_bring_python(allow_python)
        if strict:
            _require_sound(packs)
        return function(*args, packs=packs, **more)

    return _pack_option(_python_option(_strict_option(command)))


def _require_sound(packs: tuple[Path, ...]) -> None:
    """Raise a finding if any plugin or pack is broken."""
    from barons_core.loading import FaultyPack, library
    from barons_core.plugins import manager

    faults = [report for report in library(packs).checked.reports if report.severity == "error"]
    if faults:
        raise FaultyPack("", faults)
    if manager().failures or manager().broken:
        raise Finding("a plugin or pack is broken, and --strict was given")


def pack_words(packs: Sequence[Path]) -> Iterator[str]:
    """Yield the options that bring packs, in the way in which they were brought now: for a command that is told."""
    from barons_core.plugins import manager

    for pack in packs:
        yield from ("--pack", str(pack))
    if packs and manager().python_allowed:
        yield "--allow-python"


class Finding(click.ClickException):
    """Something that was asked about and is not in order: the command ends with 1."""

    exit_code = 1


def command(example: str, summary: str, more: str = "") -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command whose help opens with an example, and whose paths are named."""
    made = click.command(help=_help(example, summary, more), short_help=summary)
    return lambda function: _with_named_paths(made(function))


def _with_named_paths(made: click.Command) -> click.Command:
    for parameter in made.params:
        if isinstance(parameter.type, click.Path):
            named = NamedPath()
            vars(named).update(vars(parameter.type))
            parameter.type = named
    return made


def group(example: str, summary: str, more: str = "") -> Callable[[Callable[..., Any]], click.Group]:
    """Make a command with commands of its own whose help opens with an example."""
    return click.group(help=_help(example, summary, more), short_help=summary)


def _help(*parts: str) -> str:
    example, *rest = parts
    return "\n\n".join(part for part in (f"\b\n{example}", *rest) if part)


def print_json(data: Any) -> None:
    """Print data for programs; where the output has not every sign, the others are escaped, so that none is lost."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    json.dump(data, sys.stdout, indent=2, ensure_ascii=not unicode)
    sys.stdout.write("\n")


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn what is wrong with a name or a value into a usage error; faults of packs have their reports."""
    from barons_core.loading import FaultyPack

    try:
        yield
    except FaultyPack:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def check_settings(settings: dict[str, str], packs: tuple[Path, ...]) -> dict[str, str]:
    """Return settings that some ruleset has, whichever; raise a usage error for others, and for other values."""
    if settings:
        from barons_core.loading import library, settings_among

        with usage_errors():
            settings_among("what is at hand", list(library(packs).settings().values()), settings)
    return settings


def read_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """Return the settings as a mapping; raise a usage error for what is no pair."""
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is no NAME=VALUE", param_hint="--set")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}
