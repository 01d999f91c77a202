"""Vulkan! for learners: notes of a coach, lessons, themes of puzzles."""
