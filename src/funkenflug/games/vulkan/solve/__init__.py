"""The solver of solitaires of Vulkan!."""
