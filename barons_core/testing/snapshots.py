"""Where the transcripts of scenarios are kept: one text file each, `__snapshots__/<file>__<title>.txt`."""

from __future__ import annotations

from pathlib import Path

from syrupy.data import SnapshotCollections
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

_LONGEST = 200


class TranscriptExtension(SingleFileSnapshotExtension):
    """Keep each transcript as a text file beside its scenario file."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        """Return `<file>__<title>`, and the number of the snapshot from the second on."""
        title = cls._sanitize_filename(str(test_location.nodename))[:_LONGEST]
        return f"{test_location.basename}__{title}" + (f".{index}" if index else "")

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
        mine = SnapshotCollections()
        for found in super().discover_snapshots(test_location=test_location, ignore_extensions=ignore_extensions):
            if Path(found.location).suffix == ".txt" and "__" in Path(found.location).stem:
                mine.add(found)
        return mine
