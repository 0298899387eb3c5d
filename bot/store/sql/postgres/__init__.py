"""PostgreSQL: the only package that knows its connections, statements and errors."""
