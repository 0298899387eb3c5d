"""The games. A file or package defines one, as the `GAME` that the registry looks for."""
