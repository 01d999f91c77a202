"""The basic types: words, views, events, moves, drawings, seeds, budgets and evaluations."""
