"""Studies: positions and trees of moves that somebody looks at, and the analysis page."""
