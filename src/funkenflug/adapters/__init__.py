"""The games behind the interfaces that researchers know; each needs the extra `[research]`."""
