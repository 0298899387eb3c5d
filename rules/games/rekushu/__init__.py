"""Rekushu: stones on intersections claim rectangles of tiles."""
