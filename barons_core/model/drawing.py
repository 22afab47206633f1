"""Draw a board as plain text, with its coordinates at the edges."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from barons_core.model.boards import Board

Item = TypeVar("Item")

EMPTY: Final = "."
_NUMBERS: Final = re.compile(r"-?\d+")


def draw_board(board: Board, cells: Mapping[int, Item], label: Callable[[Item], str]) -> list[str]:
    """Return the lines of a drawing: one line of columns, then the rows from top to bottom.

    `cells` maps positions to what lies there, `label` says how that is written. Nothing is drawn of an empty
    board.
    """
    if not cells:
        return []
    texts = {coordinates(board, pos): label(item) for pos, item in cells.items()}
    xs = range(min(x for x, _ in texts), max(x for x, _ in texts) + 1)
    ys = range(max(y for _, y in texts), min(y for _, y in texts) - 1, -1)
    grid = [[texts.get((x, y), EMPTY) for x in xs] for y in ys]
    widths = [max(len(str(x)), *(len(row[n]) for row in grid)) for n, x in enumerate(xs)]
    margin = max(len(str(y)) for y in ys)
    lines = [_line(" " * margin, " ", [str(x).center(width) for x, width in zip(xs, widths, strict=True)])]
    for y, row in zip(ys, grid, strict=True):
        lines.append(
            _line(
                f"{y:>{margin}}", "|", [_padded(text, width) for text, width in zip(row, widths, strict=True)]
            )
        )
    return lines


def coordinates(board: Board, pos: int) -> tuple[int, int]:
    """Return the two numbers by which a position is written."""
    x, y = map(int, _NUMBERS.findall(board.label(pos)))
    return x, y


def _padded(text: str, width: int) -> str:
    return text.center(width) if text == EMPTY else text.ljust(width)


def _line(margin: str, bar: str, texts: list[str]) -> str:
    return f"{margin} {bar} {f' {bar} '.join(texts)}".rstrip()
