"""The Discord bot: the only room that knows Discord, SQLite, the clock and secrets."""
