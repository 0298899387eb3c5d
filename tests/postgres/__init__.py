"""A PostgreSQL server of the tests' own, and the store on it."""
