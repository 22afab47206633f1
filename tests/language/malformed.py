"""The table of malformed cards and rulesets in grammar/malformed_cards.toml.

`python -m tests.language.malformed` writes into it what the checker says now: read the difference before you keep it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.reports import Report
from tests.citations import ROOT
from tests.language.built_in import vocabulary

TABLE = ROOT / "grammar/malformed_cards.toml"
HEAD = """\
# Malformed cards and rulesets, each with what the checker says to it: the table is the test.
# `about` is "text" for faults of layout and structure, "meaning" for all others. `at` is line:column-end.
# `other` is a second file beside the first. `python -m tests.language.malformed` brings the reports up to date.
"""


@dataclass(frozen=True)
class Malformed:
    """A malformed text with the reports that it must give."""

    name: str
    about: str
    text: str
    reports: list[dict[str, str]]
    other: str = ""


def table() -> list[Malformed]:
    """Return the table."""
    entries: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["malformed"]
    return [Malformed(entry["name"], entry["about"], entry["text"], entry.get("report", []), entry.get("other", ""))
            for entry in entries]  # fmt: skip


def reports(case: Malformed) -> list[dict[str, str]]:
    """Return what the checker says to a malformed text."""
    others = [SourceFile("other.barons", case.other)] if case.other else []
    checked = check_declarations([*others, SourceFile("mine.barons", case.text)], vocabulary())
    return [shown(report) for report in checked.reports]


def shown(report: Report) -> dict[str, str]:
    """Return a report as the table writes it."""
    span = report.span
    end = f"{span.end_column}" if span.end_line == span.line else f"{span.end_line}:{span.end_column}"
    found = {"code": report.code, "severity": report.severity, "at": f"{span.line}:{span.column}-{end}",
             "message": report.message, "suggestion": report.fix, "help": report.help}  # fmt: skip
    marks = [f"{label.file} {label.line}:{label.column} {text}" for label, text in report.labels]
    found["labels"] = "; ".join(marks)
    found["notes"] = "; ".join(report.notes)
    usual = {"severity": "error"}
    return {key: value for key, value in found.items() if value and usual.get(key) != value}


def written(cases: list[Malformed]) -> str:
    """Return the table as text, with the reports that the checker gives now."""
    return HEAD + "".join(f"\n{_entry(case)}" for case in cases)


def _entry(case: Malformed) -> str:
    lines = [
        "[[malformed]]",
        f"name = {_string(case.name)}",
        f"about = {_string(case.about)}",
        f"text = {_block(case.text)}",
    ]
    lines += [f"other = {_block(case.other)}"] if case.other else []
    for report in reports(case):
        lines += ["", "[[malformed.report]]", *(f"{key} = {_string(value)}" for key, value in report.items())]
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    if "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _block(text: str) -> str:
    if all(character >= " " or character == "\n" for character in text):
        return f"'''\n{text}'''"
    escaped = "".join(
        character if character >= " " or character == "\n" else f"\\u{ord(character):04x}" for character in text
    )
    return f'"""\n{escaped}"""'


if __name__ == "__main__":
    TABLE.write_text(written(table()), encoding="utf-8")
