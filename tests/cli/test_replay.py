"""A recorded game is shown step by step, to everybody or to one player, and drift is named where it shows."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from barons_core.cli.guard import run
from barons_core.cli.replay_steps import Teller
from barons_core.engine.game import Game
from barons_core.engine.marks import PARTS
from barons_core.engine.records import Record
from barons_core.engine.replays import changes, steps
from barons_core.loading import content, forget
from barons_core.model.drawing import draw_board
from barons_core.referee import play_game
from barons_core.simulation import make_bot, simulate
from barons_core.testing.transcript import cell_text

Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def record() -> Record:
    """Return the record of a game between three bots, the first turns of it."""
    game = Game(content("barons"), ["Ann", "Ben", "Cay"], 3)
    play_game(game, [make_bot("random", 1, seat) for seat in range(3)], turns=9)
    return Record.of(game, ["", "bot:random", ""])


@pytest.fixture
def file(tmp_path: Path, record: Record) -> str:
    path = tmp_path / "game.record"
    path.write_text(record.text(), "utf-8")
    return str(path)


def shown(printed: Printed, *arguments: str, code: int = 0) -> str:
    """Return what a command prints."""
    assert run(["replay", *arguments]) == code
    return printed.readouterr().out


def data(printed: Printed, *arguments: str, code: int = 0) -> Any:
    return json.loads(shown(printed, *arguments, "--format", "json", code=code))


def test_every_answer_is_shown(file: str, record: Record, capsys: Printed) -> None:
    text = shown(capsys, file)

    assert "step 0: the setup" in text
    for number, answer in enumerate(record.answers, 1):
        assert any(line.startswith(f"step {number}: P") and line.endswith(f": {answer}") for line in text.splitlines())
    assert "board of P1:" in text
    assert text.rstrip().splitlines()[-1].startswith("turn ")


def test_a_replay_can_stop_at_a_step(file: str, record: Record, capsys: Printed) -> None:
    found = data(capsys, file, "--to", "5")

    assert [one["step"] for one in found["steps"]] == list(range(6))
    assert [one["answer"] for one in found["steps"][1:]] == list(record.answers[:5])
    assert data(capsys, file, "--to", "0")["steps"][0]["step"] == 0


def test_programs_get_the_same(file: str, record: Record, capsys: Printed) -> None:
    found = data(capsys, file)

    assert found["players"] == ["Ann", "Ben", "Cay"]
    assert found["bots"] == ["", "bot:random", ""]
    assert found["drift"] is None
    assert [one["answer"] for one in found["steps"][1:]] == list(record.answers)
    assert set(found["end"]["boards"]) == {"P1", "P2", "P3"}


@pytest.mark.parametrize("seat", range(3))
def test_a_player_sees_the_own_view_and_events_only(seat: int, record: Record) -> None:
    teller = Teller(record, seat)
    told = list(teller.tell(steps(record, content("barons")), None))
    game = teller.game
    assert game is not None
    view = game.view(seat)

    assert [event for one in told for event in one["events"]] == game.events(seat)
    assert teller.end_lines()[1].startswith("P1 holds")
    for board in view.boards:
        assert "\n".join("    " + line for line in draw_board(game.board, board, cell_text)) in "\n".join(
            teller.end_lines())
    asked = [one for one in told if "answer" in one]
    assert {one["player"] for one in asked} == {f"P{seat + 1}"}


def test_the_numbers_of_steps_tell_a_player_nothing(file: str, capsys: Printed) -> None:
    numbers = [one["step"] for one in data(capsys, file, "--view", "Ben")["steps"]]

    assert numbers == list(range(len(numbers)))
    assert shown(capsys, file, "--view", "Ben").startswith("step 0: the setup\n")
    assert len(data(capsys, file, "--view", "P2", "--to", "3")["steps"]) < len(data(capsys, file)["steps"])
    assert "seed" not in data(capsys, file, "--view", "P2")


def test_an_unknown_player_is_wrong_use(file: str, capsys: Printed) -> None:
    assert run(["replay", file, "--view", "Bne"]) == 2
    assert "Did you mean 'Ben'?" in capsys.readouterr().err


def test_an_edited_answer_is_named(tmp_path: Path, record: Record, capsys: Printed) -> None:
    text = record.text().replace(f"  {record.answers[6]}\n", '  play "Nothing"\n', 1)
    number = record.answers.index(record.answers[6]) + 1
    (tmp_path / "edited.record").write_text(text, "utf-8")

    assert run(["replay", str(tmp_path / "edited.record")]) == 1
    caught = capsys.readouterr()
    assert f"error[BC083]: step {number}:" in caught.err
    assert caught.err.count("the text of the record was changed") == 1
    assert f"step {number - 1}:" in caught.out and f"step {number}:" not in caught.out
    line = text.split("\n").index('  play "Nothing"') + 1
    assert f"edited.record:{line}:3" in caught.err


def test_a_record_that_breaks_off_is_played_and_said_so(tmp_path: Path, record: Record, capsys: Printed) -> None:
    text = record.text()
    (tmp_path / "cut.record").write_text(text[: text.index(record.answers[9]) + 2], "utf-8")

    assert run(["replay", str(tmp_path / "cut.record")]) == 0
    caught = capsys.readouterr()
    assert "step 1: " in caught.out
    assert "the record breaks off here" in caught.err and "was left out" in caught.err


def drifting(record: Record, step: int) -> Iterator[str]:
    """Yield records that are edited so that a replay drifts at a step, each in another way."""
    if step:
        answers = (*record.answers[:step - 1], 'lay "Nothing" at (9,9)', *record.answers[step:])
        yield replace(record, answers=answers).text()
    parts = record.fingerprints[step].split(" ")
    for part in range(len(PARTS)):
        other = "ffff" if parts[part] != "ffff" else "0000"
        yield with_mark(record, step, " ".join([*parts[:part], other, *parts[part + 1:]])).text()


def with_mark(record: Record, step: int, mark: str) -> Record:
    return replace(record, fingerprints={**record.fingerprints, step: mark})


def seen(printed: Printed, file: Path, text: str, *options: str) -> tuple[int, str, str]:
    """Return the exit code of a replay, and all that it prints."""
    file.write_text(text, "utf-8")
    code = run(["replay", str(file), *options])
    caught = printed.readouterr()
    return code, caught.out, caught.err


def asked(record: Record) -> list[int]:
    """Return who gives each answer of a record; nobody gives step 0."""
    return [step.player for _, step in steps(record, content(record.ruleset))]


@pytest.fixture(scope="module")
def short(record: Record) -> Record:
    """Return the beginning of a game of three, in which each of them is asked twice or more."""
    until = next(number for number in range(1, len(record.answers))
                 if min(asked(record)[:number].count(seat) for seat in range(3)) >= 2)
    return replace(record, answers=record.answers[:until + 2], end="open",
                   fingerprints={step: mark for step, mark in record.fingerprints.items() if step <= until + 2})


@pytest.mark.parametrize("options", [[], ["--format", "json"], ["--to", "1"], ["--to", "2", "--format", "json"]],
                         ids=" ".join)
@pytest.mark.parametrize("seat", range(3))
def test_a_drift_tells_a_player_the_own_step_alone(seat: int, options: list[str], short: Record, tmp_path: Path,
                                                   capsys: Printed) -> None:
    """Where in a step, by whose answer and in what a game drifts may hang on secrets: it looks the same."""
    found = defaultdict(set)
    for step in range(len(short.answers) + 1):
        own = asked(short)[:step + 1].count(seat)
        for text in drifting(short, step):
            found[own].add(seen(capsys, tmp_path / "x.record", text, "--view", f"P{seat + 1}", *options))

    assert {own: len(outputs) for own, outputs in found.items()} == dict.fromkeys(found, 1)
    to = int(options[1]) if "--to" in options else len(found)
    for own, ((code, out, err),) in found.items():
        assert code == int(own <= to)
        assert (f"x.record:1:1: error[BC083]: step {own}: here the game goes another way;" in err) == (own <= to)
        told = out.count("step ") if "json" not in options else len(json.loads(out)["steps"])
        assert told == min(own, to + 1)
        if "json" in options and own <= to:
            assert json.loads(out)["drift"]["step"] == own
            assert set(json.loads(out)["drift"]) == {"step", "differs", "changes"}


def test_what_others_answer_in_secret_is_not_in_a_drift(short: Record, tmp_path: Path, capsys: Printed) -> None:
    """The answer that differs is another's, be it one that is offered or one that is not."""
    step = next(number for number, answer in enumerate(short.answers, 1)
                if answer.startswith("choose ") and asked(short)[number] == 2)
    outputs = set()
    for answer in ("choose red", "choose blue", "choose green", "choose yellow", "choose mauve"):
        answers = (*short.answers[:step - 1], answer, *short.answers[step:])
        edited = with_mark(replace(short, answers=answers), step, " ".join(["ffff"] * len(PARTS)))
        outputs.add(seen(capsys, tmp_path / "x.record", edited.text(), "--view", "P1"))

    assert len(outputs) == 1


# Lines that do not belong where they stand, each with a place for a secret, and whether they stand in the head.
MISPLACED = [(" choose {}", False), ("@ {}", False), ("end {} 1 2", False), ("seed x{}", True), ("setting {}", True),
             ("player {}", True), ("pack {}", True), ("{}", True), ("{}", False)]  # fmt: skip


def broken(record: Record, line: str, in_head: bool) -> str:
    """Return the text of a record with another line before its answers, or behind the third of them."""
    head, _, rest = record.text().partition("answers\n")
    if in_head:
        return f"{head}{line}\nanswers\n{rest}"
    lines = rest.split("\n")
    return "\n".join([f"{head}answers", *lines[:6], line, *lines[6:]])


@pytest.mark.parametrize(("line", "in_head"), MISPLACED)
def test_a_line_that_does_not_belong_is_shown_to_no_player(line: str, in_head: bool, short: Record, tmp_path: Path,
                                                           capsys: Printed) -> None:
    file = tmp_path / "x.record"
    texts = [broken(short, line.format(secret), in_head) for secret in ("blue", "mauve")]
    found = {seen(capsys, file, text, "--view", "P1") for text in texts}

    ((code, out, err),) = found
    assert (code, out) == (1, "")
    assert "x.record:1:1: error[BC082]: a line of this record does not belong where it stands; where, is told" in err
    assert line.format("blue") in seen(capsys, file, texts[0])[2]
    assert {loaded(capsys, file, text) for text in texts} == {err.replace(
        "without --view only", f"by `barons replay {file}`")}


# Heads of records that hold no answer yet, and what is said of them.
UNFINISHED = [
    ("game record 1", "the record breaks off within its first line"),
    ("game record 1\n", "there is no line 'answers'"),
    ("game record 1\nruleset barons\nseed 7", "there is no line 'answers'"),
    ("game record 1\nruleset barons\nseed 7\nanswers\n", "the head of the record names no player"),
    ('game record 1\nruleset barons\nplayer "Ann"\nanswers\n', "has 0 lines 'seed'"),
    ('game record 1\nplayer "Ann"\nseed 7\nseed 8\nruleset barons\nanswers\n  choose red\n', "has 2 lines 'seed'"),
]


@pytest.mark.parametrize(("text", "said"), UNFINISHED)
def test_what_a_head_lacks_is_told_to_everybody(text: str, said: str, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "x.record"
    told = {seen(capsys, file, text, *view) for view in ([], ["--view", "P1"])} | {(1, "", loaded(capsys, file, text))}

    ((_, _, err),) = told
    assert "error[BC076]" in err and said in err


def loaded(printed: Printed, file: Path, text: str) -> str:
    """Return what is said as a game is loaded which cannot be."""
    file.write_text(text, "utf-8")
    script = file.with_name("s.txt")
    script.write_text("", "utf-8")
    assert run(["play", "--load", str(file), "--script", str(script)]) == 1
    return printed.readouterr().err


def test_a_drift_tells_those_who_load_a_game_nothing_of_others(short: Record, tmp_path: Path, capsys: Printed) -> None:
    """At whose answer, and in what, is told by `barons replay`; where bots alone play nobody has secrets."""
    file = tmp_path / "x.record"
    texts = [text for step in (0, 2, 5) for text in drifting(short, step)]

    (said,) = {loaded(capsys, file, text) for text in texts}
    assert "x.record:1:1: error[BC083]: the game goes another way than it was recorded; where, is told by" in said
    among_bots = {loaded(capsys, file, text.replace('"Ann"', '"Ann" bot:light').replace('"Cay"', '"Cay" bot:light'))
                  for text in texts}
    assert len(among_bots) == len(texts)


def test_what_has_changed_is_told_to_a_player_too(short: Record, tmp_path: Path, capsys: Printed) -> None:
    cards = {**short.cards, "Mill": "00000000"}
    packs = dict.fromkeys(short.packs, "0000000000000000")
    old = replace(short, engine="0.0.1", cards=cards, packs=packs)
    told = changes(old, Game(content("barons"), old.players, old.seed))
    outputs = {seen(capsys, tmp_path / "x.record", text, "--view", "P1") for text in drifting(old, 3)}
    ((code, _, err),) = outputs

    assert code == 1
    assert {line.split(":")[0].split(" ")[0] for line in told} == {"engine", "pack", "card"}
    assert all(f"note: {line}\n" in err for line in told)


def pack(folder: Path, cost: str) -> Path:
    """Write a pack with one card, many of which are in the game."""
    folder.mkdir(exist_ok=True)
    (folder / "pack.toml").write_text('name = "house"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    cards = "".join(f'building "Hut {word}" in {word} x12:\n    cost {cost}\n\n' for word in ("red", "blue", "green"))
    (folder / "cards.barons").write_text(cards)
    forget()
    return folder


def test_a_changed_card_is_named_at_the_first_step_that_differs(tmp_path: Path, capsys: Printed) -> None:
    folder = pack(tmp_path / "house", "none")
    simulate("barons", players=2, games=9, seed=2, bots=["random"], turns=30, packs=[folder], record=tmp_path / "games")
    texts = {path: path.read_text() for path in sorted((tmp_path / "games").iterdir())}
    file, text = next((str(path), text) for path, text in texts.items() if 'build "Hut' in text)
    answers = Record.parse(text).answers
    built = next(number for number, answer in enumerate(answers, 1) if answer.startswith('build "Hut'))
    assert run(["replay", file, "--pack", str(folder)]) == 0
    capsys.readouterr()

    pack(folder, "4 red")
    assert run(["replay", file, "--pack", str(folder)]) == 1
    caught = capsys.readouterr()
    assert f"error[BC083]: step {built}: " in caught.err
    assert 'card "Hut red" has changed' in caught.err
    assert "pack house: recorded with" in caught.err
    assert "step 0: the setup" in caught.out
    assert 'card "Mill"' not in caught.err


def test_other_digests_alone_are_no_drift(tmp_path: Path, capsys: Printed) -> None:
    folder = pack(tmp_path / "house", "1 red")
    simulate("barons", players=2, games=1, seed=2, turns=5, packs=[folder], record=tmp_path / "games")
    file = str(next((tmp_path / "games").iterdir()))
    (folder / "cards.barons").write_text((folder / "cards.barons").read_text() + "# a remark\n")
    forget()

    assert run(["replay", file, "--pack", str(folder)]) == 0


def test_a_pack_that_is_not_at_hand_is_wrong_use(tmp_path: Path, capsys: Printed) -> None:
    folder = pack(tmp_path / "house", "1 red")
    simulate("barons", players=2, games=1, seed=2, turns=5, packs=[folder], record=tmp_path / "games")

    assert run(["replay", str(next((tmp_path / "games").iterdir()))]) == 2
    assert "pack 'house', which is not at hand" in " ".join(capsys.readouterr().err.split())


ENDLESS = """
building "Spring" in red x40:
    cost none
    after you discard a card:
        draw 1 red

building "Drain" in blue x40:
    cost none
    after you draw a card:
        discard the drawn card
"""


def test_the_first_failure_is_kept_and_fails_again(tmp_path: Path, capsys: Printed,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack(tmp_path / "house", "none")
    (folder / "cards.barons").write_text(ENDLESS)
    forget()
    monkeypatch.chdir(tmp_path)
    command = ["simulate", "barons", "--pack", "house", "--bots", "random", "--games", "50", "--until-failure"]

    assert run([*command, "--format", "json"]) == 1
    result = json.loads(capsys.readouterr().out)
    (fault,) = result["faults"]
    assert result["games"] == fault["game"] + 1
    assert [path.name for path in tmp_path.glob("*.record")] == [fault["record"]]

    assert run(["replay", fault["record"], "--pack", "house"]) == 1
    caught = capsys.readouterr()
    assert 'draw by "Spring" -> discard by "Drain"' in caught.out
    assert "drift" not in caught.err and "BC083" not in caught.err

    assert run([*command, "--jobs", "2", "--format", "json"]) == 1
    again = json.loads(capsys.readouterr().out)
    assert [again[key] for key in ("games", "wins", "faults")] == [result[key] for key in ("games", "wins", "faults")]


def test_a_player_is_not_told_by_which_card_a_game_has_stopped(tmp_path: Path, capsys: Printed) -> None:
    """A game that stops, one that stops only now, one that goes on only now: each looks the same as its like."""
    folder = pack(tmp_path / "house", "none")
    (folder / "cards.barons").write_text(ENDLESS)
    forget()
    games = tmp_path / "games"
    simulate("barons", players=2, games=50, seed=0, bots=["random"], packs=[folder], record=games, until_failure=True)
    text = next(text for path in sorted(games.iterdir()) if "\nend stopped" in (text := path.read_text("utf-8")))
    record = Record.parse(text)
    last = len(record.answers)
    other = replace(record, answers=(*record.answers[:-1], 'lay "Nothing" at (9,9)'))
    going_on = replace(record, answers=record.answers[:-1])
    marked = with_mark(record, last, record.fingerprints[last - 1])
    options = ("--view", "P1", "--pack", str(folder))
    code, out, err = seen(capsys, tmp_path / "x.record", text, *options)
    assert code == 1 and "BC083" not in err
    assert out.endswith("the game has stopped: by a fault, which is told without --view only\n")
    stops, fails = (seen(capsys, tmp_path / "x.record", edited.text(), *options) for edited in (marked, other))
    assert stops == fails and "error[BC083]" in stops[2]
    goes_on = seen(capsys, tmp_path / "x.record", going_on.text(), *options)
    assert "error[BC083]" in goes_on[2] and "now it goes on" not in goes_on[2]


TURNTABLE = '''action "Turntable" in each deck x30:
    cost none
    play:
        choose a land of your barony as lifted
        name spot = the space of lifted
        return lifted to your hand
        choose a red card from your hand as next
        place next face down on spot
'''


@pytest.mark.parametrize("form", [[], ["--format", "json"]], ids=["text", "json"])
@pytest.mark.parametrize("to", [[], ["--to", "4"]], ids=["whole", "to"])
def test_a_board_that_is_as_before_tells_not_whether_another_was_asked(form: list[str], to: list[str], tmp_path: Path,
                                                                       capsys: Printed) -> None:
    folder = tmp_path / "turning"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "turning"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
    (folder / "cards.barons").write_text(TURNTABLE)
    told, asked = [], []
    # Two copies of one card in the hand leave no choice; another land lies where nobody sees it.
    for number in (0, 1):
        game = Game(content("barons", [folder]), 2, 25)
        for answer in ("choose red", "choose red", 'discard red "Crusading Knight"', 'discard red "Turntable"'):
            game.answer(answer)
        assert game.choice is not None
        lands = [text for text in game.choice.ids() if text.startswith("lay ") and "Turntable" not in text]
        game.answer(lands[number])
        game.answer("at (-2,0)")
        path = tmp_path / f"{number}.record"
        for answer in ("tax (-2,0) as red", "pass", "tax (-1,0) as red", 'play "Turntable"',
                       "choose land red at (-1,0)"):
            game.answer(answer)
        asked.append(not game.at_boundary)
        if not game.at_boundary:
            game.answer(0)
        path.write_text(Record.of(game).text())
        assert run(["replay", str(path), "--pack", str(folder), "--view", "P2", *form, *to]) == 0
        told.append(capsys.readouterr().out)
    assert sorted(asked) == [False, True]
    assert told[0] == told[1]


CROSSROADS = """\
action "Crossroads" in each deck x20:
    cost none
    play:
        choose one of:
            draw 2 green
            draw 2 blue
        choose a card in hand as taken
        discard taken
"""


def test_what_made_up_cards_ask_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """An untouched record leads where its game has led, whatever the options were that read nearly alike."""
    monkeypatch.chdir(tmp_path)
    pack = tmp_path / "cr"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "cr"\nversion = "1.0"\nlanguage = 1\n', "utf-8")
    (pack / "cr.barons").write_text(CROSSROADS, "utf-8")
    arguments = ["--pack", "cr", "--bots", "random", "--players", "3", "--games", "3", "--turns", "12", "--seed", "1"]
    assert run(["simulate", "barons", *arguments, "--record", "played"]) == 0
    records = sorted(tmp_path.glob("played/*.record"))
    told = "".join(record.read_text("utf-8") for record in records)

    assert len(records) == 3
    assert "\n  draw 2 green\n" in told and "\n  draw 2 blue\n" in told and " card of P" in told
    for record in records:
        shown(capsys, str(record), "--pack", "cr")
