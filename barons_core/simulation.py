"""Play many games between bots and count what happens; memory does not grow with their number."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING, Any, NamedTuple

from barons_core.bots import Bot, seed_of
from barons_core.engine.faults import in_a_line, let_interrupt
from barons_core.files import need_path
from barons_core.frozen import frozen
from barons_core.loading import allow_python, content, need_settings
from barons_core.packs import given_folders
from barons_core.plugins import bots as bot_makers
from barons_core.plugins import manager
from barons_core.referee import TURNS, BotFailure, play_game
from barons_core.shares import Share, WorkersDied, play_shares

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.rulesets import Content
    from barons_core.recording import Recorder

__all__ = ["BotFailure", "Interrupted", "Plan", "Tally", "Unrecorded", "WorkersDied", "make_bot", "play_game",
           "play_one", "play_some", "simulate"]

CHUNK = 8
KEPT_FAULTS = 10
# Nobody goes back in these games; only one that has stopped is played again from its last snapshot.
SNAPSHOTS = 20


@frozen
class Plan:
    """What the games of one simulation have in common: plain data, so that another process can play them.

    `seconds` is the time that a bot has for each answer (None: any), `record` the folder for the records of all games,
    `number` the one under which no other records lie there, so that a game which is played again after its process has
    died is written over its own record and over nothing else; `keep`: the first game that fails brings its record with
    it; `stop`: play no further after a failure; `python`: packs in folders may bring some.
    """

    ruleset: str
    players: int
    seed: int = 0
    bots: tuple[str, ...] = ("light",)
    turns: int = TURNS
    packs: tuple[Path, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    seconds: float | None = None
    record: Path | None = None
    number: int = 1
    keep: bool = False
    stop: bool = False
    python: bool = False

    @property
    def names(self) -> str:
        """How the records of the games are called, before their numbers."""
        return f"{self.ruleset}-{self.players}p-seed{self.seed}-game"

    def name_of(self, index: int) -> str:
        """Return the name of the record of a game."""
        return f"{self.names}{index}"

    def path_of(self, index: int) -> Path | None:
        """Return the file of the record of a game, None if none is to be kept."""
        from barons_core.recording import file_of

        return self.record and self.record / file_of(self.name_of(index), self.number)


class GameFault(NamedTuple):
    """A game that has failed: its number, what has happened, and the file with its record, or why there is none.

    `text` is a record that is still to be written.
    """

    game: int
    message: str
    record: str = ""
    unkept: str = ""
    text: str = ""

    def told(self) -> dict[str, Any]:
        """Return what people and programs are told of it."""
        return {key: value for key, value in self._asdict().items() if key != "text"}


class Interrupted(KeyboardInterrupt):
    """A simulation that was stopped by ctrl-C; `result` is what was done by then."""

    def __init__(self, result: dict[str, Any]) -> None:
        super().__init__()
        self.result = result


class Unrecorded(OSError):
    """A simulation that was stopped because a record cannot be written; `result` is what was done by then."""

    result: dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What some games came to. `turns` counts games by their number of turns, `wins` by the winner's seat."""

    games: int = 0
    finished: int = 0
    faulted: int = 0
    choices: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    faults: list[GameFault] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what other games came to; of the faults only the first few games' stay, with the record of the first."""
        self.games += other.games
        self.finished += other.finished
        self.faulted += other.faulted
        self.choices += other.choices
        self.wins += other.wins
        self.turns += other.turns
        faults = sorted([*self.faults, *other.faults])[:KEPT_FAULTS]
        self.faults = [*faults[:1], *(one._replace(text="") for one in faults[1:])]


def simulate(ruleset: str, *, players: int, games: int, seed: int = 0, bots: Sequence[str] = ("light",),
             turns: int = TURNS, jobs: int = 1, packs: Sequence[Path] = (),
             settings: Mapping[str, str] | None = None, executor: Executor | None = None,
             progress: Callable[[int], None] | None = None, record: Path | None = None,
             keep: Path | None = None, until_failure: bool = False, seconds: float | None = None) -> dict[str, Any]:
    """Play games between bots, dealt to the seats in turn, and return what they came to.

    The same seed gives the same games, however many jobs or whatever executor. A game that is not over after `turns`
    turns is left unfinished, which is no fault. `progress` is called with the number of games played so far. `record`
    is a folder for the records of all games, `keep` one for that of the first game that fails; no file there is
    written over. With `until_failure` that game is the last one, and its record is kept in any case, by default in the
    working directory. `seconds` is the time that a bot has for each answer.

    Keys: games, finished, faulted, wins (by seat), turns (mean, p50, p95), choices (those with two options or more),
    seconds, choices_per_second, games_per_second, faults (the first few: game, message, record, and in `unkept` why
    a record could not be written).
    Raises ValueError for what cannot be played, TypeError for arguments that are none, Interrupted at ctrl-C,
    WorkersDied if processes die again and again, OSError if a record cannot be written.

    >>> result = simulate("barons", players=2, games=3, seed=1)
    >>> result["games"], result["faulted"], sum(result["wins"])
    (3, 0, 3)
    """
    _need_names(bots)
    _need_numbers(seconds, {"games": games, "players": players, "turns": turns, "jobs": jobs, "the seed": seed})
    need_settings(settings)
    _need_folder("record", record)
    _need_folder("keep", keep)
    _need_calls(executor, progress)
    packs = given_folders(packs)
    if games < 0 or players < 1 or turns < 1 or jobs < 1 or not bots:
        raise ValueError("games, players, turns, jobs and bots must be positive numbers and at least one bot")
    if seconds is not None and not 0 < seconds <= TIMEOUT_MAX:
        raise ValueError(f"seconds are more than 0 and at most {TIMEOUT_MAX:.0f}, not {seconds}")
    folder = keep or (Path() if until_failure and record is None else None)
    plan = Plan(ruleset, players, seed, tuple(bots), turns, tuple(packs), tuple(sorted((settings or {}).items())),
                seconds, record, keep=folder is not None, stop=until_failure, python=manager().python_allowed)
    first = _first_game(plan)
    _need_folders(record, folder if until_failure else None)
    plan = _numbered(plan, games, first)
    began = time.perf_counter()
    total = Tally()
    try:
        for part in _parts(plan, games, jobs, executor):
            total.add(part)
            if folder is not None:
                _keep_first(total, plan, folder)
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        raise Interrupted(_result(total, players, time.perf_counter() - began)) from None
    except OSError as error:
        stopped = Unrecorded(error.errno, error.strerror, error.filename)
        stopped.result = _result(total, players, time.perf_counter() - began)
        raise stopped from error
    except WorkersDied as error:
        error.result = _result(total, players, time.perf_counter() - began)
        raise
    return _result(total, players, time.perf_counter() - began)


def _need_names(bots: Any) -> None:
    """Raise ValueError for bots that are no list of names."""
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not all(isinstance(name, str) for name in bots):
        example = bots if isinstance(bots, str) else "light"
        raise ValueError(f"bots are a list of names, such as [{example!r}], not {bots!r}")


def _need_numbers(seconds: Any, whole: Mapping[str, Any]) -> None:
    """Raise ValueError for a number that is none, or not whole where it must be."""
    for name, value in whole.items():
        if type(value) is not int:
            raise ValueError(f"{name} of a simulation must be a whole number, not {value!r}")
    if seconds is not None and type(seconds) not in (int, float):
        raise ValueError(f"seconds must be a number, not {seconds!r}")


def _need_folder(name: str, folder: Any) -> None:
    """Raise TypeError for a folder that is no path, ValueError for one that no folder can be called."""
    if folder is None:
        return
    if not isinstance(folder, Path):
        raise TypeError(f"{name} is the path of a folder, such as Path('records'), not {folder!r}")
    need_path(folder)


def _need_calls(executor: Any, progress: Any) -> None:
    """Raise TypeError for what cannot be called as the games are played."""
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"the executor is one of concurrent.futures, not {executor!r}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is called with the number of games played, but {progress!r} cannot be called")


def play_some(plan: Plan, share: Share) -> Tally:
    """Play the games of a share, up to the first that fails if the plan is to stop there."""
    total = Tally()
    for index in range(share.first, share.first + share.games):
        total.add(play_one(plan, index))
        if plan.stop and total.faulted:
            break
    return total


def play_one(plan: Plan, index: int) -> Tally:
    """Play the game with a number; its seed follows from the plan's seed and that number."""
    from barons_core.engine.game import Game

    seed = seed_of(plan.seed, index)
    game = Game(_content(plan), plan.players, seed, log=False, every=SNAPSHOTS)
    bots = [make_bot(plan.bots[seat % len(plan.bots)], seed, seat) for seat in range(plan.players)]
    recorder = _recorder(plan, index, game)
    choices, failure = _played(plan, game, bots, recorder)
    one = Tally(games=1, finished=int(game.over), faulted=int(failure != ""), choices=choices)
    one.turns[min(game.state.turn, plan.turns)] = 1
    one.wins.update(game.winners)
    if recorder is not None:
        recorder.close(game)
    if failure:
        one.faults.append(_fault(plan, index, game, failure))
    return one


def make_bot(name: str, seed: int, seat: int) -> Bot:
    """Return the bot of that name for a seat of the game with that seed; raise ValueError if there is none."""
    known = bot_makers()
    if name not in known:
        from barons_core.language.reports import did_you_mean

        near = did_you_mean(name, known)
        hint = f"; did you mean {near!r}?" if near else ""
        raise ValueError(f"there is no bot {name!r}: there are {', '.join(sorted(known))}{hint}")
    try:
        bot: Bot = known[name](seed_of(seed, "bot", seat))
    except BaseException as error:
        let_interrupt(error)
        raise ValueError(f"the bot {name!r} cannot be made: {in_a_line(error)}; it is made by a call with one "
                         "number, the seed of its random choices") from error
    return bot


def _first_game(plan: Plan) -> Game:
    """Return the first game; whatever is wrong with packs, players or bots shows here, not in another process."""
    from barons_core.engine.game import Game

    game = Game(_content(plan), plan.players, seed_of(plan.seed, 0), log=False)
    for name in plan.bots:
        make_bot(name, plan.seed, 0)
    return game


def _numbered(plan: Plan, games: int, first: Game) -> Plan:
    """Return the plan with a number under which nobody has, or gets, files in its folder.

    It is ours once the record of the first game is begun: whoever plays the same games beside us takes the next number.
    """
    if plan.record is None or not games:
        return plan
    from barons_core.engine.records import Record
    from barons_core.recording import free_number, write_new

    text = Record.of(first, _dealt(plan)).body()
    while True:
        plan = replace(plan, number=free_number(plan.record, plan.names, range(games)))
        path = plan.path_of(0)
        if path is not None and write_new(path, text):
            return plan


def _need_folders(*folders: Path | None) -> None:
    """Make the folders that records are to be written into; OSError if that is not possible."""
    from barons_core.recording import need_folder

    for folder in folders:
        if folder is None:
            continue
        try:
            need_folder(folder)
        except OSError as error:
            why = f"{error.strerror}; the record of a game that fails is to be kept there"
            raise OSError(error.errno, why, error.filename) from None


def _played(plan: Plan, game: Game, bots: Sequence[Bot], recorder: Recorder | None) -> tuple[int, str]:
    """Play a game; return the number of choices, and what has failed, or ""."""
    counted = 0

    def note(game: Game) -> None:
        nonlocal counted
        counted += 1
        if recorder is not None:
            recorder.note(game)

    try:
        play_game(game, bots, plan.turns, seconds=plan.seconds, note=note)
    except BotFailure as failure:
        return counted, str(failure)
    return counted, "" if game.fault is None else str(game.fault)


def _recorder(plan: Plan, index: int, game: Game) -> Recorder | None:
    path = plan.path_of(index)
    if path is None:
        return None
    from barons_core.recording import Recorder

    return Recorder(path, game, _dealt(plan))


def _fault(plan: Plan, index: int, game: Game, message: str) -> GameFault:
    """Return a failed game, with the file of its record, or with its record if that is to be kept."""
    from barons_core.engine.records import Record

    path = plan.path_of(index)
    if path is not None:
        return GameFault(index, message, str(path))
    return GameFault(index, message, text=Record.of(game, _dealt(plan)).text() if plan.keep else "")


def _keep_first(total: Tally, plan: Plan, folder: Path) -> None:
    """Write the record of the first failed game, if it is there and not written yet; a refusal ends nothing."""
    from barons_core.recording import keep_whole

    if not total.faults or not total.faults[0].text:
        return
    first = total.faults[0]._replace(text="")
    try:
        path = keep_whole(folder, plan.name_of(first.game), total.faults[0].text)
        total.faults[0] = first._replace(record=str(path))
    except OSError as error:
        total.faults[0] = first._replace(unkept=f"{error.filename}: {(error.strerror or '').lower()}")


def _dealt(plan: Plan) -> list[str]:
    return [f"bot:{plan.bots[seat % len(plan.bots)]}" for seat in range(plan.players)]


def _content(plan: Plan) -> Content:
    """Load the content, once a process."""
    allow_python(plan.python)
    return content(plan.ruleset, plan.packs, dict(plan.settings))


def _parts(plan: Plan, games: int, jobs: int, executor: Executor | None) -> Iterator[Tally]:
    """Yield the tallies of all games, part by part, up to the first failure if the plan is to stop there."""
    # To one's own workers a game is sent for almost nothing, and what ctrl-C throws away is less.
    size = 1 if executor is None else CHUNK
    shares = (Share(first, min(size, games - first)) for first in range(0, games, size))
    for part in play_shares(partial(play_some, plan), shares, jobs, executor):
        yield part
        if plan.stop and part.faulted:
            return


def _result(total: Tally, players: int, seconds: float) -> dict[str, Any]:
    return {
        "games": total.games,
        "finished": total.finished,
        "faulted": total.faulted,
        "wins": [total.wins[seat] for seat in range(players)],
        "turns": {"mean": _mean(total.turns), "p50": _quantile(total.turns, 50), "p95": _quantile(total.turns, 95)},
        "choices": total.choices,
        "seconds": round(seconds, 3),
        "choices_per_second": round(total.choices / seconds, 1) if seconds else 0.0,
        "games_per_second": round(total.games / seconds, 2) if seconds else 0.0,
        "faults": [fault.told() for fault in total.faults],
    }


def _mean(counts: Counter[int]) -> float:
    games = counts.total()
    return round(sum(turns * count for turns, count in counts.items()) / games, 2) if games else 0.0


def _quantile(counts: Counter[int], percent: int) -> int:
    """Return the smallest number that at least so many percent of the games do not exceed."""
    needed = -(-counts.total() * percent // 100)
    for turns in sorted(counts):
        needed -= counts[turns]
        if needed <= 0:
            return turns
    return 0
