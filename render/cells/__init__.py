"""Boards of cells that are filled: squares and hexagons, with pieces and stacks on them."""
