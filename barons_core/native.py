"""What the compiler of the core must be told of a class; as plain Python it changes nothing.

The core can be compiled to C by mypyc (see `setup.py`). A compiled class is closed: Python code cannot inherit from it,
and `cls.__new__(cls)` runs its `__init__`. `@mypyc_attr(allow_interpreted_subclasses=True)` gives it both again; each
class that it inherits from needs it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    def mypyc_attr(**_attributes):
        return lambda cls: cls

__all__ = ["mypyc_attr"]
