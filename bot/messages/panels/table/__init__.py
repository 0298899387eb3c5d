"""Panels at a table: views of the board, the menu, plans, hints and reports."""
