"""Buttons, their custom ids, and the message as a value."""
