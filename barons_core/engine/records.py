"""Records: a game as ruleset, packs, players, seed and answers, with marks by which a replay is checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.model.rulesets import Content

EVERY = 10
_FIRST = "game record 1"
_HEAD = ("ruleset", "setting", "pack", "player", "seed", "answers")


class RecordError(ValueError):
    """A text that is no record, or a record that this content does not lead through; says at which step."""


@dataclass(frozen=True)
class Record:
    """A game that can be played again.

    `fingerprints` maps a number of answers to the mark of the position after them.
    """

    ruleset: str
    players: tuple[str, ...]
    seed: int
    answers: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    packs: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, every: int = EVERY) -> Record:
        """Return the record of a game, with a mark every few steps.

        A stopped game keeps the answer that stopped it. ValueError for a game whose position was edited.
        """
        if game.edited:
            raise ValueError("a position that was edited has no record: its answers do not lead there")
        content = game.content
        answers = tuple(game.fault.answers if game.fault else game.answers)
        bare = cls(content.ruleset.name, game.names, game.seed, answers, dict(content.settings),
                   dict(content.hashes))
        marks = _marks(bare, content, every)
        if game.fault is None:
            marks[len(answers)] = fingerprint(game.state)
        return replace(bare, fingerprints=marks)

    def text(self) -> str:
        """Return the record as the text of a file."""
        lines = [_FIRST, f"ruleset {self.ruleset}"]
        lines += [f"setting {name} = {value}" for name, value in sorted(self.settings.items())]
        lines += [f"pack {name} {mark}" for name, mark in sorted(self.packs.items())]
        lines += [f"player {json.dumps(name, ensure_ascii=False)}" for name in self.players]
        lines += [f"seed {self.seed}", "answers"]
        lines += [f"@ {self.fingerprints[0]}"] if 0 in self.fingerprints else []
        for step, answer in enumerate(self.answers, 1):
            lines.append(f"  {answer}")
            lines += [f"@ {self.fingerprints[step]}"] if step in self.fingerprints else []
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record that a text holds; RecordError, with the line, if it holds none."""
        return _parse(text)


def replay(record: Record, content: Content) -> Game:
    """Play a record again and return the game; stops with RecordError at the first step that differs."""
    if record.ruleset != content.ruleset.name:
        raise RecordError(f"the record is of {record.ruleset!r}, not of {content.ruleset.name!r}")
    _same("setting", record.settings, content.settings)
    _same("pack", record.packs, content.hashes)
    return _play(record, content)


def _same(what: str, recorded: Mapping[str, str], present: Mapping[str, str]) -> None:
    for name in sorted({*recorded, *present}):
        if recorded.get(name) != present.get(name):
            raise RecordError(f"{what} {name}: recorded with {recorded.get(name, 'none')}, "
                              f"now {present.get(name, 'none')}; play it with what it was recorded with")


def _play(record: Record, content: Content) -> Game:
    game = Game(content, record.players, record.seed)
    _check(record, game, 0)
    for step, answer in enumerate(record.answers, 1):
        try:
            game.answer(answer)
        except IllegalAnswer as error:
            raise RecordError(f"step {step}: the packs or the engine have drifted: {error}") from error
        if game.fault is None:
            _check(record, game, step)
    return game


def _check(record: Record, game: Game, step: int) -> None:
    expected = record.fingerprints.get(step)
    if expected is not None and expected != fingerprint(game.state):
        raise RecordError(f"step {step}: the position is another than the recorded one; "
                          f"the packs or the engine have drifted since the last mark before it")


def _marks(record: Record, content: Content, every: int) -> dict[int, str]:
    game = Game(content, record.players, record.seed, log=False)
    marks = {0: fingerprint(game.state)}
    for step, answer in enumerate(record.answers, 1):
        game.answer(answer)
        if game.fault is None and step % every == 0:
            marks[step] = fingerprint(game.state)
    return marks


def _parse(text: str) -> Record:
    lines = text.replace("\r\n", "\n").lstrip("\ufeff").split("\n")
    if lines[0] != _FIRST:
        raise RecordError(f"line 1: a record begins with {_FIRST!r}")
    head: dict[str, list[str]] = {word: [] for word in _HEAD}
    answers: list[str] = []
    marks: dict[int, str] = {}
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        if not line:
            continue
        if head["answers"] and line.startswith("  "):
            answers.append(line[2:])
        elif head["answers"] and word == "@":
            marks[len(answers)] = rest
        elif word in head and not head["answers"]:
            head[word].append(rest)
        else:
            raise RecordError(f"line {number}: {line!r} does not belong into a record")
    return _made(head, tuple(answers), marks)


def _made(head: Mapping[str, list[str]], answers: tuple[str, ...], marks: Mapping[int, str]) -> Record:
    try:
        (ruleset,), (seed,), _ = head["ruleset"], head["seed"], head["answers"][0]
        settings = dict(line.split(" = ", 1) for line in head["setting"])
        packs = dict(line.rsplit(" ", 1) for line in head["pack"])
        players = tuple(json.loads(name) for name in head["player"])
        return Record(ruleset, players, int(seed), answers, settings, packs, marks)
    except (ValueError, IndexError) as error:
        raise RecordError(f"the head of the record is not whole: {error}") from error
