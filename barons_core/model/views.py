"""What one player may know: a function of state and player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from barons_core.frozen import frozen
from barons_core.model.boards import Board
from barons_core.model.definitions import CardDefinition
from barons_core.model.state import State


@frozen
class Seen:
    """A card as a player sees it: its color (None: no color) and, if the player knows it, its title.

    `title` is the title in play on a board, face up; elsewhere and face down the printed one.
    """

    color: str | None
    title: str | None
    face_down: bool = False


@frozen
class View:
    """A game as one player sees it.

    `hand` is the player's own; `hands` has one entry a seat, sorted, so that the order tells nothing.
    `boards` map positions to cards, and `board` tells how a position is written and which ones touch. `piles`
    are in order, the top at the end; so are `tops`, the cards of each deck, of which most show nothing but their
    color. `phase` is the part of the player's own turn, None in somebody else's: a part in which the cards of a
    hand allow nothing is left out. `asked` is who is asked what, if the player may know; None otherwise.
    """

    player: int
    hand: tuple[Seen, ...]
    hands: tuple[tuple[Seen, ...], ...]
    boards: tuple[dict[int, Seen], ...]
    board: Board = field(compare=False)
    piles: tuple[tuple[Seen, ...], ...]
    decks: tuple[int, ...]
    tops: tuple[tuple[Seen, ...], ...]
    limbo: tuple[Seen, ...]
    effects: tuple[tuple[str, int, str], ...]
    seat: int
    phase: int | None
    turn: int
    over: bool
    winners: tuple[int, ...]
    asked: tuple[int, str] | None = None


def look(state: State, board: Board, definitions: Sequence[CardDefinition], colors: Sequence[str], player: int,
         asked: tuple[int, str] | None = None, backs_hidden: bool = False) -> View:
    """Return what a player may know.

    `definitions` has one entry a card, `colors` are the names of the colors. `backs_hidden`: the cards in a hand do
    not show their colors to others.
    """
    layout = state.layout

    def seen(card: int) -> Seen:
        number = state.color[card]
        color = colors[number] if number >= 0 else None
        down = bool(state.down[card])
        if not state.known[card] >> player & 1:
            return Seen(None if backs_hidden and layout.is_hand(state.where[card]) else color, None, down)
        ways = definitions[card].ways
        in_play = len(ways) > 1 and layout.is_board(state.where[card]) and not down
        return Seen(color, ways[state.way[card]].title if in_play else definitions[card].title, down)

    def listed(zone: int) -> tuple[Seen, ...]:
        return tuple([seen(card) for card in state.zones[zone]])

    def unordered(zone: int) -> tuple[Seen, ...]:
        return tuple(sorted(listed(zone), key=lambda s: (s.color or "", s.title or "")))

    every, seats = range(layout.colors), range(layout.seats)
    effects = tuple([(definitions[e.card].title if e.card >= 0 else "", e.you, str(e.expiry[0]))
                     for e in state.effects])
    return View(
        player=player,
        hand=unordered(layout.hand(player)),
        hands=tuple([unordered(layout.hand(seat)) for seat in seats]),
        boards=tuple([{pos: seen(card) for pos, card in state.boards[seat].items()} for seat in seats]),
        board=board,
        piles=tuple([listed(layout.pile(color)) for color in every]),
        decks=tuple([len(state.zones[layout.deck(color)]) for color in every]),
        tops=tuple([listed(layout.deck(color)) for color in every]),
        limbo=listed(layout.limbo),
        effects=effects,
        seat=state.seat, phase=state.phase if state.seat == player else None, turn=state.turn,
        over=state.over, winners=state.winners, asked=asked)
