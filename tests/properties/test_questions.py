"""What made-up cards ask: each option has an id of its own, so that whatever is recorded can be replayed."""

from __future__ import annotations

from random import Random

from barons_core.engine.game import Game
from barons_core.language.reports import Span
from barons_core.testing.scenario_answers import check_answer
from barons_core.testing.scenario_syntax import Word
from tests.properties.branching import check_undo
from tests.properties.games import chance
from tests.properties.options import check_ids, check_order, check_round_trip, check_whole_ids
from tests.properties.questions import BODIES, content_of_questions, games_of_questions, walk_questions
from tests.properties.secrets import other_world

CONTENT = content_of_questions()
ROUNDS = 3


def test_no_id_stands_twice() -> None:
    asked = set()
    for title, game in walk_questions(CONTENT, chance("questions"), ROUNDS):
        check_ids(game)
        check_order(game)
        if not game.at_boundary:
            asked.add(title)

    assert asked == set(BODIES)


def test_an_id_means_the_option_and_the_answers_lead_there_again() -> None:
    random = chance("answers to questions")
    for _, game in walk_questions(CONTENT, random, ROUNDS):
        check_round_trip(game, random)
        check_whole_ids(game, random)
        check_undo(game, random)


def test_every_id_reads_like_an_answer_of_a_scenario() -> None:
    for _, game in walk_questions(CONTENT, chance("questions in scenarios"), ROUNDS):
        assert game.choice is not None
        for text in game.choice.ids():
            check_answer(CONTENT, Word.at(text, Span("x.scenario", 1, 1, 1, 2)))


def test_what_a_player_must_not_know_changes_neither_ids_nor_their_order() -> None:
    """Until the card's first question is answered, in two worlds that differ in what the player does not know."""
    random = chance("secret questions")
    blind = [title for title, body in BODIES.items() if not any(line.startswith(("look", "reveal")) for line in body)]
    for _ in range(2 * ROUNDS):
        for title, game in games_of_questions(CONTENT, random):
            if title in blind:
                worlds = game.copy(), other_world(game, 0, random)
                for world in worlds:
                    world.rebase()
                    world.answer(f'play "{title}"')
                    world.answer("no")
                _answered_alike(*worlds, random)


def _answered_alike(this: Game, other: Game, random: Random) -> None:
    while len(this.answers) == 2 and this.choice is not None and this.choice.player == 0:
        assert other.choice is not None and other.choice.ids() == this.choice.ids()
        number = int(random.random() * len(this.choice.options))
        this.answer(number)
        other.answer(number)

    assert this.answers == other.answers
