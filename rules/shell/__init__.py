"""The rules in a terminal: a game to play, and perft."""
