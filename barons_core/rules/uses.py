"""What a player starts from a card in play beside `activate:`: `free:`, `action:`, and `with a ...:` that joins.

`free:` is offered in each part of the own turn, but not inside an action: once something has joined, the action is
announced. `with a tax:` is offered beside the question of that part of the turn, `with a knight:` as such a card has
been paid, each once an action. `action:` is what the part `action` of a turn offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from barons_core.engine.choices import Choice, Selection
from barons_core.rules.connection import network
from barons_core.rules.events import Activate
from barons_core.rules.kinds import holds
from barons_core.rules.prices import pay_prices, prices_payable
from barons_core.rules.turn import Phase, done, note

if TYPE_CHECKING:
    from barons_core.engine.choices import Demand
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Section

ACTIVATE: Final = "activate"
ACTION: Final = "action"
FREE: Final = "free"
WITH: Final = "with"
JOINED: Final = "joined"
JOINABLE: Final = ("addition", "tax")
TAKEN: Final = "actions taken"
PASS: Final = "pass"
NO: Final = "no"


class Use(NamedTuple):
    """An option: the section of that number of a card in play."""

    card: int
    number: int


class ActionPhase(Phase):
    """Uses of `action:` sections, as many as the turn table says."""

    def choice(self, g: Game, seat: int, limit: int) -> Choice | None:
        """Return which actions may be taken, None if none may."""
        uses = [] if self.spent(g, seat, limit) else startable(g, seat, ACTION)
        if not uses:
            return None
        return Choice(seat, ACTION, [*uses, PASS], lambda use: use if use == PASS else _label(g, seat, use))

    def run(self, g: Game, seat: int, answer: Use) -> Flow:
        """Take an action."""
        note(g, TAKEN)
        return use(g, seat, answer.card, section_of(g, answer))

    def spent(self, g: Game, seat: int, limit: int) -> bool:
        return done(g, TAKEN) >= limit


def written(g: Game) -> frozenset[tuple[str, str]]:
    """Return which of these sections the cards of this game have at all: kind, and what it joins."""
    known: frozenset[tuple[str, str]] | None = g.content.kept.get("uses")
    if known is None:
        sections = [s for d in g.content.definitions for way in d.ways for s in way.sections]
        kinds = [(s.kind, s.argument) for s in sections if s.kind in (FREE, ACTION, WITH)]
        known = g.content.kept["uses"] = frozenset(kinds)
    return known


def startable(g: Game, seat: int, kind: str, joins: str = "") -> list[Use]:
    """Return the sections of that kind on the own live cards that may be used now, sorted by place."""
    if (kind, joins) not in written(g):
        return []
    barony = network(g).baronies[seat]
    limited = bool(g.statics(ACTIVATE))
    found = []
    for pos, card in barony.up:
        ways = g.definition[card].ways
        if pos not in barony.links or not ways or (limited and g.forbids(ACTIVATE, seat, card)):
            continue
        for number, section in enumerate(ways[g.state.way[card]].sections):
            if (section.kind, section.argument) == (kind, joins) and is_open(g, seat, card, section):
                found.append(Use(card, number))
    return found


def is_open(g: Game, seat: int, card: int, section: Section) -> bool:
    """Tell whether a section's condition and needs hold now (BAR-ACTION-11) and its cost can be paid."""
    if not holds(g, seat, card, section):
        return False
    return section.cost is None or prices_payable(g, seat, section.cost.prices, without=(card,))


def section_of(g: Game, chosen: Use) -> Section:
    return g.definition[chosen.card].ways[g.state.way[chosen.card]].sections[chosen.number]


def use(g: Game, seat: int, card: int, section: Section) -> Flow:
    """Use an ability of a card in play: pay for it, then carry it out (BAR-ACTION-05, BAR-ACTION-06)."""
    s = g.source(card, seat)
    event = Activate(seat, card, s)
    yield from g.moment("before", event)
    if section.cost is not None and not prices_payable(g, seat, section.cost.prices):
        g.log("cannot pay", player=seat, card=card)
        return
    g.log(ACTIVATE, player=seat, card=card)
    paid = [] if section.cost is None else (yield from pay_prices(g, s, section.cost.prices))
    yield from g.moment("when", event)
    yield from g.within(event, section.run(g, s, event, paid))
    yield from g.moment("after", event)


# ------------------------------------------------------------------------------------------------ beside a question
def beside(g: Game, seat: int, phase: str, asked: Demand | None) -> Demand | None:
    """Return the question of a part of the turn with what may be used beside it.

    What has joined announces the action, so nothing is free then, and the action is done if it still can be.
    """
    announced = any(isinstance(key, tuple) and key[0] == JOINED for key in g.state.counters)
    uses = [] if announced else startable(g, seat, FREE)
    if asked is not None and phase in JOINABLE:
        uses += _joining(g, seat, phase)
    if isinstance(asked, Selection) and (uses or announced):
        return Beside(asked, g, uses, announced)
    if not uses:
        return asked
    if asked is None:
        return Alone(g, seat, uses)
    assert isinstance(asked, Choice)
    render = asked.render
    return Choice(seat, asked.prompt, [*asked.options[:-1], *uses, asked.options[-1]],
                  lambda one: _label(g, seat, one) if isinstance(one, Use) else render(one))


class Alone(Selection):
    """One of some uses, or nothing, where there is no other question."""

    __slots__ = ("g", "uses")

    def __init__(self, g: Game, seat: int, uses: Sequence[Use]) -> None:
        super().__init__(seat, "use", empty=PASS)
        self.g = g
        self.uses = uses

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        return () if picked else self.uses, True

    def render(self, element: Any) -> str:
        return _label(self.g, self.player, element)


class Beside(Selection):
    """A selection that may also be answered by one of some uses alone, and perhaps not by nothing at all."""

    __slots__ = ("asked", "due", "g", "uses")

    def __init__(self, asked: Selection, g: Game, uses: Sequence[Use], due: bool) -> None:
        super().__init__(asked.player, asked.prompt, asked.verb, asked.ordered, asked.empty, asked.audience)
        self.asked = asked
        self.g = g
        self.uses = uses
        self.due = due

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if picked and isinstance(picked[0], Use):
            return (), True
        options, may_stop = self.asked.step(picked)
        if picked:
            return options, may_stop
        return [*options, *self.uses], may_stop and not (self.due and options)

    def render(self, element: Any) -> str:
        return _label(self.g, self.player, element) if isinstance(element, Use) else self.asked.render(element)

    def arrange(self, picked: tuple[Any, ...]) -> Iterable[Any]:
        return self.asked.arrange(picked)

    def whole(self, elements: tuple[Any, ...]) -> str:
        if elements and isinstance(elements[0], Use):
            return self.render(elements[0])
        return self.asked.whole(elements)


def picked(g: Game, answer: Any) -> Use | None:
    """Return what an answer uses beside its question, None if it answers the question."""
    chosen = answer[0] if isinstance(answer, tuple) and answer and isinstance(answer[0], Use) else answer
    return chosen if isinstance(chosen, Use) and section_of(g, chosen).kind != ACTION else None


def carry_out(g: Game, seat: int, chosen: Use) -> Flow:
    """Use a `free:` or `with:` section; what has joined is noted until the action is over."""
    section = section_of(g, chosen)
    if section.kind == WITH:
        g.state.counters[JOINED, chosen] = 1
    yield from use(g, seat, chosen.card, section)
    if section.kind == FREE:
        end_action(g)


def join(g: Game, seat: int, played: str, fits: Callable[[Section], bool] = lambda section: True) -> Flow:
    """Offer what joins a card of that kind as it is played, and fits what is to come.

    Only the player knows of the question: that it is asked may tell what the hand holds.
    """
    while uses := [one for one in _joining(g, seat, played) if fits(section_of(g, one))]:
        answer = yield Choice(seat, "join", [*uses, NO], lambda one: one if one == NO else _label(g, seat, one),
                              audience=(seat,))
        if answer == NO:
            return
        yield from carry_out(g, seat, answer)


def end_action(g: Game) -> None:
    """End what holds for one action, and let everything join the next."""
    if g.state.effects:
        g.expire("action")
    if written(g):
        for key in [key for key in g.state.counters if isinstance(key, tuple) and key[0] == JOINED]:
            del g.state.counters[key]


def _joining(g: Game, seat: int, what: str) -> list[Use]:
    return [one for one in startable(g, seat, WITH, what) if (JOINED, one) not in g.state.counters]


def _label(g: Game, seat: int, chosen: Use) -> str:
    """Return for instance `use "Title" at (1,0)`; where its card has more than one such section, with its number."""
    section = section_of(g, chosen)
    alike = [n for n, one in enumerate(g.definition[chosen.card].ways[g.state.way[chosen.card]].sections)
             if (one.kind, one.argument) == (section.kind, section.argument)]
    nth = f" ({alike.index(chosen.number) + 1})" if len(alike) > 1 else ""
    return f"{_VERBS[section.kind]} {g.card_label(chosen.card, seat)}{nth}"


_VERBS: Final = {FREE: "use", ACTION: "act with", WITH: "join with"}
