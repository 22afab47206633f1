"""What a ruleset itself does in every game: triggers and statics, once for all or for each player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from barons_core.engine.game import Game
from barons_core.engine.marks import mark
from barons_core.loading import FaultyPack, content
from barons_core.model.rulesets import Content
from barons_core.rules.connection import adjacent_places
from barons_core.rules.regions import SIZE
from barons_core.testing.position import Piece, set_position
from tests.properties.made_up import with_cards

MANIFEST = 'name = "ours"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n'
Ours = Callable[[str], Content]


@pytest.fixture
def ours(tmp_path: Path) -> Ours:
    """Return a function that makes what a ruleset with some more lines plays with."""

    def ours(lines: str) -> Content:
        (tmp_path / "pack.toml").write_text(MANIFEST)
        (tmp_path / "ours.barons").write_text(f'ruleset "Ours":\n    includes barons\n{lines}')
        return content("ours", [tmp_path])

    return ours


def passed(found: Content, turns: int, seats: int = 2) -> Game:
    """Return a game in which everybody passes wherever that is possible, after some turns or its end."""
    game = Game(found, [f"P{number}" for number in range(1, seats + 1)], 1)
    while game.choice is not None and game.state.turn <= turns:
        ids = list(game.choice.ids())
        game.answer("pass" if "pass" in ids else ids[0])
    return game


def drawn(game: Game) -> list[int]:
    """Return who has drawn cards since the setup, draw by draw."""
    keys = [entry.key for entry in game.log.entries]
    return [entry.data["player"] for entry in game.log.entries[keys.index("starts"):] if entry.key == "draw"]


def test_a_turn_begins_for_the_player_whose_turn_it_is(ours: Ours) -> None:
    game = passed(ours("    when you begin a turn:\n        draw 1 red\n"), 3, seats=3)

    assert drawn(game) == [0, 1, 2, 0]


def test_others_are_enemies_of_each_player(ours: Ours) -> None:
    game = passed(ours("    after an enemy ends a turn:\n        draw 1 red\n"), 1, seats=3)

    assert sorted(drawn(game)) == [1, 2]


def test_what_speaks_of_nobody_happens_once(ours: Ours) -> None:
    game = passed(ours("    when a player ends a turn:\n        each player at once:\n            draw 1 red\n"), 1)

    assert sorted(drawn(game)) == [0, 1]


def test_whoever_fulfils_the_condition_wins(ours: Ours) -> None:
    game = passed(ours("    when you end a turn, if count(your lands) >= 4:\n        you win\n"), 3)

    assert game.winners == (0,) and game.state.turn == 1


def test_a_static_that_speaks_of_you_holds_for_each_player_once(ours: Ours) -> None:
    found = ours("    let the size of your tax rise by 2\n    forbid all players to play actions\n")
    game = Game(found, ["A", "B", "C"], 1)

    assert [game.parameter(SIZE, 2, seat) for seat in range(3)] == [4, 4, 4]
    assert len(game.statics("play")) == 1


def test_what_widens_adjacency_serves_each_player(ours: Ours) -> None:
    game = Game(ours("    let what is adjacent for you include corners\n"), ["A", "B", "C"], 1)

    castle = next(iter(game.state.boards[0]))

    assert all(len(adjacent_places(game, seat, castle)) == 8 for seat in range(3))


def test_a_game_with_such_a_ruleset_is_copied_and_taken_back(ours: Ours) -> None:
    found = ours("    when you begin a turn:\n        may draw 1 of any color\n")
    game = passed(found, 2)
    copy = game.copy()

    assert mark(copy.state) == mark(game.state)
    assert [entry.key for entry in copy.log.entries] == [entry.key for entry in game.log.entries]


@pytest.mark.parametrize(("title", "left"), [
    ("Cathedral", ["Church"]), ("Church", ["Cathedral"]), ("Church/Cathedral", []), ("Mill", ["Church", "Cathedral"]),
])  # fmt: skip
def test_a_way_of_a_card_is_forbidden_by_its_title(ours: Ours, title: str, left: list[str]) -> None:
    free = "".join(f'    amend "{way}" cost none\n' for way in ("Church", "Cathedral"))
    found = ours(f'    forbid all players to build a "{title}"\n{free}')

    assert [way for way in ("Church", "Cathedral") if f" as {way}" in buildable(found, way)] == left


WAYS = """
action "Alms/Levy" in red x3:
    as "Alms":
        cost none
        play:
            draw 1 red
    as "Levy":
        cost none
        play:
            draw 1 blue

building "Ban" in red x3:
    cost none
    forbid all players to play a "Levy"
"""


def test_a_way_of_an_action_is_forbidden_by_its_title() -> None:
    def playable(board: dict[str, Piece]) -> list[str]:
        game = Game(with_cards(WAYS), 2, 1)
        set_position(game, hands={0: [Piece("Alms/Levy")], 1: []}, boards={0: board, 1: {}})
        assert game.choice is not None
        return [one for one in game.choice.ids() if one.startswith("play")]

    assert playable({}) == ['play "Alms/Levy" as Alms', 'play "Alms/Levy" as Levy']
    assert playable({"(1,0)": Piece("Ban")}) == ['play "Alms/Levy" as Alms']


def buildable(found: Content, way: str) -> str:
    """Return what can be built with the two-way card in hand, where the conditions of that way hold."""
    game = Game(found, ["A", "B"], 1)
    board = {"(1,0)": Piece("Church/Cathedral", way="Church")} if way == "Cathedral" else {}
    set_position(game, hands={0: [Piece("Church/Cathedral")], 1: []}, boards={0: board, 1: {}}, phase="addition")
    assert game.choice is not None
    return " ".join(game.choice.ids())


@pytest.mark.parametrize(("lines", "says"), [
    ("    when you draw a card, if this is next to a river:\n        you win\n", "'this' means nothing here"),
    ("    forbid knights to attack this\n", "'this' means nothing here"),
    ("    when you end a turn:\n        this turn:\n            forbid all players to play actions\n", "what lasts"),
    ("    when you end a trun:\n        you win\n", "trun"),
    ("    when you end a turn:\n        you wni\n", "wni"),
    ("    when you end a turn, if you have a rievr:\n        you win\n", "rievr"),
])  # fmt: skip
def test_what_only_a_card_can_say_is_reported(ours: Ours, lines: str, says: str) -> None:
    with pytest.raises(FaultyPack) as caught:
        ours(lines)

    [report] = caught.value.reports
    assert says in report.message


@pytest.mark.parametrize("turn", [["1 tax", "plays", "1 tax"], ["1 addition", "plays", "1 addition"]])
def test_a_phase_that_stands_twice_has_its_limit_twice(ours: Ours, turn: list[str]) -> None:
    phases = "".join(f"        {phase}\n" for phase in turn)
    game = Game(ours(f"    turn:\n{phases}"), ["A", "B"], 1)
    set_position(game, hands={0: [Piece("Mill"), Piece("Forge")], 1: []},
                 boards={0: {"(1,0)": Piece("Mill", down=True)}})  # fmt: skip
    seen = []
    while game.choice is not None and game.state.turn == 1 and game.choice.player == 0:
        ids = list(game.choice.ids())
        seen.append(game.state.phase)
        useful = [one for one in ids if one != "pass" and not one.startswith("play")]
        game.answer((useful or ids)[0])

    assert {0, 2} <= set(seen)
