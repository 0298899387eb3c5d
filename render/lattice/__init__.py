"""Boards of crossing lines: stones on the crossings, and claimed rectangles of tiles."""
