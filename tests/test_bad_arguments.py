"""What the public functions of Python say to arguments that are none."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import barons_core as bc

NAMES: list[Any] = ["Ann", ["A", "A"], ["", "B"], ["A\nB", "C"], [1, 2], []]
SEEDS: list[Any] = ["1", None, 1.5, True]


def game() -> bc.Game:
    return bc.Game(bc.ruleset("barons"), 2, 1)


@pytest.mark.source
@pytest.mark.parametrize("players", NAMES, ids=repr)
def test_names_that_no_record_could_hold(players: Any) -> None:
    with pytest.raises(ValueError, match="players are a number, or a list of names that differ"):
        bc.Game(bc.ruleset("barons"), players, 1)


@pytest.mark.source
@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_seeds_that_are_no_numbers(seed: Any) -> None:
    with pytest.raises(ValueError, match="the seed of a game is a whole number"):
        bc.Game(bc.ruleset("barons"), 2, seed)


@pytest.mark.source
@pytest.mark.parametrize("player", [-1, 2, "P1", True, None], ids=repr)
@pytest.mark.parametrize("ask", [bc.Game.view, bc.Game.events])
def test_players_that_do_not_play(ask: Callable[[bc.Game, Any], object], player: Any) -> None:
    with pytest.raises(ValueError, match="the players are 0 to 1"):
        ask(game(), player)


@pytest.mark.source
@pytest.mark.parametrize("answer", [True, 1.0, None, ["choose red"]], ids=repr)
def test_answers_that_are_neither_text_nor_number(answer: Any) -> None:
    asked = game()

    with pytest.raises(TypeError, match="an answer is the id or the index"):
        asked.answer(answer)

    assert asked.answers == []


def test_what_can_be_played_can_be_recorded_and_read() -> None:
    record = bc.Record.of(bc.Game(bc.ruleset("barons"), ['A "B"', "C, D", "ü 🏰"], -7))

    assert bc.Record.parse(record.text()).players == ('A "B"', "C, D", "ü 🏰")


def test_bots_are_a_list() -> None:
    with pytest.raises(ValueError, match=r"bots are a list of names, such as \['light'\]"):
        bc.simulate("barons", players=2, games=1, bots="light")


def test_a_record_may_be_named_by_a_path_in_text() -> None:
    with pytest.raises(bc.FaultyRecord):
        bc.replay("nowhere.record")


RULESET: Any = bc.ruleset


def simulate(**given: Any) -> Any:
    arguments: dict[str, Any] = {"ruleset": "barons", "players": 2, "games": 1} | given
    return bc.simulate(**arguments)


@pytest.mark.parametrize("packs", ["my_pack", Path("my_pack"), None, 3, [3], [None]], ids=repr)
@pytest.mark.parametrize("ask", [
    bc.load_packs, lambda packs: bc.ruleset("barons", packs=packs), lambda packs: simulate(packs=packs),
    lambda packs: bc.check("", packs), lambda packs: bc.replay("nowhere.record", packs),
], ids=["load_packs", "ruleset", "simulate", "check", "replay"])
def test_packs_are_a_list_of_folders(ask: Callable[[Any], object], packs: Any) -> None:
    with pytest.raises(TypeError, match=r"packs are a list of folders, such as \['my_pack'\]"):
        ask(packs)


@pytest.mark.source
@pytest.mark.parametrize("content", ["barons", None, 3, Path("barons")], ids=repr)
def test_a_game_is_made_of_a_content(content: Any) -> None:
    with pytest.raises(TypeError, match=r"a game is made of what ruleset\('barons'\) returns, not of"):
        bc.Game(content, 2, 0)


@pytest.mark.source
@pytest.mark.parametrize("observers", [5, [5], None, [None]], ids=repr)
def test_observers_are_functions(observers: Any) -> None:
    with pytest.raises(TypeError, match="observers are a list of functions, not "):
        bc.Game(bc.ruleset("barons"), 2, 0, observers=observers)


@pytest.mark.source
@pytest.mark.parametrize("option", ["budget", "every"])
@pytest.mark.parametrize("number", ["3", None, 1.5, True, 0, -1], ids=repr)
def test_the_numbers_of_a_game_are_whole(option: str, number: Any) -> None:
    options: dict[str, Any] = {option: number}
    with pytest.raises(ValueError, match=f"'{option}' is a whole number from 1, not "):
        bc.Game(bc.ruleset("barons"), 2, 0, **options)


@pytest.mark.source
@pytest.mark.parametrize("ask", ["label", "neighbors", "corners"])
@pytest.mark.parametrize("position", [None, "(0,1)", 1.5, (0, 1)], ids=repr)
def test_a_position_is_a_number(ask: str, position: Any) -> None:
    with pytest.raises(TypeError, match="a position is a whole number, as parse"):
        getattr(game().board, ask)(position)


@pytest.mark.parametrize("load", [5, None, "barons"], ids=repr)
def test_a_scenario_is_run_with_a_function(load: Any) -> None:
    [scenario] = bc.Scenario.load('scenario "Any":\n    P1: pass\n')
    with pytest.raises(TypeError, match="a scenario is run with a function that returns contents, such as ruleset"):
        scenario.run(load)


@pytest.mark.parametrize("path", [Path("x" * 5000), Path("x" * 300), Path(*["y" * 200] * 40)],
                         ids=["path", "name", "folders"])
@pytest.mark.parametrize("ask", [
    lambda path: bc.load_packs([path]), lambda path: bc.load_packs([str(path)]),
    lambda path: bc.ruleset("barons", packs=[path]), lambda path: simulate(packs=[path]),
    lambda path: simulate(record=path), bc.check, lambda path: bc.check("", [path]), bc.replay,
    lambda path: bc.replay("nowhere.record", [path]), bc.Scenario.load,
], ids=["load_packs", "text", "ruleset", "simulate", "record", "check", "check packs", "replay", "replay packs",
        "Scenario.load"])
def test_a_path_that_is_too_long_is_told_so(ask: Callable[[Any], object], path: Path) -> None:
    with pytest.raises(ValueError, match=r"no file or folder can be called .{1,60}: file name too long"):
        ask(path)


@pytest.mark.parametrize("name", [None, 3, Path("barons"), ["barons"]], ids=repr)
@pytest.mark.parametrize("ask", [RULESET, lambda name: simulate(ruleset=name)], ids=["ruleset", "simulate"])
def test_a_ruleset_is_a_name(ask: Callable[[Any], object], name: Any) -> None:
    with pytest.raises(TypeError, match="a ruleset is told by its name, such as 'barons', not by "):
        ask(name)


def test_a_content_is_no_name_of_a_ruleset_and_is_not_printed_as_a_whole() -> None:
    with pytest.raises(TypeError, match=r"such as 'barons', not by Content$"):
        simulate(ruleset=bc.ruleset("barons"))


@pytest.mark.parametrize("settings", ["last ready=P2", {"last ready": 2}, {3: "no"}, ["last ready"]], ids=repr)
@pytest.mark.parametrize("ask", [lambda given: bc.ruleset("barons", given), lambda given: simulate(settings=given)],
                         ids=["ruleset", "simulate"])
def test_settings_are_names_with_values(ask: Callable[[Any], object], settings: Any) -> None:
    with pytest.raises(TypeError, match="settings are names with values, both texts"):
        ask(settings)


@pytest.mark.parametrize("what", ["seed", "games", "players", "turns", "jobs"])
@pytest.mark.parametrize("value", ["x", "3", None, 1.5, True], ids=repr)
def test_the_numbers_of_a_simulation_are_whole(what: str, value: Any) -> None:
    with pytest.raises(ValueError, match="must be a whole number, not "):
        simulate(**{what: value})


@pytest.mark.parametrize("bots", [[3], [None], 3, None, [""]], ids=repr)
def test_bots_are_names(bots: Any) -> None:
    with pytest.raises(ValueError, match=r"bots are a list of names|at least one bot|there is no bot"):
        simulate(bots=bots)


@pytest.mark.parametrize("seconds", ["3", 0, -1.0, True], ids=repr)
def test_seconds_are_a_positive_number(seconds: Any) -> None:
    with pytest.raises(ValueError, match="seconds"):
        simulate(seconds=seconds)


@pytest.mark.parametrize("to", [-1, "1", 1.0, True], ids=repr)
def test_a_record_is_played_up_to_a_step(to: Any) -> None:
    with pytest.raises(ValueError, match="a whole number from 0"):
        bc.replay(bc.Record.of(game()), to=to)


@pytest.mark.parametrize("ask", [bc.replay, bc.check, bc.Scenario.load], ids=["replay", "check", "Scenario.load"])
@pytest.mark.parametrize("given", [None, 3, b"text", ["one"]], ids=repr)
def test_what_is_neither_text_nor_path(ask: Callable[[Any], object], given: Any) -> None:
    with pytest.raises(TypeError, match=r"a text|a Record"):
        ask(given)


@pytest.mark.parametrize("kind", ["nothing", "a folder", "bytes"])
def test_a_path_without_scenarios_is_told_as_faulty_ones_are(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "one.scenario"
    if kind == "a folder":
        path.mkdir()
    if kind == "bytes":
        path.write_bytes(b"\xff\xfe")

    with pytest.raises(bc.ScenarioError) as caught:
        bc.Scenario.load(path)
    [report] = caught.value.reports
    assert report.span.file == str(path) and report.message in str(caught.value)
    with pytest.raises(bc.ScenarioError, match="error"):
        bc.Scenario.load("nonsense")


NUL: Any = "a\0b"
# What is asked with arguments that are none, the error, and words of its message.
ODD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "record, a text": (lambda: simulate(record="text"), TypeError, "record is the path of a folder"),
    "record, a number": (lambda: simulate(record=5), TypeError, "record is the path of a folder"),
    "keep, a text": (lambda: simulate(keep="x"), TypeError, "keep is the path of a folder"),
    "executor": (lambda: simulate(executor=5), TypeError, "the executor is one of concurrent.futures"),
    "progress": (lambda: simulate(progress=5), TypeError, "5 cannot be called"),
    "players, no whole number": (lambda: bc.Game(bc.ruleset("barons"), 2.0, 0), ValueError, "players are a number"),
    "players, nothing": (lambda: bc.Game(bc.ruleset("barons"), None, 0), ValueError, "players are a number"),
    "undo, a text": (lambda: bc.Game.undo(game(), "1"), ValueError, "there are 0 answers to take back, not '1'"),
    "undo, yes": (lambda: bc.Game.undo(game(), False), ValueError, "there are 0 answers to take back, not False"),
    "a record of nothing": (lambda: bc.Record.of(None), TypeError, "a record is made of a Game"),
    "a record of a content": (lambda: bc.Record.of(bc.ruleset("barons")), TypeError, "not of Content$"),
    "bots of a record": (lambda: bc.Record.of(game(), "light"), TypeError, "the bots of a record are a list"),
    "no text of a record": (lambda: bc.Record.parse(None), TypeError, "a record is a text, not None"),
    "bytes of a record": (lambda: bc.Record.parse(b""), TypeError, "a record is a text"),
    "a place": (lambda: game().board.parse(5), TypeError, "a position is a text such as"),
}
NO_PATHS = {NUL: "no file or folder can be called", "\ud800": "no file or folder can be called"}
ASKED_BY_PATH: dict[str, Callable[[Any], object]] = {
    "record": lambda path: simulate(record=Path(path)), "keep": lambda path: simulate(keep=Path(path)),
    "replay": bc.replay, "check": lambda path: bc.check(Path(path)), "load_packs": lambda path: bc.load_packs([path]),
    "Scenario.load": lambda path: bc.Scenario.load(Path(path)),
    "ruleset": lambda path: bc.ruleset("barons", packs=[path]), "simulate": lambda path: simulate(packs=[Path(path)]),
}
for _name, _ask in ASKED_BY_PATH.items():
    for _path, _words in NO_PATHS.items():
        ODD[f"{_name} {_path!r}"] = (lambda ask=_ask, path=_path: ask(path)), ValueError, _words
for _name in ("load_packs", "ruleset", "replay"):
    _empty = ASKED_BY_PATH[_name]
    ODD[f"{_name}, empty"] = (lambda ask=_empty: ask("")), ValueError, "an empty text is no path"


@pytest.mark.source
@pytest.mark.parametrize("name", ODD)
def test_arguments_that_are_none_are_told_in_words(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, kind, words = ODD[name]
    monkeypatch.chdir(tmp_path)

    with pytest.raises(kind, match=words) as caught:
        ask()

    assert caught.type is kind
    assert not list(tmp_path.iterdir())
