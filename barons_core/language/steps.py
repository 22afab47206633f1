"""Steps: the statements inside a block that somebody carries out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from barons_core.language.claims import contested, own
from barons_core.language.known import NEVER_NAMES, RESERVED
from barons_core.language.phrases import Phrases
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.language.scope import Binding, Fault, Scope, require, span_of
from barons_core.language.syntax import Phrase, Statement, Token
from barons_core.language.syntax_reports import suggest_structure
from barons_core.language.templates import NO_STOPS
from barons_core.language.tree import (
    UNKNOWN,
    AbilityNode,
    AllowNode,
    Choose,
    Do,
    Each,
    Expression,
    IfStep,
    Lasting,
    LetNode,
    Local,
    MayBlock,
    Named,
    OneOf,
    Pattern,
    Role,
    Select,
    Some,
    Step,
    They,
    TriggerNode,
    Union,
    You,
)
from barons_core.language.words import Boundary, Quantity, Verb, slots, template

if TYPE_CHECKING:
    from barons_core.language.bodies import Bodies

OUTSIDE_ACTIONS = "free"
"""The section that is started where no action is under way."""


class StepReader:
    """Reads statements into steps."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.vocabulary = bodies.scope.vocabulary
        self.unknown_reads: list[tuple[Token, Report]] = []

    # -------------------------------------------------------------------------------- names
    def bind(self, scope: Scope, token: Token, type_name: str, many: bool = False, own: bool = False) -> None:
        """Bind a name; twice is a fault, and so is a word of the vocabulary."""
        name = token.text
        if name in scope.names:
            first = scope.names[name]
            report = Report(
                "BC115",
                f"the name '{name}' is bound twice",
                span_of(scope.file, token),
                labels=((span_of(scope.file, first.token), "it was bound here"),),
                help="give one of them another name",
            )
            self.bodies.add(report)
            return
        if name in self.vocabulary.nouns or name in self.vocabulary.values or name in NEVER_NAMES:
            self.bodies.fail(
                "BC116",
                f"'{name}' is a word of the language and cannot be a name",
                token,
                help=f"write, for instance, 'the_{name}'",
            )
            scope.names[name] = Binding(name, token, UNKNOWN, read=True, level=scope.capture_level, own=True)
            return
        level = scope.capture_level
        scope.names[name] = Binding(name, token, type_name, many, scope.inside_each, level=level, own=own)

    def check_names(self, scope: Scope, outer: Scope) -> None:
        """Report names that nothing reads; none where a fault may have hidden the reader."""
        if self.bodies.failed:
            return
        for name, binding in scope.names.items():
            if not binding.read and name not in outer.names:
                self.bodies.fail(
                    "BC117",
                    f"nothing reads the name '{name}'",
                    binding.token,
                    help="use it, or drop the 'as' or 'name' that binds it",
                )

    # -------------------------------------------------------------------------------- statements
    def read(self, statements: Sequence[Statement], scope: Scope) -> list[Step]:
        found: list[Step] = []
        for statement in statements:
            step = self.bodies.attempt(lambda s=statement: self.step(s, scope))  # type: ignore[misc]
            if step is not None:
                found.append(step)
            elif (
                statement.name is not None
                and statement.kind in ("do", "may", "named")
                and statement.name.text not in scope.names
            ):
                self.bind(scope, statement.name, UNKNOWN, own=True)
        return found

    def step(self, statement: Statement, scope: Scope) -> Step | None:
        match statement.kind:
            case "do" | "may":
                return self._do(statement, scope)
            case "may_block":
                return MayBlock(statement.key, tuple(self.read(statement.body, scope)))
            case "one_of" | "may_one_of":
                return self._one_of(statement, scope)
            case "if":
                return self._if(statement, scope)
            case "each":
                return self._each(statement, scope)
            case "named":
                return self._named(statement, scope)
            case "lasting":
                return self._lasting(statement, scope)
        self._misplaced(statement)
        return None

    def _misplaced(self, statement: Statement) -> None:
        key = statement.key
        if statement.kind == "section":
            first = statement.words[0]
            options = ["if", "each", "may", "until", "during", "this", "choose", "else"]
            fix = did_you_mean(first.text, options)
            if first.text in RESERVED:
                self.bodies.fail(
                    "BC213",
                    f"'{first.text}:' may not stand here",
                    first,
                    help="an 'else:' stands right below the block of its 'if'",
                )
                return
            verbs = {text for verb in self.vocabulary.verbs for text in verb.template.split()[0].split("/")}
            if first.text in verbs or first.text == "choose":
                self.bodies.fail(
                    "BC218", f"'{first.text}' opens no block", first, help="drop the ':' and the lines below it"
                )
                return
            self.bodies.fail("BC101", f"the word '{first.text}' is not known here", first, fix=fix)
        elif statement.kind == "static":
            self.bodies.fail(
                "BC222",
                f"'{key.text}' needs a duration here",
                key,
                help="put it below 'this turn:', 'this phase:' or 'until ...:'",
            )
        elif statement.kind == "trigger":
            self.bodies.fail(
                "BC222",
                f"'{key.text}' needs a duration here",
                key,
                help="put it below 'this turn:', or move it out of this block",
            )
        else:
            self.bodies.fail(
                "BC213", f"'{key.text}' may not stand here", key, help="it belongs at the start of a block"
            )

    def _actor(self, scope: Scope) -> Expression:
        return require(scope.they) if scope.inside_each else You("Player", False)

    # -------------------------------------------------------------------------------- verbs and choices
    def _do(self, statement: Statement, scope: Scope) -> Step:
        words = statement.words
        if statement.name is not None and words[-1].kind == "comma":
            words = words[:-1]
        phrases = Phrases(words, scope)
        optional = statement.kind == "may"
        actor, spoken = self._actor(scope), False
        first, second = phrases.peek(), phrases.peek(1)
        if first != "choose" and second != "chooses" and not self._verbs(first):
            subject = self._subject(phrases)
            if subject is not None:
                actor, spoken = subject, True
        elif second == "chooses":
            actor, spoken = self._player(phrases), True
        if spoken and not isinstance(actor, You | They):
            phrases.scope = scope.child(they=actor, names=scope.names)
        if phrases.accept("choose", "chooses"):
            return self._choose(statement, phrases, actor, optional)
        return self._verb(statement, phrases, actor, spoken, optional)

    def _verbs(self, word: str) -> Sequence[Verb]:
        """Return the verbs that a word may start, those that say most first."""
        return self.vocabulary.verbs_by_word.get(word, ())

    def _player(self, phrases: Phrases) -> Expression:
        found = phrases.expression("Player")
        if isinstance(found, Select | Some | Union):
            raise phrases.fault(
                "BC130",
                "nobody has chosen which player is meant",
                token=phrases.words[phrases.at - 1],
                help="choose the player first: 'choose a player as NAME'",
            )
        phrases.check_one(found)
        return found

    def _subject(self, phrases: Phrases) -> Expression | None:
        """Read a subject if a verb stands behind it; an unknown first word is a misspelt verb."""
        first = phrases.peek()
        known = first in ("you", "they", "the", "a", "an", "each", "all") or first in phrases.scope.names
        if known:
            return self._player(phrases)
        verbs = list(self.vocabulary.verbs_by_word)
        fix = did_you_mean(first, [*verbs, "choose", *phrases.scope.names, "you"]) or suggest_structure(first)
        if self._verbs(phrases.peek(1)) or phrases.peek(1) == "chooses":
            fix = did_you_mean(first, [*phrases.scope.names, "you", "they"]) or fix
            for binding in phrases.scope.names.values():
                binding.read = binding.read or binding.name == fix
        code, message = "BC101", f"the word '{first}' is not known here"
        if first in phrases.known_words():
            code, message = "BC106", f"a verb is needed here, not '{first}'"
        raise phrases.fault(code, message, fix=fix, help="a line starts with a verb, or with a player and a verb")

    def _choose(self, statement: Statement, phrases: Phrases, actor: Expression, optional: bool) -> Step:
        of = phrases.expression(UNKNOWN)
        phrases.finish()
        if not isinstance(of, Select | Some | Union):
            raise phrases.fault(
                "BC131",
                "there is nothing to choose: this is one fixed thing",
                token=phrases.words[-1],
                help="name several, for instance 'a card of ...'",
            )
        self._check_source(of, phrases)
        if statement.name is None:
            raise phrases.fault(
                "BC132", "the choice has no name", token=phrases.words[0], help="end the line with 'as NAME'"
            )
        self.bind(phrases.scope, statement.name, of.type, of.many, own(of, phrases.scope))
        return Choose(statement.key, actor, of, statement.name.text, optional)

    def _check_source(self, of: Expression, phrases: Phrases) -> None:
        """Refuse a choice among cards that are nowhere in particular."""
        phrases.check_listed(of)
        any_card = isinstance(of, Select) and of.type == "Card" and not of.noun.kind and of.noun.value is None
        if isinstance(of, Select) and any_card and not of.zoned:
            raise phrases.nowhere(of)

    def _verb(self, statement: Statement, phrases: Phrases, actor: Expression, spoken: bool, optional: bool) -> Step:
        word = phrases.peek()
        verbs = self._verbs(word)
        if not verbs:
            raise phrases.unknown("a verb", [*self.vocabulary.verbs_by_word, "chooses"])
        step = phrases.first_of(
            partial(self._with, statement, phrases, verb, actor, spoken, optional) for verb in verbs
        )
        assert step is not None
        self._check_claims(statement, step, phrases.scope)
        self._bind_result(statement, step, phrases)
        return step

    def _check_claims(self, statement: Statement, step: Do, scope: Scope) -> None:
        """Refuse what several players would do at once to the same things."""
        if not scope.at_once or not contested(step, scope):
            return
        first, last = statement.words[0], statement.words[-1]
        raise Fault(
            Report(
                "BC139",
                "several players could choose the same here, for all choose before anything happens",
                Span(scope.file, first.line, first.column, last.end_line, last.end_column),
                help="write 'in turn order' instead of 'at once', or name what is 'their' own",
            ),
            0,
        )

    def _with(
        self, statement: Statement, phrases: Phrases, verb: Verb, actor: Expression, spoken: bool, optional: bool
    ) -> Do:
        phrases.slot_types = {}
        values = phrases.match(template(verb.template))
        phrases.finish()
        for value in values.values():
            phrases.check_listed(value)
            if isinstance(value, Select):
                self._check_picked(value, phrases)
        for slot in slots(template(verb.template)):
            if not slot.many and isinstance(values.get(slot.name), Select):
                phrases.check_single(values[slot.name])
        pairs = tuple((slot.name, values.get(slot.name)) for slot in slots(template(verb.template)))
        name = statement.name.text if statement.name else ""
        return Do(statement.key, verb, actor, pairs, name, optional, spoken)

    def _check_picked(self, select: Select, phrases: Phrases) -> None:
        if select.type in ("Card", "Space", "Player"):
            self._check_source(select, phrases)
        if select.type == "Player":
            raise phrases.fault(
                "BC130",
                "nobody has chosen which player is meant",
                token=phrases.words[-1],
                help="choose the player first: 'choose a player as NAME'",
            )
        vague = (
            select.many
            and not select.bound
            and select.number is None
            and select.determiner not in ("all", "each", "the")
        )
        owned = any(item.values and isinstance(item.values[0], You) for item in select.qualifiers)
        if vague and not owned:
            raise phrases.fault(
                "BC134",
                f"it is not said how many {select.noun.plural}",
                token=phrases.words[-1],
                help="say a number, 'any number of' or 'all'",
            )

    def _bind_result(self, statement: Statement, step: Do, phrases: Phrases) -> None:
        if statement.name is None:
            return
        binds = step.verb.binds
        if not binds:
            raise phrases.fault(
                "BC135", f"'{step.verb.spelling}' keeps nothing that could have a name", token=statement.name
            )
        if binds == "*":
            self.bind(phrases.scope, statement.name, step.verb.result.rstrip("s"), step.verb.result.endswith("s"))
            return
        value = dict(step.values)[binds]
        assert value is not None
        self.bind(phrases.scope, statement.name, value.type, value.many, own(value, phrases.scope))

    # -------------------------------------------------------------------------------- blocks
    def _one_of(self, statement: Statement, scope: Scope) -> Step:
        options = self.read(statement.body, scope)
        if len(statement.body) < 2:
            raise Fault(
                Report("BC136", "there is only one thing to choose from", span_of(scope.file, statement.key)), 0
            )
        return OneOf(statement.key, tuple(options), statement.kind == "may_one_of")

    def _if(self, statement: Statement, scope: Scope) -> Step | None:
        condition = self.bodies.condition(statement.condition, scope)
        before = dict(scope.names)
        body = self.read(statement.body, scope)
        otherwise = self._other_branch(statement, scope, before) if statement.otherwise else []
        return IfStep(statement.key, condition, tuple(body), tuple(otherwise)) if condition is not None else None

    def _other_branch(self, statement: Statement, scope: Scope, before: dict[str, Binding]) -> list[Step]:
        """Read an `else`: of two branches one is carried out, so that both may bind a name, to the same type."""
        first = {name: binding for name, binding in scope.names.items() if name not in before}
        for name in first:
            del scope.names[name]
        steps = self.read(statement.otherwise, scope)
        for name, binding in first.items():
            second = scope.names.get(name)
            unlike = second is not None and (second.type, second.many) != (binding.type, binding.many)
            if second is not None and unlike and UNKNOWN not in (second.type, binding.type):
                del scope.names[name]
                scope.names[name] = binding
                self.bind(scope, second.token, second.type, second.many)
            if second is not None:
                binding.read = binding.read or second.read
                binding.own = binding.own and second.own
            scope.names[name] = binding
        return steps

    def _named(self, statement: Statement, scope: Scope) -> Step:
        phrases = Phrases(statement.words, scope)
        value = phrases.kept()
        phrases.finish()
        assert statement.name is not None
        self.bind(scope, statement.name, value.type, value.many, own(value, scope))
        return Named(statement.key, statement.name.text, value)

    def _each(self, statement: Statement, scope: Scope) -> Step | None:
        phrases = Phrases(statement.words, scope, statement.key)
        if isinstance(scope.they, They) and scope.they.variable == "they":
            raise phrases.fault("BC137", "'each' may not stand inside 'each'", token=statement.key)
        players = phrases.bare_select("Player", frozenset({"at", "in"}))
        at_once, you_last = self._order(phrases)
        phrases.finish()
        they = They("Player", False, "they")
        inner = scope.child(they=they, they_level=scope.capture_level, at_once=at_once)
        condition = self.bodies.condition(statement.condition, inner) if statement.condition else None
        body = self.read(statement.body, inner)
        return Each(statement.key, players, at_once, you_last, condition, tuple(body))

    def _order(self, phrases: Phrases) -> tuple[bool, bool]:
        if phrases.accept("at once"):
            return True, False
        if phrases.accept("in turn order"):
            return False, phrases.accept(", you last", "you last")
        known = "at once' or 'in turn order"
        for token in phrases.words[phrases.at :]:
            fix = did_you_mean(token.text, ["at", "once", "in", "turn", "order", "you", "last"])
            if fix and fix != token.text:
                raise phrases.fault("BC101", f"the word '{token.text}' is not known here", fix=fix, token=token)
        raise phrases.fault("BC138", "it is not said in which order the players do this", help=f"add '{known}'")

    # -------------------------------------------------------------------------------- scopes
    def _lasting(self, statement: Statement, scope: Scope) -> Step:
        key = statement.key.text
        boundary: Boundary | None = None
        player: Expression | None = None
        event: Pattern | None = None
        kind = key
        if key == "until":
            boundary, player = self._boundary(statement.words, scope, statement.key)
        elif key == "during":
            event, kind = self._coming(statement.words, scope, statement.key)
        elif statement.words:
            token = statement.words[0]
            raise Fault(Report("BC102", f"'{token.text}' does not fit behind '{key}'", span_of(scope.file, token)), 0)
        if kind.endswith("this action") and scope.kind == OUTSIDE_ACTIONS:
            message = f"'{OUTSIDE_ACTIONS}:' is no part of an action, so that '{kind}' would end as it begins"
            help = "say 'this phase:' or 'this turn:', or 'during the next EVENT this phase:'"
            raise Fault(Report("BC244", message, span_of(scope.file, statement.key), help=help), 0)
        captured: dict[str, Expression] = {}
        inner = scope.child(
            captured=captured,
            capture_level=scope.capture_level + 1,
            at_once=False,
            event=None,
            names=dict(scope.names),
            kind="",
        )
        once = key.startswith("once")
        abilities: list[AbilityNode] = []
        for line in statement.body:
            if line.kind in ("static", "trigger"):
                found = self.bodies.abilities.read(line, inner)
                abilities.extend(self._spent(found, line.key) if once else found)
            else:
                self.bodies.fail(
                    "BC223",
                    "a scope holds let, allow, forbid and triggers only",
                    line.key,
                    help="move this line above the scope",
                )
        block = len(self.bodies.blocks)
        self.bodies.blocks.append(tuple(abilities))
        kept = tuple(value for value in captured.values() if isinstance(value, Local | Role | They))
        return Lasting(statement.key, kind, boundary, player, event, once, block, kept, tuple(abilities))

    def _spent(self, abilities: Sequence[AbilityNode], key: Token) -> list[AbilityNode]:
        """Return the abilities of a `once` scope: each is something that its first user can spend."""
        for node in abilities:
            if isinstance(node, TriggerNode) or _spendable(node):
                continue
            self.bodies.fail(
                "BC226",
                f"no single use spends this '{key.text}', so 'once' has no meaning here",
                key,
                help="write the scope without 'once'",
            )
        return [replace(node, once=True) if isinstance(node, TriggerNode) else node for node in abilities]

    def _boundary(self, words: Phrase, scope: Scope, key: Token) -> tuple[Boundary, Expression | None]:
        phrases = Phrases(words, scope, key)
        found = phrases.first_of([lambda b=b: self._read_boundary(phrases, b) for b in self.vocabulary.boundaries])  # type: ignore[misc]
        assert found is not None
        return found

    def _read_boundary(self, phrases: Phrases, word: Boundary) -> tuple[Boundary, Expression | None]:
        values = phrases.match(template(word.template))
        phrases.finish()
        return word, next(iter(values.values()), None)

    def _coming(self, words: Phrase, scope: Scope, key: Token) -> tuple[Pattern, str]:
        if len(words) < 2 or [w.text for w in words[-2:]] not in (
            ["this", "phase"],
            ["this", "turn"],
            ["this", "action"],
        ):
            last = words[-1] if words else key
            fix = did_you_mean(last.text, ["phase", "turn", "action"])
            report = Report(
                "BC224",
                "'during' must end in 'this phase', 'this turn' or 'this action'",
                span_of(scope.file, last),
                fix=fix,
            )
            raise Fault(report, 0)
        pattern = Phrases(words[:-2], scope, key).event("coming")
        return pattern, f"during this {words[-1].text}"


def _spendable(node: AbilityNode) -> bool:
    """Tell whether there is a moment at which somebody uses what an ability gives: a limit only if it is widened."""
    if isinstance(node, LetNode) and node.word.layer == "limits" and node.op in ("at most", "fall"):
        return False
    return isinstance(node, LetNode | AllowNode) and not isinstance(node.word, Quantity) and bool(node.word.spent)


__all__ = ["NO_STOPS", "Span", "StepReader"]
