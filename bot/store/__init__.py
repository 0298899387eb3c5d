"""What is kept: the SQLite file, its schema, and its rows as values."""
