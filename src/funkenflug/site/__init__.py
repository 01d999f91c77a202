"""Funkenflug in the browser: a site of tables, its JSON API and its pages."""
