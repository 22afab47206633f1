"""Reports are colored on a terminal and plain elsewhere."""

import io

import pytest

from barons_core.cli.render import STYLES, print_report, styled
from barons_core.language.reports import Report, Span, render_plain

SOURCE = "cost 1 rde\n"
REPORT = Report("BC012", "unknown word `rde`", Span("a.barons", 1, 8, 1, 11), help="a color [red]", fix="red")


class Terminal(io.StringIO):
    """Pretend to be a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def printed(stream: io.StringIO) -> str:
    """Return what printing the report leaves in the stream."""
    print_report(REPORT, SOURCE, stream)
    return stream.getvalue()


def test_a_file_gets_plain_text() -> None:
    assert printed(io.StringIO()) == render_plain(REPORT, SOURCE)


def test_no_color_makes_a_terminal_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    assert printed(Terminal()) == render_plain(REPORT, SOURCE)


def test_a_terminal_gets_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    assert "\x1b[1;31merror[BC012]:\x1b[0m" in printed(Terminal())


def test_the_styled_text_reads_like_the_plain_one() -> None:
    lines = [line.rstrip() for line in styled(REPORT, SOURCE).plain.splitlines()]

    assert lines == render_plain(REPORT, SOURCE).splitlines()


def test_every_style_has_a_color() -> None:
    assert all(color for style, color in STYLES.items() if style)
