"""Play a scenario: set the position, give the answers, check what is expected. One function a statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from barons_core.engine.answers import IllegalAnswer
from barons_core.engine.choices import Choice
from barons_core.engine.fingerprints import fingerprint
from barons_core.engine.game import Game
from barons_core.files import need_path, read_text
from barons_core.frozen import frozen
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.model.rulesets import Content
from barons_core.testing.scenario_facts import find_out, known, player
from barons_core.testing.scenario_failure import ScenarioError, ScenarioFailure
from barons_core.testing.scenario_names import check_event, check_names, unknown
from barons_core.testing.scenario_parse import parse_scenarios
from barons_core.testing.scenario_position import place
from barons_core.testing.scenario_syntax import (
    SETUP,
    Asked,
    Copy,
    Expectation,
    Legality,
    Move,
    Players,
    Rulings,
    ScenarioText,
    Seed,
    Statement,
    TakeSnapshot,
    Undo,
    UseRuleset,
    UseSetting,
)
from barons_core.testing.transcript import Transcript, question_text

DEFAULT_RULESET = "barons"
DEFAULT_SEED = 1
MAX_OPTIONS = 6


class ContentLoader(Protocol):
    """Whoever provides the content of a ruleset; raises LookupError or ValueError if there is none."""

    def __call__(self, ruleset: str, settings: Mapping[str, str], /) -> Content: ...


@frozen
class Taken:
    """A transcript that a scenario asks to be compared, and the line that asks for it."""

    span: Span
    text: str


@frozen
class Scenario:
    """One scenario, ready to be played; `source` is the text of its file."""

    text: ScenarioText
    source: str
    ruleset: str = DEFAULT_RULESET

    @classmethod
    def load(cls, source: Path | str, ruleset: str = DEFAULT_RULESET) -> list[Scenario]:
        """Return the scenarios of a file (Path) or of a text (str), in order; raise ScenarioError with all reports.

        `ruleset` is played where a scenario names none.
        """
        if not isinstance(source, Path | str):
            raise TypeError(f"scenarios are a text (str), or what lies at a Path, not {source!r}")
        text = read_text(need_path(source)) if isinstance(source, Path) else source
        if isinstance(text, Report):
            raise ScenarioError([text], "")
        parsed = parse_scenarios(text, str(source) if isinstance(source, Path) else "<text>")
        if parsed.reports:
            raise ScenarioError(parsed.reports, text)
        return [cls(scenario, text, ruleset) for scenario in parsed.scenarios]

    @property
    def title(self) -> str:
        return self.text.title

    @property
    def line(self) -> int:
        return self.text.span.line

    @property
    def rulings(self) -> tuple[str, ...]:
        """The ids of the rulings that the scenario asserts."""
        return tuple(name for s in self.text.statements if isinstance(s, Rulings) for name in s.ids)

    @property
    def takes_snapshot(self) -> bool:
        return any(isinstance(statement, TakeSnapshot) for statement in self.text.statements)

    def run(self, load: ContentLoader) -> tuple[Taken, ...]:
        """Play the scenario; return the transcripts to compare, raise ScenarioFailure if it does not hold."""
        if not callable(load):
            raise TypeError(f"a scenario is run with a function that returns contents, such as ruleset, not {load!r}")
        run = _start(self, load)
        for statement in self.text.statements:
            if not isinstance(statement, SETUP):
                check_names(run.game.content, statement)
                STATEMENTS[type(statement)](run, statement)
                run.last = statement
        _finish(run)
        return tuple(run.taken)


@dataclass(slots=True)
class Run:
    """A scenario that is being played.

    `twin` is the copy that gets the same answers, `since` the length of the log before the last answer.
    """

    game: Game
    transcript: Transcript
    last: Statement
    twin: Game | None = None
    since: int = 0
    taken: list[Taken] = field(default_factory=list)


# ------------------------------------------------------------------------------------------ beginning and end
def _start(scenario: Scenario, load: ContentLoader) -> Run:
    """Make the game and set its position."""
    statements = scenario.text.statements
    content = _content(scenario, load)
    for statement in statements:
        if isinstance(statement, SETUP):
            check_names(content, statement)
    seats = next((len(s.seats) for s in statements if isinstance(s, Players)), 2)
    seed = next((s.number for s in statements if isinstance(s, Seed)), DEFAULT_SEED)
    transcript = Transcript()
    try:
        game = Game(content, seats, seed, observers=(transcript,))
    except ValueError as fault:
        raise ScenarioFailure("SC102", _span(scenario, Players), str(fault)) from None
    place(game, statements)
    run = Run(game, transcript, Statement(scenario.text.span), since=len(game.log))
    _check_fault(run, scenario.text.span)
    transcript.start(game)
    return run


def _content(scenario: Scenario, load: ContentLoader) -> Content:
    statements = scenario.text.statements
    named = next((s.name for s in statements if isinstance(s, UseRuleset)), None)
    ruleset, span = (named, named.span) if named else (scenario.ruleset, scenario.text.span)
    settings: dict[str, str] = {s.name: s.value for s in statements if isinstance(s, UseSetting)}
    try:
        content = load(ruleset, {})
        for statement in statements:
            if isinstance(statement, UseSetting):
                _check_setting(content, statement)
        return load(ruleset, settings) if settings else content
    except (LookupError, ValueError) as fault:
        notes = [f"{report.span}: {report.message}" for report in getattr(fault, "reports", ())]
        raise ScenarioFailure("SC101", span, str(fault.args[0] if fault.args else fault), notes=notes[:10]) from None


def _check_setting(content: Content, statement: UseSetting) -> None:
    settings = {setting.name: setting.values for setting in content.ruleset.settings}
    if statement.name not in settings:
        raise unknown("setting", statement.name, settings, statement.name.span)
    if statement.value not in settings[statement.name]:
        raise unknown("value", statement.value, settings[statement.name], statement.value.span)


def _span(scenario: Scenario, sort: type[Statement]) -> Span:
    """Return where a statement of that sort stands, else the header."""
    found = (statement.span for statement in scenario.text.statements if isinstance(statement, sort))
    return next(found, scenario.text.span)


def _finish(run: Run) -> None:
    """Let a scenario end only where nobody is in the middle of anything, and where its copy agrees."""
    choice = _open_question(run.game)
    if choice is not None:
        raise ScenarioFailure(
            "SC107",
            run.last.span,
            f"the scenario ends while {player(choice.player)} is asked",
            help="answer the question; it is:",
            paste=question_text(choice),
        )
    _compare(run)


def _compare(run: Run) -> None:
    if run.twin is None:
        return
    differences = [name for name, told in _MARKS.items() if told(run.game) != told(run.twin)]
    if differences:
        raise ScenarioFailure("SC109", run.last.span, f"game and copy differ: {', '.join(differences)}")


def _open_question(game: Game) -> Choice | None:
    """Return what somebody is asked in the middle of something, None between two plays."""
    return None if game.at_boundary else game.choice


def _asked(game: Game) -> list[str]:
    return question_text(game.choice) if game.choice is not None else []


_MARKS: dict[str, Callable[[Game], Any]] = {
    "the position": lambda game: fingerprint(game.state),
    "the answers": lambda game: game.answers,
    "what is asked": _asked,
    "who has won": lambda game: (game.over, game.winners),
}


def _check_fault(run: Run, span: Span) -> None:
    fault = run.game.fault
    if fault is not None:
        raise ScenarioFailure(
            "SC108",
            span,
            f"the game has stopped: {fault.told}",
            notes=[f"at {fault.place.file}:{fault.place.line}", *dict.fromkeys(f"in {link}" for link in fault.chain)],
        )


# ------------------------------------------------------------------------------------------------ statements
def _move(run: Run, move: Move) -> None:
    choice = _question(run, move.player, move.span)
    run.since = len(run.game.log)
    at = len(run.transcript.lines)
    try:
        run.game.answer(move.answer)
    except IllegalAnswer:
        raise _no_option(choice, move) from None
    told = run.transcript.lines[at:]
    del run.transcript.lines[at:]
    run.transcript.move(choice, move.answer)
    run.transcript.lines += told
    if run.twin is not None:
        _answer_twin(run.twin, move)
    _check_fault(run, move.span)


def _answer_twin(twin: Game, move: Move) -> None:
    try:
        twin.answer(move.answer)
    except IllegalAnswer as fault:
        raise ScenarioFailure("SC109", move.span, "the copy refuses this answer", notes=[str(fault)]) from None


def _question(run: Run, seat: int, span: Span) -> Choice:
    """Return what a player is asked; raise ScenarioFailure if it is another player or nobody."""
    choice = run.game.choice
    if choice is None:
        raise ScenarioFailure("SC103", span, f"{player(seat)} is not asked: the game is over")
    if choice.player != seat:
        raise ScenarioFailure(
            "SC103",
            span,
            f"{player(seat)} is not asked; {player(choice.player)} is:",
            paste=question_text(choice),
        )
    return choice


def _no_option(choice: Choice, move: Move) -> ScenarioFailure:
    near = did_you_mean(move.answer, choice.ids())
    return ScenarioFailure(
        "SC104",
        move.span,
        f"`{move.answer}` is no option of {player(move.player)}; these are:",
        fix=f"{player(move.player)}: {near}" if near else "",
        paste=question_text(choice),
    )


def _legality(run: Run, statement: Legality) -> None:
    choice = _question(run, statement.player, statement.span)
    wrong = [answer for answer in statement.answers if _possible(run.game, answer) != statement.legal]
    if wrong:
        word = "illegal" if statement.legal else "legal"
        raise ScenarioFailure("SC105", statement.span, f"{word}: {'; '.join(wrong)}", paste=question_text(choice))


def _possible(game: Game, answer: str) -> bool:
    trial = game.copy()
    try:
        trial.answer(answer)
    except IllegalAnswer:
        return False
    return True


def _expect(run: Run, statement: Expectation) -> None:
    check_event(run.game, statement)
    finding = find_out(known(run.game, statement.seer, run.since), statement.fact)
    if finding.holds == statement.sees:
        return
    if not statement.sees:
        raise _unmet(run, statement, f"{player(statement.seer or 0)} does see this")
    seer = "" if statement.seer is None else f"{player(statement.seer)} sees: "
    paste = () if statement.seer is not None else finding.paste
    raise _unmet(run, statement, f"{seer}{finding.instead}", paste)


def _unmet(run: Run, statement: Expectation, instead: str, paste: Sequence[str] = ()) -> ScenarioFailure:
    """Return the failure of an expectation; what is still asked may well be why it does not hold."""
    choice = _open_question(run.game)
    if choice is None or isinstance(statement.fact, Asked):
        return ScenarioFailure("SC106", statement.span, instead, paste=paste)
    asked = f"{player(choice.player)} is still asked {choice.prompt}".rstrip()
    notes = [f"{asked}: {_some(choice.ids())}"]
    return ScenarioFailure("SC106", statement.span, instead, notes=notes, paste=[*paste, *question_text(choice)])


def _some(options: Sequence[str]) -> str:
    """Return the first options as text, and how many more there are."""
    more = len(options) - MAX_OPTIONS
    return ", ".join(options[:MAX_OPTIONS]) + (f" and {more} more" if more > 0 else "")


def _undo(run: Run, statement: Undo) -> None:
    for game in (run.game, run.twin):
        if game is not None and not game.answers:
            raise ScenarioFailure("SC110", statement.span, "there is no answer to take back")
        if game is not None:
            game.undo()
    run.since = len(run.game.log)
    run.transcript.say("undo")


def _copy(run: Run, statement: Copy) -> None:
    run.twin = run.game.copy()


def _take_snapshot(run: Run, statement: TakeSnapshot) -> None:
    run.taken.append(Taken(statement.span, run.transcript.text(run.game)))


STATEMENTS: dict[type[Statement], Callable[[Run, Any], None]] = {
    Move: _move,
    Legality: _legality,
    Expectation: _expect,
    Undo: _undo,
    Copy: _copy,
    TakeSnapshot: _take_snapshot,
}


def reports_of(fault: ScenarioFailure | ScenarioError) -> Sequence[Report]:
    """Return what is wrong, as reports."""
    return (fault.report,) if isinstance(fault, ScenarioFailure) else fault.reports
