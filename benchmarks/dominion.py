"""Random games of pyminion: Dominion's base set, every decision made uniformly."""

from __future__ import annotations

import logging
import random
from typing import Any

from pyminion.bots.bot import Bot
from pyminion.expansions.base import base_set
from pyminion.game import Game

dice = random.Random(1)
broken: list[int] = []


class Anyone:
    """A player who chooses uniformly, plays all treasures, and counts decisions with two options or more."""

    def __init__(self) -> None:
        self.count = 0

    def one(self, options: Any) -> Any:
        self.count += len(options) > 1
        return dice.choice(options)

    def some(self, cards: Any, low: int, high: int | None) -> Any:
        cards = list(cards)
        most = len(cards) if high is None or high < 0 else min(high, len(cards))
        least = min(low, most)
        self.count += least < most or 0 < most < len(cards)
        return dice.sample(cards, dice.randint(least, most))

    def action_phase_decision(self, valid_actions: Any, player: Any, game: Any) -> Any:
        return self.one([*valid_actions, None])

    def treasure_phase_decision(self, valid_treasures: Any, player: Any, game: Any) -> Any:
        return valid_treasures

    def buy_phase_decision(self, valid_cards: Any, player: Any, game: Any) -> Any:
        return self.one([*valid_cards, None])

    def binary_decision(self, prompt: Any, card: Any, player: Any, game: Any, relevant_cards: Any = None) -> Any:
        return self.one([True, False])

    def multiple_option_decision(
        self, card: Any, options: Any, player: Any, game: Any, num_choices: int = 1, unique: bool = True
    ) -> Any:
        self.count += len(options) > num_choices
        return dice.sample(range(len(options)), num_choices)

    def discard_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_discard: int = 0, max_num_discard: int = -1,
    ) -> Any:
        return self.some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_trash: int = 0, max_num_trash: int = -1,
    ) -> Any:
        return self.some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_gain: int = 0, max_num_gain: int = -1,
    ) -> Any:
        return self.some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_topdeck: int = 0, max_num_topdeck: int = -1,
    ) -> Any:
        return self.some(valid_cards, min_num_topdeck, max_num_topdeck)

    def deck_position_decision(self, prompt: Any, card: Any, player: Any, game: Any, num_deck_cards: int) -> Any:
        return self.one(range(num_deck_cards + 1))

    def reveal_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_reveal: int = 0, max_num_reveal: int = -1,
    ) -> Any:
        return self.some(valid_cards, min_num_reveal, max_num_reveal)

    def pass_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_pass: int = 0, max_num_pass: int = -1,
    ) -> Any:
        return self.some(valid_cards, min_num_pass, max_num_pass)

    def name_card_decision(self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any) -> Any:
        return self.one(list(valid_cards))

    def multi_play_decision(
        self, prompt: Any, card: Any, valid_cards: Any, player: Any, game: Any, required: bool = True
    ) -> Any:
        return self.one([*valid_cards, *([] if required else [None])])


def playout(seed: int) -> int:
    """Play one game and return the number of decisions; about one random game in 200 breaks inside pyminion."""
    logging.disable(logging.CRITICAL)
    dice.seed(seed)
    random.seed(seed)
    anyone = Anyone()
    game = Game(players=[Bot(anyone, "a"), Bot(anyone, "b")], expansions=[base_set], log_stdout=False, log_file=False)
    try:
        game.play()
    except Exception:
        broken.append(seed)
    return anyone.count
