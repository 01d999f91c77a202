"""Routes of the site: pages and API."""
