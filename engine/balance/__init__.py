"""What self-play says about a game: `python -m engine balance GAME`.

Games are played by computer opponents alone, described by figures with intervals, and written as
`balance.json` and `balance.html`. `docs/balance.md` explains the figures.
"""
