"""A person's Discord client: the acts that it allows, and their outcome."""
