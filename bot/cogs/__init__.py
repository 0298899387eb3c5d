"""Slash commands, one file an errand. Each file is an extension that the bot finds by itself."""
