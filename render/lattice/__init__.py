"""Boards of lines that cross: stones on the crossings, and claimed rectangles of tiles."""
