"""Colors, kinds of cards, parts of the turn, boundaries."""

from __future__ import annotations

from barons_core.language.words import Boundary, Kind, PhaseWord, SetupWord, Value, Word

COLORS = ("red", "blue", "green", "yellow")
LAND_NAMES = {"red": "mine", "blue": "river", "green": "forest", "yellow": "pasture"}

STRUCTURE: tuple[Word, ...] = (
    *(
        Value(
            color,
            f"The color of one deck and its cards; face down they are {LAND_NAMES[color]}s.",
            f"cost 1 {color}",
            value=number,
        )
        for number, color in enumerate(COLORS)
    ),
    Value(
        "corners",
        "Spaces that touch at a corner only.",
        "let what is adjacent for you include corners",
        type="Reach",
        value="corners",
    ),
    Kind(
        "action",
        "A card that is played, discarded and then carried out.",
        'action "Title" in yellow x3:',
        sections=("play",),
        stays=False,
        joined=True,
    ),
    Kind(
        "building",
        "A card that is built in the barony and works there.",
        'building "Title" in red x5:',
        sections=("build", "activate", "free", "action", "with"),
    ),
    Kind(
        "knight",
        "A card that attacks, defends, or does both for its high cost.",
        'knight "Title" in green x3:',
        sections=("play", "free", "action", "with"),
        labels=("low", "high"),
        joined=True,
    ),
    Kind(
        "land",
        "A card that, face up, counts as land of several types.",
        'land "Title" in blue x5:',
        sections=("build", "free", "action", "with"),
    ),
    Kind("castle", "The card that each barony begins with.", 'castle "Title":', deck=False),
    SetupWord(
        "lands from the decks",
        "Around each castle the top card of each deck is laid face down, unseen.",
        "lands from the decks",
        template="lands from the decks",
    ),
    SetupWord(
        "lands from the hands",
        "Each player lays one card of each color of the hand face down around the castle, all at once.",
        "lands from the hands",
        template="lands from the hands",
    ),
    SetupWord(
        "cards from each deck",
        "Each player is dealt that many cards of each deck.",
        "1 card from each deck",
        template="{n:Number} card/cards from each deck",
    ),
    SetupWord(
        "cards from one deck",
        "Each player picks a deck, all at once, and draws that many of its cards.",
        "3 cards from one deck",
        template="{n:Number} card/cards from one deck",
    ),
    SetupWord(
        "discards",
        "Each player discards that many cards from hand, all at once.",
        "1 discard",
        template="{n:Number} discard/discards",
    ),
    SetupWord(
        "the first title starts",
        "Whoever discarded the alphabetically first title has the first turn; a tie is drawn.",
        "the first title starts",
        template="the first title starts",
    ),
    SetupWord(
        "left of the last ready starts",
        "The player to the left of whoever was ready last has the first turn.",
        "left of the last ready starts",
        template="left of the last ready starts",
    ),
    PhaseWord("plays", "Actions, knights, activations and trades, in any order and number.", "plays", counted=False),
    PhaseWord("addition", "Lands laid and buildings built, as many as the number says.", "1 addition", joined=True),
    PhaseWord("tax", "Taxations, as many as the number says.", "1 tax", joined=True),
    PhaseWord("action", "Uses of `action:` sections, as many as the number says.", "1 action"),
    Boundary(
        "the start of your next turn",
        "Until that player's next turn begins.",
        "until the start of your next turn:",
        template="the start of {player:Owner} next turn",
        expiry="start of turn",
    ),
    Boundary(
        "the end of your next turn",
        "Until that player's next turn ends.",
        "until the end of your next turn:",
        template="the end of {player:Owner} next turn",
        expiry="end of next turn",
    ),
)
