"""Write a pack to a folder: whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from barons_core.manifests import MANIFEST, Manifest, PackError
from barons_core.recording import named, need_folder, write_whole


class Taken(ValueError):
    """A place at which something lies that is not to be written over; the message says what."""


class InPack(ValueError):
    """A place within another pack, which would take what is written there for its own; the message says which."""


def write_pack(folder: Path, files: Mapping[str, str], *, over: bool = False) -> None:
    """Write the files of a pack into a folder that is not there yet.

    With `over` it may be there, if it holds a pack of the same name; files of other names stay as they are.
    Raises Taken if something else is there, InPack if it lies in another pack's folder, OSError, with the path, if the
    system refuses it.
    """
    if around := next((each for each in folder.resolve().parents if (each / MANIFEST).is_file()), None):
        raise InPack(f"{folder} would lie in the folder of a pack, {around}, which takes all text in it for its own. "
                     "Make it in another folder: --at FOLDER.")
    if folder.exists() or folder.is_symlink():
        _refuse(folder, over)
        for name in sorted(files):
            write_whole(folder / name, files[name])
        return
    beside = folder.with_name(f".{folder.name}.tmp")
    not_there = [each for each in folder.parents if not each.exists()]
    try:
        need_folder(folder.parent)
        with named(folder):
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir()
            for name, text in files.items():
                write_whole(beside / name, text)
            os.rename(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        with suppress(OSError):
            for each in not_there:
                each.rmdir()
        raise


def _refuse(folder: Path, over: bool) -> None:
    """Raise Taken if a folder that is there is not to be written over."""
    if not over:
        raise Taken(f"There is a folder {folder} already. Give another name, or write over the pack with --force.")
    try:
        name = Manifest(folder).name
    except PackError as error:
        raise Taken(f"{folder} is not written over: it holds no sound pack ({error.reports[0].message}).") from None
    if name != folder.name:
        raise Taken(f"{folder} is not written over: it holds the pack {name}.")
