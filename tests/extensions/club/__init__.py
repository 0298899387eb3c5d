"""Tests of the club board."""
