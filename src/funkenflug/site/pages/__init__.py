"""The home page, the rules, and the page of the API."""
