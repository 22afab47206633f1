"""Every ruling of the ledger is asserted by a test that cites it, exempt, or still to come."""

from pathlib import Path

from tests.citations import (
    EXEMPT,
    LATER,
    ROOT,
    citations,
    covered,
    entries,
    ledger_ids,
    module_citations,
    scenario_citations,
    shrunk,
    update_later,
)

KNOWN = ledger_ids(ROOT)
CITED = citations(ROOT)


def later_ids() -> set[str]:
    """Return the ids that the later list stands for."""
    return {name for pattern in entries(ROOT / LATER) for name in covered(pattern, KNOWN)}


def test_the_ledgers_are_read_whole() -> None:
    sizes = {prefix: len(covered(prefix, KNOWN)) for prefix in ("BAR-*", "B41-*", "ROY-*")}

    assert sizes == {"BAR-*": 460 + 72, "B41-*": 48 + 22, "ROY-*": 209 + 50}
    assert sum(sizes.values()) == len(KNOWN)


def test_no_citation_names_an_unknown_id() -> None:
    unknown = {name: places for name, places in CITED.items() if name not in KNOWN}

    assert not unknown


def test_the_lists_name_known_ids_only() -> None:
    patterns = [*entries(ROOT / EXEMPT), *entries(ROOT / LATER)]

    assert not [pattern for pattern in patterns if not covered(pattern, KNOWN) & KNOWN]


def test_at_most_ten_ids_are_exempt_each_for_a_reason() -> None:
    exempt = entries(ROOT / EXEMPT)

    assert len(exempt) <= 10
    assert all(exempt.values())
    assert not [name for name in exempt if name.endswith("*")]


def test_no_exempt_id_is_cited() -> None:
    assert not set(entries(ROOT / EXEMPT)) & set(CITED)


def test_later_ids_have_reasons() -> None:
    assert all(entries(ROOT / LATER).values())


def test_no_cited_id_is_listed_as_later() -> None:
    stale = sorted(later_ids() & set(CITED))

    assert not stale, f"cited by now, remove from {LATER} (python -m tests.citations --update-later): {stale}"


def test_every_id_is_cited_exempt_or_later() -> None:
    missing = sorted(KNOWN - set(CITED) - set(entries(ROOT / EXEMPT)) - later_ids())

    assert not missing, f"no test cites: {missing}"


def test_a_scenario_cites_on_its_ruling_lines() -> None:
    text = 'scenario "x":\n    ruling BAR-MILL-01, BAR-MILL-09  # both\n    # ruling BAR-MILL-02\n'

    assert list(scenario_citations(text)) == [("BAR-MILL-01", 2), ("BAR-MILL-09", 2)]


def test_a_module_cites_by_marker_and_never_by_comment() -> None:
    text = '# @pytest.mark.ruling("X-1")\n@pytest.mark.ruling("BAR-COST-01", "BAR-COST-02")\ndef f(): ...\n'

    assert list(module_citations(text)) == [("BAR-COST-01", 2), ("BAR-COST-02", 2)]


def test_a_prefix_with_a_cited_id_is_spelled_out() -> None:
    later = {"A-*": "with its pack", "B-*": "with its pack", "C-1": "soon"}

    assert shrunk(later, {"A-1", "A-2", "A-3", "B-1", "C-1"}, {"A-2", "C-1"}) == {
        "A-1": "with its pack",
        "A-3": "with its pack",
        "B-*": "with its pack",
    }


def test_updating_takes_out_what_is_cited_and_keeps_the_rest(tmp_path: Path) -> None:
    (tmp_path / "docs/rulings").mkdir(parents=True)
    (tmp_path / "docs/rulings/x.md").write_text("## Rulings\n| X-A-01 | a |\n| X-A-02 | b |\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/a.scenario").write_text('scenario "a":\n    ruling X-A-01\n')
    (tmp_path / LATER).write_text("# only shrinks\nX-A-01, soon\nX-A-02, soon\n")

    update_later(tmp_path)

    assert (tmp_path / LATER).read_text() == "# only shrinks\nX-A-02, soon\n"
