"""The rules in a terminal: playing a game, and perft."""
