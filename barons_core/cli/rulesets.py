"""`barons rulesets`: what can be played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import command, format_option, packs_option, print_json

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode


@command("barons rulesets", "List the rulesets with players, turn and settings.")
@packs_option
@format_option
def rulesets(packs: tuple[Path, ...], form: str) -> None:
    from barons_core.loading import library

    books = library(packs)
    found = sorted(books.rulesets().items())
    if form == "json":
        print_json([{"pack": books.pack_of(node.file), **_as_json(name, node)} for name, node in found])
        return
    click.echo("\n\n".join("\n".join(_lines(name, node)) for name, node in found))


def _lines(name: str, ruleset: RulesetNode) -> list[str]:
    lines = [f'{name}  "{ruleset.title}", {_players(ruleset)}']
    if ruleset.turn:
        lines.append(f"    turn: {_turn(ruleset)}")
    if ruleset.includes:
        lines.append(f"    includes {', '.join(ruleset.includes)}")
    lines += [f'    setting "{one.name}": {" or ".join(one.values)}{_because(one.because)}'
              for one in ruleset.settings]
    return lines


def _players(ruleset: RulesetNode) -> str:
    if ruleset.players is None:
        return "a part of other rulesets"
    low, high = ruleset.players
    return f"{low} to {high} players"


def _because(ruling: str) -> str:
    return f" ({ruling})" if ruling else ""


def _turn(ruleset: RulesetNode) -> str:
    return ", ".join(f"{count} {phase}" if count else phase for phase, count in ruleset.turn)


def _as_json(name: str, ruleset: RulesetNode) -> dict[str, Any]:
    return {
        "name": name, "title": ruleset.title, "players": list(ruleset.players or ()),
        "turn": [{"phase": phase, "limit": count} for phase, count in ruleset.turn],
        "includes": list(ruleset.includes),
        "settings": [{"name": one.name, "values": list(one.values), "because": one.because}
                     for one in ruleset.settings],
    }
