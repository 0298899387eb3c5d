"""Fred Horn's races of pawns and piles: Punt-Match on squares, Punt-Heks-Match on hexagons.

There is one engine; `square` and `heks` define where the armies start and which way they move.
"""
