"""What a player is asked: a choice of one option, or a selection made in small steps."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

Seats: TypeAlias = "tuple[int, ...] | None"
Render: TypeAlias = Callable[[Any], str]
Step: TypeAlias = Callable[[tuple[Any, ...]], tuple[Sequence[Any], bool]]


class Stop(enum.Enum):
    """The option of a selection that ends it."""

    DONE = "done"


DONE: Final = Stop.DONE
_LONGEST: Final = 1000


class Choice:
    """A question to one player: options are light values, and ids are rendered when somebody reads them.

    `audience` names the seats that may know of the question (None: all); the options are the player's alone.
    `stop` is how the option DONE of a step of a selection is written.
    """

    __slots__ = ("_ids", "_prompt", "_render", "_stop", "audience", "options", "player")

    def __init__(self, player: int, prompt: str | Callable[[], str], options: Sequence[Any], render: Render,
                 audience: Seats = None, stop: str = "") -> None:
        if not options:
            raise ValueError(f"a choice needs an option (player {player + 1}: {prompt})")
        self.player = player
        self._prompt = prompt
        self.options = options
        self._render = render
        self.audience = audience
        self._stop = stop
        self._ids: list[str] | None = None

    @property
    def prompt(self) -> str:
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    def ids(self) -> list[str]:
        """Return the id of each option, in order."""
        if self._ids is None:
            self._ids = [self.render(option) for option in self.options]
        return self._ids

    def render(self, option: Any) -> str:
        """Return the id of an option."""
        return self._stop if option is DONE else self._render(option)

    def __repr__(self) -> str:
        return f"Choice(P{self.player + 1}, {self.prompt!r}, {self.ids()!r})"


class Selection:
    """A question whose answer is several elements, asked one at a time and recorded whole.

    `step(picked)` is pure: it returns the elements that may follow and whether the answer may end here; no
    element and no end is an error, no element and an end is the end. The whole id is `verb` and the rendered
    elements, joined by spaces; an answer of no element reads `empty`. The elements stand in the order that
    `arrange` gives them (by default they are sorted), or, if `ordered`, as they were picked.
    """

    __slots__ = ("_prompt", "arrange", "audience", "empty", "ordered", "player", "render", "step", "verb")

    def __init__(self, player: int, prompt: str | Callable[[], str], step: Step, verb: str = "", *,
                 render: Render, arrange: Callable[[tuple[Any, ...]], Iterable[Any]] = sorted, ordered: bool = False,
                 empty: str = "done", audience: Seats = None) -> None:
        self.player = player
        self._prompt = prompt
        self.step = step
        self.verb = verb
        self.render = render
        self.arrange = arrange
        self.ordered = ordered
        self.empty = empty
        self.audience = audience

    @property
    def prompt(self) -> str:
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    def canonical(self, picked: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the elements in the order in which they are recorded."""
        return picked if self.ordered or len(picked) < 2 else tuple(self.arrange(picked))

    def whole(self, elements: tuple[Any, ...]) -> str:
        """Return the id of a finished answer, its elements in canonical order."""
        if not elements:
            return self.empty
        words = " ".join([self.render(element) for element in elements])
        return f"{self.verb} {words}" if self.verb else words

    def forced(self, picked: tuple[Any, ...]) -> tuple[tuple[Any, ...], Choice | None]:
        """Take the steps that leave no choice; return what is picked then and what is asked, if anything."""
        while True:
            options, may_stop = self.step(picked)
            if not options:
                if not may_stop:
                    raise ValueError(f"a selection has nowhere to go ({self.prompt}: {picked!r})")
                return picked, None
            if may_stop:
                return picked, Choice(self.player, self._prompt, [*options, DONE], self.render, self.audience,
                                      "done" if picked else self.empty)
            if len(options) > 1:
                return picked, Choice(self.player, self._prompt, options, self.render, self.audience)
            picked = (*picked, options[0])
            if len(picked) > _LONGEST:
                raise ValueError(f"a selection does not end ({self.prompt}: {picked[:5]!r}...)")



Demand: TypeAlias = "Choice | Selection"
