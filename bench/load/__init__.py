"""How much a site carries. See `python -m bench.load --help`."""
