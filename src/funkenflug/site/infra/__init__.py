"""What all parts of the site share: the database, limits, pages and messages in general."""
