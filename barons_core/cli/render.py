"""Print reports: in color on a terminal, plain everywhere else."""

import os
from typing import TextIO

from rich.console import Console
from rich.text import Text

from barons_core.language.reports import Report, Style, render_lines, render_plain

STYLES: dict[Style, str] = {
    "": "",
    "error": "bold red",
    "warning": "bold yellow",
    "place": "bold",
    "title": "bold",
    "gutter": "blue",
    "label": "blue",
    "note": "cyan",
    "help": "green",
}


def print_report(report: Report, source_text: str, stream: TextIO) -> None:
    """Write the report to the stream; `source_text` is the text of the report's file."""
    if not wants_color(stream):
        stream.write(render_plain(report, source_text))
        return
    console(stream).print(styled(report, source_text), end="")


def styled(report: Report, source_text: str) -> Text:
    """Return the report as rich text that reads like the plain one."""
    text = Text()
    for line in render_lines(report, source_text):
        text.append_text(Text.assemble(*((piece, STYLES[style]) for style, piece in line)))
        text.append("\n")
    return text


def console(stream: TextIO) -> Console:
    """Return a console that writes to the stream, in color where colors are wanted."""
    return Console(file=stream, soft_wrap=True, highlight=False,
                   color_system="auto" if wants_color(stream) else None)


def wants_color(stream: TextIO) -> bool:
    """Return whether the stream is a terminal whose user has not refused colors."""
    return stream.isatty() and not os.environ.get("NO_COLOR")
