"""Play a record again, step by step, and say where and in what the game differs from the recorded one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.choices import Seats
from barons_core.engine.game import Game
from barons_core.engine.marks import differing, mark
from barons_core.engine.records import STOPPED, Record, RecordError, head_of
from barons_core.model.rulesets import Content


class Step(NamedTuple):
    """One answer of a record: its number, who was asked what, and the answer. Step 0 is the setup."""

    number: int
    player: int
    prompt: str
    answer: str
    audience: Seats = None


class Drift(RecordError):
    """A record that this content does not lead through.

    `step` is the first that differs, `differs` tells in what, `changes` what is no longer as it was recorded.
    """

    def __init__(self, step: int, differs: str, changes: list[str]) -> None:
        super().__init__(f"step {step}: {differs}\n" + "\n".join(f"  {line}" for line in changes), kind="drift")
        self.step = step
        self.differs = differs
        self.changes = changes


def replay(record: Record, content: Content, to: int | None = None) -> Game:
    """Play a record again, up to a step, and return the game; Drift at the first step that differs."""
    return [game for game, _ in steps(record, content, to)][-1]


def steps(record: Record, content: Content, to: int | None = None) -> Iterator[tuple[Game, Step]]:
    """Yield the one game and the step it has just taken, for each step; Drift at the first that differs."""
    if record.ruleset != content.ruleset.name:
        raise RecordError(f"the record is of {record.ruleset!r}, not of {content.ruleset.name!r}")
    game = Game(content, record.players, record.seed)
    _check(record, game, 0)
    yield game, Step(0, -1, "", "")
    for number, answer in enumerate(record.answers[:to], 1):
        asked = game.choice
        step = Step(number, asked.player, asked.prompt, answer, asked.audience) if asked else Step(number, -1, "", "")
        try:
            game.answer(answer)
        except IllegalAnswer as error:
            raise _drift(record, game, number, str(error).splitlines()[0]) from error
        _check(record, game, number)
        yield game, step


def changes(record: Record, game: Game) -> list[str]:
    """Return what of engine, settings, packs and cards is no longer as it was recorded."""
    now = head_of(game)
    found = [f"engine: recorded with {record.engine}, now {now.engine}"] if record.engine != now.engine else []
    found += _changed("setting", record.settings, now.settings)
    found += _changed("pack", record.packs, now.packs)
    places = {each.title: each.place for each in game.content.definitions}
    for title in sorted({*record.cards, *now.cards}):
        if record.cards and record.cards.get(title) != now.cards.get(title):
            place = f", {places[title].file}:{places[title].line}" if title in places else ""
            found.append(f'card "{title}" {_how(record.cards.get(title), now.cards.get(title))}{place}')
    return found


def _changed(what: str, recorded: Mapping[str, str], present: Mapping[str, str]) -> list[str]:
    return [f"{what} {name}: recorded with {recorded.get(name, 'none')}, now {present.get(name, 'none')}"
            for name in sorted({*recorded, *present}) if recorded.get(name) != present.get(name)]


def _how(recorded: str | None, present: str | None) -> str:
    if recorded is None:
        return "is new"
    return "is gone" if present is None else "has changed"


def _check(record: Record, game: Game, step: int) -> None:
    """Raise Drift if the position after a step is another than the recorded one."""
    last = step == len(record.answers)
    expected = record.fingerprints.get(step)
    if game.fault is not None:
        if expected is not None or not last:
            raise _drift(record, game, step, f"the game stops here now: {game.fault}")
        return
    if last and record.end == STOPPED:
        raise _drift(record, game, step, "the game was stopped by a fault here; now it goes on")
    if expected is None or expected == (now := mark(game.state)):
        return
    parts = ", ".join(differing(expected, now))
    raise _drift(record, game, step, f"the position is another than the recorded one in: {parts}")


def _drift(record: Record, game: Game, step: int, differs: str) -> Drift:
    found = changes(record, game)
    if record.edited:
        found.append("the text of the record was changed since it was written")
    if not found:
        found.append("packs, cards and engine have the digests of the record: its text was changed, or the engine was "
                     "changed without a new version")
    return Drift(step, differs, found)
