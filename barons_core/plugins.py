"""Find plugins, load each of them guarded, and gather what they bring."""

from __future__ import annotations

import linecache
import re
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import unwrap
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from barons_core import hookspecs
from barons_core.engine.faults import in_a_line, let_interrupt
from barons_core.hookspecs import PROJECT
from barons_core.language.reports import did_you_mean
from barons_core.model.definitions import Place

if TYPE_CHECKING:
    from barons_core.language.words import Word

__all__ = ["BUILT_IN", "Implementation", "LeftOut", "Manager", "NoRules", "ask_all", "bots", "built_in", "folders",
           "manager", "printing_apart", "rules", "words"]

PYTHON = "__init__.py"
"""The file with which the Python of a pack in a folder begins: the folder is a package then."""
BUILT = "built in"

# The built-in plugins are entry points like a stranger's; they stand here too so that a plain checkout has them.
BUILT_IN = (
    EntryPoint("barons", "barons_cards", PROJECT),
    EntryPoint("barons-bots", "barons_core.bots", PROJECT),
)


@contextmanager
def printing_apart() -> Iterator[None]:
    """Let what the Python of packs prints be a message: it is no part of what anybody has asked for."""
    with redirect_stdout(sys.stderr):
        yield


class Implementation(NamedTuple):
    """One plugin's implementation of a hook; the function takes all arguments of the hook, in order."""

    plugin: str
    hook: str
    function: Callable[..., Any]
    place: Place


class LeftOut(NamedTuple):
    """A pack that is left out: the plugin that brings it, and why."""

    plugin: str
    reason: str


class NoRules(Exception):
    """Packs of which no game can be made; the message says why, `place` where, if that is known."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.place = place


class Manager(pluggy.PluginManager):
    """A plugin manager that goes on without the plugins that are broken.

    `failures` tells for each of those, by name, what is wrong with it, `places` where, if that is known, `broken` what
    is wrong with each pack of a plugin, by folder; `origins` where each plugin comes from. The built-in plugins are
    called first, the others in the order of their names. `python_allowed`: packs in folders, too, may bring Python;
    `waiting` are the names of those that would, `adopted` the plugins that they are.
    """

    def __init__(self, plugins: Mapping[str, object], origins: Mapping[str, str] | None = None) -> None:
        super().__init__(PROJECT)
        self.failures: dict[str, str] = {}
        self.places: dict[str, Place] = {}
        self.broken: dict[Path, LeftOut] = {}
        self.origins = dict(origins or {})
        self.python_allowed = False
        self.waiting: dict[str, Path] = {}
        self.adopted: list[str] = []
        self._brought: dict[str, dict[str, Any]] = {}
        self.add_hookspecs(hookspecs)
        for name in sorted(plugins):
            self._admit(name, plugins[name])
            self._require_hooks(name)

    def gather(self, hook: str) -> list[tuple[str, Any]]:
        """Return plugin name and result of each implementation of a hook; one that fails is noted and left out.

        Each implementation is called once.
        """
        brought = self._brought.setdefault(hook, {})
        for implementation in self._in_order(hook):
            name = implementation.plugin_name
            if name in brought:
                continue
            try:
                with printing_apart():
                    brought[name] = GATHERED[hook](implementation.function())
            except BaseException as error:
                let_interrupt(error)
                place = self._raised_at(name, error) or _declared(implementation.function)
                self.leave_out(name, f"{hook} failed: {in_a_line(error)}", place)
        return [(each.plugin_name, brought[each.plugin_name]) for each in self._in_order(hook)]

    def implementations(self, plugins: Collection[str]) -> Iterator[Implementation]:
        """Yield what some plugins implement of the hooks that a game calls, hook by hook."""
        for hook in _hooks():
            if hook in GATHERED:
                continue
            names: tuple[str, ...] = getattr(self.hook, hook).spec.argnames
            for each in self._in_order(hook):
                if each.plugin_name in plugins:
                    yield Implementation(each.plugin_name, hook, _taking(names, each), _place(each.function))

    def allow_python(self, allowed: bool) -> None:
        """Let packs in folders bring Python from now on, or no more."""
        self.python_allowed = allowed
        self.waiting.clear()
        for name in () if allowed else self.adopted:
            self.unregister(name=name)
        self.adopted.clear()

    def adopt(self, name: str, folder: Path) -> bool:
        """Load the Python of the pack in a folder as a plugin; return whether it is there then.

        Nothing is loaded unless that is allowed. A plugin that fails is among the failures.
        """
        if self._has(folder) or not (folder / PYTHON).is_file():
            return self._has(folder)
        if not self.python_allowed:
            self.waiting[name] = folder
            return False
        if self.has_plugin(name) and name not in built_in():
            # A folder that somebody works on counts in place of what was installed from it.
            self.unregister(name=name)
        self.origins[name] = str(folder)
        self.failures.pop(name, None)
        self._admit(name, _load_folder(name, folder))
        self.adopted += [name] * self.has_plugin(name)
        return self.has_plugin(name)

    def told_origin(self, name: str) -> str:
        """Return where a plugin comes from, as people are told: its distribution, else its own name."""
        return self.origins.get(name) or name

    def home(self, name: str) -> Path | None:
        """Return the folder of a plugin that is a package, or the file of one that is a module."""
        plugin = self.get_plugin(name)
        module = plugin if isinstance(plugin, ModuleType) else sys.modules.get(type(plugin).__module__)
        file = getattr(module, "__file__", None)
        if file is None:
            return None
        path = Path(file).resolve()
        return path.parent if path.name == PYTHON else path

    def leave_out(self, name: str, reason: str, place: Place | None = None) -> None:
        """Go on without a plugin."""
        self.failures[name] = reason
        if place is not None:
            self.places[name] = place
        if self.has_plugin(name):
            self.unregister(name=name)
        if name in self.adopted:
            self.adopted.remove(name)

    def unregister(self, plugin: object | None = None, name: str | None = None) -> Any:
        """Forget a plugin with all that it has brought; another one may take its name."""
        for brought in self._brought.values():
            brought.pop(name or self.get_name(plugin) or "", None)
        return super().unregister(plugin, name)

    def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
        """Refuse wrappers: a plugin that can change what others return is one that results depend on."""
        options = super().parse_hookimpl_opts(plugin, name)
        if options is not None and (options["wrapper"] or options["hookwrapper"]):
            raise pluggy.PluginValidationError(plugin, f"{name} is a wrapper; wrappers are not allowed")
        return options

    def _in_order(self, hook: str) -> list[pluggy.HookImpl]:
        """Return the implementations of a hook: built-in plugins, then by name; first those that want to be first."""
        return sorted(getattr(self.hook, hook).get_hookimpls(), key=_rank)

    def _has(self, folder: Path) -> bool:
        """Tell whether a folder's Python is a plugin already."""
        return any(self.home(name) == folder.resolve() for name, _ in self.list_name_plugin())

    def _admit(self, name: str, plugin: object) -> None:
        """Register a plugin, or note why it cannot be."""
        if isinstance(plugin, BaseException):
            self.leave_out(name, f"cannot be imported: {in_a_line(plugin)}", self._raised_at(name, plugin))
            return
        try:
            self.register(plugin, name)
            self.check_pending()
        except BaseException as error:
            let_interrupt(error)
            unknown = self._unknown(plugin)
            named = re.search(rf"\b{PROJECT}_\w+", unknown or in_a_line(error))
            place = _declared(getattr(plugin, named[0], None)) if named else None
            self.leave_out(name, unknown or in_a_line(error), place)

    def _require_hooks(self, name: str) -> None:
        """Leave a plugin out that brings nothing at all: what it was to bring is missing."""
        plugin = self.get_plugin(name)
        if plugin is None or self.get_hookcallers(plugin):
            return
        # A folder without the file with which its Python begins can be imported all the same: it is an empty package.
        file = getattr(plugin, "__file__", None)
        empty = isinstance(plugin, ModuleType) and file is None and hasattr(plugin, "__path__")
        why = f"there is no {PYTHON} in its folder" if empty else "nothing in it is marked with hookimpl"
        self.leave_out(name, f"it brings no hooks: {why}")

    def _unknown(self, plugin: object) -> str:
        """Return what is wrong with the names of a plugin's hooks, or "" ."""
        for caller in self.get_hookcallers(plugin) or ():
            if not caller.has_spec():
                near = did_you_mean(caller.name, _hooks())
                return f"there is no hook {caller.name}" + (f"; did you mean {near}?" if near else "")
        return ""

    def _raised_at(self, name: str, error: BaseException) -> Place | None:
        """Return the last place in a plugin's own folder that an exception has come through."""
        if isinstance(error, SyntaxError):
            return Place(error.filename or "", error.lineno or 1)
        home = Path(self.origins.get(name, "")).resolve()
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)
                  if Path(frame.filename).is_relative_to(home)]
        return Place(frames[-1].filename, frames[-1].lineno or 1) if frames else None


@cache
def manager() -> Manager:
    """Return the manager of all installed plugins."""
    points = _named(_entry_points())
    return Manager({name: _load(point) for name, point in points.items()},
                   {name: _origin(point) for name, point in points.items()})


def words() -> list[Iterable[Word]]:
    """Return the words of all plugins, a group each; a plugin that brings a word anew is left out."""
    known: dict[tuple[str, str], str] = {}
    groups = []
    for name, group in manager().gather("barons_words"):
        twice = [word for word in group if (word.sort, word.spelling) in known]
        if twice:
            word = twice[0]
            other = known[word.sort, word.spelling]
            manager().leave_out(name, f"the {word.sort} {word.spelling!r} is there already, from the plugin {other}")
            continue
        known |= {(word.sort, word.spelling): name for word in group}
        groups.append(group)
    return groups


def ask_all() -> None:
    """Let each plugin bring what it has, so that those that cannot are known before anything depends on them."""
    words()
    bots()
    for hook in GATHERED:
        manager().gather(hook)


def folders() -> list[tuple[str, list[Path]]]:
    """Return the folders of the packs of each plugin that is installed and sound."""
    ask_all()
    return [(name, found) for name, found in manager().gather("barons_packs") if name not in manager().adopted]


def rules(packs: Mapping[str, str]) -> Any:
    """Return the rules that one of these packs brings; NoRules unless it is exactly one, and its rules can be made.

    `packs` are names of packs, each with the plugin that brings it: no other plugin speaks for it, but one of the name
    of a pack that is a folder of text.
    """
    makers = {pack: (plugin, make) for plugin, makers in manager().gather("barons_rules")
              for pack, make in makers.items() if pack in packs and plugin == (packs[pack] or pack)}
    if len(makers) != 1:
        problem = f"more than one brings rules: {', '.join(sorted(makers))}" if makers else "none of them brings rules"
        raise NoRules(f"no game can be made of the packs {', '.join(sorted(packs))}: {problem}")
    [(pack, (plugin, make))] = makers.items()
    origin = manager().told_origin(plugin)
    return _made(make, f"the rules of the pack {pack}, which the plugin {plugin} of {origin} brings,")


def _made(make: Callable[..., Any], called: str) -> Any:
    """Return what a factory of rules makes; NoRules if it fails, or if it makes something else."""
    try:
        with printing_apart():
            made = make()
        missing = [name for name in _of_rules() if not hasattr(made, name)]
    except BaseException as error:
        let_interrupt(error)
        raise NoRules(f"{called} cannot be made: {in_a_line(error)}", _declared(make)) from error
    if missing:
        raise NoRules(f"{called} are no rules: they lack {', '.join(missing)}", _declared(make))
    return made


def _of_rules() -> list[str]:
    """Return what rules must have."""
    from barons_core.engine.rules import Rules

    return sorted(name for name in {*vars(Rules), *Rules.__annotations__} if not name.startswith("_"))


def bots() -> dict[str, Callable[[int], Any]]:
    """Return the factories of all bots by name; a plugin that brings a bot whose name is taken is left out."""
    known: dict[str, tuple[str, Callable[[int], Any]]] = {}
    for name, makers in manager().gather("barons_bots"):
        twice = [bot for bot in makers if bot in known]
        if twice:
            other = known[twice[0]][0]
            manager().leave_out(name, f"the bot {twice[0]!r} is there already, from the plugin {other}")
            continue
        known |= {bot: (name, make) for bot, make in makers.items()}
    return {bot: make for bot, (_, make) in known.items()}


def built_in() -> frozenset[str]:
    """Return the names of the plugins that come with the framework."""
    return frozenset(point.name for point in BUILT_IN)


def _hooks() -> list[str]:
    """Return the names of all hooks, in the order in which they are declared."""
    return [name for name in vars(hookspecs) if name.startswith(f"{PROJECT}_")]


def _rank(implementation: pluggy.HookImpl) -> tuple[bool, int, str]:
    early = implementation.trylast - implementation.tryfirst
    return implementation.plugin_name not in built_in(), early, implementation.plugin_name


def _taking(names: Sequence[str], implementation: pluggy.HookImpl) -> Callable[..., Any]:
    """Return a function of all arguments of a hook that calls an implementation which takes some of them."""
    function = implementation.function
    if tuple(implementation.argnames) == tuple(names):
        return function
    numbers = [names.index(name) for name in implementation.argnames]
    return lambda *given: function(*[given[number] for number in numbers])


def _place(function: Callable[..., Any]) -> Place:
    """Return where a function is written."""
    code = getattr(unwrap(function), "__code__", None)
    return Place("", 0) if code is None else Place(code.co_filename, code.co_firstlineno)


def _declared(function: Any) -> Place | None:
    """Return the line that names a function, below its decorators; None for what is no function with a file."""
    place = _place(function)
    if not place.file:
        return None
    lines = linecache.getlines(place.file)
    found = (number for number in range(place.line, len(lines) + 1) if lines[number - 1].lstrip().startswith("def "))
    number = next(found, place.line)
    return Place(place.file, number)


# What each hook that is not called by a game returns, taken out of the plugin's hands.


def _paths(found: Any) -> list[Path]:
    return [Path(folder) for folder in found]


def _words(found: Any) -> list[Word]:
    from barons_core.language.known import known_words
    from barons_core.language.words import Vocabulary, Word

    listed = list(found)
    for word in listed:
        if not isinstance(word, Word):
            raise TypeError(f"{word!r} is no word")
    known_words(Vocabulary.of(listed))
    return listed


def _makers(found: Any) -> dict[str, Callable[..., Any]]:
    makers = dict(found)
    for name, make in makers.items():
        if not isinstance(name, str) or not callable(make):
            raise TypeError(f"{name!r}: {make!r} is no name with a function")
    return makers


def _bots(found: Any) -> dict[str, Callable[..., Any]]:
    makers = _makers(found)
    for name in makers:
        # A list of players or bots is parted at commas, and what stands between these is stripped.
        if not name.strip() or name != name.strip() or "," in name or not name.isprintable():
            raise ValueError(f"{name!r} is no name of a bot: --bots could not name it")
    return makers


GATHERED: Mapping[str, Callable[[Any], Any]] = {
    "barons_packs": _paths, "barons_words": _words, "barons_rules": _makers, "barons_bots": _bots,
}


def _entry_points() -> Iterable[EntryPoint]:
    """Return the entry points of all installed distributions and the built-in ones, each module once."""
    found = {point.value: point for point in (*entry_points(group=PROJECT), *BUILT_IN)}
    return found.values()


def _named(points: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """Return each entry point by its name; one whose name is taken gets its module with it."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(points, key=lambda point: (point not in BUILT_IN, point.name, point.value)):
        found[point.name if point.name not in found else f"{point.name} ({point.value})"] = point
    return found


def _origin(point: EntryPoint) -> str:
    """Return where a plugin comes from: the name and version of its distribution."""
    if point in BUILT_IN:
        return BUILT
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value


def _load(point: EntryPoint) -> object:
    try:
        with printing_apart():
            return point.load()
    except BaseException as error:
        let_interrupt(error)
        return error


def _load_folder(name: str, folder: Path) -> object:
    """Load the package in a folder under a name of its own, so that it takes no other module's place."""
    module_name = f"{PROJECT}_pack_{name}"
    spec = spec_from_file_location(module_name, folder / PYTHON, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[module_name] = module_from_spec(spec)
    try:
        with printing_apart():
            spec.loader.exec_module(module)
    except BaseException as error:
        let_interrupt(error)
        sys.modules.pop(module_name, None)
        return error
    return module
