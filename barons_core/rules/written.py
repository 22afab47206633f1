"""How the rules write: the ids of their own questions, and the lines of their own in the log of a game.

What cards ask and do is written with the words of their verbs; this is the rest. Tests of cards are held against it:
an answer that reads like none of these is misspelt, and so is an event that is none of these.
"""

from __future__ import annotations

from typing import Final

ANSWERS: Final = (
    "play {card:Card} [as {way:Way}] [to attack/defend [and defend]]",
    "activate/use {card:Card} [{nth:Nth}]",
    "act/join with {card:Card} [{nth:Nth}]",
    "trade with {player:Player}",
    "offer {offers:Offers}",
    "ask {wants:Wants}",
    "give {cards:Cards}",
    "lay {card:Card} [face up] [at {space:Space}]",
    "build {card:Card} [as {way:Way}] [at {space:Space}]",
    "tax [of {player:Player}] {spaces:Spaces} [of {player:Player}] as {colors:Colors}",
    "attack {card:Card}",
    "cost {price:Price}",
    "pay {cards:Cards}",
    "drop {parts:Parts}",
    "spare {part:Part}",
    "first {title:Title} [{moment:Moment}] [{nth:Nth}]",
    "move to {space:Space}",
    "of {player:Player}",
    "at {space:Space}",
    "as {colors:Colors}",
    "{space:Space}",
    "{offer:Offer}",
    "{want:Want}",
    "yes/no/pass/done/withdraw/decline",
)  # fmt: skip
"""The ids of options, whole and in small steps, as templates."""

EVENTS: Final = frozenset({
    "activate", "attack", "cannot pay", "declines", "discard", "draw", "eliminate", "give", "move", "no place",
    "no target", "place", "play", "proposes", "remove", "return", "starts", "swap", "take", "tax", "turn",
})  # fmt: skip
"""The keys of the lines of the log."""
