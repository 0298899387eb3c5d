"""Everything registered with discord.py: the client, commands and components."""
