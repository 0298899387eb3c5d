"""Boards of filled cells: squares and hexagons, with pieces and stacks on them."""
