"""Rules of board games as immutable values and pure functions.

Nothing in this package reads a clock, draws pictures, rolls dice or waits, so all of it can be used
in a REPL.
"""
