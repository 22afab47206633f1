"""What a ruleset is made of, and in what two of them differ, as plain data for people and programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from barons_core.frozen import frozen
from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.compile import price_of
from barons_core.language.editions import Edition, as_whole, recolored
from barons_core.language.text import rules_text
from barons_core.language.tree import CardNode
from barons_core.language.words import Literal, Vocabulary, template
from barons_core.loading import Library, content, edition_of, library, settings_of
from barons_core.model.definitions import CardDefinition, Place, Price
from barons_core.model.rulesets import EVERY, Amendment, Content, Inclusion, Swap

Data = dict[str, Any]
Colors = tuple[str, ...]
Settings = Mapping[str, str]
NO_SETTINGS: Settings = {}
_SAID = re.compile(r'(?P<setting>\bsetting +"[^"]*"(?: +is(?: +not)? +\w+)?)|"(?P<title>[^"]*)"|(?P<word>\w+)')


def all_settings(packs: Sequence[Path] = ()) -> list[Data]:
    """Return all settings that any ruleset declares, each with its values, its default and what each value means."""
    books = library(packs)
    return [{**_setting(one), "ruleset": name, "pack": books.pack_of(node.file)}
            for name, node in sorted(books.declared().items()) for one in node.settings]  # fmt: skip


def describe(name: str, packs: Sequence[Path] = (), settings: Settings = NO_SETTINGS, seats: int | None = None) -> Data:
    """Return what a ruleset says and has, each with the pack it comes from.

    `seats` is for how many players the decks are told, by default for as many as can play. A part of other rulesets,
    which says no players and no turn, has no decks. Raises what `content` raises, and ValueError for seats that cannot
    play.
    """
    return _described(_Side(name, tuple(packs), settings), seats)


@frozen
class _Side:
    """What is described: a ruleset, as it is found among some packs; `joining` as for `content`."""

    name: str
    packs: tuple[Path, ...]
    settings: Settings
    joining: tuple[Path, ...] | None = None

    def content(self) -> Content:
        return content(self.name, self.packs, self.settings, self.joining)

    def edition(self) -> Edition:
        return edition_of(self.name, self.packs, self.joining)


def _described(side: _Side, seats: int | None = None) -> Data:
    name, books, found = side.name, library(side.packs), side.edition()
    node = books.ruleset(name)
    books.refuse_faults(books.packs_of(node))
    colors = found.vocabulary.colors
    values = settings_of(name, node, side.settings)
    data: Data = {
        "name": name, "title": node.title, "pack": books.pack_of(node.file),
        "made_of": [{"name": part, "pack": books.pack_of(books.declared()[part].file)} for part in node.made_of],
        "players": list(node.players or ()),
        "setup": [_step(books, step, number) for step, number in node.setup],
        "turn": [{"phase": phase, "limit": limit} for phase, limit in node.turn],
        "settings": _settings(books, node, values),
        "amendments": [_amendment(books, one, colors) for one in node.amendments],
        "swaps": [_swap(books, one, colors) for one in node.deck_lines if isinstance(one, Swap)],
        "inclusions": [_inclusion(books, one, colors) for one in node.deck_lines if isinstance(one, Inclusion)],
        "renames": [{"old": old, "new": new} for old, new in node.renames],
        "rules": _rules(books, node, found),
    }  # fmt: skip
    if node.players and node.turn:
        made = side.content()
        low, high = node.players
        shown = seats or high
        if not low <= shown <= high:
            raise ValueError(f"{name} is for {low} to {high} players, not {shown}")
        data |= {"digest": made.digest, "seats": shown, "decks": _decks(made, shown)}
    return data


def difference(one: str, other: str, packs: Sequence[Path] = (), settings: Settings = NO_SETTINGS) -> Data:
    """Return in what a second ruleset differs from a first; `settings` are decided in the second alone.

    The cards of a pack in a folder join the ruleset that draws on it, as if it were installed; those of one that
    neither draws on join the second, so that it is seen what they change. An empty list or mapping means that there is
    no difference. Raises what `describe` raises, and ValueError for a ruleset that is a part of others only.
    """
    before = _Side(one, tuple(packs), NO_SETTINGS, ())
    after = _Side(other, tuple(packs), settings, _drawn_on_by_none((one, other), packs))
    first, second = _described(before), _described(after)
    for data in (first, second):
        if "decks" not in data:
            raise ValueError(f"{data['name']!r} is a part of other rulesets: it has no decks to compare")
    colors = before.content().colors
    cards = _cards(before, colors), _cards(after, colors)
    return {
        "rulesets": [first["name"], second["name"]],
        "same": first["digest"] == second["digest"],
        "players": _changed(first["players"], second["players"]),
        "setup": _changed(first["setup"], second["setup"]),
        "turn": _changed(first["turn"], second["turn"]),
        "settings": _by_name(first["settings"], second["settings"], "name", ("value",)),
        "cards": _card_difference(*cards),
        "decks": _deck_difference(before, after),
        "amendments": _lists(first["amendments"], second["amendments"]),
        "swaps": _lists(first["swaps"], second["swaps"]),
        "inclusions": _lists(first["inclusions"], second["inclusions"]),
        "renames": _lists(first["renames"], second["renames"]),
        "rules": _lists(first["rules"], second["rules"]),
    }


def _drawn_on_by_none(rulesets: Sequence[str], packs: Sequence[Path]) -> tuple[Path, ...]:
    """Return the folders of the packs that some rulesets draw on neither as a whole nor for a card."""
    books = library(packs)
    drawn_on = {name for each in rulesets for name in books.packs_of(books.ruleset(each))}
    drawn_on |= {books.pack_of(card.file) for each in rulesets for card in books.edition(each).cards}
    kept = {pack.folder.resolve() for pack in books.packs if pack.name in drawn_on}
    return tuple(folder for folder in packs if folder.resolve() not in kept)


# ------------------------------------------------------------------------------------------------ what is said
def _setting(one: Any) -> Data:
    meanings = dict(zip(one.values, one.meanings, strict=False))
    return {"name": one.name, "values": list(one.values), "default": one.values[0], "because": one.because,
            "meanings": meanings}  # fmt: skip


def _settings(books: Library, node: RulesetNode, values: Settings) -> list[Data]:
    decided = {one.name: one.place.file for one in node.decisions}
    return [{**_setting(one), "value": values[one.name], "pack": books.pack_of(one.place.file),
             "decided_by": Path(decided[one.name]).stem if one.name in decided else None}
            for one in node.settings]  # fmt: skip


def _step(books: Library, step: str, number: int) -> Data:
    """Return a step of the setup; `text` is the line that says it."""
    parts = next(template(word.template) for word in books.vocabulary.setup_steps if word.spelling == step)
    words = [part.spellings[0 if number == 1 else -1] if isinstance(part, Literal) else str(number) for part in parts]
    return {"step": step, "number": number, "text": " ".join(words)}


def _amendment(books: Library, one: Amendment, colors: Colors) -> Data:
    declared, seen = (_value(books, one, names) for names in (books.vocabulary.colors, colors))
    return {"title": one.title, "field": one.field, "value": seen, "declared": declared, **_from(books, one.place)}


def _value(books: Library, one: Amendment, colors: Colors) -> Any:
    """Return the value of an amendment in words, with the colors of those names."""
    if one.field == "deck":
        decks, every = one.value
        return "each" if every else " and ".join(colors[color] for color in decks)
    if one.field == "sources":
        return ", ".join(f"{number} {source}" for number, source in one.value)
    if one.field != "cost":
        return one.value
    label, prices = one.value
    return f"{label} {cost_in_words((price_of(price, books.vocabulary.colors) for price in prices), colors)}".strip()


def _swap(books: Library, one: Swap, colors: Colors) -> Data:
    """Return a swap; the numbers are None where every card is replaced, and the players where it always holds."""
    every = one.removed == EVERY
    return {
        "players": list(one.players) if one.players else None, "removed": None if every else one.removed,
        "removed_title": one.removed_title, "added": None if every else one.added, "added_title": one.added_title,
        **_deck(books, one.color, colors), **_from(books, one.place),
    }  # fmt: skip


def _inclusion(books: Library, one: Inclusion, colors: Colors) -> Data:
    return {"copies": one.added, "title": one.added_title, **_deck(books, one.color, colors), **_from(books, one.place)}


def _deck(books: Library, color: int, colors: Colors) -> Data:
    return {"deck": colors[color], "declared": books.vocabulary.colors[color]}


def _rules(books: Library, node: RulesetNode, found: Edition) -> list[Data]:
    nodes = [books.declared()[part] for part in node.made_of]
    lines = dict.fromkeys((each.file, ability.token.line) for each in nodes for ability in each.abilities)
    colors = dict(node.renames)
    return [{"text": _as_seen(said, found.called, colors), "declared": said, **_from(books, Place(*line))}
            for line in lines for said in [books.line(*line)]]  # fmt: skip


def _as_seen(line: str, titles: Mapping[str, Sequence[str]], colors: Mapping[str, str]) -> str:
    """Return a line with the titles of cards and the colors that players see; settings stay."""

    def seen(match: re.Match[str]) -> str:
        if match["setting"]:
            return match[0]
        if match["word"] is not None:
            return colors.get(match["word"], match["word"])
        return " or ".join(f'"{title}"' for title in titles.get(match["title"], (match["title"],)))

    return _SAID.sub(seen, line)


def _from(books: Library, place: Place) -> Data:
    return {"pack": books.pack_of(place.file), "place": f"{place.file}:{place.line}"}


def _decks(made: Content, seats: int) -> list[Data]:
    decks: list[Data] = []
    for color, name in enumerate(made.colors):
        found = [(made.definitions[one.definition], one.copies) for one in made.deck_list(seats) if one.color == color]
        titles = [{"title": card.title, "kind": card.kind, "copies": copies, "pack": card.pack}
                  for card, copies in found]  # fmt: skip
        decks.append({"color": name, "cards": sum(copies for _, copies in found), "titles": titles})
    return decks


def cost_in_words(prices: Iterable[Price], colors: Sequence[str]) -> str:
    """Return alternatives of a cost as card text writes them."""
    from barons_core.engine.costs import price_label

    return " or ".join(price_label(colors, price) for price in prices)


# ------------------------------------------------------------------------------------------------ what differs
def _changed(before: Any, after: Any) -> Data:
    return {} if before == after else {"before": before, "after": after}


def _lists(before: Sequence[Data], after: Sequence[Data]) -> Data:
    """Return what is removed and added; the same line in another pack is the same."""
    removed, added = _without(before, after), _without(after, before)
    return {key: found for key, found in (("removed", removed), ("added", added)) if found}


def _without(some: Sequence[Data], others: Sequence[Data]) -> list[Data]:
    """Return those that say what none of the others says."""
    said = [_said(one) for one in others]
    return [one for one in some if _said(one) not in said]


def _said(one: Data) -> Data:
    """Return what a line says, by the titles and colors that its pack gives, without where it stands."""
    seen = ("text", "value", "deck") if "declared" in one else ()
    skipped = ("pack", "place", *seen)
    return {key: value for key, value in one.items() if key not in skipped}


def _by_name(before: Sequence[Data], after: Sequence[Data], key: str, fields: Sequence[str]) -> Data:
    """Return what is removed, added and changed among things with a name."""
    old, new = {one[key]: one for one in before}, {one[key]: one for one in after}
    changed = [
        {key: name, **{field: _changed(old[name][field], new[name][field]) for field in differing}}
        for name in old if name in new and (differing := _differing(old[name], new[name], fields))
    ]  # fmt: skip
    found = {
        "removed": [one for name, one in old.items() if name not in new],
        "added": [one for name, one in new.items() if name not in old],
        "changed": changed,
    }
    return {what: listed for what, listed in found.items() if listed}


def _differing(old: Data, new: Data, fields: Sequence[str]) -> list[str]:
    """Return the fields in which two things are not alike."""
    before, after = old.get("alike", old), new.get("alike", new)
    return [field for field in fields if before[field] != after[field]]


def _cards(side: _Side, colors: Colors) -> list[Data]:
    """Return what is to be compared of each card; `alike` has it by these names of the colors.

    A color that is called otherwise makes no other card, nor does one that it names and that is there in parts.
    """
    made, found = side.content(), side.edition()
    common = colors if len(colors) == len(made.colors) else made.colors
    names = {own: color for own, color in zip(made.colors, common, strict=True) if own != color}
    return [{**_card(found.vocabulary, made, made.colors, card, node, old.title),
             "alike": _card(found.vocabulary, made, common, card, as_whole(recolored(node, names)), old.title)}
            for card, node, old in zip(made.definitions, found.cards, found.declared, strict=True)]  # fmt: skip


def _card(
    words: Vocabulary, made: Content, colors: Colors, card: CardDefinition, node: CardNode, declared: str
) -> Data:
    several = len(card.ways) > 1
    costs = {f"{way.title if several else ''} {cost.label}".strip(): cost_in_words(cost.prices, colors)
             for way in card.ways for cost in way.costs}  # fmt: skip
    return {
        "title": card.title, "pack": card.pack, "place": f"{card.place.file}:{card.place.line}", "kind": card.kind,
        "deck": [colors[color] for color in card.colors], "cost": costs,
        "text": rules_text(node, words, made.settings), "card": declared,
    }  # fmt: skip


def _card_difference(before: Sequence[Data], after: Sequence[Data]) -> Data:
    """Compare cards by the titles that their packs give, so that a new title is a change."""
    found = _by_name(before, after, "card", ("title", "kind", "deck", "cost", "text"))
    titles = {one["card"]: one["title"] for one in before}
    for one in found.get("changed", ()):
        one["title"] = one.get("title") or titles[one["card"]]
        one["was"] = titles[one["card"]]
    for listed in found.values():
        for one in listed:
            one.pop("card", None)
            one.pop("alike", None)
    return found


def _deck_difference(before: _Side, after: _Side) -> list[Data]:
    """Return the numbers of copies that differ, for each number of players that both allow.

    A deck is called as in the second ruleset; `was` is its color in the first.
    """
    one, other = before.content(), after.content()
    (low, high), (least, most) = one.ruleset.players, other.ruleset.players
    found: list[Data] = []
    for seats in range(max(low, least), min(high, most) + 1):
        changes = _copies(_decks(one, seats), _decks(other, seats))
        known = next((each for each in found if each["changes"] == changes), None)
        if known is not None:
            known["players"].append(seats)
        elif changes:
            found.append({"players": [seats], "changes": changes})
    return found


def _copies(before: Sequence[Data], after: Sequence[Data]) -> list[Data]:
    changes = []
    for deck, other in zip(before, after, strict=True):
        old = {one["title"]: one["copies"] for one in deck["titles"]}
        new = {one["title"]: one["copies"] for one in other["titles"]}
        changes += [{"deck": other["color"], "was": deck["color"], "title": title,
                     "before": old.get(title, 0), "after": new.get(title, 0)}
                    for title in dict.fromkeys((*old, *new)) if old.get(title) != new.get(title)]  # fmt: skip
    return changes
