"""For research: many matches at once, Gymnasium, PettingZoo, OpenSpiel, batched search (mostly extra `research`)."""
