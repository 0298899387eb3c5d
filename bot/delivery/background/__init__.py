"""Loops in the background: timers, engines, messages to the owner, daily upkeep."""
