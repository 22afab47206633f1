"""A game played under random undo is the game that is played straight on."""

from __future__ import annotations

import pytest

from barons_core.engine.fingerprints import fingerprint
from tests.properties.branching import mark, play_with_undo
from tests.properties.games import RULESETS, chance, start, walk


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(6))
def test_a_game_played_under_random_undo_is_the_same(ruleset: str, seed: int) -> None:
    players = 2 + seed % 5
    *_, straight = walk(ruleset, players, seed, 25)
    strayed = start(ruleset, players, seed)

    play_with_undo(strayed, seed, chance("undo", seed), 25)

    assert strayed.answers == straight.answers
    assert mark(strayed) == mark(straight)


def test_undo_to_the_very_beginning_and_back() -> None:
    *_, game = walk("barons", 4, 3, 15)
    answers, before = game.answers, fingerprint(game.state)

    game.undo(len(answers))
    assert game.answers == [] and game.state.turn == 0
    for answer in answers:
        game.answer(answer)

    assert fingerprint(game.state) == before
