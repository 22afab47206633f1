"""Bots see a view and options, never the state; they end their turns, and the light one ends games."""

from collections import Counter
from collections.abc import Sequence

import pytest

from barons_core.bots import PATIENCE, Light, Uniform, seed_of
from barons_core.engine.choices import Choice
from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.boards import SquareBoard
from barons_core.model.views import Seen, View
from barons_core.simulation import make_bot, play_game


def choice(*ids: str, prompt: str = "choose") -> Choice:
    """Return a question with these ids."""
    return Choice(0, prompt, list(range(len(ids))), ids.__getitem__)


def view(hand: Sequence[Seen] = (), board: dict[int, Seen] | None = None) -> View:
    """Return what a player with that hand and board sees."""
    boards: tuple[dict[int, Seen], ...] = (board or {},)
    return View(player=0, hand=tuple(hand), hands=(tuple(hand),), boards=boards, board=SquareBoard(), piles=(),
                decks=(), tops=(), limbo=(), effects=(), seat=0, phase=0, turn=1, over=False, winners=())


def land(color: str) -> Seen:
    """Return a land of a color."""
    return Seen(color, None, True)


def chosen(asked: Choice, hand: Sequence[Seen] = (), board: dict[int, Seen] | None = None) -> set[str]:
    """Return everything that light bots of many seeds choose."""
    return {asked.ids()[Light(seed).choose(lambda: view(hand, board), asked)] for seed in range(60)}


def no_view() -> View:
    """Refuse to be looked at."""
    raise AssertionError("nobody needs to look for this")


def test_the_uniform_bot_chooses_each_option_and_looks_at_nothing() -> None:
    bot = Uniform(1)
    counts = Counter(bot.choose(no_view, choice("a", "b", "c")) for _ in range(3000))

    assert set(counts) == {0, 1, 2}
    assert min(counts.values()) > 900


def test_the_same_seed_chooses_the_same() -> None:
    asked = choice(*"abcdef")

    assert [Uniform(7).choose(no_view, asked)] * 3 == [Uniform(7).choose(no_view, asked) for _ in range(3)]


def test_seeds_differ_with_every_part() -> None:
    assert len({seed_of(1, 2), seed_of(2, 1), seed_of(1, 2, 0), seed_of("12"), seed_of(12)}) == 5


@pytest.mark.parametrize("bot", [Uniform(1), Light(1)])
def test_a_free_action_is_not_repeated_for_ever(bot: Uniform) -> None:
    asked = choice(*(f"use {n}" for n in range(10_000)), "pass")
    row = [bot.choose(view, asked) == 10_000 for _ in range(PATIENCE + 2)]

    assert any(row)


def test_light_builds_what_has_several_ways() -> None:
    asked = choice('lay "A"', 'build "B"', 'build "C/D" as C', "pass", prompt="add")

    assert chosen(asked) == {'build "C/D" as C'}


def test_light_lays_a_color_that_its_board_lacks_first() -> None:
    hand = [Seen("red", "A"), Seen("red", "B"), Seen("blue", "C")]
    asked = choice('lay "A"', 'lay "B"', 'lay "C"', "pass", prompt="add")

    assert chosen(asked, hand, {0: land("red")}) == {'lay "C"'}
    assert chosen(asked, hand, {0: land("red"), 1: land("blue")}) == {'lay "A"', 'lay "B"'}


def test_light_taxes_the_scarce_color_in_its_largest_region() -> None:
    board = {0: land("red"), 1: land("red"), 1024: land("blue"), 5: land("red")}
    hand = [Seen("blue", "A")]
    start = choice("(0,0)", "(0,1)", "(1,0)", "(0,5)", "pass", prompt="tax")
    more = choice("(0,1)", "as red", prompt="tax")
    end = choice("as red", "as blue", prompt="tax")

    assert chosen(start, hand, board) == {"(0,0)", "(0,1)"}
    assert chosen(more, hand, board) == {"(0,1)"}
    assert chosen(end, hand, board) == {"as red"}


def test_light_harms_others_rather_than_itself() -> None:
    assert chosen(choice('attack "A" at (0,1)', 'attack "B" at (0,1) of P2')) == {'attack "B" at (0,1) of P2'}


def test_light_takes_what_is_scarce() -> None:
    assert chosen(choice("draw red", "draw blue", "no"), [Seen("red", "A")]) == {"draw blue"}


def test_light_keeps_what_it_can_build_in_several_ways() -> None:
    bot = Light(1)
    bot.choose(view, choice('build "C/D" as C', "pass", prompt="add"))
    paid = choice('pay red "C/D"', 'pay red "A"')

    assert {bot.choose(view, paid) for _ in range(30)} == {1}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_light_bots_finish_their_games(players: int) -> None:
    for seed in range(3):
        game = Game(content("barons"), players, seed, log=False)
        play_game(game, [make_bot("light", seed, seat) for seat in range(players)])

        assert game.over and game.fault is None
