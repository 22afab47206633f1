"""Rulesets: players, turn, settings, swaps, amendments, renames, statics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from barons_core.language.abilities import AbilityReader
from barons_core.language.bodies import Bodies
from barons_core.language.headers import Header
from barons_core.language.known import near_title
from barons_core.language.phrases import Phrases
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, Scope, span_of
from barons_core.language.syntax import Declaration, Statement, Token
from barons_core.language.tree import AbilityNode
from barons_core.language.words import Kind
from barons_core.model.definitions import Place
from barons_core.model.rulesets import Amendment, Decision, Setting, Swap

MAX_PLAYERS = 12
MAX_AMOUNT = 99
PriceParts = tuple[tuple[tuple[int, str], ...], ...]
LINES = ("players", "setting", "turn", "includes", "with", "replace", "amend", "rename", "let", "allow", "forbid")


@dataclass(frozen=True, slots=True)
class RulesetNode:
    """A checked ruleset.

    `places` tell where its players, its turn and its renames stand; `parts` are the rulesets that it was merged from.
    """

    file: str
    token: Token
    title: str
    players: tuple[int, int] | None = None
    turn: tuple[tuple[str, int], ...] = ()
    settings: tuple[Setting, ...] = ()
    decisions: tuple[Decision, ...] = ()
    swaps: tuple[Swap, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    includes: tuple[str, ...] = ()
    abilities: tuple[AbilityNode, ...] = ()
    places: tuple[tuple[str, Place], ...] = ()
    parts: tuple[str, ...] = ()


@dataclass
class _Draft:
    players: tuple[int, int] | None = None
    turn: list[tuple[str, int]] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    swaps: list[Swap] = field(default_factory=list)
    amendments: list[Amendment] = field(default_factory=list)
    renames: list[tuple[str, str]] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    abilities: list[AbilityNode] = field(default_factory=list)
    places: list[tuple[str, Place]] = field(default_factory=list)


class RulesetChecker:
    """Reads the lines of one ruleset; each kind of line has its reader."""

    def __init__(self, scope: Scope, header: Header, rulesets: frozenset[str] = frozenset()) -> None:
        self.scope = scope
        self.rulesets = rulesets
        self.title = header.title
        self.reports: list[Report] = []
        self.failed = False
        self.draft = _Draft()
        self.readers: Mapping[str, Callable[[Statement], None]] = {
            "players": self._players,
            "setting": self._setting,
            "turn": self._turn,
            "includes": self._includes,
            "with": self._with_players,
            "replace": self._replace,
            "amend": self._amend,
            "rename": self._rename,
        }

    def check(self, declaration: Declaration) -> RulesetNode:
        for statement in declaration.body:
            try:
                self._line(statement)
            except Fault as fault:
                self._add(fault.report)
        draft = self.draft
        return RulesetNode(
            declaration.file,
            self.title,
            self.title.value,
            draft.players,
            tuple(draft.turn),
            tuple(draft.settings),
            tuple(draft.decisions),
            tuple(draft.swaps),
            tuple(draft.amendments),
            tuple(draft.renames),
            tuple(draft.includes),
            tuple(draft.abilities),
            tuple(draft.places),
        )

    def _add(self, report: Report) -> None:
        self.reports.append(report)
        self.failed = True

    def _fault(self, code: str, message: str, token: Token, *, fix: str = "", help: str = "") -> Fault:
        return Fault(Report(code, message, span_of(self.scope.file, token), fix=fix, help=help), 0)

    def _line(self, statement: Statement) -> None:
        if statement.kind == "static":
            self._static(statement)
            return
        first = statement.words[0] if statement.kind in ("do", "section") else statement.key
        reader = self.readers.get(first.text)
        if reader is None:
            raise self._fault(
                "BC101" if did_you_mean(first.text, LINES) else "BC213",
                f"'{first.text}' starts no line of a ruleset",
                first,
                fix=did_you_mean(first.text, LINES),
                help=f"its lines start with {', '.join(LINES)}",
            )
        block = statement.kind == "section"
        if first.text == "setting" and not block and len(statement.words) > 2 and statement.words[2].text == "is":
            self._decision(statement)
            return
        if block != (first.text in ("setting", "turn", "with")):
            raise self._fault(
                "BC230", f"'{first.text}' {'opens no block' if block else 'opens a block and ends in a colon'}", first
            )
        reader(statement)

    def _static(self, statement: Statement) -> None:
        bodies = (
            Bodies(self.scope, Header("ruleset", self.title))
            if "ruleset" in self.scope.vocabulary.kinds
            else _Lines(self.scope, self)
        )
        reader = AbilityReader(bodies)  # type: ignore[arg-type]
        self.draft.abilities.extend(reader.read(statement, self.scope))

    # -------------------------------------------------------------------------------- words
    def _word(self, statement: Statement, number: int, *wanted: str) -> Token:
        words = statement.words
        if number >= len(words):
            raise self._fault("BC103", f"'{wanted[0]}' is missing at the end of the line", words[-1])
        if words[number].text not in wanted:
            expected = " or ".join(f"'{word}'" for word in wanted)
            raise self._fault("BC104", f"expected {expected} here, not '{words[number].text}'", words[number])
        return words[number]

    def _int(self, statement: Statement, number: int, low: int = 1, high: int = 1000) -> int:
        words = statement.words
        token = words[number] if number < len(words) else None
        if token is None or token.kind != "int":
            raise self._fault("BC103", "a number is missing here", token or words[-1])
        value = int(token.text[:9])
        if not low <= value <= high:
            raise self._fault("BC219", f"this number must be {low} to {high}", token)
        return value

    def _string(self, statement: Statement, number: int, known: bool = True) -> str:
        words = statement.words
        token = words[number] if number < len(words) else None
        if token is None or token.kind != "string":
            raise self._fault("BC103", "a title in quotes is missing here", token or words[-1])
        if known and token.value not in self.scope.titles:
            fix = near_title(token.value, self.scope.titles)
            raise self._fault("BC105", f"no card has the title {token.text}", token, fix=f'"{fix}"' if fix else "")
        return token.value

    def _color(self, statement: Statement, number: int) -> int:
        colors = self.scope.vocabulary.colors
        words = statement.words
        token = words[number] if number < len(words) else words[-1]
        if number >= len(words) or token.text not in colors:
            raise self._fault(
                "BC208",
                f"'{token.text}' is no color",
                token,
                fix=did_you_mean(token.text, colors),
                help=f"colors are {', '.join(colors)}",
            )
        return colors.index(token.text)

    def _end(self, statement: Statement, number: int) -> None:
        if len(statement.words) > number:
            extra = statement.words[number]
            raise self._fault("BC102", f"'{extra.text}' does not fit here: nothing before it takes it", extra)

    def _place(self, statement: Statement) -> Place:
        return Place(self.scope.file, statement.line)

    # -------------------------------------------------------------------------------- lines
    def _players(self, statement: Statement) -> None:
        low = self._int(statement, 1, 1, MAX_PLAYERS)
        self._word(statement, 2, "to")
        high = self._int(statement, 3, 1, MAX_PLAYERS)
        self._end(statement, 4)
        if high < low:
            raise self._fault("BC219", "the second number must not be below the first", statement.words[3])
        self.draft.players = low, high
        self.draft.places.append(("players", self._place(statement)))

    def _setting(self, statement: Statement) -> None:
        name = self._string(statement, 1, known=False)
        values: list[str] = []
        for number, token in enumerate(statement.words[2:]):
            if number % 2 == 0:
                values.append(token.value)
            elif token.text != "or":
                raise self._fault("BC231", f"expected 'or' between the values, not '{token.text}'", token)
        if len(values) < 2 or len(statement.words) % 2 == 0:
            raise self._fault("BC231", "a setting has two values or more, with 'or' between them", statement.words[-1])
        if any(setting.name == name for setting in self.draft.settings):
            raise self._fault("BC201", f'the setting "{name}" stands twice', statement.words[1])
        said = self._said(statement, values)
        if "because" not in said:
            raise self._fault("BC232", "a setting needs its ruling: 'because \"RULING\"'", statement.key)
        for value in values:
            if value not in said:
                raise self._fault("BC243", f"it is not said what the value '{value}' means",
                                  statement.words[2 + 2 * values.index(value)],
                                  help=f'add a line below: {value} "WHAT IT MEANS"')  # fmt: skip
        meanings = tuple(said[value] for value in values)
        self.draft.settings.append(
            Setting(name, tuple(values), said["because"], self._place(statement), meanings)
        )

    def _said(self, statement: Statement, values: list[str]) -> dict[str, str]:
        """Return the lines of a setting: the first word of each, and what it says."""
        said: dict[str, str] = {}
        for inner in statement.body:
            words = inner.words
            first = words[0] if words else inner.key
            if inner.kind != "do" or first.text not in ("because", *values) or len(words) != 2 \
                    or words[1].kind != "string":
                report = Report(
                    "BC232",
                    "a setting says 'because \"RULING\"', and of each value what it means: 'VALUE \"MEANING\"'",
                    span_of(self.scope.file, first),
                    labels=((span_of(self.scope.file, statement.words[1]), f"its values are {', '.join(values)}"),),
                    fix=did_you_mean(first.text, ["because", *values]),
                )
                raise Fault(report, 0)
            if first.text in said:
                raise self._fault("BC201", f"'{first.text}' stands twice", first)
            said[first.text] = words[1].value
        return said

    def _decision(self, statement: Statement) -> None:
        """Read `setting "NAME" is VALUE`."""
        found = Phrases(statement.words, self.scope)
        chosen = found.setting()
        found.finish()
        if chosen.negated:
            raise self._fault("BC242", "a ruleset says which value a setting has, not which it has not",
                              statement.words[3], help=f'write: setting "{chosen.name}" is VALUE')  # fmt: skip
        if any(other.name == chosen.name for other in self.draft.decisions):
            raise self._fault("BC201", f'the setting "{chosen.name}" is decided twice', statement.words[1])
        self.draft.decisions.append(Decision(chosen.name, chosen.value, self._place(statement)))

    def _turn(self, statement: Statement) -> None:
        phases = self.scope.vocabulary.phases
        self.draft.places.append(("turn", self._place(statement)))
        for inner in statement.body:
            words = inner.words
            counted = bool(words) and words[0].kind == "int"
            token = words[1 if counted and len(words) > 1 else 0] if words else inner.key
            if inner.kind != "do" or token.text not in phases or len(words) != (2 if counted else 1):
                raise self._fault(
                    "BC233",
                    f"'{token.text}' is no part of a turn",
                    token,
                    fix=did_you_mean(token.text, list(phases)),
                    help=f"parts of a turn are {', '.join(phases)}",
                )
            self.draft.turn.append((token.text, int(words[0].text[:6]) if counted else 0))

    def _includes(self, statement: Statement) -> None:
        if len(statement.words) != 2:
            raise self._fault("BC234", "one pack's name must stand behind 'includes'", statement.words[-1])
        token = statement.words[1]
        if token.value not in self.rulesets:
            raise self._fault(
                "BC237",
                f"there is no ruleset '{token.value}'",
                token,
                fix=did_you_mean(token.value, sorted(self.rulesets)),
                help="a ruleset is called like its file, without the ending",
            )
        if token.value in self.draft.includes:
            raise self._fault("BC201", f"the ruleset '{token.value}' is included twice", token)
        self.draft.includes.append(token.value)

    def _with_players(self, statement: Statement) -> None:
        players = self._int(statement, 1, 1, MAX_PLAYERS)
        self._word(statement, 2, "players", "player")
        self._end(statement, 3)
        for inner in statement.body:
            if inner.kind != "do" or inner.words[0].text != "replace":
                first = inner.words[0] if inner.words else inner.key
                raise self._fault(
                    "BC235", "only 'replace' may stand here", first, fix=did_you_mean(first.text, ["replace"])
                )
            self._swap(inner, players)

    def _replace(self, statement: Statement) -> None:
        self._swap(statement, None)

    def _swap(self, statement: Statement, players: int | None) -> None:
        removed, removed_title = self._int(statement, 1), self._string(statement, 2)
        self._word(statement, 3, "with")
        added, added_title = self._int(statement, 4), self._string(statement, 5)
        self._word(statement, 6, "in")
        color = self._color(statement, 7)
        self._end(statement, 8)
        self.draft.swaps.append(
            Swap(players, removed, removed_title, added, added_title, color, self._place(statement))
        )

    def _amend(self, statement: Statement) -> None:
        title = self._string(statement, 1)
        field_name = self._word(statement, 2, "copies", "deck", "title", "kind", "cost").text
        if field_name == "cost":
            cost = self._cost(statement)
            self.draft.amendments.append(Amendment(title, field_name, cost, self._place(statement)))
            return
        value: int | str
        match field_name:
            case "copies":
                value = self._int(statement, 3)
            case "deck":
                value = self._color(statement, 3)
            case "title":
                value = self._string(statement, 3, known=False)
            case _:
                value = self._word(statement, 3, *self.scope.vocabulary.kinds).text
        self._end(statement, 4)
        self.draft.amendments.append(Amendment(title, field_name, value, self._place(statement)))

    def _cost(self, statement: Statement) -> tuple[str, PriceParts]:
        """Read `[LABEL] NUMBER COLOR, ... or NUMBER COLOR`: the label, and the alternatives."""
        words = list(statement.words[3:])
        labels = sorted({label for kind in self.scope.vocabulary.kinds.values() for label in kind.labels})
        label = words.pop(0).text if words and words[0].text in labels else ""
        if not words:
            raise self._fault("BC103", "a cost is missing at the end of the line", statement.words[-1])
        if [word.text for word in words] == ["none"]:
            return label, ((),)
        prices: list[list[tuple[int, str]]] = [[]]
        while words:
            prices[-1].append(self._part(words, statement))
            if words and words[0].text in (",", "or"):
                if words.pop(0).text == "or":
                    prices.append([])
                if not words:
                    raise self._fault("BC103", "a cost is missing at the end of the line", statement.words[-1])
        return label, tuple(tuple(price) for price in prices)

    def _part(self, words: list[Token], statement: Statement) -> tuple[int, str]:
        colors = self.scope.vocabulary.colors
        number = words.pop(0)
        if number.kind != "int":
            known = [*colors, "none", "or"]
            raise self._fault("BC103", "a number is missing here", number, fix=did_you_mean(number.text, known))
        color = words.pop(0) if words else statement.words[-1]
        if color.text not in colors:
            fix = did_you_mean(color.text, colors)
            help = f"colors are {', '.join(colors)}"
            raise self._fault("BC208", f"'{color.text}' is no color", color, fix=fix, help=help)
        if not 1 <= int(number.text[:6]) <= MAX_AMOUNT:
            raise self._fault("BC219", f"this number must be 1 to {MAX_AMOUNT}", number)
        return int(number.text), color.text

    def _rename(self, statement: Statement) -> None:
        words = statement.words
        if len(words) != 4 or words[2].text != "to":
            raise self._fault("BC236", "a rename is written: rename OLD to NEW", words[-1])
        self.draft.renames.append((words[1].value, words[3].value))
        self.draft.places.append((f"rename {words[1].value}", self._place(statement)))


class _Lines:
    """What an ability's reader needs of a ruleset instead of a card."""

    def __init__(self, scope: Scope, checker: RulesetChecker) -> None:
        self.scope = scope
        self.checker = checker
        self.kind = Kind("ruleset", "", "")

    def attempt(self, read: Callable[[], object]) -> object | None:
        try:
            return read()
        except Fault as fault:
            self.checker._add(fault.report)
            return None
