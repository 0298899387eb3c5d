"""SQLite: the only package that knows its connections, statements, errors and files."""
