"""Boards of points: backgammon's triangles, bar, trays and dice."""
