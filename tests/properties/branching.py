"""Copies, records and ways back: the same position has the same future."""

from __future__ import annotations

from random import Random

from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.engine.records import Record
from barons_core.engine.replays import replay
from tests.properties.games import Table, in_small_steps, play_on


def check_copy(game: Game, random: Random, steps: int = 12) -> None:
    """Check that a copy has the same future, and that the game does not notice what the copy does."""
    before = mark(game)
    one, other = game.copy(), game.copy().copy()
    assert mark(one) == mark(other) == before
    luck = random.random()
    play_on(one, Random(luck), steps)
    play_on(other, Random(luck), steps)

    assert mark(one) == mark(other)
    assert mark(game) == before


def check_record(game: Game) -> None:
    """Check that the text of a record leads to the same position, with the same log."""
    if game.edited or in_small_steps(game):
        return
    again = replay(Record.parse(Record.of(game).text()), game.content)

    assert mark(again) == mark(game)


def check_undo(game: Game, random: Random) -> None:
    """Take back some answers on a copy and give them again."""
    answers = game.answers
    branch = game.copy()
    n = int(random.random() * min(len(answers), 25))
    branch.undo(n)
    assert branch.answers == answers[:len(answers) - n]
    for answer in answers[len(answers) - n:]:
        branch.answer(answer)

    assert branch.answers == answers
    assert fingerprint(branch.state) == fingerprint(game.state)
    assert [branch.events(seat) for seat in range(game.seats)] == [game.events(seat) for seat in range(game.seats)]


def play_with_undo(game: Game, seed: int, random: Random, turns: int) -> list[str]:
    """Play as `Table` does, but stray from it and come back now and then; return the answers."""
    table = Table(game, seed)
    for _ in table.walk(turns):
        if random.random() < 0.05 and not in_small_steps(game):
            stray(game, random)
    return game.answers


def stray(game: Game, random: Random) -> None:
    """Play on by chance and take it back, then take back more and play that again."""
    answers = game.answers
    play_on(game, random, int(random.random() * 12))
    game.undo(len(game.answers) - len(answers))
    n = int(random.random() * min(len(answers), 6))
    game.undo(n)
    for answer in answers[len(answers) - n:]:
        game.answer(answer)


def mark(game: Game) -> list[object]:
    """Return all that can be told of a game from outside."""
    asked = [] if game.choice is None else [game.choice.player, game.choice.prompt, *game.choice.ids()]
    logs = [game.events(seat) for seat in range(game.seats)]
    return [fingerprint(game.state), game.answers, asked, logs, str(game.fault)]
