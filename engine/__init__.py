"""Computer opponents and analysis for every registered game.

The package imports only `rules` and names no game: a game describes itself through the optional
protocols `Judged` and `Solvable`.
"""
