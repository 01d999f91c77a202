"""People: their names, and links that move an identity to another device."""
