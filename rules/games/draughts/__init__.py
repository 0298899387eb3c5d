"""Draughts on 64 cells: one engine, and a rule set as cited data for each national game.

`ruleset` says what can differ, `czech` and `turkish` say how; nothing else knows a national game.
"""
