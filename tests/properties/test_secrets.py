"""What a player must not know stays hidden: in views, logs and questions; and the check would notice if not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from barons_core.engine import game as games
from barons_core.engine.asking import Asking
from barons_core.engine.game import Game
from barons_core.engine.log import Entry
from barons_core.loading import content
from barons_core.model.state import State
from barons_core.model.views import Seen, View, look
from barons_core.testing.position import Piece, set_position
from tests.properties.games import SEATS, Table, chance, play_on, walk
from tests.properties.made_up import in_play, with_cards
from tests.properties.secrets import check_secrets

DRAWN = frozenset({"card", "cards"})


def names_only_what_is_known(game: Game, entry: Entry) -> None:
    """Check that whoever reads in a new line which card moves or is shown knows that card."""
    if "frm" not in entry.data and entry.key != "reveal":
        return
    for seat in range(game.seats):
        data = entry.seen_by(seat) or {}
        cards = [data[name] for name in DRAWN if isinstance(data.get(name), int) and data[name] >= 0]
        assert all(game.state.known[card] >> seat & 1 for card in cards), entry


@pytest.mark.parametrize("players", SEATS)
def test_the_log_names_a_card_to_those_only_who_know_it(players: int) -> None:
    for seed in range(3):
        game = Game(content("directors_cut"), players, seed, observers=[names_only_what_is_known])
        for _ in Table(game, seed).walk(40):
            pass
        # More trades and attacks than sensible players make.
        play_on(game, chance("log", seed), 300)
        assert game.fault is None


def test_the_two_worlds_are_followed_for_a_while() -> None:
    """The check would show nothing if everything were revealed at once."""
    random = chance("depth")
    depths = [check_secrets(game, random) for seed in range(8) for game in walk("barons", 3, seed, 20)
              if game.at_boundary and game.state.phase >= 0 and random.random() < 0.2]  # fmt: skip

    assert len(depths) > 60
    assert sum(depths) > 5 * len(depths)


def open_lands(*args: Any) -> View:
    """See through face-down cards."""
    view = look(*args)
    state, _, definitions = args[:3]
    boards = tuple([{pos: Seen("", definitions[card].title) for pos, card in board.items()} for board in state.boards])
    return replace(view, boards=boards)


def open_phases(state: State, *args: Any) -> View:
    """See which part of a turn it is, whoever has it."""
    return replace(look(state, *args), phase=state.phase)


LEAKS: dict[str, Callable[[], Any]] = {
    "views show face-down lands": lambda: mock.patch.object(games, "look", open_lands),
    "views tell which part of another's turn it is": lambda: mock.patch.object(games, "look", open_phases),
    "everybody may know what is asked between two plays": lambda: mock.patch.object(Game, "_may_know", lambda *_: True),
    "everybody may know what is asked": lambda: mock.patch.object(Asking, "private", lambda *_: None),
    "logs tell the number of a card": lambda: mock.patch.object(games, "told", lambda table, data: dict(data)),
}


@pytest.mark.source
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_noticed(leak: str) -> None:
    with LEAKS[leak](), pytest.raises(AssertionError):
        for seed in range(30):
            random = chance("leak", seed)
            for game in walk("directors_cut", 3, seed, 40):
                if game.at_boundary and game.state.phase >= 0 and random.random() < 0.2:
                    check_secrets(game, random)


def test_that_a_player_has_a_choice_of_hidden_cards_is_hidden() -> None:
    """For every way to be asked about a hand: to pick one, some, or what to pay with."""
    asks = ("discard a card from your hand", "discard 1 of red", "reveal any number of cards from your hand",
            "may discard a card from your hand")  # fmt: skip
    for line in asks:
        text = f'building "Gate" in red x4:\n    cost none\n    after you tax:\n        {line}\n'
        game = in_play(with_cards(text), "Gate")
        game.answer("tax (0,1) as yellow")
        while game.choice is not None and not game.at_boundary:
            assert game.view(1).asked is None, line
            game.answer(0)


def test_only_the_player_who_is_asked_knows_what_is_asked_at_once() -> None:
    """Also where all choose at the same time from the hand of one."""
    text = 'building "Gate" in red x4:\n    cost none\n    after you tax:\n        each enemy at once:\n' \
           "            choose a card from your hand as shown\n            reveal shown\n"
    game = Game(with_cards(text), 2, 1)
    board = {"(0,1)": Piece(color="yellow", down=True), "(1,0)": Piece("Gate")}
    set_position(game, boards={0: board}, hands={0: [Piece("Mill"), Piece("Forge")]}, phase="tax")
    game.answer("tax (0,1) as yellow")
    asked = 0
    while game.choice is not None and not game.at_boundary:
        others = [seat for seat in range(game.seats) if seat != game.choice.player]
        assert all(game.view(seat).asked is None for seat in others)
        asked += 1
        game.answer(0)

    assert asked > 0
