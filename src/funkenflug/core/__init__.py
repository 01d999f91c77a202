"""What everything else is made of: words, views, events, moves, drawings, seeds, and the protocol of solvers."""
