"""Measure how long checking takes: `python -m tests.language.measure`.

Not part of the suite: times depend on the machine. Sought: 1,000 cards within 2 seconds, 10,000 within 11 times that.
"""

from __future__ import annotations

import re
import time

from barons_core.language.check import SourceFile, check_declarations
from tests.language.built_in import declarations, vocabulary


def cards(number: int, fault: bool = False) -> str:
    """Return the text of so many cards, patterned on the built-in ones, each with a title of its own."""
    models = [text for text in declarations() if not text.startswith(("ruleset", "quantity"))]
    texts = []
    for count in range(number):
        text = models[count % len(models)]
        text = re.sub(r'^(\w+) "[^"]*"', rf'\1 "Card {count}"', text)
        texts.append(text.replace("draw", "drwa", 1) if fault else text)
    quantities = [text for text in declarations() if text.startswith("quantity")]
    named = ("Church/Cathedral", "Mill", "Cooper")
    titles = "".join(f'land "{title}" in red x1:\n    cost none\n\n' for title in named)
    return "\n".join([*texts, *quantities, titles])


def seconds(text: str) -> tuple[float, int]:
    """Return how long checking a text takes, and the number of reports."""
    start = time.process_time()
    reports = check_declarations([SourceFile("many.barons", text)], vocabulary()).reports
    return time.process_time() - start, len(reports)


def main() -> None:
    seconds(cards(10))
    for fault in (False, True):
        times = {number: seconds(cards(number, fault)) for number in (100, 1_000, 10_000)}
        print("cards with a misspelt word" if fault else "sound cards")
        for number, (taken, reports) in times.items():
            print(f"  {number:>6} cards: {taken:7.2f} s, {reports} reports")
        print(f"  10,000 took {times[10_000][0] / times[1_000][0]:.1f} times as long as 1,000")


if __name__ == "__main__":
    main()
