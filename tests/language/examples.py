"""Put the example of a word into a small card in which it makes sense, and see whether it uses the word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.known import known_words
from barons_core.language.tree import (
    AllowNode,
    Apply,
    Constant,
    Do,
    Fits,
    ForbidNode,
    Lasting,
    LetNode,
    Node,
    Pattern,
    Qualified,
    Select,
    Test,
)
from barons_core.language.words import Kind, PhaseWord, SetupWord, Value, Word
from tests.language.built_in import checked, declarations, vocabulary

HEAD = 'building "Made up" in red x1:\n    cost 1 red\n'
OTHER = 'building "Title" in red x1:\n    cost 1 red\n'
BINDERS = ("choose a card from your hand as {}", "choose a color as {}", "choose an enemy as {}", "name {} = 4",
           "choose 2 cards from your hand as {}", "choose a deck with cards as {}", "choose a space next to this as {}",
           "choose 2 colors as {}")  # fmt: skip
READERS = ("reveal {}", "draw 1 of {}", "discard the card on {}", "choose 1 of {} as one_of_it\nreveal one_of_it",
           "{} draws 1 red", "draw {} red", "take the top card of {} unseen as lifted\nreveal lifted")  # fmt: skip
IN_FORCE = "forbid all players to play knights"


def proof(word: Word) -> str:
    """Return a text that holds the word's example, has no fault and uses the word; "" if there is none."""
    return next((text for text in candidates(word) if _proves(text, word)), "")


def candidates(word: Word) -> Iterator[str]:
    """Yield texts that hold the example of a word, the likeliest first."""
    example = word.example.strip()
    if isinstance(word, Kind):
        labels = word.labels or ("",)
        costs = [f"    cost {label} {number} red\n".replace("  1", " 1") for number, label in enumerate(labels, 1)]
        play = [] if word.stays else [f"    {section}:\n        draw 1 red\n" for section in word.sections]
        body = [*costs, *play] if word.deck else [f"    {IN_FORCE}\n"]
        yield example + "\n" + "".join(body)
        return
    if isinstance(word, PhaseWord):
        yield f'ruleset "Made up":\n    turn:\n        {example}\n'
        return
    if isinstance(word, SetupWord):
        yield f'ruleset "Made up":\n    setup:\n        {example}\n'
        return
    yield HEAD + _below(example, 1, "draw 1 red")
    yield HEAD.replace("cost 1 red", example)
    bare = example.removeprefix("if ").removesuffix(":")
    lines = [
        example,
        f"this turn:\n    {example}",
        f"if {bare}:",
        f"if count({bare}) > 0:",
        f"if this is {bare}:",
        f"choose {bare} as it_is\nreveal it_is",
        f"name number_of = {bare}\ndraw number_of red",
    ]
    for line in lines:
        for text in _with_names(line):
            yield HEAD + "    activate:\n" + _below(text, 2, _inner(line))
            yield HEAD + "    activate:\n        each player at once:\n" + _below(text, 3, _inner(line))
            for event in _events():
                yield HEAD + f"    {event}\n" + _below(text, 2, _inner(line))


def _inner(line: str) -> str:
    return IN_FORCE if line.startswith(("until", "during", "this ", "once ")) else "draw 1 red"


def _below(text: str, level: int, block: str) -> str:
    """Return some lines at a level, with a block below the last one if it opens one."""
    indent = "    " * level
    lines = "".join(f"{indent}{line}\n" for line in text.split("\n"))
    return lines + (f"{indent}    {block}\n" if text.endswith(":") else "")


@cache
def _events() -> tuple[str, ...]:
    """Return the opening of a trigger for each event."""
    return tuple(
        event.example
        for event in vocabulary().events
        if event.example.startswith(("when", "after", "before", "instead"))
    )


def _with_names(line: str) -> Iterator[str]:
    """Yield a line with each free name bound above it, and each name that it binds read below it."""
    first = line.removeprefix("this turn:\n").split("\n")[0]
    given = re.search(r" as (\w+)$", first)
    bound = {given[1]} if given and "\n" not in line else set()
    free = sorted(set(re.findall(r"[A-Za-z][\w'-]*", re.sub(r'"[^"]*"', "", first)))
                  - known_words(checked().vocabulary) - bound - {"it_is", "number_of"})  # fmt: skip
    if len(free) > 2:
        return
    readers = READERS if bound else ("",)
    for binders, reader in product(product(BINDERS, repeat=len(free)), readers):
        above = [binder.format(name) for binder, name in zip(binders, free, strict=True)]
        below = [reader.format(*bound)] if reader else []
        yield "\n".join([*above, line, *below])


def _proves(text: str, word: Word) -> bool:
    found = check(text)
    if any(report.severity == "error" for report in found.reports):
        return False
    return uses(found, word)


def check(text: str) -> Checked:
    """Check a text beside all that an example may refer to."""
    extra = "" if '"Title"' in text.split("\n")[0] else OTHER
    quantities = "".join(other for other in declarations() if other.startswith("quantity"))
    return check_declarations(
        [SourceFile("made_up.barons", text), SourceFile("extra.barons", extra + quantities)], vocabulary()
    )


def uses(found: Checked, word: Word) -> bool:
    """Return whether some checked cards use a word."""
    if isinstance(word, Kind):
        return any(card.kind == word.spelling for card in found.cards)
    if isinstance(word, PhaseWord):
        return any(phase == word.spelling for ruleset in found.rulesets for phase, _ in ruleset.turn)
    if isinstance(word, SetupWord):
        return any(step == word.spelling for ruleset in found.rulesets for step, _ in ruleset.setup)
    if isinstance(word, Value):
        return any(isinstance(node, Constant) and node.text == word.spelling for node in _nodes(found)) or any(
            word.spelling in text for card in found.cards for way in card.ways for cost in _costs(way)
            for price in cost for _, text in price)  # fmt: skip
    return any(one is word for node in _nodes(found) for one in _words(node))


def _costs(way: Any) -> Iterator[Any]:
    yield from (cost.prices for cost in way.costs)
    yield from (section.cost.prices for section in way.sections if section.cost is not None)


def _nodes(found: Checked) -> Iterator[Node]:
    for ruleset in found.rulesets:
        for line in ruleset.abilities:
            yield from line.walk()
    for card in found.cards:
        yield from card.walk()
        for block in card.blocks:
            for ability in block:
                yield from ability.walk()


def _words(node: Node) -> Iterable[object]:
    match node:
        case Select(noun=noun, adjectives=adjectives):
            return (noun, *adjectives)
        case Fits(adjective=word) | Qualified(word=word) | Apply(word=word) | Test(word=word):
            return (word,)
        case LetNode(word=word) | AllowNode(word=word):
            return (word,)
        case ForbidNode(event=event) | Pattern(event=event):
            return (event,)
        case Do(verb=verb):
            return (verb,)
        case Lasting(boundary=boundary):
            return (boundary,)
    return tuple(getattr(node, "types", ()))
