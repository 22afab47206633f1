"""Options: never none, no id twice, ids mean what indexes mean, the same order each time, and all complete."""

from __future__ import annotations

from random import Random

from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from tests.properties.games import in_small_steps, play_to_boundary


def check_ids(game: Game) -> None:
    """Check that there are options and that each has an id of its own."""
    assert game.choice is not None
    ids = game.choice.ids()

    assert len(ids) > 1
    assert len(set(ids)) == len(ids), f"an id stands twice: {ids}"
    assert all(text == text.strip() and "\n" not in text for text in ids)


def check_order(game: Game) -> None:
    """Check that a copy, which asks anew, has the same options in the same order."""
    other = game.copy()
    assert game.choice is not None and other.choice is not None

    assert other.choice.ids() == game.choice.ids()
    assert (other.choice.player, other.choice.prompt) == (game.choice.player, game.choice.prompt)


def check_round_trip(game: Game, random: Random) -> None:
    """Check that an option is the same one by its id and by its index."""
    assert game.choice is not None
    index = int(random.random() * len(game.choice.options))
    by_id, by_index = game.copy(), game.copy()
    by_id.answer(game.choice.ids()[index])
    by_index.answer(index)

    assert (by_id.answers, fingerprint(by_id.state)) == (by_index.answers, fingerprint(by_index.state))
    assert _asked(by_id) == _asked(by_index)


def check_whole_ids(game: Game, random: Random) -> None:
    """Check that an answer given in small steps is the same as its whole id at once."""
    steps = game.copy()
    while steps.choice is not None and len(steps.answers) == len(game.answers):
        steps.answer(int(random.random() * len(steps.choice.options)))
    at_once = game.copy()
    if len(steps.answers) == len(game.answers):
        return
    if not game.at_boundary and game.choice is not None and in_small_steps(game):
        return
    at_once.answer(steps.answers[len(game.answers)])

    assert (at_once.answers, fingerprint(at_once.state)) == (steps.answers, fingerprint(steps.state))


def check_completion(game: Game, random: Random) -> None:
    """Try every option on a copy and play on to the next boundary: what is offered can be paid and completes."""
    assert game.choice is not None
    for index, text in enumerate(game.choice.ids()):
        branch = game.copy()
        branch.answer(index)
        assert branch.fault is None, f"{text}: {branch.fault}"
        play_to_boundary(branch, random)


def _asked(game: Game) -> list[str]:
    return [] if game.choice is None else game.choice.ids()
