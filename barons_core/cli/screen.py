"""Draw what a player may know, in color: boards, hands, piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.color import ANSI_COLOR_NAMES
from rich.text import Text

from barons_core.model.drawing import coordinates, draw_board
from barons_core.testing.transcript import DOWN, card_text, cards_text, cell_text

if TYPE_CHECKING:
    from barons_core.model.boards import Board
    from barons_core.model.views import Seen, View

READABLE = {"blue": "bright_blue", "black": "bright_black"}
"""What stands for a color that is hard to read on a dark screen."""
NARROWEST = 7


def barony(board: Board, cells: Mapping[int, Seen], width: int) -> Iterator[Text]:
    """Yield the lines of a board, cells shortened to the width of the screen, each in the color of its card."""
    room = _room(board, cells, width)
    texts = {pos: _short(cell_text(card), room) for pos, card in cells.items()}
    styles = {texts[pos]: style_of(card) for pos, card in cells.items()}
    for line in draw_board(board, texts, str):
        drawn = Text(line)
        for text, style in styles.items():
            drawn.highlight_words([text], style)
        yield drawn


def hidden(board: Board, cells: Mapping[int, Seen]) -> str:
    """Return which cards lie face down, as far as they are known, "" for none."""
    known = [f"{card_text(card)} {board.label(pos)}" for pos, card in sorted(cells.items())
             if card.face_down and card.title]
    return f"face down: {', '.join(known)}" if known else ""


def color_style(color: str | None) -> str:
    """Return the style of a color of the decks, by its name; "" where no terminal has such a color."""
    name = READABLE.get(color or "", color or "")
    return name if name in ANSI_COLOR_NAMES else ""


def style_of(card: Seen) -> str:
    """Return the style of a card: its color, bold when it lies face up."""
    color = color_style(card.color)
    return color if card.face_down else f"bold {color}".strip()


def hand(cards: Iterable[Seen], whose: str) -> Text:
    """Return a hand in one line, equal cards counted."""
    held = list(cards)
    return colored(f"{whose}: {cards_text(held)}", [card.color for card in held])


def piles(view: View, colors: Sequence[str]) -> Text:
    """Return the sizes of decks and piles, with the top card of each pile."""
    return colored("; ".join(_pile(view, number, color) for number, color in enumerate(colors)), colors)


def colored(text: str, colors: Iterable[str | None]) -> Text:
    """Return a text in which the names of some colors have their color."""
    result = Text(text)
    for word in dict.fromkeys(colors):
        if color_style(word):
            result.highlight_regex(rf"\b{word}\b", color_style(word))
    return result


def _pile(view: View, number: int, color: str) -> str:
    pile = view.piles[number]
    top = f', top "{pile[-1].title}"' if pile and pile[-1].title else ""
    return f"{color} deck {view.decks[number]}, pile {len(pile)}{top}"


def _room(board: Board, cells: Mapping[int, Seen], width: int) -> int:
    """Return how long the text of a cell may be so that a row fits the screen."""
    columns = [coordinates(board, pos)[0] for pos in cells]
    count = max(columns, default=0) - min(columns, default=0) + 1
    return max(NARROWEST, (width - 5) // count - 3)


def _short(text: str, room: int) -> str:
    """Return the text cut to the room; of a land its color goes last."""
    if len(text) > room:
        text = text.removeprefix(f"{DOWN} ").strip('"')
    return text if len(text) <= room else text[: room - 1] + "\N{HORIZONTAL ELLIPSIS}"
