"""Boards: which positions touch, and how a position is written. A position is an int."""

from __future__ import annotations

import re
from typing import Final, Protocol


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


_LABEL: Final = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")
_ROW: Final = 1024
_HALF: Final = _ROW // 2


class _Shifted(dict[int, tuple[int, ...]]):
    """For a position those that lie at some distances from it, worked out once."""

    def __init__(self, *distances: int) -> None:
        self.distances = distances

    def __missing__(self, pos: int) -> tuple[int, ...]:
        _need_position(pos)
        found = self[pos] = tuple([pos + distance for distance in self.distances])
        return found


class _Labels(dict[int, str]):
    """How a position is written, worked out once."""

    def __missing__(self, pos: int) -> str:
        _need_position(pos)
        x, y = _coordinates(pos)
        found = self[pos] = f"({x},{y})"
        return found


def _need_position(pos: object) -> None:
    if type(pos) is not int:
        raise TypeError(f"a position is a whole number, as parse('(0,1)') returns it, not {pos!r}")


def _coordinates(pos: int) -> tuple[int, int]:
    y = (pos + _HALF) % _ROW - _HALF
    return (pos - y) // _ROW, y


class SquareBoard:
    """An unbounded grid of squares: `(x,y)`, x to the right, y up, the origin is position 0."""

    __slots__ = ("corners", "label", "neighbors")

    def __init__(self) -> None:
        self.neighbors = _Shifted(1, _ROW, -1, -_ROW).__getitem__
        self.label = _Labels().__getitem__
        self.corners = _Shifted(_ROW + 1, _ROW - 1, -_ROW - 1, -_ROW + 1).__getitem__

    def __repr__(self) -> str:
        return "SquareBoard()"

    def at(self, x: int, y: int) -> int:
        """Return the position of column `x` and row `y`, where -512 < y < 512."""
        return x * _ROW + y

    def coordinates(self, pos: int) -> tuple[int, int]:
        """Return column and row of a position."""
        return _coordinates(pos)

    def parse(self, label: str) -> int:
        if not isinstance(label, str):
            raise TypeError(f"a position is a text such as (0,1), not {label!r}")
        match = _LABEL.fullmatch(label.strip())
        if match is None:
            raise ValueError(f"{label!r} is no position; write one as (0,1)")
        x, y = int(match[1]), int(match[2])
        if not -_HALF < y < _HALF:
            raise ValueError(f"{label!r} lies off the board")
        return self.at(x, y)
