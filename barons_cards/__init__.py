"""The built-in packs: cards as text. They come in by the same door as a stranger's."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from barons_core.hookspecs import hookimpl


@hookimpl
def barons_packs() -> list[Path]:
    """Return the folders beside this file that are packs, in sorted order."""
    return sorted(manifest.parent for manifest in Path(__file__).parent.glob("*/pack.toml"))


@hookimpl
def barons_words() -> Iterable[object]:
    """Return the words of Barons."""
    from barons_core.rules.vocabulary import WORDS

    return WORDS


@hookimpl
def barons_rules() -> Mapping[str, Any]:
    """Return the rules of Barons."""
    from barons_core.rules import BaronsRules

    return {"barons": BaronsRules}
