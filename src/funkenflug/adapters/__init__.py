"""The old name of `funkenflug.research`, which programs may still import."""
