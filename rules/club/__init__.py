"""Competitions of a club, folded from logs of their own: groups with a final, and ladders."""
