"""Puzzles: positions with one clearly best decision. They are mined from matches of bots and shipped with the games."""
