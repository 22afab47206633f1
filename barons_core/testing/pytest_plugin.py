"""The pytest plugin: collect `*.scenario` files, one test a scenario, and say in short how one fails.

Nothing heavy is imported before there is a scenario to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import ExceptionInfo, TerminalRepr
    from syrupy.assertion import SnapshotAssertion

    from barons_core.language.reports import Report
    from barons_core.model.rulesets import Content
    from barons_core.testing.scenario_run import Scenario, Taken

SUFFIX = ".scenario"
KEPT = "__snapshots__"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("barons", "scenarios of card effects")
    group.addoption("--pack", action="append", default=[], metavar="FOLDER", help="a folder with a pack to load too")
    group.addoption("--set", action="append", default=[], metavar="NAME=VALUE", dest="barons_settings",
                    help="a setting, for scenarios that do not decide it themselves and whose ruleset has it")
    group.addoption("--allow-python", action="store_true", help="run the Python of packs in folders")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "ruling(*ids): the ids of the rulings that a test asserts")
    if config.getoption("--allow-python"):
        from barons_core.loading import allow_python

        allow_python(True)


@pytest.fixture
def kept_transcript(request: pytest.FixtureRequest) -> SnapshotAssertion:
    """The transcript that is kept of a scenario: equal to a text if the text is the same, or is to be kept now.

    syrupy's own fixture would also register its default format, which takes our files for leftovers of its own.
    """
    from barons_core.testing.snapshots import assertion

    return assertion(request)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file of scenarios."""
    if file_path.suffix != SUFFIX:
        return None
    # pytest has no name for a file outside the folder it was started in.
    outside = None if file_path.is_relative_to(parent.config.rootpath) else file_path.as_posix()
    file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path, nodeid=outside)
    return file


class ScenarioFile(pytest.File):
    """A file of scenarios; one with a fault in its text becomes a test that fails with its reports."""

    source = ""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield a test for each scenario, in the order of the file."""
        from barons_core.testing.scenario_parse import parse_scenarios
        from barons_core.testing.scenario_run import Scenario

        self._refuse_links()
        self.source = self._read()
        parsed = parse_scenarios(self.source, shown(self.path, self.config))
        if parsed.reports and not parsed.faulty:
            raise self.CollectError(self.printed(parsed.reports))
        items = [self._playing(Scenario(text, self.source, ruleset="")) for text in parsed.scenarios]
        items += [self._failing(title, span.line, reports) for title, span, reports in parsed.faulty]
        return sorted(items, key=lambda item: item.line)

    def _read(self) -> str:
        from barons_core.files import read_text

        text = read_text(self.path)
        if not isinstance(text, str):
            raise self.CollectError(self.printed([text]))
        return text

    def _refuse_links(self) -> None:
        """Refuse a kept transcript that is a link: comparing would read, and keeping write, outside the folder."""
        from barons_core.manifests import linked

        folder = self.path.parent / KEPT
        kept = [folder, *sorted(folder.glob("*"))] if folder.is_symlink() or folder.is_dir() else []
        links = [path for path in kept if path.is_symlink()]
        if links:
            raise self.CollectError(self.printed(linked(links[0]).reports))

    def printed(self, reports: Iterable[Report]) -> str:
        """Return reports as they are printed."""
        from barons_core.language.reports import render_plain

        return "\n".join(render_plain(report, self.source) for report in reports)

    def _playing(self, scenario: Scenario) -> ScenarioItem:
        loader = Loader(self.path, self.config)
        item = self._item(scenario.title, scenario.line, _test_of(scenario, loader))
        if scenario.rulings:
            item.add_marker(pytest.mark.ruling(*scenario.rulings))
        return item

    def _failing(self, title: str, line: int, reports: Iterable[Report]) -> ScenarioItem:
        text = self.printed(reports)

        def scenario() -> None:
            raise Malformed(text)

        return self._item(f"{title} (line {line})" if self._taken(title) else title, line, scenario)

    def _taken(self, title: str) -> bool:
        return self.source.count(f'scenario "{title}"') > 1

    def _item(self, title: str, line: int, test: Callable[..., None]) -> ScenarioItem:
        item: ScenarioItem = ScenarioItem.from_parent(self, name=title, callobj=test)
        item.line = line
        return item


class ScenarioItem(pytest.Function):
    """One scenario. It is a Function so that fixtures, and whoever builds on them, work as everywhere."""

    line: int

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], *args: Any, **more: Any) -> str | TerminalRepr:
        """Return the failure without a Python traceback, unless something else has failed."""
        from barons_core.testing.scenario_failure import ScenarioFailure

        assert isinstance(self.parent, ScenarioFile)
        match excinfo.value:
            case ScenarioFailure() as failure:
                return failure.text(self.parent.source)
            case Malformed() as fault:
                return str(fault)
        return super().repr_failure(excinfo, *args, **more)


class Malformed(Exception):
    """A scenario whose text has faults; the message is their reports, printed."""


class Loader:
    """Provide content for the scenarios of a file: from built-in packs, `--pack`, and the pack it lies in."""

    def __init__(self, path: Path, config: pytest.Config) -> None:
        self.path = path
        self.folders = [Path(folder) for folder in config.getoption("--pack")]
        pairs = (pair.partition("=") for pair in config.getoption("barons_settings"))
        self.settings = {name.strip(): value.strip() for name, _, value in pairs}

    def __call__(self, ruleset: str, settings: Mapping[str, str], /) -> Content:
        from barons_core.loading import content
        from barons_core.packs import PackError

        try:
            name = ruleset or self._ruleset()
            return content(name, self._packs(), {**self._given(name), **settings})
        except PackError as fault:
            raise LookupError(str(fault)) from None

    def _given(self, ruleset: str) -> dict[str, str]:
        """Return the settings of the command line that a ruleset has."""
        from barons_core.loading import library

        if not self.settings:
            return {}
        known = {setting.name for setting in library(self._packs()).ruleset(ruleset).settings}
        return {name: value for name, value in self.settings.items() if name in known}

    def _own(self) -> Path | None:
        """Return the pack that the file lies in."""
        return next((folder for folder in self.path.parents if (folder / "pack.toml").is_file()), None)

    def _packs(self) -> list[Path]:
        """Return the folders to load beside the installed packs."""
        from barons_core.loading import library
        from barons_core.packs import all_packs

        own = self._own()
        if own is None:
            return self.folders
        if own.resolve() in {pack.folder.resolve() for pack in all_packs()}:
            # One that is left out is loaded for its own scenarios, which then tell what is wrong with it.
            sound = {pack.folder.resolve() for pack in library(self.folders).packs}
            return self.folders if own.resolve() in sound else [*self.folders, own]
        return [*self.folders, own]

    def _ruleset(self) -> str:
        """Return the ruleset that is played where none is named: the pack's own, or else `barons`."""
        from barons_core.loading import library as library_of
        from barons_core.testing.scenario_run import DEFAULT_RULESET

        own = self._own()
        library = library_of(self._packs())
        names = {pack.name for pack in library.packs if own is not None and pack.folder.resolve() == own.resolve()}
        rulesets = [name for name, node in library.rulesets().items()
                    if library.pack_of(node.file) in names and node.players and node.turn]
        if len(rulesets) == 1:
            return rulesets[0]
        return next((name for name in rulesets if name in names), DEFAULT_RULESET)


def shown(path: Path, config: pytest.Config) -> str:
    """Return a path as reports show it: relative, if it lies below the folder pytest was started in."""
    start = config.invocation_params.dir
    return path.relative_to(start).as_posix() if path.is_relative_to(start) else str(path)


def _test_of(scenario: Scenario, load: Loader) -> Callable[..., None]:
    """Return the test function; it asks for the fixture of snapshots only if it takes one."""

    def plain() -> None:
        scenario.run(load)

    def with_snapshot(kept_transcript: SnapshotAssertion) -> None:
        _compare(scenario.run(load), kept_transcript)

    return with_snapshot if scenario.takes_snapshot else plain


def _compare(taken: Iterable[Taken], kept: SnapshotAssertion) -> None:
    """Hold each transcript against the one that is kept."""
    from barons_core.testing.scenario_failure import ScenarioFailure

    for transcript in taken:
        if kept != transcript.text:
            before = next(iter(reversed(kept.executions.values()))).recalled_data
            message = "there is no snapshot yet" if before is None else "the transcript differs from its snapshot"
            raise ScenarioFailure(
                "SC111",
                transcript.span,
                message,
                help="if it is right: --snapshot-update",
                paste=_difference(str(before or ""), transcript.text),
            )


def _difference(before: str, after: str) -> list[str]:
    """Return what differs, line by line, with two lines around it."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), "snapshot", "transcript", n=2, lineterm=""))
    return lines if before else []
