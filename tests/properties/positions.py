"""Made-up positions that sensible players seldom bring about: many cards in play, some of them cut off."""

from __future__ import annotations

from collections import Counter
from random import Random

from barons_core.engine.game import Game
from barons_core.testing.position import Piece, set_position

SHIFTS = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
IN_PLAY = ("building", "land", "knight")


def enrich(game: Game, random: Random) -> Game:
    """Put a new game into such a position, at the beginning of a turn, and return it."""
    left = _copies(game)
    boards = {seat: _barony(game, random, left) for seat in range(game.seats)}
    colors = game.content.colors
    hands = {seat: [Piece(color=random.choice(colors)) for _ in range(random.randint(3, 9))]
             for seat in range(game.seats)}  # fmt: skip
    set_position(game, boards=boards, hands=hands, seat=random.randrange(game.seats))
    return game


def _copies(game: Game) -> Counter[str]:
    """Return how many cards of each title can lie in play face up."""
    found = Counter[str]()
    for entry in game.content.deck_list(game.seats):
        definition = game.content.definitions[entry.definition]
        if definition.kind in IN_PLAY:
            found[definition.title] += entry.copies
    return found


def _barony(game: Game, random: Random, left: Counter[str]) -> dict[str, Piece]:
    cells = {(0, 0): Piece("Castle")}
    for _ in range(random.randint(4, 14)):
        titles = {piece.title for piece in cells.values()}
        cells[_place(random, list(cells))] = _piece(game, random, left, titles)
    return {f"({x},{y})": piece for (x, y), piece in cells.items()}


def _place(random: Random, filled: list[tuple[int, int]]) -> tuple[int, int]:
    """Return a free place beside a card, now and then beside its corner only."""
    while True:
        x, y = random.choice(filled)
        a, b = random.choice(CORNERS if random.random() < 0.15 else SHIFTS)
        if (x + a, y + b) not in filled:
            return x + a, y + b


def _piece(game: Game, random: Random, left: Counter[str], there: set[str]) -> Piece:
    """Return a card for a barony: face up one whose title is not there yet, or face down any."""
    titles = [title for title, n in left.items() if n and title not in there]
    if random.random() < 0.5 and titles:
        title = random.choice(titles)
        left[title] -= 1
        definition = next(each for each in game.content.definitions if each.title == title)
        return Piece(title, way=definition.ways[0].title if len(definition.ways) > 1 else "")
    return Piece(color=random.choice(game.content.colors), down=True)
