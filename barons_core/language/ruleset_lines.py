"""The lines of a ruleset as the reference tells them: a document beside the grammar, like the pages of the codes."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from barons_core.frozen import frozen


@frozen
class RulesetLine:
    """One sort of line, told like a word of the vocabulary."""

    spelling: str
    meaning: str
    signature: str
    example: str
    sort: str = "rulesetline"
    phrase: str = ""


@cache
def ruleset_lines() -> tuple[RulesetLine, ...]:
    """Return all sorts of lines, in the order in which they are told."""
    text = files("barons_grammar").joinpath("ruleset_lines.toml").read_text(encoding="utf-8")
    return tuple(RulesetLine(one["spelling"], one["meaning"], one["form"], one["example"].strip())
                 for one in tomllib.loads(text)["line"])  # fmt: skip
