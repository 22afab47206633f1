"""What a player is asked: a choice of one option, or a selection made in small steps."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from barons_core.native import mypyc_attr

Seats: TypeAlias = "tuple[int, ...] | None"
Prompt: TypeAlias = str | Callable[[], str]


class Stop(enum.Enum):
    """The option of a selection that ends it."""

    DONE = "done"


DONE: Final = Stop.DONE
_LONGEST: Final = 1000


def told_apart(names: Sequence[str]) -> list[str]:
    """Return the names, each that has stood before with a number behind it: `first "Title" (2)`."""
    taken: set[str] = set()
    found: list[str] = []
    for name in names:
        own, nth = name, 1
        while own in taken or (nth > 1 and own in names):
            nth += 1
            own = f"{name} ({nth})"
        taken.add(own)
        found.append(own)
    return found


class Choice:
    """A question to one player: options are light values, and ids are rendered when somebody reads them.

    `render` says how an option is written, or a subclass does by its own method. `audience` names the seats that may
    know of the question (None: all); the options are the player's alone.
    """

    __slots__ = ("_ids", "_prompt", "_render", "audience", "options", "player")

    def __init__(self, player: int, prompt: Prompt, options: Sequence[Any],
                 render: Callable[[Any], str] = str, audience: Seats = None) -> None:
        if not options:
            raise ValueError(f"a choice needs an option (player {player + 1}: {prompt})")
        self.player = player
        self._prompt = prompt
        self.options = options
        self._render = render
        self.audience = audience
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
        return self._render(option)

    def __repr__(self) -> str:
        return f"Choice(P{self.player + 1}, {self.prompt!r}, {self.ids()!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Selection:
    """A question whose answer is several elements, asked one at a time and recorded whole.

    A subclass says what may be picked, how an element is written and in which order the elements of an answer stand:
    as `arrange` has it, or, if `ordered`, as they were picked. The whole id is `verb` and the written elements, joined
    by spaces; an answer of no element reads `empty`.
    """

    __slots__ = ("_prompt", "audience", "empty", "ordered", "player", "verb")

    def __init__(self, player: int, prompt: Prompt, verb: str = "", ordered: bool = False, empty: str = "done",
                 audience: Seats = None) -> None:
        self.player = player
        self._prompt = prompt
        self.verb = verb
        self.ordered = ordered
        self.empty = empty
        self.audience = audience

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        """Return the elements that may follow those picked and whether the answer may end here; changes nothing.

        No element and no end is an error, no element and an end is the end.
        """
        raise NotImplementedError

    def render(self, element: Any) -> str:
        """Return how an element is written."""
        raise NotImplementedError

    def arrange(self, picked: tuple[Any, ...]) -> Iterable[Any]:
        """Return two elements or more in the order in which they are recorded."""
        return sorted(picked)

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
                return picked, _Step(self, [*options, DONE], "done" if picked else self.empty)
            if len(options) > 1:
                return picked, _Step(self, options, "")
            picked += (options[0],)
            if len(picked) > _LONGEST:
                raise ValueError(f"a selection does not end ({self.prompt}: {picked[:5]!r}...)")


class _Step(Choice):
    """What is asked in one step of a selection; `stop` is how the option is written that ends it."""

    __slots__ = ("_selection", "_stop")

    def __init__(self, selection: Selection, options: Sequence[Any], stop: str) -> None:
        super().__init__(selection.player, selection._prompt, options, audience=selection.audience)
        self._selection = selection
        self._stop = stop

    def render(self, option: Any) -> str:
        return self._stop if option is DONE else self._selection.render(option)


Demand: TypeAlias = "Choice | Selection"
