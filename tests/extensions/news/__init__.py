"""Tests of followed games, digests and channels of results."""
