"""Write what editors and type checkers know of each game: `python docs/make_game_types.py`.

The signatures of `new`, and of `view`, `outcome`, `draw` and `svg` of a match, depend on the game. They go to
src/funkenflug/match/typed.pyi.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import funkenflug
from funkenflug.games.base import GameType
from funkenflug.match.game import Game, new
from funkenflug.match.typed import class_name

TARGET = Path(funkenflug.__file__).parent / "match" / "typed.pyi"
_HEAD = """\
# Generated: python docs/make_game_types.py

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Never, overload

from funkenflug.core.drawing import Drawing, Theme
from funkenflug.core.overlay import Arrow
from funkenflug.games.base import GameType
"""


def types(games: Iterable[GameType]) -> str:
    """Return the text of the stub."""
    games = list(games)
    modules = sorted((type(game).view.__module__, _result(game.outcome), _result(game.view)) for game in games)
    imports = [f"from {module} import {outcome}, {view}\n" for module, outcome, view in modules]
    any_game = _overload([*_parameters(new), "**deal: Any"], "Game")
    parts = [_HEAD, *imports, "from funkenflug.match.game import Game\n"]
    parts += ["\ndef class_name(game_type: GameType) -> str: ...\n", *map(_match, games)]
    return "".join([*parts, "\n", *map(_new, games), any_game])


def _match(game: GameType) -> str:
    flags = inspect.signature(game.draw).parameters
    own = [_written(flags[word]) for word in game.draw_flags()]
    methods = [
        f"    def view(self, seat: int | None = None) -> {_result(game.view)}: ...\n",
        f"    def outcome(self) -> {_result(game.outcome)} | None: ...\n",
        _method("draw", [*_parameters(Game.draw), *own], "Drawing"),
        _method("svg", [*_parameters(Game.svg), *own], "str"),
    ]
    return f"\nclass {class_name(game)}(Game):\n{''.join(methods)}"


def _method(name: str, parameters: list[str], result: str) -> str:
    lines = "".join(f"        {parameter},\n" for parameter in parameters)
    return f"    def {name}(  # type: ignore[override]\n{lines}    ) -> {result}: ...\n"


def _new(game: GameType) -> str:
    narrow = {
        "game_id": f"Literal[{_quoted([game.id])}]",
        "mode": f"Literal[{_quoted(mode.id for mode in game.modes)}] | None = None",
        "options": f"Iterable[Literal[{_quoted(option.id for option in game.options)}]] = ()",
    }
    if not game.options:
        narrow["options"] = "Iterable[Never] = ()"
    parameters = []
    for parameter in _parameters(new):
        name = parameter.partition(":")[0]
        parameters.append(f"{name}: {narrow[name]}" if name in narrow else parameter)
    parameters += [f"{word}: {_deal_type(game, word)} | None = None" for word in game.deal_words]
    return _overload(parameters, class_name(game))


def _deal_type(game: GameType, word: str) -> str:
    names = [name for choice in game.choices if choice.word == word for name, _ in choice.values]
    given = game.deal_types.get(word, "Any")
    return f"Literal[{_quoted(names)}] | {given}" if names else given


def _overload(parameters: list[str], result: str) -> str:
    lines = "".join(f"    {parameter},\n" for parameter in parameters)
    return f"@overload\ndef new(\n{lines}) -> {result}: ...\n"


def _parameters(function: Callable[..., Any]) -> list[str]:
    """Return the parameters of a function without the `**` one, as they are written."""
    found = inspect.signature(function).parameters.values()
    positional = [_written(one) for one in found if one.kind is one.POSITIONAL_OR_KEYWORD]
    return [*positional, "*", *(_written(one) for one in found if one.kind is one.KEYWORD_ONLY)]


def _written(parameter: inspect.Parameter) -> str:
    if parameter.annotation is parameter.empty:
        return parameter.name
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}".replace("'", '"')
    return f"{parameter.name}: {parameter.annotation}{default}"


def _result(function: Callable[..., Any]) -> str:
    return str(inspect.signature(function).return_annotation)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


if __name__ == "__main__":
    TARGET.write_text(types(funkenflug.list_games()), encoding="utf-8")
