"""Bodies: what the lines below a card's header mean, and whether each may stand where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from barons_core.language.abilities import AbilityReader
from barons_core.language.headers import Header, mixed_letters, wrong_title
from barons_core.language.known import RESERVED, with_article
from barons_core.language.origins import OPENER, is_origins, read_origins
from barons_core.language.phrases import Phrases
from barons_core.language.prices import read_part, strictly_above
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, Scope, span_of
from barons_core.language.steps import StepReader
from barons_core.language.syntax import Declaration, Phrase, Statement, Token
from barons_core.language.syntax_reports import suggest_structure
from barons_core.language.tree import (
    AbilityNode,
    CardNode,
    CostNode,
    Node,
    SectionNode,
    TriggerNode,
    WayNode,
)
from barons_core.language.words import Kind, Noun

T = TypeVar("T")
_STRUCTURE_HELP = {"else": "an 'else:' stands right below the block of its 'if'"}


class Bodies:
    """Reads the body of one card; faults go to `reports`, and reading goes on with the next line."""

    def __init__(self, scope: Scope, header: Header, kind: Kind | None = None) -> None:
        self.scope = scope
        self.header = header
        self.reports: list[Report] = []
        self.failed = False
        self.kind: Kind = kind or scope.vocabulary.kinds[header.word]
        self.blocks: list[tuple[AbilityNode, ...]] = []
        self.abilities = AbilityReader(self)
        self.steps = StepReader(self)

    # -------------------------------------------------------------------------------- reports
    def add(self, report: Report) -> None:
        self.reports.append(report)
        self.failed = self.failed or report.severity == "error"

    def fail(self, code: str, message: str, token: Token, *, help: str = "", fix: str = "") -> None:
        self.add(Report(code, message, span_of(self.scope.file, token), help=help, fix=fix))

    def attempt(self, read: Callable[[], T]) -> T | None:
        """Read something; a fault becomes a report, and None is returned."""
        try:
            return read()
        except Fault as fault:
            self.add(fault.report)
            return None

    # -------------------------------------------------------------------------------- cards and ways
    def card(self, declaration: Declaration) -> CardNode | None:
        if not declaration.body:
            self.fail(
                "BC210",
                f"the card {self.header.title.text} says nothing",
                self.header.title,
                help="end its header with ':' and indent its text below",
            )
            return None
        sources = [pair for line in declaration.body if is_origins(line) for pair in self._origins(line)]
        body = [statement for statement in declaration.body if not is_origins(statement)]
        ways = [statement for statement in body if is_way(statement)]
        if ways:
            found = self._several_ways(body, ways)
        else:
            way = self._way(self.header.title, body, None)
            found = [way] if way is not None else []
        last = max((statement.line for statement in declaration.walk()), default=declaration.line)
        header = self.header
        return CardNode(
            declaration.header[0],
            declaration.file,
            header.title.value,
            header.word,
            header.colors,
            header.each_deck,
            header.copies,
            tuple(found),
            tuple(self.blocks),
            last,
            tuple(sources),
        )

    def _origins(self, statement: Statement) -> tuple[tuple[str, str], ...]:
        return self.attempt(lambda: read_origins(statement.words, self.scope.file)) or ()

    def _several_ways(self, body: Sequence[Statement], ways: Sequence[Statement]) -> list[WayNode]:
        for statement in body:
            if statement not in ways:
                self.fail(
                    "BC211",
                    "a card with several ways says everything inside them",
                    statement.key,
                    help="move this line below one of its 'as \"Title\":' lines",
                )
        found: list[WayNode] = []
        for statement in ways:
            words = statement.words
            if len(words) != 2 or words[1].kind != "string":
                self.fail("BC212", "a way is written 'as \"Title\":'", words[-1])
                continue
            if any(way.title == words[1].value for way in found):
                self.fail("BC201", f"the way {words[1].text} stands twice", words[1])
                continue
            if wrong := wrong_title(words[1], self.scope.vocabulary.colors):
                self.fail("BC205", wrong, words[1])
                continue
            if mixed := mixed_letters(words[1]):
                self.fail("BC250", mixed, words[1])
                continue
            way = self._way(words[1], statement.body, statement.condition)
            if way is not None:
                found.append(way)
        self._check_titles([way.title for way in found])
        return found

    def _check_titles(self, ways: Sequence[str]) -> None:
        """Refuse ways other than those that a title such as `One/Other` names: nobody would find the card by it."""
        title = self.header.title
        named = title.value.split("/")
        if self.failed or len(named) < 2 or sorted(named) == sorted(ways):
            return
        missing = ", ".join(f'"{name}"' for name in named if name not in ways)
        message = f"there is no way {missing}, which the title names" if missing else "the title does not name all ways"
        help = f"the ways are {', '.join(map(repr, ways))}".replace("'", '"')
        self.fail("BC229", message, title, help=help, fix=f'"{"/".join(ways)}"')

    def _way(self, title: Token, body: Sequence[Statement], condition: Phrase | None) -> WayNode | None:
        costs: list[CostNode] = []
        types: list[Noun] = []
        sections: list[SectionNode] = []
        abilities: list[AbilityNode] = []
        needs: Node | None = None
        test = self.condition(condition, self.scope) if condition else None
        for statement in body:
            match statement.kind:
                case "cost":
                    self._append(costs, self.cost(statement, self.scope))
                case "needs":
                    needs = self.condition(statement.condition, self.scope)
                case "static" if statement.key.text == "counts as":
                    types.extend(self._types(statement))
                case "section":
                    self._append(sections, self._section(statement))
                case "static" | "trigger":
                    found = self.abilities.read(statement, self.scope)
                    self._check_in_force(statement, found)
                    abilities.extend(found)
                case _:
                    self._misplaced(statement)
        self._check_costs(title, costs)
        self._check_sections(sections)
        self._check_use(title, sections)
        return WayNode(title, title.value, test, needs, tuple(costs), tuple(types), tuple(sections), tuple(abilities))

    def _check_in_force(self, statement: Statement, found: Sequence[AbilityNode]) -> None:
        """Refuse what could never be in force: abilities of a card that never lies in play, but for its own play."""
        own = all(isinstance(node, TriggerNode) and node.about_itself for node in found)
        if self.kind.stays or not found or own:
            return
        self.fail(
            "BC222",
            f"'{statement.key.text}' needs a duration here: {with_article(self.header.word)} is never in play",
            statement.key,
            help="put it below 'play:' and a scope such as 'this turn:'",
        )

    def _check_use(self, title: Token, sections: Sequence[SectionNode]) -> None:
        """Warn of a card that nobody could ever use: it never lies in play, and it has no block to carry out."""
        if self.kind.stays or not self.kind.sections or sections or self.failed:
            return
        blocks = " or ".join(f"'{name}:'" for name in self.kind.sections)
        help = f"{with_article(self.header.word)} has {blocks}"
        span = span_of(self.scope.file, title)
        self.add(Report("BC209", f"{title.text} does nothing", span, "warning", help=help))

    def _append(self, found: list[T], item: T | None) -> None:
        if item is not None:
            found.append(item)

    def _misplaced(self, statement: Statement) -> None:
        word = statement.key
        sections = self.kind.sections
        first = statement.words[0].text if statement.words else word.text
        fix = did_you_mean(first, [*sections, "as", OPENER]) or suggest_structure(first)
        verbs = {text for verb in self.scope.vocabulary.verbs for text in verb.template.split()[0].split("/")}
        if statement.kind == "do" and first not in verbs and first != "choose" and fix:
            self.fail("BC101", f"the word '{first}' is not known here", word, fix=fix)
            return
        if statement.kind == "do" and first not in verbs and first not in ("choose", "you"):
            self.fail(
                "BC101",
                f"the word '{first}' is not known here",
                word,
                help=self._openers(),
            )
            return
        self.fail(
            "BC213",
            f"'{first}' may not stand right below a header",
            word,
            help=f"put it inside {' or '.join(f'{name!r}:' for name in sections) or 'a trigger'}".replace("'", ""),
        )

    def _openers(self) -> str:
        """Say what may stand right below a header."""
        abilities = ("let", "allow", "forbid", "when", "after", "before", "instead of") if self.kind.stays else ()
        words = ("cost", "needs", *abilities, *self.kind.sections)
        return f"the lines of {with_article(self.header.word)} start with {', '.join(words)}"

    def _types(self, statement: Statement) -> Iterator[Noun]:
        """Read `counts as a TYPE and a TYPE`."""
        nouns = self.scope.vocabulary.nouns
        expect_noun = True
        for token in statement.words:
            if token.text in ("a", "an", "and", ","):
                expect_noun = True
                continue
            noun = nouns.get(token.text, (None, False))[0]
            if noun is None or noun.value is None or not expect_noun:
                known = [word for word, (n, plural) in nouns.items() if n.value is not None and not plural]
                self.fail(
                    "BC101" if noun is None else "BC214",
                    f"'{token.text}' is no type that a card can count as",
                    token,
                    fix=did_you_mean(token.text, [*known, "and"]),
                    help=f"types are {', '.join(known)}",
                )
                return
            expect_noun = False
            yield noun

    # -------------------------------------------------------------------------------- sections
    def _section(self, statement: Statement) -> SectionNode | None:
        words = statement.words
        kind = words[0].text
        if kind not in self.kind.sections:
            fix = did_you_mean(kind, self.kind.sections)
            known = {name for k in self.scope.vocabulary.kinds.values() for name in k.sections}
            code = "BC215" if kind in known else "BC101"
            a_card = with_article(self.header.word)
            message = f"{a_card} has no '{kind}:'" if kind in known else f"the word '{kind}' is not known here"
            help = f"{a_card} may have: {', '.join(self.kind.sections)}" if self.kind.sections else ""
            if kind not in known:
                fix, help = fix or suggest_structure(kind), self._openers()
            if kind in RESERVED:
                code, message, help = "BC213", f"'{kind}:' may not stand here", _STRUCTURE_HELP.get(kind, "")
            self.fail(code, message, words[0], fix=fix, help=help)
            return None
        if len(words) > 1 and kind != "with":
            self.fail(
                "BC102",
                f"'{words[1].text}' does not fit here: nothing before it takes it",
                words[1],
                help=f"write '{kind}:'",
            )
            return None
        argument = self._joined(words) if kind == "with" else ""
        if argument is None:
            return None
        condition = self.condition(statement.condition, self.scope) if statement.condition else None
        scope = self.scope.child(names=dict(self.scope.names), kind=kind)
        return self._section_body(statement, kind, argument, condition, scope)

    def _joined(self, words: Phrase) -> str | None:
        """Return what a `with a WORD:` joins: a part of the turn or a kind of card that can be joined."""
        vocabulary = self.scope.vocabulary
        phases = [word.spelling for word in vocabulary.phases.values() if word.joined]
        kinds = [word.spelling for word in vocabulary.kinds.values() if word.joined]
        known = list(dict.fromkeys(phases + kinds))
        rest = words[2:] if len(words) > 2 and words[1].text in ("a", "an") else words[1:]
        if len(rest) == 1 and rest[0].text in known:
            return rest[0].text
        wrong = rest[0] if rest and rest[0].text not in known else (rest or words)[-1]
        self.fail(
            "BC227",
            "it is not said what this joins",
            wrong,
            fix=did_you_mean(wrong.text, known),
            help=f"write 'with a WORD:', where WORD is one of {', '.join(known)}",
        )
        return None

    def _section_body(
        self, statement: Statement, kind: str, argument: str, condition: Node | None, scope: Scope
    ) -> SectionNode:
        cost: CostNode | None = None
        needs: Node | None = None
        rest: list[Statement] = []
        for inner in statement.body:
            if inner.kind == "cost":
                if kind in ("play", "build"):
                    self.fail("BC216", f"'{kind}:' has no cost of its own", inner.key, help="write it above the block")
                    continue
                if cost is not None:
                    self.fail("BC216", "one block has one cost", inner.key, help="join them with a comma, or with 'or'")
                cost = self.cost(inner, scope)
                if inner.words:
                    self.steps.bind(scope, inner.words[0], "Card", many=self._many_paid(inner))
            elif inner.kind == "needs":
                needs = self.condition(inner.condition, scope)
            else:
                rest.append(inner)
        body = self.steps.read(rest, scope)
        self.steps.check_names(scope, self.scope)
        asks = statement.condition or needs is not None or _takes_something(cost)
        if kind == "free" and not asks:
            message = "nothing limits how often this is done: it asks for nothing and costs nothing"
            span = span_of(self.scope.file, statement.words[0])
            self.add(Report("BC228", message, span, "warning", help="give it a 'cost' or 'needs'"))
        return SectionNode(statement.key, kind, argument, condition, needs, cost, tuple(body))

    def _many_paid(self, statement: Statement) -> bool:
        return sum(int(part[0].text) for price in statement.prices for part in price.parts) != 1

    def _check_sections(self, sections: Sequence[SectionNode]) -> None:
        seen: set[tuple[str, str]] = set()
        for section in sections:
            if (section.kind, section.argument) in seen and section.kind in ("play", "build"):
                self.fail("BC217", f"'{section.kind}:' stands twice", section.token, help="join the two blocks")
            seen.add((section.kind, section.argument))

    # -------------------------------------------------------------------------------- costs and conditions
    def cost(self, statement: Statement, scope: Scope) -> CostNode | None:
        label = statement.name.text if statement.name else ""
        if label and label not in self.kind.labels:
            assert statement.name is not None
            self.fail(
                "BC225",
                f"{with_article(self.header.word)} has no cost called '{label}'",
                statement.name,
                fix=did_you_mean(label, [*self.kind.labels, "none"]),
            )
            return None
        if not label and self.kind.labels and not scope.kind:
            labels = " and ".join(f"'cost {name} ...'" for name in self.kind.labels)
            self.fail(
                "BC225",
                f"it is not said which cost of {with_article(self.header.word)} this is",
                statement.key,
                help=f"write {labels}",
            )
            return None
        prices: list[tuple[tuple[int, str], ...]] = []
        for price in statement.prices:
            parts = [self.attempt(partial(self._part, part)) for part in price.parts]
            if any(part is None for part in parts):
                return None
            prices.append(tuple(part for part in parts if part is not None))
        name = statement.words[0].text if statement.words else ""
        return CostNode(statement.key, label, tuple(prices), name)

    def _part(self, part: Phrase) -> tuple[int, str]:
        return read_part(part, self.scope.vocabulary, self.scope.file)

    def _check_costs(self, title: Token, costs: Sequence[CostNode]) -> None:
        labels = [cost.label for cost in costs]
        for cost in costs:
            if labels.count(cost.label) > 1:
                self.fail(
                    "BC216",
                    f"{f'the cost {cost.label!r}' if cost.label else 'the cost'} stands twice",
                    cost.token,
                    help="join alternatives with 'or'",
                )
                return
        wanted = self.kind.labels
        if (
            wanted
            and self.header.word in self.scope.vocabulary.kinds
            and (missing := [w for w in wanted if w not in labels])
        ):
            if not self.failed:
                self.fail(
                    "BC220", f"{title.text} has no '{missing[0]}' cost", title, help=f"write 'cost {missing[0]} ...'"
                )
            return
        if not wanted and not costs and self.kind.deck and not self.failed:
            self.fail("BC220", f"{title.text} has no cost", title, help="write 'cost ...', or 'cost none'")
            return
        if len(wanted) == 2 and not self.failed:
            low, high = (next(cost for cost in costs if cost.label == label) for label in wanted)
            if not strictly_above(high.prices, low.prices):
                self.fail(
                    "BC221",
                    f"the {wanted[1]} cost is not strictly above the {wanted[0]} cost",
                    high.token,
                    help=f"the {wanted[1]} cost holds all of the {wanted[0]} cost and at least one card more",
                )

    def condition(self, words: Phrase, scope: Scope) -> Node | None:
        return self.attempt(lambda: Phrases(words, scope).condition())


def _takes_something(cost: CostNode | None) -> bool:
    """Tell whether a cost is one at all: each of its prices takes something."""
    return cost is not None and all(any(n for n, _ in price) for price in cost.prices)


def is_way(statement: Statement) -> bool:
    """Tell whether a line opens one of several ways of a card."""
    return statement.kind == "section" and statement.words[0].text == "as"
