"""Canonical text reads as the same tree, and is its own canonical text."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from barons_core.language.parse import parse
from barons_core.language.syntax import Declaration, Token, canonical
from tests.language.built_in import check, declarations, title

ODD = """\
building   "Watchtower"  in red   x4 :   # of stone
  cost 1 red,1 blue or 2 blue
  activate , if count( your lands )>=3  and this is next to (a river):


      # nothing here
      name n=1+2 - 1
      may choose a   color  as wanted
      if n>1:
          draw n of wanted
      else:
         choose one of:
            draw 1 red
            may:
               draw 1 blue
"""


def only(text: str) -> Declaration:
    """Return the one declaration of a text."""
    parsed = parse(text)
    assert not parsed.reports
    (declaration,) = parsed.declarations
    return declaration


def shape(value: Any) -> Any:
    """Return a syntax tree without its places and comments."""
    if isinstance(value, Token):
        return value.kind, value.text
    if isinstance(value, tuple):
        return tuple(map(shape, value))
    if is_dataclass(value):
        return tuple(
            shape(getattr(value, field.name)) for field in fields(value) if field.name not in ("file", "comments")
        )
    return value


@pytest.mark.parametrize("text", declarations(), ids=title)
def test_canonical_text_keeps_the_tree(text: str) -> None:
    declaration = only(text)

    assert shape(only(canonical(declaration))) == shape(declaration)


@pytest.mark.parametrize("text", declarations(), ids=title)
def test_canonical_text_is_its_own(text: str) -> None:
    once = canonical(only(text))

    assert canonical(only(once)) == once


@pytest.mark.parametrize("text", declarations(), ids=title)
def test_canonical_text_has_no_fault(text: str) -> None:
    assert check(canonical(only(text)), text) == []


def test_odd_spacing_is_made_even() -> None:
    declaration = only(ODD)
    text = canonical(declaration)

    assert shape(only(text)) == shape(declaration)
    assert text.splitlines()[:4] == [
        'building "Watchtower" in red x4:',
        "    cost 1 red, 1 blue or 2 blue",
        "    activate, if count(your lands) >= 3 and this is next to (a river):",
        "        name n = 1 + 2 - 1",
    ]
