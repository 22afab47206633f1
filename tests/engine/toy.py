"""A tiny made-up game to try the engine with: decks, hands, a board a player, and cards that listen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from barons_core.engine import costs
from barons_core.engine.choices import Choice
from barons_core.engine.game import Game
from barons_core.model.definitions import (
    Abilities,
    CardDefinition,
    Cost,
    Place,
    Price,
    Source,
    Static,
    Trigger,
    Way,
)
from barons_core.model.rulesets import Content, Ruleset

COLORS = ("amber", "cyan", "plum")
HERE = Place("toy.cards", 1)


def card(title: str, colors: Iterable[int] = (0,), copies: int = 4, price: Price | None = None,
         statics: Iterable[Static] = (), triggers: Iterable[Trigger] = (),
         blocks: Iterable[Abilities] = (), kind: str = "piece") -> CardDefinition:
    cost = (Cost("", (price or Price((0, 0, 0)),), HERE),)
    way = Way(title, costs=cost, abilities=Abilities(tuple(statics), tuple(triggers)), place=HERE)
    return CardDefinition(title, kind, tuple(colors), copies, (way,), blocks=tuple(blocks))


def content(*cards: CardDefinition, rules: Any = None, **changes: Any) -> Content:
    plain = (card("Ash", (0, 1, 2), price=Price((1, 0, 0))), card("Birch", (0, 1, 2)),
             card("Cedar", (1, 2), price=Price((0, 0, 0), any=2)), card("Root", (), 1, kind="root"))
    return Content(Ruleset("toy", "Toy", HERE), (*plain, *cards), COLORS, rules or ToyRules(), **changes)


class ToyRules:
    """Draw, place a card for its cost, make everybody discard at once, or pass; then the next player."""

    answers: tuple[str, ...] = ()
    events: frozenset[str] = frozenset()

    last = 30

    def setup(self, g: Game) -> Any:
        for card in range(len(g.definition)):
            if g.color[card] >= 0:
                g.state.move(card, g.layout.deck(g.color[card]))
        for color in range(len(COLORS)):
            g.shuffle(color)
        roots = [c for c in g.state.zones[g.layout.box] if g.definition[c].kind == "root"]
        for seat, root in enumerate(roots[:g.seats]):
            yield from g.move(None, "place", root, g.layout.board(seat))
        for seat in g.turn_order():
            yield from g.draw(None, seat, 3, seat % 3)
        yield from g.at_once(None, range(g.seats), lambda seat: self.drop(g, seat, 1))
        g.state.turn = 1
        g.state.phase = 0

    def drop(self, g: Game, seat: int, n: int) -> Any:
        hand = g.state.zones[g.layout.hand(seat)]
        cards = yield from g.pick_some(None, seat, "discard", "Card", hand, n, n)
        yield from g.discard(None, cards, seat)

    def choice(self, g: Game) -> Any:
        seat = g.state.seat
        hand = g.state.zones[g.layout.hand(seat)]
        options: list[Any] = [("place", c) for c in g.distinct(hand, seat) if self.payable(g, seat, c)]
        options += [("draw", color) for color in range(len(COLORS)) if not g.forbidden("draw", seat, color)]
        options += [("all",), ("pass",)]
        return Choice(seat, "your turn", options, lambda option: self.render(g, option))

    def render(self, g: Game, option: Any) -> str:
        match option:
            case ("place", card):
                return f"place {g.card_label(card, g.state.seat)}"
            case ("draw", color):
                return f"draw {g.color_label(color)}"
        return str(option[0])

    def prices(self, g: Game, card: int) -> Any:
        return g.definition[card].ways[0].costs[0].prices

    def changes(self, g: Game, seat: int, card: int) -> Any:
        return costs.adjustments(g, "cost of a card", seat, card)

    def payable(self, g: Game, seat: int, card: int) -> bool:
        return costs.payable(g, seat, self.prices(g, card), self.changes(g, seat, card), (card,))

    def run(self, g: Game, answer: Any) -> Any:
        seat = g.state.seat
        match answer:
            case ("place", card):
                yield from self.place(g, seat, card)
            case ("draw", color):
                yield from g.draw(None, seat, g.parameter("size of a draw", 2, seat), color)
            case ("all",):
                yield from g.at_once(None, range(g.seats), lambda who: self.drop(g, who, 2))
        g.expire("turn", seat)
        g.state.turn += 1
        g.state.seat = (seat + 1) % g.seats
        g.expire("start of turn", g.state.seat)
        if g.state.turn > self.last:
            g.finish([max(range(g.seats), key=lambda p: len(g.state.boards[p]))])

    def place(self, g: Game, seat: int, card: int) -> Any:
        s = g.source(card, seat)
        yield from costs.pay(g, s, seat, self.prices(g, card), self.changes(g, seat, card), (card,))
        board = g.state.boards[seat]
        free = sorted({n for pos in board for n in g.board.neighbors(pos) if n not in board})
        pos = yield from g.pick(s, seat, "at", "Space", free[:4])
        yield from g.move(s, "place", card, g.layout.board(seat), actor=seat, pos=pos)

    def kind(self, g: Game, card: int) -> str:
        return "blank" if g.state.down[card] else g.definition[card].kind

    def speakers(self, g: Game) -> tuple[list[Source], list[Source]]:
        return [g.source(card, seat) for seat, board in enumerate(g.state.boards) for card in board.values()
                if not g.state.down[card]], []


class Script(ToyRules):
    """Rules of which each turn is one generator function of a test; they ask `go` or `stop` in between."""

    def __init__(self, play: Any, hand: tuple[str, ...] = ()) -> None:
        self.play = play
        self.hand = hand

    def setup(self, g: Game) -> Any:
        for card in range(len(g.definition)):
            if g.color[card] >= 0:
                g.state.move(card, g.layout.deck(g.color[card]))
        for seat in range(g.seats):
            for title in self.hand:
                g.state.move(find(g, title), g.layout.hand(seat))
                g.state.known[g.state.zones[g.layout.hand(seat)][-1]] |= 1 << seat
        g.state.turn = 1
        g.state.phase = 0
        yield from ()

    def choice(self, g: Game) -> Any:
        return Choice(g.state.seat, "go on", ("go", "stop"), str)

    def run(self, g: Game, answer: Any) -> Any:
        if answer == "go":
            yield from self.play(g)
        g.state.turn += 1


def find(g: Game, title: str, zone: int | None = None) -> int:
    """Return a card of that title that is still in a deck, or in the zone given."""
    where = range(len(COLORS)) if zone is None else (zone,)
    return next(c for c in range(len(g.definition)) if g.title(c) == title and g.state.where[c] in where)


def put(g: Game, title: str, seat: int, pos: int, **more: Any) -> int:
    """Put a card of a deck onto a board and let everything know."""
    card = find(g, title)
    g.state.move(card, g.layout.board(seat), pos, **more)
    return card


def random_game(game: Game, random: Any, steps: int) -> Game:
    """Answer that many questions by chance."""
    for _ in range(steps):
        if game.choice is None:
            break
        game.answer(int(random.random() * len(game.choice.options)))
    return game


__all__ = ["COLORS", "HERE", "Script", "ToyRules", "card", "content", "find", "put", "random_game"]
