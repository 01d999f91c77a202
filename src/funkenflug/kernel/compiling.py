"""Compile functions with Numba, and keep the machine code on disk."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs

_numba_settings: Any = numba.config
_F = TypeVar("_F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_sources_outside: set[Path] = set()
_functions: list[Any] = []


@cache
def cache_folder() -> Path:
    """Return the cache folder for machine code; its name is a hash of the sources and the versions of Numba and NumPy.

    Numba notices a change only in the file of the compiled function, not in the files it calls. A new folder for every
    version of the sources is never stale.
    """
    fingerprint = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
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
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError("no folder to keep compiled rules in: set NUMBA_CACHE_DIR to one that can be written")


def compiled(function: _F) -> _F:
    """Compile a function without Python objects and without the GIL, and cache it on disk."""
    with _numba_cache():
        result = numba.njit(function, cache=True, nogil=True, error_model="numpy")
    _functions.append(result)
    return cast(_F, result)


def include_source(source: Path, state_type: np.dtype[np.void]) -> None:
    """Change the cache folder if a game that is not part of this package differs from what was compiled there.

    Code that knows no game is compiled together with the game that it is called with.
    """
    if source.is_relative_to(_PACKAGE) or _numba_settings.DISABLE_JIT:
        return
    name = hashlib.sha256(f"{source.name} {state_type!r}".encode()).hexdigest()[:16]
    version = hashlib.sha256(source.read_bytes()).hexdigest()
    stamp = cache_folder() / f"{name}.source"
    try:
        with stamp.open("x") as file:
            file.write(version)
    except FileExistsError:
        if stamp.read_text() != version:
            _change_folder(source)


def _change_folder(source: Path) -> None:
    _sources_outside.add(source)
    cache_folder.cache_clear()
    with _numba_cache():
        for function in _functions:
            function.enable_caching()


@contextmanager
def _numba_cache() -> Iterator[None]:
    theirs = _numba_settings.CACHE_DIR
    _numba_settings.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        _numba_settings.CACHE_DIR = theirs
