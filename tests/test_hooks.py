"""Each hook does what it says, in real games, and stays right under undo, copies and replay."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from barons_core import hookspecs, loading, plugins
from barons_core.bots import Uniform
from barons_core.engine import costs
from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.engine.replays import replay
from barons_core.model.rulesets import Content
from barons_core.referee import play_game
from barons_core.rules import hooks as rules_hooks
from barons_core.rules.placement import legal_places
from barons_core.rules.prices import CARD, surcharge
from barons_core.rules.protection import attackable, exposed
from barons_core.rules.regions import Taxation
from barons_core.simulation import simulate
from barons_core.testing.position import Piece, set_position
from tests.citations import ROOT
from tests.properties.conservation import check_conservation

PLUGINS = ROOT / "tests/plugins"
HOOKS = [name for name in vars(hookspecs) if name.startswith("barons_")]
MOVES = {"draw": "drawn", "discard": "discarded", "place": "placed", "attack": "attacked"}


@pytest.fixture(autouse=True)
def own_manager() -> Iterator[None]:
    """Let each test have plugins of its own."""
    forget()
    yield
    forget()


def forget() -> None:
    plugins.manager.cache_clear()
    loading.forget()


def plugged(*names: str) -> Content:
    """Return Barons with the Python of some test plugins."""
    loading.allow_python(True)
    return loading.content("barons", [PLUGINS / name for name in names])


def played(found: Content, seed: int, turns: int = 12, players: int = 3) -> Game:
    """Return a game that bots have played for some turns."""
    game = Game(found, players, seed)
    play_game(game, [Uniform(seed + seat) for seat in range(players)], turns)
    assert game.fault is None
    return game


def position(found: Content, **more: Any) -> Game:
    """Return a game of two with a knight in hand and an enemy that can be attacked."""
    game = Game(found, 2, 1)
    boards = {0: {"(0,1)": Piece(color="yellow", down=True), "(1,0)": Piece(color="blue", down=True)},
              1: {"(0,1)": Piece(color="red", down=True), "(0,2)": Piece(color="green", down=True)}}
    hands = {0: [Piece("Holy Knight"), Piece("Mill"), Piece(color="red"), Piece(color="red")], 1: []}
    set_position(game, boards=boards, hands=hands, **more)
    return game


def in_hand(game: Game, title: str) -> int:
    return next(card for card in game.state.zones[game.layout.hand(0)] if game.title(card) == title)


def collected(game: Game) -> dict[Any, int]:
    return {key: n for key, n in game.state.counters.items() if key[0] == "tax_collector"}


# The tax collector: state of a plugin


def test_a_plugin_draws_cards_and_counts_in_the_game() -> None:
    game = position(plugged("tax_collector"), phase="tax")
    game.state.counters["tax_collector", 0] = 4
    before = list(game.state.tally[0])

    game.answer("tax (0,1) as yellow")

    assert collected(game) == {("tax_collector", 0): 5}
    yellow = game.content.colors.index("yellow")
    assert game.state.tally[0][yellow] - before[yellow] == 2


@pytest.mark.parametrize("seed", range(3))
def test_what_a_plugin_counts_is_right_under_undo_copy_and_replay(seed: int) -> None:
    found = plugged("tax_collector")
    game = played(found, seed)
    total = collected(game)
    answers = game.answers
    assert sum(total.values()) > 5

    copy = game.copy()
    copy.undo(len(answers) // 2)
    fewer = collected(copy)
    for answer in answers[len(copy.answers):]:
        copy.answer(answer)
    again = replay(Record.parse(Record.of(game).text()), found)

    assert sum(fewer.values()) < sum(total.values())
    assert collected(copy) == collected(again) == collected(game) == total
    assert fingerprint(copy.state) == fingerprint(again.state) == fingerprint(game.state)


def test_the_python_of_a_pack_is_part_of_its_digest(tmp_path: Path) -> None:
    plain = loading.content("barons", [PLUGINS / "peace"]).hashes["peace"]
    forget()

    assert plugged("peace").hashes["peace"] != plain


# Legality yields reasons, a price is a list of steps


def test_peace_forbids_attacks_on_others_and_says_why() -> None:
    game, war = position(plugged("peace")), position(loading.content("barons"))
    knight = in_hand(game, "Holy Knight")
    targets = [card for card in attackable(war, 0, in_hand(war, "Holy Knight"))
               if game.layout.seat_of(game.state.where[card]) == 1]

    assert targets and set(targets) <= set(exposed(game, 0))
    assert not set(targets) & set(attackable(game, 0, knight))
    reasons = game.reasons("attack", 0, knight, targets[0])
    assert [(reason.by, reason.text) for reason in reasons] == [("peace", "there is peace among the barons")]
    assert reasons[0].place.file.endswith("peace/__init__.py") and reasons[0].place.line > 1
    assert str(reasons[0]).startswith('"peace": there is peace among the barons (')


def test_the_high_ground_forbids_places_and_says_why() -> None:
    game = position(plugged("high_ground"))
    card = in_hand(game, "Mill")
    plain = position(loading.content("barons"))
    low = {game.board.parse(place) for place in ("(0,-1)", "(1,-1)")}

    assert low <= set(legal_places(plain, 0, in_hand(plain, "Mill"), True))
    assert legal_places(game, 0, card, True) and not low & set(legal_places(game, 0, card, True))
    assert [reason.text for reason in game.reasons("place", 0, card, min(low))] == ["the ground is too low"]


@pytest.mark.parametrize(("title", "verb", "expected"), [
    ("Mill", "build", [("dear_times", "rise", "red", 1)]),
    ("Holy Knight", "play", [("dear_times", "fall", None, 1)]),
    ("Mill", "play", []),
])
def test_a_price_is_told_with_the_steps_of_plugins(title: str, verb: str, expected: list[Any]) -> None:
    game = position(plugged("dear_times"))
    card = in_hand(game, title)
    changes = costs.adjustments(game, CARD, 0, card, verb)
    price = game.definition[card].ways[0].costs[0].prices[0]
    steps = costs.price_steps(price, changes)

    assert [(game.title(step.adjustment.source.card), step.adjustment.op,
             None if step.adjustment.color is None else game.content.colors[step.adjustment.color],
             step.adjustment.amount) for step in steps[1:] if step.adjustment] == expected
    bill, free = costs.due(price, changes)
    assert bill.total - free == price.total + {"build": 1, "play": -len(expected)}[verb]


def test_an_attack_has_its_own_price() -> None:
    game = position(plugged("dear_times"))
    knight = in_hand(game, "Holy Knight")
    own, other = game.state.boards[0], game.state.boards[1]

    assert [change.amount for change in surcharge(game, 0, knight, other[game.board.parse("(0,2)")])] == [1]
    assert surcharge(game, 0, knight, own[game.board.parse("(0,1)")]) == ()


def test_a_tax_is_smaller_and_the_step_tells_whose_doing_it_is() -> None:
    game = position(plugged("dear_times"), phase="tax")

    assert Taxation(game, 0, 0, frozenset()).size == 3
    assert [(game.title(step.source.card), step.before, step.after)
            for step in game.parameter_steps("size of a tax", 4, 0)] == [("dear_times", 4, 3)]


def written(tmp_path: Path, hook: str) -> Path:
    """Write a pack `house` with one hook and allow its Python."""
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "house"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n', "utf-8")
    (folder / "__init__.py").write_text(f"from barons_core import hookimpl\n\n\n@hookimpl\n{hook}", "utf-8")
    loading.allow_python(True)
    return folder


# What happens is heard, all of it


def test_a_witness_sees_what_the_log_tells() -> None:
    total: Counter[str] = Counter()
    for seed in range(4):
        game = played(plugged("witness"), seed, turns=30)
        logged = Counter(entry.key for entry in game.log if entry.key in MOVES)
        for key, word in MOVES.items():
            seen = game.state.counters.get(("witness", word), 0)
            assert seen == game.state.counters.get(("witness", "any", key), 0)
            assert seen == logged[key], key
            total[key] += seen

    assert all(total[key] for key in MOVES)


@pytest.mark.source
def test_all_events_of_the_rules_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is performed, or has moments of its own, is among the events that a plugin can hear."""
    seen: set[str] = set()
    for method in ("perform", "moment"):
        real = getattr(Game, method)
        monkeypatch.setattr(Game, method, lambda self, *a, real=real: seen.add(a[-1].key) or real(self, *a))
    for seed in range(4):
        played(plugged("witness"), seed, turns=40)

    assert len(seen) > 10
    assert seen <= set(rules_hooks.EVENTS)


def test_a_game_without_plugins_has_nothing_of_them() -> None:
    """So that no hook costs anything where nobody implements it."""
    found = loading.content("barons")
    game = Game(found, 2, 1)

    assert found.plugged == ()
    assert game.statics(CARD) == game.statics("place") == []


def test_no_game_calls_the_plugin_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listeners are bound once, as the content is made."""
    found = plugged("witness", "peace", "dear_times")
    with monkeypatch.context() as patch:
        patch.setattr(plugins, "manager", None)
        patch.setattr("pluggy.HookCaller.__call__", None)
        game = played(found, 1)

    assert game.answers


@pytest.mark.parametrize(("hook", "says"), [
    ("def barons_modify_cost(verb):\n    return {'purple': 1}\n", "not of 'purple'"),
    ("def barons_modify_cost(verb):\n    return {'red': 'one'}\n", "not by {'red': 'one'}"),
    ("def barons_modify_tax(player):\n    return 0.5\n", "not by 0.5"),
    ("def barons_on_draw(event):\n    return 3\n", "a reaction is nothing or a generator, not 3"),
    ("def barons_on_draw(event):\n    raise SystemExit(3)\n", "SystemExit: 3"),
    ("def barons_on_draw(game):\n    yield 'a question'\n", "a reaction yields questions"),
    ("def barons_on_discard(event):\n    return event.no_such_thing\n", "no_such_thing"),
    ("def barons_on_event(game, event):\n    yield from game.draw(None, 99, 1, 0)\n", ""),
    ("def barons_placement_legality(player):\n    return True\n", "a reason is a text"),
    ("def barons_placement_legality(player):\n    1 / 0\n", "ZeroDivisionError"),
    ("def barons_attack_legality(player):\n    [][1]\n", "IndexError"),
])
def test_what_a_hook_does_wrong_stops_the_game_and_the_plugin_is_named(tmp_path: Path, hook: str, says: str) -> None:
    found = loading.content("barons", [written(tmp_path, hook)])
    stopped = 0
    for seed in range(3):
        game = Game(found, 2, seed)
        play_game(game, [Uniform(seed), Uniform(seed)], 40)
        if game.fault is None:
            continue
        stopped += 1
        again = replay(Record.parse(Record.of(game).text()), found)
        assert says in game.fault.message and game.fault.pack == "house"
        assert str(again.fault) == str(game.fault)
        assert fingerprint(again.state) == fingerprint(game.state)
        assert game.choice is None and not game.over
        if game.state.turn:  # not stopped during the setup
            check_conservation(game)

    assert stopped


def test_an_installed_plugin_speaks_only_where_its_pack_is_in_use() -> None:
    peaceful = plugged("peace")
    plain = loading.content("barons")

    assert [one.name for one in peaceful.plugged] == ["peace"]
    assert plain.plugged == ()


def test_without_leave_the_python_of_a_folder_is_not_run() -> None:
    found = loading.content("barons", [PLUGINS / "peace"])

    assert found.plugged == () and "peace" in found.hashes
    assert plugins.manager().waiting == {"peace": PLUGINS / "peace"}


def test_several_plugins_work_together_whatever_their_order() -> None:
    names = ["peace", "dear_times", "tax_collector", "high_ground", "witness"]
    prints = []
    for order in (names, names[::-1]):
        forget()
        prints.append(fingerprint(played(plugged(*order), 5).state))

    assert prints[0] == prints[1]


def test_a_bot_of_a_plugin_plays() -> None:
    loading.allow_python(True)
    result = simulate("barons", players=2, games=2, bots=["last", "light"], turns=20, packs=[PLUGINS / "last_bot"])

    assert result["faulted"] == 0 and result["choices"] > 20


# Every hook is documented and used


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_documented(hook: str) -> None:
    page = (ROOT / "docs/plugins.md").read_text("utf-8")
    function = getattr(hookspecs, hook)
    arguments = ", ".join(inspect.signature(function).parameters)
    sentence = inspect.getdoc(function).split("\n\n")[0]

    assert sentence.endswith(".")
    assert f"### `{hook}({arguments})`" in page
    assert re.sub(r"\s+", " ", sentence) in re.sub(r"\s+", " ", page)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_used_by_a_plugin(hook: str) -> None:
    """By one of the tests' plugins, or by the built-in ones."""
    sources = [*PLUGINS.glob("*/__init__.py"), ROOT / "barons_cards/__init__.py"]
    assert any(f"@hookimpl\ndef {hook}(" in path.read_text("utf-8") for path in sources)


def test_every_hook_is_either_gathered_or_called_by_the_rules() -> None:
    assert set(HOOKS) == set(plugins.GATHERED) | set(rules_hooks.HOOKS)
    assert not set(plugins.GATHERED) & set(rules_hooks.HOOKS)


def python_pack(folder: Path, code: str) -> Path:
    """Write a pack whose Python is this code."""
    pack = folder / "busy_pack"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "busy_pack"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    (pack / "__init__.py").write_text("from barons_core import hookimpl\n\n" + code)
    return pack


@pytest.mark.parametrize("line", ["game.copy()", "game.undo(0)", "game.answer(0)", "game.rebase()"])
@pytest.mark.parametrize("hook", ["barons_on_tax(game, event)", "barons_on_event(game, event)",
                                  "barons_modify_tax(game, player)", "barons_modify_cost(game, player, card)",
                                  "barons_placement_legality(game, player, card)"])
def test_a_hook_must_not_play_with_the_game_that_calls_it(hook: str, line: str, tmp_path: Path) -> None:
    pack = python_pack(tmp_path, f"@hookimpl\ndef {hook}:\n    {line}\n")
    loading.allow_python(True)
    game = Game(loading.content("barons", [pack]), 3, 3)
    play_game(game, [Uniform(seat) for seat in range(3)], turns=12)

    assert game.fault is not None
    assert "RuntimeError: a game cannot be" in game.fault.message
    assert (game.fault.pack, game.fault.place.line) == ("busy_pack", 5)
    # What was played before it is still there, and can be copied and taken back.
    assert game.copy().answers == game.answers
    game.undo(len(game.answers))


def test_a_game_that_does_not_play_alike_twice_is_one_fault_of_many_games(tmp_path: Path) -> None:
    pack = python_pack(tmp_path, "calls = []\n\n@hookimpl\ndef barons_on_tax(game, event):\n    calls.append(1)\n"
                                 "    if len(calls) % 2 == 0:\n        raise ZeroDivisionError('every other time')\n")
    loading.allow_python(True)
    result = simulate("barons", players=2, games=3, turns=5, packs=[pack], keep=tmp_path)

    assert (result["games"], result["faulted"]) == (3, 3)
    assert "every other time" in result["faults"][0]["message"]
    kept = Record.parse(Path(result["faults"][0]["record"]).read_text())
    assert kept.answers and kept.end == "stopped"
