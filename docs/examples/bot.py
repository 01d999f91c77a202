#!/usr/bin/env python3
"""A bot for `funkenflug arena`: it needs nothing but Python. Write `chosen`, and it plays better."""

import json
import random
import sys


def chosen(view, legal_moves, chance):
    """Return one of the legal moves."""
    return chance.choice(legal_moves)


chance = random.Random()
for line in sys.stdin:
    told = json.loads(line)
    answer = None
    if told["type"] == "hello":
        answer = {"name": "example in Python"}
    elif told["type"] == "game":
        chance.seed(told["seed"])
    elif told["type"] == "choose":
        answer = {"move": chosen(told["view"], told["legal_moves"], chance)}
    elif told["type"] == "quit":
        break
    if answer is not None:
        print(json.dumps(answer), flush=True)
