"""Made-up cards that ask for everything that card text can ask for, and the questions of a game as they are played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from barons_core.engine.game import Game
from barons_core.model.rulesets import Content
from barons_core.testing.position import Piece, set_position
from tests.properties.made_up import with_cards

SEATS = 4
BODIES = {
    "a card of a hand": ["choose a card in hand as x", "discard x"],
    "a card of a hand, or none": ["may choose a card in hand as x", "discard x"],
    "a card of another's hand": [
        "choose an enemy with a card in hand as other", "choose a card from the hand of other as x", "discard x"],
    "cards of hands": ["choose up to 3 cards in hand as some", "discard in any order some"],
    "cards of hands, in order": ["discard in any order all cards in hand"],
    "a card of a hand that was seen": [
        "choose an enemy as other", "look at all cards from the hand of other", "choose a card in hand as x",
        "discard x"],
    "cards of hands that were seen": [
        "reveal all cards in hand", "choose 3 cards in hand as some", "discard in any order some"],
    "a card of a hand or barony": ["choose a card in hand or a card of a player as x", "discard x"],
    "cards of a deck": [
        "choose a deck with cards as source", "look at the top 3 of source as seen", "choose 1 of seen as x",
        "give x to you", "discard in any order the rest of seen"],
    "cards of a deck, unseen": [
        "choose a deck with cards as source", "reveal the top 1 of source as seen", "choose 1 of seen as x",
        "discard x"],
    "cards of a pile": ["choose a card in hand as x", "discard x", "shuffle the pile of x under its deck"],
    "cards of baronies": ["choose 2 cards of a player as some", "discard in any order some"],
    "players": ["choose a player as one", "choose an enemy as other", "one gives a card from their hand to other"],
    "a color": ["choose a color as wanted", "draw 1 of wanted"],
    "a space": [
        "choose a card of your barony as ground", "choose a space on or next to ground as spot",
        "place a card from your hand face down on spot"],
    "lines with one verb": ["choose one of:", "    draw 2 green", "    draw 2 blue"],
    "lines with names": [
        "choose an enemy with a card in hand as other", "choose one of:",
        "    other gives a card from their hand to you", "    other discards a card from their hand"],
    "lines that read alike": ["choose one of:", "    draw 2 green", "    draw 2 green", "    draw 2 green"],
    "lines with choices": [
        "may choose one of:", "    discard a card from your hand", "    discard a card of your barony",
        "    may discard a card from your hand", "    move a card of your barony to a legal space"],
    "blocks": [
        "choose one of:", "    if you have a building:", "        draw 1 red", "    if you have a knight:",
        "        draw 1 red", "    each enemy at once:", "        draw 1 red", "    may:", "        draw 1 red",
        "    this turn:", "        let the size of your tax rise by 1", "    this turn:",
        "        let the size of your tax rise by 2"],
    "all at once": ["each player at once:", "    choose a card in their hand as own", "    discard own"],
    "all in turn": [
        "each player in turn order:", "    choose one of:", "        draw 1 red", "        draw 1 blue"],
    "cards with a title": ["choose a card in hand with the title of this as x", "discard x"],
}  # fmt: skip
IN_PLAY_TEXT = """
building "Fair" in red x4:
    cost 1 red or 1 red or 1 red, 1 blue or 1 blue, 1 red
    free:
        cost 1 red or 1 red
        draw 1 blue
    free:
        draw 1 red
    with a tax:
        draw 1 red
    with a tax:
        draw 1 blue
    with an action:
        draw 1 red
    with an action:
        draw 1 blue
    after you play an action:
        draw 1 red
    after you play an action:
        draw 1 blue
    activate:
        choose one of:
            draw 1 red
            draw 1 blue
"""


def content_of_questions() -> Content:
    """Return the core game with a card for each question, and a building that offers much."""
    return with_cards("\n".join([IN_PLAY_TEXT, *(_action(title, body) for title, body in BODIES.items())]))


def games_of_questions(content: Content, random: Random) -> Iterator[tuple[str, Game]]:
    """Yield for each made-up action a game in which it can be played, with its title."""
    for title in BODIES:
        game = Game(content, SEATS, int(random.random() * 1000))
        colors = content.colors
        hands = {seat: [Piece(color=color) for color in (*colors, *random.choices(colors, k=2))]
                 for seat in range(SEATS)}  # fmt: skip
        hands[0].append(Piece(title))
        boards = {seat: _barony(seat, colors) for seat in range(SEATS)}
        set_position(game, boards=boards, hands=hands)
        yield title, game


def walk_questions(content: Content, random: Random, rounds: int = 1, answers: int = 12) -> Iterator[tuple[str, Game]]:
    """Play each made-up action, then answer by chance; yield title and game before each of those answers."""
    for _ in range(rounds):
        for title, game in games_of_questions(content, random):
            game.answer(f'play "{title}"')
            for _ in range(answers):
                if game.choice is None:
                    break
                yield title, game
                game.answer(int(random.random() * len(game.choice.options)))
            assert game.fault is None, f"{title}: {game.fault}"


def _action(title: str, body: list[str]) -> str:
    lines = [f'action "{title}" in red x4:', "    cost none", "    play:", *(f"        {line}" for line in body)]
    return "\n".join(lines) + "\n"


def _barony(seat: int, colors: tuple[str, ...]) -> dict[str, Piece]:
    lands = {f"(0,{n + 1})": Piece(color=color, down=True) for n, color in enumerate(colors)}
    return {**lands, "(1,0)": Piece("Fair")} if seat < 2 else lands
