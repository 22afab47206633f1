"""The pack remote_lands as a plugin: its folder, and the word `remote`."""

from collections.abc import Iterable
from pathlib import Path

from barons_core import hookimpl
from barons_core.language.words import Word


@hookimpl
def barons_packs() -> list[Path]:
    """Return the folder of this pack."""
    return [Path(__file__).parent]


@hookimpl
def barons_words() -> Iterable[Word]:
    """Return the word that the cards need."""
    from .words import WORDS

    return WORDS
