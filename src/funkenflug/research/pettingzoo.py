"""The games as PettingZoo environments (AEC): `env("feurio", players=4, options=["firebreak"])`.

>>> match = env("feurio", players=2)
>>> match.reset(seed=7)
>>> observation, reward, termination, truncation, info = match.last()
>>> match.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('player_0', (693,), 2)

Actions and observations are those of `Encoding`. Rewards come at the end: 1 for the winner, with sum 0; in
solitaire and cooperative matches +1 or -1 for all.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import resvg_py
from gymnasium.logger import warn
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from PIL import Image, ImageOps

from funkenflug.core.seeds import random_seed, seed_text
from funkenflug.kernel import Array
from funkenflug.match.game import Game, new
from funkenflug.pictures.flat import flat
from funkenflug.research.encoding import Encoding

Observation = dict[str, Array]
RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def env(game_id: str, *, players: int, render_mode: str | None = None, **words: Any) -> AECEnv[str, Observation, int]:
    """Return an environment for a kind of match; the arguments are those of `funkenflug.new`.

    `reset(seed=…)` deals the match of that seed. An illegal action ends the match and costs its player 1.
    """
    raw = TurnEnv(game_id, players=players, render_mode=render_mode, **words)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class TurnEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A match without PettingZoo's usual wrappers, which `env` adds."""

    def __init__(
        self,
        game_id: str,
        *,
        players: int,
        render_mode: str | None = None,
        picture_size: tuple[int, int] = (640, 480),
        seed: int | str | None = None,
        **words: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}")
        self.metadata = {
            "name": f"funkenflug_{game_id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._picture_size = picture_size
        self._words = {"players": players, **words}
        self._game_id = game_id
        self._seed = random_seed() if seed is None else seed_text(seed)
        self._episode = -1
        self._deal(self._seed)
        self.encoding = Encoding(self._game)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(self.encoding.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    def _observation_space(self) -> Dict:
        return Dict(
            {
                "observation": Box(-128, 127, (self.encoding.size,), np.int8),
                "action_mask": Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def _deal(self, seed: str) -> None:
        self._game: Game = new(self._game_id, seed=seed, **self._words)
        self._played: list[int] = []
        self._positions: Array = np.array([self._game.state], self._game.type.rules.STATE)

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space of a player."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of a player."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the match of a seed; without one, the next match of the last seed."""
        if seed is not None:
            self._seed, self._episode = seed_text(seed), 0
        else:
            self._episode += 1
        self._deal(f"{self._seed}/{self._episode}" if self._episode else self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        first = self._game.to_move
        assert first is not None
        self.agent_selection = self.possible_agents[first]

    def observe(self, agent: str) -> Observation:
        """Return the observation of a player, and the mask of its legal actions if it is to move."""
        acting = agent == self.agent_selection and not self.terminations[agent]
        mask = self.encoding.mask(self._positions) if acting else np.zeros(self.encoding.actions, np.int8)
        return {"observation": self.encoding.observe(self._positions, self._seats[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the player to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        seat = self.encoding.play(self._positions, action)
        self._played.append(int(self.encoding.move_of[action]))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self.rewards = dict(zip(self.agents, self.encoding.utilities(self._positions), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    @property
    def game(self) -> Game:
        """The match as a `funkenflug.Game`, for its record, views and pictures."""
        for move in self._played[len(self._game.moves) :]:
            self._game.play(self._game.type.move_texts(self._game.state, [move])[0])
        return self._game

    def render(self) -> Array | str | None:
        """Return the board as spectators see it, in the render mode; "human" prints it."""
        if self.render_mode is None:
            warn("there is nothing to render: give `env` a render_mode")
            return None
        if self.render_mode == "svg":
            return self.game.svg()
        if self.render_mode == "rgb_array":
            return rasterised(self.game.svg(theme="light"), *self._picture_size)
        if self.render_mode == "ansi":
            return self.game.text()
        print(self.game.text())
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""


def rasterised(svg: str, width: int, height: int) -> Array:
    """Return a picture as an array (height, width, 3)."""
    png = resvg_py.svg_to_bytes(svg_string=flat(svg), width=width, height=height)
    picture = Image.open(io.BytesIO(bytes(png))).convert("RGB")
    return np.asarray(ImageOps.pad(picture, (width, height), color=tuple(picture.tobytes()[:3])))
