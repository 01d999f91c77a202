"""The solver of solitaires of Feurio!."""
