"""`frozen` makes classes that do what frozen data classes with slots do."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from barons_core.frozen import frozen, frozen_one


@frozen
class Base:
    """A class with one field."""

    name: str

    def shout(self) -> str:
        return self.name.upper()


@frozen
class Card(Base):
    """One that inherits a field, and has some with a default."""

    price: int
    colors: tuple[str, ...] = ()
    title: str = "none"


@frozen
class Silent(Base):
    """One without fields of its own that says itself how it is printed."""

    def __repr__(self) -> str:
        return "..."


@frozen_one
class Word:
    """One whose instances are equal only to themselves."""

    spelling: str
    layer: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@frozen_one
class Number(Word):
    """One that inherits, with another default."""

    layer: str = "numbers"
    start: int = 0


@frozen
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Usual:
    """The same as `dataclass` makes it."""

    name: str
    price: int
    colors: tuple[str, ...] = ()
    title: str = "none"


CARD = Card("Mill", 2, title="A mill")


def test_fields_are_given_by_place_or_name_or_have_their_default() -> None:
    assert (CARD.name, CARD.price, CARD.colors, CARD.title) == ("Mill", 2, (), "A mill")
    assert Card(price=2, name="Mill", title="A mill") == CARD
    assert [each.name for each in fields(CARD)] == ["name", "price", "colors", "title"]
    with pytest.raises(TypeError, match="price"):
        Card("Mill")
    with pytest.raises(TypeError, match="cost"):
        Card("Mill", 2, cost=3)


def test_instances_are_equal_by_class_and_value() -> None:
    assert Card("Mill", 2) == Card("Mill", 2) != Card("Mill", 3)
    assert Base("Mill") != Silent("Mill") != "Mill"
    assert len({Card("Mill", 2), Card("Mill", 2), Card("Mill", 3), Nothing(), Nothing(), Base("Mill")}) == 4
    with pytest.raises(TypeError, match="unhashable"):
        hash(Card("Mill", 2, ["red"]))


def test_instances_may_be_equal_only_to_themselves() -> None:
    one, other = Number("gold"), Number("gold")

    assert one == one != other and len({one, other}) == 2
    assert repr(one) == repr(other) == "Number(spelling='gold', layer='numbers', labels={}, start=0)"
    assert replace(one, start=2).start == 2
    assert one.labels is not other.labels and Word("gold", labels={"a": "b"}).labels == {"a": "b"}
    with pytest.raises(FrozenInstanceError):
        one.start = 1


def test_nothing_of_an_instance_changes() -> None:
    for change in (lambda: setattr(CARD, "price", 3), lambda: delattr(CARD, "price"), lambda: setattr(CARD, "new", 1)):
        with pytest.raises(FrozenInstanceError):
            change()
    assert not hasattr(CARD, "__dict__")


def test_instances_print_match_and_replace_as_data_classes_do() -> None:
    assert repr(CARD) == repr(Usual("Mill", 2, title="A mill")).replace("Usual", "Card")
    assert repr(Silent("Mill")) == "..." and repr(Nothing()) == "Nothing()"
    assert replace(CARD, price=3) == Card("Mill", 3, title="A mill")
    assert CARD.shout() == "MILL"
    match CARD:
        case Card(name, price, _, title):
            assert (name, price, title) == ("Mill", 2, "A mill")
        case _:
            pytest.fail("no match")


@pytest.mark.parametrize("one", [CARD, Silent("Mill"), Nothing()])
def test_instances_are_copied_and_pickled(one: object) -> None:
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one and type(other) is type(one)
