"""Lines of rulesets that do nothing, in whatever game: warnings, for what they mean may come by another ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from barons_core.language.amend import names_of
from barons_core.language.codes import code
from barons_core.language.decks import in_words
from barons_core.language.reports import Report
from barons_core.merging import included_in
from barons_core.model.definitions import Place
from barons_core.model.rulesets import EVERY, DeckLine, Swap, spanned
from barons_core.ruleset_decks import decks_in
from barons_core.shortages import OF_DECKS, has_gaps, is_playable

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode
    from barons_core.loading import Library

IDLE_LINE = code(
    "BC065",
    "a line of a ruleset that does nothing",
    "A swap for numbers of players that the ruleset does not allow; a swap of a card with as many of itself; a swap of "
    "`every` copy of a card where there is none with any number of players, or an amendment that leaves none to such a "
    "swap of an included ruleset; an `excludes` of what nothing included brings in; or an amendment of the copies or "
    "the deck of a card of which the ruleset has none of its own: none that its packs bring, or only those of swaps "
    "and inclusions, which say their numbers themselves.",
    """\
building "Watchtower" in red x4:
    cost 1 red

ruleset "House":
    includes barons
    with 7 players:
        replace 1 "Watchtower" with 1 "Beacon" in red
""",
    """\
building "Watchtower" in red x4:
    cost 1 red

ruleset "House":
    includes barons
    with 6 players:
        replace 1 "Watchtower" with 1 "Beacon" in red
""",
)


def idle_reports(books: Library) -> Iterator[Report]:
    """Yield a warning for each line that does nothing, of rulesets that can be played by themselves."""
    for name, node in books.rulesets().items():
        own = books.declared()[name]
        yield from _swapped_with_itself(books, own)
        if is_playable(node):
            yield from _never_held(books, own, node)
            yield from _replaced_none(books, own, node)
            yield from _excluded_for_nothing(books, own)
            yield from _amended_for_nothing(books, own, node)


def _never_held(books: Library, own: RulesetNode, node: RulesetNode) -> Iterator[Report]:
    assert node.players is not None
    allowed = spanned(node.players)
    for place in dict.fromkeys(line.place for line in own.deck_lines if isinstance(line, Swap)
                               and not any(map(line.holds, allowed))):  # fmt: skip
        message = f"this swap never holds: the ruleset is for {in_words(allowed)}"
        yield Report(IDLE_LINE.code, message, books.statement(place), "warning")


def _swapped_with_itself(books: Library, own: RulesetNode) -> Iterator[Report]:
    for place in dict.fromkeys(line.place for line in own.deck_lines if _is_of_itself(line)):
        yield Report(IDLE_LINE.code, "this swap puts back what it takes out", books.statement(place), "warning",
                     help="leave the line out")  # fmt: skip


def _is_of_itself(line: DeckLine) -> bool:
    return isinstance(line, Swap) and (line.removed_title, line.removed) == (line.added_title, line.added)


def _replaced_none(books: Library, own: RulesetNode, node: RulesetNode) -> Iterator[Report]:
    """Yield a warning for each swap of every card that finds none, if the ruleset's own text makes it so."""
    idle = _finding_none(books, node)
    for place, swaps in idle.items():
        title, decks = swaps[0].removed_title, " or ".join(books.vocabulary.colors[swap.color] for swap in swaps)
        if place.file == own.file:
            yield Report(IDLE_LINE.code, f'this swap replaces nothing: there is no "{title}" in {decks}',
                         books.statement(place), "warning", help="name a deck that has the card")  # fmt: skip
            continue
        for change in own.amendments:
            others = tuple(one for one in node.amendments if one != change)
            if (change.title == title and change.field in OF_DECKS
                    and place not in _finding_none(books, replace(node, amendments=others))):  # fmt: skip
                yield Report(IDLE_LINE.code, f'this leaves no "{title}" in {decks} to a swap that is included',
                             books.statement(change.place), "warning",
                             labels=((books.statement(place), "this swap replaces nothing"),),
                             help="if that is meant, exclude the ruleset of the swap")  # fmt: skip


def _finding_none(books: Library, node: RulesetNode) -> dict[Place, list[Swap]]:
    """Return the swaps of every card that find none in any game, by their lines; those of faulty cards are left out."""
    if not any(_is_of_every(line) for line in node.deck_lines):
        return {}
    decks = decks_in(books, node, books.packs_of(node))
    known = {title for card in books.checked.cards for title in names_of(card)} if not has_gaps(decks) else set()
    swaps: dict[Place, dict[Swap, None]] = {}
    finding: set[Place] = set()
    for _, game in decks.games:
        for swap, there in game.found:
            if _is_of_every(swap) and swap.removed_title in known:
                swaps.setdefault(swap.place, {})[swap] = None
                finding.update([swap.place] if there else [])
    return {place: list(found) for place, found in swaps.items() if place not in finding}


def _is_of_every(line: DeckLine) -> bool:
    return isinstance(line, Swap) and line.removed == EVERY and not _is_of_itself(line)


def _excluded_for_nothing(books: Library, own: RulesetNode) -> Iterator[Report]:
    brought_in = included_in(PurePath(own.file).stem, books.declared())
    for name in own.excludes:
        if name not in brought_in:
            place = dict(own.places)[f"excludes {name}"]
            yield Report(IDLE_LINE.code, f"nothing that is included here includes '{name}'", books.statement(place),
                         "warning", help="leave the line out")  # fmt: skip


def _amended_for_nothing(books: Library, own: RulesetNode, node: RulesetNode) -> Iterator[Report]:
    packs = {*books.packs_of(node), books.pack_of(own.file)}
    here = {card.title for card in books.checked.cards if books.pack_of(card.file) in packs}
    known = {card.title for card in books.checked.cards}
    lines = {line.added_title: line for line in node.deck_lines if line.apart or line.added_title not in here}
    for change in own.amendments:
        if change.field not in OF_DECKS or change.title not in known:
            continue
        if change.title in lines:
            place = lines[change.title].place
            yield Report(IDLE_LINE.code, f'"{change.title}" comes in only by a swap or inclusion, which says how many '
                         "and where", books.statement(change.place), "warning",
                         labels=((books.statement(place), "this line"),), help="say it in that line")  # fmt: skip
        elif change.title not in here:
            yield Report(IDLE_LINE.code, f'the ruleset has no "{change.title}"', books.statement(change.place),
                         "warning", help="include the ruleset of its pack, or single copies of it")  # fmt: skip
