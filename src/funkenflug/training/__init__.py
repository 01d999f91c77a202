"""A small learner that teaches itself any of the games: see docs/train-a-network.md. It needs the extra `train`."""
