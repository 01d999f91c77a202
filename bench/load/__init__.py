"""Measure how many moves a site carries. See `python -m bench.load --help`."""
