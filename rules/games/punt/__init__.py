"""Fred Horn's races of pawns and piles: Punt-Match on squares, Punt-Heks-Match on hexagons.

One engine; `square` and `heks` say where the armies stand and which way they go.
"""
