"""A game from a script, and one in a terminal that people share."""

import io
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from barons_core.cli.guard import run
from barons_core.cli.script import read_script
from barons_core.cli.seats import Seat, people, read_seats, turn_limit
from barons_core.cli.session import HELP, Session
from barons_core.engine.game import Game
from barons_core.loading import content
from tests.citations import ROOT

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


def test_a_script_may_say_numbers(tmp_path: Path, capsys: Printed) -> None:
    assert scripted(tmp_path, "1\nchoose blue\n") == 0
    by_number = capsys.readouterr().out
    assert scripted(tmp_path, f"{by_number.split('P1 (choose): ')[1].splitlines()[0]}\nchoose blue\n") == 0

    assert capsys.readouterr().out == by_number


@pytest.mark.parametrize("number", ["0", "99", "-1", "1.0", "²"])
def test_a_number_of_no_option_is_refused(number: str, tmp_path: Path, capsys: Printed) -> None:
    assert scripted(tmp_path, f"{number}\n") == 1
    assert f"script.txt:1: P1 (choose): {number!r} is not among the options" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_script_may_be_a_pipe_or_a_device(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "barons_core", "play", "barons", "--players", "P1,P2", "--seed", "3", "--script"]
    piped = subprocess.run([*command, "/dev/stdin"], input="choose red\n", capture_output=True, text=True, cwd=ROOT)
    nothing = subprocess.run([*command, os.devnull], capture_output=True, text=True, cwd=ROOT)

    assert piped.returncode == nothing.returncode == 0
    assert "P1 (choose): choose red\n" in piped.stdout
    assert "P1 (choose) may answer:\n" in nothing.stdout


def test_bots_alone_need_no_terminal(capsys: Printed) -> None:
    assert run(["play", "barons", "--players", "bot:light,bot:light", "--seed", "1"]) == 0

    text = capsys.readouterr().out
    assert text.rstrip().endswith(" won")
    assert "(you)" not in text and "Type the number" not in text
    hands = [line for line in text.splitlines() if " holds: " in line]
    assert [line.partition(" holds")[0] for line in hands] == ["P2 (light)", "P1 (light)"]


BOTS = ["play", "barons", "--players", "bot:random,bot:random", "--seed", "1"]


@pytest.mark.parametrize("script", [[], ["--script", os.devnull]], ids=["without a script", "with a script"])
def test_bots_alone_come_to_an_end_whatever_they_play(script: list[str], capsys: Printed,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barons_core.referee.TURNS", 3)

    assert run([*BOTS, *script]) == 0
    assert capsys.readouterr().out.rstrip().endswith("the game is left: it is not over after 3 turns")

    assert run([*BOTS, *script, "--turns", "2"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("the game is left: it is not over after 2 turns")


def test_people_end_their_game_themselves_unless_they_say_how_long_it_is() -> None:
    alone, together = read_seats("bot:light,bot:light"), read_seats("Ann,bot:light")

    assert (turn_limit(alone, None), turn_limit(alone, 7)) == (500, 7)
    assert (turn_limit(together, None), turn_limit(together, 7)) == (None, 7)


@pytest.mark.parametrize("turns", ["0", "-1", "x"])
def test_a_number_of_turns_is_a_number(turns: str) -> None:
    assert run([*BOTS, "--turns", turns]) == 2


@pytest.mark.parametrize("players", ["A,A", "A,bot:lihgt", "A", "A,B,C,D,E,F,G", "P2,A"])
def test_players_that_cannot_play_leave_nothing_behind(players: str, tmp_path: Path, capsys: Printed) -> None:
    assert run(["play", "barons", "--players", players, "--script", os.devnull, "--record", str(tmp_path)]) == 2

    assert "seed " not in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_script_leaves_no_record(tmp_path: Path) -> None:
    assert run(["play", "barons", "--players", "A,B", "--script", "absent", "--record", str(tmp_path / "games")]) == 2
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize("text", ["you,bot:", "bot: ,you", "you,BOT:light", "you,Bot:random", "Bot:,you"])
def test_a_bot_that_is_written_otherwise_is_no_person(text: str, tmp_path: Path, capsys: Printed) -> None:
    script = tmp_path / "empty.txt"
    script.write_text("")

    assert run(["play", "barons", "--players", text, "--script", str(script)]) == 2
    told = " ".join(capsys.readouterr().err.replace("│", "").split())
    assert "names no bot; write bot:NAME" in told or "did you mean bot:" in told


def test_blanks_in_front_of_the_name_of_a_bot_are_none_of_it() -> None:
    assert read_seats("Ann, bot: light ") == [Seat("P1", "Ann"), Seat("P2", "P2", "light")]


# The terminal


@pytest.mark.parametrize("answer", ["choose rde", "chose blue", "xyzzy"])
def test_what_is_no_option_is_told_in_whole_sentences(answer: str) -> None:
    told = next(line for line in Table("Ann,bot:light", [answer, "quit"]).text.splitlines() if "Type help" in line)

    assert told.endswith((". Type help for what can be typed.", "? Type help for what can be typed."))
    assert "?." not in told and ("did you mean" in told) == (answer != "xyzzy")


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


def test_the_screen_says_that_there_is_help() -> None:
    table = Table("Ann,bot:light", ["log", "7up", "save", "load ", "SHOW", "QUIT", "choose red"])

    assert "or help for what else there is" in table.text.partition("P1 Ann, choose:")[0]
    assert table.text.count("Type help for what can be typed") == 2
    assert "save needs a FILE" in table.text and "load needs a FILE" in table.text
    assert "show needs the TITLE of a card" in table.text
    assert "the game is left" in table.text
    assert table.game.answers == []


def test_every_command_of_the_help_is_understood_in_any_case() -> None:
    words = [line.split()[0] for line in HELP.splitlines() if not line.startswith("  a number")]

    for word in (*words, *map(str.upper, words)):
        assert "is not among the options" not in Table("Ann,bot:light", [word]).text, word


def test_a_card_is_read_while_playing() -> None:
    table = Table("Ann,bot:light", ["show Famine", 'show "papal decree"', "show Fmaine"])

    assert 'action "Famine", ' in table.text
    assert 'action "Papal Decree", ' in table.text
    assert 'There is no card "Fmaine". Did you mean "Famine"?' in table.text


@pytest.mark.parametrize("word", ["quit", "EXIT "])
def test_the_game_can_be_left_at_hand_over(word: str) -> None:
    table = Table("Ann,Ben", ["", "choose red", word, "choose blue"])

    assert table.text.endswith("the game is left\n")
    assert table.game.answers == ["choose red"]


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
