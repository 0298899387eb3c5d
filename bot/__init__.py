"""The Discord bot: the only package that knows Discord, SQLite, the clock and secrets."""
