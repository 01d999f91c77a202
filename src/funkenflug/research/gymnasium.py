"""The games as Gymnasium environments: you play one seat, and levels play the others.

>>> env = MatchEnv("feurio", players=2, opponent="ember")
>>> observation, info = env.reset(seed=7)
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((693,), 1)
>>> envs = VectorMatchEnv("feurio", 64, players=2, opponent="random")
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape, observations["action_mask"].shape
((64, 693), (64, 649))

Importing this registers them, so `gymnasium.make` and `make_vec` find them by the id of the game:

>>> env = gymnasium.make("funkenflug/vulkan-v0", opponent="random")
>>> envs = gymnasium.make_vec("funkenflug/vulkan-v0", num_envs=64, opponent="ember")

Observations are canonical: your seat is always the first one, whichever it is (see `Encoding.look`), and so are
actions. The reward is 1 for a victory at the end, as in `vector`; an illegal action ends the match and costs 1.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from funkenflug.bots.players import RANDOM, Clock, Player, level
from funkenflug.core.seeds import as_int, random_seed, seed_text
from funkenflug.core.words import clipped
from funkenflug.games import on_register
from funkenflug.games.base import GameType
from funkenflug.kernel import Array, chance
from funkenflug.match.game import Game, new
from funkenflug.research.encoding import Encoding
from funkenflug.research.opponents import check_opponent, choose_many
from funkenflug.research.vector import checked_actions, vector

Observation = dict[str, Array]

_ILLEGAL: Final = -1.0


def _space(encoding: Encoding) -> Dict:
    return Dict(
        {
            "observation": Box(-128, 127, (encoding.size,), np.int8),
            "action_mask": Box(0, 1, (encoding.actions,), np.int8),
        }
    )


class MatchEnv(gymnasium.Env[Observation, np.int64]):
    """A match in which you have one seat; without a `seat` it changes from match to match.

    `opponent` is a level, `random`, or a `Player` of your own. The other arguments are those of `funkenflug.new`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game_id: str,
        *,
        players: int = 2,
        opponent: str | Player = "ember",
        seat: int | None = None,
        render_mode: str | None = None,
        **words: Any,
    ) -> None:
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seats go from 0 to {players - 1}; there is no seat {seat}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}; there are ansi, svg")
        self.render_mode = render_mode
        self._opponent = level(opponent) if isinstance(opponent, str) else opponent
        if not isinstance(self._opponent, Player):
            raise ValueError(f"an opponent must be a level, {RANDOM} or a Player, not {clipped(repr(opponent))}")
        self._words = {"players": players, **words}
        self._game_id = game_id
        self._wanted_seat = seat
        self.game: Game = new(game_id, seed=0, **self._words)
        """The match, for its record, views and pictures."""
        self.seat = 0
        """Your seat in this match."""
        self._begun = self._over = False
        self.encoding = Encoding(self.game)
        self.observation_space: Any = _space(self.encoding)
        self.action_space = Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a match, and let the others move until it is your turn."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self.game = new(self._game_id, seed=number, **self._words)
        self.seat = number % self.game.players if self._wanted_seat is None else self._wanted_seat
        self._play_others()
        if self.game.to_move is None:
            raise ValueError("this match was over before you could move")
        self._begun, self._over = True, False
        return self._observe(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others move until it is your turn again or the match is over."""
        if not self._begun:
            raise ValueError("reset first: nothing has been dealt yet")
        if self._over:
            raise ValueError("the match is over: reset first")
        chosen = as_int(action)
        if chosen is None:
            raise ValueError(f"an action must be a whole number, not {clipped(repr(action))}")
        if not (0 <= chosen < self.encoding.actions and self.action_masks()[chosen]):
            self._over = True
            return self._observe(), _ILLEGAL, True, False, {"illegal": True}
        real = int(self.encoding.real_actions(np.array([chosen]), self.seat)[0])
        self.game.play(self.encoding.text(self.game.state, real))
        self._play_others()
        self._over = self.game.over
        reward = self.encoding.utilities(self._positions())[self.seat] if self._over else 0.0
        return self._observe(), reward, self._over, False, {}

    def action_masks(self) -> Array:
        """Return the legal actions as booleans, as the MaskablePPO of sb3-contrib asks for them."""
        return self._observe()["action_mask"].astype(bool)

    def _play_others(self) -> None:
        while self.game.to_move is not None and self.game.to_move != self.seat:
            view = self.game.view(self.game.to_move)
            self.game.play(self._opponent.choose(view, self.game.legal_moves(), Clock()))

    def _positions(self) -> Array:
        return np.array([self.game.state], self.game.type.rules.STATE)

    def _observe(self) -> Observation:
        look = self.encoding.look(self._positions(), self.seat, canonical=True)
        return {"observation": look.observations[0], "action_mask": look.masks[0].astype(np.int8)}

    def render(self) -> Any:
        """Return the board as your seat sees it: as text or as SVG."""
        return self.game.svg(self.seat) if self.render_mode == "svg" else self.game.text(self.seat)


class VectorMatchEnv(VectorEnv[Observation, Array, Array]):
    """n matches in each of which you have one seat: seat i modulo the number of players, or the given one.

    `opponent` is a level that does not search (`spark`, `ember`) or `random`; for others use `MatchEnv`. A match that
    has ended is dealt again in the same step; the last observation is in `infos["final_obs"]`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game_id: str,
        num_envs: int,
        *,
        players: int = 2,
        opponent: str = RANDOM,
        seat: int | None = None,
        seed: int | str | None = None,
        **words: Any,
    ) -> None:
        check_opponent(opponent)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seats go from 0 to {players - 1}; there is no seat {seat}")
        self.matches = vector(game_id, num_envs, players=players, autoreset=False, **words)
        """The matches; `matches.game(i)` is one of them as a `Game`."""
        self.encoding = self.matches.encoding
        self.num_envs = num_envs
        self.seats = np.arange(num_envs) % players if seat is None else np.full(num_envs, seat)
        """Your seat in each match."""
        self.single_observation_space = _space(self.encoding)
        self.single_action_space = Discrete(self.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = opponent
        self._next_seed: int | str | None = random_seed() if seed is None else seed
        self._rng = chance(0)
        self._seen = self.matches.empty()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all matches, and let the others move until it is your turn. One seed decides everything."""
        if isinstance(seed, list):
            seed = hash(tuple(seed)) % 2**31
        if seed is None:
            seed, self._next_seed = self._next_seed, None  # type: ignore[assignment]
        if seed is not None:
            self._rng = chance(f"{seed_text(seed)}/opponents")
        self._seen = self.matches.reset(seed=seed)
        self._play_others()
        return self._observe(), {}

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Play one action in each match, and let the others move."""
        look = self.matches.look(self.seats, canonical=True)
        rows, chosen = np.arange(self.num_envs), checked_actions(actions, self.num_envs)
        exists = (chosen >= 0) & (chosen < self.encoding.actions)
        chosen = np.where(exists, chosen, 0)
        legal = exists & look.masks[rows, chosen]
        real = self.encoding.real_actions(chosen, self.seats)
        rewards = np.where(legal, 0.0, _ILLEGAL)
        self._seen = self.matches.step(real, where=legal)
        rewards += self._seen.rewards[rows, self.seats]
        rewards += self._play_others(legal)
        over = self._seen.terminations | ~legal
        infos: dict[str, Any] = {}
        if over.any():
            final = self._observe()
            infos = {"final_obs": np.full(self.num_envs, None, object), "_final_obs": over}
            for i in np.flatnonzero(over):
                infos["final_obs"][i] = {name: part[i] for name, part in final.items()}
            self._seen = self.matches.reset(where=over)
            self._play_others()
        return self._observe(), rewards, over, np.zeros(self.num_envs, bool), infos

    def _play_others(self, where: Array | None = None) -> Array:
        """Play for the others until it is your turn everywhere; return what you win or lose meanwhile."""
        rewards = np.zeros(self.num_envs)
        seen = self._seen
        while True:
            theirs = (seen.to_move >= 0) & (seen.to_move != self.seats)
            if where is not None:
                theirs &= where
            if not theirs.any():
                return rewards
            chosen = choose_many(self._opponent, self.matches, theirs, self._rng)
            self._seen = seen = self.matches.step(chosen, where=theirs)
            rewards += seen.rewards[np.arange(self.num_envs), self.seats]

    def _observe(self) -> Observation:
        look = self.matches.look(self.seats, canonical=True)
        return {"observation": look.observations, "action_mask": look.masks.astype(np.int8)}


def _register(game_type: GameType) -> None:
    name = f"funkenflug/{game_type.id}-v0"
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point=f"{__name__}:{MatchEnv.__name__}",
            vector_entry_point=f"{__name__}:{VectorMatchEnv.__name__}",
            kwargs={"game_id": game_type.id},
        )


on_register(_register)
