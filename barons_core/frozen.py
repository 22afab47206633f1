"""Immutable classes that are made fast: `@frozen` does what `@dataclass(frozen=True, slots=True)` does.

For each class `dataclass` compiles six functions from text, which takes half a millisecond; with a hundred classes that
is noticed at each start. Here only `__init__` is compiled, and all else is shared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """Let instances of a class hold what it annotates, and never change; defaults are values that never change either.

    They compare and hash by value, print themselves, and can be matched, pickled, and replaced with `dataclasses`.
    """
    own = {name for name, value in vars(cls).items() if value is not None}
    # Without a text `dataclass` would look for one.
    cls.__doc__ = cls.__doc__ or cls.__name__
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    for name, method in _methods(made, fields(made)).items():
        if name not in own:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _methods(cls: type, known: tuple[Field[Any], ...]) -> dict[str, Callable[..., Any]]:
    """Return what a class with these fields can do."""
    values: Callable[[Any], Any] = attrgetter(*[field.name for field in known]) if known else type

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    return {"__init__": _init(cls, known), "__eq__": equal, "__hash__": hashed, **SHARED}


def _init(cls: type, known: tuple[Field[Any], ...]) -> Callable[..., None]:
    """Compile the one function that must know the names: it fills the slots, past `__setattr__`."""
    names = [field.name for field in known]
    scope: dict[str, Any] = {f"_{field.name}": field.default for field in known if field.default is not MISSING}
    taken = ["self", *(f"{name}=_{name}" if f"_{name}" in scope else name for name in names)]
    lines = [f" _set_{name}(self, {name})" for name in names] or [" pass"]
    scope |= {f"_set_{name}": getattr(cls, name).__set__ for name in names}
    exec("\n".join([f"def __init__({', '.join(taken)}):", *lines]), scope)
    return scope["__init__"]  # type: ignore[no-any-return]


def _repr(self: Any) -> str:
    held = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
    return f"{type(self).__qualname__}({held})"


def _refuse(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"{type(self).__qualname__}.{name} never changes")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    self.__init__(*state)


SHARED: dict[str, Callable[..., Any]] = {
    "__repr__": _repr, "__setattr__": _refuse, "__delattr__": _refuse, "__getstate__": _state, "__setstate__": _restore,
}
