"""While all choose at once nothing happens that would tell others what one has chosen."""

from dataclasses import replace

import pytest

from barons_core.engine.game import Game
from barons_core.testing.position import Piece, set_position
from tests.properties.made_up import with_cards

CARD = """
action "Boast" in green x3:
    cost none
    play:
        each player at once:
            {}
"""
LINES = [
    ["choose a card from their hand as shown", "reveal shown"],
    ["choose a card from their hand as shown", "reveal shown", "discard shown"],
    ["choose one of:", "    this turn:", "        let the size of your tax rise by 1", "    draw 1 red"],
    ["choose one of:", "    draw 1 red", "    draw 2 blue"],
    ["choose one of:", "    discard 1 card from their hand", "    reveal a card from their hand"],
    ["choose a card from their hand as shown", "look at shown"],
    ["may reveal a card from their hand"],
    ["may they win"],
]


def _asked(lines: list[str]) -> Game:
    game = Game(with_cards(CARD.format("\n            ".join(lines))), 2, 1)
    set_position(game, hands={0: [Piece("Boast"), Piece("Mill"), Piece("Forge")], 1: [Piece("Mill"), Piece("Forge")]})
    game.answer('play "Boast"')
    return game


@pytest.mark.parametrize("lines", LINES)
def test_nobody_sees_what_another_has_chosen_before_all_have(lines: list[str]) -> None:
    seen = []
    for answer in range(2):
        game = _asked(lines)
        game.answer(answer)
        while game.choice is not None and game.choice.player == 0:
            game.answer(0)
        assert game.choice is not None and game.choice.player == 1
        view = replace(game.view(1), asked=None)
        seen.append((view, game.events(1), game.choice.prompt, game.choice.ids()))

    assert seen[0] == seen[1]


def test_what_has_waited_happens_once_all_have_chosen() -> None:
    game = _asked(LINES[0])
    game.answer(0)
    game.answer(0)

    assert [entry.key for entry in game.log].count("reveal") == 2
    assert [seen.title for seen in game.view(1).hands[0]].count(None) == 1


def test_an_effect_that_has_waited_is_in_force() -> None:
    game = _asked(LINES[2])
    game.answer(0)
    assert not game.state.effects
    game.answer(0)

    assert [effect.you for effect in game.state.effects] == [0, 0]


def test_who_has_chosen_to_win_wins_once_all_have_chosen() -> None:
    game = _asked(LINES[-1])
    game.answer(1)
    assert not game.over
    game.answer(0)

    assert game.over and game.winners == (1,)
