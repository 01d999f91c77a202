"""A small AlphaZero in PyTorch that teaches itself any of the games: see docs/train-a-network.md.

It needs the extra `train`. The weights of the built-in levels are learned elsewhere: by `funkenflug train`.
"""
