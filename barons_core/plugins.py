"""Find plugins, load each of them guarded, and gather what they bring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

import pluggy

from barons_core import hookspecs
from barons_core.hookspecs import PROJECT
from barons_core.language.reports import did_you_mean

if TYPE_CHECKING:
    from barons_core.language.words import Word

__all__ = ["BUILT_IN", "Manager", "bots", "manager", "rules", "words"]

# The built-in plugins are entry points like a stranger's; they stand here too so that a plain checkout has them.
BUILT_IN = (
    EntryPoint("barons", "barons_cards", PROJECT),
    EntryPoint("barons-bots", "barons_core.bots", PROJECT),
)


class Manager(pluggy.PluginManager):
    """A plugin manager that goes on without the plugins that are broken.

    `failures` tells for each of those, by name, what is wrong with it. Plugins are called in the order of their names.
    """

    def __init__(self, plugins: Mapping[str, object]) -> None:
        super().__init__(PROJECT)
        self.failures: dict[str, str] = {}
        self.add_hookspecs(hookspecs)
        # pluggy calls first what was registered last.
        for name in sorted(plugins, reverse=True):
            self._admit(name, plugins[name])

    def gather(self, hook: str) -> Iterator[tuple[str, Any]]:
        """Yield plugin name and result of each implementation of a hook; one that fails is noted and left out."""
        for implementation in reversed(getattr(self.hook, hook).get_hookimpls()):
            name = implementation.plugin_name
            try:
                result = implementation.function()
            except Exception as error:
                self.failures[name] = f"{hook} failed: {_reason(error)}"
                continue
            yield name, result

    def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
        """Refuse wrappers: a plugin that can change what others return is one that results depend on."""
        options = super().parse_hookimpl_opts(plugin, name)
        if options is not None and (options["wrapper"] or options["hookwrapper"]):
            raise pluggy.PluginValidationError(plugin, f"{name} is a wrapper; wrappers are not allowed")
        return options

    def _admit(self, name: str, plugin: object) -> None:
        """Register a plugin, or note why it cannot be."""
        if isinstance(plugin, Exception):
            self.failures[name] = f"cannot be imported: {_reason(plugin)}"
            return
        try:
            self.register(plugin, name)
            self.check_pending()
        except Exception as error:
            self.failures[name] = self._unknown(plugin) or _reason(error)
            if self.has_plugin(name):
                self.unregister(name=name)

    def _unknown(self, plugin: object) -> str:
        """Return what is wrong with the names of a plugin's hooks, or "" ."""
        known = [name for name in vars(hookspecs) if name.startswith(f"{PROJECT}_")]
        for caller in self.get_hookcallers(plugin) or ():
            if not caller.has_spec():
                near = did_you_mean(caller.name, known)
                return f"there is no hook {caller.name}" + (f"; did you mean {near}?" if near else "")
        return ""


@cache
def manager() -> Manager:
    """Return the manager of all installed plugins."""
    return Manager(_loaded(_entry_points()))


def words() -> list[Iterable[Word]]:
    """Return the words of all plugins, a group each."""
    return [found for _, found in manager().gather("barons_words")]


def rules(packs: Collection[str]) -> Any:
    """Return the rules that one of these packs brings; raise LookupError unless it is exactly one."""
    makers = {name: make for _, found in manager().gather("barons_rules") for name, make in found.items()}
    bringing = sorted(set(packs) & set(makers))
    if len(bringing) != 1:
        problem = f"more than one brings rules: {', '.join(bringing)}" if bringing else "none of them brings rules"
        raise LookupError(f"no game can be made of the packs {', '.join(sorted(packs))}: {problem}")
    return makers[bringing[0]]()


def bots() -> dict[str, Callable[[int], Any]]:
    """Return the factories of all bots by name."""
    return {name: make for _, found in manager().gather("barons_bots") for name, make in found.items()}


def _entry_points() -> Iterable[EntryPoint]:
    """Return the entry points of all installed distributions and the built-in ones, each module once."""
    found = {point.value: point for point in (*BUILT_IN, *entry_points(group=PROJECT))}
    return found.values()


def _loaded(points: Iterable[EntryPoint]) -> dict[str, object]:
    """Return each plugin by name, or the exception that loading it raised; a name that is taken gets its module."""
    found: dict[str, object] = {}
    for point in points:
        found[point.name if point.name not in found else f"{point.name} ({point.value})"] = _load(point)
    return found


def _load(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:
        return error


def _reason(error: Exception) -> str:
    """Return an exception as one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
