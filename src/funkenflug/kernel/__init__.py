"""What every game's rules are built on: records, bit sets, random numbers, compiling, and the protocol of functions."""

from funkenflug.kernel import defaults as _defaults  # noqa: F401  (it registers them)
from funkenflug.kernel.bits import first, nth, size
from funkenflug.kernel.compiling import cache_folder, compiled
from funkenflug.kernel.playing import choose_heaviest, play_many, play_out, points_of, winners_of
from funkenflug.kernel.protocol import (
    Arrays,
    Instinct,
    Rules,
    allows,
    chances,
    due,
    known_deal,
    legal,
    observe,
    play,
    redeal,
    register,
    sample,
    scores,
    settle,
    temper,
    to_move,
    utilities,
    weigh,
)
from funkenflug.kernel.randomness import below, chance
from funkenflug.kernel.records import MOST_SEATS, Array, State, copy_state, int64, record
from funkenflug.kernel.values import award, fill, lead, temper_by_lead

__all__ = [
    "MOST_SEATS",
    "Array",
    "Arrays",
    "Instinct",
    "Rules",
    "State",
    "allows",
    "award",
    "below",
    "cache_folder",
    "chance",
    "chances",
    "choose_heaviest",
    "compiled",
    "copy_state",
    "due",
    "fill",
    "first",
    "int64",
    "known_deal",
    "lead",
    "legal",
    "nth",
    "observe",
    "play",
    "play_many",
    "play_out",
    "points_of",
    "record",
    "redeal",
    "register",
    "sample",
    "scores",
    "settle",
    "size",
    "temper",
    "temper_by_lead",
    "to_move",
    "utilities",
    "weigh",
    "winners_of",
]
