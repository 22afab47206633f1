"""The same seed and answers give the same game in every process, whatever Python hashes strings to."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.citations import ROOT

# Prints all that can be told of a game: options, answers, log, views, and the mark of each position.
PROGRAM = """
import sys
from barons_core.engine.fingerprints import rendering
from tests.properties.games import walk
ruleset, players, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for game in walk(ruleset, players, seed, 30):
    print(game.choice.player, game.choice.prompt, game.choice.ids())
print(rendering(game.state))
print(game.answers)
for seat in range(players):
    print(game.view(seat), game.events(seat))
try:
    game.answer("no such thing")
except ValueError as refusal:
    print(refusal)
"""


def told(hash_seed: str, *arguments: str) -> str:
    """Return what the program prints in a process with that seed of hashing."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], cwd=ROOT, env=environment, check=True,
                          capture_output=True, text=True, timeout=120)  # fmt: skip
    return done.stdout


@pytest.mark.parametrize(("ruleset", "players"), [("barons", 2), ("directors_cut", 3), ("directors_cut", 6)])
def test_hashing_leaves_no_trace(ruleset: str, players: int) -> None:
    expected = told("0", ruleset, str(players), "7")

    assert len(expected) > 10_000
    for hash_seed in ("1", "2024"):
        assert told(hash_seed, ruleset, str(players), "7") == expected
