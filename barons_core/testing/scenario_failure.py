"""How a scenario fails: a report at one of its lines, and lines that can be pasted into it."""

from __future__ import annotations

from collections.abc import Sequence

from barons_core.language.reports import Report, Span, render_plain

_INDENT = "    "


class ScenarioFailure(Exception):
    """A scenario that does not hold; `paste` are lines of a scenario that say what is so."""

    def __init__(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        notes: Sequence[str] = (),
        help: str = "",
        fix: str = "",
        paste: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.report = Report(code, message, span, notes=tuple(notes), help=help, fix=fix)
        self.paste = tuple(paste)

    def text(self, source: str) -> str:
        """Return the failure as it is printed; `source` is the text of the scenario's file."""
        block = "".join(f"{_INDENT}{line}\n" for line in self.paste)
        return render_plain(self.report, source) + (f"\n{block}" if block else "")


class ScenarioError(Exception):
    """A text that is no scenario; `reports` say why."""

    def __init__(self, reports: Sequence[Report], source: str) -> None:
        super().__init__("\n".join(render_plain(report, source) for report in reports))
        self.reports = tuple(reports)
