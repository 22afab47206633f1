"""Cards as a table and back: nothing differs by itself, each wrong cell is told, further columns stay."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barons_core.card_imports import changes_of, lost_cells, pack_text, unread_columns
from barons_core.card_sheets import COLUMNS, TITLE, sheet_of, written_over
from barons_core.loading import FaultyPack, PlayedCards, content, played_cards
from barons_core.pack_writing import write_pack
from barons_core.spreadsheets import FaultySheet, Sheet, parse_sheet

FILE = "cards.csv"

ODD_CARDS = """
building "A: B; c/D" in red and blue x3:
    as "A: B; c":
        cost 2 cards or 3 of one color, 1 red
    as "D":
        cost none

building "=1+1" in green x2:
    cost 1 red

land "  é, “odd”" in red x1:
    cost 1 red
"""


@pytest.fixture(scope="module")
def barons() -> PlayedCards:
    return played_cards("barons")


def table(text: str) -> Sheet:
    return parse_sheet(text, FILE, COLUMNS, TITLE)


def lines(text: str, played: PlayedCards) -> list[str]:
    return [change.line for change in changes_of(table(text), FILE, "mine", played)]


def over(played: PlayedCards, old: Sheet) -> Sheet:
    """Return the table of some cards written over an older one, as the command does without --force."""
    return written_over(sheet_of(played), old, FILE, lost_cells(old, FILE, played))


def faults(text: str, played: PlayedCards) -> list[tuple[str, str]]:
    with pytest.raises(FaultySheet) as caught:
        lines(text, played)
    return [(report.message.partition(":")[0], f"{report.message} {report.fix} {report.help}")
            for report in caught.value.reports]


@pytest.mark.parametrize("ruleset", ["barons", "directors_cut", "barons41"])
def test_a_table_that_is_not_changed_changes_nothing(ruleset: str) -> None:
    played = played_cards(ruleset)

    assert lines(sheet_of(played).text(), played) == []


def test_the_table_tells_what_the_card_table_of_the_rulings_tells(barons: PlayedCards) -> None:
    sheet = sheet_of(barons)
    rows = {row[0]: dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows}

    assert rows["Mill"] | {"Text": ""} == {
        "Title": "Mill", "Deck": "red", "Kind": "building", "Copies": "5", "Cost": "1 red, 1 yellow",
        "Deck source": "printed", "Kind source": "printed", "Copies source": "reconstructed",
        "Cost source": "reconstructed", "Text": "",
    }  # fmt: skip
    assert rows["Church/Cathedral"]["Deck"] == "each"
    assert rows["Church/Cathedral"]["Cost"].startswith("Church: 1 red, 1 blue, 1 green, 1 yellow; Cathedral: 2 red")
    assert rows["Crusading Knight"]["Cost"] == "low: 1 blue; high: 1 blue, 1 red"
    assert rows["Armory"]["Cost"] == "2 red or 1 red, 1 yellow"
    assert "pasture" in rows["Mill"]["Text"]


@pytest.mark.parametrize(("row", "expected"), [
    ("Mill,,,,1 Blue or 2 red", ['amend "Mill" cost 1 blue or 2 red', 'amend "Mill" sources cost entered']),
    ('Mill,,,,"1red , 1 green"', ['amend "Mill" cost 1 red, 1 green', 'amend "Mill" sources cost entered']),
    ("Mill,,,,none", ['amend "Mill" cost none', 'amend "Mill" sources cost entered']),
    ("Mill,,,6,", ['amend "Mill" copies 6', 'amend "Mill" sources copies entered']),
    ("Mill,green and red,,,", ['amend "Mill" deck green and red', 'amend "Mill" sources deck entered']),
    ("Mill,each,,,", ['amend "Mill" deck each', 'amend "Mill" sources deck entered']),
    ("Mill,,Land,,", ['amend "Mill" kind land', 'amend "Mill" sources kind entered']),
    ('Mill,,,,"1 yellow, 1 red"', []),
    ("Mill,RED, building ,5,", []),
    (",,,,", []),
    ('Church/Cathedral,,,,"cathedral: none; Church: 1 red, 1 blue, 1 green, 1 yellow"',
     ['amend "Cathedral" cost none', 'amend "Church/Cathedral" sources cost entered']),
    ('Crusading Knight,,,,"high: 2 blue"',
     ['amend "Crusading Knight" cost high 2 blue', 'amend "Crusading Knight" sources cost entered']),
])  # fmt: skip
def test_what_a_cell_says_otherwise_becomes_an_amendment(barons: PlayedCards, row: str, expected: list[str]) -> None:
    assert lines(f"Title,Deck,Kind,Copies,Cost\n{row}\n", barons) == expected


@pytest.mark.parametrize(("row", "expected"), [
    ("Mill,1 red,printed", ['amend "Mill" cost 1 red', 'amend "Mill" sources cost printed']),
    ("Mill,1 red,reconstructed", ['amend "Mill" cost 1 red', 'amend "Mill" sources cost entered']),
    ('Mill,"1 red, 1 yellow",Printed', ['amend "Mill" sources cost printed']),
    ('Mill,"1 red, 1 yellow",', []),
])  # fmt: skip
def test_the_source_is_what_somebody_says_or_that_it_was_entered(barons: PlayedCards, row: str,
                                                                 expected: list[str]) -> None:
    assert lines(f"Title,Cost,Cost source\n{row}\n", barons) == expected


@pytest.mark.parametrize(("row", "cell", "says"), [
    ("Mlil,,,,", "cell A2", "Mill"),
    (",,,,1 red", "cell A2", "the title is missing"),
    ("Mill,rde,,,", "cell B2", "red"),
    ("Mill,red and red,,,", "cell B2", "twice"),
    ("Mill,red and,,,", "cell B2", "missing"),
    ("Castle,red,,,", "cell B2", "no deck"),
    ("Mill,,buildng,,", "cell C2", "building"),
    ("Castle,,,,1 red", "cell E2", "no cost"),
    ("Castle,,,5,", "cell D2", "no deck"),
    ("Church,,,5,", "cell A2", "it is a way of 'Church/Cathedral'"),
    ("Mill,,action,,", "cell C2", "never in play"),
    ("Mill,,,five,", "cell D2", "a number must stand here"),
    ("Mill,,,0,", "cell D2", "1 to 1000"),
    ("Mill,,,-1,", "cell D2", "a number must stand here"),
    ("Mill,,,1 2,", "cell D2", "does not fit"),
    ("Mill,,,99999999999999999999,", "cell D2", "1 to 1000"),
    ("Fishing Pier,,,5,", "cell D2", "two_player.barons"),
    ("Mill,,,,1 rde", "cell E2", "red"),
    ("Mill,,,,red", "cell E2", "a number is missing"),
    ("Mill,,,,1", "cell E2", "a color is missing"),
    ("Mill,,,,1 red or", "cell E2", "a cost is missing"),
    ('Mill,,,,"1 red, if"', "cell E2", "'if' does not fit"),
    ("Mill,,,,100 red", "cell E2", "1 to 99"),
    ('Mill,,,,"1 red ""x"" # y"', "cell E2", "does not fit"),
    ("Mill,,,,'=1+1", "cell E2", "does not fit"),
    ("Mill,,,,low: 1 red", "cell E2", "does not fit"),
    ("Crusading Knight,,,,1 red", "cell E2", "low: ...; high: ..."),
    ("Crusading Knight,,,,low: 1 red; low: 2 red", "cell E2", "which cost"),
    ("Crusading Knight,,,,low: 9 red", "cell E2", "strictly above"),
    (f"Mill,,,,{'1 red or ' * 300}1 red", "cell E2", "longer than"),
])  # fmt: skip
def test_a_wrong_cell_is_told(barons: PlayedCards, row: str, cell: str, says: str) -> None:
    [(place, message)] = faults(f"Title,Deck,Kind,Copies,Cost\n{row}\n", barons)

    assert place == cell
    assert says in message


def test_a_wrong_source_is_told(barons: PlayedCards) -> None:
    [(place, message)] = faults("Title,Cost source\nMill,printd\n", barons)

    assert place == "cell B2" and "printed" in message


def test_a_title_that_stands_twice_is_told(barons: PlayedCards) -> None:
    [(place, message)] = faults("Title,Cost\nMill,1 red\n\nMill,1 red\n", barons)

    assert place == "cell A4" and "the title stands in row 2" in message


def test_all_wrong_cells_are_told_at_once(barons: PlayedCards) -> None:
    text = "Title,Deck,Kind,Copies,Cost\nMill,rde,lnad,x,1\nMlil,,,,\nPort,purple,action,0,1 rde\n"

    assert [cell for cell, _ in faults(text, barons)] == [
        "cell B2", "cell C2", "cell D2", "cell E2", "cell A3", "cell B4", "cell C4", "cell D4", "cell E4",
    ]  # fmt: skip


def test_colors_have_the_names_that_the_players_of_a_ruleset_see() -> None:
    played = played_cards("barons41")

    assert lines('Title,Deck,Cost\nMill,red and white,"1 red, 2 white"\n', played) == [
        'amend "Mill" deck red and yellow', 'amend "Mill" cost 1 red, 2 yellow',
        'amend "Mill" sources deck entered, cost entered',
    ]  # fmt: skip
    assert "white" in faults("Title,Cost\nMill,1 wihte\n", played)[0][1]
    assert "'white' stands twice" in faults("Title,Deck\nMill,white and white\n", played)[0][1]


def test_a_card_with_another_title_is_amended_by_its_first() -> None:
    assert lines("Title,Copies\nMarketplace,7\n", played_cards("barons41"))[0] == 'amend "Market" copies 7'


def test_a_title_that_the_ruleset_has_changed_is_told_with_the_new_one() -> None:
    [(_, message)] = faults("Title,Copies\nMarket,7\n", played_cards("barons41"))

    assert "no card has the title 'Market': here it is called 'Marketplace'" in message


@pytest.mark.parametrize("row", ["Stables,5,", "Church,5,", "Stables,,red"])
def test_a_card_that_the_ruleset_itself_brings_in_is_left_to_it(row: str) -> None:
    [(_, message)] = faults(f"Title,Copies,Deck\n{row}\n", played_cards("barons41"))

    assert "barons41.barons" in message


SWAPPED = """
building "Inn" in red and blue x2:
    cost 1 red

ruleset "Swapped":
    includes barons
    replace 2 "Mill" with 3 "Port" in red
    with 3 to 4 players:
        replace 1 "Tavern" with 1 "Cooper" in green
    replace every "Forge" with "Inn" in red
    includes 2 "Prayer" in yellow
    includes 1 "Prayer" in blue
"""


@pytest.fixture
def swapped(tmp_path: Path) -> PlayedCards:
    """Return the cards of a ruleset that changes the numbers of some in each way there is."""
    (tmp_path / "pack.toml").write_text('name = "swapped"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    (tmp_path / "swapped.barons").write_text(SWAPPED)
    return played_cards("swapped", [tmp_path])


def test_a_table_tells_the_numbers_that_are_played_with_and_comes_back(swapped: PlayedCards) -> None:
    sheet = sheet_of(swapped)
    found = {row[0]: (row[1], row[3]) for row in sheet.rows}

    assert found["Mill"] == ("red", "3")
    assert found["Port"] == ("red and blue", "3 in red, 5 in blue")
    assert found["Tavern"] == ("green", "5 in green with 2 or 5 to 6 players; 4 in green with 3 to 4 players")
    assert found["Inn"] == ("red", "5")
    assert "Forge" not in found
    assert found["Prayer"] == ("blue and yellow", "1 in blue, 5 in yellow")
    assert (found["Market"], found["Fishing Pier"][0]) == (("blue", "6"), "blue")
    assert lines(sheet.text(), swapped) == []
    assert over(swapped, table(sheet.text())) == table(sheet.text())


@pytest.mark.parametrize(("row", "line"), [
    ("Mill,3,", ""), ("Mill,4,", 'replace 2 "Mill" with 3 "Port" in red'), ("Port,5,", 'replace 2 "Mill"'),
    ("Port,,blue", 'replace 2 "Mill"'), ("Mill,,blue", 'replace 2 "Mill"'), ("Tavern,5,", 'replace 1 "Tavern"'),
    ("Inn,4,", 'replace every "Forge" with "Inn" in red'), ("Prayer,3,", 'includes 1 "Prayer" in blue'),
    ("Market,,red", 'replace every "Market"'), ("Fishing Pier,3,", 'replace every "Market"'),
])  # fmt: skip
def test_a_number_that_a_swap_or_inclusion_decides_is_left_to_its_line(swapped: PlayedCards, row: str,
                                                                      line: str) -> None:
    text = f"Title,Copies,Deck\n{row}\n"
    if not line:
        assert lines(text, swapped) == []
        return
    [(place, message)] = faults(text, swapped)
    assert place == ("cell B2" if row[-1] == "," else "cell C2")
    assert f"'{line}" in message and ".barons:" in message


@pytest.mark.parametrize("row", [
    'Port,"5 in blue, 3 in red",', 'Port,"5 in blue,3 in red with 2 to 6 players",blue and red',
    "Prayer,,yellow and Blue",
    "Tavern,4 in green with 3 to 4 players; 5 with 2 or 5 to 6 players,", "Mill,3 in red,",
])  # fmt: skip
def test_a_number_in_another_order_is_the_same(swapped: PlayedCards, row: str) -> None:
    text = f"Title,Copies,Deck\n{row}\n"
    assert lines(text, swapped) == []
    assert over(swapped, table(text)).rows[0][0] == row.partition(",")[0]


@pytest.mark.parametrize("cell", [
    '"3 in red, 6 in blue"', '"3 in red, 5 in green"', "3 in red", "3 in red with 2 players", "3 in rde", "no", "in; ;",
    '"3 in red, 5 in blue; none"', "9" * 5000, '"3 in red, 5 in blue with 2 to 6"',
])  # fmt: skip
def test_a_wrong_number_that_a_line_decides_is_one_fault(swapped: PlayedCards, cell: str) -> None:
    [(place, message)] = faults(f"Title,Copies\nPort,{cell}\n", swapped)
    assert place == "cell B2" and "has a say" in message
    with pytest.raises(FaultySheet) as caught:
        over(swapped, table(f"Title,Copies\nPort,{cell}\n"))
    assert [report.code for report in caught.value.reports] == ["BC086"]


PIER = "Fishing Pier,{0} in blue with 2 players; none with 3 to 6 players"


@pytest.mark.parametrize("number", [3, 6])
def test_a_number_that_follows_may_stand_as_it_was_or_will_be(barons: PlayedCards, number: int) -> None:
    assert lines(f"Title,Copies\n{PIER.format(number)}\nMarket,3\n", barons)[0] == 'amend "Market" copies 3'


def test_a_number_that_follows_from_nothing_in_the_table_is_told(barons: PlayedCards) -> None:
    [(place, message)] = faults(f"Title,Copies\n{PIER.format(4)}\nMarket,3\n", barons)
    assert place == "cell B2" and "'replace every \"Market\"" in message


def test_what_follows_from_a_wrong_cell_is_not_told(barons: PlayedCards) -> None:
    assert [place for place, _ in faults(f"Title,Copies\n{PIER.format(4)}\nMarket,no\n", barons)] == ["cell B3"]


@pytest.mark.parametrize(("row", "shown"), [
    ("Mill,,1 yellow ,,", "1 red, 1 yellow"), ('Mill,,"1 yellow, 1  RED",,', ""), ("Armory,,,,", ""),
    ('Armory,,"1 yellow, 1 red or 2 red",,', ""), ("Armored Knight,,high: 9 red,,", "high"),
    ("Crusading Knight,,low: 1 blue,,", ""), ('Crusading Knight,,"high: 1 red, 1 blue",,', ""),
    ("Famine,,,,red and yellow", "yellow"), ("Mill,no,,,", "5"), ("Mill,05,,,", ""),
    ("Mill,,,land,", "building"),
    ("Church/Cathedral,,,,red and blue and green and yellow", ""),
])  # fmt: skip
def test_a_cell_that_says_the_same_otherwise_is_not_lost(barons: PlayedCards, row: str, shown: str) -> None:
    old = table(f"Title,Copies,Cost,Kind,Deck\n{row}\n")
    if not shown:
        assert over(barons, old).rows[0][0] == row.partition(",")[0]
        return
    with pytest.raises(FaultySheet) as caught:
        over(barons, old)
    [report] = caught.value.reports
    assert report.code == "BC086" and shown in report.message


def test_a_sound_cell_beside_wrong_ones_is_told_for_itself(barons: PlayedCards) -> None:
    """Whether a cell would be lost does not depend on what else is wrong."""
    old = table("Title,Copies,Cost\nMill,0,\nPort,9,\"1 red, 1 blue\"\nArmory,3,1 rde\nMarket,6,\n")
    with pytest.raises(FaultySheet) as caught:
        over(barons, old)
    assert [report.message.partition(":")[0] for report in caught.value.reports] == [
        "cell B2", "cell B3", "cell B4", "cell C4"]  # fmt: skip


def test_a_swap_of_every_card_follows_what_is_entered(tmp_path: Path, barons: PlayedCards) -> None:
    changes = changes_of(table("Title,Copies\nMarket,3\n"), FILE, "mine", barons)
    write_pack(tmp_path / "mine", pack_text("mine", barons, changes))
    made = content("mine", [tmp_path / "mine"])

    for seats, title in ((2, "Fishing Pier"), (3, "Market")):
        assert [one.copies for one in made.deck_list(seats) if made.definitions[one.definition].title == title] == [3]
    entered = played_cards("mine", [tmp_path / "mine"])
    assert [row[3] for row in sheet_of(entered).rows if row[0] == "Market"] == ["3"]


def test_as_many_cards_may_be_entered_as_a_game_may_have(barons: PlayedCards) -> None:
    """A card that waits for its swap is none of them."""
    assert lines("Title,Copies\nMill,813\n", barons)[0] == 'amend "Mill" copies 813'
    [(place, message)] = faults("Title,Copies\nMill,814\n", barons)
    assert place == "cell B2" and "1,001 cards" in message


@pytest.mark.parametrize("ruleset", ["barons", "barons41"])
def test_every_cost_that_is_entered_makes_a_sound_pack(ruleset: str, tmp_path: Path) -> None:
    played = played_cards(ruleset)
    sheet = sheet_of(played)
    cost = sheet.columns.index("Cost")
    rows = tuple((*row[:cost], re.sub(r"[0-9]+", "7", row[cost]).replace("high: 7", "high: 8"), *row[cost + 1:])
                 for row in sheet.rows)  # fmt: skip
    changes = changes_of(replace(sheet, rows=rows), FILE, "mine", played)
    write_pack(tmp_path / "mine", pack_text("mine", played, changes))
    entered = sheet_of(played_cards("mine", [tmp_path / "mine"]))

    assert [row[cost] for row in entered.rows] == [row[cost] for row in rows]


def test_a_cost_in_another_order_is_the_same_where_colors_have_other_names() -> None:
    assert lines('Title,Cost\nMarketplace,"1 white, 1 blue"\n', played_cards("barons41")) == []


def test_columns_that_mean_nothing_are_named() -> None:
    assert unread_columns(table("Title,Notes, ,Text,My cost\n")) == ["Notes", "My cost"]


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Return the folder of a pack with titles that a table finds hard."""
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "odd"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    (folder / "odd.barons").write_text(ODD_CARDS.replace('"  é', '"é') + '\nruleset "Odd":\n    includes barons\n')
    return folder


def test_odd_titles_go_out_and_come_back(odd: Path) -> None:
    played = played_cards("odd", [odd])
    text = sheet_of(played).text()

    assert "\n'=1+1," in text
    assert lines(text, played) == []
    changed = text.replace("D: none", "D: 1 card").replace("\n'=1+1,green", "\n'=1+1,red")
    assert lines(changed, played) == [
        'amend "D" cost 1 card', 'amend "A: B; c/D" sources cost entered',
        'amend "=1+1" deck red', 'amend "=1+1" sources deck entered',
    ]  # fmt: skip


PRICES = st.lists(st.lists(st.tuples(st.integers(1, 9), st.sampled_from(["red", "blue", "cards", "of one color"])),
                           min_size=1, max_size=3), min_size=1, max_size=3)  # fmt: skip


@settings(max_examples=10, deadline=None)
@given(copies=st.integers(1, 200), prices=PRICES, decks=st.sets(st.sampled_from(["red", "blue", "green", "yellow"]),
                                                                 min_size=1))
def test_whatever_is_entered_is_what_is_played(tmp_path_factory: pytest.TempPathFactory, copies: int,
                                               prices: list[list[tuple[int, str]]], decks: set[str]) -> None:
    played = played_cards("barons")
    cost = " or ".join(", ".join(f"{number} {word}" for number, word in price) for price in prices)
    sheet = Sheet(("Title", "Deck", "Copies", "Cost"), (("Mill", " and ".join(sorted(decks)), str(copies), cost),))
    changes = changes_of(table(sheet.text()), FILE, "mine", played)
    folder = tmp_path_factory.mktemp("imported") / "mine"
    write_pack(folder, pack_text("mine", played, changes))
    entered = played_cards("mine", [folder])
    [mill] = [dict(zip(COLUMNS, row, strict=True)) for row in sheet_of(entered).rows if row[0] == "Mill"]

    assert mill["Copies"] == str(copies)
    assert mill["Cost"] == cost
    assert set(mill["Deck"].replace("each", "red and blue and green and yellow").split(" and ")) == decks
    assert [change.line for change in changes_of(table(sheet_of(entered).text()), FILE, "again", entered)] == []


@pytest.mark.parametrize("name", ["p1", "red", "p19b"])
def test_an_imported_pack_may_be_called_like_a_color_or_a_seat(name: str, barons: PlayedCards) -> None:
    changes = changes_of(table("Title,Copies\nMill,7\n"), FILE, name, barons)

    assert [change.line for change in changes][:1] == ['amend "Mill" copies 7']


@pytest.mark.parametrize("name", ["barons", "barons4l", "x" * 100, "two_player"])
@pytest.mark.parametrize("rows", ["Mill,7\n", "Mill,7\nPort,9\nTithe,8\n"])
def test_a_name_that_no_ruleset_can_have_is_no_cell_s_fault(name: str, rows: str, barons: PlayedCards) -> None:
    with pytest.raises(FaultyPack) as caught:
        changes_of(table(f"Title,Copies\n{rows}"), FILE, name, barons)

    assert str(caught.value).startswith(f"no ruleset can be called {name!r}: ")


def test_a_pack_that_was_imported_is_played(tmp_path: Path, barons: PlayedCards) -> None:
    changes = changes_of(table("Title,Cost,Copies\nMill,3 red,2\n"), FILE, "my_deck", barons)
    write_pack(tmp_path / "my_deck", pack_text("my_deck", barons, changes))
    found = content("my_deck", [tmp_path / "my_deck"])
    [mill] = [card for card in found.definitions if card.title == "Mill"]

    assert (mill.copies, mill.ways[0].costs[0].prices[0].amounts) == (2, (3, 0, 0, 0))
    assert dict(mill.sources)["cost"] == "entered"


# Onto an existing table


def test_further_columns_are_kept_with_their_cells(barons: PlayedCards) -> None:
    old = table("Notes;Title;Cost\n'=mine;Mill;\nok;Port;1 blue, 1 red\n")
    new = over(barons, old)

    assert new.columns[:3] == ("Notes", "Title", "Cost") and set(COLUMNS) < set(new.columns)
    assert new.rows[0][:3] == ("=mine", "Mill", "1 red, 1 yellow")
    assert new.rows[1][:3] == ("ok", "Port", "1 blue, 1 red")
    assert len(new.rows) == len(barons.edition.cards) and {row[0] for row in new.rows[2:]} == {""}
    assert new.text().startswith("Notes;Title;Cost;Deck")
    assert "\n'=mine;Mill;" in new.text()


def test_what_was_entered_and_not_imported_is_not_lost(barons: PlayedCards) -> None:
    old = table("Title,Cost,Cost source,Notes\nMill,9 red,printed,x\n")
    with pytest.raises(FaultySheet) as caught:
        over(barons, old)

    assert [report.code for report in caught.value.reports] == ["BC086", "BC086"]
    assert written_over(sheet_of(barons), old, FILE).rows[0][3] == "x"


@pytest.mark.parametrize("text", ["Title,Notes\nMlil,x\n", "Title,Notes\n,x\n", "Title,Notes\nMill,x\nMill,y\n"])
def test_a_row_that_would_be_lost_is_told(barons: PlayedCards, text: str) -> None:
    with pytest.raises(FaultySheet):
        over(barons, table(text))
    with pytest.raises(FaultySheet):
        written_over(sheet_of(barons), table(text), FILE)


def test_a_table_that_was_imported_is_written_over_without_a_word(tmp_path: Path, barons: PlayedCards) -> None:
    sheet = sheet_of(barons)
    number = sheet.columns.index("Cost")
    rows = tuple((*row[:number], "9 red", *row[number + 1:]) if row[0] == "Mill" else row for row in sheet.rows)
    mine = replace(sheet, rows=rows)
    changes = changes_of(mine, FILE, "mine", barons)
    write_pack(tmp_path / "mine", pack_text("mine", barons, changes))
    again = over(played_cards("mine", [tmp_path / "mine"]), mine)

    assert dict(zip(again.columns, again.rows[[row[0] for row in rows].index("Mill")], strict=True))["Cost source"] \
        == "entered"
