"""Boards are drawn in the width of the screen, each card in its color."""

from barons_core.cli import screen
from barons_core.model.boards import SquareBoard
from barons_core.model.views import Seen

BOARD = SquareBoard()


def cells(**placed: Seen) -> dict[int, Seen]:
    """Return cards by position, for names such as x1y2."""
    return {BOARD.at(int(name[1]), int(name[3])): card for name, card in placed.items()}


def drawn(width: int, **placed: Seen) -> list[str]:
    """Return the lines of a board as plain text."""
    return [line.plain for line in screen.barony(BOARD, cells(**placed), width)]


def test_a_narrow_screen_shortens_titles_and_leaves_the_color_of_a_land() -> None:
    lines = drawn(20, x0y0=Seen("red", "Very Long Title"), x1y0=Seen("yellow", None, True))

    assert max(map(len, lines)) <= 20
    assert "yellow" in lines[1]
    assert "\N{HORIZONTAL ELLIPSIS}" in lines[1]


def test_a_wide_screen_shows_everything() -> None:
    line = drawn(100, x0y0=Seen("red", "Very Long Title"), x1y0=Seen("yellow", None, True))[1]

    assert '"Very Long Title"' in line
    assert "land yellow" in line


def test_cards_have_their_color() -> None:
    line = list(screen.barony(BOARD, cells(x0y0=Seen("red", None, True), x1y0=Seen("blue", "Tower")), 80))[1]

    assert {(line.plain[span.start : span.end], str(span.style)) for span in line.spans} == {
        ("land red", "red"), ('"Tower"', "bold bright_blue"),
    }


def test_only_what_is_known_is_told_of_cards_face_down() -> None:
    assert screen.hidden(BOARD, cells(x0y0=Seen("red", None, True))) == ""
    assert screen.hidden(BOARD, cells(x0y1=Seen("red", "Tower", True))) == 'face down: red "Tower" (0,1)'


def test_a_color_by_another_name_has_its_color_if_terminals_know_it() -> None:
    white, teal = Seen("white", "Tower"), Seen("teal", "Quay")
    line = screen.hand([white, teal], "you")

    assert (screen.style_of(white), screen.style_of(teal)) == ("bold white", "bold")
    assert [(line.plain[span.start : span.end], str(span.style)) for span in line.spans] == [("white", "white")]
