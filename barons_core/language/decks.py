"""What the decks of a ruleset hold, from the checked trees of its cards and its lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from barons_core.language.check_rulesets import RulesetNode
from barons_core.language.tree import CardNode
from barons_core.model.rulesets import Decks, Swap, in_decks, spanned

NO_NUMBER = -1
"""Players of a game in which no line holds that is for a certain number of players."""


def decks_of(cards: Iterable[CardNode], node: RulesetNode, seats: int) -> Decks:
    """Return what the decks hold in a game for that many players, under the titles that the cards' packs give."""
    copies = {each.title: each.value for each in node.amendments if each.field == "copies"}
    colors = {each.title: each.value[0] for each in node.amendments if each.field == "deck"}
    amended = ((card.title, colors.get(card.title, card.colors), copies.get(card.title, card.copies))
               for card in cards)
    return in_decks(amended, node.deck_lines, seats)


def gone(cards: Iterable[CardNode], node: RulesetNode) -> Iterator[str]:
    """Yield the titles of which swaps leave no copy in any deck, whatever the number of players."""
    cards = tuple(cards)
    swaps = [line for line in node.deck_lines if isinstance(line, Swap)]
    numbers = {NO_NUMBER, *(seats for swap in swaps if swap.players for seats in spanned(swap.players))}
    left = {title for number in numbers for title, _ in decks_of(cards, node, number).copies}
    removed = {swap.removed_title for swap in swaps if swap.players is None}
    yield from (card.title for card in cards if card.colors and card.title in removed - left)


def in_words(players: Collection[int]) -> str:
    """Return some numbers of players as a ruleset writes them: `2 or 4 to 6 players`."""
    spans: list[list[int]] = []
    for number in sorted(players):
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    said = " or ".join(str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans)
    return f"{said} player" if said == "1" else f"{said} players"
