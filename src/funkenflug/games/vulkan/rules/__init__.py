"""The rules of Vulkan!: positions, moves as text, the deal, and what each seat may know."""
