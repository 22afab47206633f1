"""What a replay shows: each answer, what happened, and the boards that changed, to everybody or to one player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from barons_core.engine.log import told
from barons_core.engine.replays import Drift, replay
from barons_core.model.drawing import draw_board
from barons_core.testing.transcript import cards_text, cell_text, event_text, omniscient, table_text

if TYPE_CHECKING:
    from barons_core.engine.game import Game
    from barons_core.engine.records import Record
    from barons_core.engine.replays import Step
    from barons_core.model.views import View

_INDENT = "    "
_UNTOLD = "here the game goes another way; in what is told without --view only"


class Teller:
    """Tells the steps of a replay. For one player a step is an answer of that player with all that follows it until
    that player is asked again.

    What others were asked, and how often, is their secret; views and events are those of the game itself.
    """

    def __init__(self, record: Record, seat: int | None = None) -> None:
        self.record = record
        self.seat = seat
        self.game: Game | None = None
        self.shown = 0
        self.own = 0
        self.boards: dict[str, dict[str, str]] = {}

    @property
    def stopped(self) -> bool:
        return self.game is not None and self.game.fault is not None

    def tell(self, steps: Iterator[tuple[Game, Step]], to: int | None) -> Iterator[dict[str, Any]]:
        """Yield each step as plain data; for one player, up to so many of that player's answers."""
        if self.seat is None:
            for self.game, step in steps:
                yield {**self._step(self.game, step), **self._pictures(self.game)}
        else:
            yield from self._tell_one(self.seat, steps, to)

    def _tell_one(self, seat: int, steps: Iterator[tuple[Game, Step]], to: int | None) -> Iterator[dict[str, Any]]:
        """Yield the steps of one player. Of a step in which the game drifts nothing is told but its number.

        Whose answer it is in there, and whether it is an answer or a position that differs, may hang on what others
        hold and were asked. So may what a board looked like in between: only what it has come to is told.
        """
        one: dict[str, Any] | None = None
        told = -1
        try:
            for self.game, step in steps:
                one = self._step(self.game, step) if one is None else _joined(one, self._step(self.game, step))
                if self.game.choice is None or self.game.choice.player != seat:
                    continue
                yield {**one, **self._pictures(self.game)}
                one, told = None, step.number
                if to is not None and self.own >= to:
                    return
        except Drift as drift:
            number = self.own if self.game is None or one is not None else self.own + 1
            self.game = None if told < 0 or self.game is None else replay(self.record, self.game.content, told)
            raise Drift(number, _UNTOLD, drift.changes) from None
        if one is not None and self.game is not None:
            yield {**one, **self._pictures(self.game)}

    def head(self) -> dict[str, Any]:
        record = self.record
        return {"ruleset": record.ruleset, "players": list(record.players), "bots": list(record.bots),
                **({"seed": record.seed, "answers": len(record.answers)} if self.seat is None else {})}

    def end(self) -> dict[str, Any] | None:
        """Return the position that was reached."""
        if self.game is None:
            return None
        game, view = self.game, self._view(self.game)
        hands = {game.seat_label(seat): cards_text(hand) for seat, hand in enumerate(view.hands)}
        return {"over": game.over, "winners": [game.seat_label(seat) for seat in game.winners],
                "fault": self._fault(game), "turn": view.turn, "hands": hands,
                "boards": self._boards(game, view)}

    def lines(self, one: dict[str, Any]) -> list[str]:
        """Return a step as lines."""
        head = [] if one["step"] is None else [_headline(one)]
        events = [_INDENT + event_text(key, data) for key, data in one["events"]]
        return [*head, *events, *(line for seat in sorted(one["drawn"]) for line in one["drawn"][seat])] or [""]

    def end_lines(self) -> list[str]:
        if self.game is None:
            return []
        game = self.game
        lines = ["", *table_text(game, self._view(game))]
        if game.fault is not None:
            return [*lines, f"the game has stopped: {self._fault(game)}"]
        winners = " and ".join(self.record.players[seat] for seat in game.winners)
        return [*lines, f"{winners or 'nobody'} won" if game.over else f"turn {game.state.turn}"]

    def _fault(self, game: Game) -> str | None:
        """Return why the game has stopped: to one player not by which card, which may be another's secret."""
        if game.fault is None or self.seat is None:
            return None if game.fault is None else str(game.fault)
        return "by a fault, which is told without --view only"

    def _step(self, game: Game, step: Step) -> dict[str, Any]:
        mine = self.seat is None or step.player == self.seat or step.number == 0
        self.own += int(mine and step.number > 0)
        number = (step.number if self.seat is None else self.own) if mine else None
        asked = {"player": game.seat_label(step.player), "prompt": step.prompt, "answer": step.answer}
        return {"step": number, **(asked if mine and step.player >= 0 else {}), "events": self._news(game)}

    def _pictures(self, game: Game) -> dict[str, Any]:
        """Return the boards that are no longer as they were last shown, as data and drawn."""
        changed = self._changed(game)
        return {"boards": changed, "drawn": {seat: self._drawing(seat, game) for seat in changed}}

    def _news(self, game: Game) -> list[tuple[str, dict[str, Any]]]:
        """Return the events since the last step."""
        if self.seat is None:
            new = game.log.entries[self.shown:]
            self.shown = len(game.log.entries)
            return [(entry.key, told(game, entry.data)) for entry in new]
        lines = game.events(self.seat)
        new_lines, self.shown = lines[self.shown:], len(lines)
        return new_lines

    def _changed(self, game: Game) -> dict[str, dict[str, str]]:
        """Return the boards that are no longer as they were last shown."""
        now = self._boards(game, self._view(game))
        changed = {seat: board for seat, board in now.items() if self.boards.get(seat) != board}
        self.boards = now
        return changed

    def _boards(self, game: Game, view: View) -> dict[str, dict[str, str]]:
        return {game.seat_label(seat): {game.board.label(pos): cell_text(card) for pos, card in sorted(board.items())}
                for seat, board in enumerate(view.boards)}

    def _drawing(self, label: str, game: Game) -> list[str]:
        board = self._view(game).boards[int(label[1:]) - 1]
        return [f"{_INDENT}board of {label}:",
                *(_INDENT * 2 + line for line in draw_board(game.board, board, cell_text))]

    def _view(self, game: Game) -> View:
        return omniscient(game) if self.seat is None else game.view(self.seat)


def _joined(one: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Return a step with what others have done since."""
    return {**one, "events": [*one["events"], *more["events"]]}


def _headline(one: dict[str, Any]) -> str:
    if "answer" not in one:
        return f"step {one['step']}: the setup"
    return f"step {one['step']}: {one['player']} ({one['prompt']}): {one['answer']}"
