"""From the parser's tree to a statement: one method a rule of the grammar."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from barons_core.testing.scenario_faults import Lines
from barons_core.testing.scenario_syntax import (
    Adds,
    Asked,
    Cards,
    Cell,
    Copy,
    Drawing,
    Expectation,
    Fact,
    GoesOn,
    Hand,
    Happened,
    Has,
    Holds,
    Legality,
    Move,
    Players,
    Rulings,
    Seed,
    Size,
    Stack,
    TakeSnapshot,
    Title,
    Top,
    Turn,
    TurnOf,
    Undo,
    UseRuleset,
    UseSetting,
    Winners,
    Word,
)


def _seats(children: list[Any]) -> tuple[int, ...]:
    return tuple(_seat(child) for child in children if child.type == "PLAYER")


def _seat(token: Any) -> int:
    return int(token[1:]) - 1


def _place(token: Any) -> str:
    return str(token).replace(" ", "")


def _last(children: list[Any], kind: str) -> Token | None:
    """Return the last token of a kind."""
    return next((child for child in reversed(children) if isinstance(child, Token) and child.type == kind), None)


class Shape(Transformer[Token, Any]):
    """Turn lark's tree into a statement; each method is a rule of the grammar."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(visit_tokens=False)
        self.lines = lines
        self.span = lines.head

    def _word(self, token: Token | None) -> Word:
        """Return a word with its place, a title without its quotes; '' for no token."""
        if token is None:
            return Word.at("", self.span)
        text = str(token)[1:-1] if token.type == "STRING" else str(token)
        return Word.at(text, self.lines.place(token))

    def _answer(self, token: Any) -> Word:
        """Return the id of an option with one blank between its words."""
        return Word.at(" ".join(str(token).split()), self.lines.place(token))

    # setting up
    def rulings(self, children: list[Any]) -> Rulings:
        return Rulings(self.span, tuple(map(str, children)))

    def use_ruleset(self, children: list[Any]) -> UseRuleset:
        return UseRuleset(self.span, self._word(children[0]))

    def use_setting(self, children: list[Any]) -> UseSetting:
        return UseSetting(self.span, self._word(children[0]), self._word(children[1]))

    def players(self, children: list[Any]) -> Players:
        return Players(self.span, _seats(children))

    def seed(self, children: list[Any]) -> Seed:
        return Seed(self.span, int(children[0]))

    def drawing(self, children: list[Any]) -> Drawing:
        return Drawing(self.span, _seat(children[0]), tuple(children[1:]), self.lines.block)

    def row(self, children: list[Any]) -> tuple[Cell | None, ...]:
        return tuple(children)

    def nothing(self, children: list[Any]) -> None:
        return None

    def center(self, children: list[Any]) -> Cell:
        return Cell(center=True)

    def face_up(self, children: list[Any]) -> Cell:
        return Cell(title=self._word(children[0]), way=self._word(children[1]) if len(children) > 1 else "")

    def face_down(self, children: list[Any]) -> Cell:
        return Cell(title=self._word(_last(children, "STRING")), color=self._word(children[0]), down=True)

    def adds(self, children: list[Any]) -> Adds:
        return Adds(self.span, _seat(children[0]), children[1], _place(children[2]))

    def hand(self, children: list[Any]) -> Hand:
        return Hand(self.span, _seat(children[0]), children[1])

    def stack(self, children: list[Any]) -> Stack:
        cards = children[2] if len(children) > 2 else ()
        return Stack(
            self.span, str(children[0]), self._word(children[1]), cards, not cards or self.lines.says("exactly")
        )

    def turn(self, children: list[Any]) -> Turn:
        return Turn(self.span, _seat(children[0]), self._word(_last(children, "NAME")))

    def some(self, children: list[Any]) -> tuple[Cards, ...]:
        return tuple(children)

    def none(self, children: list[Any]) -> int:
        return 0

    def cards(self, children: list[Any]) -> Cards:
        first = children[0]
        written = not isinstance(first, Token) or first.type == "INT"
        name = self._word(_last(children, "NAME"))
        return Cards(
            int(first) if written else None,
            "" if name in ("card", "cards") else name,
            self._word(_last(children, "STRING")),
        )

    # playing
    def move(self, children: list[Any]) -> Move:
        return Move(self.span, _seat(children[0]), self._answer(children[1]))

    def legal(self, children: list[Any]) -> Legality:
        return Legality(self.span, _seat(children[0]), True, tuple(map(self._answer, children[1:])))

    def illegal(self, children: list[Any]) -> Legality:
        return Legality(self.span, _seat(children[0]), False, tuple(map(self._answer, children[1:])))

    def undo(self, children: list[Any]) -> Undo:
        return Undo(self.span)

    def copy(self, children: list[Any]) -> Copy:
        return Copy(self.span)

    def take_snapshot(self, children: list[Any]) -> TakeSnapshot:
        return TakeSnapshot(self.span)

    # expecting
    def expect(self, children: list[Fact]) -> Expectation:
        return Expectation(self.span, children[0])

    def sees(self, children: list[Any]) -> Expectation:
        return Expectation(self.span, children[1], _seat(children[0]))

    def sees_not(self, children: list[Any]) -> Expectation:
        return Expectation(self.span, children[1], _seat(children[0]), False)

    def title(self, children: list[Any]) -> Title:
        return Title(self._word(children[0]))

    def asked(self, children: list[Any]) -> Asked:
        prompt = _last(children, "STRING")
        options = tuple(self._answer(child) for child in children if child.type == "ID")
        return Asked(_seat(children[0]), True, str(prompt)[1:-1] if prompt else None, options or None)

    def not_asked(self, children: list[Any]) -> Asked:
        return Asked(_seat(children[0]), False)

    def holds(self, children: list[Any]) -> Holds:
        return Holds(_seat(children[0]), children[-1], self.lines.says("exactly"))

    def has(self, children: list[Any]) -> Has:
        return Has(_seat(children[0]), children[1], _place(_last(children, "PLACE") or ""))

    def has_no(self, children: list[Any]) -> Has:
        return Has(_seat(children[0]), children[1], _place(_last(children, "PLACE") or ""), has=False)

    def has_nothing(self, children: list[Any]) -> Has:
        return Has(_seat(children[0]), None, _place(_last(children, "PLACE") or ""))

    def size(self, children: list[Any]) -> Size:
        return Size(str(children[0]), self._word(children[1]), int(_last(children, "INT") or 0))

    def top(self, children: list[Any]) -> Top:
        return Top(str(children[0]), self._word(children[1]), tuple(map(self._word, children[2:])))

    def actor(self, children: list[Any]) -> Word:
        return Word.at(f"of {children[0]}", self.lines.place(children[0]))

    def event(self, children: list[Any]) -> Happened:
        return self._happened(children, None)

    def no_event(self, children: list[Any]) -> Happened:
        return self._happened(children, 0)

    def events(self, children: list[Any]) -> Happened:
        return self._happened(children[1:], int(children[0]))

    def _happened(self, children: list[Any], count: int | None) -> Happened:
        key, *details = children
        return Happened(self._word(key), count, tuple(map(self._detail, details)))

    def _detail(self, detail: Any) -> Word:
        """Return a detail with its place, a title in its quotes."""
        return Word.at(str(detail), self.lines.place(detail)) if isinstance(detail, Token) else detail

    def no_winner(self, children: list[Any]) -> Winners:
        return Winners(())

    def winner(self, children: list[Any]) -> Winners:
        return Winners(_seats(children))

    def goes_on(self, children: list[Any]) -> GoesOn:
        return GoesOn()

    def turn_of(self, children: list[Any]) -> TurnOf:
        return TurnOf(_seat(children[0]), self._word(_last(children, "NAME")))
