"""A disk that fails when it is told to: a VFS of SQLite around the usual one.

SQLite asks a VFS for every file operation. This one counts those of the files in one folder that change something, and
may let any of them fail. It is registered in the SQLite library that Python uses, through the library's public
interface, so whatever opens a database there uses it. https://sqlite.org/vfs.html
"""

from __future__ import annotations

import _sqlite3
import contextlib
import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

Fault = Literal["before", "after", "power cut"]
"""An operation fails and does nothing, or fails though it was done; or from then on nothing is written any more, and
what was not synchronised with the disk is gone."""

_OK, _CANTOPEN = 0, 14
_FAILURES = {"open": _CANTOPEN, "write": 778, "sync": 1034, "truncate": 1546, "delete": 2570, "shared memory": 5386}
"""The errors of the operations: SQLITE_CANTOPEN and the kinds of SQLITE_IOERR."""

_int, _pointer, _long = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64
_Open = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)  # names are pointers: the file keeps them
_Delete = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int)
_ReadWrite = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _long)
_Truncate = ctypes.CFUNCTYPE(_int, _pointer, _long)
_Sync = ctypes.CFUNCTYPE(_int, _pointer, _int)
_Size = ctypes.CFUNCTYPE(_int, _pointer, ctypes.POINTER(_long))
_SharedMemory = ctypes.CFUNCTYPE(_int, _pointer, _int, _int, _int, _pointer)


class _Methods(ctypes.Structure):
    """The functions of an open file, `sqlite3_io_methods`."""

    _fields_ = (
        ("iVersion", _int),
        ("xClose", _pointer),
        ("xRead", _ReadWrite),
        ("xWrite", _ReadWrite),
        ("xTruncate", _Truncate),
        ("xSync", _Sync),
        ("xFileSize", _Size),
        *((name, _pointer) for name in ("xLock", "xUnlock", "xCheckReservedLock", "xFileControl", "xSectorSize")),
        ("xDeviceCharacteristics", _pointer),
        ("xShmMap", _SharedMemory),
        *((name, _pointer) for name in ("xShmLock", "xShmBarrier", "xShmUnmap", "xFetch", "xUnfetch")),
    )


class _File(ctypes.Structure):
    """An open file, `sqlite3_file`; what follows is the business of the VFS that opened it."""

    _fields_ = (("pMethods", ctypes.POINTER(_Methods)),)


class _VFS(ctypes.Structure):
    """A virtual file system, `sqlite3_vfs`."""

    _fields_ = (
        ("iVersion", _int),
        ("szOsFile", _int),
        ("mxPathname", _int),
        ("pNext", _pointer),
        ("zName", ctypes.c_char_p),
        ("pAppData", _pointer),
        ("xOpen", _Open),
        ("xDelete", _Delete),
        *((f"other{number}", _pointer) for number in range(14)),
    )


class _Change(NamedTuple):
    """What a file held where something was written that is not yet synchronised."""

    path: str
    offset: int
    before: bytes
    size: int


class Disk:
    """The files in a folder, and what happens to them."""

    def __init__(self) -> None:
        self.folder: str | None = None
        self._files: dict[int, str] = {}
        self._unsynchronised: list[_Change] = []
        self.reset()

    def reset(self, strikes: Callable[[int], bool] = lambda _: False, fault: Fault = "before") -> None:
        """Count operations from 0 again, and let those fail whose number strikes."""
        self.operations = self.failures = 0
        self.off = False
        self._strikes, self._fault = strikes, fault
        self._unsynchronised.clear()

    def do(self, kind: str, operation: Callable[[], int]) -> int:
        """Do an operation, or let it fail; return SQLite's result code."""
        number = self.operations
        self.operations += 1
        if not self.off and not self._strikes(number):
            return operation()
        self.failures += 1
        self.off = self.off or self._fault == "power cut"
        if self._fault == "after":
            operation()
        return _FAILURES[kind]

    def restore_power(self) -> None:
        """Let the disk work again, without what was not synchronised before the power cut. No file may be open."""
        for change in reversed(self._unsynchronised):
            with open(change.path, "r+b") as file:
                file.seek(change.offset)
                file.write(change.before)
                file.truncate(change.size)
        self._unsynchronised.clear()
        self.off = False

    # The operations of the VFS

    def holds(self, name: int | None) -> bool:
        """Return whether a file is in the folder."""
        return name is not None and self.folder is not None and _text(name).startswith(self.folder)

    def opened(self, name: int | None, file: int) -> bool:
        """Note an open file; return whether it is in the folder."""
        if name is not None and self.holds(name):
            self._files[file] = _text(name)
        return self.holds(name)

    def note_change(self, methods: _Methods, file: int, offset: int, length: int) -> None:
        """Remember what a part of a file holds, for a power cut."""
        if self._fault != "power cut" or self.off:
            return
        size, before = _long(), ctypes.create_string_buffer(max(length, 1))
        methods.xFileSize(file, ctypes.byref(size))
        methods.xRead(file, ctypes.addressof(before), length, offset)
        kept = before.raw[: max(0, min(length, size.value - offset))]
        self._unsynchronised.append(_Change(self._files[file], offset, kept, size.value))

    def note_sync(self, file: int) -> int:
        """Forget the changes of a file: they are on the disk."""
        path = self._files[file]
        self._unsynchronised[:] = [change for change in self._unsynchronised if change.path != path]
        return _OK


def _text(pointer: int) -> str:
    return ctypes.string_at(pointer).decode()


_disk = Disk()


@contextlib.contextmanager
def faulty_disk(folder: Path) -> Iterator[Disk]:
    """Let SQLite open the files in a folder on a disk that may fail."""
    library, usual, ours = _register()
    library.sqlite3_vfs_register(ctypes.byref(ours), 1)
    _disk.folder = f"{folder.resolve()}/"
    _disk.reset()
    try:
        yield _disk
    finally:
        library.sqlite3_vfs_register(ctypes.byref(usual), 1)
        _disk.folder = None
        _disk.reset()


@cache  # files that are open keep pointers to all this
def _register() -> tuple[Any, _VFS, _VFS]:
    """Return SQLite's library, its usual VFS, and ours."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_VFS)
    usual = library.sqlite3_vfs_find(None).contents
    ours = _VFS.from_buffer_copy(usual)
    ours.zName, ours.pNext = b"faulty", None
    methods_of: dict[int, _Methods] = {}

    def open_file(_vfs: int, name: int | None, file: int, flags: int, flags_out: int) -> int:
        def operation() -> int:
            return int(usual.xOpen(ctypes.addressof(usual), name, file, flags, flags_out))

        opened = _File.from_address(file)
        if not _disk.opened(name, file):
            return operation()
        opened.pMethods = None  # what SQLite sees if this fails
        code = _disk.do("open", operation)
        if opened.pMethods:
            address = ctypes.addressof(opened.pMethods.contents)
            if address not in methods_of:
                methods_of[address] = _faulty_methods(opened.pMethods.contents)
            opened.pMethods = ctypes.pointer(methods_of[address])
        return code

    def delete(_vfs: int, name: int, synchronise: int) -> int:
        def operation() -> int:
            return int(usual.xDelete(ctypes.addressof(usual), name, synchronise))

        return _disk.do("delete", operation) if _disk.holds(name) else operation()

    ours.xOpen, ours.xDelete = _Open(open_file), _Delete(delete)
    return library, usual, ours


def _faulty_methods(usual: _Methods) -> _Methods:
    """Return the functions of an open file, around the usual ones."""
    ours = _Methods.from_buffer_copy(usual)

    def write(file: int, content: int, length: int, offset: int) -> int:
        _disk.note_change(usual, file, offset, length)
        return _disk.do("write", lambda: usual.xWrite(file, content, length, offset))

    def truncate(file: int, size: int) -> int:
        now = _long()
        usual.xFileSize(file, ctypes.byref(now))
        _disk.note_change(usual, file, size, max(0, now.value - size))
        return _disk.do("truncate", lambda: usual.xTruncate(file, size))

    def sync(file: int, _flags: int) -> int:
        return _disk.do("sync", lambda: _disk.note_sync(file))  # the real disk is never cut off, so it need not write

    def shared_memory(file: int, page: int, size: int, extend: int, found: int) -> int:
        if not extend:
            return int(usual.xShmMap(file, page, size, extend, found))
        return _disk.do("shared memory", lambda: usual.xShmMap(file, page, size, extend, found))

    ours.xWrite, ours.xTruncate, ours.xSync = _ReadWrite(write), _Truncate(truncate), _Sync(sync)
    ours.xShmMap = _SharedMemory(shared_memory)
    return ours
