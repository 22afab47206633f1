"""Records: a game as ruleset, packs, cards, players, seed and answers, with a mark of each position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.game import Game
from barons_core.engine.marks import PARTS, mark
from barons_core.model.rulesets import Content

VERSION: Final = 1
FIRST: Final = f"game record {VERSION}"
OVER, STOPPED, OPEN = "over", "stopped", "open"
ENDS: Final = (OVER, STOPPED, OPEN)
_MARK: Final = re.compile(rf"@( [0-9a-f]{{4}}){{{len(PARTS)}}}")


class RecordError(ValueError):
    """A text that is no record, or a record that this content does not lead through.

    `line` is the line of the text (0: none in particular), `kind` one of foreign, future, incomplete (in its head),
    broken, drift.
    """

    def __init__(self, message: str, line: int = 0, kind: str = "broken") -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message = message
        self.line = line
        self.kind = kind


@dataclass(frozen=True)
class Record:
    """A game that can be played again.

    `fingerprints` maps a number of answers to the mark of the position after them. `bots` has one entry a player, ""
    for a person. `end` tells how the game was left: over, stopped (by a fault), open, or "" where the record breaks
    off. `edited`: somebody has changed the text since it was written; `cut`: its last line was not whole, so it is left
    out.
    """

    ruleset: str
    players: tuple[str, ...]
    seed: int
    answers: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    packs: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[int, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    engine: str = ""
    bots: tuple[str, ...] = ()
    end: str = ""
    edited: bool = field(default=False, compare=False)
    cut: bool = field(default=False, compare=False)

    @classmethod
    def of(cls, game: Game, bots: Sequence[str] = ()) -> Record:
        """Return the record of a game, with the mark of every position.

        A stopped game keeps the answer that stopped it. ValueError for a game whose position was edited.
        """
        if not isinstance(game, Game):
            raise TypeError(f"a record is made of a Game, not of {type(game).__name__}")
        if isinstance(bots, str) or not isinstance(bots, Sequence) or not all(isinstance(bot, str) for bot in bots):
            raise TypeError(f"the bots of a record are a list of names, '' for a person, not {bots!r}")
        if game.edited:
            raise ValueError("a position that was edited has no record: its answers do not lead there")
        bare = replace(head_of(game, bots), answers=answers_of(game), end=end_of(game))
        return replace(bare, fingerprints=_marks(bare, game.content))

    def text(self) -> str:
        """Return the record as the text of a file."""
        body = self.body()
        return body + end_line(self.end, len(self.answers), digest_of(body)) if self.end else body

    def body(self) -> str:
        """Return all lines but the last."""
        return self.head() + "".join(self._steps())

    def head(self) -> str:
        """Return the lines before the first answer."""
        lines = [FIRST, *([f"engine {self.engine}"] if self.engine else []), f"ruleset {self.ruleset}"]
        lines += [f"setting {name} = {value}" for name, value in sorted(self.settings.items())]
        lines += [f"pack {name} {digest}" for name, digest in sorted(self.packs.items())]
        lines += [f"card {_quoted(title)} {digest}" for title, digest in sorted(self.cards.items())]
        bots = self.bots or ("",) * len(self.players)
        lines += [f"player {_quoted(name)}{bot and ' ' + bot}" for name, bot in zip(self.players, bots, strict=True)]
        return "\n".join([*lines, f"seed {self.seed}", "answers"]) + "\n"

    def _steps(self) -> Iterator[str]:
        yield mark_line(self.fingerprints.get(0, ""))
        for step, answer in enumerate(self.answers, 1):
            yield answer_line(answer) + mark_line(self.fingerprints.get(step, ""))

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record that a text holds; RecordError, with the line, if it holds none.

        A record that breaks off behind its head is one: it holds what was played.
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {text!r}")
        return _Reader(text).record()


def head_of(game: Game, bots: Sequence[str] = ()) -> Record:
    """Return the record of a game before its first answer."""
    content = game.content
    used = {content.definitions[number].title for number in game.index}
    cards = {title: digest for title, digest in content.digests.items() if title in used}
    return Record(content.ruleset.name, game.names, game.seed, (), dict(content.settings), dict(content.hashes),
                  cards=cards, engine=content.engine, bots=tuple(bots))


def answers_of(game: Game) -> tuple[str, ...]:
    """Return the answers of a game, the one that stopped it included."""
    return tuple(game.fault.answers if game.fault else game.answers)


def end_of(game: Game) -> str:
    """Return the word for how a game stands."""
    if game.fault is not None:
        return STOPPED
    return OVER if game.over else OPEN


def answer_line(answer: str) -> str:
    return f"  {answer}\n"


def mark_line(digests: str) -> str:
    """Return the line of a mark; nothing for no mark."""
    return f"@ {digests}\n" if digests else ""


def end_line(end: str, steps: int, digest: str) -> str:
    """Return the last line: how the game was left, after how many answers, and a digest of all lines before."""
    return f"end {end} {steps} {digest}\n"


def digest_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _marks(record: Record, content: Content) -> dict[int, str]:
    game = Game(content, record.players, record.seed, log=False)
    marks = {0: mark(game.state)} if game.fault is None else {}
    for step, answer in enumerate(record.answers, 1):
        try:
            game.answer(answer)
        except IllegalAnswer:
            # The code of a pack does not play alike twice. What was answered stands, without marks.
            break
        if game.fault is None:
            marks[step] = mark(game.state)
    return marks


class _Reader:
    """Reads a record line by line; every fault is told with its line."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").lstrip("\ufeff")
        lines = self.text.split("\n")
        self.cut = bool(lines.pop())
        self.lines = lines
        self.line = 0
        self.head: dict[str, list[str]] = {word: [] for word in _READ}
        self.answers: list[str] = []
        self.marks: dict[int, str] = {}
        self.end = ""
        self.edited = False

    def record(self) -> Record:
        rest = self._after_first()
        for line in rest:
            if line == "answers":
                break
            self._in_head(line)
        else:
            raise self._incomplete("the record breaks off within its head: there is no line 'answers'")
        made = self._made()
        for line in rest:
            self._in_body(line)
        return replace(made, answers=tuple(self.answers), fingerprints=self.marks, end=self.end,
                       edited=self.edited, cut=self.cut)

    def _after_first(self) -> Iterator[str]:
        """Return the lines behind the first, which must be that of a record."""
        lines = self._numbered()
        first = next(lines, "")
        version = first.removeprefix("game record ")
        if version.isdecimal() and first != version and int(version[:9]) > VERSION:
            raise RecordError(f"this is a record of version {version!r}; this barons reads version {VERSION}; "
                              f"update it", 1, "future")
        if not self.lines and self.text and FIRST.startswith(self.text):
            raise self._incomplete("the record breaks off within its first line")
        if first != FIRST:
            raise RecordError(f"this is no record of a game: a record begins with {FIRST!r}", 1, "foreign")
        return lines

    def _numbered(self) -> Iterator[str]:
        for number, line in enumerate(self.lines, 1):
            self.line = number
            yield line

    def _in_head(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word not in self.head or not rest:
            raise self._fault(f"{line[:60]!r} does not belong into the head of a record")
        self.head[word].append(rest)
        _READ[word](self, rest)

    def _in_body(self, line: str) -> None:
        if self.end:
            raise self._fault("nothing may stand behind the end of a record")
        if line.startswith("  ") and line.strip():
            self.answers.append(line[2:])
        elif line.startswith("@ "):
            if not _MARK.fullmatch(line):
                raise self._fault(f"{line[:60]!r} is no mark: @ and {len(PARTS)} times four hexadecimal digits")
            self.marks[len(self.answers)] = line[2:]
        elif line.startswith("end "):
            self._ending(line)
        else:
            raise self._fault(f"{line[:60]!r} is no answer (two spaces before it), mark or end of a record")

    def _ending(self, line: str) -> None:
        _, end, *rest = line.split(" ")
        if end not in ENDS or len(rest) != 2:
            raise self._fault(f"{line[:60]!r} is no end of a record")
        before = "".join(f"{each}\n" for each in self.lines[:self.line - 1])
        self.end = end
        self.edited = rest != [str(len(self.answers)), digest_of(before)]

    def _incomplete(self, message: str) -> RecordError:
        return RecordError(message, max(self.line, 1), "incomplete")

    def _fault(self, message: str) -> RecordError:
        return RecordError(message, self.line)

    # The lines of the head

    def _plain(self, rest: str) -> str:
        return rest

    def _seed(self, rest: str) -> int:
        try:
            return int(rest)
        except ValueError:
            raise self._fault(f"{rest[:60]!r} is no seed, which is a whole number") from None

    def _setting(self, rest: str) -> tuple[str, str]:
        name, sign, value = rest.partition(" = ")
        if not sign:
            raise self._fault(f"{rest[:60]!r} is no setting: write NAME = VALUE")
        return name, value

    def _pack(self, rest: str) -> tuple[str, str]:
        name, _, digest = rest.rpartition(" ")
        if not name:
            raise self._fault(f"{rest[:60]!r} is no pack: a name and its digest are wanted")
        return name, digest

    def _titled(self, rest: str) -> tuple[str, str]:
        """Return a quoted text and what stands behind it."""
        try:
            name, end = json.JSONDecoder().raw_decode(rest)
        except (ValueError, RecursionError):
            name, end = None, 0
        if not isinstance(name, str) or not name.isprintable():
            raise self._fault(f"{rest[:60]!r} does not begin with a quoted name")
        return name, rest[end:].strip()

    def _player(self, rest: str) -> None:
        name, _ = self._titled(rest)
        if not name.strip():
            raise self._fault("a player has a name")
        if name in [self._titled(other)[0] for other in self.head["player"][:-1]]:
            raise self._fault(f"there is another player {name!r}")

    def _made(self) -> Record:
        ruleset, seed = self._one("ruleset"), self._one("seed")
        players = [self._titled(rest) for rest in self.head["player"]]
        if not players:
            raise self._incomplete("the head of the record names no player")
        bots = tuple(bot for _, bot in players)
        return Record(
            ruleset, tuple(name for name, _ in players), int(seed), (),
            dict(self._setting(rest) for rest in self.head["setting"]),
            dict(self._pack(rest) for rest in self.head["pack"]),
            cards=dict(self._titled(rest) for rest in self.head["card"]),
            engine=next(iter(self.head["engine"]), ""), bots=bots if any(bots) else ())

    def _one(self, word: str) -> str:
        found: Sequence[str] = self.head[word]
        if len(found) != 1:
            raise self._incomplete(f"the head of the record has {len(found)} lines {word!r}; it has one")
        return found[0]


_READ: Final[Mapping[str, Callable[[_Reader, str], object]]] = {
    "engine": _Reader._plain, "ruleset": _Reader._plain, "setting": _Reader._setting, "pack": _Reader._pack,
    "card": _Reader._titled, "player": _Reader._player, "seed": _Reader._seed,
}
