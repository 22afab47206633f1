"""Every hook, one sentence each. A plugin implements those it needs, marked with `hookimpl`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from barons_core.language.words import Word

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
