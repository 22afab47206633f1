"""A game written out: what is on the table, what is asked, what happens and by which line of a card."""

from __future__ import annotations

import linecache
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import FrameType
from typing import Any

from barons_core.engine.choices import Choice
from barons_core.engine.game import Game
from barons_core.engine.log import Entry, told
from barons_core.model.definitions import Source
from barons_core.model.drawing import draw_board
from barons_core.model.views import Seen, View, look

CARD_FILE = ".barons"
DOWN = "land"
_INDENT = "    "


def omniscient(game: Game) -> View:
    """Return the view of somebody who knows every card."""
    state = game.state.clone()
    state.known = [-1] * len(state.known)
    choice = game.choice
    asked = None if choice is None else (choice.player, choice.prompt)
    return look(state, game.board, game.definition, game.content.colors, 0, asked)


def cell_text(seen: Seen) -> str:
    """Return a card on a board as a scenario draws it; of a card face down never more than its back."""
    if seen.face_down:
        return f"{DOWN} {seen.color}"
    if seen.color is None:
        return seen.title or "?"
    return f'"{seen.title}"'


def card_text(seen: Seen) -> str:
    """Return a card of a hand or pile as a scenario names it: `red "Watchtower"`, or its color alone."""
    return " ".join(word for word in (seen.color, f'"{seen.title}"' if seen.title else "") if word)


def cards_text(cards: Iterable[Seen]) -> str:
    """Return cards as a scenario lists them, equal ones counted: `2 green, red "Watchtower"`."""
    counts = Counter(map(card_text, cards))
    return ", ".join(text if n == 1 and '"' in text else f"{n} {text}" for text, n in counts.items()) or "no cards"


def table_text(game: Game, view: View) -> list[str]:
    """Return baronies, hands and discard piles as lines."""
    lines: list[str] = []
    for seat in range(game.seats):
        lines += [f"{game.seat_label(seat)} holds {cards_text(view.hands[seat])}"]
        lines += [_INDENT + line for line in draw_board(game.board, view.boards[seat], cell_text)]
    for color, pile in zip(game.content.colors, view.piles, strict=True):
        lines += [f"pile {color} {_uncolored(cards_text(reversed(pile)), color)}"] if pile else []
    return lines


def _uncolored(text: str, color: str) -> str:
    """Return a list of cards without the color that all of them have."""
    return text.replace(f'{color} "', '"')


def question_text(choice: Choice) -> list[str]:
    """Return what is asked, as the lines of an expectation."""
    prompt = choice.prompt.strip('"')
    head = f"expect P{choice.player + 1} is asked"
    return [f'{head} "{prompt}":' if prompt else f"{head}:", *(_INDENT + option for option in choice.ids())]


def event_text(key: str, data: Mapping[str, Any]) -> str:
    """Return one line of the log, told in words."""
    rest = dict(data)
    player, frm, to = rest.pop("player", ""), rest.pop("frm", ""), rest.pop("to", "")
    words = [str(player)] if player else []
    words += [_value(rest.pop(name)) for name in ("card", "color") if name in rest and name not in ("frm", "to")]
    words += [f"{frm} -> {to}"] if frm or to else []
    words += [f"at {rest.pop('pos')}"] if "pos" in rest else []
    words += [f"{name} {_value(value)}" for name, value in rest.items() if value not in ("", [], ())]
    return f"{key}: {', '.join(words)}" if words else key


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(_value, value))
    return str(value)


class Transcript:
    """What has happened in a game so far, as lines. It is an observer, called with each entry of the log."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, game: Game, entry: Entry) -> None:
        """Add one event, with the line of card text that made it happen."""
        because = cause_text(game, sys._getframe(1))
        self.lines.append(f"  {event_text(entry.key, told(game, entry.data))}{because}")

    def start(self, game: Game) -> None:
        """Begin with the position as it is."""
        self.lines = [*table_text(game, omniscient(game)), f"turn of {turn_text(game)}"]

    def move(self, choice: Choice, answer: str) -> None:
        """Add what is asked and the answer to it."""
        asked = [line.removeprefix("expect ") for line in question_text(choice)]
        self.lines += ["", *asked, f"P{choice.player + 1}: {answer}"]

    def say(self, line: str) -> None:
        self.lines += ["", line]

    def text(self, game: Game) -> str:
        """Return everything as one text, the position as it is now at its end."""
        end = winner_text(game.winners) if game.over else f"turn of {turn_text(game)}"
        return "\n".join([*self.lines, "", *table_text(game, omniscient(game)), end]) + "\n"


def winner_text(winners: Sequence[int]) -> str:
    """Return who has won a game that is over, as a scenario says it."""
    return f"winner {', '.join(f'P{seat + 1}' for seat in winners)}" if winners else "no winner"


def turn_text(game: Game) -> str:
    """Return whose turn it is and in which phase, as a scenario says it."""
    phases = phase_names(game)
    phase = game.state.phase
    seat = game.seat_label(game.state.seat)
    return f"{seat}, {phases[phase]}" if 0 <= phase < len(phases) else seat


def phase_names(game: Game) -> Sequence[str]:
    """Return the phases of a turn, in order."""
    return [name for name, _ in game.content.ruleset.turn]


def cause_text(game: Game, frame: FrameType | None) -> str:
    """Return the card and the line of its text that is being carried out, or '' if the rules act."""
    found = _card_frame(frame)
    if found is None:
        return ""
    source = found.f_locals.get("s")
    title = f'"{game.title(source.card)}"' if isinstance(source, Source) else ""
    line = linecache.getline(found.f_code.co_filename, found.f_lineno).strip().rstrip(":")
    return f"  <- {': '.join(part for part in (title, line) if part)}"


def _card_frame(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame that carries out card text."""
    while frame is not None and not frame.f_code.co_filename.endswith(CARD_FILE):
        frame = frame.f_back
    return frame
