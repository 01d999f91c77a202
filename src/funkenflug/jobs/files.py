"""Files that are written completely or not at all, and folders in which one process works at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def write_atomically(path: Path, text: str) -> None:
    """Write a text file atomically: if that raises an `OSError`, the previous content is unchanged."""
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")  # a device or a pipe; a directory raises
        else:
            _replace(target, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(target: Path, text: str) -> None:
    draft = target.with_name(f".funkenflug-{os.getpid()}.tmp")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


class FolderLock:
    """Keeps other processes from working in a folder until it is released, or this process ends. Not on Windows."""

    def __init__(self, folder: Path) -> None:
        """Raise a `ValueError` if another process works there."""
        self._file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o666)
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._file)
                raise ValueError(f"another process works in {folder} already") from None

    def release(self) -> None:
        """Release the folder."""
        os.close(self._file)
