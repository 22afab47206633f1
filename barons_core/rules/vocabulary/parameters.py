"""Parameters, and what may be allowed beyond the rules."""

from __future__ import annotations

from barons_core.language.words import Parameter, Permission, Word
from barons_core.rules.demands import DEMAND, DEMAND_OF_EACH
from barons_core.rules.placement import REPEAT
from barons_core.rules.plays import KEEP
from barons_core.rules.prices import ATTACK, CARD
from barons_core.rules.queries import REACH
from barons_core.rules.regions import COLORS, FOREIGN, SIZE, TOGETHER
from barons_core.rules.trade import WITH

PARAMETERS: tuple[Word, ...] = (
    Parameter(
        "what is adjacent",
        "Which spaces count as adjacent, for one player.",
        "let what is adjacent for you include corners",
        phrase="what counts as adjacent for {player:Player}",
        said={"include": "{value:Reach} count as adjacent for {player:Player} whenever that helps {player:Player}"},
        template="what is adjacent for {player:Player}",
        key="adjacent",
        type="Reach",
        layer="adjacency",
    ),
    Parameter(
        "the reach of a card",
        "Which spaces the text of that card counts as next to something, whatever counts for its controller.",
        "let the reach of this exclude corners",
        said={
            "exclude": "{value:Reach} never count as adjacent for the text of {card:Card}",
            "include": "{value:Reach} always count as adjacent for the text of {card:Card}",
        },
        template="the reach of {card:Card}",
        key=REACH,
        type="Reach",
        layer="adjacency",
    ),
    Parameter(
        "the size of a tax",
        "How many lands one taxation may take.",
        "let the size of your tax be at least 5",
        phrase="the most lands that {player:Owner} tax may take",
        said={"at least": "{player:Owner} tax may take up to {value:Number} land/lands"},
        template="the size of {player:Owner} tax",
        key=SIZE,
        layer="limits",
        spent="the first taxation",
    ),
    Parameter(
        "the colors of a tax",
        "How many colors of land one taxation may take.",
        "let the number of colors of your tax be at least 2",
        phrase="the most colors that {player:Owner} tax may take",
        said={"at least": "{player:Owner} tax may take lands of up to {value:Number} color/colors"},
        template="the number of colors of {player:Owner} tax",
        key=COLORS,
        layer="limits",
        spent="the first taxation",
    ),
    Parameter(
        "the additions that buildings take",
        "How much of the addition a building uses up.",
        "let the additions that your buildings take be 0",
        phrase="the number of {player:Owner} additions that each building uses up",
        said={
            "be": "each of {player:Owner} buildings, this one included, "
            "uses up {value:Number} of {player:Owner} additions"
        },
        template="the additions that {player:Owner} buildings take",
        key="additions taken by a building",
        layer="limits",
    ),
    Parameter(
        "the cards discarded for an action",
        "How many cards an action makes a player discard from hand.",
        "let the number of cards you discard from hand for an action fall by 1",
        said={
            "fall": "whenever the effect of {action:Card} makes {player:Player} discard from hand, "
            "it takes {value:Number} card/cards less in all, of your choice"
        },
        template="the number of cards {player:Player} discard/discards from hand for {action:Card}",
        key=DEMAND,
        layer="numbers",
        spent="the first discard that it changes",
    ),
    Parameter(
        "the cards of each color discarded for an action",
        "How many cards of each color that it asks for an action makes a player discard from hand.",
        "let the number of cards of each color you discard from hand for an action fall by 1",
        said={
            "fall": "whenever the effect of {action:Card} makes {player:Player} discard from hand, "
            "it takes {value:Number} card/cards less of each color that it asks for"
        },
        template="the number of cards of each color {player:Player} discard/discards from hand for {action:Card}",
        key=DEMAND_OF_EACH,
        layer="numbers",
    ),
    Parameter(
        "the cost of what is played",
        "The printed cost of a card that is played.",
        "let the cost of knights you play fall by 1 of your choice",
        said={
            "fall": "for {card:Card} {player:Player} play, pay {value:Number} card/cards less",
            "rise": "for {card:Card} {player:Player} play, pay {value:Number} card/cards more",
        },
        template="the cost of {card:Card} {player:Player} play/plays",
        key=CARD,
        layer="costs",
        order=("player", "card", "verb"),
        given={"verb": "play"},
        spent="the first such card played",
    ),
    Parameter(
        "the cost of what is built",
        "The printed cost of a card that is built.",
        "let the cost of buildings you build fall by 1 of your choice",
        said={
            "fall": "for {card:Card} {player:Player} build, pay {value:Number} card/cards less",
            "rise": "for {card:Card} {player:Player} build, pay {value:Number} card/cards more",
        },
        template="the cost of {card:Card} {player:Player} build/builds",
        key=CARD,
        layer="costs",
        order=("player", "card", "verb"),
        given={"verb": "build"},
        spent="the first such card built",
    ),
    Parameter(
        "the cost of an attack",
        "What an attack costs beyond the knight's own cost, once its target is known.",
        "let the cost of an attack by an enemy on your knight rise by 1 of the color of that knight",
        said={
            "rise": "an attack by {player:Player} on {target:Card} costs {value:Number} card/cards more",
            "fall": "an attack by {player:Player} on {target:Card} costs {value:Number} card/cards less",
        },
        template="the cost of an attack by {player:Player} on {target:Card}",
        key=ATTACK,
        layer="costs",
        order=("player", "knight", "target"),
        spent="the first such attack",
    ),
    Permission(
        "trade with",
        "Trade cards of the hands with that player.",
        "allow you to trade with a player",
        phrase="trade hand cards with {player:Player} who agrees in the plays phase of your turn, "
        "any number each way and as often as you like",
        template="trade with {player:Player}",
        key=WITH,
        spent="the first trade",
    ),
    Permission(
        "keep until carried out",
        "Discard an action that is played once it is carried out, not before.",
        "allow you to keep actions until carried out",
        phrase="discard {action:Card} after the effect instead of before it",
        template="keep {action:Card} until carried out",
        key=KEEP,
    ),
    Permission(
        "repeat the title of",
        "Have a card face up in the barony beside another of its title.",
        "allow you to repeat the title of a knight or a land",
        phrase="have {card:Card} face up beside another of the same title",
        template="repeat the title of {card:Card}",
        key=REPEAT,
    ),
    Permission(
        "tax a region of",
        "Tax a region of that player's barony.",
        "allow you to tax a region of an enemy, ignoring buildings",
        phrase="tax a region in the barony of {player:Player} instead of a region of your own",
        template="tax a region of {player:Player}",
        key=FOREIGN,
        spent="the first such taxation",
    ),
    Permission(
        "tax any lands",
        "Tax lands together, whatever their colors and however many, joined or not.",
        "allow you to tax any lands next to this, of any colors, unconnected, without limit",
        phrase="tax any number of {land:Card}, of any colors, joined or not, instead of a region",
        template="tax any {land:Card}, of any colors, unconnected, without limit",
        key=TOGETHER,
        spent="the first such taxation",
    ),
)
