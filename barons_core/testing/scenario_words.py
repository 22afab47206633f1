"""The words of the scenario language, in one table: the reference, the reports and the tests all read it."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import indent
from typing import NamedTuple


class ScenarioWord(NamedTuple):
    """One kind of statement: the word it is known by, what it means, and an example."""

    word: str
    meaning: str
    example: str


SCENARIO_WORDS: tuple[ScenarioWord, ...] = (
    ScenarioWord("ruling", "The ids of the rulings that this scenario asserts.", "ruling BAR-TAX-01, BAR-TAX-02"),
    ScenarioWord("ruleset", "The ruleset to play; by default the pack's own, or `barons`.", "ruleset barons"),
    ScenarioWord("setting", "Decide a ruling of the ruleset another way.", 'setting "cut-off knights protect" is yes'),
    ScenarioWord("players", "Who plays, in order; by default two.", "players P1, P2, P3"),
    ScenarioWord("seed", "The seed of all shuffles; by default 1.", "seed 7"),
    ScenarioWord(
        "barony",
        "Draw a barony: rows from top to bottom, cells between `|`. `.` is empty, `land red` lies face down, "
        'a title in quotes face up, `"Title" as "Way"` names the way it is played. The Castle is at (0,0), '
        "x to the right, y up.",
        "P1 barony:\n    |     .     | land yellow\n    | land red  | Castle",
    ),
    ScenarioWord("adds", "Put one more card on a space of a barony.", 'P1 adds land red "Watchtower" at (3,0)'),
    ScenarioWord("holds", "The cards of a hand: titles, colors, numbers.", 'P1 holds "Watchtower", 2 green'),
    ScenarioWord(
        "deck",
        "The top cards of a deck, the top first; below them lie the rest, shuffled.",
        'deck yellow "Watchtower"',
    ),
    ScenarioWord(
        "deck exactly",
        "The whole deck; the rest is out of the game.",
        'deck yellow exactly "Watchtower", 2 yellow',
    ),
    ScenarioWord("pile", "The cards of a discard pile, the top first.", 'pile red "Watchtower", 2 red'),
    ScenarioWord("empty", "No card in a deck or pile; the rest of its cards is out of the game.", "deck red empty"),
    ScenarioWord("turn", "Whose turn it is, and in which phase.", "turn of P1, tax"),
    ScenarioWord(
        "P1:",
        "Give an answer: the id of an option, whole or one small step of it.",
        "P1: tax (0,1) (1,1) as yellow",
    ),
    ScenarioWord(
        "legal",
        "Answers that the player could give now; none is given.",
        "legal P1:\n    choose red\n    choose blue",
    ),
    ScenarioWord("illegal", "Answers that the player could not give now.", "illegal P1: tax (0,1) (1,-1) as yellow"),
    ScenarioWord("undo", "Take back the last answer.", "undo"),
    ScenarioWord(
        "copy",
        "From here on a copy of the game gets the same answers, and must end in the same position.",
        "copy",
    ),
    ScenarioWord("snapshot", "Compare a transcript of all that has happened with the one that is kept.", "snapshot"),
    ScenarioWord("expect", "What must be so now: one of the facts below.", "expect P1 holds 4 yellow"),
    ScenarioWord(
        "asked",
        "A player is asked; with `:` exactly these options, in any order.",
        'expect P1 is asked "Watchtower":\n    draw yellow\n    no',
    ),
    ScenarioWord("not asked", "A player is not asked.", "expect P2 is not asked"),
    ScenarioWord(
        "holds",
        "A number counts exactly; a title alone means at least one.",
        'expect P1 holds 4 yellow, no "Watchtower"',
    ),
    ScenarioWord("holds exactly", "These cards and no others.", 'expect P1 holds exactly "Watchtower", 2 green'),
    ScenarioWord(
        "has",
        "A card lies in a barony; face down, its title need not be said.",
        'expect P1 has "Watchtower" at (0,1)',
    ),
    ScenarioWord("has no", "No such card lies there.", 'expect P1 has no "Watchtower"'),
    ScenarioWord("has nothing", "The space is empty.", "expect P1 has nothing at (0,1)"),
    ScenarioWord("has cards", "The size of a deck or pile.", "expect deck red has 3 cards"),
    ScenarioWord("top", "The top cards of a deck or pile, the top first.", 'expect pile red top "Watchtower"'),
    ScenarioWord(
        "event",
        "It has happened since the last answer; further words (player, color, title, place) are part of it.",
        "expect event draw of P1 yellow",
    ),
    ScenarioWord("events", "It has happened exactly so often.", "expect 2 events draw of P1"),
    ScenarioWord("no event", "It has not happened.", "expect no event draw of P2"),
    ScenarioWord("winner", "The game is over, and these have won.", "expect winner P1"),
    ScenarioWord("no winner", "The game is over, and nobody has won.", "expect no winner"),
    ScenarioWord("game goes on", "The game is not over.", "expect game goes on"),
    ScenarioWord("turn of", "Whose turn it is, and in which phase.", "expect turn of P2, plays"),
    ScenarioWord("sees", "The player knows the fact, or the title of some card.", "expect P2 sees P1 holds 6 cards"),
    ScenarioWord("does not see", "The player does not know it.", 'expect P2 does not see "Watchtower"'),
)


def openers() -> tuple[str, ...]:
    """Return the words that a statement can begin with, but for the players."""
    return tuple(dict.fromkeys(word.example.split()[0] for word in SCENARIO_WORDS if word.example[:2] != "P1"))


def reference(words: Iterable[ScenarioWord] = SCENARIO_WORDS) -> str:
    """Return the reference of words of the scenario language: each with what it means, and an example."""
    entries = ((word.word, word.meaning, indent(word.example, " " * 8)) for word in words)
    return "\n".join(f"{word}\n    {meaning}\n{example}\n" for word, meaning, example in entries)
