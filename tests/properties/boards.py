"""What the rules find on the boards is what the naive oracle finds."""

from __future__ import annotations

from typing import Any

from barons_core.engine.game import Game
from barons_core.rules import connection, protection
from barons_core.rules.regions import AS, taxations
from barons_core.rules.taxing import OF, PASS, TaxQuestion
from tests.properties import naive


def check_links(game: Game) -> None:
    """Check which cards are linked, and which sources are live."""
    for seat in range(game.seats):
        found = {naive.place_of(game, pos) for pos in connection.linked(game, seat)}
        assert found == naive.linked(game, seat)
        assert connection.corners_count(game, seat) == naive.corners_count(game, seat)
    live = {source.card for source in connection.speakers(game)[0]}
    baronies = [naive.barony(game, seat) for seat in range(game.seats)]
    assert live == {card for there in baronies for place, card in there.cells.items()
                    if place in there.links and _speaks(game, card)}  # fmt: skip


def _speaks(game: Game, card: int) -> bool:
    return not game.state.down[card] and not game.abilities_of(card).empty


def check_targets(game: Game) -> None:
    """Check whom a knight of each player may attack, and what is protected and surrounded."""
    knight = next(card for card, definition in enumerate(game.definition)
                  if definition.kind == "knight" and not game.in_play(card))
    for attacker in range(game.seats):
        assert set(protection.attackable(game, attacker, knight)) == naive.attackable(game, attacker)
    for seat in range(game.seats):
        there = naive.barony(game, seat)
        for place, card in there.cells.items():
            assert protection.is_protected(game, card) == naive.protected(game, there, place)


def check_taxations(game: Game) -> None:
    """Check what the active player may tax against every set of lands there is."""
    taxer = game.state.seat
    found = taxations(game, taxer)
    offered = set(_finished(TaxQuestion(found), game)) if found else set()

    assert offered == naive.taxations(game, taxer)


def _finished(question: TaxQuestion, game: Game) -> Any:
    """Yield every answer that the steps of the question lead to."""
    waiting: list[tuple[Any, ...]] = [()]
    seen: set[frozenset[Any]] = {frozenset()}
    while waiting:
        picked = waiting.pop()
        options, may_stop = question.step(picked)
        assert options or may_stop, f"a tax leads nowhere: {picked}"
        if not options and PASS not in picked:
            yield _taxed(game, game.state.seat, picked)
        for option in options:
            if frozenset((*picked, option)) not in seen:
                seen.add(frozenset((*picked, option)))
                waiting.append((*picked, option))


def _taxed(game: Game, taxer: int, picked: tuple[Any, ...]) -> tuple[int, naive.Taxed]:
    holder = next((each[1] for each in picked if isinstance(each, tuple) and each[0] == OF), taxer)
    use = next(each[1] for each in picked if isinstance(each, tuple) and each[0] == AS)
    places = [naive.place_of(game, each) for each in sorted(each for each in picked if isinstance(each, int))]
    return holder, frozenset(zip(places, use, strict=True))
