"""Rules of board games as immutable values and pure functions.

Nothing in this package reads a clock, draws, rolls dice by itself or waits: it plays in a REPL.
"""
