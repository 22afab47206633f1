"""Chance that can be replayed.

Each purpose has its own sequence, so that one more shuffle shifts no other.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any


def generator(seed: int, purpose: str, n: int) -> Random:
    """Return the random numbers for the n-th time that a purpose needs some."""
    digest = blake2b(f"{seed}\n{purpose}\n{n}".encode(), digest_size=16).digest()
    return Random(int.from_bytes(digest, "big"))


def shuffle(items: list[Any], random: Random) -> None:
    """Shuffle in place: Fisher and Yates, over `random()` alone, which Python promises never to change."""
    draw = random.random
    for i in range(len(items) - 1, 0, -1):
        j = int(draw() * (i + 1))
        items[i], items[j] = items[j], items[i]
