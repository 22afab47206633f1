"""Random games: the same seed gives the same game, and every kind of position comes up in some of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from barons_core.bots import Bot, seed_of
from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.simulation import make_bot
from tests.properties.positions import enrich

RULESETS = ("barons", "directors_cut", "barons41")
SEATS = (2, 3, 4, 5, 6)
# Bots that collect and build bring about rich boards; uniform ones bring about whatever else there is.
BOTS = {"mixed": ("light", "random", "random", "light"), "light": ("light",), "random": ("random",)}


def start(ruleset: str, players: int, seed: int) -> Game:
    """Return a new game."""
    return Game(content(ruleset), players, seed)


class Table:
    """A game and those who play it; `walk` plays on and stops before each answer."""

    def __init__(self, game: Game, seed: int, bots: str = "mixed") -> None:
        self.game = game
        dealt = BOTS[bots]
        names = [dealt[(seat + seed) % len(dealt)] for seat in range(game.seats)]
        self.bots: list[Bot] = [make_bot(name, seed, seat) for seat, name in enumerate(names)]

    def pick(self) -> int:
        """Return the number of the option that the player who is asked takes."""
        choice = self.game.choice
        assert choice is not None
        return self.bots[choice.player].choose(partial(self.game.view, choice.player), choice)

    def walk(self, turns: int) -> Iterator[Game]:
        """Yield the game before each answer until it is over or has seen so many turns."""
        game = self.game
        while game.choice is not None and game.state.turn <= turns:
            yield game
            game.answer(self.pick())
        assert game.fault is None, str(game.fault)


def walk(ruleset: str, players: int, seed: int, turns: int, bots: str = "mixed") -> Iterator[Game]:
    """Play a random game and yield it before each answer."""
    return Table(start(ruleset, players, seed), seed, bots).walk(turns)


def walk_rich(ruleset: str, players: int, seed: int, turns: int, bots: str = "mixed") -> Iterator[Game]:
    """Play a random game from a position with many cards in play, and yield it before each answer."""
    game = enrich(start(ruleset, players, seed), chance("rich", ruleset, players, seed))
    return Table(game, seed, bots).walk(turns)


def chance(*parts: object) -> Random:
    """Return random numbers that depend on the parts alone."""
    return Random(seed_of(*parts))


def play_on(game: Game, random: Random, steps: int) -> None:
    """Answer so many questions by chance, or until the game stops."""
    for _ in range(steps):
        choice = game.choice
        if choice is None:
            return
        game.answer(int(random.random() * len(choice.options)))


def play_to_boundary(game: Game, random: Random, steps: int = 2_000) -> None:
    """Answer by chance until nobody is in the middle of anything."""
    while game.choice is not None and not game.at_boundary:
        assert steps > 0, f"no boundary is reached: {game.answers[-5:]}"
        play_on(game, random, 1)
        steps -= 1
    assert game.fault is None, str(game.fault)


def in_small_steps(game: Game) -> bool:
    """Tell whether an answer has begun: some of its elements are picked, but it is not recorded yet."""
    return bool(game._picked)
