"""Hypergammon: backgammon with three checkers on each side."""
