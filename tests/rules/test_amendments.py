"""Rulesets that amend cards of other packs: what each amendment does, and how one that does not fit is reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from barons_core.language.parse import parse
from barons_core.language.syntax import canonical
from barons_core.loading import FaultyPack, content
from barons_core.model.definitions import CardDefinition
from barons_core.model.rulesets import Content

MANIFEST = 'name = "amended"\nversion = "1.0"\nlanguage = 1\nextends = ["barons"]\n'

Amend = Callable[..., Content]


@pytest.fixture
def amend(tmp_path: Path) -> Amend:
    """Return a function that makes a pack of amendments and what its ruleset plays with."""

    def amend(*lines: str, base: str = "barons") -> Content:
        (tmp_path / "pack.toml").write_text(MANIFEST)
        body = "\n".join(f"    {line}" for line in (f"includes {base}", *lines))
        (tmp_path / "amended.barons").write_text(f'ruleset "Amended":\n{body}\n')
        return content("amended", [tmp_path])

    return amend


def card(found: Content, title: str) -> CardDefinition:
    return next(each for each in found.definitions if each.title == title)


def prices(card: CardDefinition, way: int = 0, label: str = "") -> list[tuple[int, ...]]:
    return [price.amounts for cost in card.ways[way].costs if cost.label == label for price in cost.prices]


def constants(query: Any) -> set[Any]:
    """Return the constants in the code of a compiled question."""
    waiting, found = [query.__code__], set()
    while waiting:
        found.update(waiting.pop().co_consts)
        waiting += [each for each in found if isinstance(each, CodeType)]
        found -= set(waiting)
    return found


def test_a_cost_is_amended_with_its_alternatives(amend: Amend) -> None:
    mill = card(amend('amend "Mill" cost 1 blue or 2 red, 1 green'), "Mill")

    assert prices(mill) == [(0, 1, 0, 0), (2, 0, 1, 0)]


def test_an_amended_cost_asks_for_whatever_a_cost_can_ask_for(amend: Amend) -> None:
    [cost] = card(amend('amend "Mill" cost 2 cards or 3 of one color, 1 red'), "Mill").ways[0].costs

    assert [(price.amounts, price.any, price.same) for price in cost.prices] == [
        ((0, 0, 0, 0), 2, 0), ((1, 0, 0, 0), 0, 3),
    ]  # fmt: skip


def test_an_amended_cost_stands_where_its_ruleset_says_it(amend: Amend) -> None:
    [cost] = card(amend('amend "Mill" copies 3', 'amend "Mill" cost 1 red'), "Mill").ways[0].costs

    assert (Path(cost.place.file).name, cost.place.line) == ("amended.barons", 4)


def test_a_cost_with_a_label_leaves_the_other_alone(amend: Amend) -> None:
    knight = card(amend('amend "Armored Knight" cost high 2 red, 2 yellow'), "Armored Knight")

    assert prices(knight, label="high") == [(2, 0, 0, 2)]
    assert prices(knight, label="low") == [(1, 0, 0, 0)]


def test_the_title_of_a_way_amends_that_way_only(amend: Amend) -> None:
    church = card(amend('amend "Cathedral" cost none'), "Church/Cathedral")

    assert prices(church, way=1) == [(0, 0, 0, 0)]
    assert prices(church, way=0) == [(1, 1, 1, 1)]


def test_copies_are_amended(amend: Amend) -> None:
    found = amend('amend "Mill" copies 4')

    assert card(found, "Mill").copies == 4
    assert found.supply(3).index.count(found.definitions.index(card(found, "Mill"))) == 4


@pytest.mark.parametrize(
    ("deck", "colors"), [("green", (2,)), ("red and green", (0, 2)), ("blue, red", (1, 0)), ("each", (0, 1, 2, 3))]
)
def test_a_card_goes_into_other_decks(amend: Amend, deck: str, colors: tuple[int, ...]) -> None:
    assert card(amend(f'amend "Port" deck {deck}'), "Port").colors == colors


def test_another_title_is_that_of_the_card_and_of_its_one_way(amend: Amend) -> None:
    windmill = card(amend('amend "Mill" title "Windmill"', 'amend "Mill" copies 3'), "Windmill")

    assert [way.title for way in windmill.ways] == ["Windmill"]
    assert windmill.copies == 3


def test_another_title_of_a_way_is_followed_by_whatever_names_it(amend: Amend) -> None:
    both = card(amend('amend "Church" title "Chapel"'), "Church/Cathedral")

    assert [way.title for way in both.ways] == ["Chapel", "Cathedral"]
    assert "Chapel" in constants(both.ways[1].condition)


def test_another_title_is_followed_by_what_the_ruleset_itself_lets(amend: Amend) -> None:
    found = amend('amend "Mill" title "Windmill"', 'let the size of your tax be at least 5, if you have a live "Mill"')
    [static] = found.ruleset.abilities_of_each.statics

    assert "Windmill" in constants(static.match)


def test_a_swap_finds_a_card_that_has_another_title(amend: Amend) -> None:
    found = amend('amend "Market" title "Bazaar"', 'amend "Fishing Pier" title "Jetty"')
    titles = [found.definitions[entry.definition].title for entry in found.deck_list(2)]

    assert "Jetty" in titles and "Bazaar" not in titles


def test_another_kind(amend: Amend) -> None:
    assert card(amend('amend "Mill" kind land'), "Mill").kind == "land"


def test_what_is_amended_loses_its_source_until_the_ruleset_says_one(amend: Amend) -> None:
    lines = 'amend "Mill" cost 1 red', 'amend "Mill" copies 3', 'amend "Mill" sources copies entered'
    mill = card(amend(*lines), "Mill")

    assert mill.sources == (("kind", "printed"), ("deck", "printed"), ("copies", "entered"))


def test_a_source_is_amended_by_itself(amend: Amend) -> None:
    assert dict(card(amend('amend "Mill" sources cost printed'), "Mill").sources)["cost"] == "printed"


def test_the_later_amendment_counts(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(MANIFEST)
    (tmp_path / "first.barons").write_text('ruleset "First":\n    includes barons\n    amend "Mill" copies 3\n')
    (tmp_path / "amended.barons").write_text('ruleset "A":\n    includes first\n    amend "Mill" copies 4\n')

    assert card(content("first", [tmp_path]), "Mill").copies == 3
    assert card(content("amended", [tmp_path]), "Mill").copies == 4


def test_what_is_amended_changes_the_digest_of_its_card_only(amend: Amend) -> None:
    before = content("barons").digests
    after = amend('amend "Cathedral" cost none', 'amend "Mill" copies 3').digests

    assert {title for title in before if before[title] != after[title]} == {"Church/Cathedral", "Mill"}


@pytest.mark.parametrize("line", [
    'amend "Mill" cost 1 blue or 2 red, 1 green', 'amend "Mill" cost none', 'amend "Mill" cost 2 of one color',
    'amend "Armored Knight" cost high 2 red', 'amend "Port" deck red and blue', 'amend "Port" deck each',
    'amend "Mill" title "Windmill"', 'amend "Mill" kind land', 'amend "Mill" sources cost printed, copies entered',
])  # fmt: skip
def test_an_amendment_is_printed_as_it_is_written(line: str) -> None:
    text = f'ruleset "Amended":\n    {line}\n'
    [declaration] = parse(text).declarations

    assert canonical(declaration) == text


@pytest.mark.parametrize(("lines", "code", "says"), [
    (['amend "Mill" cost low 1 red'], "BC225", "no cost called 'low'"),
    (['amend "Armored Knight" cost 1 red'], "BC225", "which cost"),
    (['amend "Church/Cathedral" cost 1 red'], "BC246", '"Church" or "Cathedral"'),
    (['amend "Cathedral" copies 3'], "BC246", '"Church/Cathedral"'),
    (['amend "Cathedral" deck red'], "BC246", '"Church/Cathedral"'),
    (['amend "Mill" copies 3', 'amend "Mill" copies 4'], "BC201", "twice"),
    (['amend "Mill" cost 1 red', 'amend "Mill" cost 2 red'], "BC201", "twice"),
    (['amend "Mill" deck red and red'], "BC201", "twice"),
    (['amend "Mill" title "Port"'], "BC201", "stands twice"),
    (['amend "Mill" title "New"', 'amend "Port" title "New"'], "BC201", "is given twice"),
    (['amend "Mill" title " New"'], "BC205", "spaces"),
    (['amend "Mill" kind action'], "BC246", "an action is never in play"),
    (['amend "Mill" kind knight'], "BC246", "which cost"),
    (['amend "Mill" kind castle'], "BC246", "deck"),
    (['amend "Castle" kind land'], "BC246", "deck"),
    (['amend "Castle" deck red'], "BC246", "deck"),
    (['amend "Castle" copies 5'], "BC246", "deck"),
    (['amend "Castle" cost 1 red'], "BC246", "no cost"),
    (['amend "Armored Knight" cost low 3 red'], "BC221", "not strictly above"),
    (['amend "Mill" cost 2 rde'], "BC101", "rde"),
    (['amend "Mill" cost 1 red or'], "BC103", "missing"),
    (['amend "Mill" cost 0 red'], "BC219", "1 to 99"),
    (['amend "Mill" deck purple'], "BC208", "no color"),
    (['amend "Mill" deck'], "BC208", "no color"),
    (['amend "Mill" copies 0'], "BC219", "1 to 1000"),
    (['amend "Mill" sources cost guessed'], "BC240", "guessed"),
])  # fmt: skip
def test_an_amendment_that_does_not_fit_is_reported(amend: Amend, lines: list[str], code: str, says: str) -> None:
    with pytest.raises(FaultyPack) as caught:
        amend(*lines)

    [report] = caught.value.reports
    assert report.code == code and says in report.message + report.help + report.fix
    assert report.span.line == 2 + len(lines)
