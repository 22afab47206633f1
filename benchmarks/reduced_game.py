"""The reduced Barons, once as card text played by the ordinary game, with the light player of `hand_written.py`."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from barons_core import loading, plugins
from barons_core.engine.choices import Choice
from barons_core.engine.game import Game
from barons_core.hookspecs import hookimpl
from barons_core.model.rulesets import Content
from barons_core.rules import BaronsRules

PACK = Path(__file__).parent / "reduced"
TURNS = 300


class ReducedRules:
    """The plugin that lets the pack be played by the rules of Barons."""

    @hookimpl
    def barons_rules(self) -> dict[str, Callable[[], BaronsRules]]:
        return {"reduced": BaronsRules}


def content() -> Content:
    """Return the reduced game, loaded by the ordinary door."""
    if not plugins.manager().has_plugin("reduced"):
        plugins.manager().register(ReducedRules(), "reduced")
    return loading.content("reduced", [PACK])


def playout(content: Content, seed: int, players: int = 2) -> tuple[int, int]:
    """Play one game; return the numbers of choices and of turns."""
    game = Game(content, players, seed)
    player = Light(game, random.Random(seed).random)
    choices = 0
    while (choice := game.choice) is not None and game.state.turn <= TURNS:
        game.answer(player.choose(choice))
        choices += 1
    return choices, game.state.turn


class Light:
    """The policy of `light` in `hand_written.py`, on our choices; returns the index of an option."""

    def __init__(self, game: Game, chance: Callable[[], float]) -> None:
        self.game = game
        self.chance = chance

    def choose(self, choice: Choice) -> int:
        prompt, options = choice.prompt, choice.options
        if prompt == "tax":
            return self.tax(choice)
        if prompt == "play" and self.chance() < 0.7:
            return len(options) - 1
        if prompt == "add" and isinstance(options[0], tuple):
            return self.add(choice)
        return int(self.chance() * len(options))

    def add(self, choice: Choice) -> int:
        """Build what can be built, else lay a card of the color that the hand holds most of, but no church."""
        options, game = choice.options, self.game
        held = game.state.tally[choice.player]
        most = max(held)
        laid = []
        for number, option in enumerate(options[:-1]):
            what, card, _ = option
            if what == "build":
                return number
            if held[game.color[card]] == most and game.definition[card].kind != "building":
                laid.append(number)
        return laid[int(self.chance() * len(laid))] if laid else int(self.chance() * len(options))

    def tax(self, choice: Choice) -> int:
        """Tax a largest region of the color that the hand holds least of."""
        options = choice.options
        if isinstance(options[-1], tuple):
            return int(self.chance() * (len(options) - 1))
        lands = self.lands(choice)
        held = self.game.state.tally[choice.player]
        scarce = min(set(lands.values()), key=lambda color: (held[color], color))
        limit = self.game.parameter("size of a tax", 4, choice.player)
        size = {pos: min(limit, region(pos, lands)) for pos, color in lands.items() if color == scarce}
        best = max(size.values())
        places = [number for number, pos in enumerate(options[:-1]) if size.get(pos) == best]
        return places[int(self.chance() * len(places))]

    def lands(self, choice: Choice) -> dict[int, int]:
        """Return the color of each land that can be taxed, by place."""
        cells, color = self.game.state.boards[choice.player], self.game.color
        return {pos: color[cells[pos]] for pos in choice.options[:-1]}


def region(start: int, lands: dict[int, int]) -> int:
    """Return how many lands of one color hang together with one of them."""
    color = lands[start]
    found, waiting = {start}, [start]
    while waiting:
        pos = waiting.pop()
        for near in (pos + 1, pos + 1024, pos - 1, pos - 1024):
            if near not in found and lands.get(near) == color:
                found.add(near)
                waiting.append(near)
    return len(found)
