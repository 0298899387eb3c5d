"""Tests of replays, posters and exports."""
