"""A bot that likes what is offered last, and goes on to something else when it may not."""

from collections.abc import Callable, Mapping
from typing import Any

from barons_core import hookimpl


class Last:
    """Answer with the last option, which mostly passes; lay a card all the same, so that the game goes on."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, look: Callable[[], Any], choice: Any) -> int:
        return 0 if choice.prompt == "add" else len(choice.options) - 1


@hookimpl
def barons_bots() -> Mapping[str, Callable[[int], Last]]:
    return {"last": Last}
