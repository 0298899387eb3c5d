"""Slash commands. The bot finds these files automatically, as discord.py's extensions."""
