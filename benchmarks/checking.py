"""`check` of 1,000 and of 10,000 generated cards, in seconds of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from barons_core.checking import check_paths
from benchmarks.measure import Row, seconds

COLORS = ("red", "blue", "green", "yellow")
MANIFEST = 'name = "generated"\nversion = "1.0.0"\nlanguage = 1\ndescription = "Many cards."\nextends = ["barons"]\n'
# Cards like the printed ones, from the simplest to the longest.
TEXTS = (
    """building "Mill {n}" in {color} x5:
    cost 1 red, 1 yellow
    when you tax at least 2 pastures, if this is next to a river:
        may draw 1 yellow
""",
    """action "Tithe {n}" in {color} x3:
    cost none
    play:
        each player at once:
            discard 1 of each color with at least 3 cards in their hand
""",
    """building "Armory {n}" in {color} x4:
    cost 2 red or 1 red, 1 yellow
    after you attack with a knight:
        may draw 1 of the color of the attacked card
    let the cost of an attack by an enemy on your knight rise by 1 of the color of that knight
""",
    """knight "Knight {n}" in {color} x3:
    cost low 1 green
    cost high 1 green, 1 red
    instead of eliminating a knight with this:
        may place that knight in your barony
""",
    """action "Drought {n}" in {color} x3:
    cost none
    play:
        choose a color as dry
        until the start of your next turn:
            forbid players without a live "Mill {n5}" to tax lands of dry
""",
)


def rows() -> Iterator[Row]:
    """Yield a row for the time and one for how it grows."""
    with TemporaryDirectory() as folder:
        thousand = Path(folder) / "thousand"
        many = Path(folder) / "many"
        _write(thousand, 1_000)
        _write(many, 10_000)
        # A pack that is refused is soon checked.
        assert not check_paths([thousand])
        assert not check_paths([many])
        time = sorted(seconds(lambda: check_paths([thousand])) for _ in range(3))[1]
        longer = seconds(lambda: check_paths([many]))
    yield Row("check of 1,000 cards", "seconds", time, "s", 2.0, 1.0)
    yield Row("check of 10,000 cards", "1,000", longer / time, "x", 11.0, 11.0)


def _write(folder: Path, cards: int) -> None:
    """Make a pack of that many cards, a hundred a file."""
    folder.mkdir()
    (folder / "pack.toml").write_text(MANIFEST)
    for first in range(0, cards, 100):
        texts = [_card(n) for n in range(first, min(first + 100, cards))]
        (folder / f"cards{first}.barons").write_text("\n".join(texts))


def _card(n: int) -> str:
    text = TEXTS[n % len(TEXTS)]
    return text.format(n=n, n5=n - n % len(TEXTS), color=COLORS[n % len(COLORS)])
