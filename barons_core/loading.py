"""From packs to content: read, check, compile, and put together what one ruleset plays with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from barons_core import __version__, plugins
from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.compile import compile_abilities, compile_card, price_of
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.tree import CardNode
from barons_core.language.words import Vocabulary
from barons_core.model.definitions import CardDefinition, Cost, Place
from barons_core.model.rulesets import Amendment, Content, Ruleset
from barons_core.packs import Pack, all_packs


class UnknownRuleset(LookupError):
    """A ruleset that no pack has; the message suggests one."""


class FaultyPack(ValueError):
    """A pack whose text has faults; `reports` tells them."""

    def __init__(self, name: str, reports: Sequence[Report]) -> None:
        super().__init__(f"the pack {name} has {len(reports)} faults; 'barons check' shows them")
        self.reports = tuple(reports)


@dataclass(frozen=True)
class Library:
    """All packs that are at hand, checked together."""

    packs: tuple[Pack, ...]
    checked: Checked
    vocabulary: Vocabulary
    texts: Mapping[tuple[str, int], str]

    def rulesets(self) -> dict[str, RulesetNode]:
        """Return all rulesets by name, the stem of the file that declares them, with what they include."""
        return {name: self._merged(node, (name,)) for name, node in self._declared().items()}

    def _declared(self) -> dict[str, RulesetNode]:
        return {Path(node.file).stem: node for node in self.checked.rulesets}

    def _merged(self, node: RulesetNode, above: tuple[str, ...]) -> RulesetNode:
        """Return a ruleset with those that it includes: what it says itself counts, lists are joined."""
        known = self._declared()
        for name in node.includes:
            if name not in known or name in above:
                continue
            other = self._merged(known[name], (*above, name))
            node = replace(
                node,
                players=node.players or other.players,
                turn=node.turn or other.turn,
                settings=other.settings + node.settings,
                decisions=other.decisions + node.decisions,
                swaps=other.swaps + node.swaps,
                amendments=other.amendments + node.amendments,
                renames=other.renames + node.renames,
                includes=node.includes + tuple(n for n in other.includes if n not in node.includes),
                abilities=other.abilities + node.abilities,
            )
        return node

    def ruleset(self, name: str) -> RulesetNode:
        known = self.rulesets()
        if name not in known:
            fix = did_you_mean(name, sorted(known))
            hint = f"; did you mean {fix}?" if fix else f"; there are: {', '.join(sorted(known))}"
            raise UnknownRuleset(f"no pack has a ruleset called {name!r}{hint}")
        return known[name]

    def pack_of(self, file: str) -> str:
        return self.checked.packs.get(file, "")


@lru_cache(maxsize=8)
def _library(folders: tuple[Path, ...]) -> Library:
    packs = tuple(all_packs(folders))
    sources = [replace(source, name=shown_path(Path(source.name))) for pack in packs for source in pack.sources()]
    checked = check_declarations(sources, Vocabulary.of(*plugins.words()))
    return Library(packs, checked, checked.vocabulary, dict(_declarations(sources)))


def _declarations(sources: Iterable[SourceFile]) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield file and first line of each declaration with its lines, without comments and empty lines."""
    for source in sources:
        start, text = 0, ""
        for number, line in enumerate(source.text.splitlines(), 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if not line[0].isspace():
                yield (source.name, start), text
                start, text = number, ""
            text += f"{line.rstrip()}\n"
        yield (source.name, start), text


def shown_path(path: Path) -> str:
    """Return a path as reports show it: relative to the working directory where it lies below it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def library(packs: Sequence[Path] = ()) -> Library:
    """Return the built-in packs with those of some folders, checked; cached by folder."""
    return _library(tuple(Path(folder).resolve() for folder in packs))


def forget() -> None:
    """Read packs anew the next time, for whoever edits them."""
    _library.cache_clear()
    _content.cache_clear()


def content(ruleset: str, packs: Sequence[Path] = (), settings: Mapping[str, str] | None = None) -> Content:
    """Return what a ruleset plays with.

    Raises UnknownRuleset, FaultyPack (text with errors), or ValueError for a setting that the ruleset has not.
    """
    folders = tuple(Path(folder).resolve() for folder in packs)
    return _content(ruleset, folders, tuple(sorted((settings or {}).items())))


@lru_cache(maxsize=32)
def _content(name: str, folders: tuple[Path, ...], chosen: tuple[tuple[str, str], ...]) -> Content:
    books = _library(folders)
    node = books.ruleset(name)
    if node.players is None or not node.turn:
        raise UnknownRuleset(f"{name!r} is a part of other rulesets: it says no players and no turn of its own")
    used = _used_packs(books, node, folders)
    faults = [
        report
        for report in books.checked.reports
        if report.severity == "error" and books.pack_of(report.span.file) in used
    ]
    if faults:
        raise FaultyPack(books.pack_of(faults[0].span.file), faults)
    # Cards are numbered, shuffled and listed in the order of their packs' names, however the packs were found.
    cards = [card for card in books.checked.cards if books.pack_of(card.file) in used]
    cards.sort(key=lambda card: books.pack_of(card.file))
    words = books.vocabulary
    settings = _settings(name, node, dict(chosen))
    definitions = tuple(
        _amended(compile_card(card, words, books.pack_of(card.file), settings), node, words.colors) for card in cards
    )
    compiled = _ruleset(node, books, name, settings)
    quantities = {word.spelling: word.start for word in books.vocabulary.quantities}
    hashes = {pack.name: pack.hash() for pack in books.packs if pack.name in used}
    return Content(
        compiled,
        definitions,
        books.vocabulary.colors,
        plugins.rules(used),
        settings,
        quantities,
        _heard(definitions),
        hashes,
        {card.title: _digest(card, node, books) for card in cards},
        __version__,
    )


def _digest(card: CardNode, node: RulesetNode, books: Library) -> str:
    """Return a digest of a card's text and of what the ruleset changes about it."""
    amended = [(each.field, each.value) for each in node.amendments if each.title == card.title]
    text = books.texts.get((card.file, card.token.line), "")
    return blake2b(f"{text}{amended}".encode(), digest_size=4).hexdigest()


def _used_packs(books: Library, node: RulesetNode, folders: tuple[Path, ...]) -> frozenset[str]:
    """Return the packs that a ruleset draws on: its own, what it extends and includes, and those given by folder."""
    by_name = {pack.name: pack for pack in books.packs}
    waiting = [books.pack_of(node.file), *node.includes]
    waiting += [pack.name for pack in books.packs if pack.folder.resolve() in folders]
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in used or name not in by_name:
            continue
        used.add(name)
        waiting.extend(by_name[name].extends)
    return frozenset(used)


def _ruleset(node: RulesetNode, books: Library, name: str, settings: Mapping[str, str]) -> Ruleset:
    abilities = compile_abilities(node.abilities, node.file, books.vocabulary, settings)
    return Ruleset(
        name,
        node.title,
        Place(node.file, node.token.line),
        books.pack_of(node.file),
        node.players or (1, 1),
        node.turn,
        node.settings,
        node.decisions,
        node.swaps,
        node.amendments,
        node.renames,
        node.includes,
        abilities,
    )


def _amended(definition: CardDefinition, node: RulesetNode, colors: Sequence[str]) -> CardDefinition:
    for amendment in node.amendments:
        if amendment.field == "cost":
            definition = _with_cost(definition, amendment, colors)
        elif amendment.title == definition.title:
            changed: dict[str, Any] = {amendment.field: amendment.value}
            if amendment.field == "deck":
                changed = {"colors": (amendment.value,)}
            definition = replace(definition, **changed)
    return definition


def _with_cost(definition: CardDefinition, amendment: Amendment, colors: Sequence[str]) -> CardDefinition:
    """Return a card with another cost for each way that has the amendment's title, or for its one way."""
    label, parts = amendment.value
    cost = Cost(label, tuple(price_of(price, colors) for price in parts), amendment.place)
    ways = tuple(
        replace(way, costs=tuple(cost if old.label == label else old for old in way.costs))
        if way.title == amendment.title or (definition.title == amendment.title and len(definition.ways) == 1)
        else way
        for way in definition.ways
    )
    return replace(definition, ways=ways)


def _settings(ruleset: str, node: RulesetNode, chosen: dict[str, str]) -> dict[str, str]:
    """Return the value of each setting: as chosen, else as the ruleset decides, else the default."""
    values = {setting.name: setting.values[0] for setting in node.settings}
    known = {setting.name: setting.values for setting in node.settings}
    decided = {decision.name: decision.value for decision in node.decisions}
    for name, value in (decided | chosen).items():
        if name not in known:
            fix = did_you_mean(name, sorted(known))
            listed = ", ".join(map(repr, sorted(known))) or "none"
            hint = f"did you mean {fix!r}?" if fix else f"it has {listed}"
            raise ValueError(f"{ruleset} has no setting {name!r}; {hint}")
        if value not in known[name]:
            fix = did_you_mean(value, known[name])
            hint = f"; did you mean {fix!r}?" if fix else ""
            raise ValueError(f"the setting {name!r} is one of {', '.join(known[name])}, not {value!r}{hint}")
        values[name] = value
    return values


def _heard(definitions: Sequence[CardDefinition]) -> frozenset[str]:
    """Return the keys of all events that some card listens to."""
    abilities = [way.abilities for definition in definitions for way in definition.ways]
    abilities += [block for definition in definitions for block in definition.blocks]
    return frozenset(trigger.key for item in abilities for trigger in item.triggers)
