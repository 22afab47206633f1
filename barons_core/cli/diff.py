"""`barons diff A B`: in what two rulesets differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import rich_click as click

from barons_core.cli.options import (
    command,
    format_option,
    packs_option,
    print_json,
    read_settings,
    settings_option,
    usage_errors,
)
from barons_core.cli.rulesets import (
    amendment_in_words,
    inclusion_in_words,
    setting_in_words,
    setup_in_words,
    swap_in_words,
    turn_in_words,
)

Data = Mapping[str, Any]


@command("barons diff barons barons+directors_cut",
         "Say in what a second ruleset differs from a first: players, turn, settings, cards, copies, costs, rules.",
         "Both names may be several, joined by +. --set decides settings of the second ruleset alone, so that "
         "'barons diff barons barons --set NAME=VALUE' shows what a setting changes. A pack of --pack belongs to the "
         "ruleset that draws on it; one that neither draws on joins the second, so that 'barons diff barons barons "
         "--pack FOLDER' shows what its cards change.")
@click.argument("first")
@click.argument("second")
@packs_option
@settings_option
@format_option
def diff(first: str, second: str, packs: tuple[Path, ...], settings: tuple[str, ...], form: str) -> None:
    from barons_core.describing import difference

    with usage_errors():
        found = difference(first, second, packs, read_settings(settings))
    if form == "json":
        print_json(found)
    else:
        click.echo("\n".join(_lines(found)) or f"{first} and {second} are the same game")


def _lines(found: Data) -> Iterator[str]:
    if found["players"]:
        yield f"players: {_both(found['players'], lambda players: f'{players[0]} to {players[1]}')}"
    if found["setup"]:
        yield f"setup: {_both(found['setup'], setup_in_words)}"
    if found["turn"]:
        yield f"turn: {_both(found['turn'], _turn)}"
    yield from _listed("setting", found["settings"], setting_in_words)
    yield from _listed("card", found["cards"], lambda one: f'"{one["title"]}"  ({one["pack"]})')
    for deck in found["decks"]:
        players = " or ".join(map(str, deck["players"]))
        yield f"decks with {players} players:"
        yield from (f'    {_deck(one)} "{one["title"]}": {one["before"]} -> {one["after"]}' for one in deck["changes"])
    yield from _listed("amendment", found["amendments"], amendment_in_words)
    yield from _listed("swap", found["swaps"], swap_in_words)
    yield from _listed("inclusion", found["inclusions"], inclusion_in_words)
    yield from _listed("rename", found["renames"], lambda one: f"{one['old']} is called {one['new']}")
    yield from _listed("rule", found["rules"], lambda one: f"{one['text']}  ({one['pack']})")


def _listed(what: str, found: Data, said: Callable[[Data], str]) -> Iterator[str]:
    yield from (f"- {what} {said(one)}" for one in found.get("removed", ()))
    yield from (f"+ {what} {said(one)}" for one in found.get("added", ()))
    for one in found.get("changed", ()):
        yield from _change(what, one)


def _change(what: str, one: Data) -> Iterator[str]:
    name = one.get("name") or one.get("was")
    changes = {field: value for field, value in one.items() if isinstance(value, Mapping)}
    for field, value in changes.items():
        if field == "text":
            yield f'* {what} "{name}" does something else:'
            yield f"    before: {value['before']}"
            yield f"    after:  {value['after']}"
        else:
            yield f'* {what} "{name}"{"" if field == "value" else f" {field}"}: {_both(value, _short)}'


def _deck(one: Data) -> str:
    """Return the color of a deck; one of another name before is told with both, since such a line is of both sides."""
    return one["deck"] if one["deck"] == one["was"] else f"{one['deck']} (was {one['was']})"


def _both(change: Data, said: Callable[[Any], str]) -> str:
    return f"{said(change['before'])} -> {said(change['after'])}"


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {text}".strip() for name, text in value.items()) or "none"
    return ", ".join(value) if isinstance(value, list) else str(value)


def _turn(turn: Iterable[Data]) -> str:
    return turn_in_words((one["phase"], one["limit"]) for one in turn)
