"""Draughts on 64 cells: one engine, and a rule set as cited data for each national game.

`ruleset` defines the possible differences, and `czech` and `turkish` fill them in; no other module
knows a national game.
"""
