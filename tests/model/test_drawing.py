"""Boards are drawn with coordinates at their edges."""

from barons_core.model.boards import SquareBoard
from barons_core.model.drawing import draw_board


def drawn(cells: dict[str, str]) -> list[str]:
    board = SquareBoard()
    return draw_board(board, {board.parse(place): text for place, text in cells.items()}, str)


def test_rows_run_from_top_to_bottom_and_columns_from_left_to_right() -> None:
    cells = {"(0,0)": "Keep", "(-1,0)": "a", "(0,1)": "wide one", "(1,-2)": "b"}

    assert drawn(cells) == [
        "     -1      0       1",
        " 1 | .  | wide one | .",
        " 0 | a  | Keep     | .",
        "-1 | .  |    .     | .",
        "-2 | .  |    .     | b",
    ]


def test_a_single_card_is_drawn_at_its_place() -> None:
    assert drawn({"(10,-3)": "x"}) == ["     10", "-3 | x"]


def test_nothing_is_drawn_of_an_empty_board() -> None:
    assert drawn({}) == []
