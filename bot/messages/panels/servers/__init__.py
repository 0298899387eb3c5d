"""Panels for a server's admins, and messages to the bot's owner."""
