"""The Discord bot, the only package that uses Discord, SQLite, the clock and secrets."""
