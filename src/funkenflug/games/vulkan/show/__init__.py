"""Vulkan! in words and pictures."""
