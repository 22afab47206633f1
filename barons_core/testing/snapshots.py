"""Where the transcripts of scenarios are kept: one text file each, `__snapshots__/<file>__<title>.txt`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

_LONGEST = 160
_UNSAFE = re.compile(r"[^\w\-+.,()&\' ]|\.(?=\s*$)")


class TranscriptExtension(SingleFileSnapshotExtension):
    """Keep each transcript as a text file beside its scenario file."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        """Return the title, safe in a file name, and the number of the snapshot from the second on."""
        title = _UNSAFE.sub("-", str(test_location.nodename))[:_LONGEST]
        return f"{title} {int(index) + 1}" if index else title

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:
        return f"{test_location.basename}__{cls.get_snapshot_name(test_location=test_location, index=index)}"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return AbstractSyrupyExtension.dirname(test_location=test_location)

    @classmethod
    def discovery_dirname(cls, *, test_location: PyTestLocation) -> str:
        return cls.dirname(test_location=test_location)

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        """Return whether a file keeps a transcript of the same scenario file."""
        path = Path(snapshot_location)
        beside = path.parent == Path(cls.dirname(test_location=test_location))
        return beside and path.name.startswith(f"{test_location.basename}__")

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        """Return the transcripts only: what else lies in the folder belongs to other tests."""
        found = SnapshotCollections()
        folder = Path(self.dirname(test_location=test_location))
        for path in sorted(folder.glob(f"*__*.{self.file_extension}")):
            kept = SnapshotCollection(location=str(path))
            kept.add(Snapshot(name=_title(path)))
            found.add(kept)
        return found


def assertion(request: pytest.FixtureRequest) -> SnapshotAssertion:
    """Return what the transcripts of one scenario are compared with."""
    config: Any = request.config
    return SnapshotAssertion(
        session=config._syrupy,
        extension_class=TranscriptExtension,
        test_location=PyTestLocation(request.node),
        update_snapshots=config.option.update_snapshots,
        update_new_snapshots_only=config.option.update_new_snapshots_only,
    )


def _title(path: Path) -> str:
    """Return the part of a file name behind the name of the scenario file."""
    stems = [file.stem for file in path.parent.parent.glob("*.scenario") if path.stem.startswith(f"{file.stem}__")]
    return path.stem[len(max(stems, key=len)) + 2 :] if stems else path.stem.partition("__")[2]
