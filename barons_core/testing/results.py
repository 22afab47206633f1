"""Which scenarios are run, and how each of them went. This is a plugin of the pytest that runs them."""

from __future__ import annotations

from typing import Any

import pytest


class Results:
    """Picks the scenarios whose titles have some words, and keeps how they end."""

    def __init__(self, words: str = "") -> None:
        self.words = words.casefold().split()
        self.titles: list[str] = []
        self.scenarios: dict[str, dict[str, Any]] = {}
        self.faults: list[dict[str, str]] = []

    @property
    def anything(self) -> bool:
        """Return whether a scenario was run, or a file could not be read."""
        return bool(self.scenarios or self.faults)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave only the scenarios that were asked for."""
        self.titles += [item.name for item in items]
        others = [item for item in items if not self._asked_for(item.name)]
        items[:] = [item for item in items if self._asked_for(item.name)]
        if others:
            config.hook.pytest_deselected(items=others)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.faults.append({"file": report.nodeid, "message": report.longreprtext})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the outcome of a scenario, which has failed if anything about it has."""
        file, line, title = report.location
        found = self.scenarios.setdefault(report.nodeid, {
            "title": title, "file": file, "line": (line or 0) + 1, "outcome": report.outcome, "message": ""})
        if report.failed:
            found |= {"outcome": report.outcome, "message": report.longreprtext}

    def as_json(self) -> dict[str, Any]:
        scenarios = list(self.scenarios.values())
        passed = sum(one["outcome"] == "passed" for one in scenarios)
        return {"passed": passed, "failed": len(scenarios) - passed, "scenarios": scenarios, "faults": self.faults}

    def why_nothing(self) -> str:
        """Return why no scenario was run."""
        from barons_core.language.reports import did_you_mean

        if not self.titles:
            return "There is no scenario in these files. One begins with a line: scenario \"TITLE\":"
        known = sorted({word for title in self.titles for word in title.casefold().split()})
        near = next((fix for word in self.words if word not in known and (fix := did_you_mean(word, known))), "")
        hint = f" Did you mean {near!r}?" if near else ""
        return f"No scenario has {' '.join(self.words)!r} in its title.{hint}"

    def _asked_for(self, title: str) -> bool:
        return all(word in title.casefold() for word in self.words)
