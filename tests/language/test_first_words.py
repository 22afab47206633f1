"""A first word of a line that is another form of the right one is told where it stands, with that one."""

import pytest

from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.reports import Report
from barons_core.language.ruleset_lines import ruleset_lines
from barons_core.language.words import Vocabulary
from barons_core.loading import library
from barons_core.plugins import words

CARD = 'building "Hut" in red x4:\n    cost 1 red\n'
ACTION = 'action "Hut" in red x4:\n    cost 1 red\n    play:\n'
LINES = [
    ("building", '@ "Hut" in red x4:\n    cost 1 red\n'),
    ("action", '@ "Hut" in red x4:\n    cost 1 red\n    play:\n        draw 1 red\n'),
    ("ruleset", '@ "Made up":\n    includes barons\n'),
    ("quantity", '@ "coins" of a player:\n    start 0\n'),
    ("start", 'quantity "coins" of a player:\n    @ 0\n'),
    ("cost", 'building "Hut" in red x4:\n    @ 1 red\n'),
    ("play", 'action "Hut" in red x4:\n    cost 1 red\n    @:\n        draw 1 red\n'),
    ("build", f"{CARD}    @:\n        draw 1 red\n"),
    ("let", f"{CARD}    @ the cost of an attack by you on a card fall by 1 of your choice\n"),
    ("allow", f"{CARD}    @ you to tax a region of an enemy\n"),
    ("forbid", f"{CARD}    @ enemies to attack this\n"),
    ("needs", f'{CARD}    @ you have a live "Church"\n'),
    ("counts", f"{CARD}    @ as a forest\n"),
    ("when", f"{CARD}    @ you tax at least 2 forests:\n        draw 1 red\n"),
    ("after", f"{CARD}    @ you have taxed:\n        draw 1 red\n"),
    ("may", f"{ACTION}        @ draw 1 red\n"),
    ("if", f"{ACTION}        @ you have a castle:\n            draw 1 red\n"),
]  # fmt: skip


def forms(word: str) -> list[str]:
    """Return other forms of a word: with an s or without it, as it was, with a capital letter."""
    return [word[:-1] if word.endswith("s") else f"{word}s", f"{word}d" if word.endswith("e") else f"{word}ed",
            word.capitalize()]  # fmt: skip


def reports(text: str) -> list[Report]:
    """Return what is wrong with a text beside all built-in packs."""
    sources = [source for pack in library().packs for source in pack.sources()]
    found = check_declarations([*sources, SourceFile("made_up.barons", text)], Vocabulary.of(*words())).reports
    return [report for report in found if report.span.file == "made_up.barons"]


def of_rulesets() -> list[tuple[str, str]]:
    """Return each line of rulesets: its first word, and a text with `@` in place of it."""
    found = []
    for entry in ruleset_lines():
        word = entry.spelling.split()[0]
        example = f"@{entry.example.removeprefix(word)}".replace("\n", "\n    ")
        players = "" if word == "players" else "    players 2 to 4\n"
        if word != "ruleset":
            found.append((word, f'ruleset "Made up":\n{players}    {example}\n'))
    return found


@pytest.mark.parametrize(("word", "text"), [*LINES, *of_rulesets()])
def test_another_form_of_a_first_word(word: str, text: str) -> None:
    line = next(number for number, one in enumerate(text.split("\n"), 1) if "@" in one)
    column = text.split("\n")[line - 1].index("@") + 1
    assert reports(text.replace("@", word)) == []

    for form in forms(word):
        [report] = reports(text.replace("@", form))
        assert (report.span.line, report.span.column, report.fix) == (line, column, word), form
