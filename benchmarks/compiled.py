"""Port and Tithe as card text compiles them, against the same abilities written by hand on the public verbs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from statistics import median
from time import perf_counter_ns
from typing import Any

from barons_core.engine.choices import Choice
from barons_core.engine.game import Game
from barons_core.loading import content
from barons_core.model.definitions import Section, Source
from barons_core.rules import queries, verbs
from barons_core.rules.kinds import land_types
from barons_core.testing.position import Piece, set_position
from benchmarks.measure import Row

RIVER = 1
ROUNDS = 4000
Act = Callable[[], Any]


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Yield a row for each ability."""
    game = Game(content("barons"), 3, 1, log=False)
    set_position(
        game,
        boards={0: {"(1,0)": Piece(color="blue", down=True), "(1,1)": Piece("Port")}},
        hands={
            0: [Piece("Tithe"), *[Piece(color="red")] * 4, *[Piece(color="blue")] * 4],
            1: [Piece(color="red")] * 5,
            2: [Piece(color="yellow")] * 4 + [Piece(color="green")] * 3,
        },
    )
    port, activate = _find(game, "Port", "activate")
    yield _row(game, "Port", lambda: _port_compiled(game, port, activate), lambda: _port(game, port), rounds)
    tithe, play = _find(game, "Tithe", "play")
    yield _row(game, "Tithe", lambda: play.run(game, tithe, None, []), lambda: _tithe(game, tithe), rounds)


def _find(game: Game, title: str, kind: str) -> tuple[Source, Section]:
    for card, definition in enumerate(game.definition):
        if definition.title == title and game.state.where[card] not in (game.layout.box, *range(game.layout.pile0)):
            section = definition.ways[0].section(kind)
            assert section is not None
            return game.source(card, 0), section
    raise LookupError(title)


def _row(game: Game, title: str, compiled: Act, by_hand: Act, rounds: int) -> Row:
    times = _medians(game, [compiled, by_hand], rounds)
    return Row(f"{title} compiled", "by hand on the verbs", times[0] / times[1], "x", 1.15, 1.05)


def _medians(game: Game, acts: list[Act], rounds: int) -> list[float]:
    """Return the median time of each, always from the same position."""
    start = game.state
    taken: list[list[int]] = [[] for _ in acts]
    for number in range(rounds):
        # Neither always runs first.
        for which in (range(len(acts)) if number % 2 else reversed(range(len(acts)))):
            game.state = start.clone()
            game.forget()
            game.work = 0
            game.statics("draw")
            began = perf_counter_ns()
            _drive(acts[which]())
            taken[which].append(perf_counter_ns() - began)
    game.state = start
    return [median(each) for each in taken]


def _drive(flow: Generator[Any, Any, Any]) -> None:
    """Run an ability to its end, always taking the first option."""
    answer = None
    try:
        while True:
            demand = flow.send(answer)
            if isinstance(demand, Choice):
                answer = demand.options[0]
                continue
            picked, choice = demand.forced(())
            while choice is not None:
                picked, choice = demand.forced((*picked, choice.options[0]))
            answer = demand.canonical(picked)
    except StopIteration:
        return


def _port_compiled(game: Game, s: Source, section: Section) -> Any:
    assert section.condition is not None and section.condition(game, s)
    return section.run(game, s, None, [])


def _port(g: Game, s: Source) -> Any:
    assert any(RIVER in land_types(g, card) for card in queries.adjacent_cards(g, s, s.card))
    return _port_run(g, s)


def _port_run(g: Game, s: Source) -> Any:
    wanted = yield from g.pick(s, s.you, "choose", "Color", range(len(g.content.colors)))
    if wanted is not None:
        yield from verbs.draw(g, s, s.you, 2, wanted)


def _tithe(g: Game, s: Source) -> Any:
    def discard(seat: int) -> Any:
        colors = range(len(g.content.colors))
        many = [color for color in colors if queries.count_in_hand(g, s, seat, color) >= 3]
        yield from verbs.discard_demand(g, s, seat, [(color, 1) for color in many])

    yield from g.at_once(s, queries.players(g, s), discard)
