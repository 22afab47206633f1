"""Reports read like those of a good compiler."""

import json

import pytest

from barons_core.files import MISSING
from barons_core.language.codes import CODES, code
from barons_core.language.reports import Report, Span, did_you_mean, render_plain, sort_reports
from tests.language.built_in import check

SOURCE = """\
building "Watchtower" in red x4:
    cost 1 red
    when you tax 2 pastuers:
        draw 1 red
"""


def span(line: int, column: int, end_column: int, file: str = "tower.barons") -> Span:
    """Return a span within one line."""
    return Span(file, line, column, line, end_column)


MISSPELT = Report("BC012", "unknown word `pastuers`", span(3, 20, 28), fix="pastures")


def test_a_report_shows_the_line_and_marks_the_span() -> None:
    rendered = render_plain(MISSPELT, SOURCE)

    assert rendered == (
        "tower.barons:3:20: error[BC012]: unknown word `pastuers`\n"
        "3 |     when you tax 2 pastuers:\n"
        "  |                    ^^^^^^^^\n"
        "  did you mean `pastures`?\n"
    )


def test_labels_notes_and_help_follow_in_order() -> None:
    report = Report(
        "BC040",
        "the name x is given twice",
        span(4, 9, 13),
        severity="warning",
        labels=((span(1, 1, 9), "in this declaration"), (span(7, 2, 3, "other.barons"), "and here")),
        notes=("names are captured by value",),
        help="choose another name",
    )

    assert render_plain(report, SOURCE) == (
        "tower.barons:4:9: warning[BC040]: the name x is given twice\n"
        '1 | building "Watchtower" in red x4:\n'
        "  | -------- in this declaration\n"
        "...\n"
        "4 |         draw 1 red\n"
        "  |         ^^^^\n"
        "  note: other.barons:7:2: and here\n"
        "  note: names are captured by value\n"
        "  help: choose another name\n"
    )


def test_two_marks_on_one_line_quote_it_once() -> None:
    report = Report("BC041", "no such pair", span(2, 10, 11), labels=((span(2, 5, 9), "for this"),))

    assert render_plain(report, SOURCE).splitlines()[1:] == [
        "2 |     cost 1 red",
        "  |     ---- for this",
        "  |          ^",
    ]


@pytest.mark.parametrize(
    ("line", "at", "caret_cell"),
    [
        pytest.param("\tcost x", (7, 8), 9, id="a tab takes four cells"),
        pytest.param('"城" x', (5, 6), 5, id="a wide character takes two"),
        pytest.param('"e\N{COMBINING ACUTE ACCENT}" x', (6, 7), 4, id="a combining one takes none"),
        pytest.param("a\x07b x", (5, 6), 4, id="a control character is shown"),
        pytest.param("cost", (5, 6), 4, id="the end of a line can be marked"),
        pytest.param("cost", (5, 5), 4, id="an empty span still has a caret"),
    ],
)
def test_the_caret_stands_below_its_span(line: str, at: tuple[int, int], caret_cell: int) -> None:
    rendered = render_plain(Report("BC002", "here", span(1, *at)), line)

    assert rendered.splitlines()[2] == "  | " + " " * caret_cell + "^"


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    report = Report("BC002", "unfinished", Span("tower.barons", 2, 5, 4, 3))

    assert render_plain(report, SOURCE).splitlines()[2] == "  |     ^^^^^^^^^^"


def test_a_place_outside_the_text_needs_no_snippet() -> None:
    report = Report("BC002", "the file is empty", span(1, 1, 1))

    assert render_plain(report, "") == "tower.barons:1:1: error[BC002]: the file is empty\n"


def test_json_names_place_end_and_suggestion() -> None:
    assert json.loads(json.dumps(MISSPELT.as_json())) == {
        "code": "BC012",
        "message": "unknown word `pastuers`",
        "file": "tower.barons",
        "line": 3,
        "column": 20,
        "end": {"line": 3, "column": 28},
        "severity": "error",
        "help": "",
        "suggestion": "pastures",
    }


def test_reports_are_sorted_by_place_then_code() -> None:
    places = [(2, "BC001", "b"), (1, "BC002", "a"), (1, "BC001", "b"), (10, "BC001", "a")]
    reports = [Report(name, "", span(line, 1, 2, file)) for line, name, file in places]

    ordered = [(r.span.line, r.code, r.span.file) for r in sort_reports(reports)]

    assert ordered == [(1, "BC002", "a"), (10, "BC001", "a"), (1, "BC001", "b"), (2, "BC001", "b")]


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("pastuers", ["forest", "pastures", "pasture"], "pastures"),
        ("MILL", ["Mill", "Forge"], "Mill"),
        ("cat", ["rat", "bat"], "bat"),
        ("draw", ["draw", "drawn"], "drawn"),
        ("zebra", ["forest", "mine"], ""),
        ("anything", [], ""),
    ],
)
def test_did_you_mean_finds_the_nearest_word(word: str, candidates: list[str], meant: str) -> None:
    assert did_you_mean(word, candidates) == meant
    assert did_you_mean(word, reversed(candidates)) == meant


def test_every_code_is_listed_under_its_own_name() -> None:
    assert all(name == entry.code for name, entry in CODES.items())
    assert all(entry.title and entry.explanation and entry.wrong != entry.right for entry in CODES.values())


def test_a_code_cannot_be_taken_twice() -> None:
    with pytest.raises(ValueError, match=MISSING.code):
        code(MISSING.code, "another", "meaning", "wrong", "right")


@pytest.mark.parametrize(("header", "line", "told"), [
    ('building "Hut" in red x4', "cost 1 red", "the cost stands twice"),
    ('knight "Hut" in red x4', "cost low 1 red", "the cost 'low' stands twice"),
])
def test_a_cost_that_stands_twice_is_told_by_its_name_if_it_has_one(header: str, line: str, told: str) -> None:
    assert told in [report.message for report in check(f"{header}:\n    {line}\n    {line}\n")]
