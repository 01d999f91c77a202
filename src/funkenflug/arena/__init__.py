"""The arena: bots against bots, every deal from every seat, with ratings and a report.

A match depends only on the plan and its number, so an arena can be interrupted, continued, and played anywhere.
"""
