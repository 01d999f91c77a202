"""Hooks: the functions that a game may provide, and the rooms of its folder where they belong.

`GameType` declares every hook with its room. A game marks a function as one of them:

    @hook
    def holdings(view: HexView) -> tuple[Message, ...]:
        ...

A room is a module (`show.py`) or a package (`show/`) in the package of the game; all modules of a package are searched.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import RLock
from types import ModuleType
from typing import Any, Final, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

ROOMS: Final = {
    "rules": "the rules, moves as text, the deal, what a seat may know",
    "show": "the game in words and pictures",
    "teach": "for people who learn it: lessons, a coach, puzzles",
    "learn": "for bots that learn it: heuristics, features, observations",
    "solve": "a solver of solitaires",
}
LOADED_AT_ONCE: Final = ("rules", "learn")
"""These rooms give compiled functions to the kernel. The others are loaded when one of their hooks is first used."""


@dataclass(frozen=True, slots=True)
class Hook:
    """A function that a game may provide."""

    name: str
    room: str
    parameters: tuple[str, ...]
    """The names of its positional parameters."""


HOOKS: Final[dict[str, Hook]] = {}
"""All hooks by their names, in the order of `GameType`."""


def declare(room: str) -> Callable[[_F], _F]:
    """Declare a method of `GameType` as a hook."""

    def note(method: _F) -> _F:
        declare_as(method.__name__, room, method)
        return method

    return note


def declare_as(name: str, room: str, method: Callable[..., Any]) -> None:
    """Declare a hook with the parameters of a method."""
    HOOKS[name] = Hook(name, room, _parameters(method)[1:])


def hook(function: _F) -> _F:
    """Mark a function of a game as a hook: it takes the place of the method of `GameType` that has its name."""
    check_hook(function.__name__, function, f"{function.__module__}.{function.__name__}")
    function.__hook__ = function.__module__  # type: ignore[attr-defined]
    return function


def check_hook(name: str, function: Callable[..., Any], where: str) -> None:
    """Raise a `TypeError` if there is no such hook, or if the function has other parameters."""
    if name not in HOOKS:
        raise TypeError(f"{where}: there is no hook `{name}`{nearest(name, HOOKS)}")
    expected = HOOKS[name].parameters
    if (found := _parameters(function)) != expected:
        raise TypeError(f"{where} takes ({', '.join(found)}), but the hook `{name}` takes ({', '.join(expected)})")


def nearest(name: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """Return a question about the name that was probably meant; empty if none is near.

    >>> nearest("hodings", ["holdings", "task"])
    '; did you mean `holdings`?'
    """
    near = get_close_matches(name, names, 1, likeness)
    return f"; did you mean `{near[0]}`?" if near else ""


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(name for name, parameter in inspect.signature(function).parameters.items() if parameter.kind in kinds)


# Rooms --------------------------------------------------------------------------------------------------------------


def rooms_of(package: ModuleType) -> list[str]:
    """Return the rooms that a game's package has, as modules or packages; a folder without Python has only files."""
    rooms = []
    for room in ROOMS:
        for folder in map(Path, getattr(package, "__path__", ())):
            is_package = (folder / room / "__init__.py").is_file()
            if not is_package and any((folder / room).glob("*.py")):
                raise TypeError(f"{folder / room} has Python files, but no __init__.py")
            if is_package or (folder / f"{room}.py").is_file():
                rooms.append(room)
    return rooms


def room_modules(package: str, room: str) -> Iterator[ModuleType]:
    """Import and yield the modules of a room."""
    module = import_module(f"{package}.{room}")
    yield module
    for found in iter_modules(getattr(module, "__path__", ())):
        yield import_module(f"{module.__name__}.{found.name}")


def hooks_in(package: str, room: str) -> dict[str, Callable[..., Any]]:
    """Return the hooks that a room provides; a `TypeError` names one that belongs elsewhere or is there twice."""
    provided: dict[str, Callable[..., Any]] = {}
    for module in room_modules(package, room):
        for name, function in vars(module).items():
            if getattr(function, "__hook__", None) != module.__name__ or function.__name__ != name:
                continue
            if HOOKS[name].room != room:
                right = HOOKS[name].room
                raise TypeError(f"{module.__name__}.{name}: the hook `{name}` belongs in the room {right}, not {room}")
            if name in provided:
                raise TypeError(f"{module.__name__}.{name}: {provided[name].__module__} has this hook, too")
            provided[name] = function
    return provided


class Unloaded:
    """Stands in a game's class for a hook whose room is not loaded yet."""

    def __init__(self, room: Room, name: str) -> None:
        self.room, self.name = room, name

    def __get__(self, instance: object, owner: type) -> Any:
        self.room.load()
        return getattr(owner if instance is None else instance, self.name)


class Room:
    """A room of a game's class, whose hooks become plain attributes of the class once they are loaded."""

    _loading = RLock()

    def __init__(self, owner: type, name: str) -> None:
        self.owner, self.name, self.loaded = owner, name, False

    def announce(self) -> None:
        """Load the room when one of its hooks is first used."""
        for name, declared in HOOKS.items():
            if declared.room == self.name and name not in vars(self.owner):
                setattr(self.owner, name, Unloaded(self, name))

    def load(self) -> None:
        """Put its functions into the class; a hook that the room lacks falls back to `GameType`."""
        with self._loading:
            if self.loaded:
                return
            provided = hooks_in(self.owner.__module__, self.name)
            for name, function in provided.items():
                if not isinstance(vars(self.owner).get(name, Unloaded(self, name)), Unloaded):
                    where = f"{function.__module__}.{name}"
                    raise TypeError(f"{where}: the class {self.owner.__name__} has this hook, too")
                setattr(self.owner, name, staticmethod(function))
            for name, value in list(vars(self.owner).items()):
                if isinstance(value, Unloaded) and value.room is self:
                    delattr(self.owner, name)
            self.loaded = True


def module_of(package: str, room: str, name: str) -> ModuleType | None:
    """Return a module of a loaded room: `rules/rules.py`, or the room itself if it is a single file; else None."""
    single = sys.modules.get(f"{package}.{room}")
    return single if single is None or not hasattr(single, "__path__") else sys.modules.get(f"{single.__name__}.{name}")
