"""Faults that are planted to see whether the tests notice: `python -m tests.faults`."""
