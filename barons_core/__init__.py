"""Script, check, play and test card effects.

`__all__` lists what is public; each name is loaded when it is used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from barons_core.api import (
        Bot,
        Choice,
        Content,
        Drift,
        FaultyPack,
        FaultyRecord,
        Game,
        IllegalAnswer,
        Pack,
        PackError,
        Record,
        RecordError,
        Report,
        Scenario,
        ScenarioError,
        ScenarioFailure,
        View,
        allow_python,
        check,
        hookimpl,
        load_packs,
        replay,
        ruleset,
        simulate,
    )

__version__ = "0.1.0"

__all__ = [
    "Bot", "Choice", "Content", "Drift", "FaultyPack", "FaultyRecord", "Game", "IllegalAnswer", "Pack",
    "PackError", "Record", "RecordError", "Report", "Scenario", "ScenarioError", "ScenarioFailure", "View",
    "__version__", "allow_python", "check", "hookimpl", "load_packs", "replay", "ruleset", "simulate",
]

_HOMES = {
    "Bot": "bots",
    "Choice": "engine.choices",
    "Content": "model.rulesets",
    "Drift": "engine.replays",
    "FaultyPack": "loading",
    "FaultyRecord": "replays",
    "Game": "engine.game",
    "IllegalAnswer": "engine.answers",
    "Pack": "packs",
    "PackError": "packs",
    "Record": "engine.records",
    "RecordError": "engine.records",
    "Report": "language.reports",
    "Scenario": "api",
    "ScenarioError": "api",
    "ScenarioFailure": "api",
    "View": "model.views",
    "allow_python": "api",
    "check": "api",
    "hookimpl": "hookspecs",
    "load_packs": "api",
    "replay": "replays",
    "ruleset": "api",
    "simulate": "simulation",
}


def __getattr__(name: str) -> Any:
    """Load a public name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
