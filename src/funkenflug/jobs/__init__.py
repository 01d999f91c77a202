"""Large jobs on many cores or on Ray, with results that survive a crash."""
