"""A game from a script, and one in a terminal that people share."""

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from barons_core.cli.guard import run
from barons_core.cli.script import read_script
from barons_core.cli.seats import Seat, people, read_seats
from barons_core.cli.session import Session
from barons_core.engine.game import Game
from barons_core.loading import content

Printed = pytest.CaptureFixture[str]


def scripted(tmp_path: Path, text: str, players: str = "P1,P2") -> int:
    """Play a script and return the exit code."""
    path = tmp_path / "script.txt"
    path.write_text(text, "utf-8")
    return run(["play", "barons", "--players", players, "--seed", "3", "--script", str(path)])


class Table:
    """A terminal in which lines are typed, and what it shows."""

    def __init__(self, players: str, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.shown = io.StringIO()
        seats = read_seats(players)
        self.game = Game(content("barons"), [seat.name for seat in seats], 3)
        console = Console(file=self.shown, width=100, color_system=None)
        self.session = Session(self.game, seats, console, self.ask)
        self.session.run()

    def ask(self, prompt: str) -> str:
        """Return the next line."""
        self.shown.write(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.shown.write(f"{line}\n")
        return line

    @property
    def text(self) -> str:
        return self.shown.getvalue()


# Scripts


def test_a_script_plays_and_prints_the_transcript(tmp_path: Path, capsys: Printed) -> None:
    assert scripted(tmp_path, "# setup\nchoose red  # a deck\n\nchoose blue\n") == 0

    text = capsys.readouterr().out
    assert "P1 (choose): choose red\n" in text
    assert "P2 (choose): choose blue\n" in text
    assert text.rstrip().splitlines()[-1].startswith("    discard red")


def test_an_illegal_answer_names_line_and_options(tmp_path: Path, capsys: Printed) -> None:
    assert scripted(tmp_path, "choose red\nchoose purple\n") == 1

    message = capsys.readouterr().err
    assert "script.txt:2:" in message
    assert "choose yellow" in message


def test_the_same_script_gives_the_same_transcript(tmp_path: Path, capsys: Printed) -> None:
    texts = set()
    for _ in range(2):
        assert scripted(tmp_path, "choose green\n", "P1,bot:light,bot:random") == 0
        texts.add(capsys.readouterr().out)

    assert len(texts) == 1


def test_a_script_shows_only_what_who_answered_may_know(tmp_path: Path, capsys: Printed) -> None:
    scripted(tmp_path, "choose red\nchoose blue\n")

    drawn = [line for line in capsys.readouterr().out.splitlines() if "draw" in line]
    assert len(drawn) == 6
    assert all('"' not in line for line in drawn if "P1" in line)
    assert all('"' in line for line in drawn if "P2" in line)


def test_a_missing_script_is_wrong_use(capsys: Printed) -> None:
    assert run(["play", "barons", "--players", "P1,P2", "--script", "absent.txt"]) == 2
    assert "there is no file or folder absent.txt" in capsys.readouterr().err


def test_a_sign_in_quotes_starts_no_comment() -> None:
    assert list(read_script('play "No #1" # why\n#\n\nno\n')) == [(1, 'play "No #1"'), (4, "no")]


# Seats


def test_people_and_bots_are_told_apart() -> None:
    seats = read_seats("Ann, bot:light,P3")

    assert seats == [Seat("P1", "Ann"), Seat("P2", "P2", "light"), Seat("P3", "P3")]
    assert people(seats) == [0, 2]
    assert [str(seat) for seat in seats] == ["P1 Ann", "P2 (light)", "P3"]


@pytest.mark.parametrize("text", ["", "A,,B", "A,A", "P2,A", "A" * 21, "A\x1b[2J"])
def test_what_is_no_player_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"name of a player|two players|another place"):
        read_seats(text)


# The terminal


def test_options_are_chosen_by_number_and_by_name() -> None:
    table = Table("Ann,bot:light", ["1", "discard red"])

    assert "P1 Ann, choose:\n   1  choose red\n" in table.text
    assert table.game.answers[0] == "choose red"
    assert "is not among the options" in table.text


def test_an_empty_line_asks_again_and_help_helps() -> None:
    table = Table("Ann,bot:light", ["", "99", "help", "quit", "1"])

    assert table.text.count("P1 Ann, choose:") == 4
    assert "there is no option 99" in table.text
    assert "take your last answer back" in table.text
    assert table.game.answers == []


def test_undo_takes_back_what_bots_have_done_since() -> None:
    table = Table("Ann,bot:light", ["undo", "choose red", "undo", "choose blue"])

    assert "there is nothing of yours to take back" in table.text
    assert table.game.answers[0] == "choose blue"
    assert table.text.count("P1 Ann, choose:") == 3


def test_undo_between_people_needs_everybodys_word() -> None:
    refused = Table("Ann,Ben", ["", "choose red", "", "choose blue", "", "undo", "n"])
    agreed = Table("Ann,Ben", ["", "choose red", "", "choose blue", "", "undo", "y"])

    assert refused.game.answers == ["choose red", "choose blue"]
    assert agreed.game.answers == []


def test_the_screen_is_handed_over_between_people() -> None:
    table = Table("Ann,Ben", ["", "choose red", ""])

    assert table.text.count("The screen is for") == 2
    assert "The screen is for P2 Ben now." in table.text


def test_nobody_sees_another_hand() -> None:
    table = Table("Ann,Ben", ["", "choose red", "", "choose blue", "", "look"])
    mine = [line for line in table.text.splitlines() if line.startswith("P2 Ben holds")]

    assert mine
    assert all('"' not in line for line in mine)


def test_a_small_step_can_be_taken_back() -> None:
    game = Table("Ann,bot:light", []).game
    lines = ["choose red", game_answer(game), "1", "undo", "quit"]
    table = Table("Ann,bot:light", lines)

    assert "taken back" in table.text
    assert len(table.game.answers) >= 2


def game_answer(game: Game) -> str:
    """Return the first card that can be discarded after choosing red."""
    trial = game.copy()
    trial.answer("choose red")
    while trial.choice is not None and trial.choice.player != 0:
        trial.answer(0)
    assert trial.choice is not None
    return trial.choice.ids()[0]
