"""Every hook, one sentence each. A plugin implements those it needs, marked with `hookimpl`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from barons_core.engine.events import Event, Move
    from barons_core.engine.game import Game
    from barons_core.language.words import Word

Reaction = Generator[Any, Any, Any] | None
"""What a hook that answers an event returns: nothing, or (as a generator) whatever it makes happen."""

__all__ = ["PROJECT", "hookimpl"]

PROJECT = "barons"
"""The one name of marker, entry-point group and hook prefix."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def barons_packs() -> Iterable[Path]:  # type: ignore[empty-body]
    """Return folders that are packs: each holds a `pack.toml`, card files and scenarios."""


@hookspec
def barons_words() -> Iterable[Word]:  # type: ignore[empty-body]
    """Return words that card text may use, in the order in which they count."""


@hookspec
def barons_rules() -> Mapping[str, Callable[[], Any]]:  # type: ignore[empty-body]
    """Return factories of the rules of games, by the name of the pack that brings them."""


@hookspec
def barons_bots() -> Mapping[str, Callable[[int], Any]]:  # type: ignore[empty-body]
    """Return factories of bots by name; each is called with a seed, once a game and seat."""


# What the rules of a game call. These hold in the games that use a pack of their plugin. `player` is the number of a
# seat, `card`, `knight` and `target` that of a card, `place` that of a space: `game` knows what they are called.


@hookspec
def barons_on_tax(game: Game, event: Event) -> Reaction:
    """React when lands are taxed, as `when a player taxes` does in card text."""


@hookspec
def barons_on_attack(game: Game, event: Event) -> Reaction:
    """React when a knight has attacked, as `when a player attacks` does in card text."""


@hookspec
def barons_on_place(game: Game, event: Move) -> Reaction:
    """React when a card has come into a barony, from wherever and with whichever face."""


@hookspec
def barons_on_draw(game: Game, event: Move) -> Reaction:
    """React when a card has been drawn, as `when a player draws a card` does in card text."""


@hookspec
def barons_on_discard(game: Game, event: Move) -> Reaction:
    """React when a card has been discarded, as `when a player discards a card` does in card text."""


@hookspec
def barons_on_event(game: Game, event: Event) -> Reaction:
    """React when anything has happened; `event.key` tells what."""


@hookspec
def barons_modify_cost(  # type: ignore[empty-body]
    game: Game, player: int, card: int, verb: str, target: int | None
) -> Mapping[str, int]:
    """Return the cards more (or, below zero, fewer) that something costs, by color or `any`, as `let the cost` does.

    `verb` is `play`, `build`, `lay` or `attack`; a `target` there is for `attack` only.
    """


@hookspec
def barons_modify_tax(game: Game, player: int) -> int:  # type: ignore[empty-body]
    """Return by how much the size of a player's tax rises (or, below zero, falls), as `let the size of a tax` does."""


@hookspec
def barons_placement_legality(game: Game, player: int, card: int, place: int) -> str | None:
    """Return why a card may not come to a place of a player's barony, None if it may, as `forbid` does."""


@hookspec
def barons_attack_legality(game: Game, player: int, knight: int, target: int) -> str | None:
    """Return why a player's knight may not attack a card, None if it may, as `forbid` does."""
