"""A ruleset as its file declares it, and the content that one game is made from: both immutable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from barons_core.frozen import frozen
from barons_core.model.definitions import NO_ABILITIES, Abilities, CardDefinition, Place

COLORS_PUBLIC: Final = "hand colors public"
"""The setting that decides whether the colors of the cards in a hand are seen by all."""


@frozen
class Setting:
    """A ruling that a table may decide otherwise: its values, the default first, and the ruling it stands for.

    `meanings` has one sentence a value.
    """

    name: str
    values: tuple[str, ...]
    because: str
    place: Place
    meanings: tuple[str, ...] = ()


@frozen
class Decision:
    """The value that a ruleset chooses for a setting."""

    name: str
    value: str
    place: Place


MAX_PLAYERS: Final = 12
EVERY: Final = 0
"""The number that a swap takes if it replaces all that there are, one for one."""


@frozen
class Inclusion:
    """A number of copies of one card that a ruleset puts into a deck, from whatever pack it is.

    `apart`: of that card, the decks have no copies but those that swaps and inclusions bring. `repeated`: its copies
    are those that the card's own line says, which the decks have already.
    """

    added: int
    added_title: str
    color: int
    place: Place
    apart: bool = field(default=False, compare=False)
    repeated: bool = field(default=False, compare=False)

    def holds(self, seats: int) -> bool:
        """Tell whether the line brings copies in a game for that many players: always, unless these are there."""
        return not self.repeated


@frozen
class Swap:
    """Cards that leave one deck for others, in games of so many players, the least and the most (None: always).

    `apart`: of what it brings, the decks have no copies but those that swaps and inclusions bring. One that takes
    EVERY copy adds as many as it takes.
    """

    players: tuple[int, int] | None
    removed: int
    removed_title: str
    added: int
    added_title: str
    color: int
    place: Place
    apart: bool = field(default=False, compare=False)

    def holds(self, seats: int) -> bool:
        """Tell whether the line holds in a game for that many players."""
        return self.players is None or self.players[0] <= seats <= self.players[1]


OwnCopies = tuple[str, tuple[int, ...], int]
"""A card's title, the colors of its decks, and its copies in each of them, before swaps and inclusions."""


def spanned(players: Sequence[int]) -> range:
    """Return the numbers of players from the least to the most."""
    return range(players[0], players[1] + 1)


DeckLine = Swap | Inclusion
"""A line of a ruleset that adds to a deck, or takes from it, exactly the number that it says."""


@frozen
class Amendment:
    """One changed property of a card that another pack declared."""

    title: str
    field: str
    value: Any
    place: Place


@frozen
class Ruleset:
    """A list of differences: players, setup, turn, settings, lines about decks, amendments, renames, abilities.

    `made_of` are the names of all rulesets that it is put together from, `includes` those among them that its own name
    does not say; `gone` are the cards of which its swaps leave no copy.
    """

    name: str
    title: str
    place: Place
    pack: str = ""
    players: tuple[int, int] = (2, 6)
    setup: tuple[tuple[str, int], ...] = ()
    turn: tuple[tuple[str, int], ...] = ()
    settings: tuple[Setting, ...] = ()
    decisions: tuple[Decision, ...] = ()
    deck_lines: tuple[DeckLine, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    abilities: Abilities = NO_ABILITIES
    abilities_of_each: Abilities = NO_ABILITIES

    def speaking(self, seats: int) -> Iterator[tuple[int, Abilities]]:
        """Yield what holds in every game, with who speaks it: nobody (-1), or each player for what is about `you`."""
        if not self.abilities.empty:
            yield -1, self.abilities
        if not self.abilities_of_each.empty:
            yield from ((seat, self.abilities_of_each) for seat in range(seats))
    made_of: tuple[str, ...] = ()
    gone: tuple[OwnCopies, ...] = ()


@frozen
class Plugged:
    """What a plugin says in a game, beside the cards: its name and the abilities that its hooks give."""

    name: str
    abilities: Abilities


@frozen
class DeckEntry:
    """A number of copies of one card in the deck of one color."""

    definition: int
    color: int
    copies: int


@frozen
class Decks:
    """The copies of each title in the deck of each color, and how many copies each swap found of what it takes."""

    copies: dict[tuple[str, int], int]
    found: tuple[tuple[Swap, int], ...] = ()

    def short(self) -> Iterator[tuple[Swap, int]]:
        """Yield the swaps that found fewer copies than they take, with how many."""
        return ((swap, there) for swap, there in self.found if there < swap.removed)


@frozen
class Supply:
    """All cards of a game: for each its definition's number, its color (-1: none), its kin, its definition.

    Cards of equal kin (title and color) are equal; kin and cards stand in the same order.
    """

    index: tuple[int, ...]
    color: tuple[int, ...]
    kin: tuple[int, ...]
    definition: tuple[CardDefinition, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that a game is made from: cards, colors, quantities, the rules, and one ruleset.

    `hashes` has a digest of each pack, `digests` one of each card's text, `engine` is the version of the engine.
    `plugged` is what plugins say; `homes` are the folders of packs and of their Python, each with whose it is. `kept`
    is for whatever follows from the content alone and is worked out once for all its games.
    `digest` is one of all that the game is made from, whatever the order in which the parts of its ruleset are named.
    `backs_hidden`: the cards in a hand do not show their colors to others.
    """

    ruleset: Ruleset
    definitions: tuple[CardDefinition, ...]
    colors: tuple[str, ...]
    rules: Any
    settings: Mapping[str, str] = field(default_factory=dict)
    quantities: Mapping[str, int] = field(default_factory=dict)
    heard: frozenset[str] = frozenset()
    hashes: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    engine: str = ""
    digest: str = ""
    plugged: tuple[Plugged, ...] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    backs_hidden: bool = field(init=False, repr=False, compare=False, default=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "backs_hidden", self.settings.get(COLORS_PUBLIC) == "no")

    def supply(self, seats: int) -> Supply:
        """Return the cards of a game for that many players, worked out once.

        The decks first, then what has no color, once for each seat.
        """
        key = "supply", seats
        known: Supply | None = self.kept.get(key)
        if known is None:
            known = self.kept[key] = _supply(self, seats)
        return known

    def owner(self, file: str) -> str:
        """Return the name of the pack or plugin that a file of cards or of Python belongs to, "" for none."""
        for definition in self.definitions:
            if definition.place.file == file:
                return definition.pack
        return next((name for home, name in self.homes.items() if PurePath(file).is_relative_to(home)), "")

    def spoken(self) -> list[Abilities]:
        """Return all abilities that can ever be in force: of the ruleset, plugins, ways, and lasting effects."""
        abilities = [self.ruleset.abilities, self.ruleset.abilities_of_each]
        abilities += [one.abilities for one in self.plugged]
        for definition in self.definitions:
            abilities += [way.abilities for way in definition.ways]
            abilities += definition.blocks
        return abilities

    def deck_list(self, seats: int) -> tuple[DeckEntry, ...]:
        """Return what the decks hold in a game for that many players, swaps carried out."""
        numbers = {definition.title: n for n, definition in enumerate(self.definitions)}
        own = ((definition.title, definition.colors, definition.copies) for definition in self.definitions)
        counts = in_decks([*own, *self.ruleset.gone], self.ruleset.deck_lines, seats).copies
        entries = (DeckEntry(numbers[title], color, copies) for (title, color), copies in counts.items())
        return tuple(sorted(entries, key=lambda entry: (entry.color, entry.definition)))


def in_decks(cards: Iterable[OwnCopies], lines: Iterable[DeckLine], seats: int) -> Decks:
    """Return what the decks hold, from title, colors and copies of all cards, once each line is carried out in order.

    A swap of more cards than there are takes those that are there; such decks are for reports alone.
    """
    lines = tuple(lines)
    apart = {line.added_title for line in lines if line.apart}
    counts = {(title, color): copies for title, colors, copies in cards if title not in apart for color in colors}
    found: list[tuple[Swap, int]] = []
    for line in lines:
        if not line.holds(seats):
            continue
        added, new = line.added, (line.added_title, line.color)
        if isinstance(line, Swap):
            out = line.removed_title, line.color
            there = counts.get(out, 0)
            found.append((line, there))
            counts[out] = 0 if line.removed == EVERY or there < line.removed else there - line.removed
            added = there if line.removed == EVERY else added
        counts[new] = counts.get(new, 0) + added
    return Decks({entry: copies for entry, copies in counts.items() if copies > 0}, tuple(found))


def _supply(content: Content, seats: int) -> Supply:
    index: list[int] = []
    color: list[int] = []
    for entry in content.deck_list(seats):
        index += [entry.definition] * entry.copies
        color += [entry.color] * entry.copies
    for number, definition in enumerate(content.definitions):
        if definition.colors:
            continue
        count = seats * max(definition.copies, 1)
        index += [number] * count
        color += [-1] * count
    pairs = list(zip(index, color, strict=True))
    kin = {pair: n for n, pair in enumerate(dict.fromkeys(pairs))}
    definitions = tuple([content.definitions[n] for n in index])
    return Supply(tuple(index), tuple(color), tuple([kin[pair] for pair in pairs]), definitions)
