"""Made-up cards in play beside the built-in ones, written as text, perhaps with words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from barons_core import plugins
from barons_core.engine.game import Game
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.compile import compile_card
from barons_core.language.words import Vocabulary, Word
from barons_core.loading import content
from barons_core.model.rulesets import Content
from barons_core.testing.position import Piece, set_position

FILE = "made_up.barons"


def with_cards(text: str, words: Sequence[Word] = ()) -> Content:
    """Return the core game with further cards, which `text` declares in the file `made_up.barons`."""
    checked = check_declarations([SourceFile(FILE, text)], Vocabulary.of(*plugins.words(), words))
    assert not [report for report in checked.reports if report.severity == "error"]
    cards = tuple(compile_card(card, checked.vocabulary) for card in checked.cards)
    plain = content("barons")
    heard = {trigger.key for card in cards for way in card.ways for trigger in way.abilities.triggers}
    return replace(plain, definitions=(*plain.definitions, *cards), heard=plain.heard | heard)


def in_play(found: Content, *titles: str, seed: int = 1) -> Game:
    """Return a game of two whose active player has cards in play, about to tax, and two cards in hand."""
    game = Game(found, 2, seed)
    board = {"(0,1)": Piece(color="yellow", down=True), "(1,0)": Piece(color="blue", down=True)}
    board |= {f"({n},0)": Piece(title) for n, title in enumerate(titles, 2)}
    hands = {0: [Piece(color="red"), Piece(color="green")], 1: [Piece(color="red")]}
    set_position(game, boards={0: board}, hands=hands, phase="tax")
    return game
