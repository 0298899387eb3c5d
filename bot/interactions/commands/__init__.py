"""Slash commands. Each file is an extension that the bot finds automatically."""
