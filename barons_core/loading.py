"""From packs to content: read, check, compile, and put together what one ruleset plays with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from barons_core import __version__, plugins
from barons_core.crowds import crowd_report
from barons_core.deck_lines import order_clash, told_apart
from barons_core.files import MISSING, missing, start_of
from barons_core.frozen import frozen
from barons_core.language.amend import names_of
from barons_core.language.check import Checked, SourceFile, check_declarations
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.codes import code
from barons_core.language.compile import compile_abilities, compile_card
from barons_core.language.deck_numbers import DeckNumbers, deck_numbers
from barons_core.language.editions import Edition, edition
from barons_core.language.reports import Report, Span, did_you_mean, sort_reports
from barons_core.language.tree import CardNode
from barons_core.language.words import Vocabulary
from barons_core.merging import clash_reports, declared, merged
from barons_core.model.definitions import Abilities, CardDefinition, Place, Static, Trigger
from barons_core.model.rulesets import Content, Plugged, Ruleset, Setting
from barons_core.packs import Pack, PackError, all_packs, with_what_they_extend
from barons_core.ruleset_decks import decks_in
from barons_core.shortages import is_playable, shortage_reports, shortages

NO_RULES = code(
    "BC079",
    "packs of which no game can be made",
    "The rules of a game, in Python, come from exactly one of the packs that it is made of: those of its rulesets, and "
    "those that these extend. Most packs have the rules of `barons`, which they extend.",
    'name = "my_pack"\nversion = "1"\nlanguage = 1\n',
    'name = "my_pack"\nversion = "1"\nlanguage = 1\nextends = ["barons"]\n',
)


class UnknownRuleset(LookupError):
    """A ruleset that no pack has; the message suggests one."""


class FaultyPack(ValueError):
    """A pack whose text has faults; `reports` tells them."""

    def __init__(self, name: str, reports: Sequence[Report], message: str = "") -> None:
        super().__init__(message or f"faults in the text of the pack {name}: {len(reports)}; 'barons check' shows them")
        self.reports = tuple(reports)


class ClashingRulesets(FaultyPack):
    """Rulesets that do not go together; `reports` tell where and why."""

    def __init__(self, name: str, reports: Sequence[Report]) -> None:
        super().__init__(name, reports, f"the parts of {name} do not go together: {reports[0].message}")


@frozen
class Library:
    """All packs that are at hand, checked together."""

    packs: tuple[Pack, ...]
    checked: Checked
    vocabulary: Vocabulary
    texts: Mapping[tuple[str, int], str]
    sources: Mapping[str, str]

    def declared(self) -> dict[str, RulesetNode]:
        """Return all rulesets by name, the stem of the file that declares them, as each is written."""
        return declared(self.checked)

    def rulesets(self) -> dict[str, RulesetNode]:
        """Return all rulesets by name, each merged with what it includes."""
        known = self.declared()
        return {name: merged([name], known)[0] for name in known}

    def settings(self) -> dict[str, Setting]:
        """Return all settings by name, whichever ruleset declares them."""
        return {one.name: one for node in self.declared().values() for one in node.settings}

    def ruleset(self, name: str) -> RulesetNode:
        """Return the ruleset of a name, or several put together: `one+other`.

        Raises UnknownRuleset, or ClashingRulesets for some that say different things about one thing.
        """
        known = self.declared()
        names = names_in(name)
        for one in names:
            if one not in known:
                self._refuse_faulty(one)
                raise _unknown(one, name, known)
        node, clashes = merged(names, known)
        if clashes:
            raise ClashingRulesets(name, clashes)
        return node

    def packs_of(self, node: RulesetNode) -> frozenset[str]:
        """Return the packs that declare the parts of a ruleset, and those that these extend."""
        known = self.declared()
        return self.extended(self.pack_of(known[name].file) for name in node.made_of)

    def extended(self, names: Iterable[str]) -> frozenset[str]:
        """Return some packs, and all packs that these extend."""
        by_name = {pack.name: pack for pack in self.packs}
        waiting = list(names)
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in by_name and name not in found:
                found.add(name)
                waiting.extend(by_name[name].extends)
        return frozenset(found)

    def statement(self, place: Place) -> Span:
        """Return where the statement at a place starts, behind its indent; of what is not written yet, its line."""
        lines = self.sources.get(place.file, "").splitlines()
        text = lines[place.line - 1] if place.line <= len(lines) else ""
        return start_of(place.file, place.line, len(text) - len(text.lstrip()) + 1)

    def line(self, file: str, number: int) -> str:
        """Return a line of a declaration, without comments."""
        return self.sources[file].splitlines()[number - 1].split("#")[0].strip()

    def text_of(self, node: RulesetNode) -> str:
        """Return the text of a declared ruleset, without comments and empty lines."""
        return self.texts.get((node.file, node.token.line), "")

    def edition(self, name: str, folders: tuple[Path, ...] = ()) -> Edition:
        """Return the cards of a ruleset as its players see them.

        Cards are numbered, shuffled and listed in the order of their packs' names, however the packs were found.
        """
        node = self.ruleset(name)
        return self.edition_with(node, self.used_packs(node, folders))

    def edition_with(self, node: RulesetNode, used: Collection[str]) -> Edition:
        """Return the cards of a ruleset, all of some packs among them, as its players see them."""
        every = sorted(self.checked.cards, key=lambda card: self.pack_of(card.file))
        cards = [card for card in every if self.pack_of(card.file) in used]
        return edition(node, cards, every, self.vocabulary)

    def former_titles(self, name: str, folders: tuple[Path, ...] = ()) -> dict[str, tuple[str, ...]]:
        """Return all titles that parts of a ruleset give and that no card has there any more, with those it has now."""
        found = self.edition(name, folders)
        here = {title for card in found.cards for title in names_of(card)}
        given = (each for part in self.ruleset(name).made_of for each in self.declared()[part].amendments
                 if each.field == "title")  # fmt: skip
        called = {each.value: found.called.get(each.title, (each.title,)) for each in given} | dict(found.called)
        return {old: new for old, new in called.items() if old not in here and here.issuperset(new)}

    def used_packs(self, node: RulesetNode, folders: tuple[Path, ...] = ()) -> frozenset[str]:
        """Return the packs that a ruleset draws on: its parts', what these extend, and those of the folders."""
        given = [pack.name for pack in self.packs if pack.folder.resolve() in folders]
        return self.packs_of(node) | self.extended(given)

    def _refuse_faulty(self, name: str) -> None:
        """Raise FaultyPack if there is a file for that ruleset, with faults in it."""
        faults = [report for report in self.checked.reports
                  if report.severity == "error" and Path(report.span.file).stem == name]
        if faults:
            raise FaultyPack(self.pack_of(faults[0].span.file), faults)

    def refuse_faults(self, packs: Collection[str]) -> None:
        """Raise FaultyPack if one of these packs has errors in its text."""
        faults = [report for report in self.checked.reports
                  if report.severity == "error" and self.pack_of(report.span.file) in packs]
        if faults:
            raise FaultyPack(self.pack_of(faults[0].span.file), faults)

    def faults_of(self, pack: str) -> list[Report]:
        """Return the errors in the text of a pack."""
        return [report for report in self.checked.reports
                if report.severity == "error" and self.pack_of(report.span.file) == pack]

    def pack_of(self, file: str) -> str:
        return self.checked.packs.get(file, "")


@lru_cache(maxsize=8)
def _library(folders: tuple[Path, ...]) -> Library:
    return _sound_library(all_packs(folders), folders)


def sound_packs(packs: Sequence[Pack], given: Sequence[Path] = ()) -> Sequence[Pack]:
    """Return the packs without those that are installed and have faults in their text; these are noted as left out.

    What lies in the given folders stays, whatever its faults.
    """
    folders = tuple(folder.resolve() for folder in given)
    # Without strangers there is nothing to find out.
    return _sound_library(packs, folders).packs if any(_may_be_left_out(pack, folders) for pack in packs) else packs


def _sound_library(packs: Sequence[Pack], given: tuple[Path, ...]) -> Library:
    """Return the packs, checked together, without those that are installed and have faults in their text.

    Without one of them the others are checked anew: what the next one lacks, or clashes with, may have been its.
    """
    books = _checked_library(packs)
    for pack in packs:
        faults = books.faults_of(pack.name)
        if faults and _may_be_left_out(pack, given):
            plugins.manager().broken[pack.folder] = plugins.LeftOut(pack.plugin, first_of(faults))
            others = [other for other in packs if other is not pack]
            return _sound_library(with_what_they_extend(others, given), given)
    if _faults_among([pack for pack in packs if pack.plugin in plugins.built_in()], books):
        return _undisturbed(books, packs, given)
    return books


def _undisturbed(books: Library, packs: Sequence[Pack], given: tuple[Path, ...]) -> Library:
    """Return the packs, checked together, without those whose text is sound but lets built-in ones have faults.

    Such a one names something as a built-in ruleset means to.
    """
    kept = [pack for pack in packs if pack.plugin in plugins.built_in()]
    if _faults_among(kept, _checked_library(kept)):
        return books
    guilty: list[Pack] = []
    for pack in packs:
        if not _may_be_left_out(pack, given):
            continue
        faults = _faults_among(kept, _checked_library([*kept, pack]))
        if faults:
            reason = f"beside it, {faults[0].span}: {faults[0].message}"
            plugins.manager().broken[pack.folder] = plugins.LeftOut(pack.plugin, reason)
            guilty.append(pack)
    others = [pack for pack in packs if pack not in guilty]
    return _sound_library(with_what_they_extend(others, given), given) if guilty else books


def _faults_among(packs: Sequence[Pack], books: Library) -> list[Report]:
    return [fault for pack in packs for fault in books.faults_of(pack.name)]


def _may_be_left_out(pack: Pack, given: tuple[Path, ...]) -> bool:
    """Tell whether a pack is one that somebody has installed, and not one that was asked for."""
    return pack.plugin not in ("", *plugins.built_in()) and pack.folder.resolve() not in given


def _checked_library(packs: Sequence[Pack]) -> Library:
    sources = [replace(source, name=shown_path(Path(source.name))) for pack in packs for source in pack.sources()]
    checked = check_declarations(sources, Vocabulary.of(*plugins.words()))
    reports = sort_reports([*checked.reports, *clash_reports(checked)])
    checked = replace(checked, reports=tuple(reports))
    files = {source.name: source.text for source in sources}
    books = told_apart(Library(tuple(packs), checked, checked.vocabulary, dict(_declarations(sources)), files))
    # The decks of built-in rulesets are sound: they are looked at by whatever plays them, and not at each start.
    strangers = {pack.name for pack in packs if pack.plugin not in plugins.built_in()}
    nodes = [node for node in books.rulesets().values() if books.pack_of(node.file) in strangers] if strangers else []
    reports = sort_reports([*reports, *deck_faults(books, nodes)])
    return replace(books, checked=replace(books.checked, reports=tuple(reports)))


def deck_faults(books: Library, nodes: Iterable[RulesetNode]) -> Iterator[Report]:
    """Yield what is wrong with the decks of those of some rulesets that can be played by themselves."""
    games = [decks_in(books, node, books.packs_of(node)) for node in nodes if is_playable(node)]
    yield from shortage_reports(games)
    yield from filter(None, map(crowd_report, games))


def first_of(faults: Sequence[Report]) -> str:
    """Return in one line how many faults there are, and the first."""
    return f"faults in its text: {len(faults)}, first {faults[0].span}: {faults[0].message}"


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
    with _told_as_given(packs):
        return _library(_resolved(packs))


@contextmanager
def _told_as_given(packs: Sequence[Path]) -> Iterator[None]:
    """Let what is wrong with packs be told with their folders as they were given."""
    try:
        yield
    except PackError as error:
        raise PackError(*(_as_given(report, packs) for report in error.reports)) from None


def _as_given(report: Report, packs: Sequence[Path]) -> Report:
    for given in packs:
        place, file = Path(given).resolve(), Path(report.span.file)
        if file.is_relative_to(place):
            shown = Path(given) / file.relative_to(place)
            if report.code == MISSING.code:
                return missing(shown)
            message = report.message.replace(str(file), str(shown)).replace(str(place), str(given))
            return replace(report, span=replace(report.span, file=str(shown)), message=message)
    return report


def require_sound(folders: Sequence[Path]) -> None:
    """Raise FaultyPack for packs in folders that have faults in their text."""
    books, places = library(folders), {folder.resolve() for folder in folders}
    books.refuse_faults({pack.name for pack in books.packs if pack.folder.resolve() in places})


def forget() -> None:
    """Read packs anew the next time, for whoever edits them."""
    _library.cache_clear()
    _content.cache_clear()


def edition_of(ruleset: str, packs: Sequence[Path] = (), joining: Sequence[Path] | None = None) -> Edition:
    """Return the cards of a ruleset as its players see them; `joining` as for `content`. Raises UnknownRuleset."""
    folders = _resolved(packs)
    return _library(folders).edition(ruleset, folders if joining is None else _resolved(joining))


def former_titles(ruleset: str, packs: Sequence[Path] = ()) -> dict[str, tuple[str, ...]]:
    """Return the titles that no card of a ruleset has any more, each with those that it has now."""
    folders = _resolved(packs)
    return _library(folders).former_titles(ruleset, folders)


def allow_python(allowed: bool) -> None:
    """Let packs in folders bring Python from now on, or no more, in this process."""
    if plugins.manager().python_allowed != allowed:
        plugins.manager().allow_python(allowed)
        forget()


def _resolved(folders: Sequence[Path]) -> tuple[Path, ...]:
    return tuple(Path(folder).resolve() for folder in folders)


def content(
    ruleset: str,
    packs: Sequence[Path] = (),
    settings: Mapping[str, str] | None = None,
    joining: Sequence[Path] | None = None,
) -> Content:
    """Return what a ruleset plays with.

    The cards of packs in folders join it, or of those `joining` alone; the other packs are at hand like installed ones.
    Raises UnknownRuleset, ClashingRulesets, FaultyPack (text with errors), or ValueError for a setting that the
    ruleset has not; TypeError for what is no name of a ruleset, and for settings that are no names with values.
    """
    if not isinstance(ruleset, str):
        raise TypeError(f"a ruleset is told by its name, such as 'barons', not by {_sort_of(ruleset)}")
    need_settings(settings)
    folders = _resolved(packs)
    joined = folders if joining is None else _resolved(joining)
    with _told_as_given(packs):
        return _content(ruleset, folders, joined, tuple(sorted((settings or {}).items())))


def need_settings(settings: object) -> None:
    """Raise TypeError for settings that are no mapping of texts."""
    if settings is None or (isinstance(settings, Mapping) and all(isinstance(each, str) for pair in settings.items()
                                                                 for each in pair)):
        return
    raise TypeError(f"settings are names with values, both texts, such as {{'last ready': 'P2'}}, not {settings!r}")


def _sort_of(thing: object) -> str:
    """Return what is told of a thing of the wrong sort: itself only where that is short."""
    return repr(thing) if thing is None or isinstance(thing, int | float | Path) else type(thing).__name__


@lru_cache(maxsize=32)
def _content(
    name: str, folders: tuple[Path, ...], joined: tuple[Path, ...], chosen: tuple[tuple[str, str], ...]
) -> Content:
    books = _library(folders)
    node = books.ruleset(name)
    used = books.used_packs(node, joined)
    books.refuse_faults(used)
    if node.players is None or not node.turn:
        raise UnknownRuleset(f"{name!r} is a part of other rulesets: it says no players and no turn of its own; "
                             f"put one beside it that does: NAME+{name}")  # fmt: skip
    found = books.edition(name, joined)
    drawn_on = used | {books.pack_of(card.file) for card in found.cards}
    _refuse_faults(books, found, drawn_on)
    _require_sound_decks(books, node, used)
    words = found.vocabulary
    settings = settings_of(name, node, dict(chosen))
    definitions = tuple(compile_card(card, words, books.pack_of(card.file), settings) for card in found.cards)
    compiled = _ruleset(found, books, words, name, settings)
    rules = _rules(books, node, used)
    quantities = {word.spelling: word.start for word in words.quantities}
    hashes = {pack.name: pack.hash() for pack in books.packs if pack.name in drawn_on}
    digests = {new.title: _digest(card, node, books) for card, new in zip(found.declared, found.cards, strict=True)}
    texts = sorted(books.text_of(books.declared()[part]) for part in node.made_of)
    return Content(
        compiled,
        definitions,
        words.colors,
        rules,
        settings,
        quantities,
        _heard(definitions),
        hashes,
        digests,
        __version__,
        digest_of(texts, sorted(settings.items()), sorted(digests.items()), sorted(hashes), __version__),
        tuple(_plugged(rules, books, used)),
        _homes(books, used),
    )


def names_in(name: str) -> tuple[str, ...]:
    """Return the names in `one+other`, each once."""
    return tuple(dict.fromkeys(one.strip() for one in name.split("+")))


def _unknown(one: str, name: str, known: Mapping[str, RulesetNode]) -> UnknownRuleset:
    listed = f"; there are: {', '.join(sorted(known))}"
    if not one:
        return UnknownRuleset(f"{name!r}: a name is missing beside the '+'{listed}")
    fix = did_you_mean(one, sorted(set(known).difference(names_in(name))))
    meant = "+".join(fix if each == one else each for each in names_in(name))
    return UnknownRuleset(f"no pack has a ruleset called {one!r}{f'; did you mean {meant}?' if fix else listed}")


@frozen
class PlayedCards:
    """The edition of a ruleset by its name; `packs` are those that it draws on as a whole, not for single cards.

    `former` has the titles that no card has there any more, each with those that it has now; `numbers` how many there
    are of the cards about which swaps and inclusions say something.
    """

    name: str
    books: Library
    ruleset: RulesetNode
    edition: Edition
    packs: frozenset[str]
    former: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, DeckNumbers]


def played_cards(ruleset: str, packs: Sequence[Path] = ()) -> PlayedCards:
    """Return the cards that a ruleset plays with.

    Raises UnknownRuleset, or FaultyPack (text with errors, or decks that cannot be put together).
    """
    folders = _resolved(packs)
    books = library(packs)
    node, found = books.ruleset(ruleset), books.edition(ruleset, folders)
    used = books.used_packs(node, folders)
    _refuse_faults(books, found, used | {books.pack_of(card.file) for card in found.cards})
    if is_playable(node):
        _require_sound_decks(books, node, used)
    return PlayedCards(ruleset, books, node, found, used, books.former_titles(ruleset, folders), deck_numbers(found))


def _refuse_faults(books: Library, found: Edition, packs: frozenset[str]) -> None:
    """Raise FaultyPack if one of the packs of an edition has faults, or if a fault keeps a card from it."""
    books.refuse_faults({pack.name for pack in books.packs} if found.missing else packs)


def _require_sound_decks(books: Library, node: RulesetNode, used: Collection[str]) -> None:
    """Raise FaultyPack if a swap finds too few cards, or if a game would have more than can be played with.

    Raises ClashingRulesets for some of which it matters whose lines about decks are carried out first.
    """
    decks = decks_in(books, node, used)
    if clash := order_clash(decks):
        raise ClashingRulesets("+".join(name for name in node.made_of if name not in node.includes), [clash])
    if short := shortages(decks):
        raise FaultyPack(books.pack_of(short[0].span.file), short)
    if report := crowd_report(decks):
        raise FaultyPack(books.pack_of(report.span.file), [report])


def _rules(books: Library, node: RulesetNode, used: Collection[str]) -> Any:
    """Return the rules of a game; raise FaultyPack, with the pack of the ruleset, if there are none."""
    try:
        return plugins.rules({pack.name: pack.plugin for pack in books.packs if pack.name in used})
    except plugins.NoRules as error:
        place = error.place or Place(node.file, node.token.line)
        help = "" if error.place else 'a manifest says which packs it extends, most often extends = ["barons"]'
        report = Report(NO_RULES.code, str(error), start_of(place.file, place.line), help=help)
        raise FaultyPack(books.pack_of(node.file), [report]) from error


def _plugged(rules: Any, books: Library, used: Collection[str]) -> Iterator[Plugged]:
    """Yield what the plugins of the packs in use say in a game."""
    events = [word.key for word in books.vocabulary.events]
    for each in plugins.manager().implementations({pack.plugin for pack in books.packs if pack.name in used}):
        abilities = rules.abilities(each.hook, each.function, each.place, events)
        if abilities is not None:
            yield Plugged(each.plugin, abilities)


def _homes(books: Library, used: Collection[str]) -> dict[str, str]:
    """Return the folders of the packs in use, and where the Python of their plugins lies, with their names."""
    packs = [pack for pack in books.packs if pack.name in used and pack.plugin not in plugins.built_in()]
    homes = {str(pack.folder.resolve()): pack.name for pack in packs}
    for plugin in sorted({pack.plugin for pack in packs if pack.plugin}):
        home = plugins.manager().home(plugin)
        if home is not None:
            homes.setdefault(str(home), plugin)
    return homes


def _digest(card: CardNode, node: RulesetNode, books: Library) -> str:
    """Return a digest of a card's text and of what the ruleset changes about it."""
    names = names_of(card)
    changes = sorted((each.title, each.field, str(each.value)) for each in node.amendments if each.title in names)
    return digest_of(books.texts.get((card.file, card.token.line), ""), changes)


def digest_of(*parts: Any) -> str:
    """Return a short digest of what some values are written as."""
    return blake2b("".join(map(str, parts)).encode(), digest_size=4).hexdigest()


def _ruleset(
    found: Edition, books: Library, words: Vocabulary, name: str, settings: Mapping[str, str]
) -> Ruleset:
    node = found.ruleset
    abilities, of_each = (_abilities(node, books, words, settings, about_you) for about_you in (False, True))
    return Ruleset(
        "+".join(names_in(name)),
        node.title,
        Place(node.file, node.token.line),
        books.pack_of(node.file),
        node.players or (1, 1),
        node.setup,
        node.turn,
        node.settings,
        node.decisions,
        node.deck_lines,
        node.amendments,
        node.renames,
        node.includes,
        node.excludes,
        abilities,
        of_each,
        node.made_of,
        found.gone,
    )


def _abilities(
    node: RulesetNode, books: Library, words: Vocabulary, settings: Mapping[str, str], about_you: bool
) -> Abilities:
    """Compile what the parts of a ruleset say, of `you` or of nobody, each with the lines of its own file."""
    left = list(node.abilities)
    statics: list[Static] = []
    triggers: list[Trigger] = []
    for part in node.made_of:
        said = books.declared()[part]
        own, left = left[: len(said.abilities)], left[len(said.abilities) :]
        compiled = compile_abilities([one for one in own if one.about_you == about_you], said.file, words, settings)
        statics += compiled.statics
        triggers += compiled.triggers
    return Abilities(tuple(statics), tuple(triggers))


def settings_of(ruleset: str, node: RulesetNode, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each setting: as chosen, else as the ruleset decides, else the default.

    ValueError for a setting or a value that the ruleset has not.
    """
    decided = {decision.name: decision.value for decision in node.decisions}
    return settings_among(ruleset, node.settings, decided | dict(chosen))


def settings_among(whose: str, settings: Sequence[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each of some settings, the default where none is chosen; ValueError for others."""
    values = {setting.name: setting.values[0] for setting in settings}
    known = {setting.name: setting.values for setting in settings}
    for name, value in chosen.items():
        if name not in known:
            fix = did_you_mean(name, sorted(known))
            listed = ", ".join(map(repr, sorted(known))) or "none"
            hint = f"did you mean {fix!r}?" if fix else f"it has {listed}"
            raise ValueError(f"{whose} has no setting {name!r}; {hint}")
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
