"""Run a command so that every outcome is an exit code, and no user ever meets a traceback.

0 fine, 1 findings or failed tests, 2 wrong use, 3 a fault of ours with a block to report.
"""

from __future__ import annotations

import errno
import io
import os
import platform
import shlex
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import rich_click as click

from barons_core import __version__
from barons_core.cli.commands import cli

if TYPE_CHECKING:
    from barons_core.language.reports import Report

FINDINGS = 1
WRONG_USE = 2
OUR_FAULT = 3
INTERRUPTED = 130

# What a system says of a place at which nothing can be written or read, as opposed to a mistake in a program.
REFUSALS = frozenset({errno.EACCES, errno.EDQUOT, errno.EEXIST, errno.EFBIG, errno.EIO, errno.EISDIR, errno.ELOOP,
                      errno.ENAMETOOLONG, errno.ENOENT, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS})


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments, by default those of the process, and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not _ready_to_write():
        print("barons: the output: it is closed", file=sys.stderr)
        return WRONG_USE
    messages = sys.stderr
    sys.stderr = cast(TextIO, _Messages(messages))
    try:
        code = _outcome(given)
        _tell_of_broken_plugins(code)
    finally:
        sys.stderr = messages
    return code


class _Messages:
    """The stream of messages: where they cannot be written nobody hears them, and everything else is as it would be."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _ready_to_write() -> bool:
    """Let the streams take every text; return whether there is an output at all.

    A stream that is closed is None. Without stderr nobody hears messages, without stdin nothing is typed. What an
    encoding has no sign for is written as `?`, and what is no text is read as one: a game goes on in any terminal.
    """
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return sys.stdout is not None


def _nowhere(mode: str) -> TextIO:
    return cast(TextIO, open(os.devnull, mode, encoding="utf-8"))


def _outcome(given: list[str]) -> int:
    output = sys.stdout
    try:
        result = cli.main(given, prog_name="barons", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show(sys.stderr)
        return FINDINGS if error.exit_code == FINDINGS and not isinstance(error, click.UsageError) else WRONG_USE
    except (click.Abort, KeyboardInterrupt, EOFError):
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except OSError as error:
        return _no_place(error, given)
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            # So click and rich leave: with 1, which means findings here, and with a stream of their own.
            sys.stdout = output
            return _unread()
        return stop.code if isinstance(stop.code, int) else WRONG_USE
    except BaseException as error:
        if _is_left(error):
            print("stopped", file=sys.stderr)
            return INTERRUPTED
        code = _explained(error)
        return _own_fault(error, given) if code is None else code


def _tell_of_broken_plugins(code: int) -> None:
    """Print a line for each plugin and pack that was left out; everything else worked without it.

    Where something did not work, the reason may be that the Python of a pack is not loaded.
    """
    plugins = sys.modules.get("barons_core.plugins")
    if plugins is None or not plugins.manager.cache_info().currsize:
        return
    for name, reason in plugins.manager().failures.items():
        origin = plugins.manager().told_origin(name)
        whose = f" of {origin}" if origin != name else ""
        print(f"the plugin {name}{whose} is left out: {reason}", file=sys.stderr)
    for folder, (plugin, reason) in plugins.manager().broken.items():
        origin = plugins.manager().told_origin(plugin)
        print(f"the pack of {origin} in {folder} is left out: {reason}", file=sys.stderr)
    for name in plugins.manager().waiting if code else ():
        print(f"the pack {name} is read as text alone: --allow-python loads its Python", file=sys.stderr)
    # The next command of this process need not ask for these packs.
    plugins.manager().waiting.clear()


def _unread() -> int:
    """Return the exit code where whoever read our output has gone: enough was read, and the rest is not missed."""
    _silence()
    return 0


def _silence() -> None:
    """Let nothing more be written: whoever read our output has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _no_place(error: OSError, given: Sequence[str]) -> int:
    """Say which file or output the system refuses; anything else that it says is a fault of ours."""
    if error.errno not in REFUSALS:
        return _own_fault(error, given)
    if error.filename is None:
        _silence()
    print(f"barons: {error.filename or 'the output'}: {(error.strerror or '').lower()}", file=sys.stderr)
    return WRONG_USE


def _is_left(error: BaseException) -> bool:
    """Tell whether an exception is a debugger's, which is quit at a line of a card or a plugin."""
    bdb = sys.modules.get("bdb")
    return bdb is not None and isinstance(error, bdb.BdbQuit)


def _explained(error: BaseException) -> int | None:
    """Print what is wrong with a pack, a record or a name and return the exit code; None for anything else."""
    loading, packs = sys.modules.get("barons_core.loading"), sys.modules.get("barons_core.packs")
    replays = sys.modules.get("barons_core.replays")
    if loading is not None and isinstance(error, loading.UnknownRuleset):
        print(f"barons: {error.args[0]}", file=sys.stderr)
        return WRONG_USE
    reports: Sequence[Report] = ()
    if loading is not None and isinstance(error, loading.FaultyPack):
        reports = error.reports
    if packs is not None and isinstance(error, packs.PackError):
        reports = error.reports
    if replays is not None and isinstance(error, replays.FaultyRecord):
        reports = [error.report]
    if not reports:
        return None
    from barons_core.cli.check import exit_code, print_reports

    print_reports(reports, sys.stderr)
    return exit_code(reports)


def _own_fault(error: BaseException, arguments: Sequence[str]) -> int:
    """Print what to report."""
    if os.environ.get("BARONS_DEBUG"):
        traceback.print_exc()
    print("\n".join(_block(error, arguments)), file=sys.stderr)
    return OUR_FAULT


def _block(error: BaseException, arguments: Sequence[str]) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return [
        "This is a fault of barons, not of what you did. Please report the following lines.",
        "",
        f"  barons {__version__}, Python {platform.python_version()}, {platform.system()}",
        f"  command: barons {shlex.join(arguments)}",
        f"  {type(error).__name__} at {place}: {error}",
        "",
        "With BARONS_DEBUG=1 in the environment the whole traceback is shown.",
    ]
