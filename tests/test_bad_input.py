"""The table of bad input: what is given, the exit code, and what is said; never a traceback, nothing half-written."""

import ctypes
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from barons_core.cli.guard import run
from barons_core.engine.records import Record
from barons_core.loading import forget
from tests.citations import ROOT

Printed = pytest.CaptureFixture[str]

# Of linux/prctl.h and linux/capability.h
PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1

MANIFEST = 'name = "house"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n'
CARD = 'building "Hut" in red x4:\n    cost 1 red\n'
DUEL = """\
ruleset "Duel":
    players 2 to 2
    setting "moonlight" full or new:
        because "BAR-OPEN-01"
        full "at full moon"
        new "at new moon"
    turn:
        plays
        1 addition
        1 tax
    includes barons
"""
SCENARIO = (("a.scenario", 'scenario "it begins":\n    turn of P1\n    expect turn of P1\n'),)
HEAD = 'game record 1\nruleset barons\nplayer "Ann"\nplayer "Ben"\nseed 7\nanswers\n'
NESTED = 'action "Deep" in red x1:\n    play:\n' + "".join(
    "    " * (depth + 2) + "if you have a land:\n" for depth in range(60)) + "    " * 62 + "draw 1 red\n"


@dataclass(frozen=True)
class Bad:
    """One row: the files (text or bytes by name), the command, the exit code, and what the answer says.

    `leaves` are the files that the command leaves behind, of which none is cut off within a line. `apart`: the command
    is run in a process of its own, in which no file gets longer than `room` bytes, as on a disk that is full.
    """

    name: str
    command: str
    code: int
    says: str
    files: tuple[tuple[str, str | bytes], ...] = ()
    leaves: tuple[str, ...] = ()
    apart: bool = False
    room: int | None = None


def card(text: str | bytes) -> tuple[tuple[str, str | bytes], ...]:
    return (("cards.barons", text),)


def packed(text: str | bytes, manifest: str | bytes = MANIFEST) -> tuple[tuple[str, str | bytes], ...]:
    return (("house/pack.toml", manifest), ("house/cards.barons", text))


def table(text: str | bytes) -> tuple[tuple[str, str | bytes], ...]:
    return (("cards.csv", text),)


def record(text: str | bytes) -> tuple[tuple[str, str | bytes], ...]:
    return (("game.record", text),)


BOT = """\
from time import sleep

from barons_core import hookimpl


class Odd:
    def __init__(self, seed):
        pass

    def choose(self, look, choice):
        {}


@hookimpl
def barons_bots():
    return {{"odd": Odd}}
"""


def bot(act: str) -> tuple[tuple[str, str | bytes], ...]:
    """Return a pack whose bot `odd` does something instead of choosing."""
    return (*packed(CARD), ("house/__init__.py", BOT.format(act)))


WRITING = {
    "the record of a simulation": "simulate barons --games 1 --turns 1 --record {}",
    "the record of a game": "play barons --players A,B --script s.txt --record {}",
    "a table": "export csv --to {}/new.csv",
    "a pack of a table": "import csv cards.csv --as mine --at {}",
    "a new pack": "new pack hut --at {}",
}
WRITTEN = (("s.txt", "choose red\n"), *table("Title,Copies\nMill,2\n"))
SHUT = ("shut/hello.txt", "Nobody may write in the folder shut.\n")
PLUGGED = "--pack house --allow-python"
BOTS = {
    "raises": ("1 / 0", "raised ZeroDivisionError: division by zero"),
    "leaves the program": ("raise SystemExit(0)", "raised SystemExit: 0"),
    "answers nothing": ("return None", "answered None, which is neither an index nor an id"),
    "answers nonsense": ("return 'fly'", "answered 'fly', which is none of "),
    "answers a number that is no option": ("return -1", "answered -1, which is none of "),
    "answers a number that is none": ("return 0.5", "answered 0.5, which is neither an index nor an id"),
    "never answers": ("sleep(60)", "did not answer within 0.2 seconds"),
    "counts for ever": ("while True: pass", "did not answer within 0.2 seconds"),
}
DUELLING = (*packed(CARD), ("house/duel.barons", DUEL))

ROWS = [
    # Card files
    Bad("a missing file", "check cards.barons", 2, "BC090"),
    Bad("a missing file, its name misspelt", "check crads.barons", 2, "did you mean `cards.barons`", card(CARD)),
    Bad("a missing file beside one with faults", "check absent.barons cards.barons", 2, "did you mean `cost`",
        card(CARD.replace("cost", "csot"))),
    *(Bad(f"a missing place: {command}", command, 2, "BC090") for command in (
        "check absent", "check --pack absent", "show Mill --pack absent", "packs --pack absent",
        "rulesets --pack absent", "test absent", "test --pack absent", "test a.scenario --pack absent",
        "replay absent", "replay game.record --pack absent", "simulate barons --games 1 --pack absent",
        "play --load absent --script s.txt", "play barons --players A,B --script absent",
        "play barons --players A,B --script s.txt --pack absent")),
    *(Bad(f"a name that is too long: {command}", f"{command} {'a' * 5000}", code, "file name too long")
      for command, code in (("check", 2), ("test", 2), ("replay", 1), ("packs --pack", 2),
                            ("simulate barons --games 1 --record", 2), ("play --load", 1))),
    Bad("a manifest to check", "check house/pack.toml", 2, "it is read by `barons check house`", packed(CARD)),
    Bad("scenarios to check", "check a.scenario", 2, "it is read by `barons test a.scenario`", SCENARIO),
    Bad("a record to check", "check game.record", 2, "it is read by `barons replay game.record`",
        (("game.record", HEAD),)),
    Bad("cards to test", "test cards.barons", 2, "it is read by `barons check cards.barons`", card(CARD)),
    Bad("a file instead of a pack", "packs --pack house/cards.barons", 2, "name its folder, house", packed(CARD)),
    Bad("a file that is in no pack instead of a pack", "packs --pack cards.barons", 2,
        "this is a file; a pack is a folder", card(CARD)),
    Bad("the same folder twice", "check house house/../house house/cards.barons", 0, "no faults", packed(CARD)),
    Bad("an empty file", "check cards.barons", 0, "no faults", card("")),
    Bad("a folder instead of a file", "check house", 1, "BC094", (("house/notes.txt", ""),)),
    Bad("a binary file", "check cards.barons", 1, "BC092", card(bytes(range(256)))),
    Bad("zero bytes", "check cards.barons", 1, "BC092", card(CARD + "\0")),
    Bad("a file in another encoding", "check cards.barons", 1, "BC092",
        card(CARD.replace("Hut", "Hütte").encode("latin1"))),
    Bad("10 MB", "check cards.barons", 1, "BC093", card(CARD * 250_000)),
    Bad("deep nesting", "check cards.barons", 1, "error[BC004]", card(NESTED)),
    Bad("a long line", "check cards.barons", 1, "BC005", card("building " + "x" * 100_000)),
    Bad("a control character in a title", "check cards.barons", 1, "error[BC001]",
        card(CARD.replace("Hut", "Hut\x1b[2J"))),
    Bad("an unknown word", "check cards.barons", 1, "did you mean `cost`", card(CARD.replace("cost", "csot"))),
    Bad("an unknown color", "check cards.barons", 1, "did you mean `red`", card(CARD.replace("in red", "in rde"))),
    Bad("a pack with faults is not played", "simulate barons --games 1 --pack house", 1, "'purple' is no color",
        packed(CARD.replace("in red", "in purple"))),
    Bad("a pack without a manifest", "check house", 1, "BC094", (("house/cards.barons", CARD),)),
    Bad("a manifest that is none", "check house", 1, "BC095", packed(CARD, "name = [")),
    Bad("a manifest of a later language", "check house", 1, "reads version 1; update it",
        packed(CARD, MANIFEST.replace("= 1\n", "= 99\n"))),
    Bad("a binary manifest", "check house", 1, "BC092", packed(CARD, b"\xff\xfe")),
    Bad("a pack that extends an unknown one", "check house", 1, "did you mean `barons`",
        packed(CARD, MANIFEST.replace('["barons"]', '["brons"]'))),
    # Records
    Bad("a missing record", "replay game.record", 2, "no file or folder game.record"),
    Bad("an empty record", "replay game.record", 1, "BC080", record("")),
    Bad("a foreign record", "replay game.record", 1, "BC080", record("Dear Ann,\n")),
    Bad("a binary record", "replay game.record", 1, "BC092", record(bytes(range(256)))),
    Bad("a record of 10 MB", "replay game.record", 1, "BC093", record(HEAD + "  no\n" * 2_000_000)),
    Bad("a record of the future", "replay game.record", 1, "BC081",
        record(HEAD.replace("record 1", "record 2"))),
    Bad("a record cut in its head", "replay game.record", 1, "BC076", record(HEAD[:40])),
    Bad("a record cut behind its head", "replay game.record", 0, "breaks off here",
        record(HEAD + "  choose red\n  cho")),
    Bad("a record with an edited seed", "replay game.record", 1, "game.record:5:1", record(HEAD.replace("7", "x"))),
    Bad("a record with an edited answer", "replay game.record", 1, "BC083", record(HEAD + "  choose purple\n")),
    Bad("a record with an edited mark", "replay game.record", 1, "step 0: the position is another",
        record(HEAD + "@ 0000 0000 0000 0000 0000 0000 0000 0000\n")),
    Bad("a record with a control character", "replay game.record", 1, "BC082",
        record(HEAD.replace('"Ann"', '"A\\u001b[2J"'))),
    Bad("a record with an answer of control characters", "replay game.record", 1, "BC083",
        record(HEAD + "  \x1b[2J\n")),
    Bad("a record of an unknown ruleset", "replay game.record", 2, "game.record:2:1: error[BC088]: no pack has",
        record(HEAD.replace("barons", "brons"))),
    Bad("a record of a composed ruleset with an unknown part", "replay game.record", 2, "game.record:2:1: error[BC088]",
        record(HEAD.replace("barons", "barons+drectors_cut"))),
    Bad("a record of an unknown setting", "replay game.record", 2, "game.record:5:1: error[BC088]: barons has no",
        record(HEAD.replace("seed", "setting blue moon = full\nseed"))),
    Bad("a record of a pack not at hand", "replay game.record", 2, "game.record:5:1: error[BC088]: the record was",
        record(HEAD.replace("seed", "pack x 1\nseed"))),
    Bad("a record of too many players", "replay game.record", 2, "game.record:3:1: error[BC088]: Barons is for 2 to 6",
        record(HEAD.replace("seed", "".join(f'player "{name}"\n' for name in "CDEFG") + "seed"))),
    Bad("a record of one player", "replay game.record", 2, "game.record:3:1: error[BC088]: Barons is for 2 to 6",
        record(HEAD.replace('player "Ben"\n', ""))),
    Bad("a record of two players of one name", "replay game.record", 1, "game.record:4:1: error[BC082]: there is",
        record(HEAD.replace("Ben", "Ann"))),
    Bad("a record of a nameless player", "replay game.record", 1, "game.record:4:1: error[BC082]: a player has",
        record(HEAD.replace("Ben", " "))),
    Bad("a record to load of one player", "play --load game.record --script s.txt", 2, "game.record:3:1: error[BC088]",
        (*record(HEAD.replace('player "Ben"\n', "")), ("s.txt", ""))),
    Bad("a game to load that drifts", "play --load game.record --script s.txt", 1,
        "game.record:1:1: error[BC083]: the game goes",
        (*record(HEAD + "  choose purple\n"), ("s.txt", ""))),
    *(Bad(f"a record with the mark {mark}", "replay game.record", 1, "game.record:8:1: error[BC082]: '@ ",
          record(f"{HEAD}  choose red\n@ {mark}\n")) for mark in ("zzz", "0000", " ".join(["00g0"] * 8), "0000 " * 8)),
    Bad("a record of nested names", "replay game.record", 1, "BC082", record(HEAD.replace('"Ann"', "[" * 100_000))),
    Bad("an unknown viewer", "replay game.record --view Bne", 2, "Did you mean 'Ben'?", record(HEAD)),
    # Tables of cards
    Bad("a missing table", "import csv cards.csv --as mine", 2, "BC090"),
    Bad("an empty table", "import csv cards.csv --as mine", 1, "no column Title", table("")),
    Bad("a binary table", "import csv cards.csv --as mine", 1, "BC092", table(bytes(range(256)))),
    Bad("a table in another encoding", "import csv cards.csv --as mine", 1, "save the file as UTF-8",
        table("Title,Cost\nMill,1 red\n".encode("utf-16"))),
    Bad("a table of 10 MB", "import csv cards.csv --as mine", 1, "BC093", table("Title,Cost\n" * 1_000_000)),
    *(Bad(f"a folder where a file is needed: {command}", command, 2, "house is a folder", packed(CARD)) for command in (
        "replay house", "import csv house --as mine", "export csv --to house", "play --load house",
        "play barons --players A,B --script house")),
    Bad("a table with a misspelt column", "import csv cards.csv --as mine", 1, "did you mean `Cost`",
        table("Title,Csot\nMill,1 red\n")),
    Bad("a table with an open quote", "import csv cards.csv --as mine", 1, "cards.csv:2:1", table('Title\n"Mill\n')),
    Bad("a table with a huge cell", "import csv cards.csv --as mine", 1, "cards.csv:2:2: error[BC084]: cell B2",
        table("Title,Notes\nMill," + "x" * 1_000_000)),
    Bad("a table with an unknown title", "import csv cards.csv --as mine", 1, "did you mean `Mill`",
        table("Title,Cost\nMlil,1 red\n")),
    Bad("a table with a wrong cell", "import csv cards.csv --as mine", 1, "cards.csv:2:2: error[BC085]: cell B2",
        table("Title,Cost\nMill,1 rde\n")),
    Bad("a table with a formula", "import csv cards.csv --as mine", 1, "cell B2",
        table('Title,Cost\nMill,"=HYPERLINK(""x"")"\n')),
    Bad("a table with lines in a cell", "import csv cards.csv --as mine", 1, "cell B2",
        table('Title,Cost\nMill,"1 red\n    amend ""Port"" copies 9"\n')),
    Bad("a table with control characters", "import csv cards.csv --as mine", 1, "cell A2",
        table("Title,Cost\nM\x1b[2Jill,1 red\n")),
    Bad("a name that no pack may have", "import csv cards.csv --as My-Deck", 2, "no name of a pack", table("Title\n")),
    Bad("a name that leads elsewhere", "import csv cards.csv --as ../mine", 2, "no name of a pack", table("Title\n")),
    Bad("the name of another pack", "import csv cards.csv --as barons", 2, "another pack", table("Title\n")),
    Bad("a table without a name for the pack", "import csv cards.csv", 2, "--as", table("Title\n")),
    Bad("a pack folder that is there", "import csv cards.csv --as house", 2, "--force",
        (*packed(CARD), *table("Title,Copies\nMill,2\n"))),
    Bad("a table of an unknown ruleset", "export csv --ruleset brons", 2, "did you mean barons?"),
    Bad("a table over one that is none", "export csv --to cards.csv", 1, "no column Title", table("hello\n")),
    Bad("a table over what was entered", "export csv --to cards.csv", 1, "BC086", table("Title,Copies\nMill,2\n")),
    Bad("a table into a folder that is not there", "export csv --to nowhere/cards.csv", 2, "no such file"),
    # Rulesets and unknown names
    Bad("a ruleset for 2 played by 5", "simulate duel --players 5 --pack house", 2, "2 to 2 players",
        DUELLING),
    Bad("a ruleset for 2 played by 5, by script", "play duel --players A,B,C,D,E --pack house --script s.txt", 2,
        "2 to 2 players", (*DUELLING, ("s.txt", ""))),
    Bad("an unknown command", "simlate", 2, "Did you mean 'simulate'?"),
    Bad("an unknown option", "simulate barons --gmaes 1", 2, "--games"),
    Bad("an unknown ruleset", "simulate brons", 2, "did you mean barons?"),
    Bad("an unknown ruleset to play", "play brons --players A,B --script s.txt", 2, "did you mean barons?",
        (("s.txt", ""),)),
    Bad("an unknown bot", "simulate barons --bots lihgt", 2, "did you mean 'light'?"),
    Bad("an unknown bot to play with", "play barons --players A,bot:lihgt --script s.txt", 2, "did you mean 'light'?",
        (("s.txt", ""),)),
    Bad("an unknown setting", "simulate duel --players 2 --pack house --set monlight=full", 2,
        "did you mean 'moonlight'?", DUELLING),
    Bad("a setting that is none", "simulate duel --players 2 --pack house --set x=full", 2, "'moonlight'",
        DUELLING),
    Bad("an unknown value of a setting", "simulate duel --players 2 --pack house --set moonlight=fulll", 2,
        "one of full, new, not 'fulll'; did you mean 'full'?", DUELLING),
    Bad("an unknown setting to show a card with", "show Mill --set x=y", 2, "no setting 'x'"),
    Bad("an unknown setting to test with", "test --set x=y", 2, "no setting 'x'"),
    Bad("an unknown setting of a ruleset to show", "rulesets barons --set x=y", 2, "no setting 'x'"),
    Bad("an unknown setting to compare with", "diff barons barons --set x=y", 2, "no setting 'x'"),
    Bad("a setting of no ruleset to show", "rulesets --set x=y", 2, "need a RULESET"),
    Bad("too many players to count decks for", "rulesets barons --players 7", 2, "2 to 6 players"),
    Bad("a part of a ruleset that is near another", "simulate barons+barns", 2, "did you mean barons+barons41?"),
    Bad("an unknown part of a ruleset", "simulate barons+directrs_cut", 2, "did you mean barons+directors_cut?"),
    Bad("a part of a ruleset that is missing", "simulate barons+", 2, "a name is missing beside the '+'"),
    Bad("a part of rulesets to play alone", "simulate two_player", 2, "put one beside it"),
    Bad("an unknown ruleset to show", "rulesets brons", 2, "did you mean barons?"),
    Bad("an unknown ruleset to compare", "diff barons brons", 2, "did you mean barons?"),
    Bad("a part of rulesets to compare", "diff barons two_player", 2, "no decks to compare"),
    Bad("parts that do not go together", "simulate barons+few+many --pack house", 1, "BC239",
        (("house/pack.toml", MANIFEST), ("house/few.barons", 'ruleset "Few":\n    amend "Mill" copies 2\n'),
         ("house/many.barons", 'ruleset "Many":\n    amend "Mill" copies 9\n'))),
    Bad("a setting without a value", "simulate barons --set", 2, "requires an argument"),
    Bad("an unknown card", "show Mlil", 2, 'Did you mean "Mill"?'),
    Bad("an unknown code", "explain BC00", 2, "Did you mean BC00"),
    Bad("an unknown word", "words drwa", 2, "Did you mean 'draw'?"),
    Bad("an unknown pack folder", "packs --pack huose", 2, "did you mean `house`", packed(CARD)),
    Bad("an unknown format", "packs --format jsno", 2, "json"),
    # Terminals, answers, places to write to
    Bad("no terminal", "play barons --players A,B", 2, "no terminal"),
    Bad("no players", "play barons --script s.txt", 2, "--players", (("s.txt", ""),)),
    Bad("a name of control characters", "play barons --players A\x1b,B --script s.txt", 2, "no name of a player",
        (("s.txt", ""),)),
    Bad("an unknown answer", "play barons --players A,B --script s.txt", 1, "did you mean choose red?",
        (("s.txt", "choose rde\n"),)),
    Bad("a binary script", "play barons --players A,B --script s.txt", 1, "not UTF-8", (("s.txt", b"\xff"),)),
    Bad("a file where records are to go", "simulate barons --games 1 --record s.txt", 2, "s.txt: not a directory",
        (("s.txt", ""),)),
    Bad("a folder below a file", "simulate barons --games 1 --record s.txt/games", 2, "not a directory",
        (("s.txt", ""),)),
    Bad("a game to load that is none", "play --load game.record --script s.txt", 1, "this is no record",
        (("game.record", "hello"), ("s.txt", ""))),
    Bad("a ruleset beside a game to load", "play barons --load game.record --script s.txt", 2, "leave them out",
        (("game.record", HEAD), ("s.txt", ""))),
    Bad("a time limit of nothing", "simulate barons --seconds 0", 2, "--seconds"),
    # Bots
    *(Bad(f"a bot that {what}", f"simulate barons --games 1 --bots odd --seconds 0.2 {PLUGGED}", 1,
          f"game 0: the bot of P1, asked 'choose', {said}", bot(act), ("barons-3p-seed0-game0.record",), apart=True)
      for what, (act, said) in BOTS.items()),
    *(Bad(f"a bot at the table that {what}", f"play barons --players bot:odd,bot:odd --seed 1 {PLUGGED}", 1,
          f"the bot of P1, asked 'choose', {said}", bot(act), ("barons-2p-seed1.record",), apart=True)
      for what, (act, said) in BOTS.items() if "0.2 seconds" not in said),
    # Places where nothing can be written
    *(Bad(f"{what} in a folder below a plain file", command.format("s.txt/new"), 2, "not a directory", WRITTEN)
      for what, command in WRITING.items()),
    *(Bad(f"{what} in a read-only folder", command.format("shut"), 2, "permission denied", (*WRITTEN, SHUT), apart=True)
      for what, command in WRITING.items()),
    *(Bad(f"{what} in a folder to be made in a read-only one", command.format("shut/new"), 2, "barons: shut/new: perm",
          (*WRITTEN, SHUT), apart=True) for what, command in WRITING.items() if "--record" in command),
    *(Bad(f"{what} on a full disk", command.format("."), 2, "file too large", WRITTEN, apart=True, room=0)
      for what, command in WRITING.items()),
    *(Bad(f"{what} in a folder to be made on a full disk", command.format("new/folder"), 2, "file too large", WRITTEN,
          apart=True, room=0) for what, command in WRITING.items() if what.startswith(("a pack", "a new pack"))),
    Bad("a disk that fills up during a game", "play barons --players bot:light,bot:light --seed 3 --record games", 1,
        "the record ends here: games/barons-2p-seed3.record: no space left on device",
        leaves=("games", "games/barons-2p-seed3.record"), apart=True, room=4096),
    Bad("a disk that fills up during a simulation", "simulate barons --games 5 --turns 90 --seed 1 --record games", 2,
        "barons: games/barons-3p-seed1-game0.record: no space left on device",
        leaves=("games", "games/barons-3p-seed1-game0.record"), apart=True, room=4096),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    forget()
    return tmp_path


def write(folder: Path, files: tuple[tuple[str, str | bytes], ...]) -> None:
    for name, content in files:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name) for row in ROWS])
def test_bad_input_is_answered(row: Bad, folder: Path, capsys: Printed) -> None:
    write(folder, row.files)
    before = listed(folder)

    if row.apart:
        code, out, err = apart(row, folder)
    else:
        code = run(shlex.split(row.command))
        out, err = capsys.readouterr()

    assert code == row.code, err
    assert row.says in err + out
    assert "Traceback" not in err and "fault of barons" not in err
    assert "\x1b" not in err + out
    assert listed(folder) == sorted({*before, *row.leaves})
    for record in (folder / name for name in row.leaves if name.endswith(".record")):
        assert Record.parse(record.read_text("utf-8")).ruleset == "barons"
        assert record.read_bytes().endswith(b"\n")


def apart(row: Bad, folder: Path) -> tuple[int, str, str]:
    """Run a command in a process that is held to what may be read and written; the folder `shut` is read-only."""
    shut = folder / "shut"
    if shut.exists():
        shut.chmod(0o555)
    try:
        done = subprocess.run([sys.executable, "-m", "barons_core", *shlex.split(row.command)], cwd=folder, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=60,
                              env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, preexec_fn=partial(hold, row.room))
    finally:
        if shut.exists():
            shut.chmod(0o755)
    return done.returncode, done.stdout, done.stderr


def hold(room: int | None) -> None:
    """Let permissions hold for root as for anybody, where the system can, and no file get longer than `room` bytes."""
    if os.geteuid() == 0 and sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)
    if room is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))


def listed(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


# What needs a process, or another user than one who may write everywhere


def command(*arguments: str, stdout: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command as a user does, with its output going somewhere."""
    with open(stdout or os.devnull, "w", encoding="utf-8") as out:
        return subprocess.run([sys.executable, "-m", "barons_core", *arguments], cwd=ROOT, stdout=out,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, timeout=120)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", ["words", "simulate barons --games 2", "rulesets", "explain --format json"])
def test_an_output_on_a_full_disk_is_told(arguments: str) -> None:
    done = command(*arguments.split(), stdout="/dev/full")

    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1] == "barons: the output: no space left on device"
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_no_terminal_to_play_in_is_told() -> None:
    done = command("play", "barons", "--players", "A,B")

    assert done.returncode == 2
    assert "no terminal to play in" in done.stderr


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the working directory look like one that is not ours to write in."""
    monkeypatch.setattr("barons_core.recording.os.access", lambda path, mode: Path(path).is_file())


def test_a_read_only_working_folder_is_told(folder: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch)

    assert run(shlex.split("simulate barons --games 1 --until-failure")) == 2
    said = capsys.readouterr()
    assert "permission denied" in said.err
    assert said.out == ""
    assert not list(folder.rglob("*.record"))


def test_a_disk_that_fills_up_stops_a_simulation(folder: Path, capsys: Printed,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., int] = os.fsync

    def full(number: int) -> None:
        if len(list(folder.rglob("*.record"))) == 2:
            raise OSError(28, os.strerror(28))
        real(number)

    monkeypatch.setattr("barons_core.recording.os.fsync", full)

    assert run(shlex.split("simulate barons --games 9 --turns 3 --record games")) == 2
    said = capsys.readouterr()
    assert "game2.record: no space left on device" in said.err
    assert said.out.startswith("games     2, finished 0, faulted 0\n")
    assert [path for path in listed(folder) if path.endswith(".tmp")] == []
    assert len(list(folder.rglob("*.record"))) == 2
