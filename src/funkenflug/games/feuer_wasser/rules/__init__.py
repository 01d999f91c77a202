"""The rules of Feuer & Wasser: positions, moves as text, the deal, and what each seat may know."""
