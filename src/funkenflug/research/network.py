"""A small network for any game, in NumPy: `funkenflug.research.alphazero` trains it; playing needs no PyTorch.

Every cell has a vector, which layer by layer takes in those of its neighbours and that of the whole board. The policy
has a number for each cell and channel (see `Encoding.places`), so the weights do not depend on the size of the board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from funkenflug.bots.players import Clock, Player, seed_for
from funkenflug.core.view import View
from funkenflug.games import find_game
from funkenflug.kernel import Array
from funkenflug.match.game import Game, Move, determinize
from funkenflug.research.batched import BatchedSearch
from funkenflug.research.encoding import Encoding, Look

LAYERS: Final = 3


def forward(arrays: Any, weights: Mapping[str, Any], cells: Any, board: Any, beside: Any) -> Any:
    """Return the numbers of the policy (see `Network.places`) and the values.

    `arrays` is numpy or torch, and the rest are its arrays. Sums are in place, which is faster.
    """
    whole = (board @ weights["board"] + weights["board bias"]).clip(min=0)
    state = None
    for layer in range(LAYERS):
        inputs = cells if state is None else state
        shared = whole @ weights[f"board {layer}"] + inputs.mean(axis=1) @ weights[f"mean {layer}"]
        shared += weights[f"bias {layer}"]
        change = inputs @ weights[f"cell {layer}"]
        change += beside @ (inputs @ weights[f"around {layer}"])
        change += shared[:, None, :]
        change = change.clip(min=0)
        state = change if state is None else state + change
    assert state is not None
    summary = (state.mean(axis=1) @ weights["mean"] + whole @ weights["whole"] + weights["bias"]).clip(min=0)
    values = arrays.tanh(summary @ weights["value"] + weights["value bias"])
    by_cell = (state @ weights["policy"]).reshape(len(cells), -1)
    none = arrays.zeros((len(cells), 1), dtype=by_cell.dtype)
    return arrays.concatenate([by_cell, summary @ weights["board policy"], none], axis=1), values


class Network:
    """The weights, for one kind of match. It can be called by `BatchedSearch`."""

    def __init__(self, encoding: Encoding, weights: Mapping[str, Array]) -> None:
        self.encoding = encoding
        self.weights = dict(weights)
        wanted = {name: shape for name, (shape, _) in _shapes(encoding, len(self.weights["bias 0"])).items()}
        if {name: array.shape for name, array in self.weights.items()} != wanted:
            raise ValueError(f"these weights are not for {encoding.type.title} with {encoding.players} players")

    @classmethod
    def fresh(cls, encoding: Encoding, seed: int = 0, width: int = 32) -> Network:
        """Return a network that has learned nothing."""
        rng = np.random.default_rng(seed)
        weights = {
            name: (scale * rng.standard_normal(shape)).astype(np.float32)
            for name, (shape, scale) in _shapes(encoding, width).items()
        }
        return cls(encoding, weights)

    def __call__(self, look: Look) -> tuple[Array, Array]:
        """Return the logits and the values of canonical positions."""
        numbers, values = forward(np, self.weights, *self.inputs(look))
        logits = numbers.take(self.places[0], axis=1)
        logits += numbers.take(self.places[1], axis=1)
        return logits, values

    def inputs(self, look: Look) -> tuple[Array, Array, Array]:
        """Return what the network sees of canonical positions: cells, the whole board, and which cells are beside."""
        tokens = self.encoding.tokens(look.observations)
        lead = look.scores[:, :1] - look.scores[:, 1:].max(axis=1, initial=0, keepdims=True)
        points = np.concatenate([look.scores, lead], axis=1) / np.float32(10)
        return tokens.cells, np.concatenate([tokens.board, points], axis=1), tokens.beside

    @cached_property
    def places(self) -> Array:
        """(2, actions): which numbers of the policy make up the logit of each action."""
        places = self.encoding.places
        cells = len(getattr(self.encoding.tensors, "cells", (0,)))
        by_cell = cells * places.cell_channels
        indices = places.cells * places.cell_channels + places.channels
        none = by_cell + places.board_channels
        indices = np.where(places.cells >= 0, indices, none)
        nowhere = (places.cells < 0).all(axis=1)
        indices[nowhere, 0] = by_cell + places.channels[nowhere, 0]
        return np.ascontiguousarray(indices.T)

    def save(self, path: str | Path, **facts: Any) -> None:
        """Write the weights in half precision, with facts about them."""
        arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in self.weights.items()}
        facts = {"game": self.encoding.type.id, "players": self.encoding.players, **facts}
        with Path(path).open("wb") as file:
            np.savez_compressed(file, facts=np.array(json.dumps(facts)), **arrays)


def _shapes(encoding: Encoding, width: int) -> dict[str, tuple[tuple[int, ...], float]]:
    """Return the shapes of the weights, each with the spread of its first values."""
    look = encoding.look(np.array([encoding.start.state], encoding.type.rules.STATE), canonical=True)
    tokens = encoding.tokens(look.observations)
    facts, numbers = tokens.cells.shape[2], tokens.board.shape[1] + encoding.players + 1
    shapes: dict[str, tuple[tuple[int, ...], float]] = {
        "board": ((numbers, width), numbers**-0.5),
        "board bias": ((width,), 0.0),
    }
    for layer in range(LAYERS):
        inputs = width if layer else facts
        shapes |= {
            f"cell {layer}": ((inputs, width), (2 * inputs) ** -0.5),
            f"around {layer}": ((inputs, width), 0.3 * (2 * inputs) ** -0.5),
            f"mean {layer}": ((inputs, width), (4 * inputs) ** -0.5),
            f"board {layer}": ((width, width), (4 * width) ** -0.5),
            f"bias {layer}": ((width,), 0.0),
        }
    places = encoding.places
    return shapes | {
        "mean": ((width, 2 * width), width**-0.5),
        "whole": ((width, 2 * width), width**-0.5),
        "bias": ((2 * width,), 0.0),
        "value": ((2 * width, encoding.players), 0.05),
        "value bias": ((encoding.players,), 0.0),
        "policy": ((width, places.cell_channels), 0.02),
        "board policy": ((2 * width, places.board_channels), 0.02),
    }


def read_weights(path: str | Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """Return the weights in a file, and the facts about them."""
    try:
        with np.load(path) as file:
            facts = json.loads(str(file["facts"]))
            return {name: file[name].astype(np.float32) for name in file.files if name != "facts"}, facts
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise ValueError(f"{path} is no file with the weights of a network") from error


class NetworkPlayer(Player):
    """Plays with a trained network: the one of the game, or that in a file.

    `simulations` is how many positions it looks at for a move; 0 plays what the network prefers at first sight.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, seed=7)
    >>> NetworkPlayer().choose(game.view(1), game.legal_moves(), funkenflug.Clock()) in game.legal_moves()
    True
    """

    def __init__(self, path: str | Path | None = None, simulations: int = 64, seed: int = 0) -> None:
        if simulations < 0:
            raise ValueError(f"a number of simulations is 0 or more, not {simulations}")
        self.simulations = simulations
        self._path = path
        self._seed = seed
        self._networks: dict[tuple[Any, ...], Network] = {}

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the best move that the search finds."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        match = determinize(view)
        network = self._network(match)
        positions = np.array([match.state], match.type.rules.STATE)
        if self.simulations:
            search = BatchedSearch(network.encoding, self.simulations)
            found = search(positions, network, seed=seed_for(view, self._seed), explore=False)
            action = int(found.actions[0])
        else:
            look = network.encoding.look(positions, canonical=True)
            best = np.where(look.masks, network(look)[0], -np.inf).argmax(axis=1)
            action = int(network.encoding.real_actions(best, look.seats)[0])
        return network.encoding.text(positions[0], action)

    def _network(self, match: Game) -> Network:
        kind = (match.type.id, match.players, match.mode, match.options, match.setup.deal, match.setup.position)
        if kind not in self._networks:
            path = trained_network(match.type.id) if self._path is None else self._path
            weights, facts = read_weights(path)
            if facts["game"] != match.type.id or facts["players"] != match.players:
                raise ValueError(
                    f"this network plays {facts['game']} with {facts['players']} players, "
                    f"not {match.type.id} with {match.players}"
                )
            start = Game(match.type, match.setup, match.names, match.date)
            self._networks = {kind: Network(Encoding(start), weights)}
        return self._networks[kind]


def trained_network(game_id: str) -> Path:
    """Return the trained network of a game: `learn/network.npz` in its folder."""
    game_type = find_game(game_id)
    path = game_type.folder / "learn" / "network.npz"
    if not path.exists():
        raise ValueError(f"there is no trained network for {game_type.title}")
    return path
