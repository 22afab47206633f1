from __future__ import annotations

from random import Random

import pytest

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.fingerprints import fingerprint, rendering
from barons_core.engine.game import Game
from tests.engine.toy import content, random_game

SEEDS = range(12)


def finished(game: Game, seed: int) -> list[str]:
    random_game(game, Random(seed), 10_000)
    return [*game.answers, fingerprint(game.state)]


def where_everything_is(game: Game) -> list[int]:
    state = game.state
    return sorted([c for zone in state.zones for c in zone] + [c for b in state.boards for c in b.values()])


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_is_somewhere_exactly_once(seed: int) -> None:
    game = Game(content(), 2 + seed % 3, seed)
    random = Random(seed)

    while game.choice is not None:
        assert game.fault is None
        assert where_everything_is(game) == list(range(len(game.definition)))
        game.answer(int(random.random() * len(game.choice.options)))
    assert game.over and game.winners and game.fault is None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_counts_of_hands_are_kept_up_to_date(seed: int) -> None:
    game = random_game(Game(content(), 3, seed), Random(seed), 5 * seed)

    kept = [counts[:] for counts in game.state.tally]
    game.state.touch()

    assert kept == game.state.tally


@pytest.mark.parametrize("seed", SEEDS)
def test_an_option_list_is_never_empty_and_its_ids_differ(seed: int) -> None:
    game = Game(content(), 2, seed)
    random = Random(seed)

    while game.choice is not None:
        ids = game.choice.ids()
        assert len(ids) > 1
        assert len(set(ids)) == len(ids)
        game.answer(int(random.random() * len(ids)))


@pytest.mark.parametrize("steps", range(0, 60, 3))
def test_a_copy_has_the_same_future(steps: int) -> None:
    game = random_game(Game(content(), 3, 7), Random(steps), steps)

    copy = game.copy()

    assert rendering(copy.state) == rendering(game.state)
    assert copy.choice is None or copy.choice.ids() == game.choice.ids()  # type: ignore[union-attr]
    assert [copy.events(p) for p in range(3)] == [game.events(p) for p in range(3)]
    assert finished(copy, 5) == finished(game, 5)


def test_a_copy_leaves_its_original_alone() -> None:
    game = random_game(Game(content(), 2, 7), Random(1), 20)
    before = rendering(game.state), game.answers, len(game.log)

    random_game(game.copy(), Random(2), 30)

    assert (rendering(game.state), game.answers, len(game.log)) == before


@pytest.mark.parametrize("back", [1, 2, 5, 13, 30])
def test_undo_is_a_replay_of_the_shorter_list(back: int) -> None:
    game = random_game(Game(content(), 2, 3), Random(4), 60)
    answers = game.answers
    back = min(back, len(answers))

    game.undo(back)

    short = Game(content(), 2, 3)
    for answer in answers[:len(answers) - back]:
        short.answer(answer)
    assert game.answers == short.answers
    assert rendering(game.state) == rendering(short.state)
    assert game.events(0) == short.events(0)
    assert finished(game, 1) == finished(short, 1)


def test_undo_of_everything_begins_anew() -> None:
    game = random_game(Game(content(), 2, 3), Random(4), 500)

    game.undo(len(game.answers))

    assert game.answers == []
    assert fingerprint(game.state) == fingerprint(Game(content(), 2, 3).state)
    with pytest.raises(ValueError, match="0 answers"):
        game.undo()


@pytest.mark.parametrize("answer", ["draw ambr", 99, -1, "", "no such thing"])
def test_an_illegal_answer_lists_the_options_and_changes_nothing(answer: str | int) -> None:
    game = random_game(Game(content(), 2, 3), Random(4), 12)
    assert game.choice is not None
    before = rendering(game.state), game.answers, game.choice.ids()

    with pytest.raises(IllegalAnswer) as error:
        game.answer(answer)

    assert all(option in str(error.value) for option in game.choice.ids())
    assert (rendering(game.state), game.answers, game.choice.ids()) == before


def test_an_answer_may_be_any_kind_of_text() -> None:
    class Placed(str):
        """Text that knows where it stands, as the words of a scenario do."""

    game, other = Game(content(), 2, 1), Game(content(), 2, 1)
    assert game.choice is not None
    first = game.choice.ids()[0]
    game.answer(Placed(first))
    other.answer(first)

    assert fingerprint(game.state) == fingerprint(other.state)


def test_an_illegal_answer_suggests_the_nearest_option() -> None:
    game = Game(content(), 2, 3)
    game.answer(0)
    game.answer(0)

    with pytest.raises(IllegalAnswer, match=r"did you mean draw amber\?"):
        game.answer("draw ambr")


def test_a_game_for_too_many_players_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 6 players, not 7"):
        Game(content(), 7, 1)


def test_observers_hear_everything_once_and_no_replay() -> None:
    heard: list[str] = []
    game = Game(content(), 2, 3, observers=[lambda g, entry: heard.append(entry.key)])
    random_game(game, Random(4), 20)
    expected = [entry.key for entry in game.log]

    game.copy()
    game.undo(2)

    assert heard == expected


def test_a_game_ends_at_once() -> None:
    game = random_game(Game(content(), 2, 1), Random(1), 10_000)

    assert game.choice is None
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.answer(0)


def test_a_rebased_game_goes_on_from_what_was_written() -> None:
    game = Game(content(), 2, 1)
    game.state.phase = 0
    game.state.turn = 5
    game.state.seat = 1
    game.rebase()
    assert game.choice is not None

    assert game.choice.player == 1
    game.answer("pass")
    assert game.answers == ["pass"]
    game.undo()
    assert game.state.seat == 1 and game.state.turn == 5


@pytest.mark.parametrize("seed", range(8))
def test_two_worlds_that_differ_in_cards_a_player_cannot_know_look_the_same(seed: int) -> None:
    game = Game(content(), 2, seed)
    while game.state.turn < 1:
        game.answer(0)
    for answer in ("draw plum", "draw amber"):
        game.answer(answer)
    state = game.state
    hand, decks = state.zones[game.layout.hand(0)], state.zones[:3]
    pairs = [(a, b) for a in hand for b in decks[game.color[a]] if not (state.known[a] | state.known[b]) & 2]
    other = game.copy()
    for a, b in pairs[:1]:
        swap(other, a, b)

    assert pairs
    assert game.view(1) == other.view(1)
    assert game.view(0) != other.view(0) or game.title(pairs[0][0]) == game.title(pairs[0][1])
    assert game.events(1) == other.events(1)


def swap(game: Game, held: int, decked: int) -> None:
    """Let a card in a hand and one in a deck change places, as if the deck had lain otherwise."""
    state = game.state
    for zone, old, new in ((state.where[held], held, decked), (state.where[decked], decked, held)):
        cards = state.zones[zone]
        cards[cards.index(old)] = new
    for values in (state.where, state.known):
        values[held], values[decked] = values[decked], values[held]


def test_a_copy_has_everything_that_a_game_has() -> None:
    game = random_game(Game(content(), 2, 3), Random(4), 12)
    names = [name for part in Game.__mro__ for name in getattr(part, "__slots__", ())]

    for branch in (game, game.copy()):
        assert all(hasattr(branch, name) for name in names)
