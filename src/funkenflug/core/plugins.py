"""Classes outside the package, named as `module:Class`: games, and players of an arena."""

from __future__ import annotations

import re
import sys
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")

CLASS_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def load_class(description: str, base: type[T], folder: Path | None = None) -> type[T]:
    """Return the class `module:Class`, derived from `base`. Modules in `folder` come before all others."""
    if not CLASS_NAME.fullmatch(description):
        raise ValueError(f"{description!r} does not name a class: write module:Class")
    name, _, class_name = description.partition(":")
    try:
        module = import_module(name) if folder is None else _import_from(folder, name)
    except ImportError as error:
        raise ValueError(f"{description}: {error}") from error
    except Exception as error:  # the module is somebody else's, and may raise anything
        raise ValueError(f"{description} cannot be imported: {_summary(error)}") from error
    if not hasattr(module, class_name):
        raise ValueError(f"{name} has no class {class_name}")
    found = getattr(module, class_name)
    if not (isinstance(found, type) and issubclass(found, base)):
        raise ValueError(f"{description} is not a subclass of {base.__name__}")
    return found


def _import_from(folder: Path, name: str) -> ModuleType:
    sys.path.insert(0, str(folder))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(folder))


def _summary(error: Exception) -> str:
    """Return an error in one line, with its place."""
    if isinstance(error, SyntaxError):  # its text has the place
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"
