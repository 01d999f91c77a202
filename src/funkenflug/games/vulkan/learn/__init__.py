"""Vulkan! for bots: heuristics, features, observations."""
