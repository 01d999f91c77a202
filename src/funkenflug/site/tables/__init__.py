"""Tables: their events, their state, and the site that keeps them live."""
