"""What everything else is made of: words, views, events, moves, drawings, seeds, budgets and evaluations."""
