"""The games in OpenSpiel, and OpenSpiel's bots as players.

Importing this registers `funkenflug_feurio`, `funkenflug_vulkan` and `funkenflug_feuer_wasser`:

>>> import pyspiel
>>> game = pyspiel.load_game("funkenflug_feurio(players=2)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 6)

`funkenflug_vulkan_dealt`, and likewise any other game that hides nothing once it is dealt, has the deal of its `seed`:
a game of perfect information without chance. `funkenflug_feurio_small` and so on are small variants, for algorithms
that visit every state.

Chance draws tile by tile, when a tile is first seen. Actions and observations are those of `Encoding`. Returns
are 1 for the winner, with sum 0; in solitaire and cooperative matches +1 or -1 for all.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, cast

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from funkenflug.bots.players import Clock, Player, seed_for
from funkenflug.core.view import View
from funkenflug.games import on_register
from funkenflug.games.base import GameType
from funkenflug.games.default_arrays import DefaultArrays
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    allows,
    below,
    chance,
    chances,
    compiled,
    due,
    known_deal,
    play,
    settle,
    to_move,
)
from funkenflug.kernel import determinize as determinize_state
from funkenflug.match.game import Game, Move, determinize, new
from funkenflug.research.encoding import Encoding

_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_REFUSED: Final = int(pyspiel.PlayerId.INVALID)


# Compiled -----------------------------------------------------------------------------------------------------------


@compiled
def _whose(positions: Array, dealt: Array) -> int:
    """Return the seat to move, chance, or the end of the match, as OpenSpiel numbers them."""
    if due(positions[0], dealt) >= 0:
        return _CHANCE
    seat = to_move(positions[0])
    return seat if seat >= 0 else _TERMINAL


@compiled
def _play(positions: Array, dealt: Array, move: int) -> int:
    if not allows(positions[0], move):
        return _REFUSED
    play(positions[0], move)
    return _whose(positions, dealt)


@compiled
def _draw(positions: Array, dealt: Array, pile: int, counts: Array, outcome: int) -> int:
    place = due(positions[0], dealt)
    chances(positions[0], place, counts)
    if not (0 <= outcome < len(counts) and counts[outcome] > 0):
        return _REFUSED
    settle(positions[0], place, outcome)
    dealt[place // pile] += 1
    return _whose(positions, dealt)


@compiled
def _chances(positions: Array, dealt: Array, counts: Array) -> None:
    chances(positions[0], due(positions[0], dealt), counts)


@compiled
def _known_deal(positions: Array, seat: int, dealt: Array, out: Array) -> None:
    known_deal(positions[0], seat, dealt, out)


@compiled
def _redeal(positions: Array, seat: int, rng: Array) -> None:
    determinize_state(positions[0], seat, rng)


# Game and state -----------------------------------------------------------------------------------------------------


class _Match(NamedTuple):
    """A position. It is immutable, so cloning a state costs nothing."""

    positions: Array
    """An array with the position; its part that chance has not drawn yet is in arbitrary order."""
    dealt: Array
    """For each owner the number of its tiles that chance has drawn."""
    whose: int

    def __deepcopy__(self, memo: object) -> _Match:
        return self


class _Variant(NamedTuple):
    """How a game differs from the one with its usual name."""

    dealt: bool = False
    """The seed deals: there is no chance, and nothing is hidden."""
    small: bool = False

    @property
    def suffix(self) -> str:
        return "_small" if self.small else "_dealt" if self.dealt else ""


def _game_type(game_type: GameType, variant: _Variant, together: bool = False) -> Any:
    kinds = pyspiel.GameType
    stochastic, deterministic = kinds.ChanceMode.EXPLICIT_STOCHASTIC, kinds.ChanceMode.DETERMINISTIC
    imperfect, perfect = kinds.Information.IMPERFECT_INFORMATION, kinds.Information.PERFECT_INFORMATION
    counts = [count for mode in game_type.modes for count in mode.players]
    return kinds(
        short_name=f"funkenflug_{game_type.id.replace('-', '_')}{variant.suffix}",
        long_name=f"{game_type.title} {variant.suffix[1:]}".strip(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=stochastic if _deals(game_type, variant) else deterministic,
        information=imperfect if _deals(game_type, variant) or _has_secrets(game_type, variant) else perfect,
        utility=kinds.Utility.IDENTICAL if together else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": 2,
            "mode": "",
            "options": "",
            "seed": 0,
            "opening_moves": 0,
            **{choice.word: choice.values[0][0] for choice in game_type.choices},
            **(_sizes(game_type) if variant.small else {}),
        },
    )


def _deals(game_type: GameType, variant: _Variant) -> bool:
    """Return whether chance deals something."""
    return bool(game_type.deal_words) and not variant.dealt


def _has_secrets(game_type: GameType, variant: _Variant) -> bool:
    """Return whether a seat may have a secret: a game without `determinize` has none."""
    return not variant.dealt and hasattr(game_type.rules, "determinize")


def _sizes(game_type: GameType) -> dict[str, int]:
    """Return the parameters of a small variant with their defaults."""
    assert game_type.small is not None
    words = inspect.signature(game_type.small).parameters.values()
    return {word.name: word.default for word in words if word.kind is word.KEYWORD_ONLY}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A kind of match. Parameters are the arguments of `funkenflug.new`; options are joined by "+".

    `seed` decides what chance nodes do not: the cells of a random layout. `opening_moves` is the number of random
    moves, chosen by the seed, that have been played before the first state: what is left of a match is small enough for
    algorithms that visit every state.
    """

    def __init__(
        self,
        start: Game,
        params: dict[str, Any] | None = None,
        *,
        variant: _Variant = _Variant(),  # noqa: B008  (it is immutable)
        opening_moves: int = 0,
    ) -> None:
        game_type, together = start.type, start.mode != "competitive"
        self.start = start
        self._arguments = params, variant, opening_moves
        self.encoding = Encoding(start)
        self.places = game_type.arrays.OWNERS * game_type.arrays.PILE
        self.deals = _deals(game_type, variant)
        self.deals_at_once = isinstance(game_type.arrays, DefaultArrays)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=game_type.arrays.OUTCOMES if _deals(game_type, variant) else 0,
            num_players=start.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if together else 0.0,
            max_game_length=game_type.arrays.LONGEST,
        )
        super().__init__(_game_type(game_type, variant, together), info, params or {})
        positions, drawn = np.array([start.state], game_type.rules.STATE), np.zeros(MOST_SEATS, np.int64)
        if opening_moves:
            positions = _after_random_moves(start, opening_moves)
        if variant.dealt or opening_moves:
            drawn = _drawn(positions, game_type.arrays.PILE)
        self.first = _Match(positions, drawn, _whose(positions, drawn))

    def __reduce__(self) -> Any:
        """Copy a game by its start and parameters; other processes import this module to read it."""
        return _restored, (self.start, *self._arguments)

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance nodes: one for each tile."""
        return self.places if self.deals else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer for observations and information states."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _restored(start: Game, params: dict[str, Any] | None, variant: _Variant, opening_moves: int) -> Any:
    if params:
        return pyspiel.load_game(_game_type(start.type, variant).short_name, params)
    return SpielGame(start, params, variant=variant, opening_moves=opening_moves)


def _drawn(positions: Array, pile: int) -> Array:
    """Return how many tiles of each owner chance must have drawn before a position."""
    dealt = np.zeros(MOST_SEATS, np.int64)
    while (place := due(positions[0], dealt)) >= 0:
        dealt[place // pile] += 1
    return dealt


def _after_random_moves(start: Game, count: int) -> Array:
    match, rng = start.copy(), chance(f"{start.setup.seed}/opening")
    for played in range(count):
        legal = match.legal_moves()
        if not legal:
            raise ValueError(f"this match is over after {played} random moves: opening_moves must be less")
        match.play(legal[below(rng, len(legal))])
    if match.to_move is None:
        raise ValueError(f"this match is over after {count} random moves: opening_moves must be less")
    secrets = {match.type.known(match.state, seat) for seat in (None, *range(match.players))}
    if match.type.hidden(match.state, None) and len(secrets) > 1:
        raise ValueError(f"after {count} random moves a seat has a secret, which algorithms would take for public")
    return np.array([match.state], match.type.rules.STATE)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a match for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match = game.first

    @property
    def _game(self) -> SpielGame:
        return cast(SpielGame, self.get_game())

    def current_player(self) -> int:
        """Return the seat to move, chance, or the end of the match."""
        return self.match.whose

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.match.whose == _TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return cast(list[int], self._game.encoding.legal_actions(self.match.positions).tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible tiles with their probabilities."""
        counts = np.zeros(self._game.start.type.arrays.OUTCOMES, np.int64)
        _chances(self.match.positions, self.match.dealt, counts)
        numbers, total = counts.tolist(), int(counts.sum())
        return [(outcome, count / total) for outcome, count in enumerate(numbers) if count]

    def _apply_action(self, action: int) -> None:
        positions, dealt, whose = self.match
        positions = positions.copy()
        game = self._game
        if whose == _CHANCE:
            arrays, dealt = game.start.type.arrays, dealt.copy()
            whose = _draw(positions, dealt, arrays.PILE, np.zeros(arrays.OUTCOMES, np.int64), action)
        elif 0 <= action < game.encoding.actions:
            whose = _play(positions, dealt, game.encoding.move_of[action])
        else:
            whose = _REFUSED
        if whose == _REFUSED:
            raise ValueError(f"action {action} is not legal")
        self.match = _Match(positions, dealt, whose)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.match.whose == _CHANCE:
            if action not in dict(self.chance_outcomes()):
                raise ValueError(f"action {action} is not legal")
            return f"chance {action}"
        return self._game.encoding.text(self.match.positions[0], action)

    def returns(self) -> list[float]:
        """Return the result of each seat; zeros until the match is over."""
        if self.is_terminal():
            return self._game.encoding.utilities(self.match.positions)
        return [0.0] * self._game.start.players

    def __str__(self) -> str:
        """Return the board as spectators see it, and all actions so far, including those of chance."""
        return f"{self.board()}\n\n{' '.join(map(str, self.history()))}"

    def board(self, seat: int | None = None) -> str:
        """Return the board as text, as a seat or a spectator may know it; empty at chance nodes."""
        if self.match.whose == _CHANCE:
            return "Chance draws a tile"
        return self._game.encoding.board(self.match.positions[0], seat)

    def known_deal(self, seat: int) -> Array:
        """Return what a seat knows of each place of the deal: 1 + outcome, or 0."""
        out = np.zeros(self._game.places, np.int64)
        _known_deal(self.match.positions, seat, self.match.dealt, out)
        return out

    def dealt(self) -> Array:
        """Return the same for all seats together: everything that chance has drawn."""
        found: Array = np.array([self.known_deal(seat) for seat in range(self._game.start.players)]).max(axis=0)
        return found

    def moves(self) -> list[int]:
        """Return the actions of the seats so far."""
        return [int(step.action) for step in self.full_history() if step.player >= 0]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that the seat cannot tell from this one: whatever it does not know is determinized."""
        if not self._game.deals_at_once and (self.known_deal(player) == self.dealt()).all():
            return cast(SpielState, self.clone())
        positions = self.match.positions.copy()
        _redeal(positions, player, chance(int(sampler() * 2**53)))
        if not self._game.deals_at_once:
            return _replayed(self._game, positions, self.moves())
        other = cast(SpielState, self.clone())
        other.match = self.match._replace(positions=positions)
        return other


def _replayed(game: SpielGame, positions: Array, moves: Sequence[int]) -> SpielState:
    """Return the state after these actions, with the deal of the position they lead to."""
    arrays = game.start.type.arrays
    later, state = SpielState(game), SpielState(game)
    dealt = _drawn(positions, arrays.PILE)
    later.match = _Match(positions, dealt, _whose(positions, dealt))
    outcomes = later.dealt().tolist()
    for action in (*moves, None):
        while state.match.whose == _CHANCE:
            state.apply_action(outcomes[due(state.match.positions[0], state.match.dealt)] - 1)
        if action is not None:
            state.apply_action(action)
    return state


class SpielObserver:
    """Writes observations of `Encoding`; information states add what the seat knows of the deal, and all actions."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("there are observations of what one seat knows, the public included, and no others")
        self._game = game
        self._recalls = kind.perfect_recall
        sizes = {"observation": game.encoding.size}
        if self._recalls:
            sizes |= {"deal": game.places, "moves": game.start.type.arrays.LONGEST}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict = dict(zip(sizes, np.split(self.tensor, np.cumsum(list(sizes.values()))[:-1]), strict=True))

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor of a seat; at chance nodes nobody observes the board."""
        self.tensor[:] = 0
        if state.match.whose != _CHANCE:
            self.dict["observation"][:] = self._game.encoding.observe(state.match.positions, player)
        if self._recalls:
            moves = np.array(state.moves(), np.float32)
            self.dict["deal"][:] = state.known_deal(player)
            self.dict["moves"][: len(moves)] = (1 + moves) / self._game.encoding.actions

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the same as text: information states as numbers, because they are keys; observations as a board."""
        if self._recalls:
            return f"{player} {self._known(state, player)} {' '.join(map(str, state.moves()))}"
        if state.match.whose == _CHANCE:
            return f"{state.board()}\n\n{player}"
        # the board does not show everything, for example the order in which tiles were laid
        observed = self._game.encoding.observe(state.match.positions, player).tobytes()
        return f"{state.board(player)}\n\n{player} {hashlib.sha256(observed).hexdigest()[:16]}"

    def _known(self, state: SpielState, player: int) -> str:
        """Return what a seat knows of the deal, as digits."""
        if not self._game.deals_at_once:
            return "".join(map("{:x}".format, state.known_deal(player).tolist()))
        if state.match.whose == _CHANCE:
            return ""
        return self._game.encoding.observe(state.match.positions, player).tobytes().hex()


class _LoadedGame(SpielGame):
    """Creates a game from the parameters of `pyspiel.load_game`; each game type has its own subclass."""

    game_type: GameType
    variant: _Variant

    def __init__(self, params: dict[str, Any]) -> None:
        if params["opening_moves"] < 0:
            raise ValueError(f"opening_moves is 0 or more, not {params['opening_moves']}")
        start = new(
            self.game_type.id,
            players=params["players"],
            mode=params["mode"] or None,
            options=filter(None, params["options"].split("+")),
            seed=params["seed"],
            **{choice.word: params[choice.word] for choice in self.game_type.choices},
        )
        if self.variant.small:
            start = _small(start, params)
        super().__init__(start, params, variant=self.variant, opening_moves=params["opening_moves"])


def _small(start: Game, params: dict[str, Any]) -> Game:
    assert start.type.small is not None
    match = start.copy()
    match._state = start.type.small(start.state, **{word: params[word] for word in _sizes(start.type)})
    match._position_changed()
    return match


def _register(game_type: GameType) -> None:
    variants = [_Variant()]
    open_deal = not _stays_hidden(game_type)
    if open_deal:
        variants.append(_Variant(dealt=True))
    if game_type.small is not None:
        variants.append(_Variant(dealt=open_deal, small=True))
    for variant in variants:
        description = _game_type(game_type, variant)
        if description.short_name not in pyspiel.registered_names():
            # a class, not a function: OpenSpiel releases it after Python has ended, and only a class survives that
            facts = {"game_type": game_type, "variant": variant}
            pyspiel.register_game(description, type("LoadedGame", (_LoadedGame,), facts))


def _stays_hidden(game_type: GameType) -> bool:
    """Return whether the game with its deal given is no game of its own: something is hidden, or nothing is dealt."""
    if not game_type.deal_words:
        return True  # nothing is dealt, so a variant without chance would be the same game
    match = new(game_type.id, players=game_type.usual_players, seed=0)
    return match.type.hidden(match.state, None) > 0


on_register(_register)


# Bots as players ----------------------------------------------------------------------------------------------------

_UCT: Final = 2.0
"""The exploration constant of OpenSpiel's examples."""
_UNLIMITED: Final = 10**9
_SHORTEST_TIME: Final = 0.001
"""The shortest time for a move; MCTSBot takes 0 for unlimited."""
_DESCRIPTION: Final = re.compile(r"(mcts|ismcts):(?:([0-9]+(?:\.[0-9]+)?)s|([2-9]|[1-9][0-9]{1,8}))")
"""At least two simulations: one would only visit the root."""


def player(description: str, seed: int = 0) -> Player:
    """Return an OpenSpiel bot as a player: "mcts:1.0s", "ismcts:0.5s", or by simulations "mcts:500".

    >>> player("mcts:1s")  # doctest: +ELLIPSIS
    <funkenflug.research.openspiel.SpielPlayer object at ...>
    >>> player("mcts")
    Traceback (most recent call last):
    ValueError: names of OpenSpiel bots look like mcts:1.0s, ismcts:0.5s or mcts:500, not 'mcts'
    """
    found = _DESCRIPTION.fullmatch(description)
    if found is None:
        raise ValueError(f"names of OpenSpiel bots look like mcts:1.0s, ismcts:0.5s or mcts:500, not {description!r}")
    algorithm, seconds, simulations = found.groups()
    return SpielPlayer(algorithm, float(seconds) if seconds else None, int(simulations) if simulations else None, seed)


class SpielPlayer(Player):
    """OpenSpiel's MCTSBot (C++) or ISMCTSBot (Python) with random rollouts.

    Both play a match that the seat must consider possible: whatever it does not know is determinized.
    """

    def __init__(self, algorithm: str, seconds: float | None, simulations: int | None, seed: int = 0) -> None:
        self._algorithm = algorithm
        self._seconds = seconds
        self._simulations = simulations
        self._seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the move that the bot prefers."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        seed = seed_for(view, self._seed)
        state = state_of(view, seed)
        game = cast(SpielGame, state.get_game())
        think = _mcts if self._algorithm == "mcts" else _ismcts
        action = think(state, seed % 2**31, self._in_time(clock), self._simulations or _UNLIMITED)
        return game.encoding.text(state.match.positions[0], action)

    def _in_time(self, clock: Clock) -> float | None:
        return None if self._seconds is None else max(_SHORTEST_TIME, clock.within(self._seconds))


def state_of(view: View, seed: int) -> SpielState:
    """Return a state that is consistent with a view."""
    assert view.seat is not None
    match = determinize(view)
    game = SpielGame(Game(match.type, match.setup, match.names, match.date))
    positions = np.array([match.state], match.type.rules.STATE)
    _redeal(positions, view.seat, chance(seed))
    actions = game.encoding.action_of[list(match.numbers)].tolist()
    return (_played if game.deals_at_once else _replayed)(game, positions, actions)


def _played(game: SpielGame, positions: Array, actions: Sequence[int]) -> SpielState:
    """Return the state after these actions, with a position that looks like the one they lead to."""
    state = SpielState(game)
    dealt = np.ones(MOST_SEATS, np.int64)
    state.match = _Match(game.first.positions, dealt, _whose(game.first.positions, dealt))
    for action in actions:
        state.apply_action(action)
    state.match = state.match._replace(positions=positions)
    return state


def _mcts(state: SpielState, seed: int, seconds: float | None, simulations: int) -> int:
    bot = pyspiel.MCTSBot(
        state.get_game(),
        pyspiel.RandomRolloutEvaluator(1, seed),
        _UCT,
        simulations,
        1000,  # megabytes
        True,  # use the MCTS solver
        seed,
        False,
        max_wall_clock_time=-1.0 if seconds is None else seconds,
    )
    # not `step`, which in 2.0.2 releases Python's lock and crashes with games written in Python
    root = bot.mcts_search(state)
    legal = state.legal_actions()
    return int(root.best_child().action if root.children else legal[seed % len(legal)])


def _ismcts(state: SpielState, seed: int, seconds: float | None, simulations: int) -> int:
    return int(_TimedISMCTS(state.get_game(), seed, seconds, simulations).step(state))


class _TimeIsUp(Exception):
    pass


class _TimedISMCTS(ismcts.ISMCTSBot):  # type: ignore[misc]
    """ISMCTSBot with a time limit. (The C++ version cannot resample games written in Python.)"""

    def __init__(self, game: SpielGame, seed: int, seconds: float | None, simulations: int) -> None:
        chances = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, chances), _UCT, simulations, random_state=chances)
        self.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chances.uniform))
        self._seconds = seconds
        self._end = float("inf")

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        """Search until the simulations or the seconds are used up."""
        if self._seconds is not None:
            self._end = time.perf_counter() + self._seconds
        try:
            return cast(list[tuple[int, float]], super().run_search(state))
        except _TimeIsUp:
            return cast(list[tuple[int, float]], self.get_final_policy(state, self._root_node))

    def sample_root_state(self, state: SpielState) -> SpielState:
        """Begin a simulation, unless the time is up and the root has been visited."""
        if time.perf_counter() > self._end and self._root_node.total_visits > 0:
            raise _TimeIsUp
        return cast(SpielState, super().sample_root_state(state))
