#!/usr/bin/env python3
"""A bot for `funkenflug arena` that needs nothing but Python. Improve `choose` to make it stronger."""

import json
import random
import sys


def choose(view, legal_moves, rng):
    """Return one of the legal moves."""
    return rng.choice(legal_moves)


rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"name": "example in Python"}
    elif message["type"] == "game":
        rng.seed(message["seed"])
    elif message["type"] == "choose":
        answer = {"move": choose(message["view"], message["legal_moves"], rng)}
    elif message["type"] == "quit":
        break
    if answer is not None:
        print(json.dumps(answer), flush=True)
