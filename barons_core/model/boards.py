"""Boards: which positions touch, and how a position is written. A position is an int."""

from __future__ import annotations

import re
from typing import Protocol


class Board(Protocol):
    """A tiling of the plane."""

    def neighbors(self, pos: int) -> tuple[int, ...]:
        """Return the positions that share an edge with `pos`, in a fixed order."""

    def corners(self, pos: int) -> tuple[int, ...]:
        """Return the positions that share only a corner with `pos`, in a fixed order."""

    def label(self, pos: int) -> str:
        """Return how `pos` is written."""

    def parse(self, label: str) -> int:
        """Return the position that `label` names; raise ValueError for anything else."""


_LABEL = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")
_ROW = 1024
_HALF = _ROW // 2


class SquareBoard:
    """An unbounded grid of squares: `(x,y)`, x to the right, y up, the origin is position 0."""

    __slots__ = ()

    def neighbors(self, pos: int) -> tuple[int, ...]:
        return (pos + 1, pos + 1024, pos - 1, pos - 1024)

    def corners(self, pos: int) -> tuple[int, ...]:
        return (pos + 1025, pos + 1023, pos - 1025, pos - 1023)

    def at(self, x: int, y: int) -> int:
        """Return the position of column `x` and row `y`, where -512 < y < 512."""
        return x * _ROW + y

    def coordinates(self, pos: int) -> tuple[int, int]:
        """Return column and row of a position."""
        y = (pos + _HALF) % _ROW - _HALF
        return (pos - y) // _ROW, y

    def label(self, pos: int) -> str:
        x, y = self.coordinates(pos)
        return f"({x},{y})"

    def parse(self, label: str) -> int:
        match = _LABEL.fullmatch(label.strip())
        if match is None:
            raise ValueError(f"{label!r} is no position; write one as (0,1)")
        x, y = int(match[1]), int(match[2])
        if not -_HALF < y < _HALF:
            raise ValueError(f"{label!r} lies off the board")
        return self.at(x, y)
