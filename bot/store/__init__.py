"""The database, its schema, and its rows as values."""
