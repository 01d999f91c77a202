"""Observations and policies as another seat sees them, or turned by a symmetry of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from funkenflug.games.meaning import DIRECTION, SEAT, Meaning, Q, R, Symmetry
from funkenflug.kernel import MOST_SEATS, Array


class Transformation:
    """A change of all numbers of observations, and of all actions, that leads to an equal position.

    What is the best action in one position becomes the best action in the other.
    """

    def __init__(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        meaning: Mapping[str, Meaning],
        symmetry: Symmetry,
        actions: Array,
    ) -> None:
        self.actions = actions
        """The image of each action."""
        sources, lookups, turned, start = [], [], [], 0
        for name, shape in shapes.items():
            indices = start + np.arange(prod(shape))
            start += prod(shape)
            if name in meaning:
                grid = _grid(indices, shape, meaning[name])
                sources.append(_sources(grid, meaning[name], symmetry).ravel())
                lookups += _lookups(grid, meaning[name], symmetry)
                turned += _coordinates(grid, meaning[name], symmetry)
            else:
                sources.append(indices)
        self._source = np.concatenate(sources)
        self._lookups = lookups
        self._turned = turned
        self._matrix = np.array(symmetry.turn)

    @cached_property
    def changes_nothing(self) -> bool:
        """Whether everything stays as it is."""
        still = (self._source == np.arange(len(self._source))).all() and (self._matrix == np.eye(2)).all()
        return bool(still and not self._lookups and self._keeps_actions)

    def observations(self, observations: Array) -> Array:
        """Return observations (…, size) as they look after the change."""
        if self.changes_nothing:
            return observations
        result: Array = observations[..., self._source]
        for indices, table in self._lookups:
            result[..., indices] = table[result[..., indices]]
        for q, r in self._turned:
            (a, b), (c, d) = self._matrix.astype(np.int8)
            old_q, old_r = result[..., q], result[..., r]
            result[..., q], result[..., r] = a * old_q + b * old_r, c * old_q + d * old_r
        return result

    def policies(self, policies: Array) -> Array:
        """Return masks, logits or probabilities (…, actions) as they look after the change."""
        return policies if self._keeps_actions else policies.take(self._origins, axis=-1)

    @cached_property
    def _keeps_actions(self) -> bool:
        return bool((self.actions == np.arange(len(self.actions))).all())

    @cached_property
    def _origins(self) -> Array:
        return np.argsort(self.actions)


def _grid(indices: Array, shape: tuple[int, ...], meaning: Meaning) -> Array:
    """Return the indices of a part with one axis for each of its meaning; rows and columns are one axis of cells."""
    axes = len(meaning.axes) + bool(meaning.facts)
    return indices.reshape(-1, *shape[len(shape) - axes + 1 :])


def _sources(grid: Array, meaning: Meaning, symmetry: Symmetry) -> Array:
    """Return for each number where it comes from."""
    images = [symmetry.axes.get(axis, np.arange(size)) for axis, size in zip(meaning.axes, grid.shape, strict=False)]
    if meaning.facts:
        images.append(_fact_images(meaning, symmetry))
    result = np.empty_like(grid)
    result[np.ix_(*images)] = grid
    for place, fact in enumerate(meaning.facts):
        if fact.kind in (Q, R) and "cell" in symmetry.axes:  # the board goes over into itself
            result[..., place] = grid[..., place]
    return result


def _fact_images(meaning: Meaning, symmetry: Symmetry) -> Array:
    place_of = {(fact.name, fact.place): place for place, fact in enumerate(meaning.facts)}
    images = []
    for fact in meaning.facts:
        index = int(symmetry.axes[fact.axis][fact.place]) if fact.axis in symmetry.axes else fact.place
        images.append(place_of[fact.name, index])
    return np.array(images)


def _lookups(grid: Array, meaning: Meaning, symmetry: Symmetry) -> list[tuple[Array, Array]]:
    """Return the numbers that name something which changes, with a table of the new names."""
    found = []
    for place, fact in enumerate(meaning.facts):
        table = np.arange(256).astype(np.uint8).view(np.int8)  # indexed by a number modulo 256
        if fact.kind in (SEAT, DIRECTION) and fact.kind in symmetry.axes:
            image = symmetry.axes[fact.kind]
            table[1 : 1 + len(image)] = 1 + image
        elif fact.kind in symmetry.values:
            image = symmetry.values[fact.kind]
            table[: len(image)] = image
        else:
            continue
        found.append((grid[..., place].ravel(), table))
    return found


def _coordinates(grid: Array, meaning: Meaning, symmetry: Symmetry) -> list[tuple[Array, Array]]:
    place_of = {fact.kind: place for place, fact in enumerate(meaning.facts)}
    if Q not in place_of or "cell" in symmetry.axes:
        return []
    return [(grid[..., place_of[Q]].ravel(), grid[..., place_of[R]].ravel())]


def seats_from(seat: int, players: int, colours_of: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Return the image of each seat and of each colour if `seat` becomes the first.

    >>> seats_from(1, 3, ((0,), (1,), (2,)))
    (array([2, 0, 1, 3]), array([2, 0, 1, 3]))
    """
    seats, colours = np.arange(MOST_SEATS), np.arange(4)
    for other in range(players):
        seats[other] = (other - seat) % players
        colours[list(colours_of[other])] = colours_of[seats[other]]
    return seats, colours


def moved(values: Array, seats: Any, players: int) -> Array:
    """Return numbers by seat (n, players) with those of `seats` first."""
    order = (np.asarray(seats)[:, None] + np.arange(players)) % players
    return np.take_along_axis(values, order, axis=1)
