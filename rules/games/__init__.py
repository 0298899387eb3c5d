"""The games, in one file or package each, which defines `GAME` for the registry to find."""
