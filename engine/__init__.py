"""Computer opponents and analysis for every registered game.

It imports `rules` alone and names no game: what a game knows about itself it says through the
optional protocols `Judged` and `Solvable`.
"""
