"""`barons show CARD`: what a card is, what it costs, and what it does."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from barons_core.cli.options import (
    check_settings,
    command,
    format_option,
    packs_option,
    print_json,
    read_settings,
    settings_option,
    usage_errors,
)
from barons_core.frozen import frozen

if TYPE_CHECKING:
    from barons_core.language.deck_numbers import DeckNumbers
    from barons_core.language.tree import CardNode, CostNode, WayNode
    from barons_core.language.words import Vocabulary
    from barons_core.model.rulesets import Content

MAX_SUGGESTED = 5
Hints = Mapping[str, str]
"""Titles that no card has here, each with where one has it, or what it is called now."""


class UnknownCard(LookupError):
    """A title that no card has; the message suggests one."""


@frozen
class Shown:
    """A card with all that is printed of it; `numbers` where swaps and inclusions of a ruleset have a say in them."""

    card: CardNode
    colors: tuple[str, ...]
    sources: Mapping[str, str]
    text: str
    numbers: DeckNumbers | None = None
    deck_colors: tuple[str, ...] = ()


@frozen
class Cards:
    """The cards that may be shown, hints for titles that none of them has, and numbers that swaps decide, by title."""

    cards: Sequence[CardNode]
    vocabulary: Vocabulary
    hints: Hints
    numbers: Mapping[str, DeckNumbers]


@command("barons show TITLE", "Show a card: kind, decks, copies, cost, and the rules text generated from its effect.",
         "Where a number is not printed in a rulebook, its source is told. A title of several words needs no quotes. "
         "Without TITLE, all cards are listed. --set shows the text as another value of a setting has it.")
@click.argument("card", nargs=-1, metavar="[TITLE]")
@click.option("--reading", is_flag=True, help="Print the card's text with all parentheses, as it was understood.")
@click.option("--ruleset", metavar="RULESET", help="Show the card as it is in this ruleset.")
@packs_option
@settings_option
@format_option
@click.pass_context
def show(context: click.Context, card: tuple[str, ...], reading: bool, ruleset: str | None, packs: tuple[Path, ...],
         settings: tuple[str, ...], form: str) -> None:
    chosen = _settings(ruleset, packs, read_settings(settings))
    sound = ruleset is not None or _told_sound(packs)
    found = _edition(ruleset, packs) if ruleset else _every_card(packs)
    if card:
        _show(" ".join(card), found, reading, chosen, form)
    else:
        _list([_shown(one, found, reading, chosen) for one in found.cards], reading, form)
    context.exit(int(not sound))


def _show(title: str, cards: Cards, reading: bool, chosen: Mapping[str, str], form: str) -> None:
    """Print one card."""
    try:
        shown = _shown(_find(title, cards.cards, cards.hints), cards, reading, chosen)
    except UnknownCard as error:
        raise click.UsageError(str(error.args[0])) from None
    if form == "json":
        print_json(_as_json(shown))
    else:
        click.echo("\n".join(_lines(shown)))


def described(title: str, content: Content, packs: Sequence[Path] = ()) -> list[str]:
    """Return a card, as it is played with, as lines; UnknownCard for a title that no card has."""
    found = _edition(content.ruleset.name, packs)
    return _lines(_shown(_find(title, found.cards, found.hints), found, False, content.settings))


def _list(cards: Iterable[Shown], reading: bool, form: str) -> None:
    """Print all cards by their titles."""
    if reading:
        raise click.UsageError("--reading needs the TITLE of a card.")
    every = sorted(cards, key=lambda one: one.card.title)
    if form == "json":
        print_json([_as_json(one) for one in every])
    else:
        click.echo("\n".join(_head(one) for one in every))


def _told_sound(packs: Sequence[Path]) -> bool:
    """Tell whether all packs are sound beside each other; print what is wrong."""
    from barons_core.cli.check import print_reports
    from barons_core.loading import library

    found = library(packs).checked
    if not found.sound:
        print_reports([report for report in found.reports if report.severity == "error"], sys.stderr)
    return found.sound


def _every_card(packs: Sequence[Path]) -> Cards:
    """Return all cards of all packs that have no faults, under the titles that their packs give."""
    from barons_core.loading import library

    found = library(packs).checked
    return Cards(found.cards, found.vocabulary, _titles_elsewhere(packs), {})


def _edition(ruleset: str, packs: Sequence[Path]) -> Cards:
    """Return the cards of a ruleset under the titles, with the colors and the numbers, that its players see."""
    from barons_core.language.deck_numbers import deck_numbers
    from barons_core.loading import edition_of, former_titles

    found = edition_of(ruleset, packs)
    former = {old: f"here it is called {' and '.join(map(_quoted, new))}"
              for old, new in former_titles(ruleset, packs).items()}  # fmt: skip
    hints = _cards_elsewhere(packs) | _titles_elsewhere(packs) | former
    return Cards(found.cards, found.vocabulary, hints, deck_numbers(found))


def _cards_elsewhere(packs: Sequence[Path]) -> dict[str, str]:
    """Return the titles of all cards at hand, each with the pack that has it."""
    from barons_core.loading import library

    books = library(packs)
    return {name: f"the pack {books.pack_of(card.file)} has it"
            for card in books.checked.cards for name in _names(card)}  # fmt: skip


def _titles_elsewhere(packs: Sequence[Path]) -> dict[str, str]:
    """Return all titles that rulesets give to cards, each with the first that does, and to which card."""
    from barons_core.loading import library

    hints: dict[str, str] = {}
    for name, node in sorted(library(packs).declared().items()):
        for each in node.amendments:
            if each.field == "title":
                hints.setdefault(str(each.value), f"in {name} {_quoted(each.title)} is called so")
    return hints


def _quoted(title: str) -> str:
    return f'"{title}"'


def _find(title: str, cards: Sequence[CardNode], hints: Hints) -> CardNode:
    """Return the card of that title, or of that title of one of its ways; UnknownCard if there is none."""
    known = {name.casefold(): card for card in reversed(cards) for name in _names(card)}
    known |= {card.title.casefold(): card for card in reversed(cards)}
    if title.casefold() in known:
        return known[title.casefold()]
    elsewhere = {other.casefold(): told for other, told in hints.items()}
    if title.casefold() in elsewhere:
        raise UnknownCard(f'There is no card "{title}": {elsewhere[title.casefold()]}.')
    near = _near(title, {name for card in cards for name in _names(card)})
    hint = f" Did you mean {' or '.join(map(_quoted, near))}?" if near else ""
    if not hint and all(word.casefold() in known for word in title.split()):
        hint = " One card is shown at a time."
    raise UnknownCard(f'There is no card "{title}".{hint}')


def _near(title: str, known: Collection[str]) -> list[str]:
    """Return the first few titles that somebody may have meant: the one most like it, and those that contain it."""
    from barons_core.language.reports import did_you_mean

    part = title.strip().casefold()
    containing = [name for name in sorted(known) if part and part in name.casefold()]
    return list(filter(None, dict.fromkeys([did_you_mean(title, sorted(known)), *containing])))[:MAX_SUGGESTED]


def _names(card: CardNode) -> Iterable[str]:
    return dict.fromkeys([*(way.title for way in card.ways), card.title])


def _settings(ruleset: str | None, packs: tuple[Path, ...], chosen: dict[str, str]) -> dict[str, str]:
    """Return the settings of a ruleset, or what is chosen of all settings."""
    if ruleset is None:
        return check_settings(chosen, packs)
    from barons_core.loading import library, settings_of

    with usage_errors():
        return settings_of(ruleset, library(packs).ruleset(ruleset), chosen)


def _shown(card: CardNode, cards: Cards, reading: bool, settings: Mapping[str, str]) -> Shown:
    from barons_core.language.compile import compile_card
    from barons_core.language.reading import reading_text
    from barons_core.language.text import rules_text

    vocabulary = cards.vocabulary
    definition = compile_card(card, vocabulary)
    text = reading_text(card, vocabulary) if reading else rules_text(card, vocabulary, settings)
    colors = tuple(vocabulary.colors[number] for number in card.colors)
    return Shown(card, colors, dict(definition.sources), text, cards.numbers.get(card.title), vocabulary.colors)


def _lines(shown: Shown) -> list[str]:
    card = shown.card
    costs = [f"  {_title(card, way)}{_cost(cost)}{_told(shown, 'cost')}" for way in card.ways for cost in way.costs]
    place = [f"  {card.file}:{card.token.line}"]
    return [_head(shown), *costs, *place, "", shown.text]


def _head(shown: Shown) -> str:
    card = shown.card
    number, colors = _copies(shown)
    if shown.numbers is not None and number is None:
        return f'{card.kind} "{card.title}", {shown.numbers.in_words(shown.deck_colors)}'
    decks = "in each deck" if colors == shown.deck_colors else " and ".join(f"in {color}" for color in colors)
    copies = f"{number} {'copy' if number == 1 else 'copies'}{_told(shown, 'copies') if number == card.copies else ''}"
    return ", ".join([f'{card.kind} "{card.title}"', *([decks] if decks else []), copies])


def _copies(shown: Shown) -> tuple[int | None, tuple[str, ...]]:
    """Return the copies in each deck, None if that differs, and the decks."""
    if shown.numbers is None:
        return shown.card.copies, shown.colors
    return shown.numbers.copies, tuple(shown.deck_colors[color] for color in shown.numbers.colors)


def _title(card: CardNode, way: WayNode) -> str:
    return f"as {way.title}: " if len(card.ways) > 1 else ""


def _cost(cost: CostNode) -> str:
    label = f"{cost.label} " if cost.label else ""
    return f"{label}cost {' or '.join(_price(price) for price in cost.prices)}"


def _price(price: Sequence[tuple[int, str]]) -> str:
    return ", ".join(f"{number} {word}" for number, word in price) or "none"


def _told(shown: Shown, what: str) -> str:
    """Return the source of a number, if the card's file tells it."""
    return f" ({shown.sources[what]})" if what in shown.sources else ""


def _as_json(shown: Shown) -> dict[str, Any]:
    """Return a card as data; `played` are its copies by deck and number of players, where lines of a ruleset say so."""
    card, (copies, colors) = shown.card, _copies(shown)
    played = [{"players": list(seats), "decks": {shown.deck_colors[color]: copies for color, copies in decks.items()}}
              for seats, decks in (shown.numbers.games if shown.numbers else ())]  # fmt: skip
    return {
        "title": card.title,
        "kind": card.kind,
        "decks": list(colors),
        "copies": copies,
        "played": played,
        "ways": [{"title": way.title, "costs": [_cost(cost) for cost in way.costs]} for way in card.ways],
        "sources": dict(shown.sources),
        "file": card.file,
        "line": card.token.line,
        "text": shown.text,
    }
