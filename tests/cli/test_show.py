"""`barons show` with a ruleset: the card as its players see it."""

import json
from pathlib import Path

import pytest

from barons_core.cli.guard import run

Printed = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("title", "ruleset", "wanted", "unwanted"), [
    ("Mill", "barons41", "cost 1 red, 1 white", " yellow"),
    ("Barn Raising", "barons41", "in white", " yellow"),
    ("marketplace", "barons41", 'building "Marketplace", in blue, 6 copies', '"Market"'),
    ("Cathedral", "barons41", 'building "Cathedral", in each deck, 3 copies', "as Church"),
    ("Cathedral", "barons", 'building "Church/Cathedral", in each deck, 5 copies', "white"),
    ("Stables", "barons41", 'building "Stables", in green, 3 copies', "white"),
])  # fmt: skip
def test_a_card_is_shown_as_the_ruleset_has_it(
    printed: Printed, title: str, ruleset: str, wanted: str, unwanted: str
) -> None:
    assert run(["show", title, "--ruleset", ruleset]) == 0

    shown = printed.readouterr().out
    assert wanted in shown
    assert unwanted not in shown


def test_the_reading_of_a_part_says_when_it_may_be_built(printed: Printed) -> None:
    assert run(["show", "Cathedral", "--ruleset", "barons41", "--reading"]) == 0

    assert 'as "Cathedral", if you have a live "Church":' in printed.readouterr().out


def test_programs_get_the_same(printed: Printed) -> None:
    assert run(["show", "Cathedral", "--ruleset", "barons41", "--format", "json"]) == 0

    shown = json.loads(printed.readouterr().out)
    assert shown["ways"] == [{"title": "Cathedral", "costs": ["cost 2 red, 2 blue, 2 green, 2 white"]}]
    assert shown["copies"] == 3
    assert shown["text"] == "Build it only if you have a live Church.\nAs this building is built, you win."


@pytest.mark.parametrize(("arguments", "told"), [
    (["Fishing Pier", "--ruleset", "barons41"], 'There is no card "Fishing Pier": the pack two_player has it.'),
    (["stables", "--ruleset", "barons"], 'There is no card "stables": the pack directors_cut has it.'),
    (["No Such Thing", "--ruleset", "barons41"], 'There is no card "No Such Thing".\n'),
    (["Errant"], 'There is no card "Errant". Did you mean "Knight Errant"?'),
    (["town", "--ruleset", "barons"], 'There is no card "town". Did you mean "Town '),
    (["Marketplce", "--ruleset", "barons41"], 'There is no card "Marketplce". Did you mean "Marketplace"?'),
    (["market", "--ruleset", "barons41"], 'There is no card "market": here it is called "Marketplace".'),
    (["Church/Cathedral", "--ruleset", "barons41"], 'here it is called "Church" and "Cathedral".'),
    (["marketplace"], 'There is no card "marketplace": in barons41 "Market" is called so.'),
    (["Marketplace", "--ruleset", "barons+directors_cut"], 'in barons41 "Market" is called so.'),
    (["Marketplce"], 'There is no card "Marketplce". Did you mean "Market'),
    (["Mill", "--ruleset", "barons4"], "did you mean barons41?"),
])  # fmt: skip
def test_what_is_not_there_is_told(printed: Printed, arguments: list[str], told: str) -> None:
    assert run(["show", *arguments]) == 2

    assert told in printed.readouterr().err


@pytest.mark.parametrize("ruleset", [[], ["--ruleset", "barons"]])
@pytest.mark.parametrize("part", ["Knight", "kNIGHT", "ar"])
def test_titles_that_contain_the_text_are_suggested_a_few_and_sorted(printed: Printed, part: str,
                                                                     ruleset: list[str]) -> None:
    assert run(["show", part, *ruleset]) == 2

    named = printed.readouterr().err.split("Did you mean ")[1].split("?")[0].split(" or ")
    titles = [title.strip('"') for title in named]
    assert len(titles) == 5 and titles == sorted(titles)
    assert all(part.casefold() in title.casefold() for title in titles)


@pytest.mark.parametrize("title", ["Market", "Marketplace", "Bazaar"])
def test_every_title_that_a_card_had_leads_to_the_one_that_it_has(printed: Printed, tmp_path: Path, title: str) -> None:
    """Whatever layer of rulesets gave it: the pack of the card, or a ruleset that another one overrules."""
    (tmp_path / "pack.toml").write_text('name = "feuds"\nversion = "1"\nlanguage = 1\nextends = ["barons41"]\n')
    (tmp_path / "feud.barons").write_text(
        'ruleset "Feud":\n    includes barons41\n    amend "Market" title "Bazaar"\n')
    (tmp_path / "truce.barons").write_text('ruleset "Truce":\n    includes feud\n    amend "Market" title "Fair"\n')
    (tmp_path / "cards.csv").write_text(f"Title,Copies\n{title},3\n")
    pack = ["--ruleset", "truce", "--pack", str(tmp_path)]

    assert run(["show", title, *pack]) == 2
    assert f'There is no card "{title}": here it is called "Fair".' in printed.readouterr().err
    assert run(["import", "csv", str(tmp_path / "cards.csv"), "--as", "mine", *pack]) == 1
    assert f"no card has the title '{title}': here it is called 'Fair'" in printed.readouterr().err


def test_a_game_shows_no_yellow(printed: Printed, tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("(0,1)\n(0,1)\n")
    assert run(["play", "barons41", "--players", "Ann,Bob", "--seed", "3", "--set", "last ready=P2",
                "--script", str(script)]) == 0  # fmt: skip

    shown = printed.readouterr().out
    assert "yellow" not in shown
    assert "P1 Ann (tax): (0,1)" in shown
    assert "as white" in shown


def test_a_seat_that_nobody_has_is_refused(printed: Printed, tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("pass\n")
    assert run(["play", "barons41", "--players", "Ann,Bob", "--set", "last ready=P3", "--script", str(script)]) == 2

    assert "the setting 'last ready' is P3, but with 2 players the last one is P2" in printed.readouterr().err


@pytest.fixture
def printed(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Return what is printed, on a screen that is wide enough for what is looked for."""
    monkeypatch.setenv("COLUMNS", "200")
    return capsys


SWAPPED = """
ruleset "Swapped":
    includes barons
    replace 2 "Mill" with 3 "Port" in red
    includes 1 "Armory" in each deck
"""


@pytest.mark.parametrize(("title", "head", "copies", "played"), [
    ("Mill", "in red, 3 copies", 3, [{"red": 3}]),
    ("Port", "3 in red, 5 in blue", None, [{"red": 3, "blue": 5}]),
    ("Armory", "5 in red, 1 in blue, 1 in green, 1 in yellow", None,
     [{"red": 5, "blue": 1, "green": 1, "yellow": 1}]),
    ("Market", "none with 2 players; 6 in blue with 3 to 6 players", None, [{}, {"blue": 6}]),
    ("Fishing Pier", "6 in blue with 2 players; none with 3 to 6 players", None, [{"blue": 6}, {}]),
    ("Tavern", "in green, 5 copies (reconstructed)", 5, []),
])
def test_a_card_is_there_as_often_as_it_is_played_with(
    printed: Printed, tmp_path: Path, title: str, head: str, copies: int | None, played: list[dict[str, int]]
) -> None:
    (tmp_path / "pack.toml").write_text('name = "swapped"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    (tmp_path / "swapped.barons").write_text(SWAPPED)
    command = ["show", title, "--ruleset", "swapped", "--pack", str(tmp_path)]

    assert run(command) == 0
    assert printed.readouterr().out.splitlines()[0] == f'building "{title}", {head}'
    assert run([*command, "--format", "json"]) == 0
    shown = json.loads(printed.readouterr().out)
    assert (shown["copies"], [one["decks"] for one in shown["played"]]) == (copies, played)
