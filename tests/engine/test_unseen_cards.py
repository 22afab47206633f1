"""Whoever chooses among cards without seeing them tells them apart by their backs only, and gets any of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from tests.engine.toy import Script, content

HAND = ("Ash", "Birch", "Cedar")


def taking(n: int) -> Any:
    """Return a turn in which P1 takes cards from the hand of P2 without seeing them."""

    def turn(g: Game) -> Any:
        hand = list(g.state.zones[g.layout.hand(1)])
        if n == 1:
            cards = [(yield from g.pick(None, 0, "take", "Card", hand))]
        else:
            cards = yield from g.pick_some(None, 0, "take", "Card", hand, n, n)
        for card in cards:
            yield from g.move(None, "take", card, g.layout.hand(0), actor=0)

    return turn


def taken(n: int, seed: int) -> tuple[Game, list[list[str]]]:
    """Return a game after such a turn, always the first option chosen, and the options on the way."""
    game = Game(content(rules=Script(taking(n), HAND)), 2, seed)
    game.answer("go")
    asked = []
    while game.choice is not None and not game.at_boundary:
        asked.append(game.choice.ids())
        game.answer(0)
    return game, asked


@pytest.mark.parametrize("n", [1, 2])
def test_each_back_is_offered_once(n: int) -> None:
    for seed in range(6):
        _, asked = taken(n, seed)
        assert all(len(set(ids)) == len(ids) for ids in asked)
        assert all(text.endswith(" card") for ids in asked for text in ids)


def test_which_card_of_a_back_it_is_comes_by_chance() -> None:
    """The first back is that of an Ash and a Birch."""
    found = Counter[str]()
    for seed in range(60):
        game, _ = taken(1, seed)
        found.update(game.title(card) for card in game.state.zones[game.layout.hand(0)][len(HAND):])

    assert set(found) == {"Ash", "Birch"}
    assert min(found.values()) > 15


def test_no_card_is_taken_twice() -> None:
    for seed in range(20):
        game, _ = taken(2, seed)
        assert len(game.state.zones[game.layout.hand(0)]) == len(HAND) + 2


def test_a_replay_takes_the_same_card() -> None:
    game, _ = taken(2, 5)
    again = game.copy()
    again.undo(len(again.answers))
    for answer in game.answers:
        again.answer(answer)

    assert fingerprint(again.state) == fingerprint(game.state)


def test_cards_that_the_chooser_knows_are_told_apart() -> None:
    game = Game(content(rules=Script(taking(1), HAND)), 2, 1)
    for card in game.state.zones[game.layout.hand(1)]:
        game.state.known[card] |= 1
    game.rebase()
    game.answer("go")

    assert game.choice is not None and len(game.choice.ids()) == len(HAND)
    game.answer(next(text for text in game.choice.ids() if "Birch" in text))
    assert game.title(game.state.zones[game.layout.hand(0)][-1]) == "Birch"


def test_equal_cards_of_a_deck_are_offered_once() -> None:
    """As cards of a hand are: two ids that read alike would mean the same."""

    def turn(g: Game) -> Any:
        deck = [card for card in g.state.zones[0] if g.title(card) in ("Ash", "Birch")]
        for card in deck:
            g.reveal(card, (0,))
        yield from g.pick(None, 0, "choose", "Card", deck)

    game = Game(content(rules=Script(turn)), 2, 1)
    game.answer("go")

    assert game.choice is not None
    assert sorted(game.choice.ids()) == ['choose amber "Ash"', 'choose amber "Birch"']
