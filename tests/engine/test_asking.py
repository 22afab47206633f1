from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from barons_core.engine.game import Game
from tests.engine.toy import Script, content, find, put

HAND = ("Ash", "Ash", "Birch", "Birch", "Cedar")


def asked(ask: Callable[[Game], Any], hand: tuple[str, ...] = HAND, seats: int = 2) -> tuple[Game, list[Any]]:
    answers: list[Any] = []

    def play(g: Game) -> Any:
        answers.append((yield from ask(g)))

    game = Game(content(rules=Script(play, hand)), seats, 1)
    game.answer("go")
    return game, answers


def ids(game: Game) -> list[str]:
    assert game.choice is not None
    return game.choice.ids()


def hand(g: Game, seat: int = 0) -> list[int]:
    return g.state.zones[g.layout.hand(seat)]


def test_equal_cards_in_hand_are_offered_once() -> None:
    game, answers = asked(lambda g: g.pick(None, 0, "give", "Card", hand(g)))

    assert ids(game) == ['give amber "Ash"', 'give amber "Birch"', 'give cyan "Cedar"']
    game.answer('give amber "Birch"')
    assert game.title(answers[0]) == "Birch"


def test_without_a_candidate_nothing_is_asked() -> None:
    game, answers = asked(lambda g: g.pick(None, 0, "give", "Card", []))

    assert answers == [None]
    assert ("nothing to choose", {"player": "P1", "verb": "give"}) in game.events(0)
    assert "nothing to choose" not in [key for key, _ in game.events(1)]


def test_one_candidate_is_taken_unless_it_is_optional() -> None:
    _, taken = asked(lambda g: g.pick(None, 0, "choose", "Color", [2]))
    game, _ = asked(lambda g: g.pick(None, 0, "choose", "Color", [2], optional=True))

    assert taken == [2]
    assert ids(game) == ["choose plum", "no"]


@pytest.mark.parametrize(("kind", "values", "expected"), [
    ("Player", [0, 1], ["x P1", "x P2"]),
    ("Color", [0, 1], ["x amber", "x cyan"]),
    ("Deck", [0, 2], ["x amber", "x plum"]),
    ("Space", [0, 1025], ["x (0,0)", "x (1,1)"]),
])
def test_each_kind_is_written_in_its_way(kind: str, values: list[int], expected: list[str]) -> None:
    game, _ = asked(lambda g: g.pick(None, 0, "x", kind, values))

    assert ids(game) == expected


def test_cards_on_boards_are_written_with_their_place_and_never_betrayed() -> None:
    def ask(g: Game) -> Any:
        cards = [put(g, "Ash", 0, 1), put(g, "Birch", 1, 1024), put(g, "Cedar", 0, 2, down=1)]
        return g.pick(None, 0, "x", "Card", cards)

    game, _ = asked(ask)

    assert sorted(ids(game)) == ['x "Ash" at (0,1)', 'x "Birch" at (1,0) of P2', "x blank cyan at (0,2)"]


def test_confirm_and_pick_one_of() -> None:
    game, yes = asked(lambda g: g.confirm(None, 0, "draw"))
    assert ids(game) == ["draw", "no"]
    game.answer("no")
    other, number = asked(lambda g: g.pick_one_of(None, 0, ["move", "swap"]))
    other.answer("swap")

    assert (yes, number) == ([False], [1])


def test_texts_that_read_alike_get_numbers_and_none_reads_like_an_answer() -> None:
    texts = ["go", "go", "go (2)", "no", "done", "pass", "go"]
    game, number = asked(lambda g: g.pick_one_of(None, 0, texts, optional=True))

    assert ids(game) == ["go", "go (3)", "go (2)", "choose no", "choose done", "choose pass", "go (4)", "no"]
    game.answer("go (3)")
    assert number == [1]


def hands(g: Game, *seats: int) -> list[int]:
    return [card for seat in seats for card in hand(g, seat)]


def test_cards_that_the_chooser_does_not_know_are_told_apart_by_whose_they_are() -> None:
    """Only where several read alike: P2 and P3 have cyan and plum cards only."""
    one, _ = asked(lambda g: g.pick(None, 0, "x", "Card", hand(g, 1)), seats=3)
    game, answers = asked(lambda g: g.pick(None, 0, "x", "Card", hands(g, 1, 2)), seats=3)
    several, _ = asked(lambda g: g.pick_some(None, 0, "x", "Card", hands(g, 1, 2), 1, 2), seats=3)
    colors = [{game.color[card] for card in hand(game, seat)} for seat in (1, 2)]

    assert all(text.endswith(" card") for text in ids(one))
    assert len(colors[0] & colors[1]) > 0
    for color, name in enumerate(game.content.colors):
        holders = [seat for seat in (1, 2) if color in colors[seat - 1]]
        places = [f" of P{seat + 1}" for seat in holders] if len(holders) > 1 else [""] * len(holders)
        assert [text for text in ids(game) if name in text] == [f"x {name} card{place}" for place in places]
        assert [text for text in ids(several) if name in text] == [f"{name} card{place}" for place in places]
    game.answer(next(text for text in ids(game) if text.endswith(" of P3")))
    assert answers[0] in hand(game, 2)


def test_equal_cards_that_the_chooser_knows_are_told_apart_by_whose_they_are() -> None:
    def ask(g: Game) -> Any:
        equal = [card for card in range(len(g.color)) if g.printed(card) == 'amber "Ash"'][:3]
        for card, zone in zip(equal, (g.layout.hand(0), g.layout.hand(1), 0), strict=True):
            g.state.move(card, zone)
            g.reveal(card, (0,))
        return g.pick(None, 0, "x", "Card", equal)

    game, answers = asked(ask)

    assert sorted(ids(game)) == ['x amber "Ash"', 'x amber "Ash" of P2', 'x amber "Ash" of amber deck']
    game.answer('x amber "Ash" of P2')
    assert answers[0] in hand(game, 1)


def test_some_cards_are_recorded_in_canonical_order() -> None:
    game, answers = asked(lambda g: g.pick_some(None, 0, "discard", "Card", hand(g), 2, 3))

    game.answer('cyan "Cedar"')
    game.answer('amber "Ash"')
    assert ids(game) == ['amber "Ash"', 'amber "Birch"', "done"]
    game.answer("done")

    assert game.answers[-1] == 'discard amber "Ash" cyan "Cedar"'
    assert [game.title(card) for card in answers[0]] == ["Ash", "Cedar"]


def test_with_too_few_cards_all_are_taken() -> None:
    _, answers = asked(lambda g: g.pick_some(None, 0, "discard", "Card", hand(g), 9, 9))

    assert len(answers[0]) == 5


def test_none_at_all_is_possible_if_optional() -> None:
    game, answers = asked(lambda g: g.pick_some(None, 0, "discard", "Card", hand(g), 2, 2, optional=True))
    assert ids(game)[-1] == "no"

    game.answer("no")

    assert answers == [[]]


def test_slots_are_filled_as_far_as_the_cards_go() -> None:
    slots = [(0, 1), (1, 2), (None, 1)]
    game, answers = asked(lambda g: g.pick_some(None, 0, "discard", "Card", hand(g), 0, 0, slots=slots))

    game.answer('amber "Ash"')
    game.answer('amber "Ash"')

    assert sorted(game.color[card] for card in answers[0]) == [0, 0, 1]
    assert game.answers[-1] == 'discard amber "Ash" amber "Ash" cyan "Cedar"'


def test_of_equal_cards_the_one_that_others_know_goes_first() -> None:
    def ask(g: Game) -> Any:
        g.reveal(hand(g)[1])
        return g.pick(None, 0, "give", "Card", hand(g))

    game, answers = asked(ask)
    game.answer('give amber "Ash"')

    assert game.state.known[answers[0]] == 3


def discarding(g: Game) -> Any:
    def drop(seat: int) -> Any:
        cards = yield from g.pick_some(None, seat, "discard", "Card", hand(g, seat), 1, 1)
        yield from g.discard(None, cards, seat)
        if any(g.title(card) == "Cedar" for card in cards):
            more = yield from g.pick_some(None, seat, "discard", "Card", hand(g, seat), 1, 1)
            yield from g.discard(None, more, seat)

    return g.at_once(None, range(g.seats), drop)


def test_all_choices_stand_before_anything_happens() -> None:
    game, _ = asked(discarding)
    sizes = []
    for answer in ('discard amber "Ash"', 'discard amber "Birch"'):
        sizes.append([len(hand(game, seat)) for seat in range(2)])
        game.answer(answer)

    assert sizes == [[5, 5], [5, 5]]
    assert [len(hand(game, seat)) for seat in range(2)] == [4, 4]


def twice(g: Game) -> Any:
    """Let each player discard, at once, one card and then two more."""
    def drop(seat: int) -> Any:
        for n in (1, 2):
            cards = yield from g.pick_some(None, seat, "discard", "Card", hand(g, seat), n, n)
            yield from g.discard(None, cards, seat)

    return g.at_once(None, range(g.seats), drop)


def test_what_waits_to_be_moved_is_not_offered_again() -> None:
    game, _ = asked(twice)
    game.answer('discard cyan "Cedar"')

    assert ids(game) == ['amber "Ash"', 'amber "Birch"']
    while game.choice is not None and len(hand(game, 1)) == 5:
        game.answer(0)
    assert [len(hand(game, seat)) for seat in range(2)] == [2, 2]


@pytest.mark.parametrize("first, second, left", [(5, 1, 0), (3, 4, 0), (4, 1, 0)])
def test_what_waits_to_be_moved_is_not_there_to_be_taken(first: int, second: int, left: int) -> None:
    def drop(g: Game, seat: int) -> Any:
        for n in (first, second):
            cards = yield from g.pick_some(None, seat, "discard", "Card", hand(g, seat), n, n)
            yield from g.discard(None, cards, seat)

    game, _ = asked(lambda g: g.at_once(None, range(g.seats), lambda seat: drop(g, seat)))
    while game.choice is not None and len(hand(game, 1)) == 5:
        game.answer(0)

    assert [len(hand(game, seat)) for seat in range(2)] == [left, left]


def test_a_card_that_two_lines_discard_is_discarded_once() -> None:
    def drop(g: Game, seat: int) -> Any:
        cards = hand(g, seat)[:2]
        yield from g.discard(None, cards, seat)
        yield from g.discard(None, hand(g, seat), seat)

    game, _ = asked(lambda g: g.at_once(None, range(g.seats), lambda seat: drop(g, seat)))

    assert [len(hand(game, seat)) for seat in range(2)] == [0, 0]
    discarded = [entry.data["card"] for entry in game.log if entry.key == "discard"]
    assert len(discarded) == len(set(discarded))


def test_two_worlds_that_differ_in_a_hidden_choice_look_the_same() -> None:
    one, _ = asked(discarding)
    other, _ = asked(discarding)
    one.answer('discard amber "Ash"')
    other.answer('discard cyan "Cedar"')

    assert one.view(1) != other.view(1)  # P2 is asked in the one world, P1 a second time in the other
    other.answer('discard amber "Birch"')
    assert one.view(1) == other.view(1)
    assert one.events(1) == other.events(1)
    assert one.choice is not None and one.choice.ids() == other.choice.ids()  # type: ignore[union-attr]


def test_nobody_else_is_told_of_a_hidden_question() -> None:
    game, _ = asked(discarding, seats=3)

    assert game.view(0).asked is not None
    assert game.view(1).asked is None
    assert game.view(2).asked is None


QUESTIONS: dict[str, Callable[[Game, int], Any]] = {
    "a color": lambda g, seat: g.pick(None, seat, "name", "Color", [0, 1]),
    "a player": lambda g, seat: g.pick(None, seat, "name", "Player", range(g.seats)),
    "a space": lambda g, seat: g.pick(None, seat, "name", "Space", [0, 1]),
    "a card in play": lambda g, seat: g.pick(None, seat, "name", "Card", [put(g, "Ash", seat, n) for n in (1, 2)]),
    "several players": lambda g, seat: g.pick_some(None, seat, "name", "Player", range(g.seats), 1, 1),
    "yes or no": lambda g, seat: g.confirm(None, seat, "yes"),
    "one of some texts": lambda g, seat: g.pick_one_of(None, seat, ["one", "other"]),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_of_what_all_are_asked_at_once_nobody_sees_who_is_asked_what(ask: Callable[[Game, int], Any]) -> None:
    """The things asked about may lie open: that somebody is asked tells what those before have answered."""
    game, _ = asked(lambda g: g.at_once(None, range(g.seats), lambda seat: ask(g, seat)), seats=3)
    for seat in range(3):
        assert [other for other in range(3) if game.view(other).asked] == [seat]
        game.answer(0)


TELLING: dict[str, Callable[[Game, int], object]] = {
    "a line for all": lambda g, seat: g.log("told", player=seat),
    "a line that others read in part": lambda g, seat: g.log("told", (seat,), {}, player=seat),
    "a card shown to all": lambda g, seat: g.reveal(hand(g, seat)[0]),
}


def telling(tell: Callable[[Game, int], object]) -> Callable[[Game], Any]:
    """Return what lets each player, at once, say yes or no: whoever says yes is told of right then."""
    def say(g: Game, seat: int) -> Any:
        if (yield from g.confirm(None, seat, "yes")):
            tell(g, seat)

    return lambda g: g.at_once(None, range(g.seats), lambda seat: say(g, seat))


@pytest.mark.parametrize("tell", TELLING.values(), ids=TELLING)
def test_what_happens_as_all_choose_at_once_is_told_when_all_have_chosen(tell: Callable[[Game, int], object]) -> None:
    yes, _ = asked(telling(tell), seats=3)
    no, _ = asked(telling(tell), seats=3)
    before = len(yes.log)

    for said in ("yes", "no"):
        yes.answer(said)
        no.answer("no")
        assert [yes.events(seat) for seat in range(3)] == [no.events(seat) for seat in range(3)]
        assert len(yes.log) == before
    yes.answer("yes")

    keys = [key for key, _ in yes.events(1)[before:]]
    assert len(keys) >= 2 and set(keys) <= {"told", "reveal"}


def test_after_the_choices_everything_is_told() -> None:
    game, _ = asked(discarding)
    game.answer('discard amber "Ash"')
    assert "discard" not in [key for key, _ in game.events(1)]

    game.answer('discard amber "Ash"')

    assert [data["player"] for key, data in game.events(1) if key == "discard"] == ["P1", "P2"]


def test_being_asked_about_hidden_cards_is_not_told() -> None:
    def ask(g: Game) -> Any:
        return g.pick(None, 0, "show", "Card", [find(g, "Cedar", g.layout.hand(0))], optional=True)

    game, _ = asked(ask)

    assert game.view(0).asked == (0, "show")
    assert game.view(1).asked is None
