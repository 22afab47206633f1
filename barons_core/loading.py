"""From packs to content: read, check, compile, and put together what one ruleset plays with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from barons_core import __version__, plugins
from barons_core.language.amend import names_of
from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.compile import compile_abilities, compile_card
from barons_core.language.editions import Edition, edition
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.tree import CardNode
from barons_core.language.words import Vocabulary
from barons_core.model.definitions import CardDefinition, Place
from barons_core.model.rulesets import Content, Ruleset
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
        return {name: self._merged(node, (name,), self._left_out(name)) for name, node in self._declared().items()}

    def _declared(self) -> dict[str, RulesetNode]:
        return {Path(node.file).stem: node for node in self.checked.rulesets}

    def _left_out(self, name: str) -> frozenset[str]:
        """Return what a ruleset or any that it includes excludes: it stays out, whoever else includes it."""
        known = self._declared()
        waiting, seen, left_out = [name], set(), set()
        while waiting:
            node = known.get(waiting.pop())
            if node is not None and node.file not in seen:
                seen.add(node.file)
                left_out |= set(node.excludes)
                waiting += node.includes
        return frozenset(left_out)

    def _merged(self, node: RulesetNode, above: tuple[str, ...], left_out: frozenset[str]) -> RulesetNode:
        """Return a ruleset with those that it includes: what it says itself counts, lists are joined."""
        known = self._declared()
        for name in node.includes:
            if name not in known or name in above or name in left_out:
                continue
            other = self._merged(known[name], (*above, name), left_out)
            node = replace(
                node,
                players=node.players or other.players,
                setup=node.setup or other.setup,
                turn=node.turn or other.turn,
                settings=other.settings + node.settings,
                swaps=other.swaps + node.swaps,
                amendments=other.amendments + node.amendments,
                renames=other.renames + node.renames,
                includes=node.includes + tuple(n for n in other.includes if n not in node.includes),
                inclusions=other.inclusions + node.inclusions,
                abilities=other.abilities + node.abilities,
            )
        return replace(node, includes=tuple(name for name in node.includes if name not in left_out))

    def ruleset(self, name: str) -> RulesetNode:
        known = self.rulesets()
        if name not in known:
            self._refuse_faulty(name)
            fix = did_you_mean(name, sorted(known))
            hint = f"; did you mean {fix}?" if fix else f"; there are: {', '.join(sorted(known))}"
            raise UnknownRuleset(f"no pack has a ruleset called {name!r}{hint}")
        return known[name]

    def edition(self, name: str, folders: tuple[Path, ...] = ()) -> Edition:
        """Return the cards of a ruleset as its players see them.

        Cards are numbered, shuffled and listed in the order of their packs' names, however the packs were found.
        """
        node = self.ruleset(name)
        used = self.used_packs(node, folders)
        every = sorted(self.checked.cards, key=lambda card: self.pack_of(card.file))
        cards = [card for card in every if self.pack_of(card.file) in used]
        return edition(node, cards, every, self.vocabulary)

    def used_packs(self, node: RulesetNode, folders: tuple[Path, ...] = ()) -> frozenset[str]:
        """Return the packs that a ruleset draws on: its own, what it extends and includes, and those of the folders.
        """
        by_name = {pack.name: pack for pack in self.packs}
        waiting = [self.pack_of(node.file), *node.includes]
        waiting += [pack.name for pack in self.packs if pack.folder.resolve() in folders]
        used: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in used or name not in by_name:
                continue
            used.add(name)
            waiting.extend(by_name[name].extends)
        return frozenset(used)

    def _refuse_faulty(self, name: str) -> None:
        """Raise FaultyPack if there is a file for that ruleset, with faults in it."""
        faults = [report for report in self.checked.reports
                  if report.severity == "error" and Path(report.span.file).stem == name]
        if faults:
            raise FaultyPack(self.pack_of(faults[0].span.file), faults)

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


def edition_of(ruleset: str, packs: Sequence[Path] = ()) -> Edition:
    """Return the cards of a ruleset as its players see them. Raises UnknownRuleset."""
    folders = tuple(Path(folder).resolve() for folder in packs)
    return _library(folders).edition(ruleset, folders)


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
    found = books.edition(name, folders)
    used = books.used_packs(node, folders)
    drawn_on = used | {books.pack_of(card.file) for card in found.cards}
    _refuse_faults(books, found, drawn_on)
    words = found.vocabulary
    definitions = tuple(compile_card(card, words, books.pack_of(card.file)) for card in found.cards)
    compiled = _ruleset(found.ruleset, books, words, name)
    quantities = {word.spelling: word.start for word in words.quantities}
    hashes = {pack.name: pack.hash() for pack in books.packs if pack.name in drawn_on}
    return Content(
        compiled,
        definitions,
        words.colors,
        plugins.rules(used),
        _settings(compiled, dict(chosen)),
        quantities,
        _heard(definitions),
        hashes,
        {new.title: _digest(card, node, books) for card, new in zip(found.declared, found.cards, strict=True)},
        __version__,
    )


@dataclass(frozen=True, slots=True)
class PlayedCards:
    """The edition of a ruleset by its name; `packs` are those that it draws on as a whole, not for single cards."""

    name: str
    books: Library
    ruleset: RulesetNode
    edition: Edition
    packs: frozenset[str]


def played_cards(ruleset: str, packs: Sequence[Path] = ()) -> PlayedCards:
    """Return the cards that a ruleset plays with. Raises UnknownRuleset, or FaultyPack (text with errors)."""
    folders = tuple(Path(folder).resolve() for folder in packs)
    books = _library(folders)
    node, found = books.ruleset(ruleset), books.edition(ruleset, folders)
    used = books.used_packs(node, folders)
    _refuse_faults(books, found, used | {books.pack_of(card.file) for card in found.cards})
    return PlayedCards(ruleset, books, node, found, used)


def _refuse_faults(books: Library, found: Edition, packs: frozenset[str]) -> None:
    """Raise FaultyPack if one of the packs of an edition has faults, or if a fault keeps a card from it."""
    faults = [report for report in books.checked.reports
              if report.severity == "error" and (found.missing or books.pack_of(report.span.file) in packs)]
    if faults:
        raise FaultyPack(books.pack_of(faults[0].span.file), faults)


def _digest(card: CardNode, node: RulesetNode, books: Library) -> str:
    """Return a digest of a card's text and of what the ruleset changes about it."""
    names = names_of(card)
    changes = [(each.title, each.field, each.value) for each in node.amendments if each.title in names]
    text = books.texts.get((card.file, card.token.line), "")
    return blake2b(f"{text}{changes}".encode(), digest_size=4).hexdigest()


def _ruleset(node: RulesetNode, books: Library, words: Vocabulary, name: str) -> Ruleset:
    spoken = [[ability for ability in node.abilities if ability.about_you == about_you] for about_you in (False, True)]
    abilities, of_each = (compile_abilities(some, node.file, words) for some in spoken)
    return Ruleset(
        name,
        node.title,
        Place(node.file, node.token.line),
        books.pack_of(node.file),
        node.players or (1, 1),
        node.setup,
        node.turn,
        node.settings,
        node.swaps,
        node.amendments,
        node.renames,
        node.includes,
        node.excludes,
        node.inclusions,
        abilities,
        of_each,
    )


def _settings(ruleset: Ruleset, chosen: dict[str, str]) -> dict[str, str]:
    values = {setting.name: setting.values[0] for setting in ruleset.settings}
    known = {setting.name: setting.values for setting in ruleset.settings}
    for name, value in chosen.items():
        if name not in known:
            fix = did_you_mean(name, sorted(known))
            listed = ", ".join(map(repr, sorted(known))) or "none"
            hint = f"did you mean {fix!r}?" if fix else f"it has {listed}"
            raise ValueError(f"{ruleset.name} has no setting {name!r}; {hint}")
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
