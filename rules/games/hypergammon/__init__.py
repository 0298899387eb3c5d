"""Hypergammon: backgammon with three checkers a side."""
