"""Events: what triggers and prohibitions are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barons_core.language.words import EventWord, Word

if TYPE_CHECKING:
    from barons_core.rules.events import Tax


def _taxed_as(event: Tax, card: int, color: int) -> bool:
    """A land is, in a taxation, only what it is used as (BAR-TAX-08, BAR-MILL-06, BAR-MILL-07)."""
    return event.types.get(card) == color


EVENTS: tuple[Word, ...] = (
    EventWord(
        "play",
        "An action or a knight is played: when it is paid, after it is carried out.",
        "when you play another knight for its high cost:",
        key="play",
        roles={"actor": "Player", "card": "Card", "mode": "Mode"},
        finite="{actor:Player} play/plays {card:Card} [for its {mode:Mode} cost]",
        base="play {card:Card} [for its/their {mode:Mode} cost]",
        coming="the next {card:Card} {actor:Player} play/plays",
        order=("actor", "card", "mode"),
        subjects={"Player": "actor"},
        labels={"played card": "card", "played knight": "card"},
        when="paid for, not yet carried out",
    ),
    EventWord(
        "activate",
        "An ability of a card in play is used.",
        "forbid all players to activate buildings",
        key="activate",
        roles={"actor": "Player", "card": "Card"},
        finite="{actor:Player} activate/activates {card:Card}",
        base="activate {card:Card}",
        order=("actor", "card"),
        subjects={"Player": "actor"},
        labels={"activated building": "card"},
    ),
    EventWord(
        "build",
        "A building is built: paid for and placed.",
        "when you build a building:",
        key="build",
        roles={"actor": "Player", "card": "Card"},
        finite="{actor:Player} build/builds {card:Card}",
        base="build {card:Card}",
        order=("actor", "card"),
        subjects={"Player": "actor"},
        labels={"built card": "card"},
    ),
    EventWord(
        "add",
        "A land or building is new in a barony, by whatever way; moves, swaps and knights are not.",
        "when you add a land or a building:",
        key="add",
        roles={"actor": "Player", "card": "Card"},
        finite="{actor:Player} add/adds {card:Card}",
        base="",
        order=("actor", "card"),
        subjects={"Player": "actor"},
        labels={"added card": "card"},
    ),
    EventWord(
        "attack",
        "A knight attacks a card.",
        "after you attack with a knight:",
        key="attack",
        roles={"actor": "Player", "knight": "Card", "target": "Card"},
        finite="{actor:Player} attack/attacks [{target:Card}] [with {knight:Card}]",
        base="attack {target:Card}",
        order=("actor", "knight", "target"),
        subjects={"Player": "actor", "Card": "knight"},
        labels={"attacked card": "target", "attacking knight": "knight"},
    ),
    EventWord(
        "eliminate",
        "The target of an attack leaves play.",
        "instead of eliminating a land with this:",
        key="eliminate",
        roles={"actor": "Player", "card": "Card", "knight": "Card"},
        gerund="eliminating {card:Card} [with {knight:Card}]",
        finite="{actor:Player} eliminate/eliminates {card:Card} [with {knight:Card}]",
        order=("actor", "card"),
        subjects={"Player": "actor"},
        labels={"eliminated card": "card"},
    ),
    EventWord(
        "protect",
        "A castle or knight protects a card beside it from attacks.",
        "forbid your knights to protect this",
        key="protect",
        roles={"protector": "Card", "card": "Card"},
        base="protect {card:Card}",
        order=("protector", "card"),
        subjects={"Card": "protector"},
    ),
    EventWord(
        "tax",
        "Lands are taxed; bonuses come when, further draws after it.",
        "when you tax at least 2 pastures:",
        key="tax",
        roles={"actor": "Player", "lands": "Cards", "color": "Color", "colors": "Colors"},
        finite="{actor:Player} tax/taxes [{lands:Cards}]",
        base="tax {land:Card}",
        order=("actor", "land"),
        subjects={"Player": "actor"},
        labels={"taxed color": "color", "taxed colors": "colors"},
        reads={"terrain": _taxed_as},
    ),
    EventWord(
        "have taxed",
        "A taxation is over, with all that it gave.",
        "after you have taxed exactly 1 land:",
        key="taxed",
        roles={
            "actor": "Player",
            "lands": "Cards",
            "color": "Color",
            "colors": "Colors",
            "drawn_colors": "Colors",
            "counted_cards": "Cards",
        },
        finite="{actor:Player} have/has taxed [{lands:Cards}]",
        order=("actor",),
        subjects={"Player": "actor"},
        labels={
            "taxed color": "color",
            "taxed colors": "colors",
            "drawn colors": "drawn_colors",
            "cards that tax gave without actions": "counted_cards",
        },
        reads={"terrain": _taxed_as},
    ),
    EventWord(
        "draw",
        "A card is drawn.",
        "after an enemy draws a card:",
        key="draw",
        roles={"actor": "Player", "card": "Card"},
        finite="{actor:Player} draw/draws {card:Card}",
        gerund="{actor:Player} drawing {card:Card}",
        order=("actor", "card"),
        subjects={"Player": "actor"},
        labels={"drawn card": "card"},
    ),
    EventWord(
        "discard",
        "A card is discarded.",
        "after you discard a card:",
        key="discard",
        roles={"actor": "Player", "card": "Card"},
        finite="{actor:Player} discard/discards {card:Card}",
        gerund="{actor:Player} discarding {card:Card}",
        order=("actor", "card"),
        subjects={"Player": "actor"},
        labels={"discarded card": "card"},
    ),
)
