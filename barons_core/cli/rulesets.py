"""`barons rulesets`: what can be played, what it is made of, and what a table may decide."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import (
    command,
    format_option,
    pack_words,
    packs_option,
    print_json,
    read_settings,
    settings_option,
    usage_errors,
)

if TYPE_CHECKING:
    from barons_core.language.check_rulesets import RulesetNode


@command("barons rulesets barons+directors_cut", "List the rulesets, or show what one of them is made of.",
         "With a name (or several, joined by +): its decks with counts, settings, amendments and swaps, each with its "
         "pack. With --settings: all settings, with their values, the default first, and what each value means.")
@click.argument("ruleset", required=False)
@click.option("--settings", "listed", is_flag=True, help="List all settings, or those of the ruleset.")
@click.option("--players", type=click.IntRange(1), help="Count the decks for so many players, by default the most.")
@packs_option
@settings_option
@format_option
def rulesets(ruleset: str | None, listed: bool, players: int | None, packs: tuple[Path, ...],
             settings: tuple[str, ...], form: str) -> None:
    if ruleset is None and (players is not None or settings):
        raise click.UsageError("--players and --set need a RULESET to be about.")
    if ruleset is not None:
        _one(ruleset, packs, read_settings(settings), players, listed, form)
    elif listed:
        _every_setting(packs, form)
    else:
        _every_ruleset(packs, form)


def _every_ruleset(packs: tuple[Path, ...], form: str) -> None:
    from barons_core.loading import library

    books = library(packs)
    found = sorted(books.rulesets().items())
    if form == "json":
        print_json([{"pack": books.pack_of(node.file), **_as_json(name, node)} for name, node in found])
        return
    click.echo("\n\n".join("\n".join(_lines(name, node, packs)) for name, node in found))


def _every_setting(packs: tuple[Path, ...], form: str) -> None:
    from barons_core.describing import all_settings

    found = all_settings(packs)
    if form == "json":
        print_json(found)
    else:
        click.echo("\n\n".join("\n".join(_setting(one)) for one in found) or "no settings")


def _one(ruleset: str, packs: tuple[Path, ...], settings: Mapping[str, str], players: int | None, listed: bool,
         form: str) -> None:
    from barons_core.describing import describe

    with usage_errors():
        found = describe(ruleset, packs, settings, players)
    if listed:
        found = {"name": found["name"], "settings": found["settings"]}
    if form == "json":
        print_json(found)
    elif listed:
        click.echo("\n\n".join("\n".join(_setting(one)) for one in found["settings"]) or "no settings")
    else:
        click.echo("\n".join(_described(found)))


# ------------------------------------------------------------------------------------------------ the list
def _lines(name: str, ruleset: RulesetNode, packs: tuple[Path, ...]) -> list[str]:
    lines = [f'{name}  "{ruleset.title}", {_players(ruleset.players or ())}']
    if ruleset.turn:
        lines.append(f"    turn: {turn_in_words(ruleset.turn)}")
    if ruleset.includes:
        lines.append(f"    includes {', '.join(ruleset.includes)}")
    if ruleset.settings:
        told = shlex.join(["barons", "rulesets", name, "--settings", *pack_words(packs)])
        lines.append(f"    {len(ruleset.settings)} settings: {told}")
    return lines


def _players(players: Iterable[int]) -> str:
    found = list(players)
    return f"{found[0]} to {found[1]} players" if found else "a part of other rulesets"


def turn_in_words(turn: Iterable[tuple[str, int]]) -> str:
    """Return the parts of a turn, each with how often it comes."""
    return ", ".join(f"{count} {phase}" if count else phase for phase, count in turn)


def _as_json(name: str, ruleset: RulesetNode) -> dict[str, Any]:
    return {
        "name": name, "title": ruleset.title, "players": list(ruleset.players or ()),
        "turn": [{"phase": phase, "limit": count} for phase, count in ruleset.turn],
        "includes": list(ruleset.includes),
        "settings": [{"name": one.name, "values": list(one.values), "because": one.because}
                     for one in ruleset.settings],
    }


# ------------------------------------------------------------------------------------------------ one ruleset
def _described(found: Mapping[str, Any]) -> Iterator[str]:
    yield f'{found["name"]}  "{found["title"]}", {_players(found["players"])}'
    yield f"    made of: {', '.join(_named(one['name'], one['pack']) for one in found['made_of'])}"
    if found["setup"]:
        yield f"    setup: {setup_in_words(found['setup'])}"
    if found["turn"]:
        yield f"    turn: {turn_in_words((one['phase'], one['limit']) for one in found['turn'])}"
    if "decks" in found:
        yield f"    digest: {found['digest']}"
        yield f"\ndecks with {found['seats']} players:"
        for deck in found["decks"]:
            yield f"    {deck['color']}, {deck['cards']} cards"
            yield from _titles(deck["titles"])
    yield from _block("settings", map(setting_in_words, found["settings"]))
    yield from _block("amendments", map(amendment_in_words, found["amendments"]))
    yield from _block("swaps", map(swap_in_words, found["swaps"]))
    yield from _block("inclusions", map(inclusion_in_words, found["inclusions"]))
    yield from _block("renames", (f"{one['old']} is called {one['new']}" for one in found["renames"]))
    yield from _block("rules", (f"{one['text']}  ({one['pack']})" for one in found["rules"]))


def _titles(titles: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    packs: dict[str, list[str]] = {}
    for one in titles:
        packs.setdefault(one["pack"], []).append(f'{one["copies"]} "{one["title"]}"')
    for pack, cards in packs.items():
        yield f"        {pack}: {', '.join(cards)}"


def _block(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield f"\n{title}:"
        yield from (f"    {line}" for line in found)


def _named(name: str, pack: str) -> str:
    return name if name == pack else f"{name} ({pack})"


def setting_in_words(one: Mapping[str, Any]) -> str:
    """Return how a setting is decided, and by whom."""
    default = "" if one["value"] == one["default"] else f", by default {one['default']}"
    by = f", decided by {one['decided_by']}" if one["decided_by"] else ""
    return f'"{one["name"]}" is {one["value"]}{default}{by}  ({one["pack"]}, {one["because"]})'


def amendment_in_words(one: Mapping[str, Any]) -> str:
    return f'"{one["title"]}" {one["field"]} {one["value"]}  ({one["pack"]})'


def swap_in_words(one: Mapping[str, Any]) -> str:
    """Return which cards take the place of which, and when."""
    from barons_core.language.decks import in_words as players_in_words
    from barons_core.model.rulesets import spanned

    when = "" if one["players"] is None else f"with {players_in_words(spanned(one['players']))}: "
    every = one["removed"] is None
    removed = f'every "{one["removed_title"]}"' if every else f'{one["removed"]} "{one["removed_title"]}"'
    added = f'"{one["added_title"]}"' if every else f'{one["added"]} "{one["added_title"]}"'
    return f"{when}{added} for {removed} in {one['deck']}  ({one['pack']})"


def inclusion_in_words(one: Mapping[str, Any]) -> str:
    return f'{one["copies"]} "{one["title"]}" in {one["deck"]}  ({one["pack"]})'


def setup_in_words(setup: Iterable[Mapping[str, Any]]) -> str:
    """Return the steps before the first turn in one line."""
    return ", ".join(one["text"] for one in setup)


def _setting(one: Mapping[str, Any]) -> Iterator[str]:
    value = f", now {one['value']}" if one.get("value", one["default"]) != one["default"] else ""
    yield f'"{one["name"]}"  {" or ".join(one["values"])}, by default {one["default"]}{value}  ' \
          f"({one['pack']}, {one['because']})"
    yield from (f"    {name}: {meaning}" for name, meaning in one["meanings"].items())
