"""The answers that a person sees to an interaction of theirs, within Discord's three seconds."""
