"""Carry out amendments: what a ruleset changes about cards that other packs declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from barons_core.language.tree import CardNode, CostNode, Node, Select, WayNode, rewritten
from barons_core.model.rulesets import Amendment

N = TypeVar("N", bound=Node)


def names_of(card: CardNode) -> tuple[str, ...]:
    """Return the titles by which an amendment may name a card: its own, then those of its ways."""
    return tuple(dict.fromkeys([card.title, *(way.title for way in card.ways)]))


def new_titles(amendments: Iterable[Amendment]) -> dict[str, str]:
    """Return the titles that are given anew, by those that the cards' packs give."""
    return {each.title: each.value for each in amendments if each.field == "title"}


def amended(card: CardNode, amendments: Sequence[Amendment]) -> CardNode:
    """Return a card with what the amendments change; they name it as its pack does, and the later one counts."""
    names = names_of(card)
    for amendment in amendments:
        if amendment.title in names:
            card = _changed(card, amendment)
    return retitled(card, new_titles(amendments))


def retitled(node: N, titles: Mapping[str, str]) -> N:
    """Return a node in which every title has become its new one; the node itself if nothing does."""
    if not titles:
        return node

    def changed(inner: Node) -> dict[str, Any]:
        if isinstance(inner, Select | WayNode | CardNode) and inner.title in titles:
            return {"title": titles[inner.title]}
        return {}

    return rewritten(node, changed)


def _changed(card: CardNode, amendment: Amendment) -> CardNode:
    value = amendment.value
    match amendment.field:
        case "title":
            return card
        case "sources":
            return replace(card, sources=tuple({**dict(card.sources), **dict(value)}.items()))
        case "cost":
            changes: dict[str, Any] = {"ways": tuple(_with_cost(card, way, amendment) for way in card.ways)}
        case "deck":
            changes = dict(zip(("colors", "each_deck"), value, strict=True))
        case field:
            changes = {field: value}
    # Where a number came from says nothing about the one that takes its place.
    sources = tuple(pair for pair in card.sources if pair[0] != amendment.field)
    return replace(card, sources=sources, **changes)


def _with_cost(card: CardNode, way: WayNode, amendment: Amendment) -> WayNode:
    """Return a way with its cost of that label changed, if it is the way that is meant."""
    label, prices = amendment.value
    if way.title != amendment.title and (amendment.title != card.title or len(card.ways) > 1):
        return way
    return replace(way, costs=tuple(_cost(old, prices, amendment) if old.label == label else old for old in way.costs))


def _cost(old: CostNode, prices: Any, amendment: Amendment) -> CostNode:
    token = replace(old.token, line=amendment.place.line, end_line=amendment.place.line)
    return replace(old, token=token, prices=prices, file=amendment.place.file)
