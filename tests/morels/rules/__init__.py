"""The rules of Morels."""
