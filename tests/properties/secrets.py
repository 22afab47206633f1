"""Two worlds that differ only in what a player must not know look the same to that player."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from itertools import zip_longest
from random import Random
from typing import Any

from barons_core.engine.game import Game
from barons_core.model.state import State

# How a player declines, and so does what a player does who is not asked at all.
DECLINES = ("pass", "done", "no")
# Lines that may tell a title: each is checked against what the player knows by `what_lies_open_is_known` and others.
_SHOWING = frozenset({"draw", "discard", "give", "take", "reveal"})


def check_secrets(game: Game, random: Random, steps: int = 40) -> int:
    """Exchange hidden cards and play both games with the same answers for as long as nothing is revealed.

    Return how many answers that were.
    """
    player = int(random.random() * game.seats)
    this, other = game.copy(), other_world(game, player, random)
    this.rebase()
    so_far = len(game.events(player))
    assert this.events(player)[:so_far] == other.events(player)[:so_far] == game.events(player)
    # What follows looks at the new lines only.
    for each in (this, other):
        del each.log.entries[:len(game.log)]
    for step in range(steps):
        together = _get_in_step(this, other, player)
        _hides_what_one_world_asks(this, other, player)
        if not _same_knowledge(this, other, player):
            return step
        if together:
            one, two = sight(this, player), sight(other, player)
            assert one == two, different(one, two)
        common = _common(this, other, player) if together else []
        if not common:
            return step
        answer = common[int(random.random() * len(common))]
        this.answer(answer)
        other.answer(answer)
    return steps


def _hides_what_one_world_asks(this: Game, other: Game, player: int) -> None:
    """Check that a question is hidden which one world asks somebody else, while the other simply goes on."""
    behind, ahead = sorted((this, other), key=lambda game: len(game.events(player)))
    before, after = behind.events(player), ahead.events(player)
    choice = behind.choice
    if len(before) == len(after) or choice is None or choice.player == player or behind.at_boundary:
        return
    if before == after[:len(before)]:
        assert choice.audience is not None and player not in choice.audience, f"only one world asks {choice!r}"


def other_world(game: Game, player: int, random: Random) -> Game:
    """Return the game with the cards that a player does not know dealt anew within each color."""
    new = game.copy()
    new.state = exchanged(game.state, player, random)
    new.rebase()
    return new


def exchanged(state: State, player: int, random: Random) -> State:
    """Return a state in which hidden cards have changed places; who knows a place knows what lies there now."""
    layout = state.layout
    hidden = defaultdict(list)
    for card, color in enumerate(state.color):
        if not state.known[card] >> player & 1 and state.where[card] != layout.box:
            hidden[color].append(card)
    to = list(range(len(state.where)))
    for cards in hidden.values():
        for card, new in zip(cards, random.sample(cards, len(cards)), strict=True):
            to[card] = new
    new_state = state.clone()
    new_state.zones = [[to[card] for card in zone] for zone in state.zones]
    new_state.boards = [{pos: to[card] for pos, card in board.items()} for board in state.boards]
    for card, new in enumerate(to):
        for field in ("where", "at", "down", "way", "known"):
            getattr(new_state, field)[new] = getattr(state, field)[card]
    new_state.counters = {_key(key, to): value for key, value in state.counters.items()}
    return new_state


def _key(key: Any, to: list[int]) -> Any:
    """Return the key of a counter; a declined proposal names the cards of both hands, its last part."""
    if isinstance(key, tuple) and key[0] == "declined":
        return (*key[:-1], tuple(tuple(sorted(to[card] for card in hand)) for hand in key[-1]))
    return key


def sight(game: Game, player: int) -> dict[str, Any]:
    """Return all that a player sees of a game."""
    choice = game.choice
    own = choice is not None and choice.player == player
    asked = [choice.prompt, choice.ids()] if choice is not None and own else None
    view = game.view(player)
    seen = {field.name: getattr(view, field.name) for field in fields(view)}
    return {**seen, "own question": asked, "events": game.events(player)}


def different(one: dict[str, Any], two: dict[str, Any]) -> str:
    """Return what differs between two sights, for a message."""
    found = []
    for name in one:
        a, b = one[name], two[name]
        if a != b and isinstance(a, list) and isinstance(b, list):
            a, b = next(pair for pair in zip_longest(a, b) if pair[0] != pair[1])
        if a != b:
            found.append(f"{name}: {str(a)[:300]} or {str(b)[:300]}")
    return "; ".join(found)


def _same_knowledge(this: Game, other: Game, player: int) -> bool:
    """Tell whether all that the player knows by now is the same in both worlds: else something was revealed.

    What was public and is forgotten by now, for its pile was shuffled, and cards drawn in another order count too.
    """
    return _knows(this, player) == _knows(other, player) and _shown(this, player) == _shown(other, player)


def _shown(game: Game, player: int) -> list[Any]:
    """Return the cards that the log shows everybody or the player alone, as far as they lay open to that player.

    Of a card given away between others at least the color shows, and who had one only was not asked which.
    """
    lines = [entry.seen_by(player) for entry in game.log if entry.key in _SHOWING]
    return [game.kin[line["card"]] if line.get("card", -1) >= 0 else (line["frm"], line["color"])
            for line in lines if line is not None
            and (line.get("card", -1) >= 0 or ("frm" in line and game.layout.is_hand(line["frm"])))]


def _knows(game: Game, player: int) -> list[Any]:
    state = game.state
    lying = [[game.kin[card] if state.known[card] >> player & 1 else -1 for card in zone]
             for zone in map(_unordered(game), range(len(state.zones)))]
    return [lying, [{pos: game.kin[card] for pos, card in board.items() if state.known[card] >> player & 1}
                    for board in state.boards]]


def _unordered(game: Game) -> Any:
    def cards(zone: int) -> list[int]:
        found = game.state.zones[zone]
        return sorted(found, key=lambda card: game.kin[card]) if game.layout.is_hand(zone) else found

    return cards


def _get_in_step(this: Game, other: Game, player: int) -> bool:
    """Let others decline what they are asked in one world only; return whether both ask the same now.

    A player who can do nothing is not asked, which looks like somebody who was asked and declined.
    """
    for _ in range(6):
        _looks_alike_while_others_are_asked(this, other, player)
        if _question(this) == _question(other):
            return True
        behind = min((game for game in (this, other) if _declines(game, player)), key=_time, default=None)
        if behind is None:
            return False
        behind.answer(len(behind.choice.options) - 1)  # type: ignore[union-attr]
    return False


def _looks_alike_while_others_are_asked(this: Game, other: Game, player: int) -> None:
    """Check that the worlds look the same even where they ask others different things, as long as nothing is told."""
    choices = this.choice, other.choice
    if any(choice is None or choice.player == player for choice in choices):
        return
    if this.events(player) == other.events(player) and _same_knowledge(this, other, player):
        one, two = sight(this, player), sight(other, player)
        assert one == two, different(one, two)


def _question(game: Game) -> Any:
    choice = game.choice
    return None if choice is None else (game.state.turn, game.state.phase, choice.player, choice.prompt)


def _declines(game: Game, player: int) -> bool:
    choice = game.choice
    return choice is not None and choice.player != player and choice.ids()[-1] in DECLINES


def _time(game: Game) -> tuple[int, int, bool]:
    return game.state.turn, game.state.phase, game.at_boundary


def _common(this: Game, other: Game, player: int) -> list[str]:
    """Return the answers that can be given in both worlds to the same question.

    A title of several colors means one card in one world and another in the other, so others do not name it.
    """
    one, two = this.choice, other.choice
    if one is None or two is None:
        return []
    ids = set(two.ids())
    several = [f'"{each.title}"' for each in this.content.definitions if len(each.colors) > 1]
    return [text for text in one.ids() if text in ids
            and (one.player == player or not any(title in text for title in several))]
