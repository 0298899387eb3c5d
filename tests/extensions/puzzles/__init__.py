"""Tests of the puzzle of the day."""
