"""Rulesets: players, turn, settings, swaps, amendments, renames, and what holds in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from barons_core.frozen import frozen
from barons_core.language.amendments import AmendmentReader, Cards
from barons_core.language.bodies import Bodies
from barons_core.language.headers import Header
from barons_core.language.known import known_words, with_article
from barons_core.language.phrases import Phrases
from barons_core.language.reports import Report, did_you_mean
from barons_core.language.scope import Fault, Scope, span_of, unknown_title
from barons_core.language.syntax import Declaration, Phrase, Statement, Token
from barons_core.language.tree import AbilityNode, Lasting, Self
from barons_core.language.words import Kind, Literal, PhaseWord, SetupWord, template
from barons_core.model.definitions import Place
from barons_core.model.rulesets import EVERY, MAX_PLAYERS, Amendment, Decision, DeckLine, Inclusion, Setting, Swap

MAX_AMOUNT = 99
LINES = (
    "players",
    "setting",
    "setup",
    "turn",
    "includes",
    "excludes",
    "with",
    "replace",
    "amend",
    "rename",
    "let",
    "allow",
    "forbid",
    "when",
    "after",
    "before",
    "instead of",
)
ALL = ("all", "any", "each")
"""How else somebody may say that a swap takes every copy."""
BLOCKS = ("setting", "setup", "turn", "with")
_RULESET = Kind("ruleset", "", "")


@frozen
class RulesetNode:
    """A checked ruleset.

    `places` tell where its players, setup, turn, renames, `includes` and `excludes` stand; `made_of` are the rulesets
    that it was merged from. Of titles that swaps or inclusions of any ruleset bring in, `brings` are those whose own
    copies this one brings in as well, and `repeats` those that its inclusions bring just as the card's own line does.
    """

    file: str
    token: Token
    title: str
    players: tuple[int, int] | None = None
    setup: tuple[tuple[str, int], ...] = ()
    turn: tuple[tuple[str, int], ...] = ()
    settings: tuple[Setting, ...] = ()
    decisions: tuple[Decision, ...] = ()
    deck_lines: tuple[DeckLine, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    abilities: tuple[AbilityNode, ...] = ()
    places: tuple[tuple[str, Place], ...] = ()
    made_of: tuple[str, ...] = ()
    brings: frozenset[str] = frozenset()
    repeats: frozenset[str] = frozenset()


@dataclass
class _Draft:
    players: tuple[int, int] | None = None
    setup: list[tuple[str, int]] = field(default_factory=list)
    turn: list[tuple[str, int]] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    deck_lines: list[DeckLine] = field(default_factory=list)
    amendments: list[Amendment] = field(default_factory=list)
    renames: list[tuple[str, str]] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    excludes: list[str] = field(default_factory=list)
    abilities: list[AbilityNode] = field(default_factory=list)
    places: list[tuple[str, Place]] = field(default_factory=list)


class RulesetChecker:
    """Reads the lines of one ruleset; each kind of line has its reader."""

    def __init__(self, scope: Scope, header: Header, rulesets: frozenset[str], cards: Cards) -> None:
        self.scope = scope
        self.amendments = AmendmentReader(scope, cards)
        self.rulesets = rulesets
        self.title = header.title
        self.reports: list[Report] = []
        self.failed = False
        self.draft = _Draft()
        self.readers: Mapping[str, Callable[[Statement], None]] = {
            "players": self._players,
            "setting": self._setting,
            "setup": self._setup,
            "turn": self._turn,
            "includes": self._includes,
            "excludes": self._excludes,
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
            tuple(draft.setup),
            tuple(draft.turn),
            tuple(draft.settings),
            tuple(draft.decisions),
            tuple(draft.deck_lines),
            tuple(draft.amendments),
            tuple(draft.renames),
            tuple(draft.includes),
            tuple(draft.excludes),
            tuple(draft.abilities),
            tuple(draft.places),
        )

    def _add(self, report: Report) -> None:
        self.reports.append(report)
        self.failed = True

    def _fault(self, code: str, message: str, token: Token, *, fix: str = "", help: str = "") -> Fault:
        return Fault(Report(code, message, span_of(self.scope.file, token), fix=fix, help=help), 0)

    def _line(self, statement: Statement) -> None:
        if statement.kind in ("static", "trigger"):
            self._ability(statement)
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
        if block != (first.text in BLOCKS):
            raise self._fault(
                "BC230", f"'{first.text}' {'opens no block' if block else 'opens a block and ends in a colon'}", first
            )
        reader(statement)

    def _ability(self, statement: Statement) -> None:
        """Read what holds in every game: a line of a card that speaks of no card and outlasts no event."""
        bodies = Bodies(self.scope, Header("ruleset", self.title), _RULESET)
        found = bodies.abilities.read(statement, self.scope)
        for report in bodies.reports:
            self._add(report)
        for node in (inner for ability in found for inner in ability.walk()):
            if isinstance(node, Self):
                raise self._fault("BC247", "a ruleset lies nowhere, so 'this' means nothing here", statement.key)
            if isinstance(node, Lasting):
                help = "say it outside the block, with a condition"
                raise self._fault("BC247", "only a card starts what lasts", node.token, help=help)
        self.draft.abilities.extend(found)

    # -------------------------------------------------------------------------------- words
    def _word(self, statement: Statement, number: int, *wanted: str) -> Token:
        words = statement.words
        if number >= len(words):
            raise self._fault("BC103", f"'{wanted[0]}' is missing at the end of the line", words[-1])
        if words[number].text not in wanted:
            expected = " or ".join(f"'{word}'" for word in wanted)
            raise self._fault("BC104", f"expected {expected} here, not '{words[number].text}'", words[number])
        return words[number]

    def _int(self, statement: Statement, number: int, low: int = 1, high: int = 1000, *,
             wanted: str = "a number") -> int:
        words = statement.words
        token = words[number] if number < len(words) else None
        if token is None or token.kind != "int":
            fix = f"1 {token.text}" if token is not None and token.kind == "string" else ""
            raise self._fault("BC103", f"{wanted} is missing here", token or words[-1], fix=fix)
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
            raise Fault(unknown_title(self.scope, token), 0)
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

    def _setup(self, statement: Statement) -> None:
        self.draft.places.append(("setup", self._place(statement)))
        for inner in statement.body:
            found = [(word.spelling, number) for word in self.scope.vocabulary.setup_steps
                     if (number := _step_number(word, inner)) is not None]  # fmt: skip
            if not found:
                raise self._no_step(inner)
            self.draft.setup.append(found[0])

    def _no_step(self, line: Statement) -> Fault:
        """Return the fault of a line that is no step of the setup: at the one word that is wrong, if it is one."""
        steps = self.scope.vocabulary.setup_steps
        slips = [found for word in steps if line.kind == "do" and (found := _slip(word, line)) is not None]
        token, fix = slips[0] if len(slips) == 1 else (line.words[0] if line.words else line.key, "")
        text = " ".join(word.text for word in line.words) or token.text
        shown = ", ".join(word.template.replace("{n:Number}", "NUMBER") for word in steps)
        return self._fault(
            "BC260", f"'{text}' is no step of the setup", token, fix=fix, help=f"steps of the setup are: {shown}"
        )

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
            self.draft.turn.append((token.text, self._limit(words, phases[token.text])))

    def _limit(self, words: Phrase, phase: PhaseWord) -> int:
        """Return how often a part of the turn happens, 0 for one without limit."""
        number = int(words[0].text[:6]) if words[0].kind == "int" else 0
        if phase.counted and not number:
            word = phase.spelling
            raise self._fault("BC233", f"it is not said how often '{word}' happens", words[0], help=f"write '1 {word}'")
        if number and not phase.counted:
            raise self._fault("BC233", f"'{phase.spelling}' has no number", words[0], help=f"write '{phase.spelling}'")
        return number

    def _includes(self, statement: Statement) -> None:
        """Read `includes RULESET` or `includes 3 "Title" in COLOR`."""
        words = statement.words
        if self._speaks_of_cards(words):
            copies, title = self._int(statement, 1), self._in_a_deck(statement, 2)
            place = self._place(statement)
            colors = self._decks(statement, 3)
            self.draft.deck_lines.extend(Inclusion(copies, title, color, place) for color in colors)
            return
        name = self._ruleset(statement)
        if name in self.draft.includes:
            raise self._fault("BC201", f"the ruleset '{name}' is included twice", words[1])
        if name in self.draft.excludes:
            raise self._contradiction(words[1])
        self.draft.includes.append(name)
        self.draft.places.append((f"includes {name}", self._place(statement)))

    def _speaks_of_cards(self, words: Phrase) -> bool:
        """Tell whether a number or a title stands where a ruleset's name may; that may be in quotes as well."""
        second = words[1] if len(words) > 1 else words[0]
        return second.kind == "int" or (second.kind == "string" and second.value not in self.rulesets)

    def _excludes(self, statement: Statement) -> None:
        words = statement.words
        if self._speaks_of_cards(words):
            raise self._fault("BC234", "only a whole ruleset can be excluded, not a card", words[1],
                              help="cards are taken out by 'replace', and 'amend \"TITLE\" copies' says how many "
                                   "there are")  # fmt: skip
        name = self._ruleset(statement)
        if name in self.draft.includes:
            raise self._contradiction(statement.words[1])
        self.draft.excludes.append(name)
        self.draft.places.append((f"excludes {name}", self._place(statement)))

    def _contradiction(self, name: Token) -> Fault:
        return self._fault("BC261", f"the ruleset '{name.value}' is both included and excluded", name,
                           help="leave one of the two lines out")  # fmt: skip

    def _ruleset(self, statement: Statement) -> str:
        """Read the name of a ruleset at the end of a line."""
        if len(statement.words) != 2:
            first = statement.words[0].text
            raise self._fault("BC234", f"one ruleset's name must stand behind '{first}'", statement.words[-1])
        token = statement.words[1]
        if token.value not in self.rulesets:
            raise self._fault(
                "BC237",
                f"there is no ruleset '{token.value}'",
                token,
                fix=did_you_mean(token.value, sorted(self.rulesets)),
                help="a ruleset is called like its file, without the ending",
            )
        return token.value

    def _with_players(self, statement: Statement) -> None:
        """Read `with 2 players:` or `with 3 to 6 players:` and the swaps below it."""
        low = high = self._int(statement, 1, 1, MAX_PLAYERS)
        number, said = 2, [word.text for word in statement.words]
        if said[2:3] in (["players"], ["player"]) and said[3:4] == ["to"]:
            raise self._fault("BC104", f"expected 'to' here, not '{said[2]}'", statement.words[2],
                              help=f"write 'with {low} {' '.join(said[3:5])} players:'")  # fmt: skip
        if said[2:3] == ["to"]:
            high, number = self._int(statement, 3, 1, MAX_PLAYERS), 4
        if high < low:
            raise self._fault("BC219", "the second number must not be below the first", statement.words[3])
        self._word(statement, number, "players", "player")
        self._end(statement, number + 1)
        for inner in statement.body:
            if inner.kind != "do" or inner.words[0].text != "replace":
                first = inner.words[0] if inner.words else inner.key
                raise self._fault(
                    "BC235", "only 'replace' may stand here", first, fix=did_you_mean(first.text, ["replace"])
                )
            self._swap(inner, (low, high))

    def _replace(self, statement: Statement) -> None:
        self._swap(statement, None)

    def _swap(self, statement: Statement, players: tuple[int, int] | None) -> None:
        """Read `replace 2 "Title" with 3 "Title" in COLOR` or `replace every "Title" with "Title" in COLOR`."""
        words = statement.words
        if len(words) > 1 and words[1].text in ALL:
            raise self._fault("BC104", f"expected 'every' here, not '{words[1].text}'", words[1], fix="every")
        every = len(words) > 1 and words[1].text == "every"
        removed = EVERY if every else self._int(statement, 1, wanted="a number, or 'every',")
        removed_title = self._in_a_deck(statement, 2)
        self._word(statement, 3, "with")
        if every and len(words) > 4 and words[4].kind == "int":
            raise self._fault("BC102", "no number may stand here: each card is replaced by one", words[4])
        number = 4 if every else 5
        added, added_title = EVERY if every else self._int(statement, 4), self._in_a_deck(statement, number)
        place = self._place(statement)
        for color in self._decks(statement, number + 1):
            self.draft.deck_lines.append(Swap(players, removed, removed_title, added, added_title, color, place))

    def _in_a_deck(self, statement: Statement, number: int) -> str:
        """Return the title of a card that may lie in a deck."""
        title = self._string(statement, number)
        card = self.amendments.cards.by_title.get(title)
        if card is not None and not self.scope.vocabulary.kinds[card.kind].deck:
            raise self._fault("BC246", f"{with_article(card.kind)} lies in no deck", statement.words[number])
        return title

    def _decks(self, statement: Statement, number: int) -> tuple[int, ...]:
        """Read `in COLOR` or `in each deck` at the end of a line."""
        self._word(statement, number, "in")
        words = statement.words
        if len(words) > number + 1 and words[number + 1].text == "each":
            self._word(statement, number + 2, "deck")
            self._end(statement, number + 3)
            return tuple(range(len(self.scope.vocabulary.colors)))
        color = self._color(statement, number + 1)
        self._one_deck(words[number + 2 :])
        self._end(statement, number + 2)
        return (color,)

    def _one_deck(self, further: Phrase) -> None:
        """Raise a Fault if a further color stands behind the first."""
        if further and further[0].text in ("and", "or", ",", *self.scope.vocabulary.colors):
            message = f"'{further[0].text}' does not fit here: such a line is about one deck, or about each"
            raise self._fault("BC102", message, further[0],
                              help="write a line for each of the decks, or 'in each deck' for all of them")  # fmt: skip

    def _amend(self, statement: Statement) -> None:
        self.draft.amendments.append(self.amendments.read(statement))

    def _rename(self, statement: Statement) -> None:
        """Read `rename COLOR to NEW`."""
        words = statement.words
        if len(words) != 4 or words[2].text != "to":
            raise self._fault("BC236", "a rename is written: rename COLOR to NEW", words[-1])
        self._color(statement, 1)
        new = words[3]
        if new.kind != "name" or new.text in known_words(self.scope.vocabulary):
            raise self._fault("BC236", f"'{new.value}' cannot be a color's name: it has a meaning already", new)
        self.draft.renames.append((words[1].value, self.amendments.names.color(new, words[1].value)))
        self.draft.places.append((f"rename {words[1].value}", self._place(statement)))


def _step_number(word: SetupWord, line: Statement) -> int | None:
    """Return the number that a line gives for a step of the setup, 0 if the step has none; None if it is another."""
    parts, tokens = template(word.template), line.words
    if line.kind != "do" or len(parts) != len(tokens):
        return None
    number = 0
    for part, token in zip(parts, tokens, strict=True):
        if isinstance(part, Literal):
            if token.text not in part.spellings:
                return None
        elif token.kind != "int" or not 1 <= int(token.text[:6]) <= MAX_AMOUNT:
            return None
        else:
            number = int(token.text)
    return number


def _slip(word: SetupWord, line: Statement) -> tuple[Token, str] | None:
    """Return the one word of a line that keeps it from being a step, with the right one; None if more is wrong."""
    parts, tokens = template(word.template), line.words
    if len(parts) != len(tokens):
        return None
    wrong = [(part, token) for part, token in zip(parts, tokens, strict=True)
             if isinstance(part, Literal) and token.text not in part.spellings]  # fmt: skip
    if len(wrong) != 1:
        return None
    part, token = wrong[0]
    fix = did_you_mean(token.text, part.spellings)
    return (token, fix) if fix else None
