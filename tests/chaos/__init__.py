"""Campaigns of faults against the bot as a process, and what must hold after them."""
