"""Learning by playing against oneself: search with the network, then teach the network what the search found."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from funkenflug.kernel import MOST_SEATS, Array, compiled, scores, shape_reward, utilities
from funkenflug.research.alphazero.replay_buffer import ReplayBuffer, Samples, best_of
from funkenflug.research.batched import BatchedSearch, SearchResult
from funkenflug.research.encoding import Look
from funkenflug.research.network import Network, forward
from funkenflug.research.transformation import moved
from funkenflug.research.vector import Vector

BATCH: Final = 256
_REUSE: Final = 3.0
"""How often a position is learned from, on average."""
_TRUST: Final = 0.5
"""The share of what the search expected in the values to learn; the rest is the result, which owes more to chance."""
_FORGETTING: Final = 0.005
"""The share of the latest weights in the average ones, after each batch."""


class Learner:
    """A network that plays all seats of the matches of an environment, and learns from them."""

    def __init__(
        self, env: Vector, network: Network, *, simulations: int = 32, considered: int | None = None, seed: int = 0
    ) -> None:
        import torch  # an extra: this module can be imported without it

        self.env = env
        self.network = network
        """Plays the matches."""
        self.average = Network(network.encoding, {name: array.copy() for name, array in network.weights.items()})
        """The average of the latest networks, which is less noisy."""
        self.matches = 0
        self.buffer = ReplayBuffer(env.encoding, 60_000)
        self._search = BatchedSearch(env.encoding, simulations, considered=considered)
        self._rng = np.random.default_rng(seed)
        self._pending: list[list[tuple[int, Samples]]] = [[] for _ in range(env.n)]
        # torch and NumPy share the memory of the weights: what one learns, the other plays
        self._weights = {name: torch.from_numpy(array).requires_grad_() for name, array in network.weights.items()}
        self._optimiser = torch.optim.Adam(self._weights.values(), lr=1.5e-3, weight_decay=1e-5)
        self._places = torch.from_numpy(network.places)
        env.reset(seed=seed)

    def play(self, steps: int) -> None:
        """Play some moves in all matches, and remember the positions of those that end."""
        for _ in range(steps):
            look = self.env.look(canonical=True)
            found = self._search(self.env.states, self.network, seed=int(self._rng.integers(2**40)))
            self._note(look, found)
            seen = self.env.step(found.actions)
            for i in np.flatnonzero(seen.terminations):
                self._remember(int(i))

    def _note(self, look: Look, found: SearchResult) -> None:
        best, shares = best_of(found.policies)
        best = self.env.encoding.canonical_actions(best, look.seats[:, None]).astype(np.int32)
        masks = np.packbits(look.masks, axis=1)
        expected = moved(found.values, look.seats, self.env.players)
        samples = Samples(look.observations, look.scores, masks, best, shares, expected)
        for i, pending in enumerate(self._pending):
            pending.append((int(look.seats[i]), samples.part(np.array([i]))))

    def _remember(self, i: int) -> None:
        worth = _results(self.env.final_states[i : i + 1])[: self.env.players]
        seats = [seat for seat, _ in self._pending[i]]
        samples = Samples(*map(np.concatenate, zip(*(sample for _, sample in self._pending[i]), strict=True)))
        result = moved(np.tile(worth, (len(seats), 1)), seats, self.env.players)
        values = _TRUST * samples.values + (1 - _TRUST) * result
        self.buffer.add(samples._replace(values=values.astype(np.float32)))
        self._pending[i] = []
        self.matches += 1

    def learn(self, new: int) -> tuple[float, float]:
        """Learn from random positions after `new` more have been played; return the mean losses of policy and value."""
        losses = [self._learn_batch() for _ in range(max(1, round(new * _REUSE / BATCH)))]
        policy, value = np.mean(losses, axis=0)
        return float(policy), float(value)

    def _learn_batch(self) -> tuple[float, float]:
        import torch

        samples = self.buffer.draw(BATCH, self._rng)
        encoding = self.env.encoding
        symmetry = encoding.symmetries[self._rng.integers(len(encoding.symmetries))]
        masks = np.unpackbits(samples.masks, axis=1, count=encoding.actions).astype(bool)
        nobody = np.zeros(BATCH, np.int8)
        look = Look(
            symmetry.observations(samples.observations), symmetry.policies(masks), nobody, nobody, samples.scores
        )
        cells, board, beside = map(torch.from_numpy, self.network.inputs(look))
        numbers, values = forward(torch, self._weights, cells, board, beside)
        logits = numbers[:, self._places[0]] + numbers[:, self._places[1]]
        logits = logits.masked_fill(torch.from_numpy(~look.masks), -1e9)
        best = torch.from_numpy(symmetry.actions[samples.best].astype(np.int64))
        shares = torch.from_numpy(samples.shares)
        policy_loss = -(shares * logits.log_softmax(dim=1).gather(1, best)).sum(dim=1).mean()
        value_loss = (values - torch.from_numpy(samples.values)).square().mean()
        self._optimiser.zero_grad()
        loss: Any = policy_loss + 1.5 * value_loss
        loss.backward()
        self._optimiser.step()
        for name, array in self.average.weights.items():
            array += _FORGETTING * (self.network.weights[name] - array)
        return policy_loss.item(), value_loss.item()


def _results(positions: Array) -> Array:
    """Return the value of a finished match for each seat; a clear victory is worth a little more than a close one."""
    values = np.zeros(MOST_SEATS)
    _shaped(positions, np.zeros(MOST_SEATS), values)
    return values


@compiled
def _shaped(positions: Array, points: Array, values: Array) -> None:
    utilities(positions[0], values)
    scores(positions[0], points)
    shape_reward(positions[0], points, values)
