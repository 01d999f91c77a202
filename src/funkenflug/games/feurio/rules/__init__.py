"""The rules of Feurio!: positions, moves as text, the deal, and what each seat may know."""
