"""`barons export csv` and `barons import csv`: from cards to a spreadsheet and back, to a pack that is played."""

from __future__ import annotations

import csv
import json
import re
import shlex
import time
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


def test_what_a_table_takes_back_is_taken_out_of_the_pack(folder: Path, capsys: Printed) -> None:
    table = folder / "cards.csv"
    table.write_text("Title,Copies,Copies source\nMarket,3,\n")
    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    played = table.read_text()
    table.write_text("Title,Copies\nMarket,6\n")

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    assert "copies 3" in (folder / "my_deck/my_deck.barons").read_text()
    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--force"]) == 0
    assert "amend" not in (folder / "my_deck/my_deck.barons").read_text()
    table.write_text(played)
    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--force"]) == 0
    assert "copies 3" in (folder / "my_deck/my_deck.barons").read_text()


def test_what_was_entered_is_not_written_over_unless_told_to(folder: Path, capsys: Printed) -> None:
    table = folder / "cards.csv"
    table.write_text("Title,Copies\nMill,2\n")

    assert run(["export", "csv", "--to", "cards.csv"]) == 1
    assert "cell B2: it says '2', but the cards say '5'" in capsys.readouterr().err
    assert table.read_text() == "Title,Copies\nMill,2\n"
    assert run(["export", "csv", "--to", "cards.csv", "--force"]) == 0
    assert "Mill,5,red" in table.read_text()


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


# Names, and what is never written over


@pytest.fixture
def inns(folder: Path, capsys: Printed) -> Path:
    """Return the folder of a new pack, which has a card and a ruleset."""
    assert run(["new", "pack", "inns"]) == 0
    (folder / "cards.csv").write_text("Title,Copies\nInns Tower,3\nMill,3\n")
    capsys.readouterr()
    return folder / "inns"


def texts(folder: Path) -> dict[str, str]:
    return {str(path): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def refused(capsys: Printed, *arguments: str) -> str:
    """Return what is said of an import that is refused as wrong use."""
    assert run(["import", "csv", "cards.csv", *arguments]) == 2
    return next(line for line in capsys.readouterr().err.splitlines() if line.startswith("Error: "))


@pytest.mark.parametrize("ruleset", [(), ("--ruleset", "inns"), ("--ruleset", "barons+inns")])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_pack_whose_cards_are_in_the_table_is_not_rewritten(
    ruleset: tuple[str, ...], force: tuple[str, ...], inns: Path, capsys: Printed
) -> None:
    before = texts(inns)

    said = refused(capsys, "--as", "inns", *force, *ruleset, "--pack", "inns")

    assert texts(inns) == before
    command = said.rpartition("of their own: ")[2].split()
    assert command[:6] == ["barons", "import", "csv", "cards.csv", "--as", "my_inns"]
    assert run(command[1:]) == 0
    assert 'amend "Inns Tower" copies 3' in capsys.readouterr().out
    assert run(["check", "my_inns", "--pack", "inns"]) == 0
    assert texts(inns) == before


def test_a_name_that_a_pack_has_elsewhere_is_refused_with_another_one(inns: Path, capsys: Printed) -> None:
    said = refused(capsys, "--as", "inns", "--at", "more", "--pack", "inns")

    assert "there is another pack or ruleset 'inns'" in said
    assert run(said.partition("another name: ")[2].split()[1:]) == 0
    assert Path("more/my_inns/my_inns.barons").is_file()


@pytest.mark.parametrize("name", ["barons", "two_player", "x" * 40])
def test_a_free_name_is_found_for_every_name_that_is_taken(name: str, inns: Path, capsys: Printed) -> None:
    if name.startswith("x"):
        assert run(["new", "pack", name]) == 0
    packs = ["--pack", name] if name.startswith("x") else []
    said = refused(capsys, "--as", name, *packs)

    assert run(["new", "pack", said.partition("--as ")[2].split()[0]]) == 0


@pytest.mark.parametrize("name", ["./inns", "inns/../inns", "inns/"])
def test_a_way_to_a_pack_is_no_name(name: str, inns: Path, capsys: Printed) -> None:
    assert "no name of a pack" in refused(capsys, "--as", name, "--pack", "inns")


def test_the_name_that_is_offered_is_free(inns: Path, capsys: Printed) -> None:
    Path("my_inns").mkdir()
    Path("my_inns2").write_text("mine")

    assert "--as my_inns3 " in refused(capsys, "--as", "inns", "--pack", "inns")


def test_a_pack_that_gives_the_table_nothing_is_to_be_left_out(inns: Path, capsys: Printed) -> None:
    assert run(["import", "csv", "cards.csv", "--as", "first", "--pack", "inns"]) == 0
    Path("cards.csv").write_text("Title,Copies\nMill,7\n")
    capsys.readouterr()

    said = refused(capsys, "--as", "first", "--force", "--pack", "inns", "--pack", "first")

    assert said.endswith("barons import csv cards.csv --as first --force --ruleset barons --pack inns")
    assert run(said.partition("leave it out: ")[2].split()[1:]) == 0
    assert "copies 7" in Path("first/first.barons").read_text()


def test_text_that_no_import_has_made_is_never_written_over(inns: Path, capsys: Printed) -> None:
    Path("cards.csv").write_text("Title,Copies\nMill,3\n")
    before = texts(inns)

    assert "--as my_inns " in refused(capsys, "--as", "inns", "--force")
    assert texts(inns) == before


@pytest.mark.parametrize(("name", "says"), [
    ("barons4l", "looks like the ruleset 'barons41'"), ("rn_x", ""), ("x" * 41, "40 of them at most"),
    ("x" * 100, "40 of them at most"), ("conftest", "a name of tests"), ("con", "Windows"), ("click", "another module"),
    ("json", "a name of Python"), ("class", "a name of Python"), ("barons_more", "of barons itself"),
    ("two_player", "another pack or ruleset"), ("directors_cut", "another pack or ruleset"),
    ("My", "no name of a pack"), ("../x", "no name of a pack"),
])  # fmt: skip
@pytest.mark.parametrize("command", ["import", "new"])
def test_a_name_that_no_pack_can_have_is_refused_by_whatever_makes_packs(
    name: str, says: str, command: str, folder: Path, capsys: Printed
) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,3\n")
    arguments = ["import", "csv", "cards.csv", "--as", name] if command == "import" else ["new", "pack", name]

    assert run(arguments) == (2 if says else 0)
    said = capsys.readouterr().err
    assert says in said and "fault of barons" not in said
    assert says == "" or listed(folder) == ["cards.csv"]


# What a pack needs


def test_every_pack_that_is_needed_is_named(inns: Path, capsys: Printed) -> None:
    assert run(["new", "pack", "idle"]) == 0
    Path("cards.csv").write_text("Title,Copies\nMill,3\n")
    assert run(["import", "csv", "cards.csv", "--as", "first", "--at", "my packs", "--ruleset", "inns",
                "--pack", "inns"]) == 0  # fmt: skip
    Path("cards.csv").write_text("Title,Copies\nMill,4\n")
    capsys.readouterr()
    assert run(["import", "csv", "cards.csv", "--as", "second", "--ruleset", "first", "--pack", "inns",
                "--pack", "my packs/first"]) == 0  # fmt: skip

    said = capsys.readouterr().err
    assert "`barons play second --pack inns --pack 'my packs/first' --pack second --players you,bot:light`" in said
    packs = ["--pack", "inns", "--pack", "my packs/first", "--pack", "second"]
    assert run(["simulate", "second", *packs, "--games", "1", "--turns", "2"]) == 0


def test_a_command_that_is_told_brings_the_packs_that_it_needs(inns: Path, capsys: Printed) -> None:
    Path("my table").mkdir()
    rules = 'ruleset "Mine":\n    includes barons\n    setting "short" no or yes:\n        because "BAR-1"\n' \
            '        no "x"\n        yes "y"\n'
    for name, text in (("pack.toml", (inns / "pack.toml").read_text().replace("inns", "mine")), ("mine.barons", rules)):
        (Path("my table") / name).write_text(text)
    capsys.readouterr()

    assert run(["rulesets", "--pack", "my table"]) == 0
    [told] = [line for line in capsys.readouterr().out.splitlines() if "rulesets mine --settings" in line]
    assert run(shlex.split(told.partition("settings: ")[2])[1:]) == 0
    assert run(["new", "pack", "made", "--at", "my packs", "--pack", "inns"]) == 0
    [told] = [line for line in capsys.readouterr().err.splitlines() if line.startswith("next: ")]
    for command in told.removeprefix("next: ").split("; "):
        assert run(shlex.split(command)[1:]) == 0, command


def test_both_of_two_rulesets_are_built_on(inns: Path, capsys: Printed) -> None:
    Path("cards.csv").write_text("Title,Copies\nMill,4\n")

    assert run(["import", "csv", "cards.csv", "--as", "both", "--ruleset", "directors_cut+barons+inns",
                "--pack", "inns"]) == 0  # fmt: skip
    assert 'extends = ["barons", "directors_cut", "inns"]' in Path("both/pack.toml").read_text()
    assert run(["check", "both", "--pack", "inns"]) == 0


def test_a_part_of_other_rulesets_is_not_said_to_be_played_alone(folder: Path, capsys: Printed) -> None:
    (folder / "cards.csv").write_text("Title,Cost\nFishing Pier,3 red\n")

    assert run(["import", "csv", "cards.csv", "--as", "mine", "--ruleset", "two_player"]) == 0
    assert "`barons play RULESET+mine --pack mine`" in capsys.readouterr().err
    assert run(["simulate", "barons+mine", "--pack", "mine", "--games", "1", "--turns", "2"]) == 0


def test_what_a_pack_builds_on_and_is_not_there_is_all_that_is_said_of_it(inns: Path, capsys: Printed) -> None:
    assert run(["import", "csv", "cards.csv", "--as", "mine", "--ruleset", "inns", "--pack", "inns"]) == 0
    capsys.readouterr()

    assert run(["check", "mine", "--format", "json"]) == 1
    [report] = json.loads(capsys.readouterr().out)
    assert report["message"] == "there is no pack 'inns'" and "--pack" in report["help"]
    assert report["suggestion"] == ""
    assert run(["show", "Mill", "--pack", "mine"]) == 1
    assert "there is no pack 'inns'" in capsys.readouterr().err
    assert run(["check", "mine", "inns"]) == 0


# Very many faults


@pytest.mark.parametrize("row", ["Mill {0},2", "Mill,{0}x", "Mill,2,3", ",3"])
def test_of_very_many_wrong_cells_the_first_are_told(row: str, folder: Path, capsys: Printed) -> None:
    rows = "\n".join(row.format(number) for number in range(100_000))
    (folder / "cards.csv").write_text(f"Title,Copies\n{rows}\n")
    start = time.process_time()

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 1
    assert time.process_time() - start < 8
    said = capsys.readouterr().err
    assert said.count("error[") == 100
    assert "errors: 1001, warnings: 0, of which the first 100 are shown" in said
    assert run(["import", "csv", "cards.csv", "--as", "my_deck", "--format", "json"]) == 1
    reports = json.loads(capsys.readouterr().out)["reports"]
    assert len(reports) == 1001 and reports[-1]["code"] == "BC015"


def test_a_table_of_very_many_columns_is_read_in_a_short_time(folder: Path) -> None:
    (folder / "cards.csv").write_text(",".join(["Title", *(f"Note{number}" for number in range(200_000))]) + "\n")
    start = time.process_time()

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    assert time.process_time() - start < 8


def test_of_very_many_cells_that_would_be_lost_the_first_are_told(folder: Path, capsys: Printed) -> None:
    (folder / "cards.csv").write_text("Title\n" + "\n".join(f"Mill {number}" for number in range(5_000)))

    assert run(["export", "csv", "--to", "cards.csv"]) == 1
    assert capsys.readouterr().err.count("error[") == 100


@pytest.mark.parametrize(("column", "meant"), [
    ("Copy", "Copies"), ("Copie", "Copies"), ("copy source", "Copies source"), ("Costs", "Cost"), ("Decks", "Deck"),
    ("Titles", "Title"), ("Cots", "Cost"),
])  # fmt: skip
def test_a_column_in_the_singular_or_plural_is_recognised(
    column: str, meant: str, folder: Path, capsys: Printed
) -> None:
    (folder / "cards.csv").write_text(f"Title,{column}\n" if meant != "Title" else f"{column},Copies\n")

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 1
    assert f"did you mean `{meant}`?" in capsys.readouterr().err


def entered(folder: Path, title: str, column: str, value: str) -> None:
    """Change a cell of the table as a spreadsheet does."""
    with (folder / "cards.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    row = next(row for row in rows if row[header.index("Title")] == title)
    row[header.index(column)] = value
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def test_a_table_goes_round_as_often_as_somebody_likes(folder: Path, capsys: Printed) -> None:
    """A card of which a swap brings as many as there are of another follows it, each time."""
    assert run(["export", "csv", "--to", "cards.csv"]) == 0
    for time_round, market, mill in ((0, "3", "5"), (1, "3", "4"), (2, "4", "4"), (3, "6", "2"), (4, "2", "2")):
        entered(folder, "Market", "Copies", market)
        entered(folder, "Mill", "Copies", mill)
        assert run(["import", "csv", "cards.csv", "--as", "my_deck", *["--force"] * (time_round > 0)]) == 0
        forget()
        assert run(["export", "csv", "--to", "cards.csv", "--ruleset", "my_deck", "--pack", "my_deck"]) == 0
        table = (folder / "cards.csv").read_text()
        assert f"Fishing Pier,blue,building,{market} in blue with 2 players; none with 3 to 6 players," in table
        assert f"Market,blue,building,{market}," in table and f"Mill,red,building,{mill}," in table
    capsys.readouterr()
    assert run(["export", "csv", "--to", "cards.csv", "--ruleset", "my_deck", "--pack", "my_deck"]) == 0
    assert run(["import", "csv", "cards.csv", "--as", "other", "--ruleset", "my_deck", "--pack", "my_deck"]) == 0
    assert capsys.readouterr().out == "nothing differs\n"
    assert run(["simulate", "my_deck", "--pack", "my_deck", "--players", "2", "--games", "1", "--turns", "3"]) == 0


def test_the_table_of_the_manual_is_written_over_once_it_is_imported(folder: Path) -> None:
    page = (ROOT / "docs/spreadsheet.md").read_text(encoding="utf-8")
    [table] = re.findall(r"```text file=cards.csv\n(.*?)```", page, re.S)
    (folder / "cards.csv").write_text(table)

    assert run(["import", "csv", "cards.csv", "--as", "my_deck"]) == 0
    assert run(["export", "csv", "--to", "cards.csv", "--ruleset", "my_deck", "--pack", "my_deck"]) == 0
    assert "Armored Knight,3,low: 1 red; high: 2 red,entered,Ben" in (folder / "cards.csv").read_text()


@pytest.mark.parametrize("words", [["import", "csv", "cards.csv", "--as", "mine"], ["new", "pack", "mine"]])
@pytest.mark.parametrize("below", ["", "deeper"])
def test_no_pack_is_made_within_another(folder: Path, capsys: Printed, words: list[str], below: str) -> None:
    (folder / "cards.csv").write_text("Title,Copies\nMill,2\n")
    assert run(["new", "pack", "outer"]) == 0
    before = listed(folder)

    assert run([*words, "--at", str(Path("outer") / below)]) == 2
    assert "would lie in the folder of a pack" in capsys.readouterr().err
    assert listed(folder) == before
