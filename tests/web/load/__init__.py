"""Clients that play at many tables of a site at once; `python -m bench.load` measures with them."""
