"""In which order packs are found changes nothing: not the cards, not a single answer of a game."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.rulesets import Content
from tests.properties.branching import mark
from tests.properties.games import Table

# Names before, between and after those of the built-in packs.
NAMES = ("aardvark", "meadow", "zebra")


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Return three packs, each of a card in every deck."""
    made = []
    for number, name in enumerate(NAMES):
        folder = tmp_path / f"{3 - number}_{name}"
        folder.mkdir()
        (folder / "pack.toml").write_text(f'name = "{name}"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n')
        (folder / "cards.barons").write_text(f'building "{name.title()}" in each deck x2:\n    cost 1 red\n')
        made.append(folder)
    return made


def played(found: Content) -> list[object]:
    """Return all that can be told of a game."""
    game = Game(found, 3, 5)
    for _ in Table(game, 5).walk(20):
        pass
    return mark(game)


def test_the_order_of_packs_does_not_matter(folders: list[Path]) -> None:
    first, *others = [content("directors_cut", order) for order in permutations(folders)]
    expected = played(first)

    for other in others:
        assert [card.title for card in other.definitions] == [card.title for card in first.definitions]
        assert other.hashes == first.hashes
        assert played(other) == expected
