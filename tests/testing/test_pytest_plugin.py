"""Scenario files are tests: collected, named, marked, selected, failed in few words, and kept as snapshots."""

import os
import sys

import pytest

from tests.citations import ROOT

pytest_plugins = ["pytester"]

CONFTEST = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.rules.builders import content
from barons_core.testing import pytest_plugin
pytest_plugin.Loader.__call__ = lambda self, ruleset, settings: content()
"""

SCENARIOS = """
scenario "a hut is laid":
    ruling BAR-HUT-01, BAR-HUT-02
    P1 holds "Hut red"
    turn of P1, addition
    P1: lay "Hut red" at (0,1)
    expect P1 has land red at (0,1)

scenario "nothing is laid":
    P1 holds "Hut red"
    turn of P1, addition
    P1: pas
"""

TAKES = """
scenario "a hut is laid":
    P1 holds "Hut red"
    turn of P1, addition
    P1: lay "Hut red" at (0,1)
    snapshot
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the inner pytest not take itself for a worker of the outer one."""
    for name in [name for name in os.environ if name.startswith("PYTEST_XDIST")]:
        monkeypatch.delenv(name)


@pytest.fixture
def made_up(pytester: pytest.Pytester) -> pytest.Pytester:
    """Return a folder in which scenarios are played with made-up cards."""
    pytester.makeconftest(CONFTEST)
    return pytester


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest in a process of its own, as others do."""
    return pytester.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)


def write(pytester: pytest.Pytester, text: str, name: str = "huts") -> None:
    (pytester.path / f"{name}.scenario").write_text(text, encoding="utf-8")


def test_each_scenario_is_a_test(made_up: pytest.Pytester) -> None:
    write(made_up, SCENARIOS)

    result = run(made_up, "--collect-only")

    result.stdout.fnmatch_lines(["huts.scenario::a hut is laid", "huts.scenario::nothing is laid"])


def test_a_failure_is_short_and_exact(made_up: pytest.Pytester) -> None:
    write(made_up, SCENARIOS)

    result = run(made_up)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*_ nothing is laid _*",
            "huts.scenario:12:5: error[[]SC104]: `pas` is no option of P1; these are:",
            "12 |     P1: pas",
            "   |     ^^^^^^^",
            "  did you mean `P1: pass`?",
            "",
            "    expect P1 is asked *:",
            '        lay "Hut red"',
            "        pass",
        ],
        consecutive=True,
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py*")


def test_scenarios_are_selected_by_title_and_marked_with_their_rulings(made_up: pytest.Pytester) -> None:
    write(made_up, SCENARIOS)

    run(made_up, "-k", "hut and laid and not nothing").assert_outcomes(passed=1, deselected=1)
    run(made_up, "-m", "ruling").assert_outcomes(passed=1, deselected=1)
    run(made_up, "huts.scenario::a hut is laid").assert_outcomes(passed=1)


def test_a_malformed_scenario_fails_and_the_others_are_played(made_up: pytest.Pytester) -> None:
    write(made_up, SCENARIOS.replace("P1: pas", "P1 pas") + '\nscenario "a hut is laid":\n    P1: pass\n')

    result = run(made_up)

    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*huts.scenario:12:8: error[[]SC006]*", "*huts.scenario:14:1: error[[]SC015]*"])


def test_a_file_that_is_no_text_is_an_error(made_up: pytest.Pytester) -> None:
    (made_up.path / "huts.scenario").write_bytes(b"scenario \xff")

    result = run(made_up)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*huts.scenario:1:10: error[[]BC092]*"])


def test_a_transcript_is_kept_and_compared(made_up: pytest.Pytester) -> None:
    write(made_up, TAKES)
    kept = made_up.path / "__snapshots__" / "huts__a hut is laid.txt"

    missing = run(made_up)
    made = run(made_up, "--snapshot-update")
    same = run(made_up)
    text = kept.read_text()
    kept.write_text(text.replace("lay", "put"))
    other = run(made_up)

    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(["huts.scenario:6:5: error[[]SC111]: there is no snapshot yet"])
    made.assert_outcomes(passed=1)
    same.assert_outcomes(passed=1)
    assert 'P1: lay "Hut red" at (0,1)' in text
    other.assert_outcomes(failed=1)
    other.stdout.fnmatch_lines(['*-P1: put "Hut red" at (0,1)', '*+P1: lay "Hut red" at (0,1)'])


def test_a_transcript_that_nothing_takes_is_unused_and_removed(made_up: pytest.Pytester) -> None:
    write(made_up, TAKES)
    run(made_up, "--snapshot-update")
    write(made_up, TAKES.replace("a hut is", "the hut is"))
    strange = made_up.path / "__snapshots__" / "notes.md"
    strange.write_text("not ours")

    run(made_up, "-k", "nothing", "--snapshot-update")
    told = run(made_up, "--snapshot-update")

    told.stdout.fnmatch_lines(["*1 unused snapshot deleted*"])
    assert sorted(path.name for path in strange.parent.iterdir()) == ["huts__the hut is laid.txt", "notes.md"]


def test_files_are_played_side_by_side(made_up: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    for number in range(4):
        write(made_up, TAKES, f"huts{number}")

    run(made_up, "-n", "2", "--snapshot-update").assert_outcomes(passed=4)

    run(made_up, "-n", "2").assert_outcomes(passed=4)
    assert len(list((made_up.path / "__snapshots__").iterdir())) == 4


def test_nothing_heavy_is_imported_where_there_is_no_scenario(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(): import sys; assert not {'lark', 'barons_core.engine.game'} & set(sys.modules)")

    run(pytester).assert_outcomes(passed=1)


PACK = 'name = "bells"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\ndescription = "A bell."\n'
CARD = """
building "Bell" in red x4:
    cost 1 red
    when you tax at least 1 pasture:
        may draw 1 red
"""
OUTSIDE = """
scenario "a bell rings":
    P1 barony:
        | land yellow | Castle | "Bell"
    turn of P1, tax
    P1: tax (-1,0) as yellow
    P1: draw red
    expect P1 holds 1 red, 1 yellow
"""


def test_the_scenarios_of_an_outside_pack_are_played_with_its_cards(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("bells")
    (folder / "pack.toml").write_text(PACK)
    (folder / "bells.barons").write_text(CARD)
    (folder / "bells.scenario").write_text(OUTSIDE)
    write(pytester, OUTSIDE)

    run(pytester, "bells").assert_outcomes(passed=1)
    run(pytester, "huts.scenario", "--pack", "bells").assert_outcomes(passed=1)
    without = run(pytester, "huts.scenario")

    without.assert_outcomes(failed=1)
    without.stdout.fnmatch_lines(["*error[[]SC101]: there is no title 'Bell'*"])
