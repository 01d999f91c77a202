"""Pictures to share: a position with names and scores, a whole match in motion, and SVG for simple renderers."""
