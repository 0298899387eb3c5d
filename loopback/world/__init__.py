"""The state of this Discord, and what changes it."""
