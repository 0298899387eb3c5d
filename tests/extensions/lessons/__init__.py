"""Tests of lessons and practice."""
