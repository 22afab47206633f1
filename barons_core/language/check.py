"""The checker: from syntax trees to checked trees. It fails closed, and reports all faults of all files in one run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from barons_core.language.bodies import Bodies
from barons_core.language.check_rulesets import RulesetChecker, RulesetNode
from barons_core.language.cycles import cycle_reports
from barons_core.language.headers import Header, read_header
from barons_core.language.parse import MAX_BYTES, parse
from barons_core.language.phrases import Fault, Scope, span_of
from barons_core.language.reports import Report, Span, did_you_mean, sort_reports
from barons_core.language.syntax import Declaration, Token
from barons_core.language.tree import CardNode
from barons_core.language.words import Quantity, Vocabulary


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text to check: the name that reports show, and the pack it belongs to."""

    name: str
    text: str
    pack: str = ""


@dataclass(frozen=True, slots=True)
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


class _Run:
    """One run of the checker over a list of files."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.reports: list[Report] = []
        self.titles: dict[str, Token] = {}
        self.way_titles: set[str] = set()
        self.files: dict[str, str] = {}

    def check(self, sources: Sequence[SourceFile]) -> Checked:
        declarations = [d for source in sources for d in self._parse(source)]
        headers = [(d, header) for d in declarations if (header := self._header(d)) is not None]
        self._quantities(d for d, header in headers if header.word == "quantity")
        for declaration, header in headers:
            if header.word in self.vocabulary.kinds:
                self._remember_title(declaration, header)
        known = frozenset(self.titles) | self.way_titles
        cards = [card for d, header in headers if header.word in self.vocabulary.kinds
                 if (card := self._card(d, header, known)) is not None]  # fmt: skip
        rulesets = [self._ruleset(d, header, known) for d, header in headers if header.word == "ruleset"]
        self.reports.extend(cycle_reports(cards))
        return Checked(tuple(cards), tuple(r for r in rulesets if r is not None), self.vocabulary,
                       tuple(sort_reports(self.reports)), self.files)  # fmt: skip

    def _parse(self, source: SourceFile) -> Iterable[Declaration]:
        if len(source.text) > MAX_BYTES:
            span = Span(source.name, 1, 1, 1, 2)
            self.reports.append(Report("BC005", f"this file is larger than {MAX_BYTES:,} characters", span,
                                       help="split it into several files"))  # fmt: skip
            return ()
        self.files[source.name] = source.pack
        parsed = parse(source.text, source.name)
        self.reports.extend(parsed.reports)
        return parsed.declarations

    def _header(self, declaration: Declaration) -> Header | None:
        try:
            return read_header(declaration, self.vocabulary)
        except Fault as fault:
            self.reports.append(fault.report)
            return None

    def _remember_title(self, declaration: Declaration, header: Header) -> None:
        for statement in declaration.body:
            words = statement.words
            if statement.kind == "section" and len(words) > 1 and words[0].text == "as" and words[1].kind == "string":
                self.way_titles.add(words[1].value)
        first = self.titles.setdefault(header.title.value, header.title)
        if first is header.title:
            return
        report = Report("BC201", f"the title {header.title.text} stands twice", span_of(declaration.file, header.title),
                        help="give one of the two cards another title")  # fmt: skip
        self.reports.append(report)

    def _quantities(self, declarations: Iterable[Declaration]) -> None:
        found: list[Quantity] = []
        for declaration in declarations:
            try:
                found.append(_quantity(declaration, self.vocabulary))
            except Fault as fault:
                self.reports.append(fault.report)
        self.vocabulary = self.vocabulary.plus(found)

    def _scope(self, declaration: Declaration, titles: frozenset[str]) -> Scope:
        return Scope(self.vocabulary, declaration.file, titles)

    def _card(self, declaration: Declaration, header: Header, titles: frozenset[str]) -> CardNode | None:
        bodies = Bodies(self._scope(declaration, titles), header)
        card = bodies.card(declaration)
        self.reports.extend(bodies.reports)
        return card if not bodies.failed else None

    def _ruleset(self, declaration: Declaration, header: Header, titles: frozenset[str]) -> RulesetNode | None:
        checker = RulesetChecker(self._scope(declaration, titles), header)
        node = checker.check(declaration)
        self.reports.extend(checker.reports)
        return node if not checker.failed else None


def _quantity(declaration: Declaration, vocabulary: Vocabulary) -> Quantity:
    """Read `quantity "NAME" of a player:` with `start N` below it."""
    title = declaration.header[1]
    start = 0
    for statement in declaration.body:
        words = statement.words
        if statement.kind != "do" or words[0].text != "start" or len(words) != 2 or words[1].kind != "int":
            fix = did_you_mean(statement.key.text, ["start"])
            report = Report("BC202", "a quantity holds one line: 'start NUMBER'", span_of(declaration.file, statement.key), fix=fix)
            raise Fault(report, 0)
        start = int(words[1].text)
    meaning = f"A number that every player has; it starts at {start}."
    return Quantity(title.value, meaning, f"let your {title.value} rise by 1", start=start)
