"""The controls with which newcomers begin a game."""
