"""How a game begins: decks, castles, starting lands, opening hands, who starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barons_core.rules.kinds import CASTLE

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow

ORIGIN = "(0,0)"
# BAR-OPEN-54: yellow above the castle, blue right, green below, red left.
STARTING_LANDS = (("yellow", "(0,1)"), ("blue", "(1,0)"), ("green", "(0,-1)"), ("red", "(-1,0)"))
STARTING_HAND = 3


def set_up(g: Game) -> Flow:
    """Bring all cards to where they begin and let the players choose their hands; set who starts."""
    deal(g)
    yield from _pick_decks(g)
    discarded = yield from _discard_one_each(g)
    g.state.seat = starter(g, discarded)
    g.log("starts", player=g.state.seat)


def deal(g: Game) -> None:
    """Make the decks, shuffled by color, and the baronies of castle and four starting lands.

    BAR-SETUP-01, BAR-SETUP-08, BAR-SETUP-09, BAR-SETUP-10, BAR-OPEN-54.
    """
    state, layout = g.state, g.layout
    castles = [card for card in state.zones[layout.box] if g.definition[card].kind == CASTLE]
    state.unpack()
    for color in range(len(g.content.colors)):
        g.shuffle(layout.deck(color), f"deck {g.color_label(color)}")
    origin, lands = _places(g)
    for seat, castle in zip(range(g.seats), castles, strict=False):
        state.move(castle, layout.board(seat), origin)
        state.known[castle] = g.everyone
        _starting_lands(g, seat, lands)


def _places(g: Game) -> tuple[int, list[tuple[int, int]]]:
    """Return where castles lie, and the deck and the place of each starting land."""
    known: tuple[int, list[tuple[int, int]]] | None = g.content.kept.get("starting places")
    if known is None:
        colors, parse = g.content.colors, g.board.parse
        lands = [(g.layout.deck(colors.index(name)), parse(place)) for name, place in STARTING_LANDS if name in colors]
        known = g.content.kept["starting places"] = parse(ORIGIN), lands
    return known


def _starting_lands(g: Game, seat: int, lands: list[tuple[int, int]]) -> None:
    """Lay one card of each deck face down; their owner may look at them (BAR-FAQ-07, BAR-OPEN-56)."""
    for zone, place in lands:
        deck = g.state.zones[zone]
        if deck:
            card = deck[-1]
            g.state.move(card, g.layout.board(seat), place, down=1)
            g.state.known[card] = 1 << seat


def _pick_decks(g: Game) -> Flow:
    """Let each player take three cards from one deck, all choosing before anybody draws (BAR-SETUP-12, -13).
    """
    colors = [color for color in range(len(g.content.colors)) if g.state.zones[g.layout.deck(color)]]

    def pick(seat: int) -> Flow:
        color = yield from g.pick(None, seat, "choose", "Deck", colors)
        yield from g.draw(None, seat, STARTING_HAND, color)

    yield from g.at_once(None, range(g.seats), pick)


def _discard_one_each(g: Game) -> Flow:
    """Let each player discard one card of the hand, all at once (BAR-SETUP-14, BAR-SETUP-15, BAR-OPEN-31)."""
    discarded: dict[int, int] = {}

    def discard(seat: int) -> Flow:
        card = yield from g.pick(None, seat, "discard", "Card", g.state.zones[g.layout.hand(seat)])
        if card is not None:
            discarded[seat] = card
            yield from g.discard(None, [card], seat)

    yield from g.at_once(None, range(g.seats), discard)
    return discarded


def starter(g: Game, discarded: dict[int, int]) -> int:
    """Return who discarded the alphabetically first title; a tie is drawn.

    BAR-SETUP-16, BAR-SETUP-17, BAR-OPEN-22.
    """
    if not discarded:
        return g.random_seat(list(range(g.seats)), "first turn")
    keys = {seat: alphabetical(g.title(card)) for seat, card in discarded.items()}
    first = min(keys.values())
    tied = [seat for seat in sorted(keys) if keys[seat] == first]
    return tied[0] if len(tied) == 1 else g.random_seat(tied, "first turn")


def alphabetical(title: str) -> str:
    """Return the sort key of a title: letters and digits only, in one case (BAR-OPEN-21)."""
    return "".join(letter for letter in title.casefold() if letter.isalnum())
