"""How a game begins: decks, castles, then the steps of the ruleset's setup table.

A step is a generator `(opening, number)`; the table's numbers say how many cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from barons_core.rules.kinds import CASTLE
from barons_core.rules.vocabulary.structure import COLORS

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow

ORIGIN: Final = "(0,0)"
# BAR-OPEN-54, B41-SETUP-05: the fourth color above the castle, blue right, green below, red left.
EDGES: Final = ((COLORS.index("yellow"), "(0,1)"), (COLORS.index("blue"), "(1,0)"), (COLORS.index("green"), "(0,-1)"),
         (COLORS.index("red"), "(-1,0)"))  # fmt: skip
DEFAULT_TABLE: Final = (
    ("lands from the decks", 0), ("cards from one deck", 3), ("discards", 1), ("the first title starts", 0),
)  # fmt: skip
READY: Final = "last ready"
DRAWN: Final = "drawn"


def set_up(g: Game) -> Flow:
    """Bring all cards to where they begin and carry out the setup table; set who starts."""
    fill_decks(g)
    lay_castles(g)
    opening = Opening(g)
    for name, number in g.content.ruleset.setup or DEFAULT_TABLE:
        yield from STEPS[name](opening, number)
    if opening.starter is None:
        opening.starter = g.random_seat(range(g.seats), "first turn")
    g.state.seat = opening.starter
    g.log("starts", player=g.state.seat)


class Opening:
    """What the steps of one setup tell one another: who discarded what, and who starts."""

    def __init__(self, g: Game) -> None:
        self.g = g
        self.discarded: dict[int, list[int]] = {}
        self.starter: int | None = None


def fill_decks(g: Game) -> None:
    """Bring the cards with a color from the box to their decks, and shuffle each (BAR-SETUP-01)."""
    g.state.unpack()
    for color in range(len(g.content.colors)):
        g.shuffle(g.layout.deck(color), f"deck {g.color_label(color)}")


def lay_castles(g: Game) -> None:
    """Let each barony begin with its castle (BAR-SETUP-08)."""
    castles = [card for card in g.state.zones[g.layout.box] if g.definition[card].kind == CASTLE]
    origin, _ = _places(g)
    for seat, castle in zip(range(g.seats), castles, strict=False):
        g.state.move(castle, g.layout.board(seat), origin)
        g.state.known[castle] = g.everyone


def _places(g: Game) -> tuple[int, list[tuple[int, int]]]:
    """Return where castles lie, and the color and place of each starting land."""
    known: tuple[int, list[tuple[int, int]]] | None = g.content.kept.get("starting places")
    if known is None:
        lands = [(color, g.board.parse(place)) for color, place in EDGES if color < len(g.content.colors)]
        known = g.content.kept["starting places"] = g.board.parse(ORIGIN), lands
    return known


# ------------------------------------------------------------------------------------------------ starting lands
def lands_from_decks(opening: Opening, number: int) -> Flow:
    """Lay the top card of each deck face down, unseen; its owner may look at it later.

    BAR-SETUP-09, BAR-SETUP-10, BAR-OPEN-54, BAR-OPEN-56, BAR-FAQ-07.
    """
    g = opening.g
    _, lands = _places(g)
    for seat in range(g.seats):
        for color, pos in lands:
            deck = g.state.zones[g.layout.deck(color)]
            if deck:
                _lay(g, seat, deck[-1], pos)
    return
    yield


def lands_from_hands(opening: Opening, number: int) -> Flow:
    """Let each player lay a card of each color of the hand, all at once."""
    g = opening.g
    chosen: list[tuple[int, int, int]] = []
    _, lands = _places(g)

    def choose(seat: int) -> Flow:
        hand = g.state.zones[g.layout.hand(seat)]
        for color, pos in lands:
            of_color = [card for card in hand if g.color[card] == color]
            card = (yield from g.pick(None, seat, "lay", "Card", of_color)) if of_color else None
            if card is not None:
                chosen.append((seat, card, pos))

    yield from g.at_once(None, range(g.seats), choose)
    for seat, card, pos in chosen:
        _lay(g, seat, card, pos)


def _lay(g: Game, seat: int, card: int, pos: int) -> None:
    g.state.move(card, g.layout.board(seat), pos, down=1)
    g.state.known[card] = 1 << seat


# ------------------------------------------------------------------------------------------------ hands
def cards_from_each_deck(opening: Opening, number: int) -> Flow:
    """Deal each player that many cards of each deck; only the player sees them."""
    g = opening.g
    for seat in range(g.seats):
        for color in range(len(g.content.colors)):
            yield from g.draw(None, seat, number, color)


def cards_from_one_deck(opening: Opening, number: int) -> Flow:
    """Let each player take cards from one deck, all choosing before anybody draws (BAR-SETUP-12, BAR-SETUP-13).
    """
    g = opening.g
    colors = [color for color in range(len(g.content.colors)) if g.state.zones[g.layout.deck(color)]]

    def pick(seat: int) -> Flow:
        color = yield from g.pick(None, seat, "choose", "Deck", colors)
        yield from g.draw(None, seat, number, color)

    yield from g.at_once(None, range(g.seats), pick)


def discards(opening: Opening, number: int) -> Flow:
    """Let each player discard cards of the hand, all at once (BAR-SETUP-14, BAR-SETUP-15, BAR-OPEN-31)."""
    g = opening.g

    def discard(seat: int) -> Flow:
        left = list(g.state.zones[g.layout.hand(seat)])
        cards = opening.discarded.setdefault(seat, [])
        for _ in range(min(number, len(left))):
            card = yield from g.pick(None, seat, "discard", "Card", left)
            left.remove(card)
            cards.append(card)
        yield from g.discard(None, cards, seat)

    yield from g.at_once(None, range(g.seats), discard)


# ------------------------------------------------------------------------------------------------ who starts
def first_title_starts(opening: Opening, number: int) -> Flow:
    """Let the first turn go to whoever discarded the alphabetically first title; a tie is drawn.

    BAR-SETUP-16, BAR-SETUP-17, BAR-OPEN-22.
    """
    opening.starter = starter(opening.g, opening.discarded)
    return
    yield


def left_of_last_ready_starts(opening: Opening, number: int) -> Flow:
    """Let the first turn go to the left neighbour of whoever was ready last (B41-SETUP-08, B41-OPEN-12)."""
    g = opening.g
    last = g.content.settings.get(READY, DRAWN)
    labels = [g.seat_label(seat) for seat in range(g.seats)]
    seat = g.random_seat(range(g.seats), READY) if last == DRAWN else labels.index(last)
    opening.starter = (seat + 1) % g.seats
    return
    yield


def starter(g: Game, discarded: dict[int, list[int]]) -> int:
    """Return who discarded the alphabetically first title; a tie is drawn."""
    keys = {seat: min(alphabetical(g.title(card)) for card in cards) for seat, cards in discarded.items() if cards}
    if not keys:
        return g.random_seat(range(g.seats), "first turn")
    first = min(keys.values())
    tied = [seat for seat in sorted(keys) if keys[seat] == first]
    return tied[0] if len(tied) == 1 else g.random_seat(tied, "first turn")


def alphabetical(title: str) -> str:
    """Return the sort key of a title: letters and digits only, in one case (BAR-OPEN-21)."""
    return "".join(letter for letter in title.casefold() if letter.isalnum())


STEPS: Final[dict[str, Callable[[Opening, int], Flow]]] = {
    "lands from the decks": lands_from_decks,
    "lands from the hands": lands_from_hands,
    "cards from each deck": cards_from_each_deck,
    "cards from one deck": cards_from_one_deck,
    "discards": discards,
    "the first title starts": first_title_starts,
    "left of the last ready starts": left_of_last_ready_starts,
}
