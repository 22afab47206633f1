"""What the lines of a ruleset can say, with made-up rulesets and cards: setup, inclusions, parts, renames, limits."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from barons_core.checking import check_paths
from barons_core.describing import describe
from barons_core.engine.game import Game
from barons_core.language.amend import names_of
from barons_core.language.editions import Edition
from barons_core.language.text import abilities_text, rules_text
from barons_core.language.tree import Select
from barons_core.loading import FaultyPack, content, forget, library
from barons_core.testing.position import Piece, set_position
from tests.citations import ROOT

MANIFEST = 'name = "made_up"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\n'
HEAD = 'ruleset "Made up":\n    includes barons\n'


class Pack:
    """A made-up pack in a folder, whose ruleset says some lines."""

    def __init__(self, folder: Path, lines: str, cards: str = "") -> None:
        (folder / "pack.toml").write_text(MANIFEST)
        body = "".join(f"    {line}\n" for line in lines.strip().split("\n"))
        (folder / "made_up.barons").write_text(HEAD + body)
        (folder / "cards.barons").write_text(cards)
        self.folder = folder

    def game(self, seats: int = 2, seed: int = 1) -> Game:
        return Game(content("made_up", [self.folder]), seats, seed)

    def edition(self) -> Edition:
        return library([self.folder]).edition("made_up", (self.folder.resolve(),))

    def deck(self, color: str) -> Counter[str]:
        g = self.game()
        return Counter(g.title(card) for card, found in enumerate(g.color) if g.color_label(found) == color)


def held(g: Game, seat: int) -> Counter[str]:
    return Counter(g.color_label(g.color[card]) for card in g.state.zones[g.layout.hand(seat)])


def ids(g: Game) -> list[str]:
    return g.choice.ids() if g.choice is not None else []


# ------------------------------------------------------------------------------------------------ setup
def test_a_setup_without_hands_goes_straight_to_the_first_turn(tmp_path: Path) -> None:
    g = Pack(tmp_path, "setup:\n    lands from the decks").game()

    assert g.state.tally == [[0, 0, 0, 0]] * 2
    assert g.state.turn == 1
    assert len({Game(g.content, 2, seed).state.seat for seed in range(12)}) == 2


def test_a_setup_may_deal_more_cards_and_discard_more(tmp_path: Path) -> None:
    lines = "setup:\n    lands from the decks\n    5 cards from one deck\n    2 discards\n    the first title starts"
    g = Pack(tmp_path, lines).game()
    g.answer("choose red")
    g.answer("choose blue")
    while g.state.phase < 0:
        g.answer(0)

    assert [held(g, seat) for seat in range(2)] == [{"red": 3}, {"blue": 3}]
    piles = [[g.title(card) for card in g.state.zones[g.layout.pile(color)]] for color in range(2)]
    assert [len(pile) for pile in piles] == [2, 2]
    first = [min("".join(filter(str.isalpha, title.lower())) for title in pile) for pile in piles]
    assert first[g.state.seat] == min(first)


def test_whoever_is_dealt_two_of_each_color_chooses_which_to_lay(tmp_path: Path) -> None:
    g = Pack(tmp_path, "setup:\n    2 cards from each deck\n    lands from the hands").game(seed=3)
    before = [(seat, g.events(seat)) for seat in range(2)]
    asked = []
    while g.state.phase < 0:
        assert g.choice is not None
        asked.append((g.choice.player, ids(g)))
        assert [(seat, g.events(seat)) for seat in range(2)] == before
        assert all(len(cells) == 1 for cells in g.state.boards)
        g.answer(1)

    assert {player for player, _ in asked} == {0, 1}
    assert all(len(options) == 2 and options[0].startswith("lay ") for _, options in asked)
    assert [held(g, seat) for seat in range(2)] == [dict.fromkeys(g.content.colors, 1)] * 2
    assert all(len(cells) == 5 for cells in g.state.boards)


# ------------------------------------------------------------------------------------------------ decks
def test_a_card_of_a_pack_that_is_not_used_joins_a_deck(tmp_path: Path) -> None:
    pack = Pack(tmp_path, 'includes 2 "Stables" in red')

    assert pack.deck("red")["Stables"] == 2
    assert not {"Garden", "Stables"} & set(pack.deck("green"))
    assert "directors_cut" in content("made_up", [tmp_path]).hashes


def test_a_card_with_faults_joins_no_deck_and_its_faults_are_told(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/pack.toml").write_text(MANIFEST.replace("made_up", "other"))
    (tmp_path / "other/cards.barons").write_text('building "Hall" in red x3:\n    cost 1 rad\n')
    (tmp_path / "mine").mkdir()
    Pack(tmp_path / "mine", 'includes 2 "Hall" in red')

    with pytest.raises(FaultyPack) as fault:
        content("made_up", [tmp_path / "mine", tmp_path / "other"])
    assert [report.code for report in fault.value.reports] == ["BC101"]


HUT = 'building "Hut" in blue x4:\n    cost 1 blue\n'
ADDED = {
    "a swap for a card of the deck": ('replace 4 "Monastery" with 4 "Port" in blue', {"Monastery": 1, "Port": 9}),
    "copies of a card of the deck": ('includes 3 "Port" in blue', {"Port": 8}),
    "copies of a card of its own pack": ('includes 3 "Hut" in blue', {"Hut": 7}),
    "copies of a card of an included pack": ('includes directors_cut\nincludes 4 "Stables" in green', {"Stables": 7}),
    "a swap and copies": ('replace 2 "Mill" with 3 "Port" in red\nincludes 3 "Port" in red', {"Mill": 3, "Port": 6}),
    "copies and a swap": ('includes 3 "Port" in red\nreplace 2 "Mill" with 3 "Port" in red', {"Mill": 3, "Port": 6}),
    "two swaps of one card": ('replace 2 "Port" with 1 "Mill" in blue\nreplace 3 "Port" with 2 "Mill" in blue',
                              {"Port": 0, "Mill": 3}),
    "two swaps for one card": ('replace 1 "Port" with 1 "Mill" in blue\nreplace 1 "Monastery" with 2 "Mill" in blue',
                               {"Port": 4, "Monastery": 4, "Mill": 3}),
    "a swap of what came by a swap": ('replace 5 "Port" with 4 "Mill" in blue\nreplace 4 "Mill" with 1 "Port" in blue',
                                      {"Port": 1, "Mill": 0}),
    "all that was there, and copies": ('replace 5 "Mill" with 1 "Port" in red\nincludes 2 "Mill" in red',
                                       {"Mill": 2, "Port": 1}),
    "a swap for other numbers of players": ('with 2 players:\n        replace 1 "Monastery" with 1 "Port" in blue',
                                            {"Port": 5, "Monastery": 5}),
    "a swap for this number of players": ('with 3 players:\n        replace 1 "Market" with 1 "Port" in blue',
                                          {"Port": 6, "Market": 5}),
    "a swap for a card that waits for it": ('replace 2 "Port" with 3 "Hut" in blue', {"Port": 3, "Hut": 3}),
    "a swap that waits": ('with 2 players:\n        replace 2 "Port" with 3 "Hut" in blue', {"Port": 5, "Hut": 0}),
    "a swap for a span of players": ('with 3 to 6 players:\n        replace 6 "Market" with 1 "Port" in blue',
                                     {"Port": 6, "Market": 0}),
    "a swap for a span of other players": ('with 4 to 6 players:\n        replace 6 "Market" with 1 "Port" in blue',
                                           {"Port": 5, "Market": 6}),
    "a swap of every card": ('amend "Port" copies 3\nreplace every "Port" with "Mill" in blue', {"Port": 0, "Mill": 3}),
    "a swap of every card, and others": ('replace 2 "Port" with 1 "Mill" in blue\nreplace every "Port" with "Mill" in '
                                         'blue\nincludes 1 "Port" in blue', {"Port": 1, "Mill": 4}),
    "a swap of every card that came by another": ('includes 2 "Mill" in blue\nreplace every "Mill" with "Hut" in blue',
                                                  {"Mill": 0, "Hut": 2}),
}  # fmt: skip


@pytest.mark.parametrize("what", ADDED)
def test_swaps_and_inclusions_add_to_what_the_deck_has(what: str, tmp_path: Path) -> None:
    """In a game as in what is told of the ruleset; only a card that waits for its swap is not there without it."""
    lines, wanted = ADDED[what]
    Pack(tmp_path, lines, HUT)
    color = "green" if "Stables" in wanted else "red" if "in red" in lines else "blue"

    g = Game(content("made_up", [tmp_path]), 3, 1)
    held = Counter(g.title(card) for card, found in enumerate(g.color) if g.color_label(found) == color)
    assert {title: held[title] for title in wanted} == wanted
    told = [deck for deck in describe("made_up", [tmp_path], seats=3)["decks"] if deck["color"] == color]
    assert {each["title"]: each["copies"] for each in told[0]["titles"]} == dict(held)
    assert check_paths([tmp_path]) == []


def test_single_copies_are_added_to_those_of_the_pack_or_are_just_these(tmp_path: Path) -> None:
    Pack(tmp_path, 'includes 2 "Stables" in green')

    for names, copies in (("made_up", 2), ("made_up+directors_cut", 5), ("barons+directors_cut", 3),
                          ("barons41", 3), ("barons41+directors_cut", 3)):  # fmt: skip
        made = content(names, [tmp_path] if "made_up" in names else [])
        assert [one.copies for one in made.deck_list(3) if made.definitions[one.definition].title == "Stables"] \
            == [copies]


def test_what_a_ruleset_includes_is_there_for_the_one_that_includes_it(tmp_path: Path) -> None:
    """Cards of one pack wait for the swaps of its first ruleset, not for those of one that is made of it."""
    Pack(tmp_path, "setting \"short game\" no or yes:", HUT)
    (tmp_path / "made_up.barons").write_text(HEAD)
    (tmp_path / "over.barons").write_text('ruleset "Over":\n    includes made_up\n'
                                          '    replace 1 "Port" with 2 "Hut" in blue\n')  # fmt: skip
    made = content("over", [tmp_path])

    found = {made.definitions[one.definition].title: one.copies for one in made.deck_list(3) if one.color == 1}
    assert (found["Hut"], found["Port"]) == (6, 4)


SHORT = {
    "none in that deck": ('replace 5 "Mill" with 5 "Port" in blue', 3, 5, "0 in blue"),
    "none in some decks": ('replace 5 "Mill" with 5 "Port" in each deck', 3, 5, "0 in blue, 0 in green, 0 in yellow"),
    "more than there are": ('replace 99 "Mill" with 1 "Port" in red', 3, 5, "5 in red"),
    "more than a line before has left": (
        'replace 4 "Mill" with 1 "Port" in red\nreplace 2 "Mill" with 1 "Port" in red', 4, 5, "1 in red"),
    "more than an amendment leaves": ('amend "Mill" copies 2\nreplace 3 "Mill" with 1 "Port" in red', 4, 5, "2 in red"),
    "for a number of players": ('with 4 players:\n        replace 6 "Mill" with 1 "Port" in red', 4, 13, "5 in red"),
    "a part of a card that is whole": ('replace 1 "Church" with 1 "Port" in red', 3, 5, "0 in red"),
    "for one of the numbers of players": ('replace 6 "Market" with 1 "Port" in blue', 3, 5,
                                          "0 in blue with 2 players"),
    "for some numbers of players": (
        'with 2 to 3 players:\n        replace 1 "Mill" with 1 "Port" in red\n'
        'with 5 players:\n        replace 2 "Mill" with 1 "Port" in red\nreplace 5 "Mill" with 1 "Tithe" in red', 7, 5,
        "4 in red with 2 to 3 players, 3 in red with 5 players"),
    "what another line has taken in one game": (
        'with 2 players:\n        replace 4 "Mill" with 4 "Port" in red\nreplace 4 "Mill" with 4 "Tithe" in red', 5, 5,
        "1 in red with 2 players"),
    "what comes in only afterwards": ('replace 6 "Mill" with 1 "Port" in red\nincludes 1 "Mill" in red', 3, 5,
                                      "5 in red"),
    "what waits for a swap": ('replace 1 "Hut" with 1 "Port" in blue\nreplace 1 "Port" with 1 "Hut" in blue', 3, 5,
                              "0 in blue"),
}  # fmt: skip


@pytest.mark.parametrize("what", SHORT)
def test_a_swap_of_more_cards_than_there_are_is_told_at_its_line(what: str, tmp_path: Path) -> None:
    """By `check` as by a game, once."""
    lines, line, column, counted = SHORT[what]
    Pack(tmp_path, lines, HUT)

    [report] = check_paths([tmp_path])
    assert (report.code, report.span.line, report.span.column) == ("BC064", line, column)
    assert re.search(f"cannot be replaced: there (is|are) {counted}$", report.message)
    with pytest.raises(FaultyPack) as fault:
        content("made_up", [tmp_path])
    assert [each.message for each in fault.value.reports] == [report.message]


def test_a_part_that_swaps_too_many_is_told_where_it_is_used_and_once(tmp_path: Path) -> None:
    Pack(tmp_path, "includes part")
    (tmp_path / "part.barons").write_text('ruleset "Part":\n    replace 6 "Mill" with 1 "Port" in red\n')
    (tmp_path / "over.barons").write_text('ruleset "Over":\n    includes made_up\n')

    [report] = check_paths([tmp_path])
    assert (report.code, Path(report.span.file).stem, report.span.line) == ("BC064", "made_up", 3)
    assert [Path(span.file).stem for span, _ in report.labels] == ["part"]
    with pytest.raises(FaultyPack, match=r"faults") as fault:
        content("over", [tmp_path])
    assert [report.code for report in fault.value.reports] == ["BC064"]


INNER = 'replace 2 "Mill" with 3 "Port" in red'
BLAMED = {
    "the copies that a ruleset above amends": (['includes inner', 'amend "Mill" copies 1'], 3, "there is 1 in red"),
    "the deck that a ruleset above amends": (['includes inner', 'amend "Mill" deck blue'], 3, "there are 0 in red"),
    "the later of two that are included": (['includes greedy', 'includes inner'], 3, "there is 1 in red"),
}  # fmt: skip


@pytest.mark.parametrize("what", BLAMED)
def test_a_shortage_is_told_at_the_statement_that_makes_it(what: str, tmp_path: Path) -> None:
    """Of the text that somebody writes, not of what it includes, and with the place of the swap."""
    body, line, counted = BLAMED[what]
    for name, lines in (("inner", ["includes barons", INNER]),
                        ("greedy", ["includes barons", 'replace 4 "Mill" with 1 "Tithe" in red']), ("outer", body)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.toml").write_text(MANIFEST.replace("made_up", name))
        text = "".join(f"    {each}\n" for each in lines)
        (tmp_path / name / f"{name}.barons").write_text(f'ruleset "{name}":\n{text}')
    packs = [tmp_path / "inner", tmp_path / "greedy"]

    [report] = check_paths([tmp_path / "outer"], packs)
    assert (report.code, Path(report.span.file).stem, report.span.line) == ("BC064", "outer", line)
    assert counted in report.message
    assert Path(report.labels[0][0].file).stem == "inner"
    assert check_paths(packs) == []
    with pytest.raises(FaultyPack):
        content("outer", [*packs, tmp_path / "outer"])


def test_a_composition_that_leaves_a_swap_too_few_tells_both_places(tmp_path: Path) -> None:
    Pack(tmp_path, INNER)
    (tmp_path / "few.barons").write_text('ruleset "Few":\n    includes barons\n    amend "Mill" copies 1\n')
    assert check_paths([tmp_path]) == []

    for names in ("made_up+few", "few+made_up"):
        with pytest.raises(FaultyPack) as fault:
            content(names, [tmp_path])
        [report] = fault.value.reports
        assert report.code == "BC064"
        assert {Path(report.span.file).stem, Path(report.labels[0][0].file).stem} == {"made_up", "few"}


def test_a_swap_of_every_card_takes_as_many_as_an_amendment_leaves(tmp_path: Path) -> None:
    """ruling BAR-2P-01: whatever the number of Markets, Fishing Piers take their places."""
    pack = Pack(tmp_path, 'amend "Market" copies 3')

    assert check_paths([tmp_path]) == []
    assert (pack.deck("blue")["Market"], pack.deck("blue")["Fishing Pier"]) == (0, 3)


def test_a_card_of_several_decks_by_an_inclusion_is_told_apart_in_a_hand(tmp_path: Path) -> None:
    g = Pack(tmp_path, 'includes 1 "Mill" in blue').game()
    held = [Piece("Mill", color="red"), Piece("Mill", color="blue"), Piece("Forge"), Piece("Prayer")]
    set_position(g, boards={0: {}, 1: {}}, hands={0: held}, phase="addition")

    built = {option.split(" at ")[0] for option in ids(g) if option.startswith("build ")}
    assert built - {'build "Forge"'} == {'build "Mill" red', 'build "Mill" blue'}


IDLE = {
    "a swap for players whom the ruleset does not allow": (
        'with 7 players:\n        replace 1 "Mill" with 1 "Port" in red', 4, "never holds: the ruleset is for 2 to 6"),
    "an exclusion of what nothing includes": ("excludes directors_cut", 3, "nothing that is included here includes"),
    "a swap of every card of none": ('replace every "Mill" with "Port" in blue', 3, "there is no \"Mill\" in blue"),
    "a swap of every card of none in several decks": (
        'replace 5 "Mill" with 5 "Port" in red\nreplace every "Mill" with "Tithe" in each deck', 4,
        "there is no \"Mill\" in red or blue or green or yellow"),
    "a swap of every card of none for some players": (
        'with 3 to 6 players:\n        replace every "Fishing Pier" with "Port" in blue', 4,
        "there is no \"Fishing Pier\" in blue"),
    "the deck of a card that an included swap replaces": ('amend "Market" deck red', 3,
                                                          "leaves no \"Market\" in blue"),
    "a swap of every card with itself": ('replace every "Market" with "Market" in blue', 3, "puts back"),
    "a swap of cards with as many of themselves": ('replace 2 "Mill" with 2 "Mill" in red', 3, "puts back"),
    "a swap of a card of its own pack with itself": ('replace every "Hut" with "Hut" in blue', 3, "puts back"),
    "copies of a card that is not there": ('amend "Garden" copies 9', 3, 'the ruleset has no "Garden"'),
    "copies of a card that waits for its swap": ('amend "Fishing Pier" copies 9', 3, "only by a swap or inclusion"),
    "the deck of a card that is included in another": (
        'includes 2 "Garden" in red\namend "Garden" deck blue', 4, "only by a swap or inclusion"),
}  # fmt: skip


@pytest.mark.parametrize("what", IDLE)
def test_a_line_that_does_nothing_is_told(what: str, tmp_path: Path) -> None:
    """As a warning, and it does nothing."""
    lines, number, said = IDLE[what]
    pack = Pack(tmp_path, lines, HUT)

    [report] = check_paths([tmp_path])
    assert (report.code, report.severity, report.span.line) == ("BC065", "warning", number)
    assert said in report.message
    found = {color: pack.deck(color) for color in ("red", "blue", "green", "yellow")}
    assert (found["red"]["Garden"], found["blue"]["Garden"]) == ((2, 0) if "includes" in lines else (0, 0))
    moved = 'deck red' in lines
    assert (found["red"]["Mill"], found["blue"]["Fishing Pier"]) == (0 if "5 " in lines else 5, 0 if moved else 6)
    assert found["blue"]["Hut"] == 4


@pytest.mark.parametrize("lines", [
    'with 2 to 9 players:\n        replace 1 "Mill" with 1 "Port" in red', "excludes two_player",
    'includes directors_cut\namend "Garden" copies 9', 'includes 1 "Mill" in blue\namend "Mill" copies 9',
    'amend "Garden" cost 1 red', 'replace every "Market" with "Port" in blue',
    'replace every "Mill" with "Port" in each deck', 'replace 1 "Mill" with 2 "Mill" in red',
    'with 2 players:\n        replace every "Fishing Pier" with "Port" in blue',
    'amend "Market" copies 3',
])
def test_a_line_that_does_something_is_not(lines: str, tmp_path: Path) -> None:
    Pack(tmp_path, lines)

    assert check_paths([tmp_path]) == []


@pytest.mark.parametrize(("lines", "warned"), [
    ("includes takes\n    includes turns", []),
    ("includes turns\n    amend \"Mill\" deck blue", [("BC065", 3)]),
    ("includes turns\n    amend \"Mill\" copies 2\n    amend \"Mill\" deck blue", [("BC065", 4)]),
    ("includes moves\n    amend \"Mill\" copies 2", []),
])
def test_a_swap_of_every_card_takes_none_where_others_leave_none(
    lines: str, warned: list[tuple[str, int]], tmp_path: Path
) -> None:
    """That is no fault; it is told of the text that makes it so by an amendment, and not of what includes this."""
    Pack(tmp_path, "players 2 to 4")
    swap = 'replace every "Mill" with "Tithe" in red'
    for name, said in (("takes", 'replace 5 "Mill" with 5 "Port" in red'), ("turns", swap)):
        (tmp_path / f"{name}.barons").write_text(f'ruleset "{name}":\n    includes barons\n    {said}\n')
    if "moves" in lines:
        moves = 'ruleset "moves":\n    includes turns\n    amend "Mill" deck blue\n'
        (tmp_path / "moves.barons").write_text(moves)
    (tmp_path / "outer.barons").write_text(f'ruleset "outer":\n    {lines}\n')

    reports = [each for each in check_paths([tmp_path]) if Path(each.span.file).stem == "outer"]
    assert [(each.code, each.span.line) for each in reports] == warned
    assert content("outer", [tmp_path]).deck_list(3)


OTHERWISE = {
    'replace all "Mill" with "Port" in red': ("BC104", "every"),
    'replace each "Mill" with "Port" in red': ("BC104", "every"),
    'with 3-6 players:\n        replace 1 "Mill" with 1 "Port" in red': ("BC016", "3 to 6"),
    'with 3 - 6 players:\n        replace 1 "Mill" with 1 "Port" in red': ("BC016", "3 to 6"),
    'with 3..6 players:\n        replace 1 "Mill" with 1 "Port" in red': ("BC016", "3 to 6"),
    'with 3 players to 6:\n        replace 1 "Mill" with 1 "Port" in red': ("BC104", "'with 3 to 6 players:'"),
    "players 3-6": ("BC016", "3 to 6"),
}


@pytest.mark.parametrize("line", OTHERWISE)
def test_what_is_said_otherwise_is_told_with_what_is_meant(line: str, tmp_path: Path) -> None:
    Pack(tmp_path, line)

    [report] = check_paths([tmp_path])
    assert report.code == OTHERWISE[line][0]
    assert OTHERWISE[line][1] in (report.fix or report.help)


def test_a_swap_of_a_card_with_faults_is_not_told_as_well(tmp_path: Path) -> None:
    Pack(tmp_path, 'replace 1 "Hut" with 1 "Port" in blue', HUT.replace("1 blue", "1 bleu"))

    assert [report.code for report in check_paths([tmp_path])] == ["BC101"]


def test_what_is_excluded_stays_out_whoever_includes_it(tmp_path: Path) -> None:
    pack = Pack(tmp_path, "includes directors_cut\nexcludes two_player")
    blue = pack.deck("blue")

    assert (blue["Market"], blue["Fishing Pier"]) == (6, 0)
    assert pack.edition().ruleset.includes == ("open_points", "barons", "directors_cut")


def test_what_a_ruleset_itself_includes_is_there_whatever_excludes_it_below(tmp_path: Path) -> None:
    Pack(tmp_path, "")
    (tmp_path / "made_up.barons").write_text('ruleset "Both":\n    includes barons41\n    includes two_player\n')
    made = content("made_up", [tmp_path])

    assert "two_player" in made.ruleset.made_of
    assert [one.copies for one in made.deck_list(2) if made.definitions[one.definition].title == "Fishing Pier"] == [6]
    assert content("made_up+barons41", [tmp_path]).digest == content("made_up", [tmp_path]).digest


def test_what_one_ruleset_includes_and_another_excludes_is_told_until_it_is_said(tmp_path: Path) -> None:
    Pack(tmp_path, "")
    (tmp_path / "piers.barons").write_text('ruleset "Piers":\n    includes two_player\n')
    head = 'ruleset "Both":\n    includes barons41\n    includes piers\n'
    (tmp_path / "made_up.barons").write_text(head)

    [report] = check_paths([tmp_path])
    assert (report.code, Path(report.span.file).stem) == ("BC239", "made_up")
    assert {Path(span.file).stem for span, _ in report.labels} == {"barons41", "piers"}
    for line, piers in (("includes", True), ("excludes", False)):
        (tmp_path / "made_up.barons").write_text(f"{head}    {line} two_player\n")
        forget()
        assert check_paths([tmp_path]) == []
        assert ("two_player" in content("made_up", [tmp_path]).ruleset.made_of) == piers


FERRY = """
building "Ferry/Lighthouse" in blue and green x4:
    as "Ferry":
        cost 1 blue
        activate:
            this turn:
                let the size of your tax be at least 6
    as "Lighthouse", if you have a live "Ferry":
        cost 1 green
        after you tax:
            draw 1 red

building "Dock" in red x3:
    cost 1 red
    let the cost of a "Ferry/Lighthouse" you build fall by 1 of your choice
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Pack:
    lines = ['replace 4 "Ferry/Lighthouse" with 3 "Ferry" in blue',
             'replace 4 "Ferry/Lighthouse" with 2 "Lighthouse" in green']  # fmt: skip
    return Pack(tmp_path, "\n".join(lines), FERRY)


def test_a_way_of_a_card_may_be_a_card_of_its_own(ferry: Pack) -> None:
    assert (ferry.deck("blue")["Ferry"], ferry.deck("green")["Lighthouse"]) == (3, 2)
    titles = {title for color in ("red", "blue", "green", "yellow") for title in ferry.deck(color)}
    assert "Ferry/Lighthouse" not in titles
    found = {card.title: rules_text(card, ferry.edition().vocabulary) for card in ferry.edition().cards}
    assert found["Ferry"] == "Once a turn, you may do this: this turn, your tax may take up to 6 lands."
    assert found["Lighthouse"].startswith("Build it only if you have a live Ferry.")


def test_such_a_card_has_the_conditions_and_the_lasting_effects_of_its_way(ferry: Pack) -> None:
    g = ferry.game()
    lands = {f"({x},0)": Piece(color="yellow", down=True) for x in range(1, 7)}
    set_position(g, boards={0: {**lands, "(0,1)": Piece("Ferry")}, 1: {}},
                 hands={0: [Piece("Lighthouse"), Piece("Tavern"), Piece("Mill")]})  # fmt: skip
    six = "tax (1,0) (2,0) (3,0) (4,0) (5,0) (6,0) as yellow"
    g.answer('activate "Ferry" at (0,1)')
    g.answer('build "Lighthouse" at (1,1)')
    g.answer(six)

    assert held(g, 0) == {"yellow": 6, "red": 2}


def test_the_title_of_the_whole_means_its_parts_in_a_hand(ferry: Pack) -> None:
    g = ferry.game()
    set_position(g, boards={0: {"(0,1)": Piece("Dock")}, 1: {}}, hands={0: [Piece("Ferry")]}, phase="addition")

    assert 'build "Ferry"' in ids(g)


def test_a_part_answers_to_the_new_title_of_its_whole(tmp_path: Path) -> None:
    lines = 'replace 4 "Ferry/Lighthouse" with 3 "Ferry" in blue\namend "Ferry/Lighthouse" title "Harbor"\n' \
            'amend "Ferry" title "Raft"'
    g = Pack(tmp_path, lines, FERRY).game()
    set_position(g, boards={0: {"(0,1)": Piece("Dock")}, 1: {}}, hands={0: [Piece("Raft")]}, phase="addition")

    assert 'build "Raft"' in ids(g)


# ------------------------------------------------------------------------------------------------ names
EXAMPLES = tuple(ROOT / "examples" / name for name in ("house_rules", "variants"))
PLAYED = sorted(name for name, node in library(EXAMPLES).rulesets().items() if node.players and node.turn)


@pytest.mark.parametrize("name", [*PLAYED, "barons+directors_cut", "barons41+directors_cut", "barons41+harvest"])
def test_no_rules_text_names_a_card_that_the_ruleset_does_not_have(name: str) -> None:
    books = library(EXAMPLES)
    found = books.edition(name)
    here = {title for card in found.cards for title in names_of(card)}
    others = sorted({title for card in books.checked.cards for title in names_of(card)} - here, key=len, reverse=True)
    missing = re.compile("|".join(rf"\b{re.escape(title)}\b" for title in others) or "(?!)")
    texts = {card.title: rules_text(card, found.vocabulary) for card in found.cards}
    texts["the ruleset"] = "\n".join(abilities_text(found.ruleset.abilities, found.vocabulary))

    for title, text in texts.items():
        # What a card is called is no reference: `Church` is not named where `Church of Peace` is.
        for known in sorted(here, key=len, reverse=True):
            text = text.replace(known, "")
        assert not missing.findall(text), title
    named = {each for card in found.cards for node in card.walk() if isinstance(node, Select) and node.title
             for each in node.parts or (node.title,)}
    assert named <= here


def test_a_text_names_the_parts_of_a_card_that_are_there(ferry: Pack) -> None:
    text = {card.title: rules_text(card, ferry.edition().vocabulary) for card in ferry.edition().cards}["Dock"]

    assert "a Ferry or Lighthouse" in text


def test_a_color_has_its_new_name_in_texts_costs_and_ids_and_the_old_one_in_none(tmp_path: Path) -> None:
    pack = Pack(tmp_path, 'rename green to teal\namend "Mill" cost 2 green')
    g, found = pack.game(), pack.edition()
    texts = {card.title: rules_text(card, found.vocabulary) for card in found.cards}
    costs = {card.title: card.ways[0].costs for card in found.cards}

    assert g.content.colors == ("red", "blue", "teal", "yellow")
    assert "choose teal" in ids(g)
    assert costs["Mill"][0].prices == (((2, "teal"),),)
    assert costs["Forge"][0].prices == (((1, "red"), (1, "teal")),)
    assert not [title for title, text in texts.items() if "green" in text]
    mill = next(one for one in g.content.definitions if one.title == "Mill")
    assert mill.ways[0].costs[0].prices[0].amounts == (0, 0, 2, 0)


@pytest.mark.parametrize("line", ["rename pink to azure", "rename red to blue", "rename red to draw"])
def test_only_colors_are_renamed_and_only_to_words_that_are_free(tmp_path: Path, line: str) -> None:
    reports = [each for each in library([Pack(tmp_path, line).folder]).checked.reports if each.severity == "error"]

    assert [report.code for report in reports] in (["BC208"], ["BC236"])


# ------------------------------------------------------------------------------------------------ limits
HOUSES = """
building "Archive" in red x3:
    cost 1 red
    allow you to keep actions until carried out

building "Guild" in green x3:
    cost 1 green
    allow you to repeat the title of a land or a building

building "Pledge" in blue x3:
    cost 1 blue
    forbid enemies to attack cards of their barony or to play knights for their low cost

building "Fair" in blue x3:
    cost 1 blue
    allow an enemy to trade with a player with a live "Mill"
"""


def test_whoever_has_an_archive_keeps_actions_until_they_are_carried_out(tmp_path: Path) -> None:
    def shuffled(title: str) -> bool:
        g = Pack(tmp_path, "players 2 to 4", HOUSES).game()
        set_position(g, boards={0: {"(1,0)": Piece(title)}, 1: {}}, hands={0: [Piece("Search for Gold")]},
                     decks={"red": []}, piles={"red": []}, exact=("red",))  # fmt: skip
        g.answer('play "Search for Gold"')
        return "choose red" in ids(g)

    assert shuffled("Tavern")
    assert not shuffled("Archive")


def test_whoever_has_a_guild_builds_a_title_again(tmp_path: Path) -> None:
    def may(title: str) -> bool:
        g = Pack(tmp_path, "players 2 to 4", HOUSES).game()
        set_position(g, boards={0: {"(1,0)": Piece(title), "(2,0)": Piece("Tavern")}, 1: {}},
                     hands={0: [Piece("Tavern"), Piece("Cooper")]}, phase="addition")  # fmt: skip
        return 'build "Tavern"' in ids(g)

    assert may("Guild")
    assert not may("Mill")


def test_their_is_whoever_of_the_forbidden_it_is(tmp_path: Path) -> None:
    """Enemies of a Pledge may not attack their own cards; those of others they may, for the high cost."""
    pack = Pack(tmp_path, "players 2 to 4", HOUSES)

    def targets(title: str) -> tuple[list[str], list[str]]:
        g = pack.game()
        land = Piece(color="red", down=True)
        set_position(g, boards={0: {"(1,0)": land}, 1: {"(1,0)": Piece(title), "(2,0)": land}},
                     hands={0: [Piece("Holy Knight"), Piece("Port"), Piece("Tavern")]})  # fmt: skip
        plays = [one for one in ids(g) if one.startswith("play ")]
        g.answer('play "Holy Knight" to attack and defend')
        return plays, ids(g)

    modes = [f'play "Holy Knight" to {mode}' for mode in ("attack", "defend", "attack and defend")]
    assert targets("Mill") == (modes, ["attack land red at (1,0)", "attack land red at (2,0) of P2"])
    plays, asked = targets("Pledge")
    assert plays == modes[2:]
    assert asked[0].startswith("place ")


def test_their_reads_as_text(tmp_path: Path) -> None:
    found = Pack(tmp_path, "players 2 to 4", HOUSES).edition()
    pledge = next(card for card in found.cards if card.title == "Pledge")

    assert rules_text(pledge, found.vocabulary) == (
        "While live, enemies cannot attack cards of their barony, or play knights for their low cost."
    )


def test_a_ruleset_lets_enemies_of_a_fair_trade_with_a_mill(tmp_path: Path) -> None:
    g = Pack(tmp_path, "players 2 to 4", HOUSES).game(3)
    set_position(g, boards={0: {}, 1: {"(1,0)": Piece("Mill")}, 2: {"(1,0)": Piece("Fair")}},
                 hands={seat: [Piece("Cooper")] for seat in range(3)})  # fmt: skip

    assert ids(g) == ["trade with P2", "pass"]


def test_the_lines_of_a_ruleset_read_as_sentences(tmp_path: Path) -> None:
    lines = "let the size of a player's tax be at least 6\nforbid all players to activate buildings"
    found = Pack(tmp_path, lines).edition()

    assert abilities_text(found.ruleset.abilities, found.vocabulary) == [
        "A player's tax may take up to 6 lands.",
        "No player may activate buildings.",
    ]
