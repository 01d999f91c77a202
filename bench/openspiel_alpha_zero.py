"""OpenSpiel's own AlphaZero on our games: its actors, its learner and its evaluators, each in a process.

    pip install -e ".[dev]"
    python -m bench.openspiel_alpha_zero --steps 2

It is OpenSpiel's example with a small network and few simulations. The game is a small variant unless you name
another one. Nothing but the import of our adapter is needed: games are sent to other processes as they are.
"""

from __future__ import annotations

import argparse
import tempfile

import funkenflug.research.openspiel  # noqa: F401  (it registers the games)

GAME = "funkenflug_vulkan_small(layout=hexagon)"


def main() -> None:
    """Learn for some steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=8)
    parser.add_argument("--width", type=int, default=32)
    wanted = parser.parse_args()
    from open_spiel.python.algorithms.alpha_zero import alpha_zero

    config = alpha_zero.Config(
        game=wanted.game,
        path=tempfile.mkdtemp(prefix="alpha_zero_"),
        learning_rate=1e-3,
        weight_decay=1e-4,
        decouple_weight_decay=False,
        train_batch_size=32,
        replay_buffer_size=128,
        replay_buffer_reuse=2,
        max_steps=wanted.steps,
        checkpoint_freq=1,
        actors=1,
        evaluators=1,
        uct_c=1.41,
        max_simulations=wanted.simulations,
        policy_alpha=1.0,
        policy_epsilon=0.25,
        temperature=1,
        temperature_drop=4,
        evaluation_window=4,
        eval_levels=2,
        nn_model="mlp",
        nn_width=wanted.width,
        nn_depth=1,
        observation_shape=None,
        output_size=None,
        verbose=False,
        quiet=True,
        nn_api_version="linen",
    )
    alpha_zero.alpha_zero(config)


if __name__ == "__main__":
    main()
