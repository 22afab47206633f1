"""Immutable classes that are made fast: `@frozen` does what `@dataclass(frozen=True, slots=True)` does.

For each class `dataclass` compiles six functions from text, which takes half a millisecond; with a hundred classes that
is noticed at each start. Here only `__init__` is compiled, and all else is shared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
Fields = tuple[Field[Any], ...]
Methods = dict[str, Callable[..., Any]]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Let instances of a class hold what it annotates, and never change.

    They compare and hash by value, print themselves, and can be matched, pickled, and replaced with `dataclasses`.
    """
    return _made(cls, _by_value)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def frozen_one(cls: type[T]) -> type[T]:
    """Do the same for a class each of whose instances equals nothing but itself."""
    return _made(cls, lambda known: {})


def _made(cls: type[T], compared: Callable[[Fields], Methods]) -> type[T]:
    own = {name for name, value in vars(cls).items() if value is not None}
    # Without a text `dataclass` would look for one.
    cls.__doc__ = cls.__doc__ or cls.__name__
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    known = fields(made)
    for name, method in {"__init__": _init(made, known), **compared(known), **SHARED}.items():
        if name not in own:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _by_value(known: Fields) -> Methods:
    """Return how instances are compared and hashed."""
    values: Callable[[Any], Any] = attrgetter(*[each.name for each in known if each.compare]) if known else type

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed}


def _init(cls: type, known: Fields) -> Callable[..., None]:
    """Compile the one function that must know the names: it fills the slots, past `__setattr__`."""
    scope: dict[str, Any] = {"MISSING": MISSING}
    taken, lines = ["self"], []
    for each in known:
        name = value = each.name
        scope[f"set_{name}"] = getattr(cls, name).__set__
        if each.default is not MISSING:
            scope[f"default_{name}"] = each.default
            taken.append(f"{name}=default_{name}")
        elif each.default_factory is not MISSING:
            scope[f"make_{name}"] = each.default_factory
            taken.append(f"{name}=MISSING")
            value = f"make_{name}() if {name} is MISSING else {name}"
        else:
            taken.append(name)
        lines.append(f" set_{name}(self, {value})")
    exec("\n".join([f"def __init__({', '.join(taken)}):", *(lines or [" pass"])]), scope)
    init: Callable[..., None] = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {each.name: each.type for each in known} | {"return": "None"}
    return init


def _repr(self: Any) -> str:
    held = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self))
    return f"{type(self).__qualname__}({held})"


def _refuse(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"{type(self).__qualname__}.{name} never changes")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    self.__init__(*state)


SHARED: Methods = {
    "__repr__": _repr, "__setattr__": _refuse, "__delattr__": _refuse, "__getstate__": _state, "__setstate__": _restore,
}
