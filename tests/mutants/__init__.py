"""Seeded small changes of the program, to see what the tests notice: `python -m tests.mutants`."""
