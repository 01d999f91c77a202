"""Feurio!, Vulkan! and Feuer & Wasser."""
