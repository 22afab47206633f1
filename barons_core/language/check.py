"""The checker: from syntax trees to checked trees. It fails closed, and reports all faults of all files in one run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import TypeVar

from barons_core.frozen import frozen
from barons_core.language.amendments import Cards, cards_of, cost_reports
from barons_core.language.bodies import Bodies, is_way
from barons_core.language.check_rulesets import RulesetChecker, RulesetNode
from barons_core.language.cycles import cycle_reports
from barons_core.language.headers import OTHER_DECLARATIONS, Header, read_header
from barons_core.language.known import known_words
from barons_core.language.lookalikes import looks
from barons_core.language.mend import Draft, Mender, Outcome
from barons_core.language.parse import MAX_BYTES, parse_piece, pieces
from barons_core.language.reports import MAX_FAULTS, Report, Span, did_you_mean, sort_reports, too_many_faults
from barons_core.language.scope import Fault, Scope, span_of
from barons_core.language.spelling import nearest
from barons_core.language.syntax import Declaration, Token
from barons_core.language.tree import CardNode
from barons_core.language.words import Quantity, Vocabulary
from barons_core.model.definitions import Place
from barons_core.model.rulesets import Amendment, Setting

T = TypeVar("T")


@frozen
class SourceFile:
    """A text to check: the name that reports show, and the pack it belongs to."""

    name: str
    text: str
    pack: str = ""


@frozen
class Checked:
    """What is sound in some files, and the faults of the rest."""

    cards: tuple[CardNode, ...]
    rulesets: tuple[RulesetNode, ...]
    vocabulary: Vocabulary
    reports: tuple[Report, ...]
    packs: dict[str, str] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        return not any(report.severity == "error" for report in self.reports)


def check_declarations(sources: Sequence[SourceFile], vocabulary: Vocabulary) -> Checked:
    """Check all declarations of some files against a vocabulary and each other."""
    return _Run(vocabulary).check(sources)


class _Every(frozenset[str]):
    """A set that holds whatever it is asked for."""

    def __contains__(self, item: object) -> bool:
        return True


EVERY_TITLE = _Every()


@frozen
class _Named:
    """What a card or a way of it is called: `card` is the title of the card, `whole` its text if this is a way."""

    token: Token
    file: str
    card: Token
    whole: str = ""


@dataclass
class _Piece:
    """One declaration on its way through the checker."""

    draft: Draft
    declaration: Declaration | None = None
    header: Header | None = None

    @property
    def word(self) -> str:
        return self.header.word if self.header else ""

    def names(self) -> Iterator[_Named]:
        """Yield what a card and its ways are called."""
        assert self.declaration is not None and self.header is not None
        title = self.header.title
        yield _Named(title, self.draft.file, title)
        for statement in self.declaration.body:
            if is_way(statement) and statement.words[-1].kind == "string":
                yield _Named(statement.words[-1], self.draft.file, title, title.text)

    def inclusions(self) -> dict[str, Token]:
        """Return the rulesets that a ruleset includes, each with its place."""
        assert self.declaration is not None
        lines = [statement.words for statement in self.declaration.body if statement.kind == "do"]
        return {words[1].value: words[1] for words in lines if len(words) == 2 and words[0].text == "includes"}

    @property
    def for_quantity(self) -> bool:
        """Whether it declares a quantity, or seems to be meant to."""
        first = self.draft.lines[0].split()[0]
        if self.header is not None:
            return self.word == "quantity"
        return first in QUANTITY or bool(nearest(first, QUANTITY, 1))


class _Run:
    """One run of the checker over a list of files."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.mender = Mender(known_words(vocabulary))
        self.reports: list[Report] = []
        self.titles: dict[str, Token] = {}
        self.looks: dict[str, _Named] = {}
        self.files: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.all_titles: frozenset[str] = frozenset()
        self.retitled: dict[str, tuple[str, ...]] = {}
        self.settings: dict[str, tuple[str, ...]] = {}
        self.faults: Counter[str] = Counter()
        self.given_up: set[str] = set()

    def check(self, sources: Sequence[SourceFile]) -> Checked:
        pieces = [piece for source in sources for piece in self._pieces(source)]
        pieces = [self._again(piece.draft) if piece.header is None and piece.for_quantity else piece
                  for piece in pieces]  # fmt: skip
        self._quantities(piece for piece in pieces if piece.for_quantity)
        self._remember_settings(pieces)
        pieces = [piece if piece.header is not None or piece.for_quantity else self._again(piece.draft)
                  for piece in pieces]  # fmt: skip
        self._remember_titles(pieces)
        cards = [self._card(piece) for piece in pieces if piece.word in self.vocabulary.kinds]
        sound = tuple(card for card in cards if card is not None)
        known = cards_of(sound, partial(self._as_kind, {piece.header.title.value: piece for piece in pieces
                                                        if piece.header is not None}),
                         {look: named.token.value for look, named in self.looks.items()})
        rulesets = self._rulesets([piece for piece in pieces if piece.word == "ruleset"], known)
        for piece in pieces:
            self.reports.extend(piece.draft.reports if not piece.draft.left_out else ())
        sound_rulesets = tuple(node for node in rulesets if node is not None)
        self.reports.extend(cycle_reports((*sound, *sound_rulesets)))
        return Checked(
            sound,
            sound_rulesets,
            self.vocabulary,
            tuple(sort_reports(self.reports)),
            self.files,
        )

    # -------------------------------------------------------------------------------- declarations and headers
    def _pieces(self, source: SourceFile) -> list[_Piece]:
        if len(source.text) > MAX_BYTES:
            span = Span(source.name, 1, 1, 1, 2)
            self.reports.append(
                Report(
                    "BC005",
                    f"this file is larger than {MAX_BYTES:,} characters",
                    span,
                    help="split it into several files",
                )
            )
            return []
        self.files[source.name] = source.pack
        found, reports, _ = pieces(source.text, source.name)
        self.reports.extend(reports)
        drafts = [Draft(source.name, first, lines) for first, lines in found]
        return [self._read_header(draft, draft.lines)[0] or _Piece(draft) for draft in drafts]

    def _again(self, draft: Draft) -> _Piece:
        """Read a declaration whose structure or header is at fault once more, with its misspelt words mended."""

        def read(lines: list[str]) -> Outcome[_Piece]:
            piece, reports = self._read_header(draft, lines)
            return piece, reports if piece is None else self._body_reports(piece)

        if self._gives_up(draft):
            return _Piece(draft)
        outcome = self._read_header(draft, draft.lines)
        self.mender.mend(draft, outcome, read)
        piece, reports = self._read_header(draft, draft.lines)
        self._settle(draft, reports)
        return piece or _Piece(draft)

    def _settle(self, draft: Draft, reports: Sequence[Report]) -> None:
        draft.settle(reports)
        self.faults[self._whose(draft)] += len(draft.reports)

    def _gives_up(self, draft: Draft) -> bool:
        """Tell whether so much is wrong with a pack that no more of it is read; say so once."""
        whose = self._whose(draft)
        if self.faults[whose] < MAX_FAULTS:
            return False
        if whose not in self.given_up:
            self.given_up.add(whose)
            self.reports.append(too_many_faults(Span(draft.file, draft.first, 1, draft.first, 2)))
        draft.left_out = True
        return True

    def _whose(self, draft: Draft) -> str:
        """Return the pack of a draft, or its file if it is of none."""
        return self.files.get(draft.file) or draft.file

    def _body_reports(self, piece: _Piece) -> list[Report]:
        """Return the faults of a body while the titles of other cards are not known yet."""
        if piece.word in self.vocabulary.kinds:
            return self._read_card(piece, EVERY_TITLE)[1]
        return []

    def _read_header(self, draft: Draft, lines: list[str]) -> Outcome[_Piece]:
        declaration, reports = parse_piece(lines, draft.first, draft.file)
        if declaration is None:
            return None, reports
        try:
            return _Piece(draft, declaration, read_header(declaration, self.vocabulary)), []
        except Fault as fault:
            return None, [fault.report]

    # -------------------------------------------------------------------------------- titles and quantities
    def _remember_titles(self, pieces: Sequence[_Piece]) -> None:
        """Gather all titles, those of faulty declarations too: one fault is not to make others."""
        titles: set[str] = set()
        retitled: dict[str, set[str]] = {}
        for piece in pieces:
            titles.update(_titles(piece.draft.lines))
            for declared, new in _new_titles(piece.draft.lines):
                retitled.setdefault(new, set()).add(declared)
            if piece.header is not None and piece.word not in OTHER_DECLARATIONS:
                self._remember(self.titles, piece, "card")
                self._compare(piece)
        self.all_titles = frozenset(titles)
        self.retitled = {new: tuple(sorted(declared & titles)) for new, declared in retitled.items()}

    def _remember_settings(self, pieces: Sequence[_Piece]) -> None:
        """Gather all settings with their values, those of faulty rulesets too."""
        for piece in pieces:
            for name, values in _settings(piece.draft.lines):
                self.settings.setdefault(name, values)
        self.mender = Mender(known_words(self.vocabulary).union(*self.settings.values()))

    def _compare(self, piece: _Piece) -> None:
        """Report what a card or one of its ways is called if another is called so, or if it looks like that."""
        for named in piece.names():
            found = [self.looks.setdefault(each, named) for each in looks(named.token.value)]
            for other in dict.fromkeys(found):
                if report := _mistakable(named, other):
                    piece.draft.reports.append(report)
                    break

    def _remember(self, known: dict[str, Token], piece: _Piece, what: str) -> bool:
        assert piece.header is not None
        title = piece.header.title
        first = known.setdefault(title.value, title)
        if first is title:
            self.places.setdefault(f"{what} {title.value}", piece.draft.file)
            return True
        file = self.places[f"{what} {title.value}"]
        piece.draft.reports.append(
            Report(
                "BC201",
                f"the {what} {title.text} stands twice",
                span_of(piece.draft.file, title),
                labels=((span_of(file, first), "it stands here first"),),
                help="give one of the two another name",
            )
        )
        return False

    def _quantities(self, pieces: Iterable[_Piece]) -> None:
        found: list[Quantity] = []
        known: dict[str, Token] = {}
        for piece in pieces:
            if piece.header is not None and not self._remember(known, piece, "quantity"):
                continue
            quantity = self._mended(piece, self._read_quantity) if piece.header is not None else None
            # Whoever reads a quantity whose declaration is at fault is not at fault as well.
            named = [quantity] if quantity is not None else map(_of_name, _TITLED.findall(piece.draft.lines[0])[:1])
            found.extend(named)
        self.vocabulary = self.vocabulary.plus(found)
        self.mender = Mender(known_words(self.vocabulary))

    def _read_quantity(self, piece: _Piece) -> Outcome[Quantity]:
        assert piece.declaration is not None
        try:
            return _quantity(piece.declaration), []
        except Fault as fault:
            return None, [fault.report]

    # -------------------------------------------------------------------------------- bodies
    def _mended(self, piece: _Piece, check: Callable[[_Piece], Outcome[T]]) -> T | None:
        """Check a declaration, with its misspelt words mended; what remains is reported."""

        if self._gives_up(piece.draft):
            return None

        def read(lines: list[str]) -> Outcome[T]:
            again, faults = self._read_header(piece.draft, lines)
            return check(again) if again is not None else (None, faults)

        found, reports = self.mender.mend(piece.draft, check(piece), read)
        self._settle(piece.draft, reports)
        errors = any(report.severity == "error" for report in piece.draft.reports)
        return found if not errors else None

    def _card(self, piece: _Piece) -> CardNode | None:
        return self._mended(piece, lambda again: self._read_card(again, self.all_titles))

    def _read_card(self, piece: _Piece, titles: frozenset[str]) -> Outcome[CardNode]:
        assert piece.declaration is not None and piece.header is not None
        scope = Scope(self.vocabulary, piece.draft.file, titles, self.settings, retitled=self.retitled)
        bodies = Bodies(scope, piece.header)
        card = bodies.card(piece.declaration)
        return (card if not bodies.failed else None), bodies.reports

    def _as_kind(self, pieces: Mapping[str, _Piece], card: CardNode, kind: str) -> list[Report]:
        """Return the faults that a sound card would have if its header named another kind."""
        piece = pieces[card.title]
        assert piece.declaration is not None and piece.header is not None
        bodies = Bodies(Scope(self.vocabulary, card.file, self.all_titles), replace(piece.header, word=kind))
        bodies.card(piece.declaration)
        return [report for report in bodies.reports if report.severity == "error"]

    def _rulesets(self, pieces: Sequence[_Piece], cards: Cards) -> list[RulesetNode | None]:
        names = frozenset(PurePath(piece.draft.file).stem for piece in pieces)

        def read(piece: _Piece) -> Outcome[RulesetNode]:
            assert piece.declaration is not None and piece.header is not None
            scope = Scope(self.vocabulary, piece.draft.file, self.all_titles, self.settings, retitled=self.retitled)
            checker = RulesetChecker(scope, piece.header, names, cards)
            node = checker.check(piece.declaration)
            checker.reports.extend(_unplayable(node, piece.header) if node is not None and not checker.failed else ())
            return (node if not checker.failed else None), checker.reports

        self._one_a_file(pieces)
        self._one_a_name(pieces)
        found = [self._mended(piece, read) for piece in pieces]
        sound = [node for node in found if node is not None]
        self.reports.extend(_amended_costs(sound, cards))
        self._settings_once(sound)
        self.reports.extend(_circles([piece for piece, node in zip(pieces, found, strict=True) if node is not None]))
        return found

    def _settings_once(self, nodes: Sequence[RulesetNode]) -> None:
        """Report a setting that two rulesets declare: card text asks for it by its name."""
        first: dict[str, Setting] = {}
        for setting in (setting for node in nodes for setting in node.settings):
            other = first.setdefault(setting.name, setting)
            if other is not setting:
                self.reports.append(
                    Report(
                        "BC201",
                        f'the setting "{setting.name}" stands twice',
                        _line_of(setting.place),
                        labels=((_line_of(other.place), "it stands here first"),),
                        help="choose a value with 'setting \"NAME\" is VALUE', or give one of the two another name",
                    )
                )

    def _one_a_name(self, pieces: Sequence[_Piece]) -> None:
        """Report a ruleset whose file is called like that of another, or nearly so: nobody could say which is meant."""
        first: dict[str, _Piece] = {}
        for piece in pieces:
            name = PurePath(piece.draft.file).stem
            same = [first.setdefault(look, piece) for look in looks(name)]
            known = next((each for each in same if each.draft.file != piece.draft.file), None)
            if known is None:
                continue
            assert piece.header is not None and known.header is not None
            other = PurePath(known.draft.file).stem
            piece.draft.reports.append(
                Report(
                    "BC201" if name == other else "BC250",
                    f"the ruleset {name} {'stands twice' if name == other else f'looks like {other}'}",
                    span_of(piece.draft.file, piece.header.title),
                    labels=((span_of(known.draft.file, known.header.title), "it stands here first"),),
                    help="a ruleset is called like its file: give one of the two files another name",
                )
            )

    def _one_a_file(self, pieces: Sequence[_Piece]) -> None:
        """Report a second ruleset in a file: rulesets are called like their files."""
        first: dict[str, _Piece] = {}
        for piece in pieces:
            known = first.setdefault(piece.draft.file, piece)
            if known is piece:
                continue
            assert piece.header is not None and known.header is not None
            piece.draft.reports.append(
                Report(
                    "BC238",
                    "this file holds a second ruleset",
                    span_of(piece.draft.file, piece.header.title),
                    labels=((span_of(piece.draft.file, known.header.title), "the first one"),),
                    help="a ruleset is called like its file: put each into a file of its own",
                )
            )


_SETTING = re.compile(r'^\s+setting +"([^"]*)" +([^#"]+):')
def _amended_costs(rulesets: Sequence[RulesetNode], cards: Cards) -> Iterator[Report]:
    """Yield a report for each cost that amendments, those of included rulesets first, have put at odds with another."""
    known = {PurePath(node.file).stem: node for node in rulesets}
    for node in rulesets:
        yield from cost_reports(node.amendments, _included(node, known), cards.by_title)


def _circles(pieces: Sequence[_Piece]) -> Iterator[Report]:
    """Yield a report for each circle of rulesets that include each other, at the line of one that closes it."""
    lines = {PurePath(piece.draft.file).stem: piece.inclusions() for piece in pieces}
    told: set[str] = set()
    for piece in pieces:
        name = PurePath(piece.draft.file).stem
        circle = _way_back(name, lines)
        if not circle or told & set(circle):
            continue
        told.update(circle)
        message = f"the ruleset '{name}' includes itself"
        if len(circle) > 1:
            message += f", by way of {' and then '.join(circle[1:])}"
        span = span_of(piece.draft.file, lines[name][(*circle, name)[1]])
        yield Report("BC249", message, span, help="leave out one of the lines with 'includes' that make the circle")


def _way_back(name: str, lines: Mapping[str, Mapping[str, Token]]) -> tuple[str, ...]:
    """Return the rulesets on a shortest way by which one includes itself, from that one on; none if it does not."""
    seen = {name}
    waiting: list[tuple[str, ...]] = [(name,)]
    for way in waiting:
        for one in lines.get(way[-1], ()):
            if one == name:
                return way
            if one not in seen:
                seen.add(one)
                waiting.append((*way, one))
    return ()


def _included(node: RulesetNode, known: Mapping[str, RulesetNode]) -> list[Amendment]:
    """Return the amendments of all rulesets that a ruleset includes, each once, after those that it includes itself."""
    found: list[Amendment] = []
    seen = {PurePath(node.file).stem}
    waiting = [(name, False) for name in reversed(node.includes)]
    while waiting:
        name, ready = waiting.pop()
        if ready:
            found += known[name].amendments
        elif name in known and name not in seen:
            seen.add(name)
            waiting += [(name, True), *[(one, False) for one in reversed(known[name].includes)]]
    return found


def _mistakable(named: _Named, other: _Named) -> Report | None:
    """Return the report of a name that can be taken for another one, None if it cannot."""
    own, token = named.token.value == other.token.value, named.token
    if own and (named.card is other.card or named.whole == other.whole == ""):
        return None  # A way may be called like its card; titles that stand twice are told of for all declarations.
    span = span_of(named.file, token)
    if not own:
        labels = ((span_of(other.file, other.token), "the other one stands here"),)
        help = "nobody can tell them apart: give one of the two another title"
        return Report("BC250", f"the title {token.text} looks like {other.token.text}", span, labels=labels, help=help)
    where = f"it is a way of {other.whole} here" if other.whole else "it stands here first"
    message = f"the title {token.text} stands twice"
    labels = ((span_of(other.file, other.token), where),)
    return Report("BC201", message, span, labels=labels, help="give one of the two another title")


QUANTITY = ("quantity",)
_NEW_TITLE = re.compile(r'^\s+amend +"([^"]*)" +title +"([^"]*)"')
_TITLED = re.compile(r'^[^\s"]+ +"([^"]+)"')
_TITLE = re.compile(r'^(?!quantity|ruleset)[^\s"#]+ +"([^"]*)"|^\s+[^\s"#]+ +"([^"]*)"(?=\s*[:,])')


def _settings(lines: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the settings that the lines of a declaration declare, each with its values."""
    for line in lines:
        if match := _SETTING.match(line):
            yield match[1], tuple(word for word in match[2].split() if word != "or")


def _line_of(place: Place) -> Span:
    return Span(place.file, place.line, 5, place.line, 12)


def _titles(lines: Iterable[str]) -> Iterable[str]:
    """Return the titles that the lines of a declaration give: the header's and those of its ways."""
    found = (match[1] or match[2] for line in lines if (match := _TITLE.match(line)))
    return (title for title in found if title)


def _new_titles(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the titles that the lines of a ruleset give, each behind the one that the card's pack gives."""
    return ((match[1], match[2]) for line in lines if (match := _NEW_TITLE.match(line)))


def _unplayable(node: RulesetNode, header: Header) -> Iterable[Report]:
    """Warn of a ruleset with a turn of its own and no players, of which none that it includes could tell."""
    if node.turn and node.players is None and not node.includes:
        message = "this ruleset has a turn but no players: nobody can play it by itself"
        help = "add 'players 2 to 6', unless other rulesets include it"
        yield Report("BC248", message, span_of(node.file, header.title), "warning", help=help)


def _quantity(declaration: Declaration) -> Quantity:
    """Read `quantity "NAME" of a player:` with `start N` below it."""
    title = declaration.header[1]
    start = 0
    for statement in declaration.body:
        words = statement.words
        if statement.kind != "do" or words[0].text != "start" or len(words) != 2 or words[1].kind != "int":
            first = words[0].text if words else ""
            raise Fault(Report("BC202", "a quantity holds one line: 'start NUMBER'",
                               span_of(declaration.file, statement.key), fix=did_you_mean(first, ["start"])), 0)
        start = int(words[1].text)
    return _of_name(title.value, start)


def _of_name(name: str, start: int = 0) -> Quantity:
    meaning = f"A number that every player has; it starts at {start}."
    return Quantity(name, meaning, f"let your {name} rise by 1", start=start)
