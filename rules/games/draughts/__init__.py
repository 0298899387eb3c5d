"""Draughts on 64 cells: one engine, and a rule set per national game, as cited data.

`ruleset` defines the possible differences, and `czech` and `turkish` fill them in; no other module
knows a national game.
"""
