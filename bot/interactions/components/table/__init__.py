"""The controls of a table: its card, its board, and everything around a game."""
