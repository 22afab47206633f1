"""What a ruleset is made of, what a table may decide, and in what two rulesets differ: for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from barons_core.cli.guard import run
from barons_core.loading import content, forget, library

Printed = pytest.CaptureFixture[str]
MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n'
HOUSE = """\
ruleset "House":
    players 3 to 4
    turn:
        plays
        2 addition
    includes barons
    amend "Mill" copies 2
    amend "Mill" cost 3 red or 1 blue
    amend "Knight of the Woods" cost low 1 red
    rename blue to azure
    setting "yellow knights draw" is last
    let the size of a player's tax rise by 1
    replace 1 "Port" with 2 "Quay" in blue
"""
QUAY = 'replace 1 "Port" with 2 "Quay" in blue'
CARDS = 'building "Quay" in blue x5:\n    cost 1 blue\n'
ROW = "yellow knights draw"


@pytest.fixture
def printed(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> Printed:
    monkeypatch.setenv("COLUMNS", "200")
    return capsys


@pytest.fixture
def house(tmp_path: Path) -> str:
    """Return a pack with a ruleset that changes some of everything."""
    pack = tmp_path / "house"
    pack.mkdir()
    (pack / "pack.toml").write_text(MANIFEST)
    (pack / "house.barons").write_text(HOUSE)
    (pack / "cards.barons").write_text(CARDS)
    return str(pack)


def shown(printed: Printed, *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return printed.readouterr().out


def data(printed: Printed, *arguments: str) -> Any:
    return json.loads(shown(printed, *arguments, "--format", "json"))


# ------------------------------------------------------------------------------------------------ rulesets NAME
def test_a_ruleset_shows_its_decks_settings_and_swaps_each_with_its_pack(printed: Printed) -> None:
    found = data(printed, "rulesets", "barons+directors_cut", "--players", "2")

    assert [part["name"] for part in found["made_of"]] == ["open_points", "two_player", "barons", "directors_cut"]
    red = found["decks"][0]
    assert {"title": "Garden", "kind": "building", "copies": 3, "pack": "directors_cut"} in red["titles"]
    assert red["cards"] == sum(one["copies"] for one in red["titles"])
    assert {one["pack"] for one in found["settings"]} == {"barons"}
    assert [(one["added_title"], one["pack"]) for one in found["swaps"]] == [("Fishing Pier", "two_player")]
    assert found["digest"] == content("directors_cut").digest


@pytest.mark.parametrize(("players", "title"), [("2", "Fishing Pier"), ("3", "Market")])
def test_decks_are_counted_for_a_number_of_players(players: str, title: str, printed: Printed) -> None:
    blue = data(printed, "rulesets", "barons", "--players", players)["decks"][1]["titles"]

    assert [one["title"] for one in blue if one["title"] in ("Fishing Pier", "Market")] == [title]


def test_what_a_ruleset_changes_is_shown_with_its_pack(house: str, printed: Printed) -> None:
    text = shown(printed, "rulesets", "house", "--pack", house)

    for line in (
        "turn: plays, 2 addition", '"Mill" copies 2  (house)', '"Mill" cost 3 red or 1 azure  (house)',
        '"Knight of the Woods" cost low 1 red  (house)', "blue is called azure",
        '"yellow knights draw" is last, by default first, decided by house  (barons, BAR-OPEN-39)',
        '2 "Quay" for 1 "Port" in azure  (house)', "let the size of a player's tax rise by 1  (house)",
        'house: 2 "Quay"',
    ):  # fmt: skip
        assert line in text


def test_a_part_of_rulesets_has_no_decks(printed: Printed) -> None:
    found = data(printed, "rulesets", "two_player")

    assert "decks" not in found and found["swaps"]
    assert "a part of other rulesets" in shown(printed, "rulesets", "two_player")


# ------------------------------------------------------------------------------------------------ settings
def test_all_settings_are_listed_with_what_each_value_means(printed: Printed) -> None:
    found = data(printed, "rulesets", "--settings")

    assert {one["name"] for one in found} == set(library().settings())
    assert all(list(one["meanings"]) == one["values"] and one["default"] == one["values"][0] for one in found)
    text = shown(printed, "rulesets", "--settings")
    assert f'"{ROW}"  first or last, by default first  (barons, BAR-OPEN-39)' in text
    assert "    last: they draw after the played knight has done all that it does" in text


def test_the_settings_of_one_ruleset_are_listed_with_their_values(printed: Printed) -> None:
    text = shown(printed, "rulesets", "barons", "--settings", "--set", f"{ROW}=last")

    assert f'"{ROW}"  first or last, by default first, now last  (barons, BAR-OPEN-39)' in text
    assert "last ready" not in text
    assert "last ready" in shown(printed, "rulesets", "barons41", "--settings")


def test_a_setting_changes_the_rules_text_of_a_card(printed: Printed) -> None:
    plain = shown(printed, "show", "Knight Errant")
    changed = shown(printed, "show", "Knight Errant", "--set", f"{ROW}=last")

    assert ("after you play another" in plain, "after you play another" in changed) == (False, True)


def test_scenarios_are_tested_with_a_setting(tmp_path: Path, printed: Printed) -> None:
    played = """\
    P1 holds "Handsome Knight", "Famine"
    P2 barony:
        | Castle | . | "Holy Knight" | "Mill"
    P1: play "Handsome Knight" to attack
    P1: attack "Mill" at (3,0) of P2
"""
    file = tmp_path / "guards.scenario"
    file.write_text(f'scenario "open":\n{played}\nscenario "decided":\n    setting "cut-off knights protect" is no\n'
                    f"{played}")
    codes = [run(["test", str(file)]), run(["test", str(file), "--set", "cut-off knights protect=yes"]),
             run(["test", str(file), "-k", "decided", "--set", "cut-off knights protect=yes"]),
             run(["test", str(file), "--set", "last ready=P1"])]  # fmt: skip

    assert codes == [0, 1, 0, 0]


# ------------------------------------------------------------------------------------------------ diff
def test_rulesets_with_the_same_parts_are_the_same_game(printed: Printed) -> None:
    found = data(printed, "diff", "barons+directors_cut", "directors_cut")

    assert found["same"] is True
    assert not any(found[key] for key in found if key not in ("rulesets", "same"))
    assert "are the same game" in shown(printed, "diff", "barons+directors_cut", "directors_cut")


def test_what_a_composition_adds_is_told(printed: Printed) -> None:
    found = data(printed, "diff", "barons", "barons+directors_cut")

    added = [one["title"] for one in found["cards"]["added"]]
    assert added == ["Usurp the Throne", "Garden", "Crop Rotation", "Stables"]
    assert not found["settings"]
    [decks] = found["decks"]
    assert decks["players"] == [2, 3, 4, 5, 6]
    assert {"deck": "red", "was": "red", "title": "Garden", "before": 0, "after": 3} in decks["changes"]
    back = data(printed, "diff", "barons+directors_cut", "barons")
    assert [one["title"] for one in back["cards"]["removed"]] == added


@pytest.mark.parametrize("value", ["drawn", "P3"])
@pytest.mark.parametrize("turned", [False, True])
def test_how_a_setting_of_one_side_alone_is_decided_is_told(value: str, turned: bool, printed: Printed) -> None:
    """To people and programs alike, whichever side has it and whether or not it is decided otherwise."""
    sides = ["barons41", "barons"] if turned else ["barons", "barons41"]
    chosen = () if turned else ("--set", f"last ready={value}")
    holds = "drawn" if turned else value

    found = data(printed, "diff", *sides, *chosen)
    [one] = found["settings"]["removed" if turned else "added"]
    text = shown(printed, "diff", *sides, *chosen)

    assert (one["name"], one["value"]) == ("last ready", holds)
    default = "" if holds == "drawn" else ", by default drawn"
    line = f'{"-" if turned else "+"} setting "last ready" is {holds}{default}  (barons41, B41-OPEN-12)'
    assert line in text.splitlines()


def test_all_that_a_ruleset_changes_is_told_in_words(house: str, printed: Printed) -> None:
    text = shown(printed, "diff", "barons", "house", "--pack", house)

    for line in (
        "players: 2 to 6 -> 3 to 4", "turn: plays, 1 addition, 1 tax -> plays, 2 addition",
        '* setting "yellow knights draw": first -> last', 'azure (was blue) "Quay": 0 -> 2',
        '* card "Mill" cost: 1 red, 1 yellow -> 3 red or 1 azure',
        '* card "Knight of the Woods" cost: low 1 green; high 1 red, 1 green -> low 1 red; high 1 red, 1 green',
        '* card "Knight Errant" does something else:', 'red "Mill": 5 -> 2', 'azure (was blue) "Port": 5 -> 4',
        '+ amendment "Mill" copies 2  (house)', '+ swap 2 "Quay" for 1 "Port" in azure  (house)',
        "+ rename blue is called azure", "+ rule let the size of a player's tax rise by 1  (house)",
    ):  # fmt: skip
        assert line in text, line


def test_what_two_packs_say_alike_is_no_difference(tmp_path: Path, printed: Printed) -> None:
    """Amendments, swaps, inclusions, renames and rules are compared by what they say, not by where they stand."""
    lines = HOUSE.replace(QUAY, 'replace 1 "Port" with 1 "Mill" in blue\n    includes 2 "Mill" in green')
    folders = [tmp_path / name for name in ("one", "other")]
    for folder, text in zip(folders, (lines, f"# Moved by a line.\n{lines}"), strict=True):
        folder.mkdir()
        (folder / "pack.toml").write_text(MANIFEST.replace("house", folder.name))
        (folder / f"{folder.name}.barons").write_text(text)
    packs = [word for folder in folders for word in ("--pack", str(folder))]

    found = data(printed, "diff", "one", "other", *packs)
    assert not any(found[key] for key in found if key not in ("rulesets", "same"))
    assert shown(printed, "diff", "one", "other", *packs) == "one and other are the same game\n"
    told = data(printed, "diff", "barons", "one", *packs)
    assert all(told[key]["added"] for key in ("amendments", "swaps", "inclusions", "renames", "rules"))

    (folders[1] / "other.barons").write_text(lines.replace('"Mill" copies 2', '"Mill" copies 3'))
    forget()
    found = data(printed, "diff", "one", "other", *packs)
    assert [(one["value"], one["pack"]) for key in ("removed", "added") for one in found["amendments"][key]] == [
        (2, "one"), (3, "other"),
    ]  # fmt: skip


@pytest.fixture
def packs(tmp_path: Path) -> dict[str, str]:
    """Return packs of a card each: with a ruleset, without one, with one that takes a single card of the second."""
    texts = {
        "inns": 'building "Inn" in red x4:\n    cost 1 red\n\nruleset "Inns":\n    includes barons\n',
        "cards": 'building "Shed" in blue x3:\n    cost 1 blue\n',
        "single": 'ruleset "Single":\n    includes barons\n    includes 2 "Shed" in green\n',
    }
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.toml").write_text(MANIFEST.replace("house", name))
        (tmp_path / name / f"{name}.barons").write_text(text)
    return {name: str(tmp_path / name) for name in texts}


@pytest.mark.parametrize(("sides", "folders", "changes"), [
    ("barons inns", "inns", {"Inn": (0, 4)}),
    ("inns barons", "inns", {"Inn": (4, 0)}),
    ("inns inns", "inns", {}),
    ("barons barons", "inns", {"Inn": (0, 4)}),
    ("barons barons", "cards", {"Shed": (0, 3)}),
    ("barons inns", "inns cards", {"Inn": (0, 4), "Shed": (0, 3)}),
    ("barons+inns inns", "cards inns", {"Shed": (0, 3)}),
    ("barons single", "cards single", {"Shed": (0, 2)}),
    ("single barons", "cards single", {"Shed": (2, 0)}),
    ("inns single", "inns cards single", {"Inn": (4, 0), "Shed": (0, 2)}),
])  # fmt: skip
def test_the_cards_of_a_pack_in_a_folder_belong_to_the_ruleset_that_draws_on_it_or_to_the_second(
    sides: str, folders: str, changes: dict[str, tuple[int, int]], packs: dict[str, str], printed: Printed
) -> None:
    options = [word for name in folders.split() for word in ("--pack", packs[name])]

    found = data(printed, "diff", *sides.split(), *options)

    told = [{one["title"]: (one["before"], one["after"]) for one in each["changes"]} for each in found["decks"]]
    assert told == ([changes] if changes else [])
    added, removed = ({one["title"] for one in found["cards"].get(what, ())} for what in ("added", "removed"))
    assert added == {title for title, (before, _) in changes.items() if not before}
    assert removed == {title for title, (_, after) in changes.items() if not after}


def test_the_second_ruleset_is_what_is_played_with_the_packs(packs: dict[str, str], printed: Printed) -> None:
    cards = packs["cards"]
    found = data(printed, "diff", "barons", "barons", "--pack", cards)
    played = data(printed, "rulesets", "barons", "--pack", cards)
    [change] = found["decks"][0]["changes"]

    shed = [one for deck in played["decks"] for one in deck["titles"] if one["title"] == "Shed"]
    assert [one["copies"] for one in shed] == [change["after"]]


def test_what_a_setting_changes_is_told(printed: Printed) -> None:
    found = data(printed, "diff", "barons", "barons", "--set", f"{ROW}=last")

    assert found["settings"] == {"changed": [{"name": ROW, "value": {"before": "first", "after": "last"}}]}
    assert [one["title"] for one in found["cards"]["changed"]] == ["Questing Knight", "Knight Errant"]


# ------------------------------------------------------------------------------------------------ play and records
def test_a_composed_ruleset_is_simulated_recorded_and_replayed(tmp_path: Path, printed: Printed) -> None:
    name, decided = "barons+directors_cut", f"{ROW}=last"
    assert run(["simulate", name, "--games", "1", "--players", "2", "--turns", "4", "--record", str(tmp_path),
                "--set", decided]) == 0  # fmt: skip
    [record] = tmp_path.iterdir()
    printed.readouterr()

    assert f"\nruleset {name}\n" in record.read_text()
    assert f"\nsetting {ROW} = last\n" in record.read_text()
    assert run(["replay", str(record)]) == 0


def test_a_composed_ruleset_is_played_from_a_script(tmp_path: Path, printed: Printed) -> None:
    script = tmp_path / "script.txt"
    script.write_text("choose red\nchoose blue\n")

    assert run(["play", "barons + directors_cut", "--players", "A,B", "--seed", "1", "--script", str(script),
                "--record", str(tmp_path)]) == 0  # fmt: skip
    assert any("\nruleset barons+directors_cut\n" in path.read_text() for path in tmp_path.glob("*.record"))


def test_a_scenario_names_a_composed_ruleset(tmp_path: Path, printed: Printed) -> None:
    file = tmp_path / "both.scenario"
    file.write_text('scenario "both":\n    ruleset barons+directors_cut\n    P1 holds "Garden"\n'
                    "    turn of P1, addition\n    P1: pass\n")  # fmt: skip

    assert run(["test", str(file)]) == 0


def test_rules_are_told_with_the_names_that_players_see(printed: Printed, house: str) -> None:
    base = Path(house) / "base.barons"
    base.write_text('ruleset "Base":\n    includes barons\n    setting "Mill" blue or red:\n        because "OURS"\n'
                    '        blue "as ever"\n        red "otherwise"\n'
                    '    allow all players to trade with a player with a live "Mill", if setting "Mill" is blue\n'
                    "    when a player draws a blue card:\n        draw 1 red\n")
    (Path(house) / "named.barons").write_text(
        'ruleset "Named":\n    includes base\n    amend "Mill" title "Windmill"\n    rename blue to teal\n')
    rules = [one["text"] for one in data(printed, "rulesets", "named", "--pack", house)["rules"]]
    found = data(printed, "diff", "base", "named", "--pack", house)

    assert rules == ['allow all players to trade with a player with a live "Windmill", if setting "Mill" is blue',
                     "when a player draws a teal card:"]
    assert found["rules"] == {}


def test_other_names_of_colors_are_no_other_cards(printed: Printed) -> None:
    """Two rulesets in which a color is called otherwise differ in that name, not in each card that says it."""
    found = data(printed, "diff", "barons", "barons41")

    assert [one["title"]["after"] for one in found["cards"]["changed"]] == ["Marketplace"]
    assert set(found["cards"]["changed"][0]) <= {"title", "was"}
    assert [(one["old"], one["new"]) for one in found["renames"]["added"]] == [("yellow", "white")]
    assert [one["text"] for one in found["setup"]["after"]] == [
        "1 card from each deck", "lands from the hands", "left of the last ready starts",
    ]  # fmt: skip


def test_the_setup_is_told_line_by_line(printed: Printed) -> None:
    assert [one["text"] for one in data(printed, "rulesets", "barons")["setup"]] == [
        "lands from the decks", "3 cards from one deck", "1 discard", "the first title starts",
    ]  # fmt: skip


COLORED = """\
ruleset "Colored":
    includes named
    amend "Mill" deck red and blue
    amend "Port" cost 1 blue
    includes 2 "Stables" in blue
    replace 1 "Port" with 1 "Quay" in blue
    forbid all players to tax lands of blue
"""


def test_a_color_is_called_as_the_ruleset_calls_it_wherever_it_is_named(printed: Printed, house: str) -> None:
    (Path(house) / "named.barons").write_text('ruleset "Named":\n    includes barons\n    rename blue to teal\n')
    (Path(house) / "colored.barons").write_text(COLORED)

    for command in (["rulesets", "colored"], ["diff", "named", "colored"], ["diff", "barons", "colored"]):
        text = shown(printed, *command, "--pack", house)
        for line in ('"Mill" deck red and teal', '"Port" cost 1 teal', '2 "Stables" in teal', "tax lands of teal",
                     '1 "Quay" for 1 "Port" in teal'):  # fmt: skip
            assert line in text, line
        # What a color was called before stands in the rename, and before an arrow.
        now = [line.rpartition("->")[2] for line in text.splitlines() if "blue is called teal" not in line]
        assert not [line for line in now if "blue" in line]


def test_what_a_ruleset_says_is_the_same_whatever_it_calls_the_colors(printed: Printed) -> None:
    found = data(printed, "diff", "barons+directors_cut", "barons41")

    decks = [one["deck"] for one in found["swaps"]["added"]]
    assert "white" in decks and "yellow" not in decks
    assert found["swaps"]["removed"] == [one for one in found["swaps"]["removed"] if one["players"] == [2, 2]]


@pytest.mark.parametrize(("first", "second", "now", "before"), [
    ("barons", "barons41", "white", "yellow"), ("barons41", "barons", "yellow", "white")])
def test_a_deck_is_called_as_in_the_second_ruleset(
    first: str, second: str, now: str, before: str, printed: Printed
) -> None:
    """As everything else that is there in the end; what it was called is told beside it, and only if it differs."""
    changes = [one for decks in data(printed, "diff", first, second)["decks"] for one in decks["changes"]]
    assert {(one["deck"], one["was"]) for one in changes if one["deck"] != one["was"]} == {(now, before)}

    text = shown(printed, "diff", first, second).splitlines()
    lines = [line.strip() for line in text if line.startswith("    ") and (now in line or before in line)]
    assert lines and all(line.startswith(f'{now} (was {before}) "') for line in lines)
    assert any(line.startswith('    red "') for line in text)


def test_a_rule_names_the_parts_of_a_card_that_is_not_there_as_a_whole(printed: Printed, house: str) -> None:
    (Path(house) / "parts.barons").write_text(
        'ruleset "Parts":\n    includes barons41\n    amend "Church" title "Chapel"\n'
        '    allow all players to trade with a player with a live "Church/Cathedral"\n')
    rules = [one["text"] for one in data(printed, "rulesets", "parts", "--pack", house)["rules"]]

    assert rules[-1] == 'allow all players to trade with a player with a live "Chapel" or "Cathedral"'
    assert "for a Chapel or Cathedral you build" in shown(printed, "show", "Holy Knight", "--ruleset", "parts",
                                                          "--pack", house)  # fmt: skip
