"""Which cards a knight may attack: not protected, not surrounded, not forbidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from barons_core.rules.connection import adjacency, network
from barons_core.rules.kinds import CASTLE, KNIGHT, holder

if TYPE_CHECKING:
    from barons_core.engine.game import Game

PROTECTING_KINDS: Final = frozenset({CASTLE, KNIGHT})
CUT_OFF_SETTING: Final = "cut-off knights protect"
SHIELD: Final = "shield"


def attackable(g: Game, attacker: int, knight: int) -> list[int]:
    """Return the cards that the knight may attack, whatever the surcharge, in seat order and sorted by place.

    Immunities are the cards' own (BAR-KNIGHT-15, BAR-KNIGHT-16) and hold against everybody (BAR-KNIGHT-24).
    """
    cards = exposed(g, attacker)
    if not g.statics(SHIELD):
        return g.unforbidden("attack", cards, attacker, knight)
    return [card for card in cards if not _guarded(g, attacker, knight, card)]


def is_attackable(g: Game, attacker: int, knight: int, card: int) -> bool:
    """Tell whether the knight may attack that card of a barony, whatever the surcharge."""
    if is_surrounded(g, attacker, card) or _guarded(g, attacker, knight, card):
        return False
    return holder(g, card) == attacker or not is_protected(g, card)


def _guarded(g: Game, attacker: int, knight: int, card: int) -> bool:
    """Tell whether the attack is forbidden by anything that is not itself forbidden to guard the card."""
    if not g.forbids("attack", attacker, knight, card):
        return False
    return any(not g.forbids(SHIELD, s.card, card) for s, _ in g.forbidden("attack", attacker, knight, card))


def may_attack_something(g: Game, attacker: int, knight: int) -> bool:
    """Tell whether the knight has any target, whatever the surcharge."""
    # Mostly it is the own barony that has one, where nothing protects from oneself, and the newest card is at its rim.
    cells, seen = g.state.boards[attacker], adjacency(g, attacker)
    newest_first = reversed(cells)
    for pos in newest_first:
        for near in seen(pos):
            if near not in cells:
                if not _guarded(g, attacker, knight, cells[pos]):
                    return True
                break
    for seat in g.others_first(attacker)[:-1]:
        for card in exposed_in(g, attacker, seat):
            if not _guarded(g, attacker, knight, card):
                return True
    return False


def exposed(g: Game, attacker: int) -> tuple[int, ...]:
    """Return the cards neither protected nor surrounded for that attacker, in any barony.

    The own barony comes in its place among the others (BAR-KNIGHT-14, BAR-KNIGHT-22); cut-off cards are
    targets like any others (BAR-KNIGHT-27); one's own castle and knights protect nothing from oneself
    (BAR-KNIGHT-23).
    """
    return tuple([card for seat in range(g.seats) for card in exposed_in(g, attacker, seat)])


def exposed_in(g: Game, attacker: int, seat: int) -> list[int]:
    """Return the cards of one barony neither protected nor surrounded for that attacker, sorted by place.

    They stay the same as long as that barony does, unless cards have a say in who protects what.
    """
    baronies = network(g).baronies
    version = baronies[seat].version, baronies[seat].corners, baronies[attacker].corners
    known: tuple[Any, list[int]] | None = g.cache.get(("exposed", attacker, seat))
    if known is not None and known[0] == version and not g.statics("protect"):
        return known[1]
    cards = _exposed_in(g, attacker, seat)
    g.cache["exposed", attacker, seat] = (version, cards)
    return cards


def _exposed_in(g: Game, attacker: int, seat: int) -> list[int]:
    cells = g.state.boards[seat]
    shields = {} if seat == attacker else _shields(g, seat)
    seen, owned = adjacency(g, attacker), adjacency(g, seat)
    found = []
    for pos in sorted(cells):
        for near in seen(pos):
            if near not in cells:
                break
        else:
            continue
        if not shields or not _shielded(g, cells[pos], owned(pos), shields):
            found.append(cells[pos])
    return found


def is_protected(g: Game, card: int) -> bool:
    """Tell whether a castle or a knight of its barony protects the card from enemies.

    By the owner's adjacency (BAR-KNIGHT-10, BAR-KNIGHT-13, BAR-STABLES-02, BAR-STABLES-03), never itself
    (BAR-KNIGHT-11), unless forbidden (BAR-STABLES-09).
    """
    seat = holder(g, card)
    if seat is None:
        return False
    return _shielded(g, card, adjacency(g, seat)(g.state.at[card]), _shields(g, seat))


def is_surrounded(g: Game, attacker: int, card: int) -> bool:
    """Tell whether no space next to the card, as the attacker sees it, is empty.

    Any card of the barony fills a space (BAR-KNIGHT-17, BAR-KNIGHT-18); an attacker for whom corners count
    may use an empty corner (BAR-STABLES-04, BAR-STABLES-05, BAR-STABLES-06, BAR-STABLES-11, BAR-OPEN-57).
    """
    seat = holder(g, card)
    if seat is None:
        return False
    cells = g.state.boards[seat]
    return cells.keys() >= set(adjacency(g, attacker)(g.state.at[card]))


def _shields(g: Game, seat: int) -> dict[int, int]:
    """Return the cards that protect others of that barony, by place: live ones only.

    BAR-KNIGHT-26, BAR-OPEN-01.
    """
    barony, definition = network(g).baronies[seat], g.definition
    cut_off_too = g.content.settings.get(CUT_OFF_SETTING) == "yes"
    return {
        pos: card
        for pos, card in barony.up
        if definition[card].kind in PROTECTING_KINDS and (cut_off_too or pos in barony.links)
    }


def _shielded(g: Game, card: int, around: tuple[int, ...], shields: dict[int, int]) -> bool:
    for near in around:
        if near in shields and not g.forbids("protect", shields[near], card):
            return True
    return False
