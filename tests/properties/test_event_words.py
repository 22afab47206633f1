"""What card text reads of an event is there when it happens: no trigger waits for something that never is."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from unittest import mock

import pytest

from barons_core import plugins
from barons_core.engine.events import Event
from barons_core.engine.game import Game
from barons_core.engine.triggers import Triggers
from barons_core.language.words import EventWord, Vocabulary
from tests.properties.games import Table, walk
from tests.properties.made_up import in_play, with_cards

WORDS = {word.key: word for word in Vocabulary.of(*plugins.words()).events}
# What a rule is asked about but never makes an event of.
ASKED_ONLY = {"protect", "shield"}
BELL = """
building "Bell" in red x3:
    cost none
    when you begin a turn:
        draw 1 red
    when you end a turn:
        draw 1 blue
"""


def happened(games: int) -> dict[str, list[Event]]:
    """Return the events of some random games by key."""
    found: dict[str, list[Event]] = defaultdict(list)
    count, moment = Triggers.count, Triggers.moment

    def counted(self: Triggers, event: Event) -> None:
        found[event.key].append(event)
        count(self, event)

    def heard(self: Triggers, when: str, event: Event) -> Any:
        found[event.key].append(event)
        return moment(self, when, event)

    with mock.patch.object(Triggers, "count", counted), mock.patch.object(Triggers, "moment", heard):
        for seed in range(games):
            for _ in walk("directors_cut", 3, seed, 40):
                pass
        # The turn begins and ends without an event where nobody listens.
        for _ in Table(Game(with_cards(BELL), 3, 1), 1).walk(4):
            pass
    return found


def missing(word: EventWord, event: Event) -> list[str]:
    """Return the roles of a word that an event has not."""
    attributes = [*word.roles, *word.labels.values()]
    return [role for role in attributes if getattr(event, role, None) is None]


@pytest.mark.source
def test_every_event_has_all_the_roles_of_its_word() -> None:
    events = happened(12)

    assert set(WORDS) - ASKED_ONLY <= set(events)
    assert {key: missing(WORDS[key], event) for key in WORDS for event in events[key]
            if missing(WORDS[key], event)} == {}  # fmt: skip


def test_a_trigger_of_a_plain_move_fires() -> None:
    listens = "building \"Well\" in red x4:\n    cost none\n    after you {}:\n        draw 1 blue\n"
    for text, answer, draws in (("draw a card", "tax (1,0) as blue", 2), ("tax", "tax (0,1) as yellow", 1)):
        game = in_play(with_cards(listens.format(text)), "Well", seed=3)
        before = game.state.tally[0][1]
        game.budget = 30
        game.answer(answer)
        assert game.fault is not None if text == "draw a card" else game.state.tally[0][1] == before + 1
        assert draws
