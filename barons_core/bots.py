"""Players that are programs. A bot gets a view and the options of its own choice, never the state."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from barons_core.hookspecs import hookimpl

if TYPE_CHECKING:
    from barons_core.engine.choices import Choice
    from barons_core.model.views import View

__all__ = ["Bot", "Light", "Look", "Uniform", "barons_bots", "seed_of"]

Look = Callable[[], "View"]

# A free ability that can be used for ever must not keep a bot from ending its turn.
PATIENCE = 40
# Cards in play that are enough to live on; more would only be missing elsewhere.
ENOUGH = 11
LEFT = 60
PASS = "pass"
NO = "no"


class Bot(Protocol):
    """A player: `choose` returns the index of an option.

    `look()` returns what the player may know, and costs nothing as long as it is not called; so do the ids of the
    choice.
    """

    def choose(self, look: Look, choice: Choice) -> int | str:
        """Return one of the options: its index or its id."""


@hookimpl
def barons_bots() -> Mapping[str, Callable[[int], Bot]]:
    """Return the bots that come with the framework."""
    return {"light": Light, "random": Uniform}


def seed_of(*parts: object) -> int:
    """Return a seed that differs with each of the parts, the same on every machine."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


class Uniform:
    """Choose uniformly; pass at last, so that a turn ends."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random
        self._free = 0
        self._prompt = ""

    def choose(self, look: Look, choice: Choice) -> int:
        return self.patient(choice, self.any(range(len(choice.options))))

    def any(self, indexes: Sequence[int]) -> int:
        """Return one of the indexes."""
        return indexes[int(self._random() * len(indexes))]

    def chance(self) -> float:
        """Return a number from 0 up to 1."""
        return self._random()

    def patient(self, choice: Choice, index: int) -> int:
        """Return the index, or that of `pass` after a long row of other answers to the same question."""
        last = len(choice.options) - 1
        if choice.render(choice.options[last]) != PASS:
            return index
        if index == last or choice.prompt != self._prompt:
            self._free = 0
        self._prompt = choice.prompt
        self._free += index != last
        if self._free <= PATIENCE:
            return index
        self._free = 0
        return last


class Light(Uniform):
    """Play to win in few turns, at little cost: collect what is scarce, build what can be built in several ways.

    It knows no card. A card with several ways is worth keeping, and the later ways are the better ones; so is a card
    that it has held in several colors, for what stands in several decks matters to everybody. Of anything else it takes
    what costs nothing.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._precious: set[str] = set()
        self._colors: dict[str, str | None] = {}

    def choose(self, look: Look, choice: Choice) -> int:
        decide = _BY_PROMPT.get(choice.prompt, Light.other)
        return self.patient(choice, decide(self, look, choice))

    def play(self, look: Look, choice: Choice) -> int:
        """Mostly pass: what is played is no longer there to pay with."""
        last = len(choice.options) - 1
        return last if self.chance() < 0.7 else self.any(range(last + 1))

    def add(self, look: Look, choice: Choice) -> int:
        """Build what has several ways or colors; lay a card of the color that the hand holds most of, if not enough."""
        ids = choice.ids()
        ways = [n for n, text in enumerate(ids) if text.startswith("build ") and " as " in text]
        if ways:
            self._precious |= {_title(ids[n])[0] for n in ways}
            return self.any(ways)
        view = look()
        self._remember(view)
        dear = [n for n, text in enumerate(ids) if text.startswith("build ") and _title(text)[0] in self._precious]
        if dear:
            return self.any(dear)
        laid = [n for n, text in enumerate(ids) if text.startswith("lay ") and not text.endswith(" face up")]
        if not laid:
            return self.any(range(len(ids)))
        held = Counter(card.color for card in view.hand)
        colors = {card.title: card.color for card in view.hand}
        color = {n: _color(ids[n], colors) for n in laid}
        here = {card.color for card in view.boards[view.player].values()}
        missing = [n for n in laid if color[n] not in here]
        if missing:
            return self.any(missing)
        if len(view.boards[view.player]) >= ENOUGH and not (_plenty(view) and self.chance() < 0.15):
            return len(ids) - 1
        cheap = [n for n in laid if _title(ids[n])[0] not in self._precious]
        return self.any(_best({n: held[color[n]] for n in cheap or laid}))

    def tax(self, look: Look, choice: Choice) -> int:
        """Take as many cards as possible of the color that the hand holds least of."""
        ids = choice.ids()
        lands = [n for n, text in enumerate(ids) if text.startswith("(")]
        if lands and not ids[-1].startswith("as "):
            return self.any(self._promising(look(), ids, lands))
        if lands:
            return self.any(lands)
        held = Counter(card.color for card in look().hand)
        return self.any(_best({n: -held[text.split()[-1]] for n, text in enumerate(ids)}))

    def other(self, look: Look, choice: Choice) -> int:
        """Harm others rather than oneself, take what is scarce, and do not lose a card that is worth keeping."""
        ids = choice.ids()
        if ids[0].startswith("attack "):
            return self.any([n for n, text in enumerate(ids) if " of P" in text] or range(len(ids)))
        if ids[0].startswith(("choose ", "draw ")) and '"' not in ids[0]:
            held = Counter(card.color for card in look().hand)
            return self.any(_best({n: -held[text.split()[-1]] for n, text in enumerate(ids) if text != NO}))
        return self.any([n for n, text in enumerate(ids) if _title(text)[0] not in self._precious] or range(len(ids)))

    def _remember(self, view: View) -> None:
        """Note in which colors the titles of the hand come."""
        for card in view.hand:
            if card.title is not None and self._colors.setdefault(card.title, card.color) != card.color:
                self._precious.add(card.title)

    def _promising(self, view: View, ids: Sequence[str], lands: Sequence[int]) -> list[int]:
        """Return the lands in the largest regions of the scarcest color."""
        label, neighbors, cells = view.board.label, view.board.neighbors, view.boards[view.player]
        held = Counter(card.color for card in view.hand)
        written = {label(pos): pos for pos in cells}
        place = {n: written[ids[n]] for n in lands if ids[n] in written}
        color = {pos: cells[pos].color for pos in place.values()}
        scarce = min((held[one] for one in color.values()), default=0)
        return _best({n: _region(pos, color, neighbors) for n, pos in place.items()
                      if held[color[pos]] == scarce}) or list(lands)


_BY_PROMPT: Mapping[str, Callable[[Light, Look, Choice], int]] = {
    "play": Light.play, "add": Light.add, "tax": Light.tax,
}
_TITLE = re.compile(r'"([^"]*)"(?: (\w+))?')


def _plenty(view: View) -> bool:
    """Tell whether enough cards are left to draw, that is neither in play nor in hands."""
    return sum(view.decks) + sum(map(len, view.piles)) > LEFT


def _best(worth: Mapping[int, int]) -> list[int]:
    """Return the indexes of the highest worth."""
    most = max(worth.values(), default=0)
    return [n for n, value in worth.items() if value == most]


def _title(text: str) -> tuple[str, str]:
    """Return the title that an id names and the word behind it, "" for none."""
    found = _TITLE.search(text)
    return (found[1], found[2] or "") if found else ("", "")


def _color(text: str, colors: Mapping[str | None, str | None]) -> str | None:
    """Return the color of the card of the hand that an id names."""
    title, word = _title(text)
    return word if word in colors.values() else colors.get(title)


def _region(start: int, colors: Mapping[int, str | None], neighbors: Callable[[int], Sequence[int]]) -> int:
    """Return how many places of the same color hang together."""
    found, waiting = {start}, [start]
    while waiting:
        for near in neighbors(waiting.pop()):
            if near not in found and near in colors and colors[near] == colors[start]:
                found.add(near)
                waiting.append(near)
    return len(found)
