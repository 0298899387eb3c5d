"""Tests of how people stand."""
