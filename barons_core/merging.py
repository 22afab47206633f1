"""Rulesets put together: those that one includes, and those that are named side by side.

What a ruleset says counts before what it includes. Rulesets of which neither includes the other say different things,
in whatever order they are named: where both say something about the same thing, that is reported. Swaps and inclusions
overrule nothing: they are carried out one after the other, those of included rulesets first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from barons_core.frozen import frozen
from barons_core.language.check import Checked
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.codes import code
from barons_core.language.lookalikes import looks
from barons_core.language.reports import Report, Span
from barons_core.language.scope import span_of
from barons_core.language.tree import LetNode
from barons_core.model.definitions import Place
from barons_core.model.rulesets import Amendment, DeckLine, Inclusion

CLASH = code(
    "BC239",
    "rulesets that do not go together",
    "Two rulesets of which neither includes the other say different things about one thing: about a number or a deck "
    "of a card, a setting, the turn, the players, a parameter; one excludes what the other includes; or both change "
    "what a deck has, and it matters which does so first. A ruleset that includes both may say what holds.",
    """\
ruleset "Both":
    includes few_huts
    includes many_huts
""",
    """\
ruleset "Both":
    includes few_huts
    includes many_huts
    amend "Hut" copies 5
""",
)
Rulesets = Mapping[str, RulesetNode]


@frozen
class _Said:
    """One thing that a ruleset says: about what, what, and where. An amendment of sources may be about several."""

    by: str
    about: tuple[str, ...]
    value: Any
    place: Place


def merged(names: Sequence[str], known: Rulesets) -> tuple[RulesetNode, list[Report]]:
    """Return the rulesets of some names and all that they include as one, and a report for each clash."""
    return _Merge(names, known).result()


def declared(checked: Checked) -> dict[str, RulesetNode]:
    """Return all rulesets by name, the stem of the file that declares them, as each is written."""
    return {PurePath(node.file).stem: node for node in checked.rulesets}


def clash_reports(checked: Checked) -> list[Report]:
    """Return a report for each clash among what one ruleset includes, where none of what it includes has it."""
    known = declared(checked)
    found: list[Report] = []
    seen: set[Report] = set()
    for name in parts(sorted(known), known):
        new = [clash for clash in merged([name], known)[1] if clash not in seen]
        seen.update(new)
        found += [_at(clash, known[name]) for clash in new]
    return found


def _at(clash: Report, node: RulesetNode) -> Report:
    """Return a clash at the head of the ruleset that includes both sides."""
    both = (*clash.labels, (clash.span, "and otherwise here"))
    return replace(clash, span=span_of(node.file, node.token), labels=both, help="say in this ruleset what holds")


def parts(names: Sequence[str], known: Rulesets) -> tuple[str, ...]:
    """Return the names of some rulesets and of all that they include, the included first, else alphabetically.

    What one of them excludes stays out, unless a ruleset that includes the one that excludes it includes it itself.
    """
    found: list[str] = []
    left = _without(_left_out(names, known), known)
    wanted = {name for start in names for name in (start, *included_in(start, left)) if name in known}
    while wanted:
        free = sorted(name for name in wanted if not included_in(name, known) & (wanted - {name}))
        chosen = free[0] if free else min(wanted)
        found.append(chosen)
        wanted.discard(chosen)
    return tuple(found)


def outermost(names: Iterable[str], known: Rulesets) -> list[str]:
    """Return those of some rulesets that none of the others includes, in alphabetical order."""
    return sorted(name for name in set(names) if not any(name in included_in(other, known) for other in names))


def lines_in_order(names: Iterable[str], known: Rulesets) -> tuple[tuple[str, DeckLine], ...]:
    """Return what changes the decks, with whose it is, as if a ruleset included some rulesets in that order.

    Lines of included rulesets come first, in the order of inclusion, those of each ruleset once. A card has its own
    copies below them if one of the rulesets brings these in.
    """
    names = tuple(names)
    left = _without(_left_out(names, known), known)
    found: dict[str, None] = {}
    for name in names:
        _add_with_included(name, left, found, set())
    brought = {title for name in found for title in known[name].brings}
    counted = _counted_already(found, brought, left)
    return tuple((name, _marked(line, line.added_title not in brought, (name, line.added_title) in counted))
                 for name in found for line in known[name].deck_lines)  # fmt: skip


def _marked(line: DeckLine, apart: bool, counted: bool) -> DeckLine:
    if isinstance(line, Inclusion):
        return replace(line, apart=apart, repeated=counted)
    return replace(line, apart=apart)


def _counted_already(names: Iterable[str], brought: Collection[str], known: Rulesets) -> set[tuple[str, str]]:
    """Return whose inclusions of which title say what the card's own line says, which another ruleset brings in.

    Such copies are there once. Of several rulesets that say so it is one, so that no more copies go than come.
    """
    counted: dict[str, str] = {}
    for name in sorted(names):
        for title in known[name].repeats.intersection(brought):
            if not any(title in known[one].brings for one in (name, *included_in(name, known)) if one in known):
                counted.setdefault(title, name)
    return {(name, title) for title, name in counted.items()}


def _add_with_included(name: str, known: Rulesets, found: dict[str, None], begun: set[str]) -> None:
    if name in found or name in begun or name not in known:
        return
    begun.add(name)
    for one in known[name].includes:
        _add_with_included(one, known, found, begun)
    found[name] = None


def _left_out(names: Iterable[str], known: Rulesets) -> set[tuple[str, str]]:
    """Return who includes what to no effect, since a ruleset that the first does not include excludes it."""
    there = {one for start in names for one in (start, *included_in(start, known)) if one in known}
    excluded: dict[str, list[str]] = {}
    for name in there:
        for one in known[name].excludes:
            excluded.setdefault(one, []).append(name)
    return {(name, one) for name in (there if excluded else ()) for one in known[name].includes
            if set(excluded.get(one, ())) - included_in(name, known)}  # fmt: skip


def _without(left_out: Collection[tuple[str, str]], known: Rulesets) -> Rulesets:
    """Return rulesets that do not include what is left out."""
    if not left_out:
        return known
    return {name: replace(node, includes=tuple(one for one in node.includes if (name, one) not in left_out))
            for name, node in known.items()}  # fmt: skip


def included_in(name: str, known: Rulesets) -> frozenset[str]:
    """Return all rulesets that one includes, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        node = known.get(waiting.pop())
        new = set(node.includes) - found if node is not None else set()
        found |= new
        waiting += sorted(new)
    return frozenset(found - {name})


class _Merge:
    def __init__(self, names: Sequence[str], known: Rulesets) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.known = known
        self.parts = parts(self.names, known)
        self.below = {name: included_in(name, known) for name in self.parts}
        self.reports: list[Report] = []
        self.overruled: set[Place] = set()

    def result(self) -> tuple[RulesetNode, list[Report]]:
        self._included_and_excluded()
        self._decide([said for name in self.parts for said in _said(name, self.known[name])])
        # What a ruleset that includes others overrules gives no name any more.
        named = [said for name in self.parts for said in _named(name, self.known[name])]
        self._decide([said for said in named if said.place not in self.overruled])
        nodes = [self.known[name] for name in self.parts]
        first = self.known[self.names[0]]
        own = first if len(self.names) == 1 else None
        return (
            RulesetNode(
                first.file,
                first.token,
                own.title if own else " + ".join(self.known[name].title for name in self.names),
                players=self._counts("players"),
                setup=self._counts("setup") or (),
                turn=self._counts("turn") or (),
                settings=tuple(one for node in nodes for one in node.settings),
                decisions=tuple(self._left(one for node in nodes for one in node.decisions)),
                deck_lines=tuple(line for _, line in lines_in_order(outermost(self.names, self.known), self.known)),
                amendments=tuple(self._left(one for node in nodes for one in node.amendments)),
                renames=tuple(dict.fromkeys(self._renames())),
                excludes=tuple(dict.fromkeys(one for node in nodes for one in node.excludes)),
                includes=tuple(name for name in self.parts if name not in self.names),
                abilities=tuple(one for node in nodes for one in node.abilities),
                made_of=self.parts,
            ),
            self.reports,
        )

    def _included_and_excluded(self) -> None:
        """Report what one ruleset excludes and another includes, or what is named beside the one that excludes it."""
        left_out = _left_out(self.names, self.known)
        excluded = [(name, one) for name in self.parts for one in self.known[name].excludes]
        for name, one in excluded:
            place = dict(self.known[name].places)[f"excludes {one}"]
            including = [other for other in self.parts if one in self.known[other].includes]
            if one in self.names and all((other, one) in left_out for other in including):
                self.reports.append(Report(CLASH.code, f"'{name}' excludes '{one}'", _line(place),
                                           help=f"leave '{one}' out, or play it without '{name}'"))  # fmt: skip
            for other in including:
                apart = name not in self.below[other] and other not in self.below[name]
                if apart and not self._is_said_above(name, one):
                    self.reports.append(self._contradiction(name, one, other, place))

    def _contradiction(self, name: str, one: str, other: str, place: Place) -> Report:
        included = dict(self.known[other].places)[f"includes {one}"]
        return Report(CLASH.code, f"'{name}' excludes '{one}', and '{other}' includes it", _line(place),
                      labels=((_line(included), f"'{other}' says it here"),),
                      help="play them one at a time, or make a ruleset that includes both and says either")  # fmt: skip

    def _is_said_above(self, name: str, one: str) -> bool:
        """Tell whether a ruleset that includes one that excludes something says itself what holds."""
        above = [self.known[other] for other in self.parts if name in self.below[other]]
        return any(one in (*node.includes, *node.excludes) for node in above)

    # -------------------------------------------------------------------------------- what counts
    def _decide(self, said: Sequence[_Said]) -> None:
        """Find what is overruled by a ruleset that includes the one that says it, and what clashes."""
        about: dict[str, list[_Said]] = {}
        for one in said:
            for what in one.about:
                about.setdefault(what, []).append(one)
        for what in sorted(about):
            self._among(what, about[what])

    def _among(self, what: str, said: Sequence[_Said]) -> None:
        over = {low for one in said for low in self.below[one.by]}
        left = [one for one in said if one.by not in over]
        self.overruled.update(one.place for one in said if one.by in over)
        first = left[0] if left else said[0]
        for other in left[1:]:
            if other.by == first.by or other.place == first.place:
                continue
            if other.value == first.value and not isinstance(other.value, LetNode):
                self.overruled.add(other.place)
            elif not any(one.span == _line(other.place) for one in self.reports):
                self.reports.append(_clash(what, first, other))

    def _left(self, said: Iterator[Any]) -> Iterator[Any]:
        return (one for one in said if one.place not in self.overruled)

    def _counts(self, what: str) -> Any:
        for name in reversed(self.parts):
            node = self.known[name]
            value = getattr(node, what)
            if value and dict(node.places).get(what) not in self.overruled:
                return value
        return None

    def _renames(self) -> Iterator[tuple[str, str]]:
        for name in self.parts:
            node = self.known[name]
            places = dict(node.places)
            yield from (pair for pair in node.renames if places.get(f"rename {pair[0]}") not in self.overruled)


def _said(name: str, node: RulesetNode) -> Iterator[_Said]:
    places = dict(node.places)
    if node.players:
        yield _Said(name, ("the number of players",), node.players, places["players"])
    if node.setup:
        yield _Said(name, ("the setup",), node.setup, places["setup"])
    if node.turn:
        yield _Said(name, ("the turn",), node.turn, places["turn"])
    for setting in node.decisions:
        yield _Said(name, (f'the setting "{setting.name}"',), setting.value, setting.place)
    for change in node.amendments:
        yield _Said(name, tuple(_amended(change)), change.value, change.place)
    for old, new in node.renames:
        yield _Said(name, (f"the name of {old}",), new, places[f"rename {old}"])
    for ability in node.abilities:
        if isinstance(ability, LetNode) and ability.op == "be":
            yield _Said(name, (ability.word.spelling,), ability, Place(node.file, ability.token.line))


def _amended(change: Amendment) -> Iterator[str]:
    """Yield what an amendment is about."""
    match change.field:
        case "cost":
            yield f'the {f"{change.value[0]} cost".strip()} of "{change.title}"'
        case "sources":
            yield from (f'where the {number} of "{change.title}" comes from' for number, _ in change.value)
        case field:
            yield f'the {field} of "{change.title}"'


def _named(name: str, node: RulesetNode) -> Iterator[_Said]:
    """Yield what a ruleset gives names to; two things whose names look alike cannot be told apart."""
    places = dict(node.places)
    for change in node.amendments:
        if change.field == "title":
            yield _Said(name, _called(change.value), ("card", change.title), change.place)
    for old, new in node.renames:
        yield _Said(name, _called(new), ("color", old), places[f"rename {old}"])


def _called(title: str) -> tuple[str, ...]:
    return tuple(f'what is called "{look}"' for look in looks(title))


def _clash(what: str, first: _Said, other: _Said) -> Report:
    return Report(
        CLASH.code,
        f"'{first.by}' and '{other.by}' say different things about {what}",
        _line(other.place),
        labels=((_line(first.place), f"'{first.by}' says it here"),),
        help="play them one at a time, or make a ruleset that includes both and says what holds",
    )


def _line(place: Place) -> Span:
    return Span(place.file, place.line, 5, place.line, 6)
