"""The answers that somebody sees to an interaction of theirs, within Discord's three seconds."""
