"""Tests of the extensions, each in a folder of its own."""
