"""A small AlphaZero in PyTorch that teaches itself any of the games: see docs/train-a-network.md.

It needs the extra `train`. The weights of the built-in levels are learnt elsewhere: by `funkenflug train`.
"""
