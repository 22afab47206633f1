"""Tell whether a fact holds, for all to see or as far as one player knows: one function a fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from barons_core.engine.game import Game
from barons_core.engine.log import told
from barons_core.frozen import frozen
from barons_core.model.views import Seen, View
from barons_core.testing.scenario_syntax import (
    Asked,
    Cards,
    Cell,
    Fact,
    GoesOn,
    Happened,
    Has,
    Holds,
    Size,
    Title,
    Top,
    TurnOf,
    Winners,
)
from barons_core.testing.transcript import (
    cards_text,
    cell_text,
    event_text,
    omniscient,
    phase_names,
    question_text,
    turn_text,
    winner_text,
)

_TOKEN = re.compile(r'"[^"]*"|\([^)]*\)|[\w\'-]+')
Event = tuple[str, dict[str, Any]]


@frozen
class Known:
    """What somebody knows of a game: one player (`seer`), or all; `events` since the last answer."""

    game: Game
    view: View
    events: tuple[Event, ...]
    seer: int | None = None


@frozen
class Finding:
    """Whether a fact holds; what is so instead, in words and as lines of a scenario."""

    holds: bool
    instead: str = ""
    paste: tuple[str, ...] = ()


def known(game: Game, seer: int | None, since: int) -> Known:
    """Return what a player knows (None: everything), events counted from that entry of the log on."""
    entries = game.log.entries[since:]
    if seer is None:
        return Known(game, omniscient(game), tuple((e.key, told(game, e.data)) for e in entries))
    seen = ((entry.key, entry.seen_by(seer)) for entry in entries)
    events = tuple((key, told(game, data)) for key, data in seen if data is not None)
    return Known(game, game.view(seer), events, seer)


def find_out(known: Known, fact: Fact) -> Finding:
    """Return whether a fact holds."""
    return FACTS[type(fact)](known, fact)


def player(seat: int) -> str:
    return f"P{seat + 1}"


# ------------------------------------------------------------------------------------------------ questions
def _asked(known: Known, fact: Asked) -> Finding:
    asked = known.view.asked
    if not fact.asked:
        holds = asked is None or asked[0] != fact.player
        return Finding(holds, f"{player(fact.player)} is asked", _question(known))
    if asked is None or asked[0] != fact.player:
        who = "nobody is" if asked is None else f"{player(asked[0])} is"
        return Finding(False, f"{who} asked", _question(known))
    if fact.prompt is not None and fact.prompt != asked[1].strip('"'):
        return Finding(False, f"{player(fact.player)} is asked {asked[1]}", _question(known))
    return _options(known, fact)


def _options(known: Known, fact: Asked) -> Finding:
    choice = known.game.choice
    if fact.options is None or choice is None:
        return Finding(True)
    if known.seer not in (None, fact.player):
        return Finding(False, "what somebody may answer is nobody else's to see")
    offered = choice.ids()
    if sorted(offered) == sorted(fact.options):
        return Finding(True)
    missing = [option for option in fact.options if option not in offered]
    further = [option for option in offered if option not in fact.options]
    parts = [f"not offered: {', '.join(missing)}"] if missing else []
    parts += [f"offered too: {', '.join(further)}"] if further else []
    return Finding(False, "; ".join(parts) or "an option is offered more than once", _question(known))


def _question(known: Known) -> tuple[str, ...]:
    choice = known.game.choice
    return tuple(question_text(choice)) if choice is not None and known.seer in (None, choice.player) else ()


# ------------------------------------------------------------------------------------------------ cards
def _is_among(cards: Cards, seen: Seen) -> bool:
    return cards.color in ("", seen.color) and cards.title in ("", seen.title)


def _holds(known: Known, fact: Holds) -> Finding:
    hand = known.view.hands[fact.player]
    holds = _exactly(fact.cards, hand) if fact.exactly else all(_enough(cards, hand) for cards in fact.cards)
    cards = cards_text(hand)
    text = f"{player(fact.player)} holds {cards}"
    return Finding(holds, text, (f"expect {player(fact.player)} holds exactly {cards}",))


def _enough(cards: Cards, hand: Sequence[Seen]) -> bool:
    count = sum(_is_among(cards, seen) for seen in hand)
    return count > 0 if cards.count is None else count == cards.count


def _exactly(wanted: Sequence[Cards], hand: Sequence[Seen]) -> bool:
    """Return whether the hand is just those cards; what names most is found first."""
    left = list(hand)
    for cards in sorted(wanted, key=lambda cards: (not cards.title, not cards.color)):
        for _ in range(1 if cards.count is None else cards.count):
            found = next((seen for seen in left if _is_among(cards, seen)), None)
            if found is None:
                return False
            left.remove(found)
    return not left


def _has(known: Known, fact: Has) -> Finding:
    board = known.game.board
    cells = {board.label(pos): seen for pos, seen in known.view.boards[fact.player].items()}
    looked = {fact.place: cells[fact.place]} if fact.place in cells else {} if fact.place else cells
    found = [place for place, seen in looked.items() if fact.cell is None or _lies(fact.cell, seen)]
    holds = bool(found) == (fact.has and fact.cell is not None)
    who = player(fact.player)
    if not fact.place:
        return Finding(holds, f"{who} has it at {', '.join(found)}" if found else f"{who} has none")
    there = cell_text(cells[fact.place]) if fact.place in cells else "nothing"
    return Finding(holds, f"{who} has {there} at {fact.place}", (f"expect {who} has {there} at {fact.place}",))


def _lies(cell: Cell, seen: Seen) -> bool:
    """Return whether a card on a board is the one that is meant."""
    if cell.center:
        return seen.color is None and not seen.face_down
    if cell.down:
        return seen.face_down and seen.color == cell.color and cell.title in ("", seen.title)
    return not seen.face_down and seen.title == (cell.way or cell.title)


def _stack(known: Known, zone: str, color: str) -> tuple[Seen, ...]:
    """Return a deck or pile from top to bottom."""
    stacks = known.view.tops if zone == "deck" else known.view.piles
    return stacks[known.game.content.colors.index(color)][::-1]


def _size(known: Known, fact: Size) -> Finding:
    count = len(_stack(known, fact.zone, fact.color))
    text = f"{fact.zone} {fact.color} has {count or 'no'} card{'' if count == 1 else 's'}"
    return Finding(count == fact.count, text, (f"expect {text}",))


def _top(known: Known, fact: Top) -> Finding:
    seen = _stack(known, fact.zone, fact.color)[: len(fact.titles)]
    titles = tuple(card.title or "?" for card in seen)
    text = f"{fact.zone} {fact.color} top " + ", ".join(f'"{title}"' for title in titles)
    if not titles:
        return Finding(
            False,
            f"the {fact.color} {fact.zone} is empty",
            (f"expect {fact.zone} {fact.color} has no cards",),
        )
    return Finding(titles == fact.titles, text, (f"expect {text}",))


def _title(known: Known, fact: Title) -> Finding:
    holds = any(seen.title == fact.title for seen in _all_cards(known.view))
    return Finding(holds, f'"{fact.title}" is not seen')


def _all_cards(view: View) -> Iterator[Seen]:
    for zone in (*view.hands, *view.piles, *view.tops, view.limbo):
        yield from zone
    for board in view.boards:
        yield from board.values()


# ------------------------------------------------------------------------------------------------ the game
def _happened(known: Known, fact: Happened) -> Finding:
    count = sum(key == fact.key and _details(data, fact.details) for key, data in known.events)
    holds = count > 0 if fact.count is None else count == fact.count
    lines = [event_text(key, data) for key, data in known.events]
    return Finding(holds, "; ".join(["since the last answer there was", *lines] if lines else ["nothing has happened"]))


def _details(data: dict[str, Any], details: Sequence[str]) -> bool:
    words = set(_words(list(data.values())))
    return all(_detail(data, detail, words) for detail in details)


def _detail(data: dict[str, Any], detail: str, words: set[str]) -> bool:
    if detail.startswith("of "):
        return data.get("player") == detail[3:]
    return detail.replace(" ", "") in words if detail.startswith("(") else detail in words


def _words(value: Any) -> Iterator[str]:
    """Yield the words of all texts and numbers within some data."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from _words(each)
    else:
        yield from _TOKEN.findall(str(value))


def _winners(known: Known, fact: Winners) -> Finding:
    holds = known.view.over and set(known.view.winners) == set(fact.players)
    return Finding(holds, *_end(known))


def _goes_on(known: Known, fact: GoesOn) -> Finding:
    return Finding(not known.view.over, *_end(known))


def _end(known: Known) -> tuple[str, tuple[str, ...]]:
    if not known.view.over:
        return "the game goes on", ("expect game goes on",)
    end = winner_text(known.view.winners)
    return f"the game is over; {end}", (f"expect {end}",)


def _turn_of(known: Known, fact: TurnOf) -> Finding:
    phases = phase_names(known.game)
    state = known.game.state
    phase = phases[state.phase] if 0 <= state.phase < len(phases) else ""
    holds = state.seat == fact.player and (not fact.phase or phase == phase_called(fact.phase, phases))
    text = f"turn of {turn_text(known.game)}"
    return Finding(holds, f"it is the {text}", (f"expect {text}",))


def phase_called(word: str, phases: Sequence[str]) -> str:
    """Return the phase that a word names (`taxing` names `tax`), or ''."""
    if word in phases:
        return word
    alike = [phase for phase in phases if phase[:3] == word[:3]]
    return alike[0] if len(alike) == 1 else ""


FACTS: dict[type[Fact], Callable[[Known, Any], Finding]] = {
    Asked: _asked,
    Holds: _holds,
    Has: _has,
    Size: _size,
    Top: _top,
    Title: _title,
    Happened: _happened,
    Winners: _winners,
    GoesOn: _goes_on,
    TurnOf: _turn_of,
}
