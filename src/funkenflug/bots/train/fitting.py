"""Fit a model to a dataset by gradient descent. NumPy is enough: a model has a few thousand weights."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from funkenflug.bots.model import NO_MODEL, OUTPUTS, Model
from funkenflug.bots.train.samples import Dataset
from funkenflug.kernel import Array

UNITS = 32
"""Hidden units of a model."""
_BATCH = 512
_DECAY = 1e-3
PLAYOUTS = 0.5
"""The share of simulations with playouts, where there are some: see `Model.playouts`."""
_POINTS = 0.3
"""The weight of the error in points relative to that in chances."""


def begin(dataset: Dataset, seed: int = 0) -> Model:
    """Return an untrained model."""
    rng = np.random.default_rng(seed)
    width = dataset.seen.shape[2]
    first = (rng.standard_normal((width, UNITS + OUTPUTS)) * 0.1).astype(np.float32)
    first[:, UNITS:] = 0.0
    second = (rng.standard_normal((UNITS, OUTPUTS)) * 0.1).astype(np.float32)
    scale = float(max(1.0, dataset.points.std()))
    return Model(first, np.zeros(UNITS + OUTPUTS, np.float32), second, scale, NO_MODEL.policy, PLAYOUTS)


def fit(model: Model, dataset: Dataset, kept_back: Dataset, *, epochs: int, rate: float, seed: int = 0) -> Model:
    """Train with Adam, and return the model of the epoch with the smallest error on the data kept back."""
    rng = np.random.default_rng(seed)
    weights = [model.first.copy(), model.bias.copy(), model.second.copy()]
    means, squares = ([np.zeros_like(each) for each in weights] for _ in range(2))
    count = len(dataset.seen)
    steps = max(1, epochs * (count // _BATCH))
    best, least = model, error_of(model, kept_back)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count - _BATCH + 1, _BATCH):
            step += 1
            now = rate * (1 - step / (steps + 1))
            gradients = _gradients(weights, dataset.chosen(order[start : start + _BATCH]), model.scale)
            for each, mean, square, gradient in zip(weights, means, squares, gradients, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient * gradient - square)
                each -= now * ((mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8) + _DECAY * each)
        learned = model._replace(first=weights[0].copy(), bias=weights[1].copy(), second=weights[2].copy())
        if (error := error_of(learned, kept_back)) < least:
            best, least = learned, error
    return best


def error_of(model: Model, dataset: Dataset) -> float:
    """Return the loss that `fit` minimises."""
    chances, points = predict(model, dataset)
    surprise = -(dataset.chances * np.log(chances + 1e-6)).sum(axis=1).mean()
    return float(surprise + _POINTS / 2 * (((points - dataset.points) / model.scale) ** 2).mean())


def predict(model: Model, dataset: Dataset) -> tuple[Array, Array]:
    """Return the chances and points that a model predicts."""
    count, players, width = dataset.seen.shape
    out = _forward([*model[:3]], dataset.seen.astype(np.float32).reshape(-1, width))[2]
    return _softmax(out[:, 0].reshape(count, players)), out[:, 1].reshape(count, players) * model.scale


def _forward(weights: list[Array], seen: Array) -> tuple[Array, Array, Array]:
    first, bias, second = weights
    inner = seen @ first + bias
    active = np.maximum(inner[:, : len(second)], 0)
    return inner, active, inner[:, len(second) :] + active @ second


def _gradients(weights: list[Array], dataset: Dataset, scale: float) -> list[Array]:
    second = weights[2]
    units = len(second)
    count, players, width = dataset.seen.shape
    seen = dataset.seen.astype(np.float32).reshape(count * players, width)
    inner, active, out = _forward(weights, seen)
    wrong: Any = np.empty_like(out)
    wrong[:, 0] = (_softmax(out[:, 0].reshape(count, players)) - dataset.chances).ravel() / count
    wrong[:, 1] = _POINTS * (out[:, 1] - dataset.points.ravel() / scale) / (count * players)
    back: Any = np.empty_like(inner)
    back[:, units:] = wrong
    back[:, :units] = (wrong @ second.T) * (inner[:, :units] > 0)
    return [seen.T @ back, back.sum(axis=0), active.T @ wrong]


def _softmax(strengths: Array) -> Array:
    raised = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return cast(Array, raised / raised.sum(axis=1, keepdims=True))
