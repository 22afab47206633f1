"""`barons export csv` and `barons import csv`: from cards to a spreadsheet and back, to a pack that is played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from barons_core.cli.guard import run
from barons_core.loading import forget
from tests.citations import ROOT

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    forget()
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def listed(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_table_goes_to_the_output_and_nothing_else_does(capsys: Printed) -> None:
    assert run(["export", "csv"]) == 0

    said = capsys.readouterr()
    assert said.out.startswith("Title,Deck,Kind,Copies,Cost,")
    assert said.err == ""


def test_numbers_are_entered_and_played(folder: Path, capsys: Printed) -> None:
    assert run(["export", "csv", "--to", "cards.csv"]) == 0
    edit(folder / "cards.csv", 'Mill,red,building,5,"1 red, 1 yellow"', "Mill,red,building,2,1 blue")
    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0

    said = capsys.readouterr()
    assert said.out.splitlines() == [
        'amend "Mill" copies 2', 'amend "Mill" cost 1 blue', 'amend "Mill" sources copies entered, cost entered',
    ]  # fmt: skip
    assert "barons play my_deck --pack my_deck" in said.err
    assert run(["check", "my_deck"]) == 0
    assert run(["simulate", "my_deck", "--pack", "my_deck", "--games", "1", "--turns", "5"]) == 0
    assert run(["export", "csv", "--ruleset", "my_deck", "--pack", "my_deck"]) == 0
    assert "Mill,red,building,2,1 blue,printed,printed,entered,entered," in capsys.readouterr().out


def test_a_table_that_says_nothing_new_makes_no_pack(folder: Path, capsys: Printed) -> None:
    assert run(["export", "csv", "--to", "cards.csv"]) == 0
    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0

    assert capsys.readouterr().out == "nothing differs\n"
    assert listed(folder) == ["cards.csv"]


def test_what_was_imported_is_told_to_programs(folder: Path, capsys: Printed) -> None:
    (folder / "cards.csv").write_text("Title;Copies;Notes\nMill;2;x\n")
    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--format", "json"]) == 0

    said = capsys.readouterr()
    assert json.loads(said.out) == {
        "pack": "my_deck", "reports": [],
        "changes": [{"title": "Mill", "field": "copies", "line": 'amend "Mill" copies 2'},
                    {"title": "Mill", "field": "sources", "line": 'amend "Mill" sources copies entered'}],
    }  # fmt: skip
    assert "'Notes'" in said.err


def test_wrong_cells_are_told_to_programs(folder: Path, capsys: Printed) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,0\nMlil,2\n")
    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--format", "json"]) == 1

    reports = json.loads(capsys.readouterr().out)["reports"]
    assert [(report["line"], report["column"]) for report in reports] == [(2, 2), (3, 1)]


def test_a_pack_is_written_over_only_when_told_to(folder: Path, capsys: Printed) -> None:
    table = folder / "cards.csv"
    table.write_text("Title,Copies\nMill,2\n")
    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    (folder / "my_deck" / "notes.txt").write_text("mine")
    table.write_text("Title,Copies\nMill,3\n")

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 2
    assert "--force" in capsys.readouterr().err
    assert "copies 2" in (folder / "my_deck/my_deck.barons").read_text()
    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--force"]) == 0
    assert "copies 3" in (folder / "my_deck/my_deck.barons").read_text()
    assert (folder / "my_deck/notes.txt").read_text() == "mine"


@pytest.mark.parametrize("manifest", ["", 'name = "other"\nversion = "1"\nlanguage = 1\n'])
def test_what_is_no_pack_of_that_name_is_never_written_over(folder: Path, manifest: str) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,2\n")
    (folder / "my_deck").mkdir()
    if manifest:
        (folder / "my_deck/pack.toml").write_text(manifest)
    before = listed(folder)

    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--force"]) == 2
    assert listed(folder) == before


def test_a_further_ruleset_and_pack_are_built_on(folder: Path, capsys: Printed) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,2\n")
    assert run(["import", "csv", "cards.csv", "--as", "first", "--at", "packs"]) == 0
    (folder / "cards.csv").write_text("Title,Copies,Cost\nMill,2,1 blue\n")
    assert run(["import", "csv", "cards.csv", "--as", "second", "--ruleset", "first", "--pack", "packs/first"]) == 0

    assert "includes first" in (folder / "second/second.barons").read_text()
    assert 'extends = ["barons", "first"]' in (folder / "second/pack.toml").read_text()
    assert "copies" not in (folder / "second/second.barons").read_text()
    capsys.readouterr()
    assert run(["export", "csv", "--ruleset", "second", "--pack", "packs/first", "--pack", "second"]) == 0
    assert "Mill,red,building,2,1 blue,printed,printed,entered,entered," in capsys.readouterr().out


def test_further_columns_of_a_table_are_kept(folder: Path, capsys: Printed) -> None:
    table = folder / "cards.csv"
    table.write_bytes("\ufeffTitle;Seen\r\nMill;yes\r\n".encode())
    assert run(["export", "csv", "--to", "cards.csv"]) == 0

    text = table.read_bytes().decode()
    assert text.startswith("\ufeffTitle;Seen;Deck;")
    assert "\r\nMill;yes;red;building;5;1 red, 1 yellow;" in text
    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    assert capsys.readouterr().out == "nothing differs\n"


def test_what_was_entered_is_not_written_over_unless_told_to(folder: Path, capsys: Printed) -> None:
    table = folder / "cards.csv"
    table.write_text("Title,Copies\nMill,2\n")

    assert run(["export", "csv", "--to", "cards.csv"]) == 1
    assert "cell B2: it says '2', but the cards say '5'" in capsys.readouterr().err
    assert table.read_text() == "Title,Copies\nMill,2\n"
    assert run(["export", "csv", "--to", "cards.csv", "--force"]) == 0
    assert "Mill,5,red" in table.read_text()


def test_wrong_cells_are_told_as_the_manual_says(folder: Path, capsys: Printed) -> None:
    page = (ROOT / "docs/spreadsheet.md").read_text(encoding="utf-8")
    wrong, told = re.findall(r"```text(?: file=wrong.csv)?\n(.*?)```", page.partition("What is wrong")[2], re.S)
    (folder / "wrong.csv").write_text(wrong)

    assert run(["import", "csv", "wrong.csv", "--as", "my_deck"]) == 1
    assert capsys.readouterr().err.startswith(told)


@pytest.mark.parametrize("error", ["barons_core.recording.os.fsync", "barons_core.pack_writing.os.rename"])
def test_nothing_is_left_of_a_pack_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch, error: str,
                                                          capsys: Printed) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,2\n")

    def full(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(error, full)

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 2
    assert "no space left" in capsys.readouterr().err
    assert listed(folder) == ["cards.csv"]


@pytest.mark.parametrize(("rows", "cell"), [
    ("Mill,,999", "C2"), ("Port,,5\nMill,,999", "C3"), ("Mill,,500\nPort,,499", "C2"),
    ("Mill,each,250", "C2"),
])  # fmt: skip
def test_numbers_that_make_too_many_cards_are_told_and_nothing_is_written(
    rows: str, cell: str, folder: Path, capsys: Printed
) -> None:
    (folder / "cards.csv").write_text(f"Title,Deck,Copies\n{rows}\n", encoding="utf-8")

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 1
    said = capsys.readouterr().err
    assert f"cell {cell}: the decks of 'My deck' would hold 1," in said
    assert listed(folder) == ["cards.csv"]


def test_as_many_cards_as_can_be_played_with_are_imported(folder: Path) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,500\nPort,200\n", encoding="utf-8")

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    assert run(["check", "my_deck"]) == 0
    assert run(["simulate", "my_deck", "--pack", "my_deck", "--games", "1", "--turns", "1"]) == 0
