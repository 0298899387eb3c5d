"""`make fast`, and the moves that it must not change."""
