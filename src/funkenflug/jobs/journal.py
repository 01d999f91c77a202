"""Files of results, one line of JSON each, that survive a crash of their writer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

Entry = TypeVar("Entry")


class Journal(Generic[Entry]):
    """A file to which results are appended, and which is read when the work continues.

    >>> import tempfile
    >>> journal = Journal(Path(tempfile.mkdtemp()) / "squares.jsonl", int)
    >>> journal.append(4)
    >>> journal.append(9)
    >>> journal.read()
    [4, 9]
    """

    def __init__(self, path: Path, kind: type[Entry]) -> None:
        self.path = path
        self._decoder = msgspec.json.Decoder(kind)

    def read(self) -> list[Entry]:
        """Return the entries, none if there is no file; an invalid line raises a `ValueError`.

        Text after the last newline was not written completely and does not count.
        """
        lines = self.path.read_bytes().split(b"\n")[:-1] if self.path.exists() else []
        entries = []
        for number, line in enumerate(lines, 1):
            try:
                entries.append(self._decoder.decode(line))
            except msgspec.DecodeError:
                raise ValueError(f"{self.path}: line {number} is not a result") from None
        return entries

    def append(self, entry: Entry) -> None:
        """Append an entry and sync it to disk; if that raises an `OSError`, the file is as before."""
        line = msgspec.json.encode(entry) + b"\n"
        binary = getattr(os, "O_BINARY", 0)  # Windows would write "\r\n"
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | binary, 0o666)
        size = os.fstat(file).st_size
        try:
            while line:  # a disk that is nearly full takes a part of it
                line = line[os.write(file, line) :]
            os.fsync(file)
        except OSError as error:
            os.ftruncate(file, size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        finally:
            os.close(file)

    def resume(self) -> list[Entry]:
        """Return the entries, and remove an incomplete last line, which a crash may have left."""
        entries = self.read()
        if self.path.exists():
            text = self.path.read_bytes()
            if not text.endswith(b"\n"):
                os.truncate(self.path, text.rfind(b"\n") + 1)
        return entries
