"""Compile functions with Numba, and keep the machine code on disk.

Numba is imported when a function is first called, not with this module: `import funkenflug` and the first page of a
site do without it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, update_wrapper
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numpy as np
import platformdirs

from funkenflug.kernel.records import Record

_F = TypeVar("_F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_sources_outside: set[Path] = set()
_dispatchers: list[Any] = []
_numba_lock = threading.RLock()


@overload
def compiled(function: _F) -> _F: ...
@overload
def compiled(*, nogil: bool = False, inline: bool = False) -> Callable[[_F], _F]: ...
def compiled(function: _F | None = None, *, nogil: bool = False, inline: bool = False) -> _F | Callable[[_F], _F]:
    """Compile a function without Python objects when it is first called, and cache it on disk.

    `nogil`: it lets other threads run meanwhile. That is for functions that Python calls and that take longer than a
    few microseconds: giving the GIL up and getting it back takes longer than most rules.
    `inline`: it becomes a part of the functions that call it. That is for parts of an inner loop that take named tuples
    of arrays: a call counts a reference to each of the arrays.
    """
    if function is None:
        return lambda function: cast(_F, Compiled(function, nogil, inline))
    return cast(_F, Compiled(function, nogil, inline))


def specialised(function: _F, *arguments: Any) -> _F:
    """Return the machine code of a function for arguments like these; the function itself while there is none.

    Whoever calls it promises such arguments: their types are not looked at again, which takes longer than most rules.
    """
    return cast(_F, function.for_types_of(arguments)) if isinstance(function, Compiled) else function


class Compiled:
    """A function that Numba compiles, or loads from the cache, when it is first called."""

    def __init__(self, function: Callable[..., Any], nogil: bool = False, inline: bool = False) -> None:
        update_wrapper(self, function)
        self._nogil, self._inline = nogil, inline
        self.py_func = function
        """The function as plain Python, as Numba calls it."""
        self._run = self._prepare_and_run
        self._machine_code: dict[tuple[Any, ...], Callable[..., Any]] = {}
        """By kinds of arguments: what Numba would call. By the type of a record it would look ten times as long."""

    def __call__(self, *arguments: Any) -> Any:
        """Call the function."""
        machine_code = self._machine_code.get(tuple(map(_kind, arguments)))
        return self._run(*arguments) if machine_code is None else machine_code(*arguments)

    def for_types_of(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """See `specialised`."""
        return self._machine_code.get(tuple(map(_kind, arguments)), self)

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's version of the function; the function itself if Numba is told not to compile."""
        import numba

        import funkenflug.kernel.numba_types  # noqa: F401  (it tells Numba about the kernel)

        with _numba_cache():
            dispatcher = numba.njit(
                self.py_func, cache=True, nogil=self._nogil, forceinline=self._inline, error_model="numpy"
            )
            _dispatchers.append(dispatcher)
        return dispatcher

    def _prepare_and_run(self, *arguments: Any) -> Any:
        if not _background.users:
            self._run = self._compile_and_run
        elif not (_background.compiles_here or self._is_loaded_for(arguments)):
            return self.py_func(*arguments)
        return self._compile_and_run(*arguments)

    def _compile_and_run(self, *arguments: Any) -> Any:
        result = self.dispatcher(*arguments)
        kinds = tuple(map(_kind, arguments))
        if None not in kinds and hasattr(self.dispatcher, "get_overload"):  # or it is plain Python
            from numba import typeof

            self._machine_code[kinds] = self.dispatcher.get_overload(tuple(map(typeof, arguments)))
        return result

    def _is_loaded_for(self, arguments: tuple[Any, ...]) -> bool:
        """Return whether there is machine code for arguments of these types."""
        if "dispatcher" not in vars(self):
            return False
        from numba import typeof

        return tuple(map(typeof, arguments)) in getattr(self.dispatcher, "signatures", ())


def _kind(value: Any) -> Any:
    """Return what decides Numba's type of an argument; None if that takes more than a look."""
    kind = type(value)
    if kind is int or kind is float:
        return kind
    if kind is Record:
        return value.dtype
    return (value.dtype, value.ndim, value.flags.num) if kind is np.ndarray else None


# In the background --------------------------------------------------------------------------------------------------


class _Background(threading.local):
    users = 0
    """Blocks of `compiled_in_background` that are running, in all threads."""
    compiles_here = False
    """Whether this thread compiles."""


_background = _Background()


@contextmanager
def compiled_in_background() -> Iterator[None]:
    """In this block, run functions as plain Python until a thread has compiled them with `compiling_here`.

    Plain Python is hundreds of times slower, but nobody waits for the compiler.
    """
    with _numba_lock:
        _Background.users += 1
    try:
        yield
    finally:
        with _numba_lock:
            _Background.users -= 1


@contextmanager
def compiling_here() -> Iterator[None]:
    """In this block and thread, compile the functions that are called, or load them from the cache."""
    _background.compiles_here = True
    try:
        yield
    finally:
        _background.compiles_here = False


# The cache ----------------------------------------------------------------------------------------------------------


@cache
def cache_folder() -> Path:
    """Return the cache folder for machine code; its name is a hash of the sources and the versions of Numba and NumPy.

    Numba notices a change only in the file of the compiled function, not in the files it calls. A new folder for every
    version of the sources is never stale.
    """
    fingerprint = hashlib.sha256(f"{version('numba')} {version('numpy')}".encode())
    for source in sorted(_PACKAGE.rglob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text or source.parent.name == "kernel":
            fingerprint.update(str(source.relative_to(_PACKAGE)).encode() + b"\0" + text)
    for source in sorted(_sources_outside):
        fingerprint.update(str(source).encode() + b"\0" + source.read_bytes())
    name = fingerprint.hexdigest()[:16]
    homes = (os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("funkenflug"), tempfile.gettempdir())
    for home in filter(None, homes):
        folder = Path(home, f"funkenflug-kernels-{name}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if _is_private(folder):
                return folder
        except OSError:
            continue
    raise OSError("no folder of our own to keep compiled rules in: set NUMBA_CACHE_DIR to one of this user")


def _is_private(folder: Path) -> bool:
    """Return whether a folder is our own, and let nobody else write there: code is loaded from it."""
    if os.name == "posix":
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            return False
        folder.chmod(0o700)
    return os.access(folder, os.W_OK)


def include_source(source: Path, module: str, state_type: np.dtype[np.void]) -> None:
    """Change the cache folder if a game that is not part of this package differs from what was compiled there.

    Code that knows no game is compiled together with the game that it is called with, and names its module.
    """
    if source.is_relative_to(_PACKAGE):
        return
    name = hashlib.sha256(f"{source.name} {state_type!r}".encode()).hexdigest()[:16]
    fingerprint = hashlib.sha256(module.encode() + source.read_bytes()).hexdigest()
    stamp = cache_folder() / f"{name}.source"
    try:
        with stamp.open("x") as file:
            file.write(fingerprint)
    except FileExistsError:
        if stamp.read_text() != fingerprint:
            _change_folder(source)


def _change_folder(source: Path) -> None:
    _sources_outside.add(source)
    cache_folder.cache_clear()
    if _dispatchers:
        with _numba_cache():
            for dispatcher in _dispatchers:
                dispatcher.enable_caching()


@contextmanager
def _numba_cache() -> Iterator[None]:
    """Make Numba use our cache folder for functions that are declared in this block."""
    import numba

    settings: Any = numba.config
    with _numba_lock:
        theirs = settings.CACHE_DIR
        settings.CACHE_DIR = str(cache_folder())
        try:
            yield
        finally:
            settings.CACHE_DIR = theirs
