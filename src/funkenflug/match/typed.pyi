# Generated: python docs/make_game_types.py

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Never, overload

from funkenflug.core.drawing import Drawing, Theme
from funkenflug.core.overlay import Arrow
from funkenflug.games.base import GameType
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserOutcome, FeuerWasserView
from funkenflug.games.feurio.rules.view import FeurioOutcome, FeurioView
from funkenflug.games.vulkan.rules.view import VulkanOutcome, VulkanView
from funkenflug.match.game import Game

def class_name(game_type: GameType) -> str: ...

class FeurioGame(Game):
    def view(self, seat: int | None = None) -> FeurioView: ...
    def outcome(self) -> FeurioOutcome | None: ...
    def draw(  # type: ignore[override]
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        regions: bool = False,
        names: bool = False,
    ) -> Drawing: ...
    def svg(  # type: ignore[override]
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        theme: Theme = "auto",
        size: float | None = None,
        colours: Mapping[str, str] | None = None,
        regions: bool = False,
        names: bool = False,
    ) -> str: ...

class VulkanGame(Game):
    def view(self, seat: int | None = None) -> VulkanView: ...
    def outcome(self) -> VulkanOutcome | None: ...
    def draw(  # type: ignore[override]
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        cards: bool = True,
        names: bool = False,
    ) -> Drawing: ...
    def svg(  # type: ignore[override]
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        theme: Theme = "auto",
        size: float | None = None,
        colours: Mapping[str, str] | None = None,
        cards: bool = True,
        names: bool = False,
    ) -> str: ...

class FeuerWasserGame(Game):
    def view(self, seat: int | None = None) -> FeuerWasserView: ...
    def outcome(self) -> FeuerWasserOutcome | None: ...
    def draw(  # type: ignore[override]
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        influence: str | None = None,
        cards: bool = True,
        all_hints: bool = False,
    ) -> Drawing: ...
    def svg(  # type: ignore[override]
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        theme: Theme = "auto",
        size: float | None = None,
        colours: Mapping[str, str] | None = None,
        influence: str | None = None,
        cards: bool = True,
        all_hints: bool = False,
    ) -> str: ...

@overload
def new(
    game_id: Literal["feurio"],
    *,
    players: int,
    mode: Literal["competitive", "solitaire", "cooperative"] | None = None,
    options: Iterable[Literal["firebreak", "hotter"]] = (),
    seed: int | str | None = None,
    names: Iterable[str] | None = None,
    deck: Sequence[int] | None = None,
) -> FeurioGame: ...
@overload
def new(
    game_id: Literal["vulkan"],
    *,
    players: int,
    mode: Literal["competitive", "solitaire", "cooperative"] | None = None,
    options: Iterable[Never] = (),
    seed: int | str | None = None,
    names: Iterable[str] | None = None,
    layout: Literal["random", "hexagon", "parallelogram"] | Mapping[tuple[int, int], int] | None = None,
) -> VulkanGame: ...
@overload
def new(
    game_id: Literal["feuer-wasser"],
    *,
    players: int,
    mode: Literal["competitive"] | None = None,
    options: Iterable[Never] = (),
    seed: int | str | None = None,
    names: Iterable[str] | None = None,
    board: Literal["standard", "6x6", "8x8", "10x10", "12x8", "12x12"] | str | Sequence[str] | None = None,
    piles: Sequence[Sequence[tuple[int, int]]] | None = None,
) -> FeuerWasserGame: ...
@overload
def new(
    game_id: str,
    *,
    players: int,
    mode: str | None = None,
    options: Iterable[str] = (),
    seed: int | str | None = None,
    names: Iterable[str] | None = None,
    **deal: Any,
) -> Game: ...
