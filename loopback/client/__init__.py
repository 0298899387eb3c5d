"""A person's Discord client: what one can do, and what comes of it."""
