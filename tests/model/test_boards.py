from __future__ import annotations

import pytest

from barons_core.model.boards import SquareBoard

board = SquareBoard()
SAMPLE = [(0, 0), (1, -1), (-3, 4), (-1, -1), (40, 511), (-40, -511)]


@pytest.mark.parametrize(("x", "y"), SAMPLE)
def test_a_label_names_its_position(x: int, y: int) -> None:
    pos = board.at(x, y)

    assert board.label(pos) == f"({x},{y})"
    assert board.parse(f"({x}, {y})") == pos
    assert board.coordinates(pos) == (x, y)


def test_the_origin_is_zero_and_y_goes_up() -> None:
    assert board.parse("(0,0)") == 0
    assert [board.label(n) for n in board.neighbors(0)] == ["(0,1)", "(1,0)", "(0,-1)", "(-1,0)"]
    assert [board.label(n) for n in board.corners(0)] == ["(1,1)", "(1,-1)", "(-1,-1)", "(-1,1)"]


@pytest.mark.parametrize(("x", "y"), SAMPLE[:4])
def test_touching_goes_both_ways(x: int, y: int) -> None:
    pos = board.at(x, y)

    assert all(pos in board.neighbors(n) for n in board.neighbors(pos))
    assert all(pos in board.corners(n) for n in board.corners(pos))


@pytest.mark.parametrize("label", ["", "0,1", "(0)", "(a,b)", "(0,600)"])
def test_anything_else_is_no_position(label: str) -> None:
    with pytest.raises(ValueError):
        board.parse(label)
