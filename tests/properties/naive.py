"""The rules of Barons once more, written from the ledger as simply as can be, to compare the engine with.

Slow on purpose: places are pairs of numbers, everything is found by trying. Nothing here asks the engine for
more than what lies where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import NamedTuple

from barons_core.engine.game import Game

Place = tuple[int, int]
Lands = dict[Place, frozenset[int]]
Taxed = frozenset[tuple[Place, int]]

EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def place_of(game: Game, pos: int) -> Place:
    x, y = game.board.label(pos).strip("()").split(",")
    return int(x), int(y)


def cells(game: Game, seat: int) -> dict[Place, int]:
    """Return the cards of a barony by place."""
    return {place_of(game, pos): card for pos, card in game.state.boards[seat].items()}


def title(game: Game, card: int) -> str:
    """Return the title of a card in play, "" if it lies face down."""
    return "" if game.state.down[card] else game.definition[card].ways[game.state.way[card]].title


def kind(game: Game, card: int) -> str:
    return "land" if game.state.down[card] else game.definition[card].kind


def near(place: Place, corners: bool) -> list[Place]:
    x, y = place
    return [(x + a, y + b) for a, b in (EDGES + CORNERS if corners else EDGES)]


# Connection: BAR-ADJ, BAR-STABLES, BAR-OPEN-43


class Barony(NamedTuple):
    """The cards of a barony by place, whether corners count for its owner, and the places linked to its castle."""

    cells: dict[Place, int]
    corners: bool
    links: set[Place]


def barony(game: Game, seat: int) -> Barony:
    corners = corners_count(game, seat)
    return Barony(cells(game, seat), corners, flood(game, seat, corners))


def linked(game: Game, seat: int) -> set[Place]:
    """Return the places linked to the castle, as the owner of the barony sees it."""
    return flood(game, seat, corners_count(game, seat))


def corners_count(game: Game, seat: int) -> bool:
    """Tell whether the player has a Stables that is linked, corners counted."""
    board = cells(game, seat)
    return any(title(game, board[place]) == "Stables" for place in flood(game, seat, True))


def flood(game: Game, seat: int, corners: bool) -> set[Place]:
    """Return what can be reached from the castle, by adding neighbors until none is left."""
    board = cells(game, seat)
    found = {place for place, card in board.items() if title(game, card) == "Castle"}
    while True:
        more = {each for place in found for each in near(place, corners) if each in board} - found
        if not more:
            return found
        found |= more


def live(game: Game, seat: int, wanted: str) -> list[Place]:
    """Return where a player has live cards of a title."""
    board = cells(game, seat)
    return [place for place in sorted(linked(game, seat)) if title(game, board[place]) == wanted]


# Attacks: BAR-KNIGHT-10 to -27, BAR-STABLES-02 to -11, BAR-OPEN-46, -47, -57, B41-KNIGHT-04

OPPONENTS_ONLY = ("barons41",)


def attackable(game: Game, attacker: int) -> set[int]:
    """Return the cards that a knight of the attacker may attack, whatever that costs."""
    baronies = [barony(game, seat) for seat in range(game.seats)]
    own = baronies[attacker]
    spared = any(part in OPPONENTS_ONLY for part in game.content.ruleset.name.split("+"))
    open_ = [each for each in baronies if each is not own or not spared]
    return {card for each in open_ for place, card in each.cells.items()
            if title(game, card) not in ("Castle", "Church")
            and not surrounded(each, place, own.corners)
            and (each is own or not (protected(game, each, place) or walled(game, each, place)))}  # fmt: skip


def surrounded(there: Barony, place: Place, corners: bool) -> bool:
    """Tell whether nothing around a place is free; an attacker with Stables may come over a corner."""
    return all(each in there.cells for each in near(place, corners))


def protected(game: Game, there: Barony, place: Place) -> bool:
    """Tell whether a castle or knight of the barony, itself linked, stands beside a place."""
    if title(game, there.cells[place]) == "Stables" and place in there.links:
        return False
    around = [each for each in near(place, there.corners) if each in there.links]
    return any(kind(game, there.cells[each]) in ("castle", "knight") for each in around)


def walled(game: Game, there: Barony, place: Place) -> bool:
    """Tell whether a live City Wall, not the card itself, keeps enemies from a building."""
    walls = [each for each in there.links if title(game, there.cells[each]) == "City Wall"]
    return kind(game, there.cells[place]) == "building" and any(wall != place for wall in walls)


# Taxes: BAR-TAX, BAR-TOWNHALL, BAR-CULTURALUNITY, BAR-TOLLBRIDGE, BAR-DROUGHT, BAR-PAPALDECREE


def taxations(game: Game, taxer: int) -> set[tuple[int, Taxed]]:
    """Return every taxation: whose lands, and which lands as which colors."""
    found = {(taxer, taxed) for taxed in _own_taxations(game, taxer)}
    if any(game.title(effect.card) == "Papal Decree" and effect.you == taxer for effect in game.state.effects):
        for seat in range(game.seats):
            if seat != taxer:
                lands = taxable(game, taxer, seat, flood(game, seat, False))
                found |= {(seat, taxed) for taxed in regions(lands, 4, _unity(game, taxer, 1), False)}
    return found


def _own_taxations(game: Game, taxer: int) -> Iterator[Taxed]:
    lands = taxable(game, taxer, taxer, linked(game, taxer))
    corners = corners_count(game, taxer)
    size = 5 if live(game, taxer, "Church") else 4
    colors = _unity(game, taxer, 2 if live(game, taxer, "Town Hall") else 1)
    yield from regions(lands, size, colors, corners)
    for bridge in live(game, taxer, "Toll Bridge"):
        beside = sorted(place for place in near(bridge, corners) if place in lands)
        for some in subsets(beside, len(beside)):
            yield from uses(lands, some, 4)


def _unity(game: Game, taxer: int, otherwise: int) -> int:
    played = [e for e in game.state.effects if game.title(e.card) == "Cultural Unity" and e.you == taxer]
    return 4 if played else otherwise


def taxable(game: Game, taxer: int, seat: int, links: set[Place]) -> Lands:
    """Return the lands of a barony that the taxer may tax, each with its types."""
    board = cells(game, seat)
    barred = set() if live(game, taxer, "Cooper") else dry(game)
    lands = {place: types(game, board[place]) for place in links if kind(game, board[place]) == "land"}
    return {place: of for place, of in lands.items() if of and not of & barred}


def dry(game: Game) -> set[int]:
    """Return the colors that a Drought has named."""
    return {effect.env[0] for effect in game.state.effects if game.title(effect.card) == "Drought"}


def types(game: Game, card: int) -> frozenset[int]:
    if game.state.down[card]:
        return frozenset([game.color[card]])
    return frozenset(game.definition[card].ways[0].types)


def regions(lands: Lands, size: int, colors: int, corners: bool) -> Iterator[Taxed]:
    """Return all regions: connected, not too many lands, not too many colors."""
    for some in subsets(sorted(lands), size):
        if connected(set(some), corners):
            yield from uses(lands, some, colors)


def subsets(places: list[Place], size: int) -> Iterable[tuple[Place, ...]]:
    return chain.from_iterable(combinations(places, n) for n in range(1, size + 1))


def connected(places: set[Place], corners: bool) -> bool:
    found = {min(places)}
    while more := {each for place in found for each in near(place, corners) if each in places} - found:
        found |= more
    return found == places


def uses(lands: Lands, some: tuple[Place, ...], colors: int) -> Iterator[Taxed]:
    for use in product(*(sorted(lands[place]) for place in some)):
        if len(set(use)) <= colors:
            yield frozenset(zip(some, use, strict=True))
