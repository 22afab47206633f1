"""The faults that other engines really had, each with its guard here: `test_pitfall_NN` is row NN of the list.

Where a scenario shows the case best it stands in FAULTS or TRAPS and is played here once more, so that nobody takes it
away unawares; what is a kind and not a case is a property over random games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from barons_core import ruleset
from barons_core.bots import Uniform
from barons_core.engine import bills, costs, effects, triggers
from barons_core.engine import game as game_module
from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.choices import Choice
from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.engine.history import History
from barons_core.engine.log import Entry
from barons_core.language.check import SourceFile, check_declarations
from barons_core.language.cursor import Cursor
from barons_core.language.words import Vocabulary
from barons_core.loading import content
from barons_core.model.state import State
from barons_core.plugins import words
from barons_core.referee import BotFailure, play_game
from barons_core.rules import placement, prices, verbs
from barons_core.simulation import make_bot
from barons_core.testing.position import Piece, set_position
from barons_core.testing.scenario_failure import ScenarioFailure
from barons_core.testing.scenario_run import Scenario
from tests.citations import ROOT
from tests.properties.branching import check_undo
from tests.properties.conservation import check_conservation
from tests.properties.games import SEATS, chance, play_on, walk, walk_rich
from tests.properties.made_up import in_play, with_cards
from tests.properties.mirrors import check_seats
from tests.properties.options import check_completion, check_ids
from tests.properties.payments import check_prices
from tests.properties.questions import content_of_questions, walk_questions
from tests.properties.secrets import check_secrets
from tests.properties.test_secrets import names_only_what_is_known
from tests.sources import CARDS

Shown = Mapping[str, tuple[str, ...]]

FAULTS: dict[int, Shown] = {
    1: {"commandingknight": ("the next knight may be played for its lower cost, for nothing",
                             "two Commanding Knights in a row lower the next cost by one card only"),
        "holyknight": ("with a Holy Knight and a Guildhall a Cathedral costs six cards",),
        "cost": ("a cost can fall to nothing",)},
    2: {"guildhall": ("a Guildhall helps with a Church",
                      "two cards too few are too few for a Church even with a Guildhall"),
        "armory": ("a knight whose surcharge cannot be paid is no target",)},
    3: {"yellowknights": ("a high cost that a Commanding Knight lowers is a high cost still",
                          "a knight played for its low cost wakes no yellow knight")},
    4: {"monastery": ("a deck of fewer than four cards gets its shuffled discards underneath, the paid card too",),
        "cost": ("a card due from an empty deck is drawn from the shuffled pile",)},
    5: {"monastery": ("the card that pays for a Monastery takes part in the reshuffle",
                      "a Monastery that finds fewer than four cards shows all of them",
                      "a deck of four cards is enough for a Monastery, its pile stays as it is"),
        "searchforgold": ("the Search for Gold that is played may be the card that it finds",),
        "open_a": ("a deck is not made anew before a card is due",
                   "in the middle of a draw the pile becomes the deck")},
    6: {"papaldecree": ("a Papal Decree taxes a region of another player, who loses nothing",),
        "tavern": ("with a Tavern a chosen player gives a card, and gets one",),
        "rebelliousknight": ("a Rebellious Knight names an opponent, who picks a knight to hand over",)},
    7: {"peasantrevolt": ("nobody sees what another loses before everybody has picked",)},
    8: {"kingstax": ("King's Tax leaves four cards and one for each building",),
        "tithe": ("Tithe takes at most one card of each color",)},
    9: {"outpost": ("the card of an Outpost is placed unseen, and only its owner may look at it then",),
        "populationboom": ("a Population Boom lays a card of the hand face down, on a linked space",)},
    10: {"knight": ("a knight does not defend beside its like",), "church": ("no second Church is built in a barony",),
         "open_a": ("a knight that is played for its higher cost does not steal its like",
                    "a second Church is not built")},
    11: {"drought": ("two Droughts end with the next turns of their players",),
         "prayer": ("a Prayer ends as its player's next turn begins",),
         "barnraising": ("Barn Raising ends with its turn",)},
    12: {"famine": ("whoever holds no card of the color loses nothing to a Famine",),
         "rebelliousknight": ("an opponent without a knight in hand gives nothing, whatever lies in play",),
         "peasantrevolt": ("with a Castle only nothing is lost to a Peasant Revolt",)},
}

TRAPS: Shown = {
    "stables": ("Stables are placed where an edge links them", "Stables stay in force when corners alone link them",
                "Stables are asked purpose by purpose: "
                "a card may be surrounded by edges and a region joined by corners",
                "an opponent's Stables are not switched off by one's own"),
    "armoredknight": ("a knight that was returned costs no surcharge of an Armory",
                      "a card that the return of an Armored Knight lays open may be attacked"),
    "guardianknight": ("a Guardian Knight saves one card of a Tithe, of a color that its owner picks",),
    "papaldecree": ("neither Mill nor Town Hall of anybody helps a Papal Decree",),
    "drought": ("a special land of the color cannot be taxed as anything in a Drought",
                "a barred land still powers a Mill",
                "a barred land still links what lies behind it"),
    "masonslodge": ("a Mason's Lodge works in the turn in which it is built", "a Mason's Lodge cannot follow a land"),
    "cathedral": ("the title of the Church does not bar the Cathedral",),
    "action": ("an ability is used once a turn, each of different buildings",
               "a building that is linked again is used in the same phase"),
    "knight": ("a knight that is cut off protects nothing",),
}


@cache
def scenarios(stem: str) -> dict[str, Scenario]:
    """Return the scenarios of a file by title."""
    folders = [ROOT / "tests" / "scenarios", ROOT / "barons_cards"]
    [file] = [path for folder in folders for path in folder.rglob(f"{stem}.scenario")]
    return {each.title: each for each in Scenario.load(file, "directors_cut")}


def play(shown: Shown) -> None:
    """Play scenarios; each must be there and hold."""
    for stem, titles in shown.items():
        for title in titles:
            assert title in scenarios(stem), f"{stem}.scenario no longer has {title!r}"
            scenarios(stem)[title].run(ruleset)


def positions(turns: int = 30, games: int = 2) -> Iterator[Game]:
    """Yield positions of random games of 2 to 6 players, many of them with rich boards."""
    for players in SEATS:
        for seed in range(games):
            yield from walk_rich("directors_cut", players, 700 + seed, turns)


def sampled(share: float, *name: object) -> Iterator[Game]:
    """Yield that share of the positions, at boundaries."""
    random = chance("pitfalls", *name)
    return (game for game in positions() if game.at_boundary and random.random() < share)


@pytest.mark.parametrize("row", sorted(FAULTS))
def test_the_scenarios_of_a_fault_hold(row: int) -> None:
    play(FAULTS[row])


@pytest.mark.parametrize("stem", sorted(TRAPS))
def test_the_scenarios_of_a_trap_hold(stem: str) -> None:
    play({stem: TRAPS[stem]})


def test_every_row_has_its_test() -> None:
    assert all(f"test_pitfall_{row:02}" in globals() for row in range(1, 16))


CHEAP = """\
building "Bazaar" in red x4:
    cost none
    let the cost of buildings you build fall by 9 of your choice

building "Shed" in red x4:
    cost 1 red, 1 green
"""


def test_pitfall_01() -> None:
    """A discount larger than the price costs nothing, and pays nobody."""
    game = in_play(with_cards(CHEAP), "Bazaar")
    game.state.phase = 1
    hand = game.layout.hand(0)
    game.state.move(next(card for card in range(len(game.definition)) if game.title(card) == "Shed"), hand)
    game.rebase()
    held = len(game.state.zones[hand])
    assert game.choice is not None
    game.answer(next(number for number, text in enumerate(game.choice.ids()) if text.startswith('build "Shed"')))
    while not game.at_boundary and game.choice is not None:
        game.answer(0)

    assert len(game.state.zones[hand]) == held - 1
    for each in sampled(0.3, 1):
        check_prices(each)


def test_pitfall_02() -> None:
    """A card is on offer exactly when some way to pay for it completes."""
    random = chance("pitfall 2")
    for game in sampled(0.04, 2):
        check_prices(game)
        check_completion(game, random)


def test_pitfall_03() -> None:
    """Mode and price stand on the event: a listener reads them after the discount is gone."""
    play(FAULTS[3])


def test_pitfall_04() -> None:
    """Every card is somewhere exactly once, per color, after every step."""
    for game in positions(15):
        check_conservation(game)


@pytest.mark.parametrize("left", range(5))
def test_pitfall_05(left: int) -> None:
    """A pile becomes the deck on need only: when a card is due from an empty deck, not when the last one leaves."""
    game = Game(content("barons"), 2, 5)
    play_on(game, chance("pitfall 5"), 40)
    layout, state = game.layout, game.state
    while len(state.zones[layout.deck(0)]) > left:
        card = state.zones[layout.deck(0)][-1]
        state.move(card, layout.pile(0))
    before = len(state.zones[layout.pile(0)])

    assert list(verbs.draw(game, game.source(-1, 0), 0, 2, 0)) == []
    shuffled = left < 2
    assert len(state.zones[layout.pile(0)]) == (0 if shuffled else before)
    assert len(state.zones[layout.deck(0)]) == (before + left - 2 if shuffled else left - 2)


def test_pitfall_06() -> None:
    """Seats rotated give the rotated game: actor, owner and chooser are not mixed up."""
    random = chance("pitfall 6")
    for game in sampled(0.05, 6):
        check_seats(game, random, 30)


def test_pitfall_07() -> None:
    """Nobody sees what others pick at the same time: worlds that differ in it look the same."""
    play(FAULTS[7])
    random = chance("pitfall 7")
    for game in sampled(0.03, 7):
        check_secrets(game, random, 15)


def test_pitfall_08() -> None:
    """A whole answer is checked as a set: no card stands in it twice, and no card too many."""
    refused = 0
    for each in walk("barons", 3, 8, 60):
        choice = each.choice
        assert choice is not None
        text = choice.ids()[0]
        for answer in (f"{text} {text}", f"{text} {' '.join(choice.ids())}"):
            branch = each.copy()
            with pytest.raises(IllegalAnswer):
                branch.answer(answer)
            assert fingerprint(branch.state) == fingerprint(each.state)
            refused += 1

    assert refused > 100


def test_pitfall_09() -> None:
    """A line of the log names a card to those only who know it."""
    for seed in range(3):
        game = Game(content("barons"), 3, seed, observers=[names_only_what_is_known])
        play_game(game, [make_bot("random", seed, seat) for seat in range(3)], turns=60)

        assert game.fault is None


def test_pitfall_10() -> None:
    """Whatever way a card came into a barony: no title lies face up there twice, no Church beside another."""
    for game in positions():
        for board in game.state.boards:
            titles = [game.title_in_play(card) for card in board.values() if not game.state.down[card]]

            assert len(titles) == len(set(titles))


@pytest.mark.parametrize("players", SEATS)
def test_pitfall_11(players: int) -> None:
    """What lasts until a player's next turn ends as that turn begins, with any number of players in between."""
    game = Game(content("barons"), players, 1)
    land = {"(0,1)": Piece(color="green", down=True)}
    set_position(game, boards=dict.fromkeys(range(players), land), hands={0: [Piece("Drought")]}, phase="plays")
    start = game.state.turn
    game.answer('play "Drought"')
    game.answer(0)
    assert len(game.state.effects) == 1
    while game.state.effects and game.choice is not None:
        assert game.state.turn < start + players
        game.answer(len(game.choice.options) - 1)

    assert (game.state.turn, game.state.seat) == (start + players, 0)


def test_pitfall_12() -> None:
    """Every position has an option, and no id stands twice, whatever cards may ask."""
    for game in positions():
        check_ids(game)
    for _, game in walk_questions(content_of_questions(), chance("pitfall 12")):
        check_ids(game)


RING = """\
building "Spring" in red x4:
    cost none
    after you discard a card:
        draw 1 red

building "Drain" in blue x4:
    cost none
    after you draw a card:
        discard the drawn card
"""


def test_pitfall_13() -> None:
    """Triggers that feed each other end the game with the cycle named; bots end their turns though trades are free."""
    game = in_play(with_cards(RING), "Spring", "Drain")
    game.answer("tax (0,1) as yellow")
    assert game.fault is not None
    assert 'draw by "Spring" -> discard by "Drain"' in game.fault.message

    for seed in range(3):
        other = Game(content("barons"), 4, seed, log=False)
        play_game(other, [make_bot("random", seed, seat) for seat in range(4)], turns=40)
        assert other.over or other.state.turn > 40


def test_pitfall_14() -> None:
    """Taking back an answer in the middle of a play leaves nothing of it running."""
    random = chance("pitfall 14")
    tried = 0
    for game in (each for seed in range(4) for each in walk("barons", 2 + seed, 14 + seed, 40)):
        if game.at_boundary or random.random() > 0.2:
            continue
        check_undo(game.copy(), random)
        tried += 1

    assert tried > 10


def test_pitfall_15() -> None:
    """A word that is not known is a report, never dropped and never true: in each card, each word in turn."""
    random = chance("pitfall 15")
    vocabulary = Vocabulary.of(*words())
    for path in CARDS:
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            quoted = "".join(line.split('"')[1::2])
            found = [word for word in line.split() if word.isalpha() and word not in quoted]
            if not found or not line.startswith(" ") or random.random() > 0.15:
                continue
            word = found[int(random.random() * len(found))]
            start, text = declaration(lines, number)
            changed = line.replace(word, f"{word}qx", 1)
            source = SourceFile("one.barons", "\n".join([*text[:number - start], changed, *text[number - start + 1:]]))

            assert not check_declarations([source], vocabulary).sound, changed


def declaration(lines: list[str], number: int) -> tuple[int, list[str]]:
    """Return the first line and the text of the declaration that holds a line."""
    start = next(n for n in range(number, -1, -1) if lines[n][:1].strip())
    end = next((n for n in range(number + 1, len(lines)) if lines[n][:1].strip()), len(lines))
    return start, lines[start:end]


# Each fault put in: its guard notices it


def always(*args: Any) -> bool:
    """Say yes to everything."""
    return True


def full_price(g: Any, seat: int, price: Any, changes: Any, have: Any) -> bool:
    """Ask for the printed price, whatever lowers it."""
    return bills.affordable(price, have)


def early(self: Game, seat: int, n: int, color: int) -> int:
    """Shuffle when the last card is about to leave, not when one is due."""
    if len(self.state.zones[color]) <= n:
        self.state.move_all(self.layout.pile(color), color)
    return draw_quietly(self, seat, n, color)


draw_quietly = Game.draw_quietly


def interleaved(self: Game, s: Any, seats: Any, act: Any) -> Any:
    """Let each player act before the next one chooses."""
    for seat in [seat for seat in self.turn_order() if seat in set(seats)]:
        yield from act(seat)


def first_seat(self: Game, first: int | None = None) -> list[int]:
    """Begin with the first player instead of the active one."""
    return list(range(self.seats))


def twice(selection: Any, answer: str) -> Any:
    """Take an element for each word that names it, however often it is named."""
    options, _ = selection.step(())
    return tuple(option for option in options if selection.render(option) in answer) * 2 or None


def told_to_all(self: Entry, seat: int) -> Any:
    return self.data


def pay_out(g: Any, seat: int, bill: Any, free: int, have: Any, prompt: str) -> Any:
    """Hand out what a discount is larger than the price."""
    g.draw_quietly(seat, max(0, free - bill.total), 0)
    return (yield from drop(g, seat, bill, free, have, prompt))


drop = costs._drop


def as_lowered(self: Game, moment: str, event: Any) -> Any:
    """Call a cost low whenever something lowers it, instead of keeping what was played for."""
    if event.key == "play" and costs.adjustments(self, prices.CARD, event.actor, event.card, "play"):
        event.mode = "low"
    return moment_of(self, moment, event)


moment_of = Game.moment


def ask_for_nothing(self: Game, s: Any, who: int, verb: str) -> None:
    """Ask although there is nothing to choose from."""
    Choice(who, verb, (), str)


def by_title(self: Game, card: int, viewer: int) -> str:
    """Write a card as its title alone, whatever its color and place."""
    return self.title(card)


FAULTY: list[tuple[int, Any, str, Any, tuple[int, ...]]] = [
    (1, costs, "_drop", pay_out, ()),
    (2, costs, "_possible", full_price, ()),
    (3, Game, "moment", as_lowered, ()),
    (4, State, "_lift", lambda self, card: None, ()),
    (5, Game, "draw_quietly", early, (2,)),
    (6, Game, "turn_order", first_seat, ()),
    (7, Game, "at_once", interleaved, ()),
    (8, game_module, "whole_of", twice, ()),
    (9, Entry, "seen_by", told_to_all, ()),
    (10, placement, "title_free", always, ()),
    (11, effects, "_anchored", always, (3,)),
    (12, Game, "_nothing", ask_for_nothing, ()),
    (12, Game, "card_label", by_title, ()),
    (13, triggers, "_DEEPEST", 10**9, ()),
    (13, triggers, "_chain", lambda trail: trail[-1], ()),
    (13, Uniform, "patient", lambda self, choice, index: 0, ()),
    (14, History, "back_to", lambda self, answers: self.last, ()),
    (15, Cursor, "finish", lambda self: None, ()),
]
NOTICED = (AssertionError, pytest.fail.Exception, LookupError, ValueError, ScenarioFailure, BotFailure)


@pytest.mark.source
@pytest.mark.parametrize(("row", "home", "name", "fault", "arguments"),
                         [pytest.param(*each, id=f"{each[0]}-{each[2]}") for each in FAULTY])
def test_the_guard_of_a_row_notices_its_fault(row: int, home: Any, name: str, fault: Any, arguments: tuple[int, ...],
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, name, fault)

    with pytest.raises(NOTICED):
        globals()[f"test_pitfall_{row:02}"](*arguments)


def test_the_guard_of_every_row_is_tried() -> None:
    assert {row for row, *_ in FAULTY} == set(range(1, 16))
