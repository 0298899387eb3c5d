"""All that is registered with discord.py: the client, commands and components."""
