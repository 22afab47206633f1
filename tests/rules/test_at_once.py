"""What several players do at once is theirs: `check` refuses a line by which two could take or fill the same."""

from typing import Any

import pytest

from barons_core.engine.game import Game
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.words import Verb, Vocabulary, Word
from barons_core.testing.position import Piece, set_position
from tests.language.built_in import vocabulary
from tests.properties.made_up import with_cards

# For each verb that claims anything: lines over what is common or another's, and lines over what is their own.
LINES: dict[str, tuple[list[str], list[str]]] = {
    "discard": (
        ["discard a card from your hand", "discard a land of a player", "discard this", "discard given",
         "choose a card next to this as lost; discard lost", "discard the top 2 of source",
         "look at the top 2 of source as seen; discard the rest of seen", "discard a card in hand",
         "choose a card of their barony and a card of your barony as lost; discard lost",
         "if this is live:; .choose a card from their hand as x; else:; .choose a card from your hand as x; discard x"],
        ["discard a card from their hand", "choose 2 cards of their barony as lost; discard 1 of lost",
         "choose a card of their barony as one; discard a card next to one",
         "if this is live:; .choose a card from their hand as x; else:; .choose a land of their barony as x; discard x",
         "discard bid", "choose a card from their hand or a card of their barony as lost; discard lost"],
    ),
    "discard in any order": (["discard in any order 2 cards from your hand"],
                             ["discard in any order 2 cards from their hand"]),
    "discard of each": (["you discard 1 of each color", "victim discards 1 of each color"],
                        ["discard 1 of each color", "they discard 1 of each color"]),
    "discard of a color": (
        ["discard 1 red from your hand", "discard 1 red from the hand of victim", "you discard 1 red",
         "victim discards 1 red from their hand", "may discard 1 of red from your hand"],
        ["discard 1 red", "discard 1 red from their hand", "you discard 1 red from the hand of they"]),
    "discard all but": (["discard all but 1 card from your hand"], ["discard all but 1 card from their hand"]),
    "discard a hand": (["discard your hand"], ["discard their hand"]),
    "discard what lies on a space": (["you discard the card on spot"], ["discard the card on spot"]),
    "discard the top card of a deck": (
        ["discard the top card of source", "discard the top card of the deck of bid as found; reveal found"], []),
    "eliminate": (["eliminate a land of your barony", "eliminate an exposed land of a player"],
                  ["eliminate a land of their barony"]),
    "place in a barony": (["place a card of their barony in your barony", "place given in their barony"],
                          ["place a card of their barony in their barony"]),
    "place face down in a barony": (
        ["place a card from their hand face down in your barony",
         "place a card from your hand face down in their barony"],
        ["place a card from their hand face down in their barony"]),
    "place face down on a space": (
        ["you place bid face down on spot", "place given face down on spot"], ["place bid face down on spot"]),
    "return": (["return a land of your barony to their hand"], ["return a land of their barony to your hand"]),
    "take into hand": (["take given into their hand", "take the top 2 of source into their hand"],
                       ["take bid into your hand"]),
    "take unseen": (["take the top card of source unseen as t; place t face down in their barony"], []),
    "give": (["give given to victim"], ["give a card from their hand to victim"]),
    "move": (["move a card of your barony to a legal space"], ["move a card of their barony to a legal space"]),
    "swap": (["swap 2 cards of your barony"], ["swap 2 cards of their barony"]),
    "shuffle under": (["shuffle the pile of bid under its deck"], []),
}
ABOVE = """building "Court" in red x1:
    cost 1 red
    activate:
        choose an enemy as victim
        choose a card from your hand as given
        choose a deck with cards as source
        choose a space next to this as spot
        each player in turn order:
            choose a card from their hand as bid
        each player {}:
"""
READ = "        reveal given\n        victim draws 1 of source\n        discard the card on spot\n" \
       "        each player at once:\n            reveal bid\n"
REFUSED = [line for refused, _ in LINES.values() for line in refused]
ALLOWED = [line for _, allowed in LINES.values() for line in allowed]
UNCLAIMED = ["draw 1 of source", "you draw 1 red", "reveal given", "look at the top 2 of source", "reveal this",
             "this turn:; .let the size of your tax rise by 1"]


def _codes(line: str, order: str, *more: Word) -> list[str]:
    body = "".join(f"            {part.replace('.', '    ', 1) if part.startswith('.') else part}\n"
                   for part in line.split("; "))
    source = SourceFile("court.barons", ABOVE.format(order) + body + READ)
    found = check_declarations([source], Vocabulary.of(vocabulary().words, more))
    return [report.code for report in found.reports]


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_common_or_somebody_elses_is_for_one_after_another(line: str) -> None:
    assert _codes(line, "at once") == ["BC139"]
    assert _codes(line, "in turn order") == []


@pytest.mark.parametrize("line", ALLOWED + UNCLAIMED)
def test_what_is_their_own_is_for_all_at_once(line: str) -> None:
    assert _codes(line, "at once") == []


def test_each_verb_that_claims_anything_is_tried() -> None:
    assert {verb.spelling for verb in vocabulary().verbs if verb.claimed} == set(LINES)


def test_a_verb_of_a_pack_claims_the_cards_that_it_does_anything_to() -> None:
    """As long as it does not say itself what it claims."""
    hoist = Verb("hoist", "Lift.", "hoist this", template="hoist/hoists {card:Card} over {other:Card}",
                 makes=("return",))
    point = Verb("point", "Show.", "point at this", template="point/points at {card:Card}")
    guard = Verb("guard", "Guard.", "guard this for bid", template="guard/guards {card:Card} for {other:Card}",
                 makes=("return",), claims=("other",))
    claims = {"hoist this over bid": "BC139", "hoist bid over given": "BC139", "hoist bid over bid": "",
              "point at given": "", "guard bid for given": "BC139", "guard given for bid": ""}

    assert {line: "".join(_codes(line, "at once", hoist, point, guard)) for line in claims} == claims


TWICE = """
action "Levy" in green x3:
    cost none
    play:
        each player at once:
            {}
"""


def _levy(*lines: str, hand: int = 3, **more: Any) -> Game:
    """Return a game in which P1 has played a card of which everybody carries out these lines at once."""
    g = Game(with_cards(TWICE.format("\n            ".join(lines))), 2, 1)
    cards = [Piece(color="red")] * hand
    set_position(g, hands={0: [Piece("Levy"), *cards], 1: cards}, **more)
    g.answer('play "Levy"')
    while g.choice is not None and g.choice.prompt == '"Levy"':
        g.answer(0)
    assert g.fault is None
    return g


@pytest.mark.parametrize("lines, left", [
    (["discard 1 red", "discard 1 red"], 1), (["discard 2 red", "discard 1 card from their hand"], 0),
    (["discard 1 red", "discard their hand"], 0), (["discard their hand", "discard 1 red"], 0),
    (["discard a card from their hand", "place a card from their hand face down in their barony"], 1),
])
def test_a_card_is_chosen_by_one_line_only(lines: list[str], left: int) -> None:
    g = _levy(*lines)

    assert [len(g.state.zones[g.layout.hand(seat)]) for seat in range(2)] == [left, left]


def test_a_space_is_filled_by_one_line_only() -> None:
    g = _levy(*["place a card from their hand face down in their barony"] * 3)

    assert [len(g.state.zones[g.layout.hand(seat)]) for seat in range(2)] == [0, 0]
    # The castle, and the lands beside it.
    assert [len(g.state.boards[seat]) for seat in range(2)] == [4, 4]


def test_lines_that_follow_one_card_are_carried_out_in_order() -> None:
    g = _levy("choose a card from their hand as sent", "place sent face down in their barony",
              "return sent to their hand", "discard sent")

    assert [len(g.state.zones[g.layout.hand(seat)]) for seat in range(2)] == [2, 2]
    assert [len(g.state.boards[seat]) for seat in range(2)] == [1, 1]
