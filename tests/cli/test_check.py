"""`barons check` reports every fault of every file, for people and for programs."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from barons_core.checking import check_paths
from barons_core.cli.guard import run

KEYS = {"code", "message", "file", "line", "column", "end", "help"}
SOUND = 'building "Watchtower" in red x4:\n    cost 1 red\n'
BROKEN = 'building "Watchtower" in rde x4:\n    cost 1 red\n'
MANIFEST = 'name = "made_up"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\n'

Printed = pytest.CaptureFixture[str]


def checked(printed: Printed, *arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    """Return exit code and reports of a check."""
    code = run(["check", "--format", "json", *map(str, arguments)])
    return code, json.loads(printed.readouterr().out)


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    """Return a file with a card in it that is wrong."""
    path = tmp_path / "broken.barons"
    path.write_text(BROKEN, "utf-8")
    return path


def test_the_built_in_packs_have_no_faults(capsys: Printed) -> None:
    assert checked(capsys) == (0, [])


def test_a_fault_is_told_with_its_place_and_remedy(capsys: Printed, card_file: Path) -> None:
    code, reports = checked(capsys, card_file)

    assert code == 1
    assert [set(report) >= KEYS for report in reports] == [True]
    assert reports[0]["file"] == str(card_file)
    assert (reports[0]["line"], reports[0]["column"]) == (1, 26)
    assert reports[0]["suggestion"] == "red"


def test_people_see_the_line_and_a_caret(capsys: Printed, card_file: Path) -> None:
    assert run(["check", str(card_file)]) == 1

    caught = capsys.readouterr()
    assert '1 | building "Watchtower" in rde x4:' in caught.out
    assert "errors: 1, warnings: 0" in caught.err


def test_a_sound_file_has_no_faults(capsys: Printed, card_file: Path) -> None:
    card_file.write_text(SOUND, "utf-8")

    assert checked(capsys, card_file) == (0, [])


def test_all_paths_are_checked_in_one_run(capsys: Printed, card_file: Path, tmp_path: Path) -> None:
    _, reports = checked(capsys, tmp_path / "absent.barons", card_file)

    assert sorted(report["code"] for report in reports) == ["BC090", "BC101"]


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"\xff\xfe\x00b", "BC092"), (b"a\x00b", "BC092"), (b"#" * 4_000_001, "BC093")],
    ids=["not UTF-8", "zero bytes", "too large"],
)
def test_what_is_no_text_is_a_report(capsys: Printed, card_file: Path, content: bytes, code: str) -> None:
    card_file.write_bytes(content)

    status, reports = checked(capsys, card_file)

    assert status == 1
    assert [report["code"] for report in reports] == [code]


def test_the_place_of_a_wrong_byte_is_told(card_file: Path) -> None:
    card_file.write_bytes("# é\n# \xe9\n".encode("latin-1").replace(b"\xe9", "é".encode(), 1))

    assert [str(report.span) for report in check_paths([card_file])] == [f"{card_file}:2:3"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_pipe_is_not_waited_for(capsys: Printed, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.barons")

    assert [report["code"] for report in checked(capsys, tmp_path / "pipe.barons")[1]] == ["BC091"]


def test_a_folder_without_a_manifest_is_a_report_and_its_files_are_checked(capsys: Printed, card_file: Path) -> None:
    _, reports = checked(capsys, card_file.parent)

    assert sorted(report["code"] for report in reports) == ["BC094", "BC101"]


def test_a_folder_of_packs_is_checked_pack_by_pack(capsys: Printed, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.toml").write_text(MANIFEST.replace("made_up", name), "utf-8")
        (tmp_path / name / "cards.barons").write_text(BROKEN.replace("Watchtower", name), "utf-8")

    _, reports = checked(capsys, tmp_path)

    assert [Path(report["file"]).parent.name for report in reports] == ["one", "two"]


@pytest.mark.parametrize("place", ["cards.barons", "more/cards.barons", "more/still/cards.barons"])
def test_cards_beside_packs_are_checked_as_those_without_packs(capsys: Printed, tmp_path: Path, place: str) -> None:
    loose = tmp_path / place
    loose.parent.mkdir(parents=True, exist_ok=True)
    loose.write_text(BROKEN, "utf-8")
    pack = tmp_path / "made_up"
    pack.mkdir()
    (pack / "pack.toml").write_text(MANIFEST, "utf-8")
    (pack / "cards.barons").write_text(SOUND.replace("Watchtower", "Hut"), "utf-8")

    code, reports = checked(capsys, tmp_path)

    assert code == 1
    assert [(report["file"], report["suggestion"]) for report in reports] == [(str(loose), "red")]


def test_a_pack_is_checked_beside_those_it_names(capsys: Printed, card_file: Path) -> None:
    (card_file.parent / "pack.toml").write_text(MANIFEST, "utf-8")
    card_file.write_text(SOUND, "utf-8")

    assert checked(capsys, "--pack", card_file.parent) == (0, [])
    assert checked(capsys, card_file.parent) == (0, [])


def test_a_title_of_another_pack_stands_twice(capsys: Printed, card_file: Path) -> None:
    card_file.write_text(SOUND.replace("Watchtower", _any_title()), "utf-8")

    assert [report["code"] for report in checked(capsys, card_file)[1]] == ["BC201"]


def _any_title() -> str:
    from barons_core.loading import library

    return library().checked.cards[0].title


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_faulty_pack_cannot_be_played(capsys: Printed, card_file: Path, jobs: str) -> None:
    (card_file.parent / "pack.toml").write_text(MANIFEST, "utf-8")
    pack = ["--pack", str(card_file.parent)]

    assert run(["simulate", "barons", "--games", "1", "--jobs", jobs, *pack]) == 1
    assert "BC101" in capsys.readouterr().err


def test_a_pack_that_extends_an_unknown_one_is_reported(capsys: Printed, card_file: Path) -> None:
    (card_file.parent / "pack.toml").write_text(MANIFEST.replace("barons", "brons"), "utf-8")
    card_file.write_text(SOUND, "utf-8")

    assert [report["code"] for report in checked(capsys, card_file.parent)[1]] == ["BC097"]
