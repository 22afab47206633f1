"""From what a player says to the option that is meant.

Anything else is an IllegalAnswer that lists the options.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, Final

from barons_core.engine.choices import DONE, Choice, Selection

_SHOWN: Final = 40


class IllegalAnswer(ValueError):
    """An answer that is not among the options; the game is as it was."""


def option_of(choice: Choice, answer: int | str) -> Any:
    """Return the option that an index or id stands for."""
    if isinstance(answer, int):
        options = choice.options
        if 0 <= answer < len(options):
            return options[answer]
        raise refusal(choice, f"there is no option {answer}")
    try:
        return choice.options[choice.ids().index(answer)]
    except ValueError:
        raise refusal(choice, f"{answer!r} is not among the options", answer) from None


def refusal(choice: Choice, problem: str, answer: str = "") -> IllegalAnswer:
    """Return the error to raise: the problem, the nearest option, and all options."""
    ids = choice.ids()
    near = difflib.get_close_matches(answer, ids, 1) if answer else []
    hint = f"; did you mean {near[0]}?" if near else ""
    rest = len(ids) - _SHOWN
    lines = [f"  {i}" for i in ids[:_SHOWN]] + ([f"  ... and {rest} more"] if rest > 0 else [])
    return IllegalAnswer("\n".join([f"P{choice.player + 1} ({choice.prompt}): {problem}{hint}", *lines]))


def whole_of(selection: Selection, answer: str) -> tuple[Any, ...] | None:
    """Return the elements that a whole id names, in the order in which they can be picked.

    None if it is none.
    """
    options, may_stop = selection.step(())
    if answer in (selection.empty, "done") and (may_stop or not options):
        return ()
    verb = selection.verb
    if verb and not answer.startswith(verb + " "):
        return None
    text = f" {answer[len(verb) + 1:] if verb else answer} "
    return _Search(selection).run((), text)


class _Search:
    """A search for an order of picking that uses up the text; each set of elements is tried once."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.seen: set[Any] = set()

    def run(self, picked: tuple[Any, ...], text: str) -> tuple[Any, ...] | None:
        state = (picked if self.selection.ordered else frozenset(picked), len(picked), text)
        if state in self.seen:
            return None
        self.seen.add(state)
        options, may_stop = self.selection.step(picked)
        if not text.strip() and (may_stop or not options):
            return picked
        for option in options:
            for rest in self._without(self.selection.render(option), text):
                found = self.run((*picked, option), rest)
                if found is not None:
                    return found
        if len(options) == 1 and not may_stop:
            return self.run((*picked, options[0]), text)
        return None

    def _without(self, word: str, text: str) -> Iterator[str]:
        """Yield the text without the word, for each place where it stands; what stood around it stays apart."""
        place = text.find(f" {word} ")
        while place >= 0 and not (self.selection.ordered and text[:place].strip()):
            yield f"{text[:place]} \n{text[place + len(word) + 1:]}"
            place = text.find(f" {word} ", place + 1)


def pick_of(choice: Choice, answer: str) -> Any:
    """Return the element, or DONE, that an id picks in a small step of a selection."""
    return DONE if answer == "done" and DONE in choice.options else option_of(choice, answer)
