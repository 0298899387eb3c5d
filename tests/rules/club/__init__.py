"""Tests of events: pairings, groups, ladders."""
