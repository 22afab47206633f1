"""Set up a position in a running game: boards, hands, decks, piles and the turn, from the game's own cards.

No card is ever created: each piece is found among the cards of the game by title and color, and a piece that
the ruleset does not hold (or not so often) is a PositionError. Cards with a title are taken first; pieces
that only name a color then get cards from the shuffled decks, so that a scenario does not hang on which ones
they are.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from barons_core.engine.game import Game

CENTER = "castle"


class PositionError(ValueError):
    """A position that cannot be: no such card, a space taken twice, no such player."""


class Piece(NamedTuple):
    """One card: a title, a color, or both; on a board perhaps face down, or in play as one of several ways.
    """

    title: str = ""
    color: str = ""
    down: bool = False
    way: str = ""


Boards = Mapping[int, Mapping[str, Piece]]


class _Wanted(NamedTuple):
    """A piece and where it goes; `pos` counts on boards only, `seats` know the card."""

    piece: Piece
    zone: int
    pos: int
    known: int


def set_position(
    g: Game,
    *,
    boards: Boards | None = None,
    hands: Mapping[int, Sequence[Piece]] | None = None,
    decks: Mapping[str, Sequence[Piece]] | None = None,
    piles: Mapping[str, Sequence[Piece]] | None = None,
    exact: Collection[str] = (),
    seat: int = 0,
    phase: str | int = 0,
) -> None:
    """Put the game into a position between two plays; its history so far is gone.

    `boards` map seats to places such as "(0,1)"; a castle lies at "(0,0)" unless a piece of that kind is
    given, and a seat without a board has nothing else. `decks` and `piles` list their top cards, the top
    first; the rest of a color stays below in its deck in seeded order, or leaves the game for the colors in
    `exact`. Raises PositionError.
    """
    _clear(g)
    wanted = _wanted(g, boards or {}, hands or {}, decks or {}, piles or {})
    found = _find(g, wanted)
    _centers(g, wanted)
    for item, card in found:
        _put(g, item, card)
    for color in exact:
        _empty(g, _color(g, color), {card for _, card in found})
    state = g.state
    state.seat, state.turn, state.phase = seat, 1, _phase(g, phase)
    state.over, state.winners = False, ()
    g.rebase()


def _clear(g: Game) -> None:
    """Put all cards with a color into their decks, shuffled, the others into the box, and forget everything.
    """
    state, layout = g.state, g.layout
    state.counters.clear()
    state.this_turn.clear()
    state.effects.clear()
    for card, color in enumerate(g.color):
        state.move(card, layout.box if color < 0 else layout.deck(color))
        state.known[card] = 0
    for color in range(layout.colors):
        state.zones[layout.deck(color)].sort()
        g.shuffle(layout.deck(color), f"deck {g.color_label(color)}")
    state.touch()


def _wanted(
    g: Game, boards: Boards, hands: Mapping[int, Sequence[Piece]], decks: Mapping[str, Sequence[Piece]],
    piles: Mapping[str, Sequence[Piece]],
) -> list[_Wanted]:
    layout = g.layout
    items: list[_Wanted] = []
    for seat, cells in boards.items():
        for place, piece in cells.items():
            known = 1 << seat if piece.down else g.everyone
            items.append(_Wanted(piece, layout.board(_seat(g, seat)), g.board.parse(place), known))
    for seat, pieces in hands.items():
        items += (_Wanted(piece, layout.hand(_seat(g, seat)), 0, 1 << seat) for piece in pieces)
    for name, pieces in piles.items():
        zone = layout.pile(_color(g, name))
        items += (_Wanted(_colored(piece, name), zone, 0, g.everyone) for piece in reversed(pieces))
    for name, pieces in decks.items():
        zone = layout.deck(_color(g, name))
        items += (_Wanted(_colored(piece, name), zone, 0, 0) for piece in reversed(pieces))
    return items


def _colored(piece: Piece, color: str) -> Piece:
    if piece.color not in ("", color):
        raise PositionError(f"a {piece.color} card cannot be in the {color} deck or pile")
    return piece._replace(color=color)


def _find(g: Game, wanted: Sequence[_Wanted]) -> list[tuple[_Wanted, int]]:
    """Return a card for each piece, in the order given; pieces with a title choose first."""
    free = [card for card in range(len(g.color)) if g.color[card] < 0]
    for color in range(g.layout.colors):
        free += g.state.zones[g.layout.deck(color)]
    order = sorted(range(len(wanted)), key=lambda n: not wanted[n].piece.title)
    cards: dict[int, int] = {}
    for number in order:
        card = _card(g, wanted[number].piece, free)
        cards[number] = card
        free.remove(card)
    return [(item, cards[number]) for number, item in enumerate(wanted)]


def _card(g: Game, piece: Piece, free: Sequence[int]) -> int:
    color = _color(g, piece.color) if piece.color else None
    for card in free:
        titled = not piece.title or g.definition[card].title == piece.title
        if titled and (g.color[card] == color if color is not None else piece.title):
            return card
    raise PositionError(_missing(g, piece))


def _missing(g: Game, piece: Piece) -> str:
    titles = sorted({definition.title for definition in g.definition})
    what = " ".join(word for word in (piece.color, f'"{piece.title}"' if piece.title else "card") if word)
    if not piece.title and not piece.color:
        return "a card needs a title or a color"
    if not piece.title or piece.title in titles:
        return f"{g.content.ruleset.title} has no further {what} for {g.seats} players"
    near = difflib.get_close_matches(piece.title, titles, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{g.content.ruleset.title} with {g.seats} players has no card {piece.title!r}{hint}"


def _centers(g: Game, wanted: Sequence[_Wanted]) -> None:
    """Put a castle at the origin of each board that is not given one of its own."""
    given = {item.zone for item in wanted if _kind(g, item.piece.title) == CENTER}
    castles = [card for card in g.state.zones[g.layout.box] if g.definition[card].kind == CENTER]
    for seat in range(g.seats):
        if g.layout.board(seat) in given or not castles:
            continue
        spare = castles.pop()
        g.state.move(spare, g.layout.board(seat), g.board.parse("(0,0)"))
        g.state.known[spare] = g.everyone


def _kind(g: Game, title: str) -> str:
    return next((one.kind for one in g.definition if one.title == title), "")


def _put(g: Game, item: _Wanted, card: int) -> None:
    state = g.state
    if g.layout.is_board(item.zone) and item.pos in state.boards[item.zone - g.layout.board0]:
        raise PositionError(f"two cards at {g.board.label(item.pos)}")
    state.move(card, item.zone, item.pos, int(item.piece.down), _way(g, item.piece, card))
    state.known[card] = item.known


def _way(g: Game, piece: Piece, card: int) -> int:
    if not piece.way:
        return 0
    titles = [way.title for way in g.definition[card].ways]
    if piece.way not in titles:
        raise PositionError(f'{piece.title} has no way {piece.way!r}; it has {", ".join(titles)}')
    return titles.index(piece.way)


def _empty(g: Game, color: int, keep: Collection[int]) -> None:
    """Take the cards of a deck that were not asked for out of the game."""
    for card in list(g.state.zones[g.layout.deck(color)]):
        if card not in keep:
            g.state.move(card, g.layout.box)


def _seat(g: Game, seat: int) -> int:
    if not 0 <= seat < g.seats:
        raise PositionError(f"there is no player P{seat + 1} among {g.seats}")
    return seat


def _color(g: Game, name: str) -> int:
    if name not in g.content.colors:
        raise PositionError(f"there is no color {name!r}; there are {', '.join(g.content.colors)}")
    return g.content.colors.index(name)


def _phase(g: Game, phase: str | int) -> int:
    if isinstance(phase, int):
        return phase
    names = [name for name, _ in g.content.ruleset.turn]
    if phase not in names:
        raise PositionError(f"there is no phase {phase!r}; there are {', '.join(names)}")
    return names.index(phase)
