"""The state of this Discord, and its changes."""
