"""Figures of a game from games of the computer with itself: `python -m engine balance GAME`.

Games are played by computer opponents alone, described by figures with intervals, and written as
`balance.json` and `balance.html`. `docs/balance.md` explains the figures.
"""
