"""Plugins come in by one door, in the order of their names, and a broken one never stops the others."""

import inspect
import types
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from barons_core import plugins
from barons_core.hookspecs import hookimpl
from barons_core.plugins import Manager


def plugin(name: str = "made_up", **functions: Callable[..., Any]) -> types.ModuleType:
    """Return a plugin with some hooks."""
    module = types.ModuleType(name)
    for hook, function in functions.items():
        function.__name__ = hook
        setattr(module, hook, hookimpl(function))
    return module


def giving(value: Any) -> Callable[[], Any]:
    """Return a hook that returns a value."""
    return lambda: value


def test_plugins_are_called_in_the_order_of_their_names() -> None:
    named = {name: plugin(barons_packs=giving([name])) for name in ("b", "c", "a")}

    assert list(Manager(named).gather("barons_packs")) == [(name, [Path(name)]) for name in "abc"]


def test_the_order_of_registration_does_not_matter() -> None:
    named = {name: plugin(barons_bots=giving({name: print})) for name in ("b", "a")}

    assert list(Manager(named).gather("barons_bots")) == list(
        Manager(dict(reversed(named.items()))).gather("barons_bots")
    )


def test_a_plugin_that_cannot_be_imported_is_left_out() -> None:
    manager = Manager({"broken": ImportError("no module x"), "sound": plugin(barons_packs=giving(["one"]))})

    assert list(manager.gather("barons_packs")) == [("sound", [Path("one")])]
    assert manager.failures == {"broken": "cannot be imported: ImportError: no module x"}


def test_a_misspelt_hook_is_reported_with_the_right_name() -> None:
    manager = Manager({"misspelt": plugin(barons_wrods=giving(())), "sound": plugin(barons_words=giving([]))})

    assert manager.failures == {"misspelt": "there is no hook barons_wrods; did you mean barons_words?"}
    assert list(manager.gather("barons_words")) == [("sound", [])]


def test_a_hook_with_an_unknown_argument_is_refused() -> None:
    manager = Manager({"greedy": plugin(barons_words=lambda game: game)})

    assert "game" in manager.failures["greedy"]
    assert not manager.get_plugins()


def test_wrappers_are_refused() -> None:
    def barons_words() -> Iterator[None]:
        yield

    module = types.ModuleType("wrapping")
    module.barons_words = hookimpl(wrapper=True)(barons_words)  # type: ignore[attr-defined]

    manager = Manager({"wrapping": module})

    assert "wrappers are not allowed" in manager.failures["wrapping"]
    assert not manager.get_plugins()


def test_a_hook_that_fails_when_called_is_noted_and_left_out() -> None:
    def fail() -> None:
        raise ValueError("no words\nleft")

    manager = Manager({"failing": plugin(barons_words=fail), "sound": plugin(barons_words=giving([]))})

    assert list(manager.gather("barons_words")) == [("sound", [])]
    assert manager.failures == {"failing": "barons_words failed: ValueError: no words left"}


def test_each_entry_point_is_loaded_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("absent", "no_such_module_at_all", "barons"), EntryPoint("text", "string", "barons")]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    plugins.manager.cache_clear()
    try:
        manager = plugins.manager()
    finally:
        plugins.manager.cache_clear()

    assert set(manager.failures) == {"absent", "text"}
    assert manager.failures["text"] == "it brings no hooks: nothing in it is marked with hookimpl"
    assert {"barons", "barons-bots"} <= {name for name, _ in manager.list_name_plugin()}


def test_the_built_in_plugins_are_sound() -> None:
    manager = plugins.manager()

    assert {point.name for point in plugins.BUILT_IN} <= {name for name, _ in manager.list_name_plugin()}
    assert all(plugins.words())
    assert {"light", "random"} <= set(plugins.bots())


def test_rules_belong_to_exactly_one_pack() -> None:
    assert type(plugins.rules({"barons": "barons", "two_player": "barons"})).__name__ == "BaronsRules"
    with pytest.raises(plugins.NoRules, match="none of them brings rules"):
        plugins.rules({"two_player": "barons"})


def test_no_plugin_brings_rules_for_the_pack_of_another() -> None:
    with pytest.raises(plugins.NoRules, match="none of them brings rules"):
        plugins.rules({"barons": "a plugin of somebody"})


def test_every_hook_has_a_sentence() -> None:
    hooks = {name: hook for name, hook in vars(plugins.hookspecs).items() if name.startswith("barons_")}

    assert hooks
    assert all((inspect.getdoc(hook) or "").partition("\n\n")[0].endswith(".") for hook in hooks.values())


def test_a_name_that_is_taken_replaces_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda group: [EntryPoint("barons", "string", "barons")])
    plugins.manager.cache_clear()
    try:
        manager = plugins.manager()
    finally:
        plugins.manager.cache_clear()

    assert "barons" in {name for name, _ in manager.list_name_plugin()}
    assert set(manager.failures) == {"barons (string)"}


def test_a_plugin_that_takes_the_name_of_another_brings_its_own() -> None:
    manager = Manager({"house": plugin(barons_packs=giving(["one"]))})
    assert manager.gather("barons_packs") == [("house", [Path("one")])]

    manager.unregister(name="house")
    manager.register(plugin(barons_packs=giving(["two"])), "house")

    assert manager.gather("barons_packs") == [("house", [Path("two")])]
