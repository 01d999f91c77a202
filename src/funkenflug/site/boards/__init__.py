"""Boards: positions as they are shown, previewed, told in words, and looked back at."""
