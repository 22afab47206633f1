"""Nouns and adjectives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from barons_core.language.words import Adjective, Noun, Word
from barons_core.rules import queries
from barons_core.rules.kinds import kind as kind_of
from barons_core.rules.kinds import land_types
from barons_core.rules.vocabulary.structure import COLORS, LAND_NAMES

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.model.definitions import Source


def _is_kind(kind: str) -> Callable[[Game, Source, int], bool]:
    def is_kind(g: Game, s: Source, card: int) -> bool:
        return kind_of(g, card) == kind

    return is_kind


def _is_type(color: int) -> Callable[[Game, Source, int], bool]:
    def is_type(g: Game, s: Source, card: int) -> bool:
        return color in land_types(g, card)

    return is_type


def _is_enemy(g: Game, s: Source, seat: int) -> bool:
    return seat != s.you


def _all_colors(g: Game, s: Source) -> list[int]:
    return list(range(len(g.content.colors)))


def _kind(word: str, meaning: str, example: str) -> Noun:
    plural = {"castle": "castles"}.get(word, word + "s")
    return Noun(word, meaning, example, plural=plural, test=_is_kind(word), domain=queries.in_play, kind=word)


NOUNS: tuple[Word, ...] = (
    Noun("card", "Any card.", "discard a card from your hand", plural="cards", domain=queries.in_play),
    _kind("land", "A face-down card in a barony, or a face-up card of that kind.", "count(your live lands) >= 10"),
    _kind("building", "A face-up building; in a hand, a card of that kind.", "count(their live buildings)"),
    _kind(
        "knight",
        "A face-up knight; in a hand, a card of that kind.",
        "return a knight of an enemy to the hand of its holder",
    ),
    _kind("castle", "The card that each barony begins with.", "choose a card of your barony except a castle as lifted"),
    _kind("action", "A card of that kind, in a hand or as it is played.", "forbid all players to play actions"),
    *(
        Noun(
            LAND_NAMES[color],
            f"A land that counts as {color}: face down and {color}, or face up of that type.",
            f"when you tax at least 2 {LAND_NAMES[color]}s:",
            plural=LAND_NAMES[color] + "s",
            test=_is_type(number),
            domain=queries.in_play,
            value=number,
            group="terrain",
            layer="types",
        )
        for number, color in enumerate(COLORS)
    ),
    Noun(
        "player",
        "Anybody in the game.",
        "each player at once:",
        plural="players",
        type="Player",
        domain=queries.players,
    ),
    Noun(
        "enemy",
        "Any player but the one whose card speaks.",
        "choose an enemy with a card in hand as giver",
        plural="enemies",
        type="Player",
        test=_is_enemy,
        domain=queries.enemies,
    ),
    Noun(
        "color",
        "One of the colors of the decks.",
        "choose a color as wanted",
        plural="colors",
        type="Color",
        domain=_all_colors,
    ),
    Noun(
        "deck",
        "The draw pile of a color.",
        "choose a deck with cards as source",
        plural="decks",
        type="Deck",
        domain=_all_colors,
    ),
    Noun(
        "space",
        "A place in a barony, empty or not.",
        "choose a space on or next to this as spot",
        plural="spaces",
        type="Space",
    ),
    Adjective(
        "live",
        "Connected to the castle and face up, so that its text is in force.",
        'you have a live "Title"',
        test=queries.is_live,
        layer="liveness",
    ),
    Adjective(
        "connected",
        "Linked to its castle by a chain of adjacent cards.",
        "count(your connected lands)",
        test=queries.is_connected,
        layer="connection",
    ),
    Adjective(
        "exposed",
        "Neither protected nor surrounded, as the controller of the text sees it, so that a knight might attack it.",
        "return an exposed knight of an enemy to the hand of its holder",
        test=queries.is_exposed,
        layer="liveness",
    ),
    Adjective("face-down", "Lying face down.", "count(your face-down lands) >= 3", test=queries.is_face_down),
)
