"""The second phase: a land is laid or a building built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from barons_core.engine.choices import Selection
from barons_core.rules.connection import frontier
from barons_core.rules.events import Add, Build
from barons_core.rules.kinds import BUILDING, LAND, holds
from barons_core.rules.labels import in_hand
from barons_core.rules.moves import Put, PutBuilding
from barons_core.rules.placement import legal_places
from barons_core.rules.prices import affordable_ways, in_reach, pay_for, still_payable
from barons_core.rules.turn import Phase, done, note

if TYPE_CHECKING:
    from barons_core.engine.choices import Demand
    from barons_core.engine.game import Game
    from barons_core.engine.rules import Flow
    from barons_core.model.definitions import Source, Way
    from barons_core.model.rulesets import Content

LAY: Final = "lay"
LAY_UP: Final = "lay face up"
BUILD: Final = "build"
PLACE: Final = "place"
FACE_UP: Final = "added face up"
TAKEN: Final = "additions taken by a building"
PASS: Final = "pass"
LANDS: Final = "lands laid"
BUILDINGS: Final = "buildings built"


class AdditionPhase(Phase):
    """At most as many additions as the turn table says; optional (BAR-TURN-04, BAR-LAND-01, BAR-OPEN-09)."""

    def choice(self, g: Game, seat: int, limit: int) -> Selection | None:
        """Return what may be added, None if nothing may."""
        adding = additions(g, seat, limit)
        return AdditionQuestion(g, seat, adding) if adding else None

    def run(self, g: Game, seat: int, answer: tuple[Any, ...]) -> Flow | None:
        """Carry out an addition."""
        (what, card, way), pos = answer
        if what == LAY:
            return lay(g, seat, card, pos)
        if what == LAY_UP:
            return lay_face_up(g, seat, card, way, pos)
        return build(g, seat, card, way, pos)

    def spent(self, g: Game, seat: int, limit: int) -> bool:
        used, taken_by_building = _used(g, seat)
        return used + min(1, taken_by_building) > limit


class AdditionQuestion(Selection):
    """The steps of choosing: what is added and how, then where."""

    __slots__ = ("adding", "g")

    def __init__(self, g: Game, seat: int, adding: list[tuple[str, int, int]]) -> None:
        super().__init__(seat, "add", ordered=True, empty=PASS)
        self.g = g
        self.adding = adding

    def step(self, picked: tuple[Any, ...]) -> tuple[Sequence[Any], bool]:
        if not picked:
            return self.adding, True
        if len(picked) == 2:
            return (), True
        what, card, way = picked[0]
        return legal_places(self.g, self.player, card, what == LAY, way=way), False

    def render(self, element: Any) -> str:
        g = self.g
        if isinstance(element, int):
            return f"at {g.board.label(element)}"
        what, card, way = element
        name = in_hand(g, card, self._offered)
        if what == LAY_UP:
            return f"lay {name} face up"
        ways = g.definition[card].ways
        as_way = f" as {ways[way].title}" if what == BUILD and len(ways) > 1 else ""
        return f"{what} {name}{as_way}"

    def _offered(self) -> list[int]:
        return [card for _, card, _ in self.adding]


def additions(g: Game, seat: int, limit: int) -> list[tuple[str, int, int]]:
    """Return what may be added now: (what, card, way), each distinct card of the hand once.

    What was done before in the phase counts as the rules are at this moment (BAR-OPEN-15, BAR-MASONSLODGE-01
    to -06).
    """
    used, taken_by_building = _used(g, seat)
    may_lay = used + 1 <= limit
    may_build = used + taken_by_building <= limit
    if not may_lay and not may_build:
        return []
    hand = g.distinct(g.state.zones[g.layout.hand0 + seat], seat)
    found = [(LAY, card, 0) for card in _layable(g, seat, hand)] if may_lay else []
    how, index = g.content.kept.get(FACE_UP) or _face_up(g.content), g.index
    face_up: list[tuple[str, int, int]] = []
    for card in in_reach(g, seat, [card for card in hand if index[card] in how]):
        what = how[index[card]]
        if may_build if what == BUILD else may_lay:
            face_up += _open_ways(g, seat, card, what)
    # Card by card; a card stays first as a land.
    return sorted(found + face_up, key=_card_of) if face_up else found


def _card_of(addition: tuple[str, int, int]) -> int:
    return addition[1]


def _layable(g: Game, seat: int, hand: list[int]) -> list[int]:
    """Return those cards of a hand that may be laid face down, which costs nothing.

    BAR-LAND-02, BAR-LAND-04, BAR-LAND-08, BAR-KNIGHT-29.
    """
    if g.statics(LAY) or g.statics(PLACE):
        return [card for card in hand if not g.forbids(LAY, seat, card) and legal_places(g, seat, card, True)]
    # Nothing tells the cards of a hand apart.
    return hand if frontier(g, seat) else []


def _used(g: Game, seat: int) -> tuple[int, int]:
    """Return how many additions have been used in this phase, and how many a building takes."""
    taken_by_building = g.parameter(TAKEN, 1, seat) if TAKEN in g.said else 1
    return done(g, LANDS) + done(g, BUILDINGS) * taken_by_building, taken_by_building


def _face_up(content: Content) -> dict[int, str]:
    """Find out once a content which definitions, by number, can be added face up, and how."""
    how = {LAND: LAY_UP, BUILDING: BUILD}
    kinds = [(number, definition.kind) for number, definition in enumerate(content.definitions)]
    known = content.kept[FACE_UP] = {number: how[kind] for number, kind in kinds if kind in how}
    return known


def _open_ways(g: Game, seat: int, card: int, what: str) -> list[tuple[str, int, int]]:
    """Return the ways in which the card may be put face up: condition, cost, place.

    BAR-COST-07, BAR-BUILD-04.
    """
    verb = BUILD if what == BUILD else LAY
    limited = bool(g.statics(verb))
    return [
        (what, card, number)
        for number, way in affordable_ways(g, seat, card, verb)
        if not (limited and g.forbids_way(verb, seat, card, number))
        and _holds(g, seat, card, way)
        and legal_places(g, seat, card, False, way=number)
    ]


def _holds(g: Game, seat: int, card: int, way: Way) -> bool:
    """Tell whether the conditions written on a way hold (BAR-CATHEDRAL-02, BAR-WIN-03)."""
    section = way.section(BUILD)
    return holds(g, seat, card, way) and (section is None or holds(g, seat, card, section))


def lay(g: Game, seat: int, card: int, pos: int) -> Flow | None:
    """Lay a card of the hand face down as a land."""
    note(g, LANDS)
    if g.quiet(PLACE, Add.key):
        g.work += 2
        # Whose hand it comes from has seen it.
        g.put(PLACE, seat, card, g.layout.board0 + seat, pos, True)
        return None
    return _lay(g, seat, card, pos)


def _lay(g: Game, seat: int, card: int, pos: int) -> Flow:
    source = g.source(card, seat)
    yield from g.perform(Put(g, card, seat, pos, face_down=True, actor=seat, source=source))
    yield from _added(g, seat, card, source)


def lay_face_up(g: Game, seat: int, card: int, way: int, pos: int) -> Flow:
    """Pay for a special land and lay it face up; it is no building (BAR-LAND-06, BAR-LAND-11)."""
    source = g.source(card, seat)
    yield from pay_for(g, source, card, way, LAY)
    note(g, LANDS)
    yield from g.perform(Put(g, card, seat, pos, way=way, actor=seat, source=source))
    yield from _added(g, seat, card, source)


def build(g: Game, seat: int, card: int, way: int, pos: int) -> Flow:
    """Pay, place, carry out the card's own section, then let others react.

    BAR-BUILD-01, BAR-OPEN-06, BAR-OPEN-12.
    """
    source = g.source(card, seat)
    event = Build(seat, card, source)
    yield from g.moment("before", event)
    if event.key in g.heard and not still_payable(g, seat, card, g.definition[card].ways[way], BUILD):
        return
    paid = yield from pay_for(g, source, card, way, BUILD)
    note(g, BUILDINGS)
    put = PutBuilding(g, card, seat, pos, way=way, actor=seat, source=source)
    section = g.definition[card].ways[way].section(BUILD)
    if section is not None:
        put.section = partial(section.run, g, source, event, paid)
    yield from g.perform(put)
    yield from g.moment("when", event)
    yield from g.moment("after", event)
    yield from _added(g, seat, card, source)


def _added(g: Game, seat: int, card: int, source: Source) -> Iterable[Demand]:
    if g.quiet(Add.key):
        g.work += 1
        return ()
    return g.perform(Add(seat, card, source))
