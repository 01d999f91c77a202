"""Learn the value of positions from self-play: see `generations`."""
