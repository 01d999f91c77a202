"""The solitaire of the day."""
