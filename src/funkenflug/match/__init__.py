"""One match: the game, what may be known of it, its record, deal and replay."""
