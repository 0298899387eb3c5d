"""Competitions of a club: groups with a final, and ladders, each folded from a log of its own."""
